"""The stable import path of `bot.game.codec`."""

from bot.game.codec import *  # noqa: F403
