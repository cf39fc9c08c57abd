"""The stable import path of `bot.game.replay`."""

from bot.game.replay import *  # noqa: F403
