"""Resolve /reload (Reloading): a fresh magazine of a sort that has a supply or a spare load."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.engine.ammunition.ammunition import left
from rules.engine.attack.arms import Arm
from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, NotNow
from rules.engine.records.model import Ammunition, Combatant, Spare
from rules.engine.records.orders import Reload
from rules.engine.records.private_text import private
from rules.engine.records.steps import LEFT
from rules.engine.scene.effects import Loaded
from rules.engine.scene.scene import Scene
from rules.savage.shooter import STANDARD, Firearm, Shooter, shooter, sort_key, sort_name
from rules.savage.shooting.fire import record_action
from rules.savage.shooting.loads import ARMS, ammunition_words, available, is_fired
from rules.words.catalogue import find

SECTION = "Reloading"


def reload(order: Reload, scene: Scene) -> None:
    """Put in a fresh magazine; keep the rest of the old one if loads are counted. Raises Refusal."""
    combatant = scene.combatant(order.actor)
    state = shooter(combatant)
    # After a thrown grenade, "reload" means the gun.
    arm = ARMS.meant(combatant, order.weapon, is_fired)
    name, old = arm.weapon.name, arm.load
    new = _restock(order, arm, state) if arm.weapon.plain else _change_magazine(order, combatant, arm)
    if new == old:
        raise NotNow(f"The {name} already holds {left(old)}.")
    ARMS.take_in_hand(combatant, arm, scene)
    scene.do(Loaded(combatant.id, arm.slot, new))
    scene.note("Time", "the time it takes is in your own book", detail=True, section=SECTION)
    record_action(combatant.id, state, scene)
    scene.note(LEFT, ammunition_words(arm.weapon, new, combatant), section=SECTION)
    which = f" with {new.sort}" if new.sort else ""
    scene.conclude(scene.outcome(f"{combatant.reference} reloads the {name}{private(which)}", private(f"{left(new)}.")))


def _restock(order: Reload, arm: Arm[Firearm], state: Shooter) -> Ammunition:
    """Return a plain weapon's items at their first number, if there is a supply. Raises Refusal."""
    name = arm.weapon.name
    if name not in {supply.sort for supply in state.supplies}:
        raise NotNow(
            f"The {name} is counted one by one and needs a supply to be reloaded: /ammo buy rolls for"
            " one. The GM sets the number with /adjust."
        )
    if order.how.strip():
        raise NoRule(f"There is one type of {name}. Leave how: out.")
    return replace(arm.load, loaded=arm.load.capacity)


def _change_magazine(order: Reload, combatant: Combatant, arm: Arm[Firearm]) -> Ammunition:
    """Return the ammunition with a fresh magazine of the sort that `how:` names. Raises Refusal."""
    loads = available(arm.load, combatant)
    if not loads:
        raise NotNow(
            f"{combatant.reference} has no spare load left for the {arm.weapon.name}. Use /ammo buy to"
            " roll for a supply."
        )
    return _load(_choose_sort(order.how.strip(), tuple(loads), arm.load), arm.load, loads)


def _choose_sort(name: str, loads: Sequence[str], old: Ammunition) -> str:
    """Return the sort to load: the one named, or else the one in the weapon, or else Standard, or else the first."""
    if name:
        return find(name, loads, "ammunition")
    return next((sort for sort in (sort_name(old.sort), STANDARD) if sort in loads), loads[0])


def _load(sort: str, old: Ammunition, loads: Mapping[str, int | None]) -> Ammunition:
    """Return the ammunition with a fresh load of that sort; a full weapon's is unchanged.

    The rest of the old load becomes a spare unless its sort is unlimited.
    """
    unlimited, key = loads[sort] is None, sort_key(sort)
    load, rest = (Spare(old.capacity, 1, key), old) if unlimited else old.take(key) or (None, old)
    if load is None or (load.sort == old.sort and load.count <= old.loaded):
        return old
    if loads.get(sort_name(old.sort), 0) is not None:
        rest = rest.put(old.loaded, old.sort, old.short)
    return rest.holding(load)
