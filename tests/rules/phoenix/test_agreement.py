"""Phoenix Command's tables agree with each other where one figure follows from another."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.tables.cells import KINDS, Damage
from tests.rules.phoenix.book import headings, measured, numbers, printed, table, time

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
        for heading, cell in cells.items():
            if cell == "S" or not cell:
                assert heading != "HT", total
                assert cell or "CTP" not in heading, total
            else:
                kind = "int" if heading == "HT" else "time" if "CTP" in heading else "odds"
                KINDS[kind].read(cell)


def test_certain_survival_is_one_block_a_column() -> None:
    """T30: the heaviest damage that is survived for certain."""
    last: dict[str, int] = {}
    for total, cells in printed("8a").items():
        for heading, cell in cells.items():
            if cell == "S":
                last[heading] = int(total)
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
    for heading in headings(id):
        if (id, heading) == ("3d_frag", "C"):
            assert [rows[row][heading] for row in rows] == ["13k", "6h", "10h"]
            continue
        for exposure, share in (("Partial Cover", Fraction(1, 2)), ("Prone", Fraction(3, 4))):
            cell = rows[exposure][heading]
            unit = kept(f"1{cell[-1]}") if cell[-1] in "hk" else 1
            assert abs(kept(rows["In Open"][heading]) * share - kept(cell)) <= unit, (heading, exposure)


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
        for heading, cell in zip(headings("3a"), cells, strict=True):
            if heading not in CLASSES or location == "Weapon":
                continue
            last = list(numbers(f"6a_dc{CLASSES[heading]:02d}")[SIMPLIFIED[location]].values())[-1]
            match cell:
                case Damage(points=points):
                    if points != last:
                        different[location, heading] = (points, last)
                case _:
                    assert cell == "Dead"
                    assert last > 40_000, (location, heading)
    assert different == DIFFERENT


def test_low_velocity_is_the_first_damage_class() -> None:
    for location, cells in printed("3a").items():
        assert cells["Low Velocity"] == cells["1-2"], location


def test_disabling_penetrations_are_columns_of_their_class() -> None:
    """The 3 of DC 8 to 10 reads as 2 (T24)."""
    for location, cells in printed("6a_disabling").items():
        for dc, epen in cells.items():
            assert not epen or epen in headings(f"6a_dc{int(dc):02d}"), (location, dc)
    assert [headings(f"6a_dc{dc:02d}") for dc in (8, 9, 10)] == [("1", "2", "3", "5")] * 3


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
    """A terrain adds as much to a walker as it takes as background, except gravel and brush (T44)."""
    terrain = {row: cells["modifier"] for row, cells in numbers("sound_terrain").items()}
    background = {row: cells["modifier"] for row, cells in numbers("sound_background").items()}
    shared = [row for row in terrain if row in background]
    assert shared == ["Grass / Sand / Carpet", "Moist Earth", "Hard Ground (dirt)", "Leaves"]
    assert {terrain[row] + background[row] for row in shared} == {-43}
