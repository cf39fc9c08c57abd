"""Generates a character (1.3): from characteristics, skill and Encumbrance to Combat Actions and Knockout Value.

Each step returns its value. With a scene it also records the calculation, for Details.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import TypeVar

from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.model import Combatant
from rules.engine.records.steps import Term
from rules.engine.scene.scene import Scene
from rules.phoenix.basics.soldier import Characteristics, Light, Soldier, soldier
from rules.phoenix.basics.times import IMPULSES
from rules.phoenix.book import Book
from rules.phoenix.harm.fitness import LAST, share
from rules.phoenix.harm.recovery import half_up
from rules.phoenix.people.sheets.equipment import POUND, burden, pounds
from rules.tables.cells import INT, NUMBER
from rules.tables.table import Table
from rules.words.phrases import listed

LEAST, MOST = 1, 21
"""The range of a characteristic; tables 1A and 1B have no other rows (ruling O56)."""
HEAVIEST = 200
"""The greatest Encumbrance in pounds; table 1A has no further columns (ruling O56)."""
SHORT = {"strength": "STR", "intelligence": "INT", "will": "WIL", "health": "HLT", "agility": "AGI"}
"""The characteristics, with the abbreviations of the Status Sheet."""
NO_SPEED = "none"
"""The Base Speed where table 1A is blank: with so much to carry nobody can move (ruling O84)."""
_DICE = 3
_SECTION = "1.3"
V = TypeVar("V")


def characteristics(scene: Scene) -> Characteristics:
    """Throw all five characteristics, three dice each, and return them (step 1)."""
    thrown: dict[str, int] = {}
    for name, short in SHORT.items():
        dice = [
            scene.throw(short, f"{name.capitalize()}, die {n} of {_DICE}", 1, 6, detail=True, section=_SECTION)
            for n in range(1, _DICE + 1)
        ]
        terms = (Term(f"die {n}", value, "1.3") for n, value in enumerate(dice, 1))
        thrown[name] = scene.sum(short, *terms, detail=True, section=_SECTION)
    scene.note("Thrown", ", ".join(f"{SHORT[name]} {value}" for name, value in thrown.items()), section=_SECTION)
    return Characteristics(**thrown)


def base_speed(strength: int, weight: int, book: Book, scene: Scene | None = None) -> str:
    """Return the Base Speed as printed, "2.5", or NO_SPEED for an Encumbrance in hundredths of a pound (step 4).

    Raises Refusal for STR outside 1 to 21, and above 200 pounds (ruling O56).
    """
    check_characteristic("STR", strength)
    if not 0 <= weight <= HEAVIEST * POUND:
        raise Refusal(f"Encumbrance is 0 to {HEAVIEST} lb (table 1A), not {pounds(weight)} lb.")
    table = book.tables.of(NUMBER, "1a")
    if scene and table.columns:
        loads = [int(label) * POUND for label in table.columns.labels]
        if any(2 * weight == lighter + heavier for lighter, heavier in pairwise(loads)):
            scene.rule(
                "O1",
                (f"{pounds(weight)} lb is halfway between two columns, so the heavier one counts"),
                section=_SECTION,
            )
    load = Fraction(weight, POUND)
    speed = (
        scene.lookup("Base Speed", table, strength, load, detail=True, section=_SECTION)
        if scene
        else table.lookup("Base Speed", strength, load)[0]
    )
    if speed is None:
        return NO_SPEED
    return str(speed) if isinstance(speed, int) else f"{float(speed):g}"


def maximum_speed(agility: int, base: str, book: Book, scene: Scene | None = None) -> int:
    """Return the Maximum Speed (MS) for Agility and Base Speed (step 4).

    Without a Base Speed the lowest column counts, because Combat Actions follow from it. Raises Refusal for AGI outside
    1 to 21 (ruling O56).
    """
    check_characteristic("AGI", agility)
    table = book.tables.of(INT, "1b")
    if base == NO_SPEED and table.columns:
        base = table.columns.labels[0]
        if scene:
            scene.rule("O84", f"without a Base Speed, {base} counts for the Combat Actions", section=_SECTION)
    return _looked_up(scene, "MS", table, agility, base)


def accuracy_level(skill: int, book: Book, scene: Scene | None = None) -> int:
    """Return the Skill Accuracy Level (SAL) for a Gun Combat Skill Level of 0 to 20 (step 5)."""
    return _looked_up(scene, "SAL", book.tables.of(INT, "1c"), skill)


def skill_factor(intelligence: int, sal: int, scene: Scene | None = None) -> int:
    """Return the Intelligence Skill Factor (ISF): Intelligence plus SAL (step 6)."""
    if scene:
        scene.sum("ISF", Term("INT", intelligence, "1.2"), Term("SAL", sal, "1C"), detail=True, section=_SECTION)
    return intelligence + sal


def combat_actions(speed: int, isf: int, book: Book, scene: Scene | None = None) -> int:
    """Return the Combat Actions a phase for Maximum Speed and ISF (step 7, ruling O3)."""
    table = book.tables.of(INT, "1d")
    if scene and table.columns and isf != (column := int(table.columns.labels[table.columns.find(isf)])):
        scene.rule("O3", f"table 1D has no ISF of {isf}, so {column} counts", section=_SECTION)
    return _looked_up(scene, "CA", table, speed, isf)


def impulses(actions: int, book: Book, scene: Scene | None = None) -> tuple[int, ...]:
    """Return the Combat Actions of each impulse of a phase (step 7, table 1E)."""
    shares = tuple(share(actions, impulse, book) for impulse in range(1, IMPULSES + 1))
    if scene:
        text = f"{actions} Combat Actions, by impulse {' '.join(map(str, shares))} (1E)"
        scene.note("CA", text, detail=True, section=_SECTION)
        if actions > LAST:
            scene.rule("O56", f"table 1E ends at {LAST} Combat Actions; we continue it", section=_SECTION)
    return shares


def knockout_value(will: int, skill: int, scene: Scene | None = None) -> int:
    """Return the KV: half of Will times the skill level, rounded half up (step 8, ruling O36)."""
    value = half_up(will * skill, 2)
    if scene:
        scene.note("KV", f"{value} = 0.5 x WIL {will} x skill {skill} (1.3)", detail=True, section=_SECTION)
        if will * skill % 2:
            scene.rule("O36", f"{will * skill / 2} is rounded half up", section=_SECTION)
    return value


def completed(state: Soldier, book: Book, scene: Scene | None = None) -> Soldier:
    """Return the combatant with every value that follows from the others. Values that are given stay.

    With a scene the calculation of each value is recorded, except for a given value that differs from it.
    """
    traits, skill, sal, isf = state.characteristics, state.skill, state.sal, state.isf
    base, speed = state.base_speed or None, state.maximum_speed
    actions, knockout = state.actions, state.knockout_value
    if traits and (weight := state.weight) is not None:
        base = _value(base, lambda on: base_speed(traits.strength, weight, book, on), scene)
    if traits and (own_base := base):
        speed = _value(speed, lambda on: maximum_speed(traits.agility, own_base, book, on), scene)
    if (own_skill := skill) is not None:
        sal = _value(sal, lambda on: accuracy_level(own_skill, book, on), scene)
    if traits and (own_sal := sal) is not None:
        isf = _value(isf, lambda on: skill_factor(traits.intelligence, own_sal, on), scene)
    if (own_speed := speed) is not None and (own_isf := isf) is not None:
        actions = _value(actions, lambda on: combat_actions(own_speed, own_isf, book, on), scene)
    if actions is not None:
        impulses(actions, book, scene)
    if traits and (gun_skill := skill) is not None:
        knockout = _value(knockout, lambda on: knockout_value(traits.will, gun_skill, on), scene)
    return altered(
        state,
        sal=sal,
        isf=isf,
        base_speed=base or "",
        maximum_speed=speed,
        actions=actions,
        knockout_value=knockout,
    )


def lightened(state: Soldier, weight: int, book: Book) -> Light:
    """Return the values with a lower Encumbrance, in hundredths of a pound (1.3, 1.4).

    Values that the sheet line gave stay: those that differ from the values for the full Encumbrance.
    """
    traits, base, speed, actions = state.characteristics, state.base_speed, state.maximum_speed, state.actions
    full = state.weight
    if traits is None or full is None or not base:
        return Light(weight, base, speed, actions)
    if base == base_speed(traits.strength, full, book):
        base = base_speed(traits.strength, weight, book)
    elif base == _as_in_the_text(traits.strength, full, book):
        base = _as_in_the_text(traits.strength, weight, book)
    if speed is not None and speed == maximum_speed(traits.agility, state.base_speed, book):
        speed = maximum_speed(traits.agility, base, book)
    known = actions is not None and state.maximum_speed is not None and speed is not None and state.isf is not None
    if known and actions == combat_actions(state.maximum_speed or 0, state.isf or 0, book):
        actions = combat_actions(speed or 0, state.isf or 0, book)
    return Light(weight, base, speed, actions)


def _as_in_the_text(strength: int, weight: int, book: Book) -> str:
    """Return the Base Speed as encounters have it that began before second witnesses replaced cells of 1A (O84)."""
    table = book.tables.of(NUMBER, "1a")
    (_, row), (_, column) = table.lookup("", strength, Fraction(weight, POUND))[1].at
    erratum = table.errata.get((row, column))
    return erratum.printed if erratum else base_speed(strength, weight, book)


def check_speed(combatant: Combatant, book: Book) -> None:
    """Raise NotNow, naming what to drop, for a fighter who carries too much to walk, run or climb (1A)."""
    state = soldier(combatant)
    now = state.light or state
    if now.base_speed != NO_SPEED or now.weight is None or state.characteristics is None:
        return
    strength, weight = state.characteristics.strength, now.weight
    table = book.tables.of(NUMBER, "1a")
    loads = [int(label) * POUND for label in table.columns.labels] if table.columns else []
    # Halfway between two columns, the heavier one counts.
    most = max(
        (lighter + heavier - 1) // 2
        for lighter, heavier in pairwise(loads)
        if base_speed(strength, lighter, book) != NO_SPEED
    )
    parts = sorted(burden(combatant.carried, state.equipment, book), key=lambda part: -part[1])
    heaviest = listed([f"{what} {pounds(part)}" for what, part in parts[:3]], "and")
    raise NotNow(
        f"{combatant.reference} carries {pounds(weight)} lb, has no Base Speed (1A), and cannot walk, run or climb."
        f" Drop {pounds(weight - most)} lb or more, for example of {heaviest}."
    )


def check_characteristic(short: str, value: int) -> None:
    """Raise Refusal for a characteristic outside the tables' rows."""
    if not LEAST <= value <= MOST:
        raise Refusal(f"{short} is {LEAST} to {MOST}, not {value}.")


def _value(given: V | None, calculate: Callable[[Scene | None], V], scene: Scene | None) -> V:
    if given is None or (scene is not None and calculate(None) == given):
        return calculate(scene)
    return given


def _looked_up(scene: Scene | None, label: str, table: Table[V], *at: int | Fraction | str) -> V:
    value = scene.lookup(label, table, *at, detail=True, section=_SECTION) if scene else table.lookup(label, *at)[0]
    assert value is not None
    return value
