"""The stable import path of `bot.game.entries.codec`."""

from bot.game.entries.codec import *  # noqa: F403
