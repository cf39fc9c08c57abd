"""The stable import path of `bot.game.journal`."""

from bot.game.journal import *  # noqa: F403
