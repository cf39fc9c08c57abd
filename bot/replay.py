"""The stable import path of `bot.game.journal.replay`."""

from bot.game.journal.replay import *  # noqa: F403
