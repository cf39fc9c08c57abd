"""Suspects are found as soon as an officer has them in view, and not through walls (scenario 2)."""

from __future__ import annotations

import pytest

from rules.engine.map.pieces import lay
from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered
from rules.engine.records.orders import Act, Chart, Move, Switch
from rules.engine.records.references import put_names_in
from rules.engine.scene.effects import Registered
from rules.words.maps import empty_map, read_pieces
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish


@pytest.fixture
def raid() -> Skirmish:
    """Entry 1 at C6 looks north at the wall of row 4; Guard 1 is behind it."""
    made = Skirmish()
    made.order(Switch("forced entry", "on"))
    made.order(Switch("fog", "hidden"))
    battle_map = empty_map(10, 10)
    made.order(Chart(lay(battle_map, read_pieces("wall A4-B4 D4-J4, door C4 closed", battle_map))))
    for name, side, at, words in (
        ("Entry 1", "SWAT", "C6", "facing north"),
        ("Guard 1", "Suspects", "C2", "facing south, unspotted, surprised"),
    ):
        made.sheet(name, f"skill 6, CA 8, KV 20, M92F, exposed, hip, {words}")
        made.encounter = Registered(made.id(name), name, side, side).on(made.encounter)
        made.put(name, at)
        made.make(name, left=9)
    made.encounter = altered(made.encounter, clock=Clock(2, 1), sightings=())
    return made


def outcomes(raid: Skirmish, *orders: Act | Move) -> list[str]:
    lines = [part.resolution.outcome for order in orders for part in raid.parts(order)]
    return [str(put_names_in(line, lambda id: raid.encounter.combatant(id).name)) for line in lines]


def test_a_suspect_behind_a_closed_door_is_not_found(raid: Skirmish) -> None:
    assert len(outcomes(raid, Move(raid.id("Entry 1"), Place.parse("C5")))) == 1
    raid.next()
    assert not raid.state("Guard 1").spotted


def test_an_officer_who_opens_the_door_finds_who_is_behind_it(raid: Skirmish) -> None:
    lines = outcomes(raid, Move(raid.id("Entry 1"), Place.parse("C5")), Act(raid.id("Entry 1"), "open the door at C4"))
    assert lines[-1] == "Entry 1 sees Guard 1 at C2."
    assert raid.state("Guard 1").spotted


def test_an_officer_who_looks_away_finds_nobody(raid: Skirmish) -> None:
    raid.make("Entry 1", facing=180)
    battle_map = raid.encounter.battle_map
    assert battle_map is not None
    raid.order(Chart(lay(battle_map, read_pieces("door C4 open", battle_map))))
    raid.next()
    assert not raid.state("Guard 1").spotted
    raid.make("Entry 1", facing=0)
    raid.next()
    assert raid.state("Guard 1").spotted


def test_a_suspect_who_is_not_surprised_by_a_raid_waits_for_the_gm(raid: Skirmish) -> None:
    raid.make("Guard 1", surprised=False)
    outcomes(raid, Move(raid.id("Entry 1"), Place.parse("C5")), Act(raid.id("Entry 1"), "open the door at C4"))
    assert not raid.state("Guard 1").spotted


def test_a_secret_suspect_is_found_by_nobody(raid: Skirmish) -> None:
    raid.encounter = raid.encounter.with_combatant(altered(raid.one("Guard 1"), secret=True))
    outcomes(raid, Move(raid.id("Entry 1"), Place.parse("C5")), Act(raid.id("Entry 1"), "open the door at C4"))
    raid.next()
    assert not raid.state("Guard 1").spotted
