"""The stable import path of `bot.game.journal.journal` and `bot.game.entries.entries`."""

from bot.game.entries.entries import *  # noqa: F403
from bot.game.journal.journal import *  # noqa: F403
