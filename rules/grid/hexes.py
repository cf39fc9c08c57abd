"""Geometry of a map of hexes, for every rulebook: distances, directions, lines of sight, paths, sectors. All exact.

Hexes are in columns with a flat side up: columns A, C, E are the higher ones, B, D, F half a hex lower.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, isqrt

from rules.engine.records.frozen import dataclass
from rules.words.places import MOST, Place

# Centers and corners have whole coordinates if x is counted in half sides and y in half heights of a hex. Such a map is
# squeezed: what lies left or right of a line stays there, but squares of lengths are x * x + 3 * y * y.
_Point = tuple[int, int]
_CORNERS: tuple[_Point, ...] = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
_STEPS: tuple[tuple[int, int], ...] = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""The steps, in columns and rows, to the neighbors of a lower hex (B, D, F), from the top clockwise."""


_AGAIN = 8_192
"""The pairs of hexes that are cached, because the same two are measured again and again."""


@lru_cache(maxsize=_AGAIN)
def distance(a: Place, b: Place) -> int:
    """Return the distance in hexes, 0 from a hex to itself."""
    columns = b.column - a.column
    rows = _axial(b) - _axial(a)
    return max(abs(columns), abs(rows), abs(columns + rows))


@lru_cache(maxsize=_AGAIN)
def bearing(a: Place, b: Place) -> int:
    """Return the direction from a to b in whole degrees, 0 to 359: 0 is up, 90 is right; 0 from a hex to itself."""
    (x, y), (to_x, to_y) = _center(a), _center(b)
    return round(math.degrees(math.atan2(to_x - x, math.sqrt(3) * (y - to_y)))) % 360


def neighbours(place: Place) -> tuple[Place, ...]:
    """Return the adjacent hexes, clockwise from the one above; fewer at the edge of the largest map."""
    return tuple(at for at in around(place) if 1 <= at.column <= MOST and 1 <= at.row <= MOST)


def around(place: Place) -> tuple[Place, ...]:
    """Return all six adjacent hexes, clockwise from the one above, even if they are off every map."""
    higher = place.column % 2
    return tuple(Place(place.column + dx, place.row + dy - (higher if dx else 0)) for dx, dy in _STEPS)


def within(place: Place, radius: int) -> frozenset[Place]:
    """Return all hexes of the largest map within a radius in hexes, including the center."""
    return frozenset(
        near
        for column in range(max(1, place.column - radius), min(MOST, place.column + radius) + 1)
        for row in range(max(1, place.row - radius), min(MOST, place.row + radius) + 1)
        if distance(place, near := Place(column, row)) <= radius
    )


@lru_cache(maxsize=_AGAIN)
def blocking(a: Place, b: Place, obstructions: frozenset[Place]) -> Place | None:
    """Return the obstruction nearest to a that blocks the line of sight from center to center, None if none does.

    An obstruction blocks if the line passes through its inside. A line along the border of two hexes is
    blocked only if both are obstructions. The hexes at the ends never block.
    """
    # The formulas of `_along` and `_sides` are written out here, because this runs for every pair of fighters that
    # move.
    (x, y), (to_x, to_y) = _center(a), _center(b)
    across, down = to_x - x, to_y - y
    whole, half = across * across + 3 * down * down, max(2 * abs(down), abs(across) + abs(down))
    left, right = min(a.column, b.column) - 1, max(a.column, b.column) + 1
    top, bottom = min(a.row, b.row) - 1, max(a.row, b.row) + 1
    blocked: list[tuple[int, Place]] = []
    beside: dict[int, tuple[Place, bool]] = {}
    for hex in obstructions:
        column, row = hex
        if not (left <= column <= right and top <= row <= bottom) or hex in (a, b):
            continue
        hex_x, hex_y = 3 * column - x, 2 * row + (column % 2 == 0) - y
        along = across * hex_x + 3 * down * hex_y
        if not 0 < along < whole:
            continue
        middle = across * hex_y - down * hex_x
        if abs(middle) < half:
            blocked.append((along, hex))
        elif abs(middle) == half and _on_border(a, b, hex):
            other = beside.setdefault(along, (hex, middle < 0))
            if other[1] != (middle < 0):
                blocked.append((along, min(hex, other[0])))
    return min(blocked)[1] if blocked else None


def passes(a: Place, b: Place, hex: Place) -> bool:
    """Return whether the line from a through b and beyond passes through the inside of a hex or along its side.

    False for a itself.
    """
    if _along(a, b, hex) <= 0:
        return False
    low, high = _sides(a, b, hex)
    return low < 0 < high or (0 in (low, high) and _on_border(a, b, hex))


def path(a: Place, b: Place, free: Callable[[Place], bool] = lambda place: True) -> tuple[Place, ...]:
    """Return the hexes entered on the straight way from a to b, ending with b; none if they are the same.

    If the line runs between two hexes, the path takes the one that is `free`. It does not avoid other hexes.
    """
    entered: list[Place] = []
    here = a
    while here != b:
        nearer = (hex for hex in neighbours(here) if distance(hex, b) < distance(here, b))
        here = min(nearer, key=lambda hex: (abs(_side(a, b, _center(hex))), not free(hex), hex))
        entered.append(here)
    return tuple(entered)


def along(a: Place, b: Place, hexes: int) -> Place:
    """Return the hex at a distance from a on the line from a through b; it may be beyond b and off every map.

    Raises ValueError if a and b are the same hex.
    """
    whole = distance(a, b)
    if not whole:
        raise ValueError(f"no line leads from {a} to itself")
    columns = Fraction((b.column - a.column) * hexes, whole)
    rows = Fraction((_axial(b) - _axial(a)) * hexes, whole)
    # Of the three axes of a hex, the one that is farthest from a whole number is computed from the other two.
    parts = (columns, rows, -columns - rows)
    column, row, third = (floor(part + Fraction(1, 2)) for part in parts)
    off = [abs(part - near) for part, near in zip(parts, (column, row, third), strict=True)]
    if off[0] > off[1] and off[0] > off[2]:
        column = -row - third
    elif off[1] > off[2]:
        row = -column - third
    at = a.column + column
    return Place(at, _axial(a) + row + (at - 1) // 2)


_FINE = 10**9
"""The precision of a square root when a width becomes an offset."""


@dataclass(frozen=True, slots=True)
class Sector:
    """The area between two rays from the center of a hex, nowhere narrower than a hex.

    `place in sector` is True if the center of a hex is in it. `middle` is the offset of the sector's middle ray from
    `aim`, `half` the square of the offset of either edge from the middle ray. Both are measured at the distance of
    `aim`, as a fraction of that distance on the squeezed map.
    """

    apex: Place
    aim: Place
    middle: Fraction
    half: Fraction

    def __contains__(self, place: Place) -> bool:
        ahead = _along(self.apex, self.aim, place)
        if ahead <= 0:
            return False
        off = (_side(self.apex, self.aim, _center(place)) - self.middle * ahead) ** 2
        return off <= self.half * ahead**2 or off < _squared(self.apex, self.aim)


def span(apex: Place, aim: Place, places: Iterable[Place]) -> Fraction:
    """Return the width of these hexes as seen from `apex`: in hexes at the distance of `aim`, rounded up to a tenth.

    The width is from center to center of the outermost hexes, plus half a hex on either side. Raises ValueError for a
    hex that is not ahead, looking from `apex` to `aim`.
    """
    least, most = _outermost(apex, aim, places)
    # In squares of tenths of a hex. Across the line, squares are 3 times those of the coordinates, and a hex has 12.
    squared = ceil((most - least) ** 2 * _squared(apex, aim) * 100 * 3 / 12)
    return 1 + Fraction(isqrt(squared - 1) + 1 if squared else 0, 10)


def sector(apex: Place, aim: Place, places: Iterable[Place], width: int | Fraction) -> Sector:
    """Return the sector centered on these hexes; `width` is in hexes at the distance of `aim`. Raises as `span`."""
    least, most = _outermost(apex, aim, places)
    return Sector(apex, aim, (least + most) / 2, Fraction(width) ** 2 / _squared(apex, aim))


def swept_from(apex: Place, aim: Place, first: Place, places: Iterable[Place], width: int | Fraction) -> Sector:
    """Return the sector that begins at the hex `first` and extends over the side on which `places` are.

    `width` is in hexes at the distance of `aim`. Raises ValueError for hexes that are not ahead, that are on both sides
    of the first one, or, if the sector is wider than a hex, all in line with it.
    """
    begin, _ = _outermost(apex, aim, [first])
    least, most = _outermost(apex, aim, places)
    if width > 1 and (least < begin < most or least == begin == most):
        raise ValueError(f"{first} is not at one end of what is swept")
    squared = _squared(apex, aim)
    shift = max(Fraction(width) - 1, Fraction(0)) * Fraction(_FINE, isqrt(squared * _FINE**2))
    return Sector(apex, aim, begin + (shift if most > begin else -shift), Fraction(width) ** 2 / squared)


def _outermost(apex: Place, aim: Place, places: Iterable[Place]) -> tuple[Fraction, Fraction]:
    offsets = [_off_line(apex, aim, place) for place in places]
    ahead = [off for off in offsets if off is not None]
    if len(ahead) < len(offsets) or not ahead:
        raise ValueError(f"not all of it lies ahead of {apex}, looking to {aim}")
    return min(ahead), max(ahead)


def _squared(a: Place, b: Place) -> int:
    """Return the square of the distance between their centers."""
    (x, y), (to_x, to_y) = _center(a), _center(b)
    return (to_x - x) ** 2 + 3 * (to_y - y) ** 2


def _off_line(a: Place, b: Place, hex: Place) -> Fraction | None:
    """Return the hex's offset to the side of b as seen from a, None if it is not ahead.

    It is measured at the distance of b, as a fraction of that distance on the squeezed map; positive on one side,
    negative on the other.
    """
    ahead = _along(a, b, hex)
    return Fraction(_side(a, b, _center(hex)), ahead) if ahead > 0 else None


def _axial(place: Place) -> int:
    """Return the row in axial coordinates, whose second axis is slanted so that all six steps are straight."""
    return place.row - (place.column - 1) // 2


def _center(place: Place) -> _Point:
    return 3 * place.column, 2 * place.row + (place.column % 2 == 0)


def _corners(place: Place) -> Iterator[_Point]:
    x, y = _center(place)
    return ((x + dx, y + dy) for dx, dy in _CORNERS)


def _side(a: Place, b: Place, point: _Point) -> int:
    """Return a positive number on one side of the line, a negative one on the other, 0 on it."""
    (x, y), (to_x, to_y) = _center(a), _center(b)
    return (to_x - x) * (point[1] - y) - (to_y - y) * (point[0] - x)


def _sides(a: Place, b: Place, hex: Place) -> tuple[int, int]:
    """Return `_side` of the two outermost corners of the hex, which are opposite each other."""
    (x, y), (to_x, to_y) = _center(a), _center(b)
    middle, half = _side(a, b, _center(hex)), max(2 * abs(to_y - y), abs(to_x - x) + abs(to_y - y))
    return middle - half, middle + half


def _on_border(a: Place, b: Place, hex: Place) -> bool:
    """Return whether the line runs along a whole side of the hex and not only through a corner."""
    return sum(_side(a, b, corner) == 0 for corner in _corners(hex)) == 2


def _along(a: Place, b: Place, hex: Place) -> int:
    """Return the hex's distance along the line, in a unit of its own; hexes on either side of the same border are
    equally far.
    """
    (x, y), (to_x, to_y), (hex_x, hex_y) = _center(a), _center(b), _center(hex)
    return (to_x - x) * (hex_x - x) + 3 * (to_y - y) * (hex_y - y)
