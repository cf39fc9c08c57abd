"""The hexes in which explosive rounds that miss come down (2.11)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.steps import Ruling
from rules.engine.scene.dice import ScriptedDice
from rules.phoenix.blasts.scatter import missed, scatter
from rules.phoenix.book import Scene
from rules.phoenix.shooting.aim.accuracy import HIT, basic_chance
from tests.rules.phoenix.skirmish import Skirmish, phoenix

GOLDEN = tomllib.loads(
    (Path(__file__).parents[3] / "golden" / "phoenix" / "explosives.toml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("case", GOLDEN["scatter"], ids=lambda case: case["title"])
def test_as_the_book_tells_it(case: dict[str, Any]) -> None:
    book = phoenix().book
    roll, *rest = case["dice"]
    assert basic_chance(case["accuracy"], case["range"], book) == case.get("needed", "MISS")
    assert missed(case["accuracy"], roll, case["range"], book).row == case["row"]
    dice = ScriptedDice(rest)
    scene = Scene(Skirmish().encounter, dice, phoenix().book)
    assert scatter(case["accuracy"], roll, case["range"], scene) == case["off"]
    assert dice.unused == ()
    scene.conclude("")
    ruled = {step.id for step in scene.parts[0].resolution.steps if isinstance(step, Ruling)}
    assert ruled == {id for id in ("O10", "O38", "O42") if f"({id})" in case["title"] or (id == "O10" and not rest)}


def test_where_the_table_ends_the_row_after_the_last_counts() -> None:
    assert missed(34, 97, 300, phoenix().book).row == 35
    assert missed(20, 99, 300, phoenix().book).hexes == 8  # 15 / 2


def test_above_the_last_row_it_is_the_last_row_that_misses() -> None:
    dice = ScriptedDice([7])
    scene = Scene(Skirmish().encounter, dice, phoenix().book)
    assert scatter(38, 97, 300, scene) == 1  # 35 - 34 is 1, half of it 1: long, not short by 2
    scene.conclude("")
    ruled = {step.id: step.text for step in scene.parts[0].resolution.steps if isinstance(step, Ruling)}
    assert ruled.keys() == {"O11", "O38"}
    assert ruled["O11"] == "SA 38 counts as 34, the last row of 2A"


@given(st.integers(-45, 45), st.integers(0, 300), st.integers(0, 99))
def test_nobody_misses_by_more_than_a_third_of_the_range(accuracy: int, range: int, roll: int) -> None:
    odds = basic_chance(accuracy, range, phoenix().book)
    if odds == HIT or (isinstance(odds, int) and roll <= odds):
        return
    miss = missed(accuracy, roll, range, phoenix().book)
    assert 0 <= 3 * miss.hexes <= range
    assert miss.row > min(accuracy, 34)
    assert miss.hexes >= 1 or range < 3
