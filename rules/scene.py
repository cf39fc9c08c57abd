"""The stable import path of `rules.engine.scene`."""

from rules.engine.scene import *  # noqa: F403
