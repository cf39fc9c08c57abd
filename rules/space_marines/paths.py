"""The way a figure takes on the map, and what it costs: the cheapest, exact to the half Point."""

from __future__ import annotations

from dataclasses import dataclass

from rules.model import Encounter
from rules.places import Place


@dataclass(frozen=True, slots=True)
class Stride:
    """One space entered, and its cost in halves of a Point."""

    to: Place
    cost: int


def way(mover: str, to: Place, encounter: Encounter, via: tuple[Place, ...] = ()) -> tuple[Stride, ...]:
    """The cheapest way to a space, by certain spaces if any are named; of ways that cost the same, the one on which
    fewest spaces covered by enemies are entered. Friends are passed through, enemies and walls are not, and nobody
    may stand where it ends. Raises NotNow where no way leads there."""
    raise NotImplementedError


def reach(mover: str, encounter: Encounter) -> dict[Place, int]:
    """Every space the figure could come to stand on, with the cheapest cost in halves of a Point, whatever it has
    left; its own space costs 0."""
    raise NotImplementedError
