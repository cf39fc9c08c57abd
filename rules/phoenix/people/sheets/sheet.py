"""Sheet lines of Phoenix Command: the combatant that a line describes, with weapons and equipment (1.2 to 1.5)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rules.engine.records.copies import altered
from rules.engine.records.errors import BadSheet, Refusal
from rules.engine.records.model import Carried, Combatant, Profile
from rules.phoenix.basics.arms import Arm
from rules.phoenix.basics.soldier import Armor, Characteristics, Equipment, Soldier, Wound
from rules.phoenix.basics.times import BEFORE
from rules.phoenix.book import Book
from rules.phoenix.ground.cover import terms as cover_terms
from rules.phoenix.ground.cover import with_cover
from rules.phoenix.people.sheets.character import HEAVIEST, LEAST, MOST, SHORT, completed
from rules.phoenix.people.sheets.equipment import CLOTHING, POUND, VISOR, Piece, burden, piece_of, pieces, pounds
from rules.phoenix.people.sheets.sheet_weapons import armed
from rules.phoenix.people.sheets.states import check_side
from rules.phoenix.people.sheets.states import state_terms as state_terms
from rules.phoenix.people.sheets.states import with_state as with_state
from rules.phoenix.shooting.carrying.gear import terms as gear_terms
from rules.phoenix.shooting.carrying.gear import with_gear, with_scopes
from rules.phoenix.weapons.weapon_terms import Names, weapon_terms
from rules.tables.cells import INT
from rules.words.phrases import combined, several
from rules.words.sheet import NUMBER, Grammar, Item, Number, Phrase, Reading, Terms, items, number

_SKILLS = 20
_PARTS = ("helm", "visor", "body", "limbs")
_FIGURES: tuple[Number, ...] = (
    *(Number(name, (short, name), LEAST, MOST) for name, short in SHORT.items()),
    Number("skill", ("skill", "skill level", "sl", "gun combat skill level"), 0, _SKILLS),
    Number("sal", ("SAL", "skill accuracy level", "skill acc level", "skill accuracy"), 0, 26),
    Number("isf", ("ISF", "int skill factor", "intelligence skill factor"), 0, 47),
    Number("actions", ("CA", "combat actions", "actions"), 1, 24),
    Number("knockout_value", ("KV", "knockout value"), 0, 210),
    Number("maximum_speed", ("MS", "maximum speed", "max speed"), 1, 13),
    Number("weight", ("encumbrance", "enc", "weight"), 0, HEAVIEST, places=2),
)
"""The numbers of a Status Sheet, by the field of Soldier or Characteristics."""
_SCOPE = "Optical Scope"
_SHORT_ITEMS: Mapping[str, tuple[str, ...]] = {
    "Canteen (full)": ("full canteen",),
    "Magazine Pouch (2 Mags)": ("pouch",),
    "Fighting Harness": ("harness",),
    "Field Radio": ("radio",),
    "Headset Communication": ("headset",),
    _SCOPE: ("scope",),
}
_NO_CLOTHING = "no clothing"
_MOST_DAMAGE = 10_000_000
_STATED = "wound from before"


def profile(line: str, arms: Mapping[str, Arm], book: Book) -> Profile:
    """Return the profile of a sheet line; `arms` are the weapons that may be named, by name.

    A line that gives a characteristic, a skill or a troop is a character's. Missing characteristics are 10 (O41), the
    Encumbrance is the sum of everything carried and worn, normal clothing included, and the values of 1.3 follow from
    these. Any other line sets only the values that it names. A given value replaces the calculated one.

    A weapon is full, with FMJ (the first type of its page) and two spare loads (the book's people have two magazines).
    A weapon of 100 lb or more, or one that is fired once, has no spare loads. Armor given by its PF has the weight of
    the table's armor of that PF, if there is one.

    Raises BadSheet, one sentence with every problem.
    """
    reading = _grammar(Names.of(arms), book).read(line.replace("#", " no "))
    if not reading:
        raise BadSheet("A sheet line describes a fighter, such as: skill 8, STR 16, AGI 10, M16; or: standing.")
    problems: list[str] = []
    carried = tuple(armed(arms[name], details, problems) for name, details in items(reading, "carried"))
    state = _fitted(reading, carried, _line_state(reading, problems, book), problems)
    if state.weight is None and _is_character(reading):
        state = _with_burden(state, carried, reading, problems, book)
    if problems:
        raise BadSheet(combined(problems[:6]), problems)
    return Profile(_name(state, carried), " ".join(line.split()), carried, completed(state, book))


@lru_cache(maxsize=8)
def _grammar(names: Names, book: Book) -> Grammar:
    return Grammar(terms(names, book))


@lru_cache(maxsize=2)
def terms(names: Names, book: Book) -> Terms:
    """Return all terms of a sheet line."""
    return (*weapon_terms(names), *book_terms(book))


def book_terms(book: Book) -> Terms:
    """Return the terms for everything except weapons."""
    speeds = book.tables.of(INT, "1b").columns
    armor: dict[str, dict[str, str]] = {part: {} for part in _PARTS}
    for name, piece in pieces(book).items():
        if name == VISOR:  # a number may follow it
            continue
        armor[piece.part] |= {name: name, name.replace("rmor", "rmour"): name}
        if piece.part == "body":
            short = name.removesuffix(" body armor")
            armor["body"] |= {short: name, f"{short} armor": name, f"{short} armour": name}
    gear: dict[str, str] = {}
    more: dict[str, str] = {}
    for item in book.tables.by_id["equipment"].rows.labels:
        short = item.partition(" (")[0]
        gear[short] = item
        phrases = (item, several(short), *_SHORT_ITEMS.get(item, ()))
        more |= dict.fromkeys((*phrases, *map(several, _SHORT_ITEMS.get(item, ()))), item)
    return (
        *_FIGURES,
        *state_terms(),
        Number("damage", ("PD", "physical damage"), 0, _MOST_DAMAGE),
        Phrase("base_speed", {f"base speed {label}": label for label in (speeds.labels if speeds else ())}),
        Phrase("troop", _troops(book)),
        Phrase("rolled", {"rolled": "rolled", "roll": "rolled", "rolled characteristics": "rolled"}),
        Phrase("bare", {_NO_CLOTHING: _NO_CLOTHING, "naked": _NO_CLOTHING}),
        Phrase("surprised", {"surprised": "surprised"}),
        Phrase("unit", {"lb": "lb", "lbs": "lb", "pounds": "lb"}),
        *(Phrase(part, phrases) for part, phrases in armor.items()),
        *cover_terms(book),
        *gear_terms(),
        Item("equipment", "piece of equipment", gear, more, counted=True),
    )


def _troops(book: Book) -> Mapping[str, str]:
    """Return the troops of the table by phrase: "Line", "Line (armored)", "armored line"."""
    phrases: dict[str, str] = {}
    for name in book.tables.of(INT, "troops").rows.labels:
        kind, armored, _ = name.partition(" (")
        words = ("{} armored", "{} armoured", "armored {}", "armoured {}") if armored else ("{}", "{} troops")
        phrases |= {word.format(kind): name for word in words}
    return phrases


def _is_character(reading: Reading) -> bool:
    return any(key in reading for key in (*SHORT, "skill", "troop", "rolled"))


def _line_state(reading: Reading, problems: list[str], book: Book) -> Soldier:
    """Return the state that the line and its troop give. Adds to `problems`."""
    changes: dict[str, Any] = {}
    given = {name: number(reading, name) for name in SHORT if name in reading}
    if "rolled" in reading:
        changes["rolled"] = False
        if given:
            listed = ", ".join(SHORT[name] for name in given)
            problems.append(f"“rolled” throws all five characteristics: leave it out, or {listed}")
        if not reading.keys() & {"skill", "troop"}:
            problems.append(f"“rolled” needs a skill: add skill 0 to {_SKILLS}")
    elif _is_character(reading):
        changes["characteristics"] = Characteristics(**given)
    worn = [Equipment(item, number(details, NUMBER, 1)) for item, details in items(reading, "equipment")]
    armor = _armor(reading, book)
    if troop := reading.get("troop"):
        changes["troop"] = str(troop)
        changes |= _troop_values(str(troop), book)
        if "skill" in reading and number(reading, "skill") != changes["skill"]:
            problems.append(f"{troop} troops have skill {changes['skill']}: leave the skill out, or the troop")
        for part, column in (("helm", "Helm PF"), ("body", "Body PF")):
            armor.setdefault(part, book.tables.of(INT, "troops").lookup("", str(troop), column)[0] or 0)
    protection: dict[str, int] = {}
    for part, protector in armor.items():
        protection[part] = protector.pf if isinstance(protector, Piece) else protector
        piece = (
            protector
            if isinstance(protector, Piece)
            else piece_of(part, protector, book)
            if _is_character(reading)
            else None
        )
        if piece:
            worn.append(Equipment(piece.name))
    figures = {
        term.key: number(reading, term.key) for term in _FIGURES if term.key in reading and term.key not in SHORT
    }
    changes |= figures | {"equipment": tuple(worn), "armor": Armor(**protection)}
    changes["surprised"] = "surprised" in reading
    changes["base_speed"] = str(reading.get("base_speed", ""))
    if points := number(reading, "damage"):
        changes["wounds"] = (Wound(points, _STATED, 0, BEFORE),)
    try:
        state = with_cover(reading, with_state(reading, Soldier()), book)
        check_side(reading, state)
    except BadSheet as bad:
        problems.append(str(bad).rstrip("."))
        state = Soldier()
    return altered(state, **changes)


def _fitted(reading: Reading, carried: tuple[Carried, ...], state: Soldier, problems: list[str]) -> Soldier:
    """Return the state with the gear that the line puts in use on the first weapon. Adds to `problems`."""
    try:
        state = with_gear(reading, Combatant("", "", "", None, carried, state))
    except Refusal as refusal:
        problems.append(str(refusal).rstrip("."))
        return state
    scope = any(one.item == _SCOPE for one in state.equipment)
    return with_scopes(reading, state, carried, scope=scope)


def _troop_values(troop: str, book: Book) -> dict[str, int]:
    table = book.tables.of(INT, "troops")
    columns = {
        "skill": "Skill Level",
        "actions": "Combat Actions",
        "knockout_value": "Knockout Value",
        "sal": "Skill Acc Level",
    }
    return {key: table.lookup("", troop, column)[0] or 0 for key, column in columns.items()}


def _armor(reading: Reading, book: Book) -> dict[str, Piece | int]:
    """Return the armor by part: a piece of the table, or a PF."""
    by_name = pieces(book)
    armor: dict[str, Piece | int] = {}
    for part in _PARTS:
        if part in reading:
            value = reading[part]
            armor[part] = by_name[value] if isinstance(value, str) else number(reading, part)
    return armor


def _with_burden(
    state: Soldier, carried: tuple[Carried, ...], reading: Reading, problems: list[str], book: Book
) -> Soldier:
    """Return the state with clothing and Encumbrance. Adds to `problems`."""
    worn = state.equipment
    if "bare" not in reading and not any(one.item == CLOTHING for one in worn):
        worn = (*worn, Equipment(CLOTHING))
    weight = sum(weight for _, weight in burden(carried, worn, book))
    if weight > HEAVIEST * POUND:
        problems.append(
            f"everything together weighs {pounds(weight)} lb, and table 1A ends at {HEAVIEST}: leave"
            f" something out, or give an encumbrance of 0 to {HEAVIEST}"
        )
    return altered(state, equipment=worn, weight=weight)


def _name(state: Soldier, carried: tuple[Carried, ...]) -> str:
    """Return the default name of a combatant."""
    if state.troop or state.vehicle:
        return state.troop or "Vehicle"
    described = carried or state.characteristics or state.sal is not None or state.actions is not None
    return "Soldier" if described or not state.rolled else "Target"
