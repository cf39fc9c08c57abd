"""The stable import path of `bot.game.store`."""

from bot.game.store import *  # noqa: F403
