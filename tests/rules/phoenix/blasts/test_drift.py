"""The hexes in which explosive rounds that miss come down by table 5C (3.6; rulings O13, O38, O50)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.steps import Ruling
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Resolution
from rules.grid.hexes import distance
from rules.phoenix.blasts.drift import drift, missed, spread
from rules.phoenix.blasts.site import Line, Site
from rules.phoenix.book import Scene
from rules.tables.cells import ODDS
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, rolls

BOOK = phoenix().book


def drifted(level: int, roll: int, line: Line, most: int, *dice: int) -> tuple[Site, Resolution]:
    script = ScriptedDice(dice)
    scene = Scene(Skirmish("phoenix-advanced").encounter, script, BOOK)
    site = drift(level, roll, line, most, scene)
    assert script.unused == ()
    scene.conclude("")
    return site, scene.parts[0].resolution


def on(here: str, there: str) -> Line:
    a, b = Place.parse(here), Place.parse(there)
    return Line(a, b, distance(a, b))


def ruled(resolution: Resolution) -> set[str]:
    return {step.id for step in resolution.steps if isinstance(step, Ruling)}


def test_the_launcher_of_the_book() -> None:
    """EAL 14 needs 27; 82 would hit at 23, nine more: two hexes, and 7 is long."""
    site, told = drifted(14, 82, on("A3", "U3"), 200, 7)
    assert site == Site(2, 22, Place.parse("W3"), "2 hexes long")
    assert note(told, "Scatter") == "82 would need EAL 23 to hit: 23 - 14 = 9, 2 hexes"
    assert [(roll.value, roll.needed) for roll in rolls(told)] == [(7, "0-4 is short, 5-9 is long")]
    assert drifted(14, 82, on("A3", "U3"), 200, 5)[0] == site
    assert drifted(14, 82, on("A3", "U3"), 200, 4)[0] == Site(2, 18, Place.parse("S3"), "2 hexes short")


def test_the_grenade_of_the_book() -> None:
    """EAL 20 needs 67; 71 would hit at 21: one hex, the sixth of six."""
    site, told = drifted(20, 71, on("F9", "F6"), 15, 6)
    assert site == Site(1, 4, Place.parse("E6"), "1 hex off, beyond to the left")
    assert ruled(told) == {"O50"}


@pytest.mark.parametrize(("way", "at"), list(enumerate(["F5", "G6", "G7", "F7", "E7", "E6"], 1)))
def test_the_six_hexes_clockwise_from_straight_beyond(way: int, at: str) -> None:
    site, _ = drifted(20, 71, on("F9", "F6"), 15, way)
    assert site.place == Place.parse(at)
    assert site.range == distance(Place.parse("F9"), Place.parse(at))
    assert drifted(20, 71, Line(None, None, 3), 15, way)[0] == Site(1, site.range, None, site.words)


@pytest.mark.parametrize(
    ("level", "roll", "row", "hexes"),
    [
        (27, 99, 28, 1),  # nothing is greater: 28
        (27, 98, 27 + 1, 1),  # never asked, 98 hits; yet 99 is greater
        (26, 97, 27, 1),
        (3, 2, 4, 1),  # 02 stands at 3 and 2, 03 is the next
        (2, 10, 10, 2),
        (-1, 1, 2, 1),  # 01 on three lines: 02 begins at 2
        (-6, 0, -1, 1),  # the lowest line that has 01
        (-7, 99, 28, 25),
        (14, 99, 28, 4),
        (0, 99, 28, 25),
        (1, 99, 28, 21),
        (2, 99, 28, 19),
        (3, 99, 28, 16),
        (4, 99, 28, 14),
        (5, 99, 28, 12),
        (6, 99, 28, 10),
        (7, 99, 28, 8),
        (9, 99, 28, 6),
        (11, 99, 28, 5),
        (15, 99, 28, 3),
        (17, 99, 28, 2),
    ],
)
def test_by_how_many_hexes(level: int, roll: int, row: int, hexes: int) -> None:
    miss = missed(level, roll, BOOK)
    assert (miss.level, miss.difference, miss.hexes) == (row, row - level, hexes)


def test_how_often_it_misses_by_so_much() -> None:
    """At EAL 14, 27 hits; odds of 74 are seven levels off, 94 eleven, 98 thirteen (4G, 5C)."""
    assert spread(14, on("A3", "AO3"), 200, BOOK) == {0: 28, 1: 46, 2: 20, 3: 4, 4: 2}


def test_how_often_a_limit_keeps_a_miss_near() -> None:
    """2 hexes away: half of those that are 3 or 4 hexes off fall at the thrower's feet. With a range of 2 hexes, the
    other half fall on the target, as do the three of six beside it that are farther away (ruling O50)."""
    assert spread(14, on("F9", "F7"), 200, BOOK) == {0: 28, 1: 46, 2: 23, 3: 2, 4: 1}
    assert spread(14, on("F9", "F7"), 2, BOOK) == {0: 64, 1: 23, 2: 13}


def test_what_the_tables_do_not_hold_is_ruled() -> None:
    _, told = drifted(-7, 99, on("A3", "AO3"), 200, 5)
    assert {"O13", "O38"} <= ruled(told)


def test_never_behind_the_thrower() -> None:
    site, told = drifted(4, 99, on("A3", "F3"), 200, 0)
    assert site == Site(5, 0, Place.parse("A3"), "5 hexes short")
    assert "O50" in ruled(told)


def test_never_past_the_range() -> None:
    assert drifted(14, 82, on("F20", "F10"), 11, 9)[0] == Site(1, 11, Place.parse("F9"), "1 hex long")
    assert drifted(20, 71, on("F20", "F5"), 15, 1)[0] == Site(0, 15, Place.parse("F5"))
    assert drifted(20, 71, on("F9", "F6"), 4, 6)[0] == Site(1, 4, Place.parse("E6"), "1 hex off, beyond to the left")


def test_the_map_says_where_and_the_range_that_was_given_how_far() -> None:
    line = Line(Place.parse("F9"), Place.parse("F5"), 10)
    assert drifted(14, 82, line, 200, 9)[0] == Site(2, 12, Place.parse("F3"), "2 hexes long")
    assert drifted(14, 82, line, 200, 0)[0] == Site(2, 8, Place.parse("F7"), "2 hexes short")


def test_at_ones_own_feet() -> None:
    site, _ = drifted(20, 71, on("F6", "F6"), 15, 1)
    assert site == Site(1, 1, Place.parse("F5"), "1 hex off, beyond it")
    assert drifted(14, 82, on("F6", "F6"), 15, 0)[0] == Site(0, 0, Place.parse("F6"))


PLACES = st.builds(Place, st.integers(30, 50), st.integers(30, 50))


@given(st.integers(-30, 27), st.integers(0, 99), PLACES, PLACES, st.integers(0, 9), st.integers(1, 6), st.booleans())
def test_it_stays_in_reach_and_before_the_thrower(
    level: int, roll: int, here: Place, there: Place, way: int, side: int, mapped: bool
) -> None:
    far = distance(here, there)
    line = Line(here, there, far) if mapped else Line(None, None, far)
    odds, _ = BOOK.tables.of(ODDS, "4g").lookup("", level, "Single Shot")
    if odds is not None and roll <= odds:
        return  # it hits
    miss = missed(level, roll, BOOK)
    most = far + 3
    site, _ = drifted(level, roll, line, most, side if miss.hexes == 1 else way)
    assert 0 <= site.range <= most
    assert site.apart <= max(miss.hexes, 1)
    if not mapped:
        assert site.place is None
        return
    assert site.place is not None
    assert (distance(here, site.place), distance(there, site.place)) == (site.range, site.apart)
    # Behind the thrower would be farther from the target than the thrower is, and farther than it went wrong.
    if miss.hexes > 1 and way <= 4:
        assert site.range + site.apart == far
