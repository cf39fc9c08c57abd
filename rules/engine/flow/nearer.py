"""The order of a plan to get nearer to a fighter; the destination is worked out when it is carried out."""

from __future__ import annotations

from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import CombatantOrder


@dataclass(frozen=True, slots=True)
class Nearer(CombatantOrder):
    """In a plan: move this many spaces nearer to `goal` (an id, or `THEM`), "" for the nearest enemy.

    It becomes a Move when it is carried out (`rules.engine.flow.meant`).
    """

    kind = "Nearer"

    spaces: int = 1
    goal: str = ""
    how: str = ""
