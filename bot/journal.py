"""The stable import path of `bot.game.journal` and `bot.game.entries`."""

from bot.game.entries import *  # noqa: F403
from bot.game.journal import *  # noqa: F403
