"""The stable import path of `rules.engine.conduct`."""

from rules.engine.conduct import *  # noqa: F403
