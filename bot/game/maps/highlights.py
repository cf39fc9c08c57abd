"""A picture's highlights besides the map and the fighters: shots, ways, blasts, spaces; and which part is shown."""

from __future__ import annotations

from rules.engine.records.frozen import dataclass
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Shot:
    """A line of fire or of sight between two places. `stopped` is the space that blocks it; `hit`: whether somebody was
    hit, None for a line along which nobody has fired."""

    start: Place
    end: Place
    hit: bool | None = None
    stopped: Place | None = None


@dataclass(frozen=True, slots=True)
class Blast:
    """An explosion: where it was, the `radii` of its circles in spaces, and where it was aimed if it scattered."""

    place: Place
    radii: tuple[float, ...] = ()
    aimed: Place | None = None


@dataclass(frozen=True, slots=True)
class Highlights:
    """A picture's highlights, as its viewer may know them.

    `paths` are ways just walked, from their first space on, each by a fighter (an id). `marks` are spaces to choose
    from, each with a few letters. `fighters` (ids) and `places` are of interest: they are inside the picture.
    """

    shots: tuple[Shot, ...] = ()
    paths: tuple[tuple[str, tuple[Place, ...]], ...] = ()
    blasts: tuple[Blast, ...] = ()
    marks: tuple[tuple[Place, str], ...] = ()
    fighters: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Window:
    """Which part of the map is shown: as much as is legible on a phone, around what is of interest, or the `whole` map.

    `corner` and `opposite` fix the part. `grid`: whether each space has its coordinates written in it. `legend`: with
    an overview and a legend below.
    """

    whole: bool = False
    corner: Place | None = None
    opposite: Place | None = None
    grid: bool = False
    legend: bool = True
