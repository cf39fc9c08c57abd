"""Other actions: what a scenario agrees on, taking off and landing (OTHER ACTIONS)."""

from __future__ import annotations

from rules.model import Encounter
from rules.orders import Act
from rules.scene import Scene


def act(order: Act, scene: Scene) -> None:
    """Anything else, in a player's own words, for a cost in Points; it ends the figure's turn."""
    raise NotImplementedError


def acts(encounter: Encounter, actor: str) -> tuple[tuple[str, str], ...]:
    """What the figure can do besides: (name, what to show) pairs."""
    raise NotImplementedError
