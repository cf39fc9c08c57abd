"""The stable import path of `rules.engine.records.orders`."""

from rules.engine.records.orders import *  # noqa: F403
