"""Ways nearer to a goal, as `rules.grid.approach` promises them: what steps count, where movers stop, and which of
several ways they take."""

from __future__ import annotations

import pytest

from rules.engine.records.model import BattleMap, Encounter
from rules.grid.approach import Approach, Costs
from rules.words.places import Place

NOTHING = frozenset[Place]()


def places(words: str) -> frozenset[Place]:
    return frozenset(map(Place.parse, words.split()))


def approach(goals: str, start: str, battle_map: BattleMap | None, costs: Costs | None = None) -> Approach:
    encounter = Encounter("e", "t", "aliens", "", (), "", battle_map=battle_map)
    return Approach.to(places(goals), places(start), encounter, "square", costs)


@pytest.mark.parametrize("battle_map", [BattleMap(6, 6), None])
def test_each_step_counts_one_from_the_goal_on(battle_map: BattleMap | None) -> None:
    steps = approach("A1", "F6", battle_map).steps
    assert [steps(Place.parse(place)) for place in ("A1", "B2", "C1", "C3", "D1", "B5")] == [0, 1, 2, 2, 3, 4]


def test_the_nearest_of_several_goals_counts() -> None:
    assert approach("A1 F1", "C1", BattleMap(6, 1)).steps(Place.parse("C1")) == 2
    assert approach("A1 F1", "D1", BattleMap(6, 1)).steps(Place.parse("D1")) == 2


def test_without_a_way_the_steps_are_unknown() -> None:
    closed = approach("A1", "C1", BattleMap(3, 1, places("B1")))
    assert closed.steps(Place.parse("C1")) == 0
    assert closed.nearer(Place.parse("C1"), 5, NOTHING) == Place.parse("C1")
    assert closed.way(Place.parse("C1"), Place.parse("A1")) == ()


@pytest.mark.parametrize(("spaces", "end"), [(0, "A1"), (1, "B1"), (2, "C1"), (9, "D1")])
def test_a_mover_goes_straight_and_stops_beside_the_goal(spaces: int, end: str) -> None:
    assert approach("E1", "A1", BattleMap(5, 3)).nearer(Place.parse("A1"), spaces, NOTHING) == Place.parse(end)


@pytest.mark.parametrize(("closed", "end"), [("B1", "B2"), ("B1 B2", "A1"), ("B2", "B1")])
def test_a_mover_enters_nothing_closed_and_nothing_that_is_as_far(closed: str, end: str) -> None:
    assert approach("C1", "A1", BattleMap(3, 2)).nearer(Place.parse("A1"), 1, places(closed)) == Place.parse(end)


def test_a_mover_takes_the_cheapest_way_by_what_is_paid_on_it_and_behind_it() -> None:
    # Both first steps cost 2. From B2 there are 2 left, from B1 there are 3.
    paid = {("A2", "B2"): 2, ("B2", "C2"): 1, ("A2", "B1"): 2, ("B1", "C2"): 2}
    dear = approach("D2", "A2", BattleMap(4, 3), lambda here, there: paid.get((str(here), str(there)), 9))
    assert [dear.steps(Place.parse(place)) for place in ("C2", "B2", "B1", "A2")] == [1, 2, 3, 4]
    assert dear.nearer(Place.parse("A2"), 1, NOTHING) == Place.parse("B2")


def test_a_dear_straight_way_is_left_for_a_cheap_one_around() -> None:
    dear = places("B2 C2 D2")
    around = approach("E2", "A2", BattleMap(5, 3), lambda _, there: 5 if there in dear else 1)
    assert around.steps(Place.parse("A2")) == 4
    ends = [around.nearer(Place.parse("A2"), spaces, NOTHING) for spaces in (1, 2, 9)]
    assert ends == [*map(Place.parse, ("B1", "C1", "D1"))]


@pytest.mark.parametrize(("start", "goal"), [("A1", "G4"), ("G4", "A1"), ("A4", "G1"), ("A1", "D7"), ("D1", "A7")])
def test_a_way_keeps_to_the_straight_line(start: str, goal: str) -> None:
    here, there = Place.parse(start), Place.parse(goal)
    way = approach(goal, start, BattleMap(7, 7)).way(here, there)
    assert len(way) == 6 and way[-1] == there
    for place in way:
        # Along the longer side by the share of the way that is done.
        across = here.column + (there.column - here.column) * abs(place.row - here.row) / abs(there.row - here.row)
        down = here.row + (there.row - here.row) * abs(place.column - here.column) / abs(there.column - here.column)
        assert min(abs(across - place.column), abs(down - place.row)) <= 0.5
