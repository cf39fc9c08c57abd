"""The direction from one place to another, as one of eight points of the compass."""

from __future__ import annotations

import math
from collections.abc import Callable

from rules.grid import hexes
from rules.words.places import Place

POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def of_bearing(degrees: float) -> str:
    """Return the nearest of the eight points for a bearing in degrees, 0 to the top of the map, clockwise."""
    return POINTS[round(degrees / 45) % len(POINTS)]


def on_hexes(here: Place, there: Place) -> str:
    """Return the direction of a hex from another, "" from a hex to itself."""
    return of_bearing(hexes.bearing(here, there)) if here != there else ""


def on_squares(here: Place, there: Place) -> str:
    """Return the direction of a square from another, "" from a square to itself."""
    if here == there:
        return ""
    return of_bearing(math.degrees(math.atan2(there.column - here.column, here.row - there.row)))


def from_where(
    here: Place | None,
    there: Place | None,
    direction: Callable[[Place, Place], str] = on_squares,
    *,
    burst: bool = False,
) -> str:
    """Return the words for a shot or a burst from `here`, for readers at `there` who do not perceive the shooter: at
    most one of eight points.
    """
    point = direction(there, here) if here and there else ""
    if point:
        return f"A {'burst' if burst else 'shot'} from the {point}"
    return f"An unseen shooter fires{' a burst' if burst else ''}"
