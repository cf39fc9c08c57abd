"""Fighters join an encounter: the order `Muster`, in every ruleset."""

from __future__ import annotations

from dataclasses import replace

from rules.engine.effects import Joined
from rules.engine.errors import Refusal
from rules.engine.model import Encounter
from rules.engine.naming import free_name, good_name
from rules.engine.orders import Muster
from rules.engine.ruleset import Ruleset
from rules.engine.scene import Scene
from rules.grid.ground import check_free, check_ground

MOST_COMBATANTS = 60


def muster(order: Muster, scene: Scene, ruleset: Ruleset) -> None:
    """Bring combatants in and say so. Raises Refusal."""
    encounter = scene.encounter
    room = MOST_COMBATANTS - len(encounter.combatants)
    if not 1 <= order.count <= room:
        raise Refusal(f"An encounter holds {MOST_COMBATANTS} combatants; there is room for {room} more.")
    good = good_name(order.name)
    joined: list[str] = []
    for n in range(order.count):
        name = free_name(good, [c.name for c in scene.encounter.combatants], numbered=order.count > 1)
        place = order.places[n] if n < len(order.places) else None
        if place:
            check_ground(encounter, place)
            if not ruleset.crowded:
                check_free(scene.encounter, place)
        id = f"c{scene.encounter.mustered + 1}"
        with scene.concerning(id):
            newcomer = ruleset.muster(order.profile, scene)
        scene.do(
            Joined(
                replace(
                    newcomer,
                    id=id,
                    name=name,
                    side=order.side,
                    owner=order.owner,
                    place=place,
                    sheet=order.profile.sheet,
                    roster=_free_roster(order, name, scene.encounter),
                    keeper=order.keeper,
                )
            )
        )
        joined.append(scene.encounter.combatants[-1].id)
        ruleset.joined(joined[-1], scene)
    last = scene.combatant(joined[-1])
    scene.about = last.id if order.count == 1 else ""
    summary = ruleset.summary(last, scene.encounter)
    places = " ".join(map(str, order.places))
    if order.count == 1:
        if facts := " · ".join(filter(None, [places, summary.beside(last.name)])):
            scene.note(last.reference, facts)
    elif places:
        scene.note("Places", places)
    for label, text in summary.lines:
        scene.note(label, text, detail=True)
    who = last.reference if order.count == 1 else f"{scene.name(joined[0])} to {last.reference}"
    scene.notify(*joined)
    side = f" ({order.side})" if order.side else ""
    scene.conclude(f"{who} {'joins' if order.count == 1 else 'join'} the encounter{side}.")


def _free_roster(order: Muster, name: str, encounter: Encounter) -> str:
    """Return the owner's roster name for a newcomer; two of theirs in one encounter must not overwrite each other."""
    kept = {c.roster for c in encounter.combatants if c.owner == order.owner}
    return name if order.roster and order.roster in kept else order.roster
