"""Phoenix Command's tables obey the progressions that the errata found in them, and agree with each other."""

from __future__ import annotations

from fractions import Fraction
from math import floor, log

import pytest

from rules.cells import KINDS, Damage, Hits
from tests.rules.phoenix.book import heads, measured, numbers, printed, table, time


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
        for head, cell in cells.items():
            level = int(accuracy) + int(at_least(modifiers, int(head)))
            expected = "HIT" if level >= 28 else "MISS" if level < -2 else odds[level]
            assert cell == expected, (accuracy, head)
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
            steps: float = (int(roll) + 1) / 10
            assert abs(half_up(int(pf) * pow(2.42, steps)) - epf) <= 1, (pf, roll)


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
        for head, cell in zip(heads("5a"), cells, strict=True):
            hits = min(1.05 * int(head) * 1.15 ** (int(line) - 31), int(head))
            match cell:
                case None:
                    assert 100 * hits < 1.55, (line, head)
                case Hits(certain=0, chance=chance):
                    assert abs(100 * hits - 1 - chance) <= 1.2, (line, head)
                    exact += half_up(100 * hits - 1) == chance
                case Hits(certain=certain):
                    assert hits > 0.99
                    assert abs(hits - certain) <= 0.8, (line, head)
                    exact += half_up(hits) == certain
    assert exact > 650


def test_blanks_of_automatic_fire_lead_the_last_lines() -> None:
    """T16: the last two lines are blank in three and four places."""
    blanks = {line: [head for head, cell in cells.items() if not cell] for line, cells in printed("5a").items()}
    assert {line: len(found) for line, found in blanks.items() if found} == {
        "-15": 1,
        "-16": 1,
        "-17": 1,
        "-18": 2,
        "-19": 3,
        "-20": 3,
        "-21": 4,
    }
    assert all(found == list(heads("5a")[: len(found)]) for found in blanks.values())


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


# Errata, "8A, Tech Level 18 rebuilt".
TECH_18 = {
    800: 97,
    900: 96,
    1000: 96,
    2000: 92,
    3000: 89,
    4000: 85,
    5000: 82,
    6000: 79,
    7000: 76,
    8000: 73,
    9000: 70,
    12000: 62,
    16000: 53,
    20000: 45,
    40000: 20,
    60000: 9,
    80000: 4,
    100000: 2,
}


def test_tech_level_18_is_13_at_a_tenth_of_the_damage() -> None:
    """T28."""
    rows = printed("8a")
    rebuilt = {int(total): int(cells["18"]) for total, cells in rows.items() if cells["18"] != "S"}
    assert rebuilt == TECH_18
    pairs = [
        (cells["18"], rows[str(int(total) // 10)]["13"])
        for total, cells in rows.items()
        if cells["18"] != "S" and str(int(total) // 10) in rows and int(total) % 10 == 0
    ]
    assert len(pairs) == 15
    assert [pair for pair in pairs if pair[0] != pair[1]] == []


def test_medical_cells_are_what_their_columns_say() -> None:
    for total, cells in printed("8a").items():
        for head, cell in cells.items():
            if cell == "S" or not cell:
                assert head != "HT", total
                assert cell or "CTP" not in head, total
            else:
                kind = "int" if head == "HT" else "time" if "CTP" in head else "odds"
                KINDS[kind].read(cell)


def test_certain_survival_is_one_block_a_column() -> None:
    """T30: the heaviest damage that is survived for certain."""
    last: dict[str, int] = {}
    for total, cells in printed("8a").items():
        for head, cell in cells.items():
            if cell == "S":
                last[head] = int(total)
    assert last == {
        "Aid Station CTP": 15,
        "Aid Station RR": 15,
        "Field Hospital CTP": 30,
        "Field Hospital RR": 30,
        "Trauma Center CTP": 70,
        "13": 70,
        "14": 90,
        "15": 100,
        "16": 200,
        "17": 300,
        "18": 700,
    }


@pytest.mark.parametrize("id", ["3d_frag", "3d_blast", "3d_40mm"])
def test_cover_halves_and_lying_takes_a_quarter(id: str) -> None:
    """Within 1 of the printed unit; but a Frag Grenade in contact, misprinted in the book (T10)."""
    rows, kept = printed(id), KINDS["suffixed"].read
    for head in heads(id):
        if (id, head) == ("3d_frag", "C"):
            assert [rows[row][head] for row in rows] == ["13k", "6h", "10h"]
            continue
        for exposure, share in (("Partial Cover", Fraction(1, 2)), ("Prone", Fraction(3, 4))):
            cell = rows[exposure][head]
            unit = kept(f"1{cell[-1]}") if cell[-1] in "hk" else 1
            assert abs(kept(rows["In Open"][head]) * share - kept(cell)) <= unit, (head, exposure)


def test_actions_are_spread_over_the_impulses() -> None:
    for actions, cells in printed("1e").items():
        shares = [int(cell or 0) for cell in cells.values()]
        assert sum(shares) == int(actions)
        assert {*shares} <= {int(actions) // 4, -(-int(actions) // 4)}


def test_troops_have_a_whole_will() -> None:
    """KV is the skill level times half the Will; untrained troops are the exception (T37)."""
    wills = {}
    for troops, cells in numbers("troops").items():
        skill, value = cells["Skill Level"], cells["Knockout Value"]
        assert cells["Skill Acc Level"] == numbers("1c")[str(skill)]["SAL"]
        if troops == "Untrained":
            assert (skill, value) == (0, 5)
        else:
            wills[troops] = 2 * value / Fraction(skill)
    assert set(wills.values()) == {10, 14, 16}
    assert wills["Elite"] == 16


def test_a_phasing_row_has_as_many_marks_as_actions() -> None:
    for actions, cells in printed("master_phasing").items():
        assert list(cells.values()).count("X") == int(actions)


# The row of 6A that a row of 3A stands for, and 6A's Damage Class of 3A's columns.
SIMPLIFIED = {
    "Head Glance": "Head Glance",
    "Forehead": "Forehead",
    "Eye-Nose": "Eye - Nose",
    "Mouth": "Mouth",
    "Arm Glance": "Arm Glance",
    "Shoulder": "Shoulder",
    "Upper Arm - Flesh": "Arm Flesh",
    "Upper Arm - Bone": "Arm Bone",
    "Forearm - Flesh": "Forearm Flesh",
    "Forearm - Bone": "Forearm Bone",
    "Hand": "Hand",
    "Body Glance": "Torso Glance",
    "Chest": "Lung",
    "Base of Neck": "Base of Neck",
    "Heart": "Heart",
    "Spine": "Spine",
    "Abdomen": "Liver",
    "Pelvis": "Pelvis",
    "Leg Glance": "Leg Glance",
    "Thigh - Flesh": "Thigh Flesh",
    "Thigh - Bone": "Thigh Bone",
    "Shin - Foot": "Shin Bone",
}
CLASSES = {"1-2": 1, "3-5": 4, "6-8": 7, "9-10": 10}

# Where 3A is not 6A's last column: (location, column), 3A, 6A.
DIFFERENT = {
    ("Head Glance", "9-10"): (80_000, 8_000),  # T6
    ("Upper Arm - Flesh", "3-5"): (12, 18),  # T7
    ("Upper Arm - Bone", "3-5"): (60, 100),  # T7
    ("Shoulder", "1-2"): (21, 4),  # T8, as all below
    ("Shoulder", "3-5"): (500, 100),
    ("Shoulder", "6-8"): (1000, 600),
    ("Shoulder", "9-10"): (1000, 3000),
    ("Mouth", "1-2"): (300, 200),
    ("Upper Arm - Flesh", "1-2"): (3, 1),
    ("Forearm - Flesh", "1-2"): (3, 1),
    ("Hand", "1-2"): (3, 1),
}


def test_the_basic_damage_is_the_last_column_of_the_advanced() -> None:
    """T6, T7 and T8 name the cells that differ; Dead stands for 40,000 and more."""
    assert len(SIMPLIFIED) == len(table("3a").rows.labels) - 1
    different = {}
    for location, cells in zip(table("3a").rows.labels, table("3a").cells, strict=True):
        for head, cell in zip(heads("3a"), cells, strict=True):
            if head not in CLASSES or location == "Weapon":
                continue
            last = list(numbers(f"6a_dc{CLASSES[head]:02d}")[SIMPLIFIED[location]].values())[-1]
            match cell:
                case Damage(points=points):
                    if points != last:
                        different[location, head] = (points, last)
                case _:
                    assert cell == "Dead"
                    assert last > 40_000, (location, head)
    assert different == DIFFERENT


def test_low_velocity_is_the_first_damage_class() -> None:
    for location, cells in printed("3a").items():
        assert cells["Low Velocity"] == cells["1-2"], location


def test_disabling_penetrations_are_columns_of_their_class() -> None:
    """The 3 of DC 8 to 10 reads as 2 (T24)."""
    for location, cells in printed("6a_disabling").items():
        for dc, epen in cells.items():
            assert not epen or epen in heads(f"6a_dc{int(dc):02d}"), (location, dc)
    assert [heads(f"6a_dc{dc:02d}") for dc in (8, 9, 10)] == [("1", "2", "3", "5")] * 3


# Aim time modifiers of Figure 1 and of the weapons' pages, by actions of aim.
AIM = {
    "M16A1": {1: -22, 2: -12, 3: -9, 4: -7, 5: -6, 6: -5, 7: -4, 8: -3},
    "M92F": {1: -17, 2: -11, 3: -10, 4: -9, 5: -8, 6: -7},
}


@pytest.mark.parametrize(
    ("id", "shooter", "level", "weapon"),
    [
        ("scenario1", "Squad Leader M16A1", 11, "M16A1"),
        ("scenario1", "Soldier M16A1", 7, "M16A1"),
        ("scenario2", "SWAT M16", 12, "M16A1"),
        ("scenario2", "Guard M16", 11, "M16A1"),
        ("scenario2", "Leader M16", 9, "M16A1"),
        ("scenario2", "Guard M92F", 11, "M92F"),
        ("scenario2", "Leader M92F", 9, "M92F"),
    ],
)
def test_scenario_accuracy_is_skill_and_aim(id: str, shooter: str, level: int, weapon: str) -> None:
    rows = printed(id)
    found = {aim: int(rows[str(aim)][shooter]) for aim in AIM[weapon] if str(aim) in rows}
    assert found == {aim: level + modifier for aim, modifier in AIM[weapon].items() if str(aim) in rows}


def test_scenario_people_have_the_skill_of_their_accuracy() -> None:
    levels = {row: cells["SAL"] for row, cells in numbers("1c").items()}
    for cells in numbers("scenario1_people").values():
        assert cells["Skill Acc Level"] == levels[str(cells["Skill Level"])]
    skills = [cells["Skill Level"] for cells in numbers("scenario2_people").values()]
    assert [levels[str(skill)] for skill in skills] == [12, 11, 9]
    leader, soldier = ([line[i] for line in measured("scenario1", blank=0)] for i in (1, 3))
    assert {a - b for a, b in zip(leader, soldier, strict=True)} == {4}


def test_critical_periods_in_phases() -> None:
    """The kinds of time are read alike: a minute is 30 phases of 2 seconds."""
    assert [time(text) for text in ("90p", "35m", "79h", "25d")] == [90, 1_050, 142_200, 1_080_000]


def test_sound_of_walking_mirrors_between_terrain_and_background() -> None:
    """What a terrain adds to a walker it takes as background, but for gravel and brush (T44)."""
    terrain = {row: cells["modifier"] for row, cells in numbers("sound_terrain").items()}
    background = {row: cells["modifier"] for row, cells in numbers("sound_background").items()}
    shared = [row for row in terrain if row in background]
    assert shared == ["Grass / Sand / Carpet", "Moist Earth", "Hard Ground (dirt)", "Leaves"]
    assert {terrain[row] + background[row] for row in shared} == {-43}
