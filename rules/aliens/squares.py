"""Line of sight on the Aliens map (Aliens, Line of Sight). Separate because it is geometry alone: pure and exact."""

from __future__ import annotations

from collections.abc import Iterable

from rules.grid.squares import Point, center, corners, distance, reached_at, touches
from rules.words.places import Place


def blocking(shooter: Place, target: Place, obstructions: frozenset[Place]) -> Place | None:
    """Return the obstruction that blocks the line of sight, or None if the line is clear (Aliens, Line of Sight).

    The line runs from center to center. An obstruction that it touches blocks it, even at a corner. A shooter next
    to an obstruction may instead fire around its edge, from any corner of their own square on that side; an
    obstruction touched only at this corner does not block. One clear line is enough. The squares of shooter and
    target never block, and nothing blocks between neighbors.

    If every line is blocked, return the obstruction nearest to the shooter on the line between the centers.
    """
    if distance(shooter, target) <= 1:
        return None
    others = obstructions - {shooter, target}
    start, end = center(shooter), center(target)
    in_the_way = [square for square in others if touches(start, end, square)]
    if not in_the_way:
        return None
    for corner in _firing_corners(shooter, others):
        if not any(_blocks_from(corner, end, square) for square in others):
            return None
    return min(in_the_way, key=lambda square: (reached_at(start, end, square), square))


def _firing_corners(shooter: Place, obstructions: Iterable[Place]) -> set[Point]:
    """Return two corners for an obstruction beside the shooter; for a diagonal one, all except the far corner."""
    x, y = center(shooter)
    return {
        corner
        for square in obstructions
        if distance(shooter, square) == 1
        for corner in corners(shooter)
        if (corner[0] - x) * (square.column - shooter.column) + (corner[1] - y) * (square.row - shooter.row) >= 0
    }


def _blocks_from(corner: Point, end: Point, square: Place) -> bool:
    if corner not in corners(square):
        return touches(corner, end, square)
    # The line starts at this square's corner. It enters the square only if it heads inward in both directions;
    # it cannot run along the side, because a center is never level with a corner.
    x, y = center(square)
    return (end[0] - corner[0]) * (x - corner[0]) > 0 and (end[1] - corner[1]) * (y - corner[1]) > 0
