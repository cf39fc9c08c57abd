"""The stable import path of `rules.engine.scene.scene`."""

from rules.engine.scene.scene import *  # noqa: F403
