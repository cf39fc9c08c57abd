"""How far two spaces lie apart, and what takes away the line of sight between them, on squares and on hexes.

Heights: who flies is at level 1, all others on the ground. A figure is in the way only where both ends of the line are
at its own level. Outdoors nothing on the map is higher than a flyer, indoors walls reach the ceiling.
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
    """How many spaces one lies from the other."""
    return hexes.distance(a, b) if switches.hexes(encounter) else squares.distance(a, b)


def neighbours(place: Place, encounter: Encounter) -> tuple[Place, ...]:
    """The spaces of the map that are adjacent to it, walls among them (without a map, all that there are)."""
    board = encounter.board
    size = (board.width, board.height) if board else (MOST, MOST)
    return _around(place, switches.hexes(encounter), *size)


@lru_cache(maxsize=MOST * MOST)
def _around(place: Place, six: bool, width: int, height: int) -> tuple[Place, ...]:
    """Searching for ways asks for the same ones over and over."""
    around = hexes.neighbours(place) if six else squares.neighbours(place)
    return tuple(at for at in around if at.column <= width and at.row <= height)


def side_by_side(places: tuple[Place, ...], encounter: Encounter) -> bool:
    """Whether these spaces hang together, each being adjacent to the one before it."""
    return all(distance(one, next_, encounter) == 1 for one, next_ in pairwise(places))


def behind(shooter: Place, target: Place, others: tuple[Place, ...], encounter: Encounter) -> bool:
    """Whether the others lie one after the other directly behind the target on the shooter's line through it.

    The line is drawn on from center to center; where it passes through two spaces at the same distance, or between two
    of them, either will do (most favorable to the firer). Whether they can be seen is not asked.
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
    """The space nearest to the shooter that takes away his line of sight to a space, None if it is clear. `high`: what
    he looks at is in the air. Raises ValueError if he has no place."""
    return _between(_stand(shooter), at, _occupied(shooter, at, encounter, high), encounter)


def farthest(shooter: Combatant, area: Place, encounter: Encounter) -> Place | None:
    """A space in sight that lies farther out on the same line than the area (so that the area is not the most extreme
    range), None if there is none. Raises ValueError if the shooter has no place.

    Spaces farther out are those at a longer range to which the line of sight passes through the inside of the area, if
    cover fire could be declared there: on the map, and free of walls and figures. The one straight behind the area and
    farthest out is preferred. The area itself is taken to be empty, as it has to be. Without a map nobody knows where
    it ends, and there is none.
    """
    board, here = encounter.board, _stand(shooter)
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
    # What takes away the sight of many spaces is often just behind the area; that is looked at first.
    near = frozenset(at for at in occupied if distance(here, at, encounter) <= range_ + 1)
    seen = (place for *_, place in sorted(beyond) if not _between(here, place, near, encounter))
    return next((place for place in seen if not _between(here, place, occupied, encounter)), None)


def _stand(shooter: Combatant) -> Place:
    if shooter.place is None:
        raise ValueError(f"{shooter.name} has no place to look from")
    return shooter.place


def _occupied(shooter: Combatant, at: Place, encounter: Encounter, high: bool) -> frozenset[Place]:
    """The spaces with something in them that is in the way of a line so high."""
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
    """The occupied space nearest to a that blocks the line to b; nothing does between adjacent spaces."""
    if distance(a, b, encounter) <= 1:
        return None
    return hexes.blocking(a, b, occupied) if switches.hexes(encounter) else _between_squares(a, b, occupied)


def _between_squares(a: Place, b: Place, occupied: frozenset[Place]) -> Place | None:
    """The same on squares: from nearest corner to nearest corner.

    Squares in one row or column face each other with two corners each, and what is looked through is the whole band
    between them: an occupied square in it blocks. (By the letter either line would run along a border there, and a
    figure straight ahead would never be in the way.) Squares in adjacent rows or columns see each other along the
    border between these, which is blocked by two occupied squares on either side of it. All other lines are blocked by
    any occupied square that they pass through; one that is touched at a corner alone is no hindrance.
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
