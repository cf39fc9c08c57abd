"""Line of sight on the Aliens map (Aliens, Line of Sight). Separate because it is geometry alone: pure and exact."""

from __future__ import annotations

from collections.abc import Callable

from rules.grid.squares import Point, boxed, center, corners, distance, reached_at, touches
from rules.words.places import Place


def blocking(
    shooter: Place,
    target: Place,
    obstructions: frozenset[Place],
    on_map: Callable[[Place], bool] = lambda place: True,
) -> Place | None:
    """Return the obstruction that blocks the line of sight, or None if the line is clear (Aliens, Line of Sight).

    The line runs from center to center. An obstruction that it touches blocks it, even at a corner. A shooter next
    to an obstruction may instead fire around either of its edges (ruling O72): from a corner of their own square on
    that side, or from the far end of a side of the obstruction that is open and begins at their own square. An
    obstruction touched only where the line starts does not block. One clear line is enough. The squares of shooter and
    target never block, and nothing blocks between neighbors. Nobody leans out over the edge of the map.

    If every line is blocked, return the obstruction nearest to the shooter on the line between the centers. If the
    shooter would fire around that one, return the one that blocks the lines around it.
    """
    others = obstructions - {shooter, target}
    start, end = center(shooter), center(target)
    in_the_way = in_line(shooter, target, others)
    if not in_the_way:
        return None

    def free(square: Place) -> bool:
        return square not in others and on_map(square)

    for corner in _firing_points(shooter, others, free):
        if not any(_blocks_from(corner, end, square) for square in others):
            return None
    first = min(in_the_way, key=lambda square: (reached_at(start, end, square), square))
    behind = set[Place]()
    for corner in _firing_points(shooter, frozenset({first}), free):
        if not _blocks_from(corner, end, first):
            blocks = [square for square in others if _blocks_from(corner, end, square)]
            behind.add(min(blocks, key=lambda square: (reached_at(corner, end, square), square)))
    farther = [square for square in behind if distance(shooter, square) > 1]
    return min(farther, key=lambda square: (square not in in_the_way, distance(shooter, square), square), default=first)


def in_line(shooter: Place, target: Place, squares: frozenset[Place]) -> frozenset[Place]:
    """Return the squares between the two that the line from center to center touches; none between neighbors."""
    if distance(shooter, target) <= 1:
        return frozenset()
    start, end = center(shooter), center(target)
    between = boxed(shooter, target, squares - {shooter, target})
    return frozenset([square for square in between if touches(start, end, square)])


def _firing_points(shooter: Place, obstructions: frozenset[Place], free: Callable[[Place], bool]) -> set[Point]:
    """Return the points from which a shooter can fire around the obstructions next to them.

    For an obstruction beside them, these are two corners of their own square; for a diagonal one, all except the far
    corner. The far end of a side of the obstruction that begins at their own square is one as well, if the square
    across that side is free to lean into.
    """
    x, y = center(shooter)
    own = set(corners(shooter))
    points: set[Point] = set()
    for square in obstructions:
        right, down = square.column - shooter.column, square.row - shooter.row
        if distance(shooter, square) == 1:
            points |= {at for at in own if (at[0] - x) * right + (at[1] - y) * down >= 0}
            points |= {at for at in corners(square) if at not in own and _leads_to(at, square, own, free)}
    return points


def _leads_to(corner: Point, square: Place, own: set[Point], free: Callable[[Place], bool]) -> bool:
    """Return whether an open side of a square leads from one of its corners among `own` to this one."""
    x, y = center(square)
    right, down = corner[0] - x, corner[1] - y
    sides = (
        ((x - right, y + down), Place(square.column, square.row + down)),
        ((x + right, y - down), Place(square.column + right, square.row)),
    )
    return any(begin in own and free(across) for begin, across in sides)


def _blocks_from(corner: Point, end: Point, square: Place) -> bool:
    if corner not in corners(square):
        return touches(corner, end, square)
    # The line starts at this square's corner. It enters the square only if it heads inward in both directions;
    # it cannot run along the side, because a center is never level with a corner.
    x, y = center(square)
    return (end[0] - corner[0]) * (x - corner[0]) > 0 and (end[1] - corner[1]) * (y - corner[1]) > 0
