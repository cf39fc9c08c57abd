"""Generating a character (1.3): from characteristics, skill and Encumbrance to Combat Actions and Knockout Value.

Each step gives its value; on a scene it is recorded as well, to be shown under Details.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import TypeVar

from rules.engine.copies import altered
from rules.engine.errors import Refusal
from rules.engine.scene import Scene
from rules.engine.steps import Term
from rules.phoenix.book import Book
from rules.phoenix.harm.fitness import LAST, share
from rules.phoenix.harm.recovery import half_up
from rules.phoenix.people.equipment import POUND, pounds
from rules.phoenix.soldier import Characteristics, Soldier
from rules.phoenix.times import IMPULSES
from rules.tables.cells import INT, NUMBER
from rules.tables.table import Table

LEAST, MOST = 1, 21
"""A characteristic's ends: tables 1A and 1B have no rows beyond (ruling O56)."""
HEAVIEST = 200
"""Pounds of Encumbrance, likewise."""
SHORT = {"strength": "STR", "intelligence": "INT", "will": "WIL", "health": "HLT", "agility": "AGI"}
"""The characteristics as the Status Sheet has them."""
_DICE = 3
V = TypeVar("V")


def characteristics(scene: Scene) -> Characteristics:
    """All five of them thrown, three dice each (step 1)."""
    thrown: dict[str, int] = {}
    for name, short in SHORT.items():
        dice = [
            scene.throw(short, f"{name.capitalize()}, die {n} of {_DICE}", 1, 6, detail=True)
            for n in range(1, _DICE + 1)
        ]
        terms = (Term(f"die {n}", value, "1.3") for n, value in enumerate(dice, 1))
        thrown[name] = scene.sum(short, *terms, detail=True)
    scene.note("Thrown", ", ".join(f"{SHORT[name]} {value}" for name, value in thrown.items()))
    return Characteristics(**thrown)


def base_speed(strength: int, weight: int, book: Book, scene: Scene | None = None) -> str:
    """Base Speed as printed, "2.5", for an Encumbrance in hundredths of a pound (step 4).

    Raises Refusal for STR outside 1 to 21, and above 200 pounds (ruling O56).
    """
    check_characteristic("STR", strength)
    if not 0 <= weight <= HEAVIEST * POUND:
        raise Refusal(f"An Encumbrance goes from 0 to {HEAVIEST} lb (table 1A), not {pounds(weight)} lb.")
    table = book.tables.of(NUMBER, "1a")
    if scene and table.columns:
        loads = [int(label) * POUND for label in table.columns.labels]
        if any(2 * weight == lighter + heavier for lighter, heavier in pairwise(loads)):
            scene.rule("O1", f"{pounds(weight)} lb is halfway between two columns: the heavier holds")
    speed = _found(scene, "Base Speed", table, strength, Fraction(weight, POUND))
    return str(speed) if isinstance(speed, int) else f"{float(speed):g}"


def maximum_speed(agility: int, base: str, book: Book, scene: Scene | None = None) -> int:
    """MS (step 4). Raises Refusal for AGI outside 1 to 21 (ruling O56)."""
    check_characteristic("AGI", agility)
    return _found(scene, "MS", book.tables.of(INT, "1b"), agility, base)


def accuracy_level(skill: int, book: Book, scene: Scene | None = None) -> int:
    """SAL for a Gun Combat Skill Level of 0 to 20 (step 5)."""
    return _found(scene, "SAL", book.tables.of(INT, "1c"), skill)


def skill_factor(intelligence: int, sal: int, scene: Scene | None = None) -> int:
    """ISF (step 6)."""
    if scene:
        scene.sum("ISF", Term("INT", intelligence, "1.2"), Term("SAL", sal, "1C"), detail=True)
    return intelligence + sal


def combat_actions(speed: int, isf: int, book: Book, scene: Scene | None = None) -> int:
    """Combat Actions a phase for Maximum Speed and ISF (step 7, ruling O3)."""
    table = book.tables.of(INT, "1d")
    if scene and table.columns and isf != (column := int(table.columns.labels[table.columns.find(isf)])):
        scene.rule("O3", f"table 1D has no ISF of {isf}: it is read at {column}")
    return _found(scene, "CA", table, speed, isf)


def impulses(actions: int, book: Book, scene: Scene | None = None) -> tuple[int, ...]:
    """How Combat Actions are divided up on the impulses of a phase (step 7, table 1E)."""
    shares = tuple(share(actions, impulse, book) for impulse in range(1, IMPULSES + 1))
    if scene:
        scene.note("CA", f"{actions} Combat Actions, by impulse {' '.join(map(str, shares))} (1E)", detail=True)
        if actions > LAST:
            scene.rule("O56", f"table 1E ends at {LAST} Combat Actions and is continued")
    return shares


def knockout_value(will: int, skill: int, scene: Scene | None = None) -> int:
    """KV, half of Will times the skill level, rounded half up (step 8, ruling O36)."""
    value = half_up(will * skill, 2)
    if scene:
        scene.note("KV", f"{value} = 0.5 x WIL {will} x skill {skill} (1.3)", detail=True)
        if will * skill % 2:
            scene.rule("O36", f"{will * skill / 2} is rounded half up")
    return value


def completed(state: Soldier, book: Book, scene: Scene | None = None) -> Soldier:
    """The combatant with every value that follows from the others; what he has already stays.

    On a scene the reckoning is recorded of every value that agrees with it: those that were simply given have none.
    """
    who, skill, sal, isf = state.characteristics, state.skill, state.sal, state.isf
    base, speed = state.base_speed or None, state.maximum_speed
    actions, endurance = state.actions, state.knockout_value
    if who and (weight := state.weight) is not None:
        base = _value(base, lambda on: base_speed(who.strength, weight, book, on), scene)
    if who and (paced := base):
        speed = _value(speed, lambda on: maximum_speed(who.agility, paced, book, on), scene)
    if (level := skill) is not None:
        sal = _value(sal, lambda on: accuracy_level(level, book, on), scene)
    if who and (aimed := sal) is not None:
        isf = _value(isf, lambda on: skill_factor(who.intelligence, aimed, on), scene)
    if (fast := speed) is not None and (quick := isf) is not None:
        actions = _value(actions, lambda on: combat_actions(fast, quick, book, on), scene)
    if actions is not None:
        impulses(actions, book, scene)
    if who and (trained := skill) is not None:
        endurance = _value(endurance, lambda on: knockout_value(who.will, trained, on), scene)
    return altered(
        state,
        sal=sal,
        isf=isf,
        base_speed=base or "",
        maximum_speed=speed,
        actions=actions,
        knockout_value=endurance,
    )


def check_characteristic(short: str, value: int) -> None:
    """Raises Refusal for one that the tables have no row for."""
    if not LEAST <= value <= MOST:
        raise Refusal(f"{short} goes from {LEAST} to {MOST}, not {value}.")


def _value(given: V | None, reckon: Callable[[Scene | None], V], scene: Scene | None) -> V:
    if given is None or (scene is not None and reckon(None) == given):
        return reckon(scene)
    return given


def _found(scene: Scene | None, label: str, table: Table[V], *at: int | Fraction | str) -> V:
    found = scene.lookup(label, table, *at, detail=True) if scene else table.lookup(label, *at)[0]
    assert found is not None
    return found
