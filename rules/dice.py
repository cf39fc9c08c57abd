"""The stable import path of `rules.engine.scene.dice`."""

from rules.engine.scene.dice import *  # noqa: F403
