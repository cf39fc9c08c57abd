"""Baselines, leaving the field, and re-entering it (4.4).

Fighters who leave the field can be seen until the impulse ends, like those who hide (2.4, ruling O33): declared fire at
them is resolved, and those who aim at them fire as they leave.

A combatant's baseline is the hex where they were first placed. A side's baseline is those of all its combatants.
"""

from __future__ import annotations

import re

from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act
from rules.engine.scene.effects import Appeared, Placed
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.sides import enemies
from rules.phoenix.basics.soldier import Care, Soldier, helpless, soldier
from rules.phoenix.basics.switches import RE_ENTRY, TOURNAMENT, on, value
from rules.phoenix.book import Scene
from rules.phoenix.ground.view import warn_aimers
from rules.phoenix.harm.fitness import allotment, disabled_arms, disabled_leg, disabled_spine
from rules.phoenix.optional.tournament import victory
from rules.phoenix.people.sheets.muster import LASTING, PASSING
from rules.phoenix.turn.due_timers import drop_timers

LEAVE = ("Leave the field", "0, at the edge of the map")
LEAVE_WORDS = re.compile(r"leaves? (?:the )?(?:playing )?(?:field|map|board)")


def settle(id: str, scene: Scene) -> None:
    """Make the combatant's hex their baseline, if they have none."""
    combatant = scene.combatant(id)
    state = soldier(combatant)
    if on(scene.encounter, TOURNAMENT) and state.baseline is None and combatant.place:
        scene.change(id, altered(state, baseline=combatant.place))


def leave(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Leave the field over the edge of the map, at the end of the impulse.

    Raises NotNow for a combatant who is not at the edge, or who leaves already.
    """
    combatant, encounter = scene.combatant(order.actor), scene.encounter
    state = soldier(combatant)
    if not _at_edge(combatant, encounter):
        raise NotNow(f"{combatant.reference} is at {combatant.place}. Leave the field from the edge of the map.")
    if not encounter.timed:
        _depart(combatant, scene)
        return None
    if state.leaves == encounter.clock:
        raise NotNow(f"{combatant.reference} already leaves the field when this impulse ends.")
    scene.change(combatant.id, altered(state, leaves=encounter.clock))
    warn_aimers(combatant.id, scene)
    scene.conclude(f"{combatant.reference} leaves the field when this impulse ends.")
    return None


def leaving(combatant: Combatant, encounter: Encounter) -> bool:
    """Return whether the combatant leaves the field when this impulse ends, so that nobody waits for them."""
    return soldier(combatant).leaves == encounter.clock


def depart(scene: Scene) -> None:
    """Begin an impulse: those who wanted to leave the field in the last one are gone, if they still can."""
    for combatant in scene.encounter.combatants:
        state = soldier(combatant)
        if state.leaves is None:
            continue
        scene.change(combatant.id, altered(state, leaves=None))
        if combatant.present and not state.out(scene.encounter.clock) and _at_edge(combatant, scene.encounter):
            with scene.concerning(combatant.id):
                _depart(scene.combatant(combatant.id), scene)


def _depart(combatant: Combatant, scene: Scene) -> None:
    encounter, place, state = scene.encounter, combatant.place, soldier(combatant)
    others = (c for c in encounter.combatants if enemies(combatant, c))
    through = place is not None and place in {soldier(c).baseline for c in others}
    disabled = disabled_arms(state, encounter.clock) or disabled_leg(state, encounter.clock)
    if disabled or disabled_spine(state, encounter.clock):
        event = victory.LEFT_DISABLED
    else:
        event = victory.THROUGH if through else victory.LEFT
    scene.change(combatant.id, helpless(state))
    scene.stop(combatant.id)
    drop_timers(combatant.id, scene)
    scene.do(Appeared(combatant.id, False))
    victory.award(combatant.id, event, scene)
    over = " over an opponent’s baseline" if event == victory.THROUGH else ""
    scene.conclude(f"{combatant.reference} leaves the field{over}.")


def re_enter(scene: Scene) -> None:
    """Begin a phase: combatants who were killed or incapacitated re-enter at their baseline, unwounded, if the switch
    allows it.
    """
    clock = scene.encounter.clock
    if value(scene.encounter, RE_ENTRY) == "none" or clock.impulse != 1:
        return
    for combatant in scene.encounter.combatants:
        if soldier(combatant).out(clock) or soldier(combatant).incapacity(clock):
            _enter(combatant, scene)


def awaited(encounter: Encounter) -> bool:
    """Return whether anybody re-enters at the beginning of the next phase, so that no time can be skipped."""
    if value(encounter, RE_ENTRY) == "none":
        return False
    return any(victory.down(soldier(combatant), encounter.clock) for combatant in encounter.combatants)


def _enter(combatant: Combatant, scene: Scene) -> None:
    state, new = soldier(combatant), Soldier()
    fresh = altered(state, **{name: getattr(new, name) for name in (*PASSING, *LASTING)})
    fresh = altered(fresh, wounds=(), knockout=None, died=None, care=Care(), recovered=False)
    fresh = altered(fresh, awards=state.awards, baseline=state.baseline)
    fresh = altered(fresh, position="standing", exposure="", cover=None, cover_side=None, sustained=None, broken=())
    drop_timers(combatant.id, scene)
    scene.change(combatant.id, altered(fresh, left=allotment(fresh, scene.encounter.clock, scene.book)))
    if not combatant.present:
        scene.do(Appeared(combatant.id, True))
    if state.baseline and state.baseline != combatant.place:
        scene.do(Placed(combatant.id, state.baseline))
    scene.notify(combatant.id)
    where = f" at {state.baseline}" if state.baseline else ""
    with scene.concerning(combatant.id):
        scene.conclude(f"{combatant.reference} comes back into play{where}, unwounded.")


def _at_edge(combatant: Combatant, encounter: Encounter) -> bool:
    """Return whether the combatant is at the edge of the map; True without a map or a place."""
    battle_map, place = encounter.battle_map, combatant.place
    return (
        battle_map is None
        or place is None
        or place.column in (1, battle_map.width)
        or place.row in (1, battle_map.height)
    )
