"""Single cells of Phoenix Command's tables as the book's examples use them, and what lies beyond the tables' ends."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.engine.records.errors import Refusal
from rules.tables.axes import Key
from rules.tables.cells import ROLL, SUFFIXED, Damage, Hits, Word
from tests.rules.phoenix.book import TABLES, table


@pytest.mark.parametrize(
    ("id", "keys", "value"),
    [
        # Chapter 1, Trent and Figure 1
        ("1a", {"strength": 16, "encumbrance": 15}, 3),
        ("1a", {"strength": 12, "encumbrance": Fraction(35, 2)}, 2),
        ("1a", {"strength": 20, "encumbrance": 90}, Fraction(5, 2)),
        ("1a", {"strength": 17, "encumbrance": 90}, Fraction(3, 2)),
        ("1b", {"agility": 10, "base speed": 3}, 6),
        ("1c", {"skill level": 8}, 14),
        ("1d", {"maximum speed": 6, "isf": 27}, 8),
        ("1d", {"maximum speed": 6, "isf": 28}, 8),
        ("1d", {"maximum speed": 6, "isf": 45}, 11),
        ("1d", {"maximum speed": 1, "isf": 31}, 1),
        # 2.4 and 2.5
        ("2a", {"accuracy": 7, "range": 8}, 86),
        ("2a", {"accuracy": 2, "range": 10}, 53),
        ("2a", {"accuracy": 10, "range": 10}, 96),
        ("2a", {"accuracy": 13, "range": 40}, 67),
        ("2a", {"accuracy": 16, "range": 40}, 86),
        ("2a", {"accuracy": 34, "range": 300}, 96),
        ("2a", {"accuracy": 40, "range": 300}, 96),
        ("2a", {"accuracy": 34, "range": 200}, "HIT"),
        ("2a", {"accuracy": -30, "range": 2}, 0),
        ("2a", {"accuracy": -30, "range": 3}, "MISS"),
        ("2a", {"accuracy": -31, "range": 2}, "MISS"),
        ("2a", {"accuracy": 34, "range": 301}, "MISS"),
        ("2b", {"range": 61, "rate of fire": 16}, 1),
        ("2b", {"range": 12, "rate of fire": 7}, 2),
        ("2c", {"situation": "Target Moving, Ducking, or Appearing"}, -5),
        ("2c", {"situation": "Standing Exposed"}, 8),
        ("2c", {"situation": "Target is a Hex"}, 12),
        # 2.6
        ("3a", {"location": "Shoulder", "damage": "Low Velocity"}, Damage(21, 1)),
        ("3a", {"location": "Shoulder", "damage": "6-8"}, Damage(1000, 2)),
        ("3a", {"location": "Thigh - Flesh", "damage": "Low Velocity"}, Damage(3)),
        ("3a", {"location": "Thigh - Bone", "damage": "Low Velocity"}, Damage(16, 1)),
        ("3a", {"location": "Heart", "damage": "Low Velocity"}, Damage(4000)),
        ("3a", {"location": "Heart", "damage": "6-8"}, "Dead"),
        ("3a", {"location": "Weapon", "damage": "9-10"}, "Weapon Critical"),
        ("3a_wounds", {"location": "Heart"}, "Critical Wound"),
        ("3c", {"weapon": "Rifles 5.56 NATO", "column": "AP"}, 23),
        # 2.7 to 2.11
        ("knockout", {"total pd": "over KV"}, 25),
        ("knockout", {"total pd": "over 3 x KV"}, 98),
        ("knockout", {"total pd": "up to KV/10"}, None),
        ("8b", {"pd total": 30, "roll": 2}, 1),
        ("8b", {"pd total": 52, "roll": 2}, 15),
        ("8b", {"pd total": 5000, "roll": 9}, 6 * 43_200),
        ("8a", {"damage total": 15, "column": "No Aid CTP"}, "72h"),
        ("8a", {"damage total": 15, "column": "No Aid RR"}, "85"),
        ("8a", {"damage total": 15, "column": "HT"}, "30"),
        ("8a", {"damage total": 34, "column": "HT"}, "41"),
        ("8a", {"damage total": 3500, "column": "No Aid CTP"}, "81p"),
        ("8a", {"damage total": 3500, "column": "No Aid RR"}, None),
        ("8a", {"damage total": 3500, "column": "First Aid CTP"}, "2h"),
        ("8a", {"damage total": 3500, "column": "First Aid RR"}, None),
        ("8a", {"damage total": 3500, "column": "Trauma Center CTP"}, "18d"),
        ("8a", {"damage total": 3500, "column": "13"}, "30"),
        ("8a", {"damage total": 3500, "column": "HT"}, "88"),
        ("8a", {"damage total": 1, "column": "HT"}, "17"),
        ("tech_levels", {"date": 1950}, "13"),
        ("tech_levels", {"date": 1700}, "First Aid"),
        ("3d_frag", {"exposure": "In Open", "range": 2}, 50),
        ("3d_frag", {"exposure": "In Open", "range": "C"}, 13_000),
        ("3d_frag", {"exposure": "Prone", "range": 4}, 9),
        ("3d_blast", {"exposure": "Prone", "range": 11}, 0),
        # Chapter 3
        ("4a", {"range": 50}, 5),
        ("4a", {"range": 15}, 13),
        ("4a", {"range": 5}, 22),
        ("4a", {"range": 3}, 25),
        ("4b", {"situation": "Prone"}, 6),
        ("4b", {"situation": "Firing from the Hip"}, -6),
        ("4d", {"speed": 1, "range": 5}, -8),
        ("4d", {"speed": 5, "range": 40}, -10),
        ("4d", {"speed": 120, "range": 800}, "FAST"),
        ("4d", {"speed": 1, "range": 2000}, "SLOW"),
        ("4e", {"target": "Fire Over/Around", "size": "Target Size"}, 0),
        ("4e", {"target": "Kneeling Exposed", "size": "Auto Elev"}, 11),
        ("4e", {"target": "Kneeling Exposed", "size": "Auto Width"}, 3),
        ("4f", {"size": 6}, 15),
        ("4g", {"EAL": 20, "shot": "Single Shot"}, 67),
        ("4g", {"EAL": 14, "shot": "Single Shot"}, 27),
        ("4g", {"EAL": 23, "shot": "Single Shot"}, 86),
        ("4g", {"EAL": 17, "shot": "Single Shot"}, 46),
        ("4g", {"EAL": -7, "shot": "Burst Elev."}, 3),
        ("4g", {"EAL": -3, "shot": "Single Shot"}, None),
        ("4h", {"aim": 5}, -12),
        ("5a", {"index": 8, "rate of fire": 7}, Hits(chance=29)),
        ("5a", {"index": 11, "rate of fire": 7}, Hits(chance=44)),
        ("5a_arc", {"arc": 3}, 8),
        ("5a_arc", {"arc": 9}, 0),
        ("5a_pellet", {"index": 10}, Hits(chance=15)),
        ("5a_pellet", {"index": 19}, Hits(certain=2)),
        ("5b", {"exposure": "In Power Armor"}, Fraction(1, 100)),
        ("5c", {"difference": 9}, 2),
        ("5c", {"difference": 40}, 25),
        ("5d", {"roll": 30, "column": "Location"}, "Stomach - Rib"),
        ("6a_dc01", {"location": "Shoulder", "epen": 3}, 4),
        ("6a_dc01", {"location": "Shoulder", "epen": Fraction(1, 10)}, 1),
        ("6a_dc06", {"location": "Shoulder", "epen": 13}, 300),
        ("6a_dc02", {"location": "Arm Bone", "epen": 3}, 5),
        ("6a_dc10", {"location": "Head Glance", "epen": 5}, 8_000),
        ("6a_dc08", {"location": "Forehead", "epen": 2}, 500_000),
        ("6a_disabling", {"location": "Arm Bone", "dc": 2}, Fraction(3, 2)),
        ("6a_disabling", {"location": "Heart", "dc": 9}, 2),
        ("6c", {"location": "Arm"}, 20),
        ("6d", {"pf": 2, "roll": 9}, 5),
        ("shotgun_multiple", {"salm": 7}, 19),
        ("shotgun_multiple", {"salm": -30}, 1),
        # Chapters 4, 5, 7
        ("rifle_distance", {"roll": 8, "suspect": "Technician"}, "-"),
        ("rifle_distance", {"roll": 4, "suspect": "Leader"}, 4),
        ("spotting_town", {"range": 30, "target": "Frozen 0"}, 54),
        ("spotting_town", {"range": 30, "target": "Using CA 0"}, 8),
        ("sound_magnitude", {"sound": "Dog Bark"}, 88),
        ("sound_range", {"range": 6}, -22),
        ("sound_intervening", {"factor": "Light Exterior Wall / Door"}, -10),
        ("sound_background", {"noise": "Small Group Conversation"}, -55),
        ("sound_listener", {"listener": "Preoccupied"}, -1),
        ("sound_detection", {"esm": 0}, 8),
        ("sound_detection", {"esm": 25}, 99),
        ("sound_detection", {"esm": -9}, None),
        ("defensive", {"isf": 45}, -8),
        ("initiative", {"isf": 21, "column": "IT"}, 8),
        ("initiative", {"isf": 21, "column": "A#"}, 5),
        ("critical_distance", {"kv": 15, "column": "Critical Distance"}, 4),
        ("critical_distance", {"kv": 0, "column": "Critical Distance"}, 6),
        ("critical_distance", {"kv": 79, "column": "Rally Time"}, 4),
        ("knock_down", {"penalty": "-2 AC", "location": "Head"}, 3),
        ("explosive_knock_down", {"penalty": "-1 AC", "target": "Normal Infantry"}, 50),
        ("7b", {"action": "Go from Kneeling to Standing"}, 1),
        ("7b", {"action": "Unload a Weapon"}, "RT"),
        ("7c_thin", {"material": "Wood", "thickness": 3}, 4),
    ],
)
def test_a_cell(id: str, keys: dict[str, Key], value: object) -> None:
    found, step = table(id).lookup("Cell", detail=False, about="", section="", **keys)
    assert found == value
    assert step.table == id


@pytest.mark.parametrize(
    ("id", "keys"),
    [
        ("1a", {"strength": 16, "encumbrance": 201}),
        ("1a", {"strength": 0, "encumbrance": 10}),
        ("1c", {"skill level": 21}),
        ("4a", {"range": 4351}),
        ("4h", {"aim": 0}),
        ("spotting_hill", {"range": 40, "target": "Moving 8"}),
        ("5a_pellet", {"index": -1}),
        ("3b", {"pf": 9, "line": 1}),
        ("7c_thick", {"material": "Wood", "thickness": 5}),
        ("3d_frag", {"exposure": "In Open", "range": -1}),
    ],
)
def test_what_a_table_does_not_have(id: str, keys: dict[str, Key]) -> None:
    with pytest.raises(Refusal):
        table(id).lookup("Cell", detail=False, about="", section="", **keys)


@pytest.mark.parametrize(
    ("id", "position", "roll", "location"),
    [
        ("3a_roll", "Around Cover", 62, "Shoulder"),
        ("3a_roll", "In The Open", 62, "Thigh - Flesh"),
        ("3a_roll", "Around Cover", 22, "Eye-Nose"),
        ("6a_roll", "Fire", 15, "Forehead"),
        ("6a_roll", "Fire", 22, "Mouth"),
        ("6a_roll", "Open", 9, "Shoulder"),
        ("6a_roll", "Open", 7, "Neck Spine"),
        ("6a_roll", "Open", 93, "Shin Bone"),
    ],
)
def test_a_roll_finds_its_row(id: str, position: str, roll: int, location: str) -> None:
    assert TABLES.of(ROLL, id).holding("Location", roll, position=position)[0] == location


@pytest.mark.parametrize(
    ("line", "roll", "damage"),
    [
        ("4", 2, "Low Velocity"),
        ("4", 3, "Over Penetrating"),
        ("3", 2, None),
        ("3", 3, "Low Velocity"),
        ("1", 8, None),
        ("1", 9, "Low Velocity"),
    ],
)
def test_a_glancing_roll_finds_the_damage_or_none(line: str, roll: int, damage: str | None) -> None:
    assert TABLES.of(ROLL, "3a_glance").holding("Glancing", roll, line=line)[0] == damage


def test_words_are_words() -> None:
    assert isinstance(table("2a").lookup("Odds", accuracy=-31, range=2)[0], Word)
    assert isinstance(table("4d").lookup("Motion", speed=120, range=10)[0], Word)
    with pytest.raises(TypeError):
        TABLES.of(ROLL, "6a_dc01")
    assert TABLES.of(SUFFIXED, "6a_dc01").lookup("Damage", location="Weapon Critical", epen=2)[0] is None
