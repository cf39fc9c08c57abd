"""Moving: Points for each space, Command Points of a leader, flying (MOVEMENT, COMMAND POINTS)."""

from __future__ import annotations

from rules.orders import Move
from rules.places import Place
from rules.scene import Scene
from rules.space_marines.continuing import Proceed


def move(order: Move, scene: Scene) -> None:
    """Move to a space. Raises Refusal before anything is spent."""
    raise NotImplementedError


def proceed(order: Proceed, scene: Scene) -> None:
    """Go on with a move that cover fire interrupted, as far as the Points still reach."""
    raise NotImplementedError


def advance(mover: str, way: tuple[Place, ...], scene: Scene) -> tuple[Place, ...]:
    """Enter these spaces one by one, paying for each, as far as the Points reach and until cover fire interrupts; the
    spaces entered."""
    raise NotImplementedError
