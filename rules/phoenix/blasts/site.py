"""The site of the detonation: where what was fired or thrown comes down, as seen from who did it (2.11, 3.6)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.grid import hexes
from rules.words.phrases import counted
from rules.words.places import Place

WAYS = 6
_FARTHER = (1, 1, 0, -1, 0, 1)
"""How many hexes farther than the target the hexes around it are, straight beyond it first, then clockwise."""
_WAYS = (
    "beyond it",
    "beyond to the right",
    "short to the right",
    "short of it",
    "short to the left",
    "beyond to the left",
)


@dataclass(frozen=True, slots=True)
class Site:
    """Where it goes off: `apart` hexes from what it was aimed at, `range` from who fired or threw it.

    `place`: None where no map says so. `words`: how it lies to the target, "" for the very hex.
    """

    apart: int
    range: int
    place: Place | None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """From whom at what, `range` hexes away; a place is None where it is not on the map."""

    here: Place | None
    there: Place | None
    range: int

    @property
    def length(self) -> int:
        """Hexes on the map where both are on it, else the range."""
        return hexes.distance(self.here, self.there) if self.here and self.there else self.range

    @property
    def target(self) -> Site:
        """The very hex."""
        return Site(0, self.range, self.there)

    def straight(self, off: int) -> Site:
        """So many hexes beyond the target, below 0 short of it."""
        if not off:
            return self.target
        words = f"{counted(abs(off), 'hex')} {'long' if off > 0 else 'short'}"
        return Site(abs(off), abs(self.range + off), self._along(self.length + off), words)

    def beside(self, way: int) -> Site:
        """One of the hexes around the target: 1 is straight beyond, then clockwise (ruling O50)."""
        beyond = self._along(self.length + 1)
        words = f"1 hex off, {_WAYS[way - 1]}"
        if self.here is None or self.there is None or beyond is None:
            return Site(1, abs(self.range + _FARTHER[way - 1]), None, words)
        ring = hexes.around(self.there)
        place = ring[(ring.index(beyond) + way - 1) % WAYS]
        return Site(1, hexes.distance(self.here, place), place, words)

    def _along(self, far: int) -> Place | None:
        if self.here is None or self.there is None:
            return None
        # Dropped where one stands, it has no line: "beyond" is then the top of the map.
        toward = self.there if self.there != self.here else hexes.around(self.here)[0]
        return hexes.along(self.here, toward, far)
