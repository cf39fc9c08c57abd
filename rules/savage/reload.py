"""Reloading: a fresh magazine, of a sort of which there is a supply or a spare load."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.engine.ammunition import left
from rules.engine.effects import Loaded
from rules.engine.errors import NoRule, NotNow
from rules.engine.model import Ammunition, Combatant, Spare
from rules.engine.orders import Reload
from rules.engine.scene import Scene
from rules.engine.steps import LEFT
from rules.savage.fire import acted
from rules.savage.loads import Held, available, held, take_in_hand, told
from rules.savage.shooter import STANDARD, Shooter, shooter, sort_key, sort_name
from rules.words.catalogue import find


def reload(order: Reload, scene: Scene) -> None:
    """Put a fresh magazine in; what is left of the old one is kept where loads are counted. Raises Refusal."""
    combatant = scene.combatant(order.actor)
    state = shooter(combatant)
    # Who has just thrown a grenade means what he shoots with.
    arm = held(combatant, order.weapon, thrown=False)
    name, old = arm.weapon.name, arm.ammunition
    new = _restocked(order, arm, state) if arm.weapon.plain else _changed(order, combatant, arm)
    if new == old:
        raise NotNow(f"The {name} holds {left(old)} already.")
    take_in_hand(combatant, arm, scene)
    scene.do(Loaded(combatant.id, arm.slot, new))
    scene.note("Time", "how long it takes is in your own book", detail=True)
    acted(combatant.id, state, scene)
    scene.note(LEFT, told(arm.weapon, new, combatant))
    which = f" with {new.sort}" if new.sort else ""
    scene.conclude(f"{combatant.name} reloads the {name}{which}: {left(new)}.")


def _restocked(order: Reload, arm: Held, state: Shooter) -> Ammunition:
    """Things counted plainly, as many as he had at first, where there is a supply of them. Raises Refusal."""
    name = arm.weapon.name
    if name not in {supply.sort for supply in state.supplies}:
        raise NotNow(
            f"The {name} is counted plainly and cannot be reloaded without a supply, for which /ammo buy rolls; the GM"
            " sets how many there are: /adjust."
        )
    if order.how.strip():
        raise NoRule(f"There is one sort of {name}: leave how: out.")
    return replace(arm.ammunition, loaded=arm.ammunition.capacity)


def _changed(order: Reload, combatant: Combatant, arm: Held) -> Ammunition:
    """The weapon with a fresh magazine of the sort that is meant. Raises Refusal."""
    there = available(arm.ammunition, combatant)
    if not there:
        raise NotNow(
            f"{combatant.name} has no spare load left for the {arm.weapon.name}; /ammo buy rolls for a supply."
        )
    return _with(_chosen(order.how.strip(), tuple(there), arm.ammunition), arm.ammunition, there)


def _chosen(wanted: str, there: Sequence[str], old: Ammunition) -> str:
    """The sort that is loaded: the one named, else that in the weapon, else Standard, else what there is."""
    if wanted:
        return find(wanted, there, "ammunition here")
    return next((sort for sort in (sort_name(old.sort), STANDARD) if sort in there), there[0])


def _with(sort: str, old: Ammunition, there: Mapping[str, int | None]) -> Ammunition:
    """The weapon with a fresh load of that sort; what was in it is kept, unless of its sort there is as much as wanted.
    A full one stays as it is."""
    unlimited, key = there[sort] is None, sort_key(sort)
    load, rest = (Spare(old.capacity, 1, key), old) if unlimited else old.take(key) or (None, old)
    if load is None or (load.sort == old.sort and load.count <= old.loaded):
        return old
    if there.get(sort_name(old.sort), 0) is not None:
        rest = rest.put(old.loaded, old.sort)
    return replace(rest, loaded=load.count, sort=load.sort)
