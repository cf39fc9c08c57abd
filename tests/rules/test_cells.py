"""Each kind of cell reads what the books print, and says what it wants otherwise."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.tables.cells import KINDS, Damage, Hits, Reach


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("int", "-12", -12),
        ("int", "80,000", 80_000),
        ("text", "flees", "flees"),
        ("number", "0.12", Fraction(3, 25)),
        ("number", "4.0", 4),
        ("odds", "07", 7),
        ("odds", "00", 0),
        ("suffixed", "2H", 200),
        ("suffixed", "13k", 13_000),
        ("suffixed", "59t", 590_000),
        ("suffixed", "3X", 300_000),
        ("suffixed", "1M", 1_000_000),
        ("suffixed", "1.6", Fraction(8, 5)),
        ("suffixed", "7", 7),
        # A phase is two seconds.
        ("time", "90p", 90),
        ("time", "35m", 35 * 60 // 2),
        ("time", "79h", 79 * 3600 // 2),
        ("time", "25d", 25 * 86_400 // 2),
        ("hits", "*9", Hits(certain=9)),
        ("hits", "15", Hits(chance=15)),
        ("damage", "300", Damage(300)),
        ("damage", "*12", Damage(12, 1)),
        ("damage", "**500", Damage(500, 2)),
        ("roll", "00-02", Reach(0, 2)),
        ("roll", "9", Reach(9, 9)),
    ],
)
def test_what_is_printed_has_its_value(kind: str, text: str, value: object) -> None:
    read = KINDS[kind].read(text)
    assert read == value and type(read) is type(value)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("int", "1.5"), ("int", "1,00"), ("number", ".5"), ("odds", "7"), ("odds", "100"), ("suffixed", "2Z"),
        ("suffixed", "H"), ("time", "90"), ("time", "p"), ("hits", "**9"), ("damage", "***1"), ("roll", "02-"),
    ],
)  # fmt: skip
def test_anything_else_is_named(kind: str, text: str) -> None:
    with pytest.raises(ValueError, match=f"is no {KINDS[kind].noun[:10]}"):
        KINDS[kind].read(text)


@pytest.mark.parametrize(("roll", "inside"), [(2, False), (3, True), (5, True), (6, False)])
def test_a_reach_holds_its_ends(roll: int, inside: bool) -> None:
    assert (roll in Reach(3, 5)) is inside
