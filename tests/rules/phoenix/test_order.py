"""Phoenix Command's tables rise and fall where they must, and their ranges of rolls leave nothing out."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from rules.tables.cells import ROLL, Damage, Reach
from tests.rules.phoenix.book import DC, Measure, headings, measured, numbers, printed, table, time

RISES, FALLS, ANY = 1, -1, 0

# Down the rows and along the columns, as printed; a cell may equal the one before it.
DIRECTIONS = {
    "1a": (FALLS, FALLS),
    "1b": (FALLS, RISES),
    "1c": (RISES, ANY),
    "1d": (RISES, RISES),
    "1e": (RISES, ANY),
    "knockout": (RISES, ANY),
    "2a": (RISES, FALLS),
    "2b": (FALLS, RISES),
    "3b": (RISES, RISES),
    "3d_frag": (ANY, FALLS),
    "3d_blast": (ANY, FALLS),
    "3d_40mm": (ANY, FALLS),
    "8b": (RISES, RISES),
    "4a": (FALLS, ANY),
    "4d": (FALLS, RISES),
    "4f": (RISES, ANY),
    "4g": (FALLS, ANY),
    "4h": (RISES, ANY),
    "5a": (FALLS, RISES),
    "5a_arc": (FALLS, ANY),
    "5a_pellet": (FALLS, ANY),
    "5b": (FALLS, ANY),
    "5c": (RISES, ANY),
    "6d": (RISES, RISES),
    "7c_thin": (ANY, RISES),
    "7c_thick": (ANY, RISES),
    "shotgun_multiple": (RISES, ANY),
    "scenario1": (RISES, ANY),
    "scenario2": (RISES, ANY),
    "spotting_no_cover": (RISES, ANY),
    "spotting_town": (RISES, ANY),
    "spotting_hill": (RISES, ANY),
    "spotting_jungle": (RISES, ANY),
    "sound_actions": (ANY, FALLS),
    "sound_range": (FALLS, ANY),
    "sound_detection": (FALLS, ANY),
    "defensive": (FALLS, ANY),
    "critical_distance": (FALLS, ANY),
    "knock_down": (RISES, ANY),
    "explosive_knock_down": (RISES, RISES),
    **{f"6a_dc{dc:02d}": (ANY, RISES) for dc in DC},
}

# What words and blanks count as.
WORDS = {"2a": {"HIT": 100, "MISS": -1}, "4d": {"FAST": -10, "SLOW": -5}}
BLANKS = {"1a": 0, "1e": 0, "knockout": 0, "4g": -1, "5a": -1, "sound_detection": -1, "scenario1": 99}
BLANKS |= {f"6a_dc{dc:02d}": 0 for dc in DC}


def ordered(found: list[Measure], direction: int) -> bool:
    return all((after - before) * direction >= 0 for before, after in pairwise(found))


@pytest.mark.parametrize(("id", "directions"), DIRECTIONS.items())
def test_cells_rise_and_fall(id: str, directions: tuple[int, int]) -> None:
    down, along = directions
    rows = measured(id, WORDS.get(id), BLANKS.get(id))
    for heading, column in zip(headings(id), zip(*rows, strict=True), strict=True):
        assert ordered(list(column), down), heading
    for label, row in zip(table(id).rows.labels, rows, strict=True):
        assert ordered(row, along), label


STRICT = ["1c", "3b", "4a", "4f", "4h", "5a_arc", "5b", "5c", "sound_range", "defensive", "shotgun_multiple"]


@pytest.mark.parametrize("id", STRICT)
def test_cells_that_never_repeat(id: str) -> None:
    for column in zip(*measured(id), strict=True):
        assert len({*column}) == len(column)


@pytest.mark.parametrize(("column", "direction"), [("IT", FALLS), ("A#", RISES)])
def test_initiative(column: str, direction: int) -> None:
    found = [cells[column] for cells in numbers("initiative").values()]
    assert ordered(found, direction)
    assert len({*found}) > 5


def test_skill_rises_by_one_from_level_4_on() -> None:
    levels = [cells["SAL"] for cells in numbers("1c").values()]
    assert [after - before for before, after in pairwise(levels)] == [5, 2, 2, *[1] * 17]


def test_damage_rises_with_its_class() -> None:
    """Along a row of 3A; Dead is the most."""
    for location, cells in zip(table("3a").rows.labels, table("3a").cells, strict=True):
        if location != "Weapon":
            points = [cell.points if isinstance(cell, Damage) else 10**9 for cell in cells]
            assert ordered(list(points), RISES), location
            disabling = [cell.disabling for cell in cells if isinstance(cell, Damage)]
            assert disabling == sorted(disabling), location


def test_damage_rises_with_the_class_at_equal_penetration() -> None:
    """A column of 6A against the same column of the next classes; also the last columns, whatever their head."""
    compared = 0
    for location in table("6a_roll").rows.labels:
        classes = [numbers(f"6a_dc{dc:02d}")[location] for dc in DC]
        if location == "Weapon Critical":
            assert not any(classes)
            continue
        for epen in ("1", "1.5", "2", "2.5", "3", "5", "10"):
            found = [cells[epen] for cells in classes if epen in cells]
            assert ordered(found, RISES), (location, epen)
            compared += len(found)
        assert ordered([list(cells.values())[-1] for cells in classes], RISES), location
    assert compared == 38 * (54 - 1)


def test_disabling_penetration_falls_with_the_class() -> None:
    """But where DC 4 has no column of 1.5, and the next one, 2, stands for it."""
    rising = []
    for location, cells in numbers("6a_disabling").items():
        found = list(cells.values())
        if not ordered(found, FALLS):
            rising.append(location)
            assert (cells["3"], cells["4"]) == (Fraction(3, 2), 2)
            assert "1.5" not in headings("6a_dc04")
    assert rising == ["Neck Spine", "Liver - Spine", "Spine", "Shin Bone"]


TERRAINS = ["no_cover", "town", "hill", "jungle"]


@pytest.mark.parametrize("terrain", TERRAINS)
def test_small_and_still_targets_take_longer_to_spot(terrain: str) -> None:
    for hexes, cells in numbers(f"spotting_{terrain}").items():
        for motion in ("Moving", "Using CA", "Frozen"):
            assert ordered([cells[f"{motion} {size}"] for size in (8, 4, 0)], RISES), (hexes, motion)
        for size in (8, 4, 0):
            assert ordered([cells[f"{motion} {size}"] for motion in ("Moving", "Using CA", "Frozen")], RISES), hexes


def test_thicker_terrain_takes_longer_to_spot_in() -> None:
    for easier, harder in pairwise(TERRAINS):
        for before, after in zip(measured(f"spotting_{easier}"), measured(f"spotting_{harder}"), strict=True):
            assert all(a <= b for a, b in zip(before, after, strict=True)), harder


ODDS = ["No Aid RR", "First Aid RR", "Aid Station RR", "Field Hospital RR", "13", "14", "15", "16", "17", "18"]
TIMES = ["No Aid CTP", "First Aid CTP", "Aid Station CTP", "Field Hospital CTP", "Trauma Center CTP"]


def test_better_care_and_less_damage_are_better() -> None:
    """S is better than any number, a blank worse."""
    rows = printed("8a")
    chances = [[100 if row[heading] == "S" else int(row[heading] or -1) for heading in ODDS] for row in rows.values()]
    periods = [[10**9 if row[heading] == "S" else time(row[heading]) for heading in TIMES] for row in rows.values()]
    for total, row in zip(rows, chances, strict=True):
        assert ordered(list(row), RISES), total
    for total, line in zip(rows, periods, strict=True):
        assert ordered(list(line), RISES), total
    for heading, column in zip(ODDS, zip(*chances, strict=True), strict=True):
        assert ordered(list(column), FALLS), heading
    for heading, times in zip(TIMES, zip(*periods, strict=True), strict=True):
        assert ordered(list(times), FALLS), heading
    assert ordered([int(row["HT"]) for row in rows.values()], RISES)


def contiguous(ranges: list[Reach]) -> tuple[int, int]:
    """The first and last roll of ranges that follow each other without a gap."""
    for before, after in pairwise(ranges):
        assert after.low == before.high + 1, (before, after)
    return ranges[0].low, ranges[-1].high


@pytest.mark.parametrize("id", ["3a_roll", "6a_roll"])
def test_every_roll_has_one_location(id: str) -> None:
    for column in zip(*table(id).cells, strict=True):
        assert contiguous([cell for cell in column if isinstance(cell, Reach)]) == (0, 99)


def test_body_locations() -> None:
    """T19: armor covers 06 to 60."""
    rolls = {label: ROLL.read(label) for label in table("5d").rows.labels}
    assert contiguous(list(rolls.values())) == (0, 99)
    covered = [rolls[label] for label, cells in printed("5d").items() if cells["Armored"]]
    assert contiguous(covered) == (6, 60)
    assert len(covered) == 16


def test_incapacitation_ends_where_the_knockout_does() -> None:
    found = [contiguous([cell for cell in line if isinstance(cell, Reach)]) for line in table("incapacitation").cells]
    assert found == [(0, 9), (0, 24), (0, 74), (0, 97), (0, 97)]
    assert [chance for (chance,) in measured("knockout", blank=0)] == [0, 10, 25, 75, 98]


def test_glancing_rolls_are_never_both() -> None:
    for low, over in table("3a_glance").cells:
        assert isinstance(low, Reach)
        if over is not None:
            assert isinstance(over, Reach)
            assert contiguous([low, over]) == (0, 9)
        else:
            assert low.high == 9
