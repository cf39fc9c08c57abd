"""The cost of a combatant: up to 58 points for characteristics, skill, armor and weapons (4.4).

Everything else about them must follow from these by chapter 1. Every point of a characteristic costs one, including the
six that each characteristic has at least.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.records.copies import altered
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Ammunition, Profile
from rules.engine.records.steps import Term
from rules.phoenix.basics.arms import Arm, ExplosiveWeapon, Grenade, Gun, Shotgun
from rules.phoenix.basics.soldier import Characteristics, Soldier, soldier
from rules.phoenix.book import Book
from rules.phoenix.people.sheets.character import completed
from rules.phoenix.people.sheets.equipment import burden
from rules.phoenix.shooting.carrying.kit import load_of
from rules.tables.cells import INT
from rules.words.phrases import counted, listed

TABLE = "tournament_costs"
_RIGID = 10
"""The Protection Factor of Rigid armor, above which a helmet costs more (1.4)."""
_AUTOMATIC, _SINGLE = "Automatic Rifle or Automatic Shotgun", "Non-Automatic Rifle or Shotgun"
_LAUNCHER, _SUBMACHINEGUN = "Machine Gun, Grenade Launcher", "Sub-Machinegun, Anti-Tank weapon or RPG"
_PISTOL = "Pistol, Hand Grenade, or 1 Reload"
_AS_RIFLES = ("Heckler & Koch 53", "AKR", "Bushmaster")
"""Sub-machineguns with the cost of automatic rifles."""
_DERIVED = ("sal", "isf", "base_speed", "maximum_speed", "actions", "knockout_value")
_SHORT = ("STR", "INT", "WIL", "HLT", "AGI")


def check(profile: Profile, book: Book) -> tuple[Term, ...]:
    """Return the costs of a combatant, item by item.

    Raises Refusal for a combatant who cannot be bought or costs too much.
    """
    state = soldier(profile)
    _check_bought(profile, state, book)
    terms = tuple(_terms(profile, state, book))
    total, most = sum(term.value for term in terms), cost("Points per combatant", book)
    if total > most:
        items = ", ".join(f"{term.value} for {term.label}" for term in terms)
        raise Refusal(f"That costs {total} points ({items}). A combatant has {most}: take less.")
    return terms


def cost(row: str, book: Book) -> int:
    """Return a figure of the cost table."""
    return book.tables.of(INT, TABLE).lookup("", row)[0] or 0


def priced(weapon: Arm) -> str:
    """Return the row of the cost table for a weapon."""
    if weapon.name in _AS_RIFLES:
        return _AUTOMATIC
    if isinstance(weapon, Grenade):
        return _PISTOL
    if isinstance(weapon, ExplosiveWeapon):
        rocket = any(word in weapon.type for word in ("Anti-Tank", "RPG", "Rocket"))
        return _SUBMACHINEGUN if rocket else _LAUNCHER
    assert isinstance(weapon, Gun)
    match weapon.group:
        case "machine_guns":
            return _LAUNCHER
        case "smgs":
            return _SUBMACHINEGUN
        case "pistols":
            return _PISTOL
    return _AUTOMATIC if weapon.rate.automatic or weapon.rate.three else _SINGLE


def _check_bought(profile: Profile, state: Soldier, book: Book) -> None:
    least, base = cost("Least characteristic", book), cost("Base skill level", book)
    if not state.rolled:
        raise Refusal(
            "In a tournament you buy characteristics instead of rolling them. Give STR, INT, WIL, HLT and AGI."
        )
    low = [short for short, value in zip(_SHORT, _values(state), strict=True) if value < least]
    if low:
        raise Refusal(f"In a tournament no characteristic is below {least}. Raise {listed(low, 'and')}.")
    if state.skill is None or state.skill < base:
        raise Refusal(
            f"In a tournament everyone has skill {base} or more; each level above it costs 3 points. Use skill {base}."
        )
    new = Soldier()
    reckoned = completed(altered(state, **{key: getattr(new, key) for key in _DERIVED}), book)
    odd = [key for key in _DERIVED if getattr(state, key) not in (getattr(new, key), getattr(reckoned, key))]
    carried = sum(weight for _, weight in burden(profile.carried, state.equipment, book))
    if odd or state.troop or state.vehicle is not None or (state.weight is not None and state.weight != carried):
        raise Refusal(
            "In a tournament everyone has characteristics, skill, armor and weapons, and all other"
            " values come from them. Leave troops, vehicles, and values such as SAL, CA, KV and"
            " encumbrance out."
        )


def _terms(profile: Profile, state: Soldier, book: Book) -> Iterator[Term]:
    point = cost("Characteristic point", book)
    yield Term("characteristics", point * sum(_values(state)), "4.4")
    above = (state.skill or 0) - cost("Base skill level", book)
    if above:
        yield Term(f"skill {state.skill}", cost("Extra skill level", book) * above, "4.4")
    armor = state.armor
    if armor.helm:
        yield Term("helmet", cost("Helmet heavier" if armor.helm > _RIGID else "Helmet up to Rigid", book), "4.4")
    for what, factor in (("visor", armor.visor), ("body armor", armor.body), ("limb armor", armor.limbs)):
        if factor:
            yield Term(what, -(-factor // 2), "4.4")
    for carried in profile.carried:
        weapon = carried.weapon
        assert isinstance(weapon, Arm)
        yield from _armed(weapon, carried.ammunition, book)


def _armed(weapon: Arm, ammunition: Ammunition | None, book: Book) -> Iterator[Term]:
    row = priced(weapon)
    each = cost(row, book)
    if ammunition is None or ammunition.spares is None:
        raise Refusal(f"In a tournament reloads cost a point each. Give the number for the {weapon.name}.")
    if isinstance(weapon, Grenade):
        number = ammunition.loaded + (ammunition.loads or 0)
        yield Term(f"{number} {weapon.name}" if number > 1 else weapon.name, each * number, row)
        return
    _check_rounds(weapon, ammunition)
    yield Term(weapon.name, each, row)
    rounds = sum(spare.count * spare.number for spare in ammunition.spares)
    full = weapon.capacity if isinstance(weapon, Gun) and load_of(weapon) == 1 else 0
    reloads = -(-rounds // full) if full else sum(spare.number for spare in ammunition.spares)
    reloads += -(-sum(spare.number for spare in ammunition.loose) // ammunition.capacity)
    if reloads:
        yield Term(counted(reloads, "reload"), cost(_PISTOL, book) * reloads, _PISTOL)


def _check_rounds(weapon: Arm, ammunition: Ammunition) -> None:
    """Raise Refusal for rounds other than FMJ (HEAT for explosive weapons). Rounds of shotguns are not checked."""
    if isinstance(weapon, Shotgun):
        return
    allowed = "HEAT" if isinstance(weapon, ExplosiveWeapon) else "FMJ"
    sorts = {ammunition.sort, *(spare.sort for spare in (*(ammunition.spares or ()), *ammunition.loose))}
    if sorts - {"", allowed}:
        raise Refusal(f"In a tournament the {weapon.name} fires only {allowed}. Leave other ammunition out.")


def _values(state: Soldier) -> tuple[int, ...]:
    has = state.characteristics or Characteristics()
    return (has.strength, has.intelligence, has.will, has.health, has.agility)
