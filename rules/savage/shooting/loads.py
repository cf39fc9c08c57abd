"""The weapons that a shooter carries, and the ammunition in them."""

from __future__ import annotations

from math import ceil

from rules.engine.ammunition.ammunition import BOXES, GRENADES, ROUNDS, TOKENS, left, recounted, tokens
from rules.engine.attack.arms import Arms
from rules.engine.books.ruleset import Option
from rules.engine.books.switch_values import value_of
from rules.engine.records.model import Ammunition, Carried, Combatant, Encounter
from rules.savage.shooter import SHOOTING, STANDARD, Firearm, shooter, sort_name
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


ARMS = Arms(
    Firearm,
    SHOOTING,
    cost="the cost is in your own book",
    unarmed="carries no weapon. Add one to the sheet line, such as Pistol or magazine 15.",
    also=lambda weapon: weapon.also,
)


def is_fired(weapon: Firearm) -> bool:
    """Return whether the weapon is fired and not thrown."""
    return not weapon.thrown


def is_thrown(weapon: Firearm) -> bool:
    """Return whether the weapon is thrown."""
    return weapon.thrown


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
    measure = value_of(AMMUNITION, encounter)
    return recounted(ammunition, measure, capacity(weapon, measure))


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
