"""The stable import path of `rules.tables.loader`."""

from rules.tables.loader import *  # noqa: F403
