"""By how much a roll misses: the level whose odds are just greater, by 4G and by 2A (2.11, 3.6, 5.6; ruling O38)."""

from __future__ import annotations

import csv

import pytest

from rules.engine.records.steps import Ruling
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.firing.near_misses import level_of_4g, margin, row_of_2a
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, Attempt
from rules.tables.loader import DATA
from tests.rules.phoenix.skirmish import Skirmish, phoenix

BOOK = phoenix().book


def printed(table: str) -> list[dict[str, str]]:
    with (DATA / f"phoenix/tables/{table}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("column", ["Single Shot", "Burst Elev."])
def test_every_roll_of_4g(column: str) -> None:
    odds = {int(row["EAL / shot"]): int(row[column]) for row in printed("4g") if row[column]}
    for roll in range(100):
        better = sorted(level for level, chance in odds.items() if chance > roll)
        assert level_of_4g(roll, column, BOOK) == (better[0] if better else None)
    assert level_of_4g(99, column, BOOK) is None


def test_every_roll_of_2a() -> None:
    rows = printed("2a")
    for hexes in ("2", "3", "4", "6", "7", "10", "20", "40", "70", "100", "200", "300"):
        for roll in range(100):
            found = (
                int(row["accuracy / range"])
                for row in rows
                if row[hexes] == "HIT" or (row[hexes] != "MISS" and int(row[hexes]) > roll)
            )
            assert row_of_2a(roll, int(hexes), BOOK) == next(found, 35)


@pytest.mark.parametrize(
    ("level", "roll", "automatic", "missed", "rulings"),
    [
        (17, 52, False, 1, []),
        (17, 47, False, 1, []),
        (17, 53, False, 2, []),
        (17, 98, False, 11, []),
        (17, 99, False, 11, ["O38"]),
        (-1, 2, False, 5, []),
        (17, 70, True, 1, []),
        (-2, 9, True, 2, []),
        (-12, 3, True, 6, []),
        (17, 99, True, 11, ["O38"]),
    ],
)
def test_by_the_effective_accuracy_level(
    level: int, roll: int, automatic: bool, missed: int, rulings: list[str]
) -> None:
    assert by("phoenix-advanced", level, roll, 50, automatic) == (missed, rulings)


@pytest.mark.parametrize(
    ("accuracy", "roll", "hexes", "missed", "rulings"),
    [
        (4, 34, 20, 1, []),
        (4, 97, 20, 12, []),
        (4, 98, 20, 13, ["O38"]),
        (4, 38, 11, 1, []),
        (34, 96, 300, 1, ["O38"]),
        (40, 96, 300, 1, ["O38", "O11"]),
        (-30, 1, 2, 4, []),
    ],
)
def test_by_the_shot_accuracy(accuracy: int, roll: int, hexes: int, missed: int, rulings: list[str]) -> None:
    assert by("phoenix-basic", accuracy, roll, hexes, False) == (missed, rulings)


def test_the_sum_is_shown_with_what_would_have_hit() -> None:
    skirmish = Skirmish("phoenix-advanced")
    found, _ = margin(17, 52, attempt(skirmish, 50, False), skirmish.encounter, BOOK)
    assert (found.label, [(term.label, term.value) for term in found.terms]) == (
        "Missed by",
        [("EAL that would hit", 18), ("this shot", -17)],
    )


def by(preset: str, total: int, roll: int, hexes: int, automatic: bool) -> tuple[int, list[str]]:
    skirmish = Skirmish(preset)
    found, steps = margin(total, roll, attempt(skirmish, hexes, automatic), skirmish.encounter, BOOK)
    return found.total, [step.id for step in steps if isinstance(step, Ruling)]


def attempt(skirmish: Skirmish, hexes: int, automatic: bool) -> Attempt:
    arm = BOOK.arms["M16"]
    assert isinstance(arm, Gun)
    skirmish.sheet("Trent", "SAL 14, M16")
    return Attempt(skirmish.one("Trent"), arm, AimedTarget("", "Guard", Soldier()), How(), (), hexes, automatic)
