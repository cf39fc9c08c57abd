"""Distance and line of sight between two spaces, on squares and on hexes.

Heights: flyers are at level 1, all others on the ground. A figure blocks a line only if both ends are at its own level.
Outdoors nothing on the map is higher than a flyer; indoors walls reach the ceiling.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

from rules.engine.records.derived import derived
from rules.engine.records.model import BattleMap, Combatant, Encounter
from rules.grid import hexes, squares
from rules.grid.ground import on_map, open_ground
from rules.space_marines import switches
from rules.space_marines.figures.figure import figure
from rules.words.places import MOST, Place


def distance(a: Place, b: Place, encounter: Encounter) -> int:
    """Return the distance between two spaces."""
    return measure(encounter)(a, b)


def measure(encounter: Encounter) -> Callable[[Place, Place], int]:
    """Return the function that gives the distance between two spaces of this encounter."""
    return hexes.distance if switches.hexes(encounter) else squares.distance


def neighbours(place: Place, encounter: Encounter) -> tuple[Place, ...]:
    """Return the adjacent spaces of the map, walls included; without a map, all adjacent spaces."""
    return around(place, switches.hexes(encounter), *size(encounter))


def size(encounter: Encounter) -> tuple[int, int]:
    """Return the columns and rows of the map; without one, those of the largest."""
    return (encounter.battle_map.width, encounter.battle_map.height) if encounter.battle_map else (MOST, MOST)


@lru_cache(maxsize=MOST * MOST)
def around(place: Place, on_hexes: bool, width: int, height: int) -> tuple[Place, ...]:
    """Return the adjacent spaces; cached, because a search for ways needs the same ones often."""
    around = hexes.neighbours(place) if on_hexes else squares.neighbours(place)
    return tuple(at for at in around if at.column <= width and at.row <= height)


def side_by_side(places: tuple[Place, ...], encounter: Encounter) -> bool:
    """Return whether each of these spaces is adjacent to the one before it."""
    return all(distance(one, next_, encounter) == 1 for one, next_ in pairwise(places))


def behind(shooter: Place, target: Place, others: tuple[Place, ...], encounter: Encounter) -> bool:
    """Return whether the others are directly behind the target, one after another, on the shooter's line through it.

    The line continues from center to center. If it passes through two spaces at the same distance, or between them,
    both count (most favorable to the firer). The line of sight does not matter.
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


def farthest(shooter: Combatant, area: Place, encounter: Encounter, reach: int = MOST) -> Place | None:
    """Return a space in sight and reach farther out than the area on the same line, None if there is none (COVER FIRE).

    If there is one, the area is not the farthest that the shooter can cover. Such a space is at a longer range, at most
    `reach`, and the line of sight to it leads over the area. Cover fire could be declared on it: it is on the map
    without a wall or figure, and no such space is farther out behind it. The space straight behind the area is
    preferred. The area counts as empty. Without a map there is none. Raises ValueError if the shooter is not on the
    map.
    """
    last = None
    while farther := _farther(shooter, last or area, encounter, reach):
        last = farther
    return last


def coverable(shooter: Combatant, toward: Place, encounter: Encounter, reach: int) -> Place | None:
    """Return the farthest space within `reach`, on the line to `toward`, that can be covered; None if there is none."""
    battle_map, here = encounter.battle_map, _place_of(shooter)
    if battle_map is None or toward == here:
        return None
    taken = {c.place for c in encounter.combatants if c.present}
    along = hexes.along if switches.hexes(encounter) else squares.along
    for spaces in range(min(reach, distance(here, toward, encounter)), 0, -1):
        place = along(here, toward, spaces)
        if place in taken or not open_ground(battle_map, place) or blocking(shooter, place, encounter):
            continue
        return farthest(shooter, place, encounter, reach) or place
    return None


def _farther(shooter: Combatant, area: Place, encounter: Encounter, reach: int) -> Place | None:
    """Return a space as in `farthest`; there may be another one behind it."""
    battle_map, here = encounter.battle_map, _place_of(shooter)
    if battle_map is None or area == here:
        return None
    taken = {c.place for c in encounter.combatants if c.present}
    range_ = distance(here, area, encounter)
    along = hexes.along if switches.hexes(encounter) else squares.along
    straight = {along(here, area, far) for far in range(range_ + 1, battle_map.width + battle_map.height)}
    beyond = [
        (place not in straight, -distance(here, place, encounter), place)
        for column in range(1, battle_map.width + 1)
        for row in range(1, battle_map.height + 1)
        if range_ < distance(here, place := Place(column, row), encounter) <= reach
        and place not in taken
        and open_ground(battle_map, place)
        and _leads_over(here, place, area, encounter)
    ]
    occupied = _occupied(shooter, area, encounter, high=False)
    # Check the spaces just behind the area first: they often block the sight of many others.
    near = frozenset(at for at in occupied if distance(here, at, encounter) <= range_ + 1)
    in_sight = (place for *_, place in sorted(beyond) if not _between(here, place, near, encounter))
    return next((place for place in in_sight if not _between(here, place, occupied, encounter)), None)


def _place_of(shooter: Combatant) -> Place:
    if shooter.place is None:
        raise ValueError(f"{shooter.name} is not on the map and has no line of sight")
    return shooter.place


def _occupied(shooter: Combatant, at: Place, encounter: Encounter, high: bool) -> frozenset[Place]:
    """Return the spaces whose walls or figures block a line at this height."""
    flying = figure(shooter).flying
    battle_map = encounter.battle_map
    in_the_air = flying or high
    walls = battle_map.obstructions if battle_map and not (in_the_air and switches.hexes(encounter)) else frozenset()
    figures = _figures(encounter)[flying] if flying == high else ()
    return walls.union([place for id, place in figures if id != shooter.id]) - {shooter.place, at}


@derived("combatants")
def _figures(encounter: Encounter) -> tuple[list[tuple[str, Place]], list[tuple[str, Place]]]:
    """Return the ids and places of the figures in play on the ground, and of those in the air."""
    ground, air = list[tuple[str, Place]](), list[tuple[str, Place]]()
    for one in encounter.combatants:
        if one.present and one.place:
            (air if figure(one).flying else ground).append((one.id, one.place))
    return ground, air


def _between(a: Place, b: Place, occupied: frozenset[Place], encounter: Encounter) -> Place | None:
    """Return the occupied space nearest to `a` that blocks the line to `b`; nothing blocks between adjacent spaces."""
    if distance(a, b, encounter) <= 1:
        return None
    if switches.hexes(encounter):
        return hexes.blocking(a, b, occupied)
    return _between_squares(a, b, occupied, encounter.battle_map)


def _between_squares(a: Place, b: Place, occupied: frozenset[Place], battle_map: BattleMap | None) -> Place | None:
    """Return the same on squares: lines run from nearest corner to nearest corner.

    Between squares in one row or column two lines are equally short, along either border of the row, and one clear line
    is enough. Between squares in adjacent rows or columns the one line runs along the border between these. A line
    along a border is blocked only by two occupied squares that face each other across it (ruling O71). Any other line
    is blocked by an occupied square that it passes through, but not by one that it touches only at a corner.
    """
    near = {*squares.boxed(a, b, occupied - {a, b})}
    if a.column == b.column or a.row == b.row:
        in_the_way = _closing_both_borders(a, b, near, occupied, battle_map)
    elif abs(a.column - b.column) == 1:
        in_the_way = near & {Place(a.column + b.column - at.column, at.row) for at in near}
    elif abs(a.row - b.row) == 1:
        in_the_way = near & {Place(at.column, a.row + b.row - at.row) for at in near}
    else:
        start, end = _nearest_corners(a, b)
        in_the_way = {at for at in near if squares.crosses(start, end, at)}
    return min(in_the_way, key=lambda at: (squares.distance(a, at), at), default=None)


def _closing_both_borders(
    a: Place, b: Place, near: set[Place], occupied: frozenset[Place], battle_map: BattleMap | None
) -> set[Place]:
    """Return the squares of the row or column that close its borders; none unless both borders are closed.

    A line cannot run along the outer edge of the map, so a square beyond the edge counts as occupied.
    """
    right, down = (0, 1) if a.row == b.row else (1, 0)

    def closed(square: Place) -> bool:
        return square in occupied or (battle_map is not None and not on_map(battle_map, square))

    before = {at for at in near if closed(Place(at.column - right, at.row - down))}
    behind = {at for at in near if closed(Place(at.column + right, at.row + down))}
    return before | behind if before and behind else set()


def _leads_over(a: Place, b: Place, area: Place, encounter: Encounter) -> bool:
    """Return whether the line from `a` to `b` passes through the area, or straight along its row."""
    if switches.hexes(encounter):
        return hexes.blocking(a, b, frozenset((area,))) is not None
    if area in (a, b) or not squares.boxed(a, b, [area]):
        return False
    apart = abs(a.column - b.column), abs(a.row - b.row)
    return 0 in apart or (1 not in apart and squares.crosses(*_nearest_corners(a, b), area))


def _nearest_corners(a: Place, b: Place) -> tuple[squares.Point, squares.Point]:
    """Return the corners of two squares that are nearest to each other; not for squares in one row or column."""
    right, down = (1 if b.column > a.column else -1), (1 if b.row > a.row else -1)
    (x, y), (to_x, to_y) = squares.center(a), squares.center(b)
    return (x + right, y + down), (to_x - right, to_y - down)
