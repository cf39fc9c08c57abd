"""Weapons that lie on the ground: put down, dropped at an order, picked up again (scenario 2; table 7B).

A weapon on the ground does not count in the Encumbrance (1.4). The consequences are computed here, whenever the weapons
on the ground may have changed (`reckon_weight`).
"""

from __future__ import annotations

from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Carried, Combatant, Encounter
from rules.phoenix.basics.arms import Arm, Dropped
from rules.phoenix.basics.soldier import soldier, unsteady
from rules.phoenix.book import Scene
from rules.phoenix.people.sheets.character import lightened
from rules.phoenix.people.sheets.equipment import hundredths, pounds
from rules.phoenix.people.surprise import surprised
from rules.words.places import Place


def lying(combatant: Combatant, slot: int) -> Dropped | None:
    """Return the record of the fighter's weapon in this slot on the ground, None if they carry it."""
    return next((one for one in soldier(combatant).dropped if one.slot == slot), None)


def in_hand(combatant: Combatant, encounter: Encounter) -> Carried | None:
    """Return the weapon that the fighter has in hand, None if their hands are empty."""
    empty = lying(combatant, combatant.in_hand) or surprised(combatant, encounter)
    return None if empty else combatant.holding


def reckon_weight(id: str, scene: Scene) -> None:
    """Subtract the weapons on the ground from the fighter's Encumbrance, and note the changes (1.4)."""
    combatant = scene.combatant(id)
    state = soldier(combatant)
    down = [combatant.carried[one.slot].weapon for one in state.dropped if one.slot < len(combatant.carried)]
    without = sum(hundredths(weapon.weight) for weapon in down if isinstance(weapon, Arm))
    light = None
    if state.weight is not None and without:
        light = lightened(state, max(0, state.weight - without), scene.book)
    if light == state.light:
        return
    was, now = state.light or state, light or state
    faster = "" if was.actions == now.actions else f"; Combat Actions {now.actions}, not {was.actions}"
    scene.change(id, altered(state, light=light))
    scene.note("Encumbrance", f"{pounds(now.weight or 0)} lb, not {pounds(was.weight or 0)}{faster}", section="1.3")


def put_down(id: str, scene: Scene) -> str:
    """Lay the weapon in hand on the ground where the fighter is; return its name, "" if their hands are empty."""
    combatant = scene.combatant(id)
    held, state = in_hand(combatant, scene.encounter), soldier(combatant)
    if held is None:
        return ""
    dropped = (*state.dropped, Dropped(combatant.in_hand, combatant.place))
    scene.change(id, altered(unsteady(state), dropped=dropped, aim=None, sustained=None, progress=None))
    reckon_weight(id, scene)
    return held.weapon.name


def lay(id: str, slot: int, place: Place | None, scene: Scene) -> None:
    """Lay the fighter's weapon in this slot on the ground at a place, wherever it was."""
    combatant = scene.combatant(id)
    state = soldier(combatant)
    others = tuple(one for one in state.dropped if one.slot != slot)
    laid = altered(state, dropped=(*others, Dropped(slot, place)))
    if slot == combatant.in_hand:
        laid = altered(unsteady(laid), aim=None, sustained=None, progress=None)
    if laid != state:
        scene.change(id, laid)
        reckon_weight(id, scene)


def check_reach(combatant: Combatant, slot: int) -> None:
    """Raise NotNow for a weapon that lies somewhere else."""
    there = lying(combatant, slot)
    if there and there.place and combatant.place and there.place != combatant.place:
        weapon = combatant.carried[slot].weapon.name
        raise NotNow(
            f"The {weapon} of {combatant.reference} is on the ground at {there.place}. Use /move to get"
            " there and pick it up."
        )


def picked_up(id: str, slot: int, scene: Scene) -> None:
    """Give the weapon back to the fighter."""
    state = soldier(scene.combatant(id))
    kept = tuple(one for one in state.dropped if one.slot != slot)
    if kept != state.dropped:
        scene.change(id, altered(state, dropped=kept))


def words(there: Dropped) -> str:
    """Return where the weapon lies, in words."""
    return f"on the ground at {there.place}" if there.place else "on the ground"
