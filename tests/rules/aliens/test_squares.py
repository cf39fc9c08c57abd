"""Line of sight on the Aliens map: drawn maps, symmetries, and an exact brute-force witness."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.aliens.squares import blocking
from rules.grid.squares import distance
from rules.words.places import Place

places = st.builds(Place, st.integers(1, 12), st.integers(1, 12))
obstructions = st.frozensets(places, max_size=14)


# M the Marine, A the Alien, # an obstruction, and X the one that must be named when there is no line.
MAPS = {
    "an open floor": """
        . . . . .
        M . . . A
        . . . . .""",
    "a pillar in between": """
        . . . . .
        M . X . A
        . . . . .""",
    "the nearest of two pillars is named": """
        . . . . . . .
        M . X . # . A""",
    "pillars beside the lane do not matter": """
        . . # # . .
        M . . . . A
        . . # # . .""",
    "a pillar behind the Alien does not matter": """
        M . . A # .""",
    "a pillar behind the Marine does not matter": """
        . # M . . A""",
    "a corner touched is touched": """
        M . . .
        . . # .
        . X . .
        . . . A""",
    "one corner touched is enough": """
        M . . .
        . . X .
        . . . .
        . . . A""",
    "a slanting line that clears the pillar": """
        M . . . .
        . . . . A
        . . # . .""",
    "a slanting line that does not": """
        M . . . .
        . . X . .
        . . . . A""",
    "a slanting line over one corner alone": """
        M . X . .
        . . . A .""",
    "around the pillar he stands at, straight behind it": """
        M # A""",
    "around it, far behind it": """
        M # . . . . . A""",
    "a pillar behind the one he stands at": """
        . # .  . .
        M X #  . A
        . # .  . .""",
    "around the pillar he stands at, one row up": """
        . . . . A
        M # . . .""",
    "around the pillar he stands at, steeper": """
        . . . A .
        . . . . .
        M # . . .""",
    "around the other side": """
        M # . . .
        . . . . .
        . . . A .""",
    "around a pillar diagonally ahead": """
        . . . . A
        . # . . .
        M . . . .""",
    "around it the other way": """
        . A . .
        . . . .
        . . . .
        . # . .
        M . . .""",
    "around it by its far edge": """
        . . . A
        . # . .
        M . . .""",
    "around a pillar that is exactly in between": """
        . . . A
        . . . .
        . # . .
        M . . .""",
    "not around pillars that close each other's edges": """
        . . . . A
        . # # . .
        # # X . .
        M # . . .""",
    "behind a wall": """
        . # . . .
        M X . . A
        . # . . .""",
    "the end of a wall is an edge to fire around": """
        . . . . . A
        M # . . . .
        . # . . . .""",
    "around the other edge of his own pillar, past the next one": """
        . . . # . A
        M # . . . .""",
    "around his own pillar the next ones still block": """
        . . . X . A
        M # . # . .
        . . . # . .""",
    "around the near edge of a pillar diagonally ahead": """
        . # A
        M . .
        . # .""",
    "an Alien next to him, squeezed between pillars": """
        # A
        M #""",
    "a long lane between two rows of pillars": """
        # # # # # #
        M . . . . A
        # # # # # #""",
}


@pytest.mark.parametrize("name", MAPS)
def test_drawn_maps(name: str) -> None:
    marks: dict[str, set[Place]] = {}
    for row, line in enumerate(MAPS[name].split("\n")[1:], start=1):
        for column, mark in enumerate(line.split(), start=1):
            marks.setdefault(mark, set()).add(Place(column, row))
    (marine,), (alien,) = marks["M"], marks["A"]
    named = blocking(marine, alien, frozenset(marks.get("#", set()) | marks.get("X", set())))
    assert {named} - {None} == marks.get("X", set())


@given(places, places)
def test_nothing_blocks_without_obstructions(a: Place, b: Place) -> None:
    assert blocking(a, b, frozenset()) is None


@given(places, places, obstructions)
def test_both_see_each_other_when_neither_stands_at_an_obstruction(
    a: Place, b: Place, squares: frozenset[Place]
) -> None:
    away = frozenset(square for square in squares if distance(a, square) > 1 and distance(b, square) > 1)
    assert (blocking(a, b, away) is None) == (blocking(b, a, away) is None)


@given(places, st.integers(-1, 1), st.integers(-1, 1), obstructions)
def test_nothing_blocks_between_neighbors(a: Place, dx: int, dy: int, squares: frozenset[Place]) -> None:
    assert blocking(a, Place(a.column + dx, a.row + dy), squares) is None


@given(places, places, obstructions, st.integers(0, 50), st.integers(0, 50))
def test_moving_the_map_changes_nothing(a: Place, b: Place, squares: frozenset[Place], right: int, down: int) -> None:
    def moved(square: Place) -> Place:
        return Place(square.column + right, square.row + down)

    named = blocking(a, b, squares)
    assert blocking(moved(a), moved(b), frozenset(map(moved, squares))) == (named and moved(named))


@given(places, places, obstructions, st.booleans(), st.booleans(), st.booleans())
def test_turning_and_mirroring_the_map_changes_nothing(
    a: Place, b: Place, squares: frozenset[Place], flip: bool, flop: bool, swap: bool
) -> None:
    def turned(square: Place) -> Place:
        column = 13 - square.column if flip else square.column
        row = 13 - square.row if flop else square.row
        return Place(row, column) if swap else Place(column, row)

    named = blocking(a, b, squares)
    seen = blocking(turned(a), turned(b), frozenset(map(turned, squares)))
    assert (seen is None) == (named is None)


@given(places, places, obstructions, obstructions)
def test_obstructions_away_from_the_shooter_never_open_a_line(
    a: Place, b: Place, squares: frozenset[Place], more: frozenset[Place]
) -> None:
    away = frozenset(square for square in more if distance(a, square) > 1)
    clear = blocking(a, b, squares) is None
    assert clear or blocking(a, b, squares | away) is not None


@given(places, places, obstructions)
def test_the_named_square_is_an_obstruction_between_them(a: Place, b: Place, squares: frozenset[Place]) -> None:
    named = blocking(a, b, squares)
    if named is not None:
        assert named in squares - {a, b}
        assert distance(a, named) <= distance(a, b)
        assert named in touched((Fraction(a.column), Fraction(a.row)), b, squares)


HALF = Fraction(1, 2)
Exact = tuple[Fraction, Fraction]


def touched(start: Exact, target: Place, squares: frozenset[Place], skip_start: bool = False) -> frozenset[Place]:
    """The squares on the way: looks at every point where the line crosses a grid line, and between those."""
    way = (target.column - start[0], target.row - start[1])
    crossings = {Fraction(0), Fraction(1)}
    for axis in (0, 1):
        for grid in range(-1, 30):
            if way[axis]:
                at = (grid + HALF - start[axis]) / way[axis]
                if 0 <= at <= 1:
                    crossings.add(at)
    ordered = sorted(crossings)
    moments = [*ordered, *((one + two) / 2 for one, two in pairwise(ordered))]
    if skip_start:
        moments.remove(Fraction(0))
    points = [(start[0] + at * way[0], start[1] + at * way[1]) for at in moments]
    return frozenset(
        square
        for square in squares
        if any(abs(x - square.column) <= HALF and abs(y - square.row) <= HALF for x, y in points)
    )


def seen_by_brute_force(a: Place, b: Place, squares: frozenset[Place]) -> bool:
    if max(abs(a.column - b.column), abs(a.row - b.row)) <= 1:
        return True
    squares = squares - {a, b}
    if not touched((Fraction(a.column), Fraction(a.row)), b, squares):
        return True
    near = [(square.column - a.column, square.row - a.row) for square in squares if distance(a, square) == 1]
    own = {(a.column + dx * HALF, a.row + dy * HALF): (dx, dy) for dx in (-1, 1) for dy in (-1, 1)}
    begins = {at for at, (dx, dy) in own.items() if any(dx == right or dy == down for right, down in near)}
    # Every side of a pillar next to the shooter: from its middle to the square across, and to its two ends.
    for right, down in near:
        x, y = a.column + right, a.row + down
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            ends = [(x + dx * HALF + side * dy * HALF, y + dy * HALF + side * dx * HALF) for side in (-1, 1)]
            if Place(x + dx, y + dy) not in squares and len([end for end in ends if end in own]) == 1:
                begins |= set(ends)
    return any(not touched(begin, b, squares, skip_start=True) for begin in begins)


@given(places, places, st.frozensets(places, max_size=30))
@example(Place(1, 1), Place(12, 7), frozenset({Place(2, 1), Place(2, 2), Place(7, 4)}))
def test_brute_force_agrees(a: Place, b: Place, squares: frozenset[Place]) -> None:
    assert (blocking(a, b, squares) is None) == seen_by_brute_force(a, b, squares)


def test_nobody_leans_out_over_the_edge_of_the_map() -> None:
    """A wall from edge to edge hides, also from those who stand at its ends."""
    wall = frozenset(Place(4, row) for row in range(1, 9))
    for row in range(1, 9):
        assert blocking(Place(3, row), Place(6, row), wall, lambda at: 1 <= at.row <= 8) == Place(4, row)
