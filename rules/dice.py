"""The stable import path of `rules.engine.dice`."""

from rules.engine.dice import *  # noqa: F403
