"""Sheet lines: which figure is meant by one, and what a GM may set right."""

from __future__ import annotations

from collections.abc import Mapping

from rules.model import Profile
from rules.scene import Scene
from rules.space_marines.cards import Card

EXAMPLE = "Marine leader, rifle, grenade"


def profile(line: str, cards: Mapping[str, Card]) -> Profile:
    """The profile of a sheet line. Raises BadSheet, one sentence with every problem."""
    raise NotImplementedError


def adjust(subject: str, changes: str, scene: Scene) -> str:
    """Set a figure right; what changed, in words. Raises BadSheet or NotNow."""
    raise NotImplementedError
