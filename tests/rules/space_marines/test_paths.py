"""Ways on drawn maps: what they cost, what is in the way, how they are chosen; and a brute-force witness."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.entries.names import refusals_named
from rules.engine.records.agenda import Clock, Watch
from rules.engine.records.errors import NotNow
from rules.engine.records.model import BattleMap, Encounter
from rules.engine.records.orders import Fire
from rules.grid import hexes
from rules.space_marines.figures.figure import BAD, GOOD, Troop
from rules.space_marines.moves.paths import Ways, reachable, way
from rules.words.places import Place
from tests.rules.space_marines.drawn import BOT, FUZZY, MARINE, SCOUT, WARRIOR, Drawn, encounter, one


def at(text: str) -> Place:
    return Place.parse(text)


def many(text: str) -> tuple[Place, ...]:
    return tuple(map(at, text.split()))


def went(state: Encounter, to: str, via: str = "") -> tuple[str, int]:
    """The spaces entered and what they cost."""
    strides = way("M", at(to), state, many(via))
    return " ".join(str(stride.to) for stride in strides), sum(stride.cost for stride in strides)


@pytest.mark.parametrize(
    ("troop", "flying", "cost", "over_rough"),
    [
        (MARINE, False, 6, 8),
        (WARRIOR, False, 6, 8),
        (FUZZY, False, 3, 4),  # double Points for movement
        (BOT, False, 9, 9),  # one and a half a space, rough or not
        (SCOUT, False, 6, 8),
        (SCOUT, True, 3, 3),
    ],
)
def test_what_three_spaces_cost_in_halves_of_a_point(troop: Troop, flying: bool, cost: int, over_rough: int) -> None:
    assert went(Drawn("M . . T", troop=troop, flying=flying).encounter, "D1") == ("B1 C1 D1", cost)
    assert went(Drawn("M . ~ T", troop=troop, flying=flying).encounter, "D1") == ("B1 C1 D1", over_rough)


def test_each_stride_has_its_cost() -> None:
    assert [stride.cost for stride in way("M", at("D1"), Drawn("M ~ . ~").encounter)] == [4, 2, 4]


# M goes to T by the spaces that are given.
MAPS = {
    "straight": ("M . . . T", "B1 C1 D1 E1", 8),
    "straight through the open": (
        """
        . . . .
        M . . T
        . . . .""",
        "B2 C2 D2",
        6,
    ),
    "a diagonal step is one space": (
        """
        M . .
        . . .
        . . T""",
        "B2 C3",
        4,
    ),
    "around a wall": (
        """
        . # T
        . # .
        M . .""",
        "B3 C2 C1",
        6,
    ),
    "past the corner of a wall": (
        """
        # T
        M .""",
        "B1",
        2,
    ),
    "not between two walls": (
        """
        # T .
        M # .
        . . .""",
        "B3 C2 B1",
        6,
    ),
    "between two bugs": (
        """
        o T
        M o""",
        "B1",
        2,
    ),
    "around rough ground": (
        """
        M ~ T
        . . .""",
        "B2 C1",
        4,
    ),
    "over rough ground where the way around is longer": (
        """
        M ~ T
        # ~ .""",
        "B1 C1",
        6,
    ),
    "below two rough places rather than over one of them": (
        """
        M . . ~ . #
        . . ~ ~ . ~
        # . . . # T""",
        "B2 C3 D3 E2 F3",
        10,
    ),
    "through friends": ("M m m T", "B1 C1 D1", 6),
    "around an enemy": (
        """
        M o T
        # . .""",
        "B2 C1",
        4,
    ),
}


@pytest.mark.parametrize("name", MAPS)
def test_the_cheapest_way(name: str) -> None:
    text, spaces, cost = MAPS[name]
    drawn = Drawn(text)
    assert went(drawn.encounter, str(drawn.at("T"))) == (spaces, cost)


@pytest.mark.parametrize(
    ("text", "to", "refusal"),
    [
        ("M . #", "C1", "There is an obstruction at C1"),
        ("M . .", "D1", "D1 is off the map, which goes from A1 to C1"),
        ("M . m", "C1", r"marine C1 is at C1\. Choose a free place"),
        ("M . o", "C1", "bug C1 is at C1"),
        ("M . ^", "C1", "scout C1 is at C1"),
        (
            "M # .",
            "C1",
            r"There is no way for M from A1 to C1: walls or enemies are in between\."
            r" Choose another space",
        ),
        ("M o .", "C1", "There is no way for M from A1 to C1"),
        ("M ^ .", "C1", "There is no way for M from A1 to C1"),
    ],
)
def test_where_no_way_leads(text: str, to: str, refusal: str) -> None:
    encounter = Drawn(text).encounter
    with pytest.raises(NotNow, match=refusal), refusals_named(encounter):
        went(encounter, to)


def test_those_out_of_play_are_in_nobodys_way() -> None:
    state = Drawn("M o o").encounter
    gone = replace(state, combatants=tuple(replace(c, present=c.id == "M") for c in state.combatants))
    assert went(gone, "C1") == ("B1 C1", 4)


def test_enemies_are_those_of_the_other_camp() -> None:
    turned = encounter(one("M", at("A1"), camp=BAD), one("bug", at("B1"), WARRIOR), battle_map=BattleMap(3, 1))
    assert went(turned, "C1") == ("B1 C1", 4)
    loyal = encounter(one("M", at("A1")), one("bug", at("B1"), WARRIOR, camp=GOOD), battle_map=BattleMap(3, 1))
    assert went(loyal, "C1") == ("B1 C1", 4)


def test_a_flyer_passes_over_figures_and_outdoors_over_walls() -> None:
    assert went(Drawn("M o ~ m .", troop=SCOUT, flying=True).encounter, "E1") == ("B1 C1 D1 E1", 4)
    outdoors = Drawn("M . # . .", "hexes", SCOUT, flying=True).encounter
    assert went(outdoors, "E1") == ("B1 C1 D1 E1", 4)
    with pytest.raises(NotNow, match="There is an obstruction at C1"):
        went(outdoors, "C1")
    with pytest.raises(NotNow, match="There is no way for"):
        went(Drawn("M . # . .", troop=SCOUT, flying=True).encounter, "E1")
    with pytest.raises(NotNow, match="Choose a free place"):
        went(Drawn("M o .", troop=SCOUT, flying=True).encounter, "B1")
    with pytest.raises(NotNow, match="There is no way for"):
        went(Drawn("M . # . .", "hexes", SCOUT).encounter, "E1")


def test_a_way_on_hexes() -> None:
    state = encounter(one("M", at("C3")), battle_map=BattleMap(9, 9, frozenset(many("C4 D3"))), spaces="hexes")
    assert went(state, "C5") == ("B3 B4 C5", 6)
    assert went(replace(state, battle_map=BattleMap(9, 9)), "C5") == ("C4 C5", 4)


def test_by_certain_spaces_in_their_order() -> None:
    state = Drawn(
        """
        M . .
        . . .
        . . ."""
    ).encounter
    assert went(state, "C1", "A3") == ("A2 A3 B2 C1", 8)
    assert went(state, "C1", "A3 C3") == ("A2 A3 B3 C3 C2 C1", 12)
    assert went(state, "B1", "C3 A3")[1] == 12
    assert went(state, "A1", "C1") == ("B1 C1 B1 A1", 8)
    assert went(state, "C1", "A1 B1 B1") == ("B1 C1", 4)
    assert went(state, "A1") == ("", 0)


def test_by_a_space_that_cannot_be_entered() -> None:
    state = Drawn(
        """
        M # .
        . m o
        . . ."""
    ).encounter
    assert went(state, "C3", "B2") == ("B2 C3", 4)  # a friend is passed through
    for closed, why in (
        ("B1", "There is an obstruction at B1"),
        ("C2", "An enemy is at C2, and M cannot pass there"),
        ("C9", "C9 is off the map, which goes from A1 to C3"),
    ):
        with pytest.raises(NotNow, match=why), refusals_named(state):
            went(state, "A2", closed)


def covering(state: Encounter, *areas: str) -> Encounter:
    """Somebody called "bug" has cover fire on these areas."""
    watches = tuple(Watch("bug", many(area), Clock(2), Fire("bug", ())) for area in areas)
    return replace(state, agenda=watches)


def test_of_ways_that_cost_the_same_the_least_covered_is_taken() -> None:
    state = encounter(one("M", at("A2")), one("bug", at("C9"), WARRIOR), battle_map=BattleMap(5, 9))
    assert went(state, "E2") == ("B2 C2 D2 E2", 8)
    for areas, third in ((["C2"], ("C1", "C3")), (["C1 C2"], ("C3",)), (["C1", "C2"], ("C3",))):
        strides = way("M", at("E2"), covering(state, *areas))
        assert [stride.cost for stride in strides] == [2, 2, 2, 2] and str(strides[1].to) in third
    assert went(covering(state, "C1 C2 C3 C4"), "E2") == ("B2 C2 D2 E2", 8)  # by C5 it would cost more
    assert went(covering(state, "E2"), "E2") == ("B2 C2 D2 E2", 8)


def test_what_friends_cover_is_as_good_as_any() -> None:
    state = encounter(one("M", at("A2")), one("bug", at("C9"), MARINE), battle_map=BattleMap(5, 9))
    assert went(covering(state, "C2"), "E2") == ("B2 C2 D2 E2", 8)


def test_without_a_map() -> None:
    for spaces, strides in (("squares", 98), ("hexes", 147)):
        found = way("M", at("CU99"), encounter(one("M", at("A1")), spaces=spaces))
        assert len(found) == strides and found[-1].to == at("CU99")
        assert sum(stride.cost for stride in found) == 2 * strides
    assert went(encounter(one("M", at("A1")), one("bug", at("B1"), WARRIOR)), "C1") == ("B2 C1", 4)


def test_without_a_place_or_legs_nobody_goes_anywhere() -> None:
    nowhere = encounter(one("M", None), battle_map=BattleMap(3, 3))
    with (
        pytest.raises(NotNow, match=r"M is not on the map yet\. The GM can place them with /adjust, such as at C4"),
        refusals_named(nowhere),
    ):
        way("M", at("B1"), nowhere)
    assert reachable("M", nowhere) == {}
    blob = encounter(one("M", at("A1"), replace(WARRIOR, name="Bug Brain", step=0)), battle_map=BattleMap(3, 3))
    with (
        pytest.raises(NotNow, match=r"M does not walk\. Only the GM can place them elsewhere, with /adjust"),
        refusals_named(blob),
    ):
        way("M", at("B1"), blob)
    assert reachable("M", blob) == {at("A1"): 0}


def test_where_somebody_could_come_to_stand() -> None:
    state = Drawn(
        """
        M ~ . #
        m # . .
        . o # ."""
    ).encounter
    assert {str(place): cost for place, cost in reachable("M", state).items()} == {
        "A1": 0,
        "B1": 4,
        "C1": 6,
        "C2": 6,
        "D2": 8,
        "D3": 8,
        "A3": 4,
    }


def test_where_somebody_could_come_to_stand_within_a_cost() -> None:
    state = Drawn("M ~ . m . .").encounter
    assert reachable("M", state, within=3) == {at("A1"): 0}
    assert reachable("M", state, within=7) == {at("A1"): 0, at("B1"): 4, at("C1"): 6}
    assert reachable("M", state, within=10) == {at("A1"): 0, at("B1"): 4, at("C1"): 6, at("E1"): 10}


# Tiny maps of any sort: what is where, who moves, and what enemies cover.
SIZE = 4
SPOTS = [Place(column, row) for column in range(1, SIZE + 1) for row in range(1, SIZE + 1)]
MOVERS = [(MARINE, False), (FUZZY, False), (BOT, False), (SCOUT, False), (SCOUT, True)]
HALVES = {"Marine": 2, "Fuzzy Warrior": 1, "Bot Warrior": 3, "Bot Scout": 2}
spots = st.sampled_from(SPOTS)
few = st.frozensets(spots, max_size=6)
Key = tuple[int, int]


@dataclass(frozen=True)
class Tiny:
    """A map whose facts are also told plainly, for the witness."""

    state: Encounter
    start: Place
    name: str
    flying: bool
    hexes: bool
    walls: frozenset[Place]
    rough: frozenset[Place]
    friends: frozenset[Place]
    enemies: frozenset[Place]
    covered: frozenset[Place]

    def step(self, here: Place, to: Place) -> Key | None:
        """The cost of a step in halves and whether what it enters is covered; None where it is not possible."""
        across, down = to.column - here.column, to.row - here.row
        if (hexes.distance(here, to) if self.hexes else max(abs(across), abs(down))) != 1:
            return None
        if not self.hexes and {Place(to.column, here.row), Place(here.column, to.row)} <= self.walls:
            return None
        if to in self.walls and not (self.flying and self.hexes):
            return None
        if to in self.enemies and not self.flying:
            return None
        uneven = to in self.rough and self.name != "Bot Warrior"
        halves = 1 if self.flying else HALVES[self.name] * (2 if uneven else 1)
        return halves, int(to in self.covered)

    def best(self) -> dict[Place, Key]:
        """Every space there is a way to, by looking at every step again until nothing gets better."""
        best = {self.start: (0, 0)}
        for _ in SPOTS:
            for here in list(best):
                for to in SPOTS:
                    more = self.step(here, to)
                    if more is not None:
                        found = best[here][0] + more[0], best[here][1] + more[1]
                        best[to] = min(best.get(to, found), found)
        return best

    def free(self, place: Place) -> bool:
        """Return whether somebody may stand there."""
        return place not in self.walls | self.friends | self.enemies


@st.composite
def tiny(draw: st.DrawFn) -> Tiny:
    start, six = draw(spots), draw(st.booleans())
    troop, flying = draw(st.sampled_from(MOVERS))
    walls, rough, friends, enemies, covered = (draw(few) for _ in range(5))
    walls, friends = walls - {start}, friends - walls - {start}
    rough, enemies = rough - walls, enemies - walls - friends - {start}
    ally, foe = (MARINE, WARRIOR) if troop is MARINE else (WARRIOR, MARINE)
    state = encounter(
        one("M", start, troop, flying=flying),
        *(one(f"friend {place}", place, ally) for place in friends),
        *(one(f"enemy {place}", place, foe) for place in enemies),
        one("watch", None, foe),
        battle_map=BattleMap(SIZE, SIZE, walls, rough),
        spaces="hexes" if six else "squares",
        agenda=(Watch("watch", tuple(covered), Clock(2), Fire("watch", ())),),
    )
    return Tiny(state, start, troop.name, flying, six, walls, rough, friends, enemies, covered)


@given(tiny())
def test_brute_force_agrees_where_to(map: Tiny) -> None:
    found = {place: cost for place, (cost, _) in map.best().items() if place == map.start or map.free(place)}
    assert reachable("M", map.state) == found
    for within in (0, 3, 6):
        assert reachable("M", map.state, within) == {place: cost for place, cost in found.items() if cost <= within}


@given(tiny(), spots)
def test_brute_force_agrees_on_the_way(map: Tiny, to: Place) -> None:
    best = map.best()
    if to not in best or (to != map.start and not map.free(to)):
        with pytest.raises(NotNow):
            way("M", to, map.state)
        return
    strides = way("M", to, map.state)
    assert way("M", to, map.state) == strides
    taken = [map.step(here, there) for here, there in pairwise([map.start, *(stride.to for stride in strides)])]
    possible = [step for step in taken if step is not None]
    assert len(possible) == len(taken)
    assert [stride.cost for stride in strides] == [cost for cost, _ in possible]
    assert (sum(cost for cost, _ in possible), sum(covered for _, covered in possible)) == best[to]
    assert not strides or strides[-1].to == to


@given(tiny(), few, st.lists(spots, max_size=3))
def test_brute_force_agrees_on_the_nearest_of_several_spaces(
    map: Tiny, drawn: frozenset[Place], others: list[Place]
) -> None:
    goals = frozenset(place for place in drawn if place != map.start and map.free(place))
    near = [map.best()[goal] for goal in goals if goal in map.best()]
    strides = Ways().nearest("M", goals, map.state)
    taken = [map.step(here, there) for here, there in pairwise([map.start, *(stride.to for stride in strides)])]
    possible = [step for step in taken if step is not None]
    assert len(possible) == len(taken)
    cost = sum(cost for cost, _ in possible), sum(covered for _, covered in possible)
    assert cost == min(near, default=(0, 0))
    assert bool(strides) == bool(near)
    # What was found out for figures elsewhere changes nothing.
    ways = Ways()
    mover = map.state.combatant("M")
    for elsewhere in others:
        ways.nearest("M", goals, map.state.with_combatant(replace(mover, place=elsewhere)))
    assert ways.nearest("M", goals, map.state) == strides


@given(tiny(), spots, spots)
def test_a_detour_is_never_cheaper(map: Tiny, to: Place, by: Place) -> None:
    try:
        around = way("M", to, map.state, (by,))
    except NotNow:
        return
    straight = way("M", to, map.state)
    assert by in (map.start, *(stride.to for stride in around))
    assert sum(stride.cost for stride in straight) <= sum(stride.cost for stride in around)


@given(tiny(), spots)
def test_with_less_in_the_way_nothing_costs_more(map: Tiny, cleared: Place) -> None:
    left = tuple(c for c in map.state.combatants if c.place != cleared or c.id == "M")
    battle_map = BattleMap(SIZE, SIZE, map.walls - {cleared}, map.rough - {cleared})
    before, after = (
        reachable("M", map.state),
        reachable("M", replace(map.state, combatants=left, battle_map=battle_map)),
    )
    assert all(after[place] <= cost for place, cost in before.items())
