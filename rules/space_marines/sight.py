"""How far two spaces lie apart, and what takes away the line of sight between them, on squares and on hexes."""

from __future__ import annotations

from rules.model import Combatant, Encounter
from rules.places import Place


def distance(a: Place, b: Place, encounter: Encounter) -> int:
    """How many spaces one lies from the other."""
    raise NotImplementedError


def neighbours(place: Place, encounter: Encounter) -> tuple[Place, ...]:
    """The spaces of the map that are adjacent to it (without a map, all that there are)."""
    raise NotImplementedError


def side_by_side(places: tuple[Place, ...], encounter: Encounter) -> bool:
    """Whether these spaces hang together, each being adjacent to the one before it."""
    raise NotImplementedError


def behind(shooter: Place, target: Place, others: tuple[Place, ...], encounter: Encounter) -> bool:
    """Whether the others lie one after the other directly behind the target on the shooter's line through it."""
    raise NotImplementedError


def blocking(shooter: Combatant, at: Place, encounter: Encounter, *, high: bool = False) -> Place | None:
    """The space nearest to the shooter that takes away his line of sight to a space, None if it is clear. `high`: what
    he looks at is in the air. Both must have a place."""
    raise NotImplementedError


def farthest(shooter: Combatant, area: Place, encounter: Encounter) -> Place | None:
    """A space in sight that lies farther out on the same line than the area (so that the area is not the most extreme
    range), None if there is none."""
    raise NotImplementedError
