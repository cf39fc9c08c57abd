"""The record of a weapon that lies on the ground."""

from __future__ import annotations

from dataclasses import dataclass

from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Dropped:
    """A weapon of his, by its slot, that lies on the ground, and where, None off the map (scenario 2)."""

    slot: int
    place: Place | None = None
