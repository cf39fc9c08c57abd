"""Distance and sight on squares and hexes: drawn maps, heights, what lies behind and farther out."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.engine.records.model import BattleMap
from rules.space_marines import sight
from rules.words.places import Place
from tests.rules.space_marines.drawn import SCOUT, Drawn, encounter, one

SPACES = ["squares", "hexes"]
places = st.builds(Place, st.integers(1, 9), st.integers(1, 9))
some = st.frozensets(places, max_size=14)
kinds = st.sampled_from(SPACES)


def at(text: str) -> Place:
    return Place.parse(text)


def many(text: str) -> tuple[Place, ...]:
    return tuple(map(at, text.split()))


def test_distances() -> None:
    squares, hexes = (encounter(spaces=spaces) for spaces in SPACES)
    assert sight.distance(at("A1"), at("C3"), squares) == 2
    assert sight.distance(at("A1"), at("C3"), hexes) == 3
    assert sight.distance(at("A1"), at("C1"), hexes) == sight.distance(at("A1"), at("C1"), squares) == 2


def test_adjacent_spaces_are_those_of_the_map() -> None:
    battle_map = BattleMap(3, 3, frozenset(many("B2")))
    squares, hexes = (encounter(battle_map=battle_map, spaces=spaces) for spaces in SPACES)
    assert set(sight.neighbours(at("C3"), squares)) == set(many("C2 B3 B2"))
    assert set(sight.neighbours(at("C3"), hexes)) == set(many("C2 B3 B2"))
    assert set(sight.neighbours(at("B3"), hexes)) == set(many("B2 A3 C3"))
    assert len(sight.neighbours(at("C3"), replace(squares, battle_map=None))) == 8
    assert len(sight.neighbours(at("C3"), replace(hexes, battle_map=None))) == 6


def test_side_by_side() -> None:
    squares, hexes = (encounter(spaces=spaces) for spaces in SPACES)
    assert sight.side_by_side(many("C3 D4"), squares)
    assert not sight.side_by_side(many("C3 D4"), hexes)  # column D stands lower
    assert sight.side_by_side(many("C3 D3 D4"), hexes)
    assert not sight.side_by_side(many("C3 E3"), squares)
    assert not sight.side_by_side(many("C3 C3"), squares)
    assert sight.side_by_side(many("C3"), squares) and sight.side_by_side((), squares)


# M looks at T; # and X are walls, o and O figures on the ground. X or O must be named; without them the sight is clear.
# In a row or column either border of it is looked along; in adjacent ones the border between these.
MAPS = {
    "an open floor": """
        . . . . .
        M . . . T
        . . . . .""",
    "a wall in the row": """
        . . . . .
        M . # . T
        . . . . .""",
    "a wall in the row, and one that closes either border": """
        . . # . .
        M . X # T
        . . . # .""",
    "a wall in the row, and one that closes one border": """
        . . # . .
        M . # . T
        . . . . .""",
    "a figure in the row": "M . O . T",
    "a friend in the row": "M . m . T O",
    "the nearest of several": "M . O # o T",
    "beside the lane": """
        # # # # #
        M . . . T
        # o # o #""",
    "what stands behind either": "# M . . T o",
    "a column": """
        M
        .
        X
        T""",
    "a diagonal": """
        M . . .
        . . . .
        . . O .
        . . . T""",
    "beside a diagonal": """
        M # . .
        # . # .
        . # . #
        . . # T""",
    "a diagonal the other way": """
        . . . T
        . . # .
        . X . .
        M . . .""",
    "along a border, one beside it": """
        M .
        # .
        . T""",
    "along a border, the other beside it": """
        M .
        . o
        . T""",
    "along a border, two on opposite sides": """
        M .
        X o
        . T""",
    "along a border, two that do not face each other": """
        M .
        # .
        . o
        . T""",
    "along a border between rows": """
        . X T
        M # .""",
    "adjacent to either, along a border": """
        M # # .
        # # # T""",
    "between two walls at their corner": """
        M . . .
        . . # .
        . # . .
        . . . T""",
    "a slanting line": """
        M . . .
        . X . .
        . . . T""",
    "a slanting line, farther on": """
        M . . .
        . . X .
        . . . T""",
    "beside a slanting line": """
        M # # #
        # . . #
        # # # T""",
    "a long slanting line": """
        M . . . . . .
        . . . O . . .
        . . . . . . .
        . . . . . . T""",
    "a long slanting line, on its other half": """
        M . . . . . .
        . . . . . . .
        . . . O . . .
        . . . . . . T""",
    "beside a long slanting line": """
        M # # # # # #
        # . . . # # #
        # # # . . . #
        # # # # # # T""",
    "two adjacent between walls": """
        # T
        M #""",
    "the very same space of walls around": """
        # # #
        # M T
        # # #""",
}
BLOCKED_BY = {
    "a friend in the row": "C1",
    "along a border, two on opposite sides": "A2",
    "along a border between rows": "B1",
    "adjacent to either, along a border": "B1",
}
"""Those whose named space is not the one drawn as X or O."""


@pytest.mark.parametrize("name", MAPS)
def test_sight_on_squares(name: str) -> None:
    drawn = Drawn(MAPS[name])
    expected = at(BLOCKED_BY[name]) if name in BLOCKED_BY else drawn.named()
    assert sight.blocking(drawn.mover, drawn.at("T"), drawn.encounter) == expected
    looking_back = replace(drawn.encounter.combatants[0], place=drawn.at("T"))
    back = sight.blocking(looking_back, drawn.at("M"), drawn.encounter)
    assert (back is None) == (expected is None)


@pytest.mark.parametrize(
    ("mover", "to", "walls", "figures", "blocked"),
    [
        ("C3", "C7", "C5", "", "C5"),
        ("C3", "C7", "", "C5", "C5"),
        ("C3", "C7", "B5 D5", "B4 D4", None),
        ("C3", "E3", "D2", "", None),  # along a border
        ("C3", "E3", "D2", "D3", "D2"),  # a wall and a figure on opposite sides
        ("C3", "E3", "", "D2 D3", "D2"),
        ("C3", "C4", "", "", None),
    ],
)
def test_sight_on_hexes(mover: str, to: str, walls: str, figures: str, blocked: str | None) -> None:
    shooter = one("M", at(mover))
    state = encounter(
        shooter,
        *(one(place, at(place), SCOUT) for place in figures.split()),
        battle_map=BattleMap(9, 9, frozenset(many(walls))),
        spaces="hexes",
    )
    assert sight.blocking(shooter, at(to), state) == (at(blocked) if blocked else None)


G, A = False, True


@pytest.mark.parametrize(
    ("shooter", "target", "between", "blocked"),
    [
        (G, G, G, True),
        (G, G, A, False),
        (G, A, G, False),
        (G, A, A, False),
        (A, G, G, False),
        (A, G, A, False),
        (A, A, G, False),
        (A, A, A, True),
    ],
)
@pytest.mark.parametrize("spaces", SPACES)
def test_figures_block_at_their_own_level(
    spaces: str, shooter: bool, target: bool, between: bool, blocked: bool
) -> None:
    looks = one("M", at("C3"), SCOUT, flying=shooter)
    other = one("o", at("C5"), SCOUT, flying=between)
    seen = one("T", at("C8"), SCOUT, flying=target)
    # Walls beside the figure, so that it closes both borders of a column of squares.
    state = encounter(looks, other, seen, battle_map=BattleMap(9, 9, frozenset(many("B5 D5"))), spaces=spaces)
    assert sight.blocking(looks, at("C8"), state, high=target) == (at("C5") if blocked else None)


@pytest.mark.parametrize(("shooter", "target"), [(G, G), (G, A), (A, G), (A, A)])
def test_walls_reach_the_ceiling_indoors_but_not_the_air_outdoors(shooter: bool, target: bool) -> None:
    looks = one("M", at("C3"), SCOUT, flying=shooter)
    indoors, outdoors = (
        encounter(looks, battle_map=BattleMap(9, 9, frozenset(many("B5 C5 D5"))), spaces=s) for s in SPACES
    )
    assert sight.blocking(looks, at("C8"), indoors, high=target) == at("C5")
    assert sight.blocking(looks, at("C8"), outdoors, high=target) == (None if shooter or target else at("C5"))


def test_rough_ground_and_the_fallen_are_not_in_the_way() -> None:
    drawn = Drawn("M ~ o T")
    fallen = tuple(replace(c, present=c.id == "M") for c in drawn.encounter.combatants)
    assert sight.blocking(drawn.mover, drawn.at("T"), drawn.encounter) == at("C1")
    assert sight.blocking(drawn.mover, drawn.at("T"), replace(drawn.encounter, combatants=fallen)) is None


def test_whoever_stands_at_the_space_itself_is_not_in_the_way() -> None:
    drawn = Drawn("M . . O .")
    assert sight.blocking(drawn.mover, at("D1"), drawn.encounter) is None
    assert sight.blocking(drawn.mover, at("A1"), drawn.encounter) is None


def test_without_a_place_there_is_no_line() -> None:
    drawn = Drawn("M . T")
    for look in (sight.blocking, sight.farthest):
        with pytest.raises(ValueError, match="M is not on the map and has no line of sight"):
            look(replace(drawn.mover, place=None), drawn.at("T"), drawn.encounter)


def line(a: Place, b: Place, walls: frozenset[Place], figures: frozenset[Place], spaces: str) -> Place | None:
    shooter = one("M", a)
    others = (one(str(place), place) for place in figures)
    return sight.blocking(shooter, b, encounter(shooter, *others, battle_map=BattleMap(9, 9, walls), spaces=spaces))


@given(places, places, some, some, kinds)
def test_both_see_each_other_or_neither(
    a: Place, b: Place, walls: frozenset[Place], figures: frozenset[Place], spaces: str
) -> None:
    there, back = line(a, b, walls, figures, spaces), line(b, a, walls, figures, spaces)
    assert (there is None) == (back is None)
    assert there is None or there in (walls | figures) - {a, b}


@given(places, places, some, some, kinds)
def test_more_in_the_way_never_clears_a_line_and_less_never_blocks_one(
    a: Place, b: Place, walls: frozenset[Place], more: frozenset[Place], spaces: str
) -> None:
    if line(a, b, walls, frozenset(), spaces):
        assert line(a, b, walls | more, frozenset(), spaces)
        assert line(a, b, walls, more, spaces)
    if line(a, b, walls | more, frozenset(), spaces) is None:
        assert line(a, b, walls, frozenset(), spaces) is None


@given(places, places, some, kinds)
def test_walls_and_figures_are_alike_on_the_ground(a: Place, b: Place, occupied: frozenset[Place], spaces: str) -> None:
    assert line(a, b, occupied, frozenset(), spaces) == line(a, b, frozenset(), occupied, spaces)


off_the_edge = st.builds(Place, st.integers(2, 8), st.integers(2, 8))


@given(off_the_edge, off_the_edge, kinds)
def test_adjacent_spaces_see_each_other_and_a_ring_hides(a: Place, b: Place, spaces: str) -> None:
    state = encounter(battle_map=BattleMap(9, 9), spaces=spaces)
    everywhere = frozenset(Place(column, row) for column in range(1, 10) for row in range(1, 10))
    apart = sight.distance(a, b, state)
    assert (line(a, b, everywhere, frozenset(), spaces) is None) == (apart <= 1)
    ring = frozenset(place for place in everywhere if sight.distance(b, place, state) == 1)
    assert (line(a, b, ring, frozenset(), spaces) is None) == (apart <= 1)


@given(places, places, some, st.booleans(), st.booleans(), st.booleans())
def test_turning_and_mirroring_squares_changes_nothing(
    a: Place, b: Place, walls: frozenset[Place], flip: bool, flop: bool, swap: bool
) -> None:
    def turned(square: Place) -> Place:
        column = 10 - square.column if flip else square.column
        row = 10 - square.row if flop else square.row
        return Place(row, column) if swap else Place(column, row)

    before = line(a, b, walls, frozenset(), "squares")
    after = line(turned(a), turned(b), frozenset(map(turned, walls)), frozenset(), "squares")
    assert (before is None) == (after is None)


@pytest.mark.parametrize(
    ("spaces", "shooter", "target", "others", "expected"),
    [
        ("squares", "A1", "C1", "D1", True),
        ("squares", "A1", "C1", "D1 E1", True),
        ("squares", "A1", "C1", "E1", False),  # not the adjacent one first
        ("squares", "A1", "C1", "E1 D1", False),
        ("squares", "A1", "C1", "B1", False),  # before it
        ("squares", "A1", "C1", "D2", False),
        ("squares", "A1", "C1", "C1", False),
        ("squares", "A1", "C1", "", True),
        ("squares", "A1", "B2", "C3 D4", True),
        ("squares", "A1", "B2", "C2", False),
        ("squares", "A1", "C2", "D2 E3", True),  # the line passes through both D2 and D3
        ("squares", "A1", "C2", "D3 E3", True),
        ("squares", "A1", "C2", "D1", False),
        ("squares", "A1", "C2", "D2 E2", False),
        ("squares", "C3", "B3", "A3", True),
        ("squares", "C3", "C3", "C4", False),
        ("hexes", "C3", "C4", "C5 C6", True),
        ("hexes", "C3", "C4", "D4", False),
        ("hexes", "C3", "D3", "E4 F4", True),
        ("hexes", "C3", "E3", "F2 G3", True),  # between F2 and F3
        ("hexes", "C3", "E3", "F3 G3", True),
        ("hexes", "C3", "E3", "F2 G2", False),
        ("hexes", "C3", "C4", "C2", False),
    ],
)
def test_what_lies_behind(spaces: str, shooter: str, target: str, others: str, expected: bool) -> None:
    state = encounter(spaces=spaces)
    assert sight.behind(at(shooter), at(target), many(others), state) == expected


inner = st.builds(Place, st.integers(20, 30), st.integers(20, 30))


@given(inner, inner, st.integers(1, 4), kinds)
def test_something_always_lies_behind(a: Place, b: Place, number: int, spaces: str) -> None:
    assume(a != b)
    state = encounter(spaces=spaces)
    chains: list[tuple[Place, ...]] = [()]
    for _ in range(number):
        chains = [
            (*chain, place)
            for chain in chains
            for place in sight.neighbours(chain[-1] if chain else b, state)
            if sight.behind(a, b, (*chain, place), state)
        ]
    assert chains
    assert all(len(set(chain)) == number and a not in chain for chain in chains)


# M covers A; X is a wall, o a figure. F is what lies farther out; without it A is the most extreme range.
COVERED = {
    "the nearer end of a corridor": "M . A . F",
    "the end of a corridor": "M . . . A",
    "before a wall": "M . . A # . .",
    "where somebody stands behind it": "M . A o .",
    "where somebody stands farther behind": "M . A F o .",
    "past the corner of a room": """
        M . A F #
        # # # . .
        . . . . .""",
    "a room": """
        . . . . .
        M . . A F
        . . . . .""",
    "the far side of a room": """
        . . . . .
        M . . . A
        . . . . .""",
    "a diagonal": """
        M . . .
        . . . .
        . . A .
        . . . F""",
    "a slanting line": """
        M . . . .
        . . A . .
        . . . . F""",
    "a slanting line whose farther end is a wall": """
        M . . . .
        . . A . .
        . . . F #""",
    "out through a door": """
        . . # . . .
        M . A . . F
        . . # . . .""",
}


@pytest.mark.parametrize("name", COVERED)
def test_the_most_extreme_range(name: str) -> None:
    drawn = Drawn(COVERED[name])
    expected = drawn.at("F") if drawn.all("F") else None
    assert sight.farthest(drawn.mover, drawn.at("A"), drawn.encounter) == expected


def test_the_most_extreme_range_on_hexes() -> None:
    shooter = one("M", at("C1"))
    state = encounter(shooter, battle_map=BattleMap(5, 6, frozenset(many("A2"))), spaces="hexes")
    assert sight.farthest(shooter, at("C4"), state) == at("C6")
    assert sight.farthest(shooter, at("C6"), state) is None
    assert sight.farthest(shooter, at("D1"), state) == at("E2")
    assert sight.farthest(shooter, at("B1"), state) == at("A3")  # past the wall straight behind it
    assert sight.farthest(shooter, at("A3"), state) is None


def test_without_a_map_nobody_knows_the_most_extreme_range() -> None:
    drawn = Drawn("M . A . .")
    assert sight.farthest(drawn.mover, drawn.at("A"), replace(drawn.encounter, battle_map=None)) is None
    assert sight.farthest(drawn.mover, drawn.at("M"), drawn.encounter) is None


@given(places, places, some, some, kinds, st.sampled_from([3, 5, 99]))
def test_farther_out_is_in_sight_and_free_and_nothing_is_farther_still(
    a: Place, area: Place, walls: frozenset[Place], figures: frozenset[Place], spaces: str, reach: int
) -> None:
    shooter = one("M", a)
    state = encounter(
        shooter,
        *(one(str(place), place) for place in figures - walls - {area}),
        battle_map=BattleMap(9, 9, walls - {area}),
        spaces=spaces,
    )
    if found := sight.farthest(shooter, area, state, reach):
        assert found not in (figures | walls) - {area} and found.column <= 9 >= found.row
        assert sight.distance(a, area, state) < sight.distance(a, found, state) <= reach
        assert sight.blocking(shooter, found, state) is None
        assert sight.farthest(shooter, found, state, reach) is None


HALF = Fraction(1, 2)
WIDTH, HEIGHT = 12, 8


def seen_by_the_text(a: Place, b: Place, occupied: frozenset[Place]) -> bool:
    """The paragraph on lines of sight for squares, by exact sampling and nothing of the rules' own geometry.

    Of all lines from a corner of the one square to a corner of the other, the shortest count, and one that is clear is
    enough. Between two grid lines a line is inside one square or on the border of two; it is blocked there if all of
    these are occupied, or beyond the edge of the map.
    """
    if max(abs(a.column - b.column), abs(a.row - b.row)) <= 1:
        return True
    corners = [(dx * HALF, dy * HALF) for dx in (-1, 1) for dy in (-1, 1)]
    lines = [
        ((a.column + dx, a.row + dy), (b.column + to_dx, b.row + to_dy))
        for (dx, dy), (to_dx, to_dy) in product(corners, corners)
    ]
    squared = [(to_x - x) ** 2 + (to_y - y) ** 2 for (x, y), (to_x, to_y) in lines]
    nearest = [line for line, length in zip(lines, squared, strict=True) if length == min(squared)]
    return any(all(_open(point, occupied - {a, b}) for point in _points(*line)) for line in nearest)


Exact = tuple[Fraction, Fraction]


def _points(start: Exact, end: Exact) -> list[Exact]:
    """A point of the line between every two grid lines that it crosses."""
    way = (end[0] - start[0], end[1] - start[1])
    moments = {Fraction(0), Fraction(1)}
    for axis in (0, 1):
        for grid in range(WIDTH + 1):
            if way[axis] and 0 <= (at := (grid + HALF - start[axis]) / way[axis]) <= 1:
                moments.add(at)
    middles = ((one + two) / 2 for one, two in pairwise(sorted(moments)))
    return [(start[0] + at * way[0], start[1] + at * way[1]) for at in middles]


def _open(point: Exact, occupied: frozenset[Place]) -> bool:
    touched = [
        Place(column, row)
        for column in range(WIDTH + 2)
        for row in range(HEIGHT + 2)
        if abs(point[0] - column) <= HALF and abs(point[1] - row) <= HALF
    ]
    return any(1 <= at.column <= WIDTH and 1 <= at.row <= HEIGHT and at not in occupied for at in touched)


def seen_if_anything_in_the_row_blocks(a: Place, b: Place, occupied: frozenset[Place]) -> bool:
    """The reading before: straight ahead, whatever is in the row or column blocks."""
    if not (a.column == b.column or a.row == b.row):
        return seen_by_the_text(a, b, occupied)
    columns, rows = sorted((a.column, b.column)), sorted((a.row, b.row))
    return not any(columns[0] <= at.column <= columns[1] and rows[0] <= at.row <= rows[1] for at in occupied - {a, b})


def test_480_lines_of_sight_on_squares_agree_with_the_text() -> None:
    """Twenty pairs of squares on each of 24 maps of 12 x 8, 20 squares of each occupied, drawn from a fixed seed."""
    luck = Random(71)
    everywhere = [Place(column, row) for column in range(1, WIDTH + 1) for row in range(1, HEIGHT + 1)]
    wrong: list[str] = []
    differ = 0
    for _ in range(24):
        occupied = frozenset(luck.sample(everywhere, 20))
        for _ in range(20):
            a, b = luck.sample(everywhere, 2)
            shooter = one("M", a)
            state = encounter(shooter, battle_map=BattleMap(WIDTH, HEIGHT, occupied))
            seen = seen_by_the_text(a, b, occupied)
            if (sight.blocking(shooter, b, state) is None) != seen:
                wrong.append(f"{a} to {b}")
            differ += seen != seen_if_anything_in_the_row_blocks(a, b, occupied)
    assert wrong == []
    assert differ == 30  # so many were refused while anything in the row blocked


on_the_map = st.builds(Place, st.integers(1, WIDTH), st.integers(1, HEIGHT))


@given(on_the_map, on_the_map, st.frozensets(on_the_map, max_size=30))
def test_the_text_agrees_everywhere(a: Place, b: Place, occupied: frozenset[Place]) -> None:
    shooter = one("M", a)
    state = encounter(shooter, battle_map=BattleMap(WIDTH, HEIGHT, occupied))
    assert (sight.blocking(shooter, b, state) is None) == seen_by_the_text(a, b, occupied)
