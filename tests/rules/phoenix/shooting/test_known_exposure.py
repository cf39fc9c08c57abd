"""A target's exposure on the map counts in table 2C, whether or not anybody has stated it (2.5, O25)."""

from __future__ import annotations

import pytest

from rules.engine.records.copies import replace
from rules.engine.records.orders import Fire, Move, Switch
from rules.engine.records.steps import Roll, Ruling
from rules.engine.scene.scene import Resolution
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, phoenix, total


def field(line: str = "CA 24") -> Skirmish:
    """Trent at K12 sees Foe at G4, of whom nothing is stated but this line."""
    fight = Skirmish()
    fight.map(30, 30)
    fight.sheet("Trent", "SAL 14, CA 8, M16A1, facing north", "K12")
    fight.sheet("Foe", line, "G4")
    fight.make("Foe", left=6)
    return fight


def runs(fight: Skirmish, to: str = "G2", how: str = "") -> None:
    fight.order(Move(fight.id("Foe"), Place.parse(to), how=how))


def shot(fight: Skirmish) -> Resolution:
    """A snap shot (-22) at SAL 14, and its throw if it has a chance; all of them miss."""
    return fight.order(Fire(fight.id("Trent"), (fight.target("Foe"),), range=5), 99)


def unknown(resolution: Resolution) -> bool:
    return any(isinstance(step, Ruling) and step.id == "O25" for step in resolution.steps)


def test_a_man_running_in_the_open_is_standing_exposed() -> None:
    fight = field()
    runs(fight)
    resolution = shot(fight)
    assert total(resolution, "Accuracy") == 14 - 22 - 5 + 8
    assert not unknown(resolution)
    [hit] = [step for step in resolution.steps if isinstance(step, Roll) and step.label == "Hit"]
    assert hit.value == 99


def test_he_stays_in_the_open_where_he_stops() -> None:
    fight = field()
    runs(fight)
    fight.next()
    assert total(shot(fight), "Accuracy") == 14 - 22 + 8
    assert "in the open" in phoenix().summary(fight.one("Foe"), fight.encounter).short


def test_in_his_posture() -> None:
    """Prone Exposed gives less than Standing Exposed."""
    fight = field("CA 24, prone")
    runs(fight, "G3")
    assert total(shot(fight), "Accuracy") == 14 - 22 - 5 + 2


def test_what_is_stated_or_unknown_stays_so() -> None:
    standing = field()
    resolution = shot(standing)
    assert total(resolution, "Accuracy") == 14 - 22
    assert unknown(resolution)
    hidden = field("CA 24, hidden")
    runs(hidden, "G3", "into cover")
    assert hidden.state("Foe").exposure == "hidden"


def test_a_vehicle_shows_no_posture() -> None:
    fight = field("vehicle 20")
    fight.make("Foe", vehicle=20)
    runs(fight, "G3")
    assert fight.state("Foe").exposure == ""


@pytest.mark.parametrize("older", [True, False])
def test_an_older_encounter_counts_what_is_stated(older: bool) -> None:
    fight = field()
    if older:
        kept = tuple(pair for pair in fight.encounter.switches if pair[0] != "exposure")
        fight.encounter = replace(fight.encounter, switches=kept)
    else:
        fight.order(Switch("exposure", "stated"))
    runs(fight)
    resolution = shot(fight)
    assert total(resolution, "Accuracy") == 14 - 22 - 5
    assert unknown(resolution)
