"""Skirmish Referee: the bot. Its parts are in the packages below."""

__version__ = "1.0.0"
