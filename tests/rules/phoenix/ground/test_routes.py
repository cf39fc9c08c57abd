"""The way of a move: the cheapest that its side knows, around obstructions, with the turning on it (2.3, O34, O77)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import pairwise
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.map.pieces import lay
from rules.engine.records.errors import NotNow
from rules.engine.records.model import BattleMap
from rules.engine.records.orders import Chart, Move
from rules.engine.table.secrecy import Conceal
from rules.grid import hexes
from rules.phoenix.ground.moves import routes
from rules.words.maps import read_pieces
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, phoenix, total

SIDE = 6
EVERYWHERE = [Place(column, row) for column in range(1, SIDE + 1) for row in range(1, SIDE + 1)]
AROUND = (0, 60, 120, 180, 240, 300)
PLENTY = 200


def place(text: str) -> Place:
    return Place.parse(text)


def placed(walls: str, at: str, preset: str = "phoenix-basic", owner: str | None = "player", **state: Any) -> Skirmish:
    made = Skirmish(preset)
    battle_map = BattleMap(12, 12)
    made.order(Chart(lay(battle_map, read_pieces(walls, battle_map))))
    made.sheet("Trent", "skill 6, CA 6, M16", at, owner)
    made.make("Trent", left=PLENTY, **state)
    return made


def way(made: Skirmish) -> list[str]:
    """Return the hexes that the fighter has passed in this impulse, and their present one."""
    return [*(str(one.place) for one in made.state("Trent").trace), str(made.one("Trent").place)]


@pytest.mark.parametrize(
    ("walls", "facing", "to", "entered", "outcome"),
    [
        ("wall D3", 180, "D5", "D2 C3 C4 C5 D5", "Trent moves from D2 to D5, 4 hexes (4 actions)."),
        ("water A4-L4, bridge G4", 180, "D5", "", "Trent moves from D2 to D5, 7 hexes (7 actions)."),
        ("wall A4-L4, door F4 open", 180, "D5", "", "Trent moves from D2 to D5, 5 hexes (5 actions)."),
        ("", 180, "D5", "D2 D3 D4 D5", "Trent moves from D2 to D5, 3 hexes (3 actions)."),
    ],
)
def test_a_move_goes_around_what_is_in_the_way(walls: str, facing: int, to: str, entered: str, outcome: str) -> None:
    made = placed(walls, "D2", facing=facing)
    assert made.order(Move(made.id("Trent"), place(to))).outcome == outcome
    assert not entered or " ".join(way(made)) == entered
    assert all(hexes.distance(place(a), place(b)) == 1 for a, b in pairwise(way(made)))


def test_a_move_without_a_way_is_refused() -> None:
    made = placed("wall A4-L4, door F4", "D2")
    before = made.encounter
    sentence = (
        "There is no way for Trent from D2 to D5: the map has walls, closed doors or water in between. Choose another"
        " place."
    )
    with pytest.raises(NotNow) as refused:
        made.order(Move(made.id("Trent"), place("D5")))
    assert str(refused.value).replace(made.one("Trent").reference, "Trent") == sentence
    assert made.encounter == before


def test_a_long_way_around_continues_from_impulse_to_impulse() -> None:
    made = placed("wall A4-K4", "D2", facing=180)
    made.make("Trent", left=2)
    assert "2 of 17 actions" in made.order(Move(made.id("Trent"), place("D6"))).outcome
    [arrived] = [part.resolution.outcome for part in made.next() if "moves from D2" in part.resolution.outcome]
    assert arrived == "Trent moves from D2 to D6, 17 hexes (17 actions)."


def test_those_who_do_not_know_a_wall_run_into_it_and_its_gm_walks_around_it() -> None:
    for owner, ends in (("player", "D3"), (None, "D6")):
        made = placed("", "D2", owner=owner, facing=180)
        battle_map = made.encounter.battle_map
        assert battle_map
        made.order(Chart(lay(battle_map, read_pieces("wall D4", battle_map))))
        made.order(Conceal((), (), (), frozenset({place("D4")})))
        said = made.order(Move(made.id("Trent"), place("D6"))).outcome
        assert str(made.one("Trent").place) == ends
        assert ("finds the way blocked at D4" in said) == (owner is not None)
    # Now they know it, and go around.
    made.order(Move(made.id("Trent"), place("D2")))


def test_a_hidden_fighter_does_not_change_the_way_of_those_who_do_not_know_them() -> None:
    ways = []
    for at in ("C4", "L12"):
        made = placed("wall D3", "D2", facing=180)
        made.sheet("Guard", "skill 6, CA 6, M16", "L12", owner=None)
        made.order(Conceal((made.id("Guard"),), (), (), frozenset()))
        made.put("Guard", at)
        made.order(Move(made.id("Trent"), place("D5")))
        ways.append(way(made))
    met, free = ways
    assert met == free[: len(met)] and met[-1] == "C4" and free[-1] == "D5"


# ---------------------------------------------------------------------------------------------- the cheapest way


def sides(one: int, other: int) -> int:
    off = (one - other) % 360
    return -(-min(off, 360 - off) // 60)


def priced(turn: int) -> int:
    """The actions for hexsides that are not free."""
    return (0, 1, 1, 2)[max(0, turn)]


def walks(start: Place, to: Place, facing: int, back: int, each: int, closed: frozenset[Place]) -> int | None:
    """The cost of the cheapest walk, hex by hex: every way is tried, dearest last."""
    best: dict[tuple[Place, int], int] = {(start, facing): 0}
    waiting = [(0, start, facing)]
    while waiting:
        waiting.sort(reverse=True)
        spent, here, ahead = waiting.pop()
        if here == to:
            return spent
        for n, other in enumerate(hexes.around(here)):
            if other not in EVERYWHERE or other in closed:
                continue
            looks = (AROUND[n] + back) % 360
            cost = spent + each + priced(sides(ahead, looks) - 1)
            if cost < best.get((other, looks), 1_000):
                best[other, looks] = cost
                waiting.append((cost, other, looks))
    return None


@given(
    st.frozensets(st.sampled_from(EVERYWHERE), max_size=18),
    st.sampled_from(EVERYWHERE),
    st.sampled_from(EVERYWHERE),
    st.integers(0, 359),
    st.sampled_from([("", 0, 1), ("low crouch", 0, 2), ("backward", 180, 3)]),
)
def test_no_walk_is_cheaper(
    closed: frozenset[Place], start: Place, to: Place, facing: int, gait: tuple[str, int, int]
) -> None:
    closed -= {start}
    if start == to or to in closed:
        return
    how, back, each = gait
    made = Skirmish()
    made.order(Chart(BattleMap(SIDE, SIDE, closed)))
    made.sheet("Trent", "skill 6, CA 6, M16", str(start))
    made.make("Trent", left=PLENTY, facing=facing)
    cheapest = walks(start, to, facing, back, each, closed)
    reach = phoenix().reach(made.encounter, made.id("Trent"), how)
    if cheapest is None:
        with pytest.raises(NotNow, match="There is no way for"):
            made.order(Move(made.id("Trent"), to, None, how))
        assert to not in reach.costs
        return
    moved = made.order(Move(made.id("Trent"), to, None, how))
    spent = PLENTY - made.state("Trent").left
    assert made.one("Trent").place == to and spent == cheapest
    entered = [place(at) for at in way(made)]
    assert not closed & {*entered} and all(hexes.distance(a, b) == 1 for a, b in pairwise(entered))
    assert total(moved, "Cost") == spent
    assert reach.costs.get(to, cheapest) == cheapest


@pytest.mark.parametrize("final", ["north", "south-east", "the way they came"])
@given(st.frozensets(st.sampled_from(EVERYWHERE), max_size=14), st.sampled_from(EVERYWHERE[1:]), st.integers(0, 5))
def test_turning_at_the_end_counts(final: str, closed: frozenset[Place], to: Place, heading: int) -> None:
    """Arriving in another direction may save a turn there: never is it dearer than to arrive and then to turn."""
    start = EVERYWHERE[0]
    closed -= {start, to}
    made = Skirmish()
    made.order(Chart(BattleMap(SIDE, SIDE, closed)))
    made.sheet("Trent", "skill 6, CA 6, M16", str(start))
    made.make("Trent", left=PLENTY, facing=AROUND[heading])
    cheapest = walks(start, to, AROUND[heading], 0, 1, closed)
    if cheapest is None:
        return
    reach = phoenix().reach(made.encounter, made.id("Trent"), f"facing {final}")
    made.order(Move(made.id("Trent"), to, None, f"facing {final}"))
    spent = PLENTY - made.state("Trent").left
    assert cheapest <= spent <= cheapest + 2
    assert reach.costs.get(to, spent) == spent


# ---------------------------------------------------------------------------------------------- little work


def battle_maps() -> Iterator[tuple[str, BattleMap]]:
    """The largest maps, on which a search has most to look at."""
    whole = [Place(column, row) for column in range(1, 41) for row in range(1, 41)]
    yield "open", BattleMap(40, 40)
    maze = {at for at in whole if at.column % 2 == 0 and at.row != (1 if at.column % 4 else 40)}
    yield "a maze", BattleMap(40, 40, frozenset(maze))
    yield "shut in", BattleMap(40, 40, frozenset(hexes.neighbours(Place(1, 2))))
    yield "shut out", BattleMap(40, 40, frozenset(hexes.around(Place(39, 39))))


@pytest.mark.parametrize("name", [name for name, _ in battle_maps()])
@pytest.mark.parametrize("finals", [None, (180,) * 6])
def test_a_search_is_little_work(name: str, finals: tuple[int, ...] | None) -> None:
    """Counted in calls, of which a thousand take about a quarter of a millisecond."""
    battle_map = dict(battle_maps())[name]
    calls = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        found = routes.route.__wrapped__(Place(1, 2), Place(39, 39), routes.Pace(1, 0), finals, battle_map)
    finally:
        sys.setprofile(None)
    assert (found is None) == name.startswith("shut")
    assert calls < 120_000
