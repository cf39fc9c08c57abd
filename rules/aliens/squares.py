"""Squares of the Aliens map: how far, and whether anything stands between. Pure and exact.

Points are counted in half squares: the center of column c, row r is (2c, 2r), and its square reaches from
2c - 1 to 2c + 1. All corners then have odd coordinates, all centers even ones, and nothing is ever rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from rules.places import Place

_Point = tuple[int, int]


def distance(a: Place, b: Place) -> int:
    """Range in squares, counted as moves into the other's square; a diagonal step is one (ruling O18)."""
    return max(abs(a.column - b.column), abs(a.row - b.row))


def blocking(shooter: Place, target: Place, obstructions: frozenset[Place]) -> Place | None:
    """The obstruction that takes away the line of sight, or None if there is one (Aliens, "Line of Sight").

    The line runs from center to center; every obstruction that it touches blocks it, be it at a corner. A
    shooter next to an obstruction may fire around its edge instead: from any corner of his own square on that
    side, where what is touched at this corner alone does not block. One clear line is enough. The squares of
    shooter and target themselves never block, and nothing blocks between neighbors.

    When every line is blocked, it is the obstruction nearest to the shooter on the line between the centers.
    """
    if distance(shooter, target) <= 1:
        return None
    others = obstructions - {shooter, target}
    start, end = _center(shooter), _center(target)
    in_the_way = [square for square in others if _touches(start, end, square)]
    if not in_the_way:
        return None
    for corner in _firing_corners(shooter, others):
        if not any(_blocks_from(corner, end, square) for square in others):
            return None
    return min(in_the_way, key=lambda square: (_reached_at(start, end, square), square))


def _center(square: Place) -> _Point:
    return 2 * square.column, 2 * square.row


def _corners(square: Place) -> Iterator[_Point]:
    x, y = _center(square)
    return ((x + dx, y + dy) for dx in (-1, 1) for dy in (-1, 1))


def _firing_corners(shooter: Place, obstructions: Iterable[Place]) -> set[_Point]:
    """Two corners for an obstruction beside him; for one diagonally ahead, all but the corner behind him."""
    x, y = _center(shooter)
    return {
        corner
        for square in obstructions
        if distance(shooter, square) == 1
        for corner in _corners(shooter)
        if (corner[0] - x) * (square.column - shooter.column) + (corner[1] - y) * (square.row - shooter.row) >= 0
    }


def _touches(start: _Point, end: _Point, square: Place) -> bool:
    """Whether the segment and the square, its border included, have a point in common."""
    for axis in (0, 1):
        middle = _center(square)[axis]
        if max(start[axis], end[axis]) < middle - 1 or min(start[axis], end[axis]) > middle + 1:
            return False
    sides = [_side(start, end, corner) for corner in _corners(square)]
    return min(sides) <= 0 <= max(sides)


def _side(start: _Point, end: _Point, point: _Point) -> int:
    """Positive on one side of the line, negative on the other, 0 on it."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return dx * (point[1] - start[1]) - dy * (point[0] - start[0])


def _blocks_from(corner: _Point, end: _Point, square: Place) -> bool:
    if corner not in _corners(square):
        return _touches(corner, end, square)
    # The line starts on this square's corner. It goes on into the square only if it heads for its inside in
    # both directions; it cannot run along its side, because a center is never level with a corner.
    x, y = _center(square)
    return (end[0] - corner[0]) * (x - corner[0]) > 0 and (end[1] - corner[1]) * (y - corner[1]) > 0


def _reached_at(start: _Point, end: _Point, square: Place) -> Fraction:
    """How far along the segment, 0 to 1, a square that it touches is first reached."""
    reached = Fraction(0)
    for axis in (0, 1):
        way = end[axis] - start[axis]
        if way:
            near_side = _center(square)[axis] - (1 if way > 0 else -1)
            reached = max(reached, Fraction(near_side - start[axis], way))
    return reached
