"""The words of a line that says what is listened for: every row of every table has some, and means itself (5.3)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.phoenix.optional.senses.hearing import hearing_words
from rules.phoenix.optional.senses.hearing.hearing_words import CONDITIONS, NOISE
from rules.phoenix.optional.senses.hearing.noises import ACTIONS, NORMAL, QUIET, SOUNDS, Noise, worded
from rules.words.sheet import items
from tests.rules.phoenix.skirmish import Skirmish, phoenix

TABLES = phoenix().book.tables.by_id
# A label with commas, and one that is a weapon which is fired, are said otherwise.
SAID = {"Rifles, MG, or Shotguns": "gunshot", "Shotgun": "working shotgun"}


def rows(table: str) -> list[str]:
    return list(TABLES[table].rows.labels)


def read(line: str) -> Any:
    skirmish = Skirmish()
    skirmish.sheet("Trent", "CA 8")
    return hearing_words.read(line.casefold(), skirmish.one("Trent"), skirmish.encounter)


@pytest.mark.parametrize(("table", "row"), [(table, row) for table in (SOUNDS, ACTIONS) for row in rows(table)])
def test_every_noise_is_known_by_its_row(table: str, row: str) -> None:
    heard = read(f"{SAID.get(row, row)}, 6 hexes")
    assert (heard.noise, heard.pace, heard.hexes) == (Noise(table, row), NORMAL, 6)


@pytest.mark.parametrize("row", rows(ACTIONS))
def test_every_action_may_be_done_quietly(row: str) -> None:
    assert read(f"{SAID.get(row, row)} quietly, 6 hexes").pace == QUIET
    assert read(f"{SAID.get(row, row)}, quietly, 6 hexes").pace == QUIET


@pytest.mark.parametrize("row", rows("sound_intervening"))
def test_every_factor_is_known_by_its_row(row: str) -> None:
    assert read(f"dog, 6 hexes, {row}").between == (row,)


@pytest.mark.parametrize("row", rows("sound_background"))
def test_every_background_noise_is_known_by_its_row_with_the_word(row: str) -> None:
    assert read(f"dog, 6 hexes, background {row}").besides == (row,)


@pytest.mark.parametrize("row", rows("sound_listener"))
def test_every_way_to_listen_is_known_by_its_row(row: str) -> None:
    assert read(f"dog, 6 hexes, {row}").listener == (row,)


@pytest.mark.parametrize("row", rows("sound_terrain"))
def test_every_ground_is_known_by_its_row(row: str) -> None:
    assert read(f"footsteps, 6 hexes, {row}").ground == row


def test_every_phrase_stands_for_a_row_of_its_table() -> None:
    tables = {"ground": "sound_terrain", "place": "sound_intervening", "wind": "sound_intervening"}
    listener = dict.fromkeys(("attention", "fired", "amplifier", "suit"), "sound_listener")
    for phrase in CONDITIONS.suggested:
        reading = CONDITIONS.read(phrase if phrase not in ("hexes", "hex", "range") else f"{phrase} 6")
        for key, value in reading.items():
            if table := (tables | listener).get(key):
                assert value in rows(table), phrase
        assert all(row in rows("sound_intervening") for row, _ in items(reading, "between"))
        assert all(row in rows("sound_background") for row, _ in items(reading, "besides"))
    for phrase in NOISE.suggested:
        noise = NOISE.read(phrase).get("noise")
        if noise:
            table, _, row = str(noise).partition("|")
            assert row in rows(table), phrase


@pytest.mark.parametrize(
    ("line", "continuous"),
    [
        ("dog bark", True),
        ("shout", True),
        ("footsteps", True),
        ("siren", True),
        ("gunshot", False),
        ("shots", False),
        ("dropped weapon", False),
        ("cock revolver", False),
        ("gunshot, continuous", True),
        ("dog bark, once", False),
    ],
)
def test_what_goes_on_is_so_by_its_kind_or_as_said(line: str, continuous: bool) -> None:
    assert read(f"{line}, 6 hexes").continuous is continuous


def test_a_row_in_a_sentence() -> None:
    assert worded("Rifles, MG, or Shotguns") == "rifles, MG, or shotguns"
    assert worded("Run 5+ HPP") == "run 5+ HPP"
