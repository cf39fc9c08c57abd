"""The stable import path of `rules.engine.conduct.conduct`."""

from rules.engine.conduct.conduct import *  # noqa: F403
