"""Suspects of a raid are found as soon as an officer has them in view (scenario 2).

Until then walls and closed doors hide them. Other unspotted fighters are seen when they fire, or by the GM's word.
"""

from __future__ import annotations

from rules.engine.records.copies import altered
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import CombatantOrder
from rules.engine.sight.sight import imperceptible, side_of
from rules.phoenix.basics.sides import enemies
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import FORCED_ENTRY, on
from rules.phoenix.book import Scene
from rules.phoenix.ground.view import sees
from rules.phoenix.optional.senses import glimpses


def follow(order: CombatantOrder, before: Encounter, scene: Scene) -> None:
    """Find the suspects that this order has brought into view."""
    find(scene)


def begin(scene: Scene) -> None:
    """Begin an impulse: find the suspects that are in view now, for example because a door was opened."""
    if on(scene.encounter, FORCED_ENTRY):
        find(scene)


def find(scene: Scene) -> None:
    """Let everybody know of the suspects that an officer sees now."""
    for suspect in scene.encounter.combatants:
        state = soldier(suspect)
        if state.surprised and not state.spotted and suspect.place and suspect.present:
            officer = next((c for c in scene.encounter.combatants if _finds(c, suspect, scene.encounter)), None)
            if officer is not None:
                scene.change(suspect.id, altered(state, spotted=True))
                glimpses.met(officer.id, suspect.id, scene)
                scene.notify(officer.id, suspect.id)
                with scene.concerning(suspect.id):
                    scene.conclude(f"{officer.reference} sees {suspect.reference} at {suspect.place}.")


def _finds(officer: Combatant, suspect: Combatant, encounter: Encounter) -> bool:
    able = officer.place is not None and not soldier(officer).out(encounter.clock)
    apart = enemies(officer, suspect) and not imperceptible(encounter, side_of(officer), suspect)
    return able and apart and sees(officer, suspect, encounter)
