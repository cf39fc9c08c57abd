"""Where the spaces of a map are in a picture: squares, or hexes in columns with a flat side up (`rules.grid.hexes`)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from rules.engine.records.frozen import dataclass
from rules.words.places import Place

Point = tuple[float, float]
_ROOT = math.sqrt(3)
_ROUNDED = 20


@dataclass(frozen=True, slots=True)
class Lattice:
    """Spaces in columns that are `pitch` pixels apart, from the space `first`, whose corner is at `left`, `top`."""

    hexes: bool
    pitch: float
    first: Place
    left: float = 0
    top: float = 0

    @property
    def side(self) -> float:
        """The side of a hex, or of a square."""
        return self.pitch / 1.5 if self.hexes else self.pitch

    @property
    def height(self) -> float:
        """The height of a space; whole pixels where that does not show, so that a row of hexes looks like the next one
        to whatever compresses the picture."""
        exact = self.side * _ROOT if self.hexes else self.pitch
        return round(exact) if exact >= _ROUNDED else exact

    @property
    def radius(self) -> float:
        """The radius of the largest circle in a space."""
        return self.height / 2

    def center(self, place: Place) -> Point:
        """Return the center of a space."""
        column, row = place.column - self.first.column, place.row - self.first.row
        if not self.hexes:
            return self.left + (column + 0.5) * self.pitch, self.top + (row + 0.5) * self.pitch
        lower = 0.5 if place.column % 2 == 0 else 0
        return self.left + self.side + column * self.pitch, self.top + (row + 0.5 + lower) * self.height

    def outline(self, place: Place, inset: float = 0) -> list[Point]:
        """Return the corners of a space, clockwise, drawn in by this many pixels: of a square from the upper left one,
        of a hex from the left one.
        """
        x, y = self.center(place)
        if not self.hexes:
            half = self.pitch / 2 - inset
            return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        side, up = self.side - inset * 2 / _ROOT, self.height / 2 - inset
        across = side / 2
        return [
            (x - side, y),
            (x - across, y - up),
            (x + across, y - up),
            (x + side, y),
            (x + across, y + up),
            (x - across, y + up),
        ]

    def inside(self, columns: range, rows: range) -> tuple[Point, Point]:
        """Return two corners of a rectangle within these spaces: all of the squares, or what is left of hexes without
        those along the edges."""
        (left, top), (right, low) = (
            self.center(Place(c, r)) for c, r in ((columns[0], rows[0]), (columns[-1], rows[-1]))
        )
        if not self.hexes:
            half = self.pitch / 2
            return (left - half, top - half), (right + half, low + half)
        top, low = (self.top + (row - self.first.row) * self.height for row in (rows[0] + 0.5, rows[-1] + 1))
        return (left, top), (right, low)

    def uprights(self, columns: range, rows: range) -> Iterator[list[Point]]:
        """Yield the edges between the columns, each as one line from row to row."""
        for column in columns[:-1]:
            sides = [self.outline(Place(column, row)) for row in rows]
            if self.hexes:
                yield [*(corner for corners in sides for corner in corners[2:4]), sides[-1][4]]
            else:
                yield [sides[0][1], sides[-1][2]]

    def rungs(self, columns: range, rows: range) -> Iterator[tuple[tuple[Point, Point], tuple[float, ...]]]:
        """Yield the edges between the rows: lines of one or of many, each with the lengths of an edge and of the gap to
        the next one, if there are gaps."""
        left, right = (1, 2) if self.hexes else (0, 1)
        dash = (self.side, 2 * self.side) if self.hexes else ()
        for one in (columns[::2], columns[1::2]) if self.hexes else (columns,):
            for row in rows[1:] if one else ():
                yield (self.outline(Place(one[0], row))[left], self.outline(Place(one[-1], row))[right]), dash

    def size(self, columns: int, rows: int) -> tuple[float, float]:
        """Return the width and height of this many columns and rows."""
        if not self.hexes:
            return columns * self.pitch, rows * self.pitch
        lower = 0.5 if columns > 1 or self.first.column % 2 == 0 else 0
        return (columns - 1) * self.pitch + 2 * self.side, (rows + lower) * self.height

    def beside(self, place: Place) -> Iterator[tuple[tuple[Point, Point], Place]]:
        """Yield each side of a space, as its two ends, with the space on the other side of it."""
        corners = self.outline(place)
        ends = zip(corners, (*corners[1:], corners[0]), strict=True)
        return zip(ends, self._across(place), strict=True)

    def _across(self, place: Place) -> list[Place]:
        c, r = place
        if not self.hexes:
            return [Place(c, r - 1), Place(c + 1, r), Place(c, r + 1), Place(c - 1, r)]
        up = r - place.column % 2
        return [
            Place(c - 1, up),
            Place(c, r - 1),
            Place(c + 1, up),
            Place(c + 1, up + 1),
            Place(c, r + 1),
            Place(c - 1, up + 1),
        ]

    def border(self, places: Iterable[Place]) -> Iterator[tuple[Point, Point]]:
        """Yield the sides that part these spaces from all others."""
        area = frozenset(places)
        for place in sorted(area):
            for ends, other in self.beside(place):
                if other not in area:
                    yield ends
