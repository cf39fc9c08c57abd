"""Phoenix Command's tables of odds, armor, movement and bursts obey the progressions that the errata found."""

from __future__ import annotations

from fractions import Fraction
from math import floor, log

import pytest

from rules.tables.cells import Hits
from tests.rules.phoenix.book import headings, numbers, printed, table


def half_up(number: float) -> int:
    return floor(number + 0.5)


def at_least(columns: dict[int, str], key: int) -> str:
    """The next column outward."""
    return columns[min(label for label in columns if label >= key)]


def test_the_odds_are_those_of_the_advanced_game() -> None:
    """T5: a cell of 2A is 4G's single shot at the accuracy and 4A's modifier; from 28 on HIT, below -2 MISS."""
    modifiers = {int(row): cells["ALM"] for row, cells in printed("4a").items()}
    odds = {int(row): cells["Single Shot"] for row, cells in printed("4g").items()}
    found = {"HIT": 0, "MISS": 0, "odds": 0}
    for accuracy, cells in printed("2a").items():
        for heading, cell in cells.items():
            level = int(accuracy) + int(at_least(modifiers, int(heading)))
            expected = "HIT" if level >= 28 else "MISS" if level < -2 else odds[level]
            assert cell == expected, (accuracy, heading)
            found[cell if cell in found else "odds"] += 1
    assert found["odds"] + found["HIT"] + found["MISS"] == 672
    assert min(found.values()) > 100


def test_burst_elevation_is_never_harder() -> None:
    for level, cells in numbers("4g").items():
        assert cells.get("Burst Elev.", -1) >= cells.get("Single Shot", -1), level


def test_the_single_shot_ends_at_minus_two() -> None:
    blank = [int(row) for row, cells in printed("4g").items() if not cells["Single Shot"]]
    assert blank == [-3, -4, -5, -6, -8, -10, -15, -17, -22]
    assert [row for row, cells in printed("4g").items() if not cells["Burst Elev."]] == ["-22"]


def test_penetration_summary() -> None:
    """T25: ceil((PF + 1) x 1.3^(line - 1)), exactly."""
    for pf, cells in numbers("3b").items():
        for line, pen in cells.items():
            power = int(line) - 1
            assert pen == -(-(int(pf) + 1) * 13**power // 10**power), (pf, line)


def test_effective_armor() -> None:
    """T25: PF x 2.42^((roll + 1) / 10), within 1."""
    for pf, cells in numbers("6d").items():
        for roll, epf in cells.items():
            expected = floor(int(pf) * 2.42 ** ((int(roll) + 1) / 10) + 0.5)
            assert expected - 1 <= epf <= expected + 1, (pf, roll)


# Errata, "4D rebuilt": speeds 50 to 120.
REBUILT = """
50 F F F F F F -10 -9 -8 -7 -6 -6 -5
60 F F F F F F F -10 -8 -7 -6 -6 -6
70 F F F F F F F F -9 -8 -7 -6 -6
80 F F F F F F F F -9 -8 -7 -7 -6
90 F F F F F F F F -10 -9 -8 -7 -6
100 F F F F F F F F F -9 -8 -7 -7
110 F F F F F F F F F F -9 -8 -7
120 F F F F F F F F F F -9 -8 -7
"""


def test_the_rebuilt_rows_of_movement() -> None:
    for line in REBUILT.split("\n")[1:-1]:
        speed, *cells = line.split()
        words = ["FAST" if cell == "F" else cell for cell in cells]
        assert list(printed("4d")[speed].values()) == words, speed


@pytest.mark.parametrize(
    ("ratio", "modifier", "cells"),
    [
        (Fraction(1, 20), -6, 7),
        (Fraction(1, 15), -7, 2),
        (Fraction(1, 10), -8, 7),
        (Fraction(2, 15), -9, 1),
        (Fraction(3, 20), -10, 2),
    ],
)
def test_movement_up_to_40_goes_by_speed_over_range(ratio: Fraction, modifier: int, cells: int) -> None:
    """T13."""
    found = [
        modified
        for speed, line in numbers("4d").items()
        for hexes, modified in line.items()
        if Fraction(speed) <= 40 and Fraction(speed) / Fraction(hexes) == ratio
    ]
    assert found == [modifier] * cells


def test_fast_numbers_slow() -> None:
    """T12: FAST stands left of the numbers, SLOW right of them."""
    for speed, line in zip(table("4d").rows.labels, table("4d").cells, strict=True):
        order = [{"FAST": 0, "SLOW": 2}.get(str(cell), 1) for cell in line]
        assert order == sorted(order), speed
        assert 1 in order


def test_automatic_fire() -> None:
    """T16: 1.15 a line, in proportion to the rate of fire: 1.05 x ROF x 1.15^(line - 31) hits, at most ROF.

    Hits are rounded; below one hit the chance is one less than in 100, as 00 hits. Every cell is within one of that.
    """
    exact = 0
    for line, cells in zip(table("5a").rows.labels, table("5a").cells, strict=True):
        for heading, cell in zip(headings("5a"), cells, strict=True):
            hits = min(1.05 * int(heading) * 1.15 ** (int(line) - 31), int(heading))
            match cell:
                case None:
                    assert 100 * hits < 1.55, (line, heading)
                case Hits(certain=0, chance=chance):
                    assert abs(100 * hits - 1 - chance) <= 1.2, (line, heading)
                    exact += half_up(100 * hits - 1) == chance
                case Hits(certain=certain):
                    assert hits > 0.99
                    assert abs(hits - certain) <= 0.8, (line, heading)
                    exact += half_up(hits) == certain
    assert exact > 650


def test_blanks_of_automatic_fire_lead_the_last_lines() -> None:
    """T16: the last two lines are blank in three and four places."""
    blanks = {line: [heading for heading, cell in cells.items() if not cell] for line, cells in printed("5a").items()}
    assert {line: len(found) for line, found in blanks.items() if found} == {
        "-15": 1,
        "-16": 1,
        "-17": 1,
        "-18": 2,
        "-19": 3,
        "-20": 3,
        "-21": 4,
    }
    assert all(found == list(headings("5a")[: len(found)]) for found in blanks.values())


def test_an_arc_stands_where_hits_are_divided_by_it() -> None:
    """T18: line 16 is the arc of 1; an arc a stands log(a) / log(1.15) lines below."""
    assert printed("5a_arc")["1"]["index"] == "16"
    for arc, cells in numbers("5a_arc").items():
        assert abs(16 - log(float(arc)) / log(1.15) - float(cells["index"])) <= 0.75, arc


def test_pellets() -> None:
    """T18: about 4/3 a line (1.15 squared), 0.88 hits at line 16, read as in 5A."""
    for line, (cell,) in zip(table("5a_pellet").rows.labels, table("5a_pellet").cells, strict=True):
        hits = 0.88 * 1.15 ** (2 * (int(line) - 16))
        assert isinstance(cell, Hits)
        if cell.certain:
            assert abs(hits - cell.certain) <= 0.75, line
        else:
            assert abs(100 * hits - 1 - cell.chance) <= 0.75, line
