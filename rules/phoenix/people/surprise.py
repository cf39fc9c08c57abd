"""Suspects that are surprised by a raid: they do nothing and hold no weapon before Phase 2 (scenario 2, O82)."""

from __future__ import annotations

from rules.engine.records.errors import NotNow
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import CombatantOrder
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import FORCED_ENTRY, on
from rules.phoenix.book import Scene


def surprised(combatant: Combatant, encounter: Encounter) -> bool:
    """Return whether the fighter is still surprised: in Phase 1, while doors are forced."""
    return soldier(combatant).surprised and encounter.clock.turn <= 1 and on(encounter, FORCED_ENTRY)


def check(order: CombatantOrder, scene: Scene) -> None:
    """Raise NotNow for any order of a fighter who is surprised."""
    combatant = scene.combatant(order.actor)
    if surprised(combatant, scene.encounter):
        raise NotNow(
            f"{combatant.reference} is surprised by the raid and cannot act before Phase 2 (4.2, O82). Use /next to let"
            " time pass."
        )
