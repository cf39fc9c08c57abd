"""Every table of Phoenix Command is there, whole, with its marks, parts and groups."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from rules.engine.records.errors import UnknownName
from rules.tables.table import grids, named
from tests.each import each
from tests.rules.phoenix.book import DC, TABLES, printed, table

# Rows and columns, in the order of /table.
SIZES = {
    "1a": (21, 18),
    "1b": (21, 8),
    "1c": (21, 1),
    "1d": (13, 17),
    "1e": (21, 4),
    "characteristics": (8, 1),
    "equipment": (14, 1),
    "armor": (8, 5),
    "troops": (9, 6),
    "2a": (56, 12),
    "2b": (8, 3),
    "2c": (16, 1),
    "knockout": (5, 1),
    "3a_roll": (23, 2),
    "3a": (23, 5),
    "3a_wounds": (23, 1),
    "3a_glance": (4, 2),
    "3b": (14, 4),
    "3c": (9, 3),
    "3d_frag": (3, 7),
    "3d_blast": (3, 7),
    "3d_40mm": (3, 7),
    "8b": (9, 6),
    "8a": (39, 16),
    "tech_levels": (9, 1),
    "actions_basic": (25, 1),
    "actions_advanced": (16, 1),
    "4a": (53, 1),
    "4b": (17, 1),
    "4c": (14, 1),
    "4d": (17, 13),
    "4e": (12, 3),
    "4f": (36, 1),
    "4g": (40, 2),
    "4h": (6, 1),
    "5a": (53, 14),
    "5a_arc": (38, 1),
    "5a_pellet": (32, 1),
    "5b": (9, 1),
    "5c": (14, 1),
    "5d": (20, 2),
    "6a_roll": (39, 2),
    "6a_dc01": (39, 7),
    "6a_dc02": (39, 7),
    "6a_dc03": (39, 7),
    "6a_dc04": (39, 6),
    "6a_dc05": (39, 5),
    "6a_dc06": (39, 5),
    "6a_dc07": (39, 5),
    "6a_dc08": (39, 4),
    "6a_dc09": (39, 4),
    "6a_dc10": (39, 4),
    "6a_disabling": (19, 10),
    "6c": (8, 1),
    "6d": (18, 10),
    "7a": (24, 1),
    "7b": (39, 1),
    "7b_equipment": (15, 2),
    "7c": (28, 1),
    "7c_thin": (7, 7),
    "7c_thick": (7, 7),
    "shotgun_multiple": (15, 1),
    "scenario1": (10, 5),
    "scenario1_people": (2, 4),
    "scenario2": (6, 7),
    "scenario2_people": (3, 3),
    "rifle_distance": (7, 3),
    "police": (7, 1),
    "tournament_costs": (12, 1),
    "victory": (7, 1),
    "spotting_no_cover": (3, 9),
    "spotting_town": (3, 9),
    "spotting_hill": (3, 9),
    "spotting_jungle": (3, 9),
    "sound_magnitude": (30, 1),
    "sound_actions": (10, 2),
    "sound_terrain": (9, 1),
    "sound_range": (24, 1),
    "sound_intervening": (14, 1),
    "sound_background": (26, 1),
    "sound_listener": (9, 1),
    "sound_detection": (15, 1),
    "defensive": (21, 1),
    "initiative": (9, 2),
    "critical_distance": (8, 2),
    "master_phasing": (5, 5),
    "knock_down": (4, 4),
    "explosive_knock_down": (4, 4),
    "incapacitation": (5, 4),
}

MARKS = {
    "1a": 2 + 67,
    "1d": 1,
    "troops": 1,
    "2a": 1,
    "3a": 3,
    "3c": 9,
    "3d_frag": 2,
    "8b": 1,
    "8a": 20,
    "4c": 3,
    "4d": 34,
    "4e": 5,
    "5a": 13,
    "6a_dc01": 4,
    "6a_dc04": 1,
    "6a_dc07": 2,
    "6a_dc08": 1,
    "6a_dc09": 3,
    "6a_dc10": 3,
    "7b": 1,
    "7c_thin": 1,
    "shotgun_multiple": 2,
    "victory": 3,
    "sound_magnitude": 1,
    "critical_distance": 1,
}

# The last entry of each section of the errata that speaks of readings.
ERRATA = {"X": 3, "T": 45, "W": 29, "R": 21, "O": 85}


def test_every_table_is_there_with_every_cell() -> None:
    found = {id: (len(grid.cells), len(grid.cells[0])) for id, grid in TABLES.by_id.items()}
    assert found == SIZES
    assert list(found) == list(SIZES)
    assert (len(found), sum(len(line) for grid in TABLES.by_id.values() for line in grid.cells)) == (89, 7448)


def test_titles_tell_tables_apart() -> None:
    titles = Counter(grid.title for grid in TABLES.by_id.values())
    assert [title for title, times in titles.items() if times > 1] == []


def test_every_marked_cell() -> None:
    assert {id: len(grid.errata) for id, grid in TABLES.by_id.items() if grid.errata} == MARKS
    assert sum(MARKS.values()) == 118 + 67


@pytest.mark.parametrize("id", MARKS)
def test_marks_name_errata(id: str) -> None:
    """An erratum that there is, and the table's provenance names it."""
    kinds = {"shift", "sign", "pattern", "spurious", "disputed", "outside", "rebuilt", "witnessed"}
    for cell, erratum in table(id).errata.items():
        assert exists(erratum.id), cell
        assert erratum.id in table(id).provenance.split(), cell
        assert erratum.kind in kinds, cell
        if erratum.printed == erratum.reading:
            assert erratum.kind == "disputed", cell


@each(SIZES)
def test_provenance_and_notes_name_errata(id: str) -> None:
    said = [table(id).provenance, *table(id).notes, *table(id).words.values()]
    assert table(id).provenance == "text" or re.match(r"text, (T|W|X)\d|T22: ", table(id).provenance)
    assert [name for text in said for name in re.findall(r"\b[XTWROS]\d+\b", text) if not exists(name)] == []


def exists(erratum: str) -> bool:
    return 1 <= int(erratum[1:]) <= {**ERRATA, "S": 7}[erratum[0]]


def test_glancing_lines() -> None:
    """The weakest line needs a 9; only without armor in the way is the damage full."""
    rows = printed("3a_glance")
    assert [rows[line]["Low Velocity"] for line in "4321"] == ["0-2", "3-9", "6-9", "9"]
    assert [rows[line]["Over Penetrating"] for line in "4321"] == ["3-9", "", "", ""]


def test_grids_of_one_page() -> None:
    for dc in DC:
        assert TABLES.part("6A", dc=str(dc)).id == f"6a_dc{dc:02d}"
    assert TABLES.part("3D", explosive="40mm Grenade").id == "3d_40mm"
    assert TABLES.part("Spotting Time", terrain="Hill").id == "spotting_hill"
    grids = Counter((grid.part, *sorted(grid.at.items())) for grid in TABLES.by_id.values() if grid.part)
    assert set(grids.values()) == {1}
    assert Counter(part for part, *_ in grids) == {
        "3A": 4,
        "3D": 3,
        "5A": 3,
        "6A": 12,
        "7B": 2,
        "7C": 3,
        "Scenario 1": 2,
        "Scenario 2": 2,
        "Spotting Time": 4,
    }


def test_locations_are_the_same_throughout() -> None:
    assert table("3a").rows.labels == table("3a_roll").rows.labels == table("3a_wounds").rows.labels
    assert set(table("6a_disabling").rows.labels) < set(table("6a_roll").rows.labels)
    listed = {cells["Location"].replace(" ", "") for cells in printed("5d").values()}
    rows = {label.replace(" ", "") for label in table("6a_roll").rows.labels}
    assert listed - rows == {"ShoulderSocket", "HipSocket"}


def test_groups_of_the_long_lists() -> None:
    sizes = {id: [len(group) for group in grid.groups.values()] for id, grid in TABLES.by_id.items() if grid.groups}
    assert sizes == {
        "2c": [5, 1, 5, 2, 3],
        "7a": [4, 4, 2, 3, 2, 4, 5],
        "7b": [19, 9, 11],
        "7c": [6, 8, 4, 10],
        "tournament_costs": [7, 5],
        "sound_magnitude": [4, 7, 5, 5, 9],
        "sound_terrain": [3],
        "sound_intervening": [6, 5],
        "sound_background": [4, 3, 5, 7, 7],
    }


@pytest.mark.parametrize(
    ("said", "id"),
    [
        ("6A 3", "6a_dc03"),
        ("6a dc 10", "6a_dc10"),
        ("6A 1", "6a_dc01"),
        ("3D frag", "3d_frag"),
        ("3a damage", "3a"),
        ("5A arcs", "5a_arc"),
        ("spotting time town", "spotting_town"),
        ("6a_roll", "6a_roll"),
        ("2A", "2a"),
        ("odds of hitting", "2a"),
        ("knockout", "knockout"),
        ("glancing", "3a_glance"),
    ],
)
def test_a_table_is_found_by_number_part_or_title(said: str, id: str) -> None:
    assert named(said, TABLES.by_id).id == id and grids(said, TABLES.by_id) == []


def test_every_table_is_found_by_what_it_is_called() -> None:
    for found in TABLES.by_id.values():
        assert named(found.name, TABLES.by_id) is found
        assert named(found.title, TABLES.by_id) is found


def test_the_grids_of_a_larger_table() -> None:
    assert [found.id for found in grids("3 d", TABLES.by_id)] == []
    assert [found.name for found in grids("3d", TABLES.by_id)] == [
        "3D Frag Grenade",
        "3D Blast Grenade",
        "3D 40mm Grenade",
    ]
    assert len(grids("6A", TABLES.by_id)) == 12 and grids("2A", TABLES.by_id) == []
    with pytest.raises(UnknownName):
        named("9Z", TABLES.by_id)
