"""The noises that combatants make: the report of each weapon of the book, their steps (5.3)."""

from __future__ import annotations

import pytest

from rules.engine.records.errors import NoRule, NotNow
from rules.phoenix.optional.senses.hearing.noises import of_somebody, report
from tests.rules.phoenix.skirmish import Skirmish, phoenix

ARMS = phoenix().book.arms


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("M92F", "9mm"),
        ("M1911A1", "9mm"),
        ("Makarov PM", "9mm"),
        ("5.45 PSM", "Small Caliber"),
        ("M16A1", "Rifles, MG, or Shotguns"),
        ("AKM 47", "Rifles, MG, or Shotguns"),
    ],
)
def test_the_report_of_a_weapon(name: str, row: str) -> None:
    assert report(ARMS[name]) == row


def test_every_weapon_of_the_book_has_one() -> None:
    by_row: dict[str, set[str]] = {}
    for arm in ARMS.values():
        row = report(arm)
        assert row in phoenix().book.tables.by_id["sound_magnitude"].rows.labels
        by_row.setdefault(row, set()).add(arm.group)
    assert by_row["Small Caliber"] <= {"pistols", "smgs"}
    assert by_row["9mm"] == {"pistols", "smgs"}
    assert by_row["Rifles, MG, or Shotguns"] == {"smgs", "rifles", "machine_guns", "shotguns"}
    assert by_row["Grenade Launchers"] == by_row["Rocket Launchers"] == {"explosive"}
    assert by_row["Grenade Landing"] == {"grenades"}


def test_silenced_are_pistols_and_sub_machineguns_alone() -> None:
    assert report(ARMS["M92F"], silenced=True) == "Silenced Pistol / SMG"
    with pytest.raises(NoRule, match="silenced, not the M16A1"):
        report(ARMS["M16A1"], silenced=True)


@pytest.mark.parametrize(("hexes", "row"), [(1, "Trot 4 HPP"), (2, "Run 5+ HPP"), (5, "Run 5+ HPP")])
def test_hexes_in_an_impulse_are_four_times_as_many_in_a_phase(hexes: int, row: str) -> None:
    skirmish = Skirmish()
    skirmish.sheet("Trent", "CA 8")
    skirmish.sheet("Guard 1", "CA 8")
    skirmish.make("Guard 1", moved=hexes)
    assert of_somebody("guard 1", skirmish.one("Trent"), False, skirmish.encounter).row == row
    with pytest.raises(NotNow, match="neither fires"):
        of_somebody("guard 1 firing", skirmish.one("Trent"), False, skirmish.encounter)


def test_what_drives_has_no_row() -> None:
    skirmish = Skirmish()
    skirmish.sheet("Trent", "CA 8")
    skirmish.sheet("Jeep", "vehicle 16")
    skirmish.make("Jeep", moved=4)
    with pytest.raises(NoRule, match="drives"):
        of_somebody("jeep", skirmish.one("Trent"), False, skirmish.encounter)
