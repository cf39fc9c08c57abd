"""The place of a suspect's rifle (scenario 2): as many hexes away as were thrown, else as far as there is open
ground.
"""

from __future__ import annotations

import pytest

from rules.engine.records.copies import altered
from rules.engine.records.steps import Note, Roll
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.effects import Placed
from rules.engine.scene.scene import Scene
from rules.grid.hexes import distance
from rules.phoenix.basics.arms import Dropped
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, phoenix

ROW = tuple(Place.parse(f"C{row}") for row in range(1, 10))


@pytest.fixture
def raid() -> Skirmish:
    made = Skirmish()
    made.map(12, 10)
    made.sheet("Guard", "skill 5, CA 8, M92F, M16", "C3")
    return made


def laid(raid: Skirmish, hexes: int, among: tuple[Place, ...], *dice: int) -> tuple[Dropped, list[str], list[int]]:
    """Return where the rifle lies, the notes about that, and the numbers of hexes in the throw."""
    script = ScriptedDice(dice)
    scene = Scene(raid.encounter, script)
    phoenix().lay(raid.id("Guard"), "M16", hexes, among, scene)
    scene.conclude(scene.clauses("done"), "done")
    assert script.unused == ()
    raid.encounter = scene.encounter
    steps = scene.parts[-1].resolution.steps
    [down] = raid.state("Guard").dropped
    guard = raid.one("Guard").reference
    notes = [step.text.replace(guard, "Guard") for step in steps if isinstance(step, Note) and step.label == "Lies"]
    return down, notes, [step.high for step in steps if isinstance(step, Roll)]


def lies(where: str) -> Dropped:
    return Dropped(1, Place.parse(where))


@pytest.mark.parametrize(("thrown", "where"), [(1, "C1"), (2, "C5")])
def test_it_lies_in_one_of_the_hexes_at_that_distance(raid: Skirmish, thrown: int, where: str) -> None:
    assert laid(raid, 2, ROW, thrown) == (lies(where), [f"Guard's M16 lies at {where}"], [2])


def test_without_a_distance_it_lies_beside_its_owner_and_nothing_is_thrown(raid: Skirmish) -> None:
    assert laid(raid, 0, ROW) == (lies("C3"), ["Guard's M16 lies at C3"], [])


def test_where_no_hex_is_that_far_away_it_lies_as_far_as_there_is_one(raid: Skirmish) -> None:
    notes = ["no hex is 9 hexes away, so it is 6 away", "Guard's M16 lies at C9"]
    assert laid(raid, 9, ROW, 1) == (lies("C9"), notes, [1])


def test_it_lies_in_no_wall(raid: Skirmish) -> None:
    raid.map(12, 10, "C5")
    assert laid(raid, 2, ROW, 1) == (lies("C1"), ["Guard's M16 lies at C1"], [1])


def test_without_open_ground_it_lies_beside_its_owner(raid: Skirmish) -> None:
    raid.map(12, 10, "C1 C5")
    among = (Place.parse("C1"), Place.parse("C5"))
    notes = ["no hex is 2 hexes away, so it is 0 away", "Guard's M16 lies at C3"]
    assert laid(raid, 2, among) == (lies("C3"), notes, [])


def test_without_a_map_every_hex_is_open(raid: Skirmish) -> None:
    raid.encounter = altered(raid.encounter, battle_map=None)
    down, _, thrown = laid(raid, 2, ROW, 2)
    assert (down, thrown) == (lies("C5"), [2])
    assert down.place and distance(Place.parse("C3"), down.place) == 2


def test_off_the_map_it_lies_beside_its_owner(raid: Skirmish) -> None:
    raid.encounter = Placed(raid.id("Guard"), None).on(raid.encounter)
    down, _, thrown = laid(raid, 2, ROW)
    assert (down, thrown) == (Dropped(1, None), [])
