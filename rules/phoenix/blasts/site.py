"""The site of an explosion: hexes long, short or beside the target, seen from the shooter (2.11, 3.6)."""

from __future__ import annotations

from rules.engine.records.frozen import dataclass
from rules.grid import hexes
from rules.phoenix.book import Scene
from rules.words.phrases import counted
from rules.words.places import Place

WAYS = 6
_FARTHER = (1, 1, 0, -1, 0, 1)
"""By how many hexes each hex around the target is farther away than the target, clockwise from straight beyond it."""
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
    """The place where it goes off: `apart` hexes from the target, `range` hexes from the shooter.

    `place` is None without a map. `words` say where it is from the target, "" for the target's hex.
    """

    apart: int
    range: int
    place: Place | None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """The line from a shooter to a target `range` hexes away. A place off the map is None."""

    here: Place | None
    there: Place | None
    range: int

    @property
    def length(self) -> int:
        """The hexes between them on the map, or the range if one of them is not on it."""
        return hexes.distance(self.here, self.there) if self.here and self.there else self.range

    @property
    def target(self) -> Site:
        """The site in the target's hex."""
        return Site(0, self.range, self.there)

    def straight(self, off: int) -> Site:
        """Return the site this many hexes beyond the target, below 0 short of it."""
        if not off:
            return self.target
        words = f"{counted(abs(off), 'hex')} {'long' if off > 0 else 'short'}"
        return Site(abs(off), abs(self.range + off), self._along(self.length + off), words)

    def beside(self, way: int) -> Site:
        """Return the site in a hex around the target: 1 is straight beyond, then clockwise (ruling O50)."""
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
        # At the shooter's own hex there is no line: "beyond" is then the top of the map.
        toward = self.there if self.there != self.here else hexes.around(self.here)[0]
        return hexes.along(self.here, toward, far)


def within(site: Site, line: Line, most: int, scene: Scene, section: str) -> Site:
    """Return the site, or the farthest hex on the line that is within range (R or MR; ruling O50)."""
    limited = within_range(site, line, most)
    if limited is not site:
        scene.rule("O50", f"no farther than {counted(most, 'hex')}", section=section)
    return limited


def within_range(site: Site, line: Line, most: int) -> Site:
    """Return the site, or the farthest hex within range, as `within` does; the ruling is not recorded."""
    return site if site.range <= most else line.straight(max(most - line.length, 0))
