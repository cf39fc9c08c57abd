"""The way of a move on squares, in Aliens and Savage: the shortest that the mover's side knows, around obstructions."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.map.pieces import lay
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NotNow
from rules.engine.records.model import BattleMap, Encounter
from rules.engine.records.orders import Chart, Move
from rules.engine.scene.effects import Placed
from rules.grid import squares
from rules.grid.approach import Approach
from rules.words.maps import read_pieces, read_places
from rules.words.places import Place
from tests.rules.aliens.skirmish import Skirmish as Aliens
from tests.rules.savage.skirmish import Skirmish as Savage

SIDE = 6
EVERYWHERE = [Place(column, row) for column in range(1, SIDE + 1) for row in range(1, SIDE + 1)]


def at(text: str) -> Place:
    return Place.parse(text)


def aliens(pieces: str, **places: str) -> Aliens:
    fight = Aliens("Apone", "Rifleman", aliens=1)
    battle_map = BattleMap(12, 12)
    fight.order(Chart(lay(battle_map, read_pieces(pieces, battle_map))))
    for name, place in places.items():
        fight.encounter = Placed(fight.id(name), at(place)).on(fight.encounter)
    return fight


def test_a_marine_pays_for_the_way_around_a_wall() -> None:
    fight = aliens("wall D1-D3", Apone="C2", Rifleman="A9", Alien="L12")
    left = fight.state("Apone").left
    assert dict(fight.ruleset.reach(fight.encounter, fight.id("Apone")).costs).get(at("E2")) is None
    with pytest.raises(NotNow, match="Moving 4 squares takes 4"):
        fight.order(Move(fight.id("Apone"), at("E2")))
    opened = aliens("wall D1-D3, door D2 open", Apone="C2", Rifleman="A9", Alien="L12")
    assert opened.order(Move(opened.id("Apone"), at("E2"))).outcome.startswith("Apone moves from C2 to E2, 2 squares")
    assert opened.state("Apone").left == left - 2
    assert opened.ruleset.reach(fight.encounter, fight.id("Apone")).costs[at("D4")] == 2


def test_nobody_walks_through_a_closed_door_except_an_alien() -> None:
    fight = aliens("wall D1-D12, door D6", Apone="C6", Rifleman="A9", Alien="B6")
    with pytest.raises(NotNow, match=r"There is no way for .* from C6 to E6: the map has walls, closed doors or water"):
        fight.order(Move(fight.id("Apone"), at("E6"), cost=0))
    assert fight.order(Move(fight.id("Alien"), at("E7"))).outcome == "Alien moves from B6 to E7, 3 squares."


def test_a_marine_runs_into_a_hidden_alien_on_the_way() -> None:
    fight = aliens("wall D5", Apone="D2", Rifleman="D3", Alien="D4")
    fight.encounter = fight.encounter.with_combatant(altered(fight.one("Alien"), secret=True))
    said = fight.order(Move(fight.id("Apone"), at("D7"), cost=0)).outcome
    # Of the squares before it, the last one is taken by the Rifleman.
    assert said == "Apone stays at D2 (0 actions), and meets Alien at D4."


def test_a_fighter_in_savage_finds_a_secret_wall_on_the_way_and_goes_around_it_then() -> None:
    fight = Savage()
    battle_map = BattleMap(12, 12)
    wall = lay(battle_map, read_pieces("wall D1-D5", battle_map))
    fight.order(Chart(replace(wall, hidden_walls=read_places("D1-D5"))))
    fight.encounter = Placed(fight.id("Ash"), at("B2")).on(fight.encounter)
    assert fight.order(Move(fight.id("Ash"), at("F2"))).outcome == (
        "Ash moves from B2 to C2, and finds the way blocked at D2."
    )
    assert fight.one("Ash").place == at("C2")


@given(
    st.frozensets(st.sampled_from(EVERYWHERE), max_size=18), st.sampled_from(EVERYWHERE), st.sampled_from(EVERYWHERE)
)
def test_no_way_is_shorter(closed: frozenset[Place], start: Place, to: Place) -> None:
    closed -= {start, to}
    battle_map = BattleMap(SIDE, SIDE, closed)
    state = Encounter("e", "t", "aliens", "", (), "", battle_map=battle_map)
    way = Approach.to([to], [start], state, "square").way(start, to)
    reached, number = {start}, 0
    while to not in reached:
        more = {place for here in reached for place in squares.neighbours(here) if place in EVERYWHERE} - closed
        if more <= reached:
            assert way == () and number < len(EVERYWHERE)
            return
        reached |= more
        number += 1
    assert len(way) == number and not closed & {*way}
    assert all(squares.distance(a, b) == 1 for a, b in zip((start, *way), way, strict=False))


def test_a_search_is_little_work() -> None:
    """Counted in calls, of which a thousand take about a quarter of a millisecond."""
    maze = {
        Place(column, row) for column in range(2, 41, 2) for row in range(1, 41) if row != (1 if column % 4 else 40)
    }
    state = Encounter("e", "t", "aliens", "", (), "", battle_map=BattleMap(40, 40, frozenset(maze)))
    calls = 0

    def count(frame: FrameType, event: str, _: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        way = Approach.to([Place(39, 39)], [Place(1, 2)], state, "square").way(Place(1, 2), Place(39, 39))
    finally:
        sys.setprofile(None)
    assert len(way) > 700 and calls < 120_000
