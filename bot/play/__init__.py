"""`referee play`: the real bot on the stand-in, with a ruleset's first fight, or where it was left."""

from bot.play.serving import play

__all__ = ["play"]
