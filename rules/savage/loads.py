"""What is in a weapon: in which measure it is counted, finding a weapon somebody carries, taking it in hand."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from rules.engine.ammunition import BOXES, GRENADES, ROUNDS, TOKENS, left, recounted, tokens
from rules.engine.effects import Drawn
from rules.engine.errors import Refusal
from rules.engine.model import Ammunition, Carried, Combatant, Encounter
from rules.engine.ruleset import Option
from rules.engine.scene import Scene
from rules.engine.switching import standing
from rules.savage.shooter import STANDARD, Firearm, shooter, sort_name
from rules.words.catalogue import find
from rules.words.phrases import spare_loads

AMMUNITION = Option(
    "ammunition",
    "How ammunition is counted: in tokens, or, a house rule, in boxes, of which an attack takes one and a magazine has"
    " one for each attack at its full ROF.",
    (TOKENS, BOXES),
    TOKENS,
)


@dataclass(frozen=True, slots=True)
class Held:
    """A weapon somebody carries: where among his weapons, the weapon itself, what is in it."""

    slot: int
    weapon: Firearm
    ammunition: Ammunition


def firearm(carried: Carried) -> tuple[Firearm, Ammunition]:
    """The weapon and what is in it, which in these rules is always there."""
    if not isinstance(carried.weapon, Firearm) or carried.ammunition is None:
        raise TypeError(f"{carried.weapon.name} is no weapon of these rules")
    return carried.weapon, carried.ammunition


def capacity(weapon: Firearm, measure: str) -> int:
    """What a full magazine has in this measure, tokens (Ammunition Capacity) or boxes (a house rule)."""
    return tokens(weapon.rounds) if measure == TOKENS else ceil(weapon.rounds / weapon.rate)


def fresh(weapon: Firearm) -> Ammunition:
    """Full, with as many standard magazines besides as wanted, unless its ammunition is priced by the item; of plain
    things there are as many as it says."""
    if weapon.plain:
        return Ammunition(GRENADES if weapon.thrown else ROUNDS, weapon.magazine, weapon.magazine)
    full = capacity(weapon, TOKENS)
    return Ammunition(TOKENS, full, full, None if weapon.supplied else ())


def counted(carried: Carried, encounter: Encounter) -> Ammunition:
    """What is in a weapon, its magazine in what the encounter counts in; plain things are counted as ever."""
    weapon, ammunition = firearm(carried)
    if weapon.plain:
        return ammunition
    measure = standing(AMMUNITION, encounter)
    return recounted(ammunition, measure, capacity(weapon, measure))


def held(combatant: Combatant, name: str = "", *, thrown: bool | None = None) -> Held:
    """The weapon of that name; if none is named, the one in hand, or of those to throw (or not) the first.

    Raises UnknownName with the nearest, Refusal if there is none.
    """
    if not combatant.carried:
        raise Refusal(f"{combatant.name} carries no weapon; the sheet line names some, such as Pistol or magazine 15.")
    slots = {carried.weapon.name: slot for slot, carried in enumerate(combatant.carried)}
    if name.strip():
        also = {carried.weapon.name: firearm(carried)[0].also for carried in combatant.carried}
        slot = find(name, slots, "weapon here", also=also)
    else:
        order = (combatant.in_hand, *slots.values())
        fitting = [slot for slot in order if thrown in (None, firearm(combatant.carried[slot])[0].thrown)]
        slot = fitting[0] if fitting else combatant.in_hand
    return Held(slot, *firearm(combatant.carried[slot]))


def take_in_hand(combatant: Combatant, wanted: Held, scene: Scene) -> None:
    """Change to another weapon, which is free here."""
    if wanted.slot != combatant.in_hand:
        scene.do(Drawn(combatant.id, wanted.slot))
        scene.note("Weapon", f"takes the {wanted.weapon.name} in hand; what that takes is in your own book")


def told(weapon: Firearm, ammunition: Ammunition, combatant: Combatant) -> str:
    """What is left, in words: "1 of 2 tokens, AP, spare loads: 3 AP"; "3 left" of plain things."""
    if weapon.plain:
        return f"{ammunition.loaded} left"
    sort = f", {ammunition.sort}" if ammunition.sort else ""
    return f"{left(ammunition)}{sort}, {_spares(ammunition, combatant)}"


def available(ammunition: Ammunition, combatant: Combatant) -> dict[str, int | None]:
    """The sorts that can be loaded, by name, each with its spare loads, None for as many as wanted: Standard where
    nothing is counted, what there is a supply of, and spare loads. A supply of Grenades is for no magazine."""
    loads: dict[str, int | None] = {} if ammunition.spares is not None else {STANDARD: None}
    things = {one.weapon.name for one in combatant.carried if firearm(one)[0].plain}
    loads |= {supply.sort: None for supply in shooter(combatant).supplies if supply.sort not in things}
    for spare in ammunition.spares or ():
        sort = sort_name(spare.sort)
        known = loads.get(sort, 0)
        loads[sort] = None if known is None else known + spare.number
    return loads


def _spares(ammunition: Ammunition, combatant: Combatant) -> str:
    loads = available(ammunition, combatant)
    if not loads.keys() - {sort_name(ammunition.sort)}:
        return spare_loads(next(iter(loads.values()), 0))
    each = [f"{sort} unlimited" if number is None else f"{number} {sort}" for sort, number in loads.items()]
    return f"spare loads: {', '.join(each)}"
