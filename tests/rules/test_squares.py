"""Squares: how far, what lies around, straight lines, what a segment touches and what it passes through."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.grid.squares import Point, along, center, corners, crosses, distance, neighbours, reached_at, side, touches
from rules.words.places import MOST, Place

places = st.builds(Place, st.integers(1, 40), st.integers(1, 40))
near = st.builds(Place, st.integers(1, 9), st.integers(1, 9))
points = st.tuples(st.integers(0, 20), st.integers(0, 20))


def at(text: str) -> Place:
    return Place.parse(text)


@pytest.mark.parametrize(
    ("a", "b", "squares"),
    [
        ("C4", "C4", 0),
        ("C4", "C5", 1),
        ("C4", "D5", 1),
        ("C4", "F4", 3),
        ("C4", "F7", 3),
        ("C4", "D9", 5),
        ("J2", "C4", 7),
        ("A1", "CU99", 98),
    ],
)
def test_a_diagonal_step_counts_one(a: str, b: str, squares: int) -> None:
    assert distance(at(a), at(b)) == squares


@given(places, places, places)
def test_distance_is_one(a: Place, b: Place, c: Place) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


def test_neighbours_go_round_clockwise_from_the_top() -> None:
    assert neighbours(at("C3")) == tuple(map(at, ["C2", "D2", "D3", "D4", "C4", "B4", "B3", "B2"]))
    assert neighbours(at("A1")) == tuple(map(at, ["B1", "B2", "A2"]))
    assert neighbours(Place(MOST, MOST)) == (Place(99, 98), Place(98, 99), Place(98, 98))


@given(places)
def test_neighbours_are_one_away(place: Place) -> None:
    around = neighbours(place)
    assert len(set(around)) == len(around)
    assert all(distance(place, other) == 1 and place in neighbours(other) for other in around)


@pytest.mark.parametrize(
    ("a", "b", "squares", "there"),
    [
        ("C3", "C2", 1, "C2"),
        ("C9", "C6", 5, "C4"),
        ("A1", "C3", 4, "E5"),
        ("A1", "C2", 4, "E3"),
        ("A1", "C2", 0, "A1"),
        ("A1", "D2", 4, "E2"),  # a row and a third
        ("A1", "D2", 5, "F3"),  # a row and two thirds
    ],
)
def test_so_far_along_a_line(a: str, b: str, squares: int, there: str) -> None:
    assert along(at(a), at(b), squares) == at(there)


@given(places, places, st.integers(0, 60))
def test_a_line_goes_straight_on(a: Place, b: Place, squares: int) -> None:
    assume(a != b)
    there = along(a, b, squares)
    assert distance(a, there) == squares
    assert distance(along(a, b, squares + 1), there) == 1
    assert along(a, b, distance(a, b)) == b


def test_no_line_leads_to_itself() -> None:
    with pytest.raises(ValueError, match="no line leads from C3 to itself"):
        along(at("C3"), at("C3"), 2)


def test_a_square_has_four_corners_around_its_center() -> None:
    assert center(at("C4")) == (6, 8)
    assert set(corners(at("C4"))) == {(5, 7), (5, 9), (7, 7), (7, 9)}


def test_sides_of_a_line() -> None:
    assert side((0, 0), (2, 1), (4, 2)) == 0
    assert side((0, 0), (2, 0), (1, 1)) > 0 > side((0, 0), (2, 0), (1, -1))
    assert side((2, 0), (0, 0), (1, 1)) < 0


@pytest.mark.parametrize(
    ("start", "end", "touched", "inside"),
    [
        ((2, 8), (12, 8), True, True),  # through the middle
        ((2, 7), (12, 7), True, False),  # along its upper border
        ((5, 2), (5, 12), True, False),  # along its left one
        ((2, 6), (12, 6), False, False),
        ((3, 5), (9, 11), True, True),  # from corner to corner
        ((3, 9), (7, 5), True, False),  # over its upper left corner
        ((2, 8), (5, 8), True, False),  # ends at its border
        ((2, 8), (4, 8), False, False),
        ((2, 8), (6, 8), True, True),
    ],
)
def test_what_a_segment_touches_and_passes_through(start: Point, end: Point, touched: bool, inside: bool) -> None:
    """C4 reaches from 5 to 7 and from 7 to 9."""
    for one, other in ((start, end), (end, start)):
        assert (touches(one, other, at("C4")), crosses(one, other, at("C4"))) == (touched, inside)


def test_where_a_square_is_reached() -> None:
    assert reached_at((2, 8), (12, 8), at("C4")) == Fraction(3, 10)
    assert reached_at((12, 8), (2, 8), at("C4")) == Fraction(1, 2)
    assert reached_at((6, 8), (12, 8), at("C4")) == 0


@given(points, points, near)
def test_segments_agree_with_every_point_of_them(start: Point, end: Point, square: Place) -> None:
    """Looks at every point where the segment crosses a border, and between those."""
    assume(start != end)
    way = end[0] - start[0], end[1] - start[1]
    crossings = {Fraction(0), Fraction(1)}
    for axis in (0, 1):
        if way[axis]:
            crossings |= {Fraction(border - start[axis], way[axis]) for border in range(-1, 23)}
    ordered = sorted(part for part in crossings if 0 <= part <= 1)
    seen = [
        tuple(abs(start[n] + part * way[n] - center(square)[n]) for n in (0, 1))
        for part in [*ordered, *((one + two) / 2 for one, two in pairwise(ordered))]
    ]
    assert touches(start, end, square) == any(max(off) <= 1 for off in seen)
    assert crosses(start, end, square) == any(max(off) < 1 for off in seen)
