"""Records and their copies: a copy with other values is what `dataclasses.replace` makes of it."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.engine.records import copies
from rules.engine.records.copies import altered
from rules.engine.records.errors import UnknownName
from rules.engine.records.model import Ammunition, Spare
from rules.engine.scene.effects import Joined, Left, Switched
from tests.rules.test_effects import BASE, ONE, TWO


@pytest.mark.parametrize("changes", [{}, {"title": "Other"}, {"passed": (), "ended": True}])
def test_the_same_but_for_the_changes(changes: dict[str, Any]) -> None:
    kept = replace(BASE)
    copy = altered(BASE, **changes)
    assert copy == replace(BASE, **changes)
    assert hash(copy) == hash(replace(BASE, **changes))
    assert kept == BASE


def test_the_type_checker_refuses_changes_of_a_record() -> None:
    copy = altered(ONE, in_hand=1)
    # mypy reports an unused `ignore`, so this line fails the check of types if records are no longer frozen for it.
    copy.in_hand = 2  # type: ignore[misc]
    assert (copy.in_hand, ONE.in_hand) == (2, 0)


@pytest.mark.parametrize("change", [{"count": 20}, {"sort": "AP"}, {}])
def test_a_record_with_slots_is_replaced_like_any_other(change: dict[str, Any]) -> None:
    spare = Spare(30, 2, "FMJ", short=3)
    copy = copies.replace(spare, **change)
    assert copy == replace(spare, **change) and copy.short == 3
    assert hash(copy) == hash(replace(spare, **change))


def test_a_replaced_record_is_checked_like_a_new_one() -> None:
    with pytest.raises(ValueError, match="impossible spare"):
        copies.replace(Spare(30), count=0)


def test_the_switches_follow_their_encounter() -> None:
    first = copies.replace(BASE, switches=(("a", "on"),))
    assert first.settings["a"] == "on"
    second = Switched("a", "off").on(first)
    assert (first.settings["a"], second.settings["a"]) == ("on", "off")
    assert altered(second, ended=True).settings is second.settings


def test_combatants_are_where_their_encounter_has_them() -> None:
    moved = BASE.with_combatant(altered(TWO, in_hand=1))
    assert (moved.combatant(TWO.id).in_hand, BASE.combatant(TWO.id)) == (1, TWO)
    without_one = Left(ONE.id).on(moved)
    assert without_one.combatant(TWO.id) == moved.combatant(TWO.id)
    with pytest.raises(UnknownName):
        without_one.combatant(ONE.id)
    assert Joined(ONE).on(without_one).combatant(ONE.id) == ONE
    assert without_one.with_combatant(ONE) is without_one


SAME_PEOPLE = {
    "rules/engine/records/model.py",  # with_combatant
    "rules/phoenix/basics/effects.py",  # a new impulse
    "rules/engine/scene/effects.py",  # a newcomer: what is known of the others stays
    "rules/engine/sight/sight.py",  # what a side knows of it, without its positions
    "bot/game/entries/codec.py",  # a state without its combatants, whose texts are kept apart
    "tests/rules/phoenix/senses/test_spotting.py",  # a later state that keeps what was worked out, with one new name
}


def test_what_an_encounter_has_worked_out_is_not_copied_to_other_switches_or_people() -> None:
    root = Path(__file__).parents[2]
    wrong = [
        f"{name}:{node.lineno}"
        for folder in ("rules", "bot", "cogs", "bench", "tests")
        for path in (root / folder).rglob("*.py")
        if "altered(" in (text := path.read_text(encoding="utf-8"))
        for name in [path.relative_to(root).as_posix()]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("altered", "copies.altered")
        for word in node.keywords
        if word.arg == "switches" or (word.arg == "combatants" and name not in SAME_PEOPLE)
    ]
    assert not wrong, "use `replace` there"


def test_a_record_that_checks_its_values_is_not_copied_unchecked() -> None:
    with pytest.raises(AttributeError, match="__dict__"):
        altered(Ammunition("boxes", 16, 16), loaded=17)
