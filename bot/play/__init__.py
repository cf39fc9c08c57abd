"""`referee play`: the real bot on the stand-in, with a ruleset's first fight or the fight that was kept."""

from bot.play.lifecycle import play

__all__ = ["play"]
