"""Distance and line of sight between two spaces, on squares and on hexes.

Heights: flyers are at level 1, all others on the ground. A figure blocks a line only if both ends are at its own level.
Outdoors nothing on the map is higher than a flyer; indoors walls reach the ceiling.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from rules.engine.model import Combatant, Encounter
from rules.grid import hexes, squares
from rules.grid.ground import open_ground
from rules.space_marines import switches
from rules.space_marines.figure import figure
from rules.words.places import MOST, Place


def distance(a: Place, b: Place, encounter: Encounter) -> int:
    """Return the distance between two spaces."""
    return hexes.distance(a, b) if switches.hexes(encounter) else squares.distance(a, b)


def neighbours(place: Place, encounter: Encounter) -> tuple[Place, ...]:
    """Return the adjacent spaces of the map, walls included; without a map, all adjacent spaces."""
    board = encounter.board
    size = (board.width, board.height) if board else (MOST, MOST)
    return _around(place, switches.hexes(encounter), *size)


@lru_cache(maxsize=MOST * MOST)
def _around(place: Place, on_hexes: bool, width: int, height: int) -> tuple[Place, ...]:
    """Return the adjacent spaces; cached, because a search for ways needs the same ones often."""
    around = hexes.neighbours(place) if on_hexes else squares.neighbours(place)
    return tuple(at for at in around if at.column <= width and at.row <= height)


def side_by_side(places: tuple[Place, ...], encounter: Encounter) -> bool:
    """Return whether each of these spaces is adjacent to the one before it."""
    return all(distance(one, next_, encounter) == 1 for one, next_ in pairwise(places))


def behind(shooter: Place, target: Place, others: tuple[Place, ...], encounter: Encounter) -> bool:
    """Return whether the others are directly behind the target, one after another, on the shooter's line through it.

    The line runs on from center to center. If it passes through two spaces at the same distance, or between them, both
    count (most favorable to the firer). The line of sight does not matter.
    """
    apart = distance(shooter, target, encounter)
    if apart == 0:
        return False
    farther = all(distance(shooter, at, encounter) == apart + n for n, at in enumerate(others, 1))
    if not farther or not side_by_side((target, *others), encounter):
        return False
    if switches.hexes(encounter):
        return all(hexes.passes(shooter, target, at) for at in others)
    (x, y), (to_x, to_y) = squares.center(shooter), squares.center(target)
    far = len(others) + 2
    end = x + far * (to_x - x), y + far * (to_y - y)
    return all(squares.crosses((x, y), end, at) for at in others)


def blocking(shooter: Combatant, at: Place, encounter: Encounter, *, high: bool = False) -> Place | None:
    """Return the space nearest to the shooter that blocks the line of sight to a space, None if it is clear.

    `high`: the target is in the air. Raises ValueError if the shooter is not on the map.
    """
    return _between(_place_of(shooter), at, _occupied(shooter, at, encounter, high), encounter)


def farthest(shooter: Combatant, area: Place, encounter: Encounter) -> Place | None:
    """Return a space in sight farther out than the area on the same line, None if there is none (COVER FIRE).

    If there is one, the area is not the farthest in sight. Such a space is at a longer range, the line of sight to it
    passes through the inside of the area, and cover fire could be declared there: it is on the map without a wall or
    figure. The one straight behind the area and farthest out is preferred. The area counts as empty. Without a map
    there is none. Raises ValueError if the shooter is not on the map.
    """
    board, here = encounter.board, _place_of(shooter)
    if board is None or area == here:
        return None
    taken = {c.place for c in encounter.combatants if c.present}
    range_ = distance(here, area, encounter)
    along = hexes.along if switches.hexes(encounter) else squares.along
    straight = {along(here, area, far) for far in range(range_ + 1, board.width + board.height)}
    itself = frozenset((area,))
    beyond = [
        (place not in straight, -distance(here, place, encounter), place)
        for column in range(1, board.width + 1)
        for row in range(1, board.height + 1)
        if distance(here, place := Place(column, row), encounter) > range_
        and place not in taken
        and open_ground(board, place)
        and _between(here, place, itself, encounter)
    ]
    occupied = _occupied(shooter, area, encounter, high=False)
    # Check the spaces just behind the area first: they often block the sight of many others.
    near = frozenset(at for at in occupied if distance(here, at, encounter) <= range_ + 1)
    in_sight = (place for *_, place in sorted(beyond) if not _between(here, place, near, encounter))
    return next((place for place in in_sight if not _between(here, place, occupied, encounter)), None)


def _place_of(shooter: Combatant) -> Place:
    if shooter.place is None:
        raise ValueError(f"{shooter.name} has no place to look from")
    return shooter.place


def _occupied(shooter: Combatant, at: Place, encounter: Encounter, high: bool) -> frozenset[Place]:
    """Return the spaces whose walls or figures block a line at this height."""
    flying = figure(shooter).flying
    board = encounter.board
    in_the_air = flying or high
    walls = board.obstructions if board and not (in_the_air and switches.hexes(encounter)) else frozenset()
    figures = (
        c.place
        for c in encounter.combatants
        if c.present and c.place and c.id != shooter.id and flying == high == figure(c).flying
    )
    return walls.union(figures) - {shooter.place, at}


def _between(a: Place, b: Place, occupied: frozenset[Place], encounter: Encounter) -> Place | None:
    """Return the occupied space nearest to `a` that blocks the line to `b`; nothing blocks between adjacent spaces."""
    if distance(a, b, encounter) <= 1:
        return None
    return hexes.blocking(a, b, occupied) if switches.hexes(encounter) else _between_squares(a, b, occupied)


def _between_squares(a: Place, b: Place, occupied: frozenset[Place]) -> Place | None:
    """Return the same on squares: lines run from nearest corner to nearest corner.

    Between squares in one row or column, an occupied square in the band between them blocks. (By the letter both lines
    would run along borders, and a figure straight ahead would never block.) Between squares in adjacent rows or
    columns, the line runs along the border, and only two occupied squares on both sides of it block. Any other line is
    blocked by an occupied square that it passes through, but not by one that it touches only at a corner.
    """
    columns, rows = b.column - a.column, b.row - a.row
    in_the_way = {
        square
        for square in occupied - {a, b}
        if min(a.column, b.column) <= square.column <= max(a.column, b.column)
        and min(a.row, b.row) <= square.row <= max(a.row, b.row)
    }
    if abs(columns) == 1:
        in_the_way &= {Place(a.column + b.column - at.column, at.row) for at in in_the_way}
    elif abs(rows) == 1:
        in_the_way &= {Place(at.column, a.row + b.row - at.row) for at in in_the_way}
    elif columns and rows:
        right, down = (1 if columns > 0 else -1), (1 if rows > 0 else -1)
        (x, y), (to_x, to_y) = squares.center(a), squares.center(b)
        start, end = (x + right, y + down), (to_x - right, to_y - down)
        in_the_way = {at for at in in_the_way if squares.crosses(start, end, at)}
    return min(in_the_way, key=lambda at: (squares.distance(a, at), at), default=None)
