"""The stable import path of `rules.engine.orders`."""

from rules.engine.orders import *  # noqa: F403
