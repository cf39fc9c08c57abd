"""The marks by which walls and cover of different materials, rough ground, water, bridges and bars are told apart."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from bot.game.maps.lattice import Lattice
from bot.game.maps.shapes import Shape, circle, line
from rules.engine.map.pieces import SIDES
from rules.words.places import Place

_SORTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("brick", ("brick", "block", "cinder")),
    ("earth", ("sand", "earth", "dirt", "soil", "mud", "foxhole")),
    ("leaf", ("hedge", "bush", "tree", "brush", "shrub", "crop")),
    ("wood", ("wood", "log", "timber", "plank", "door", "desk", "table", "crate", "plaster", "fence", "furniture")),
    ("stone", ("stone", "rock", "boulder", "rubble", "concrete", "marble")),
    ("metal", ("steel", "metal", "iron", "car", "truck", "engine", "aluminum", "vehicle")),
)


def sort(words: str) -> str:
    """Return the name of a material's look, or "" for one without its own."""
    named = words.casefold()
    return next((sort for sort, stems in _SORTS if any(stem in named for stem in stems)), "")


def marks(lattice: Lattice, place: Place, words: str, color: str) -> Iterator[Shape]:
    """Yield the marks of a material in a space."""
    match sort(words):
        case "brick":
            yield from _strokes(
                lattice,
                place,
                color,
                ((-0.34, -0.14, 0.34, -0.14), (-0.34, 0.16, 0.34, 0.16)),
                ((0, -0.4, 0, -0.14), (-0.18, -0.14, -0.18, 0.16), (0.18, -0.14, 0.18, 0.16), (0, 0.16, 0, 0.4)),
            )
        case "wood":
            yield from planks(lattice, place, color, 3)
        case "stone":
            stones = ((-0.3, -0.05, -0.12, -0.28), (-0.12, -0.28, 0.1, -0.18), (0.1, -0.18, 0.02, 0.06))
            more = (
                (0.02, 0.06, -0.3, -0.05),
                (0.06, 0.3, 0.3, 0.18),
                (0.3, 0.18, 0.22, -0.02),
                (-0.22, 0.3, -0.05, 0.2),
            )
            yield from _strokes(lattice, place, color, stones, more)
        case "earth":
            for dx, dy in ((-0.25, -0.2), (0.08, -0.28), (0.28, -0.05), (-0.08, 0.02), (-0.3, 0.18), (0.12, 0.24)):
                x, y = _at(lattice, place, dx, dy)
                yield circle(x, y, 1.1, color)
        case "leaf":
            for dx, dy in ((-0.2, -0.15), (0.18, -0.2), (0.02, 0.12), (-0.26, 0.2), (0.28, 0.14)):
                x, y = _at(lattice, place, dx, dy)
                yield circle(x, y, lattice.height * 0.09, None, color, 1)
        case "metal":
            yield from _strokes(
                lattice, place, color, ((-0.3, 0.1, 0.1, -0.3), (-0.22, 0.3, 0.3, -0.22), (-0.02, 0.34, 0.34, -0.02))
            )


def tufts(lattice: Lattice, place: Place) -> Iterator[Shape]:
    """Yield the marks of rough ground."""
    x, y = lattice.center(place)
    unit = lattice.height / 11
    for dx, dy in ((-2.8, -1.8), (1.6, -2.6), (-0.8, 1.8), (3, 1.4)):
        a, b = x + dx * unit, y + dy * unit
        yield line([(a - unit, b - unit), (a, b), (a + unit, b - unit)], "rough mark", 1)


def waves(lattice: Lattice, place: Place) -> Iterator[Shape]:
    """Yield the marks of water."""
    x, y = lattice.center(place)
    unit = lattice.height / 12
    for dx, dy in ((-2.2, -1.8), (1.4, 2.0)):
        a, b = x + dx * unit, y + dy * unit
        steps = [(-2.0, 0.0), (-1.0, -0.8), (0.0, 0.0), (1.0, 0.8), (2.0, 0.0)]
        yield line([(a + u * unit, b + v * unit) for u, v in steps], "water mark", 1)


def planks(lattice: Lattice, place: Place, color: str, many: int, reach: float = 0.36) -> Iterator[Shape]:
    """Yield planks side by side."""
    for n in range(many):
        y = reach * (2 * n / (many - 1) - 1) * 0.8
        yield from _strokes(lattice, place, color, ((-reach, y, reach, y),))


def barbs(lattice: Lattice, place: Place) -> Iterator[Shape]:
    """Yield coils of wire."""
    for n in range(-2, 3):
        x, y = _at(lattice, place, n * 0.16, 0)
        yield circle(x, y, lattice.height * 0.14, None, "ink", 1)


def nailed_planks(lattice: Lattice, place: Place) -> Iterator[Shape]:
    """Yield planks that are nailed across an opening."""
    thick = lattice.height * 0.13
    for ax, ay, bx, by in ((-0.3, -0.2, 0.3, -0.12), (-0.3, 0.18, 0.3, 0.22), (-0.24, 0.26, 0.24, -0.26)):
        ends = [_at(lattice, place, ax, ay), _at(lattice, place, bx, by)]
        yield line(ends, "wood mark", thick + 1.6)
        yield line(ends, "wood", thick)


def bar(lattice: Lattice, place: Place, side: str) -> Iterator[Shape]:
    """Yield the bar of a door or window, on its side ("south"); across the middle if the side is not named."""
    right, down = 0.0, 0.0
    if side in SIDES:
        angle = math.radians(360 / len(SIDES) * SIDES.index(side))
        right, down = math.sin(angle), -math.cos(angle)
    x, y = right * 0.28, down * 0.28
    along = (-down * 0.38, right * 0.38) if right or down else (0.38, 0.0)
    ends = [_at(lattice, place, x + way * along[0], y + way * along[1]) for way in (-1, 1)]
    yield line(ends, "wall edge", lattice.height * 0.15 + 1.6)
    yield line(ends, "ink", lattice.height * 0.15)


def _strokes(
    lattice: Lattice, place: Place, color: str, *rows: Sequence[tuple[float, float, float, float]]
) -> Iterator[Shape]:
    for row in rows:
        for a, b, c, d in row:
            yield line([_at(lattice, place, a, b), _at(lattice, place, c, d)], color, 1)


def _at(lattice: Lattice, place: Place, dx: float, dy: float) -> tuple[float, float]:
    """Return a point of a space; 0.5 is as far from its center as the nearest side."""
    x, y = lattice.center(place)
    return x + dx * lattice.height, y + dy * lattice.height
