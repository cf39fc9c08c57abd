"""The record of a fighter's Encumbrance without the weapons that lie on the ground."""

from __future__ import annotations

from rules.engine.records.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Light:
    """The Encumbrance without the weapons that lie on the ground, in hundredths of a pound, and the values that follow
    from it (1.3, 1.4).
    """

    weight: int
    base_speed: str = ""
    maximum_speed: int | None = None
    actions: int | None = None
