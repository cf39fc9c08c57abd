"""The record of a weapon that lies on the ground."""

from __future__ import annotations

from rules.engine.records.frozen import dataclass
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Dropped:
    """A weapon, by its slot, that lies on the ground, and its place, None off the map (scenario 2)."""

    slot: int
    place: Place | None = None
