"""The ammunition in a weapon and its measure; finding the carried weapon that is meant, and taking it in hand."""

from __future__ import annotations

from math import ceil

from rules.engine.ammunition.ammunition import BOXES, GRENADES, ROUNDS, TOKENS, left, recounted, tokens
from rules.engine.books.ruleset import Option
from rules.engine.books.switching import standing
from rules.engine.records.errors import Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Ammunition, Carried, Combatant, Encounter
from rules.engine.scene.effects import Drawn
from rules.engine.scene.scene import Scene
from rules.savage.shooter import SHOOTING, STANDARD, Firearm, shooter, sort_name
from rules.words.catalogue import find
from rules.words.phrases import spare_loads

AMMUNITION = Option(
    "ammunition",
    (
        "How ammunition is counted: in tokens, or, as a house rule, in boxes. An attack uses one"
        " box, and a magazine has one for each attack at its full ROF."
    ),
    (TOKENS, BOXES),
    TOKENS,
)


@dataclass(frozen=True, slots=True)
class CarriedWeapon:
    """A weapon that a shooter carries: its index among their weapons, the weapon, its ammunition."""

    slot: int
    weapon: Firearm
    ammunition: Ammunition


def firearm(carried: Carried) -> tuple[Firearm, Ammunition]:
    """Return the weapon and its ammunition. Raises TypeError if it is not of these rules."""
    if not isinstance(carried.weapon, Firearm) or carried.ammunition is None:
        raise TypeError(f"{carried.weapon.name} is not a weapon of this rulebook")
    return carried.weapon, carried.ammunition


def capacity(weapon: Firearm, measure: str) -> int:
    """Return the capacity of a full magazine in this measure: tokens (Ammunition Capacity) or boxes (a house rule)."""
    return tokens(weapon.rounds) if measure == TOKENS else ceil(weapon.rounds / weapon.rate)


def full_load(weapon: Firearm) -> Ammunition:
    """Return the ammunition of a new weapon, full.

    Spare loads are unlimited unless its ammunition is priced by the item. A plain weapon has its `magazine` of items.
    """
    if weapon.plain:
        return Ammunition(GRENADES if weapon.thrown else ROUNDS, weapon.magazine, weapon.magazine)
    full = capacity(weapon, TOKENS)
    return Ammunition(TOKENS, full, full, None if weapon.supplied else ())


def as_counted(carried: Carried, encounter: Encounter) -> Ammunition:
    """Return a weapon's ammunition in the measure of the encounter; a plain weapon's is unchanged."""
    weapon, ammunition = firearm(carried)
    if weapon.plain:
        return ammunition
    measure = standing(AMMUNITION, encounter)
    return recounted(ammunition, measure, capacity(weapon, measure))


def carried_weapon(combatant: Combatant, name: str = "", *, thrown: bool | None = None) -> CarriedWeapon:
    """Return the weapon of that name, or the one in hand. `thrown` prefers weapons that are thrown, or are not.

    Raises UnknownName with the nearest, Refusal if the combatant has none.
    """
    if not combatant.carried:
        raise Refusal(
            f"{combatant.reference} carries no weapon. Add one to the sheet line, such as Pistol or magazine 15."
        )
    slots = {carried.weapon.name: slot for slot, carried in enumerate(combatant.carried)}
    if name.strip():
        also = {carried.weapon.name: firearm(carried)[0].also for carried in combatant.carried}
        slot = find(name, slots, "weapon", also=also)
    else:
        order = (combatant.in_hand, *slots.values())
        fitting = [slot for slot in order if thrown in (None, firearm(combatant.carried[slot])[0].thrown)]
        slot = fitting[0] if fitting else combatant.in_hand
    return CarriedWeapon(slot, *firearm(combatant.carried[slot]))


def take_in_hand(combatant: Combatant, arm: CarriedWeapon, scene: Scene) -> None:
    """Take another weapon in hand, which is free in these rules."""
    if arm.slot != combatant.in_hand:
        scene.do(Drawn(combatant.id, arm.slot))
        taken = f"takes the {arm.weapon.name} in hand; the cost is in your own book"
        scene.note("Weapon", taken, section=SHOOTING)


def ammunition_words(weapon: Firearm, ammunition: Ammunition, combatant: Combatant) -> str:
    """Return a weapon's ammunition in words: "1 of 2 tokens, AP, spare loads: 3 AP"; "3 left" of a plain weapon."""
    if weapon.plain:
        return f"{ammunition.loaded} left"
    sort = f", {ammunition.sort}" if ammunition.sort else ""
    return f"{left(ammunition)}{sort}, {_spares(ammunition, combatant)}"


def available(ammunition: Ammunition, combatant: Combatant) -> dict[str, int | None]:
    """Return the sorts that can be loaded, by name, with the number of spare loads, None for unlimited.

    Standard is unlimited while loads are not counted, and so is a sort with a supply. A supply of a plain weapon
    (grenades) loads no magazine.
    """
    loads: dict[str, int | None] = {} if ammunition.spares is not None else {STANDARD: None}
    plain_weapons = {one.weapon.name for one in combatant.carried if firearm(one)[0].plain}
    loads |= {supply.sort: None for supply in shooter(combatant).supplies if supply.sort not in plain_weapons}
    for spare in ammunition.spares or ():
        sort = sort_name(spare.sort)
        number = loads.get(sort, 0)
        loads[sort] = None if number is None else number + spare.number
    return loads


def _spares(ammunition: Ammunition, combatant: Combatant) -> str:
    loads = available(ammunition, combatant)
    if not loads.keys() - {sort_name(ammunition.sort)}:
        return spare_loads(next(iter(loads.values()), 0))
    each = [f"{sort} unlimited" if count is None else f"{count} {sort}" for sort, count in loads.items()]
    return f"spare loads: {', '.join(each)}"
