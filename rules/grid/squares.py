"""Geometry of a map of squares, for every rulebook: distances, neighbors, the squares that a line touches. All exact.

Points are counted in half squares: the center of column c, row r is (2c, 2r), and its square reaches from 2c - 1 to 2c
+ 1. Corners therefore have odd coordinates and centers even ones, and nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import floor

from rules.words.places import MOST, Place

Point = tuple[int, int]
_STEPS: tuple[tuple[int, int], ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The steps, in columns and rows, to the neighbors, from the top clockwise."""


def distance(a: Place, b: Place) -> int:
    """Return the distance in squares, 0 from a square to itself; a diagonal step counts one (ruling O18)."""
    return max(abs(a.column - b.column), abs(a.row - b.row))


def neighbours(place: Place) -> tuple[Place, ...]:
    """Return the adjacent squares, clockwise from the one above; fewer at the edge of the largest map."""
    columns = ((place.column + dx, place.row + dy) for dx, dy in _STEPS)
    return tuple(Place(c, r) for c, r in columns if 1 <= c <= MOST and 1 <= r <= MOST)


def along(a: Place, b: Place, squares: int) -> Place:
    """Return the square at a distance from a on the line from a through b; it may be beyond b and off every map.

    Raises ValueError if a and b are the same square.
    """
    whole = distance(a, b)
    if not whole:
        raise ValueError(f"no line leads from {a} to itself")

    def nearest(way: int) -> int:
        return floor(Fraction(way * squares, whole) + Fraction(1, 2))

    return Place(a.column + nearest(b.column - a.column), a.row + nearest(b.row - a.row))


def center(square: Place) -> Point:
    """Return the center of a square."""
    return 2 * square.column, 2 * square.row


def corners(square: Place) -> Iterator[Point]:
    """Return the four corners of a square."""
    x, y = center(square)
    return ((x + dx, y + dy) for dx in (-1, 1) for dy in (-1, 1))


def side(start: Point, end: Point, point: Point) -> int:
    """Return a positive number on one side of the line, a negative one on the other, 0 on it."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return dx * (point[1] - start[1]) - dy * (point[0] - start[0])


def boxed(a: Place, b: Place, squares: Iterable[Place]) -> list[Place]:
    """Return those of the squares that lie in the rectangle with `a` and `b` at opposite corners."""
    (left, right), (top, bottom) = sorted((a.column, b.column)), sorted((a.row, b.row))
    return [one for one in squares if left <= one.column <= right and top <= one.row <= bottom]


def touches(start: Point, end: Point, square: Place) -> bool:
    """Return whether the segment touches the square or its border."""
    (x, y), (to_x, to_y), (at_x, at_y) = start, end, (2 * square.column, 2 * square.row)
    if max(x, to_x) < at_x - 1 or min(x, to_x) > at_x + 1 or max(y, to_y) < at_y - 1 or min(y, to_y) > at_y + 1:
        return False
    return abs(side(start, end, (at_x, at_y))) <= _breadth(start, end)


def crosses(start: Point, end: Point, square: Place) -> bool:
    """Return whether the segment passes through the inside of the square; a border or a corner is not inside."""
    (x, y), (to_x, to_y), (at_x, at_y) = start, end, (2 * square.column, 2 * square.row)
    if max(x, to_x) <= at_x - 1 or min(x, to_x) >= at_x + 1 or max(y, to_y) <= at_y - 1 or min(y, to_y) >= at_y + 1:
        return False
    return abs(side(start, end, (at_x, at_y))) < _breadth(start, end)


def _breadth(start: Point, end: Point) -> int:
    """Return the greatest `side` at which a square's center can be if the line still touches the square, at a
    corner.
    """
    return abs(end[0] - start[0]) + abs(end[1] - start[1])


def reached_at(start: Point, end: Point, square: Place) -> Fraction:
    """Return the point at which the segment first reaches a square that it touches, from 0 (start) to 1 (end)."""
    reached = Fraction(0)
    for axis in (0, 1):
        way = end[axis] - start[axis]
        if way:
            near_side = center(square)[axis] - (1 if way > 0 else -1)
            reached = max(reached, Fraction(near_side - start[axis], way))
    return reached
