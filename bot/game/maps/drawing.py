"""Draws the map as its viewer may know it, as a display list (`shapes`)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache

from bot.game.maps import marks, words
from bot.game.maps.ground import ground, rim
from bot.game.maps.highlights import Highlights, Window
from bot.game.maps.markers import aims, areas, cast, markers
from bot.game.maps.overview import beneath
from bot.game.maps.shapes import Drawing, Shape, polygon
from bot.game.maps.window import MARGIN, RIM, WIDTH, Frame, framed
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.glimpses import Glimpse
from rules.engine.records.model import Encounter

_WRITTEN = 400
"""Spaces up to which each has its coordinates in it: in a larger picture nobody could read them."""


def drawing(
    encounter: Encounter, book: Ruleset, contacts: Mapping[str, Glimpse], highlights: Highlights, window: Window
) -> Drawing:
    """Return the picture of an encounter as its viewer may know it (`bot.game.sight.view`).

    `contacts` are the fighters, by id, that the viewer does not see or hear at present.
    """
    frame = framed(encounter, book.space(encounter) == "hex", highlights, window)
    everyone = cast(encounter, book, contacts)
    lowest = _ground(frame, window.grid and len(frame.places()) <= _WRITTEN)
    across, down = frame.size
    width = max(WIDTH, math.ceil(RIM + across + MARGIN))
    above = [
        *areas(encounter, everyone, frame),
        *marks.below(highlights, everyone, frame),
        *aims(everyone, frame),
        *markers(everyone, frame),
        *marks.above(highlights, frame),
    ]
    legend, high = beneath(everyone, frame, RIM + down) if window.legend else ([], 0.0)
    height = math.ceil(RIM + down + max(high, MARGIN))
    return Drawing(
        width,
        height,
        (*lowest, *above, *_surround(frame, width, height), *rim(frame), *legend),
        len(lowest),
        words.description(encounter, book, everyone, highlights, frame),
        words.places(encounter, everyone, contacts, highlights, frame),
    )


def map_in_words(encounter: Encounter, book: Ruleset, contacts: Mapping[str, Glimpse]) -> str:
    """Return the map in words, a line for each fighter and each thing on it; "" if there is nothing on a map.

    As `drawing`, it needs the encounter as its viewer may know it.
    """
    if encounter.battle_map is None and not any(c.present and c.place for c in encounter.combatants):
        return ""
    frame = framed(encounter, book.space(encounter) == "hex", Highlights(), Window())
    return words.places(encounter, cast(encounter, book, contacts), contacts, Highlights(), frame)


@lru_cache(maxsize=2)
def _ground(frame: Frame, written: bool) -> tuple[Shape, ...]:
    """Return the map itself, which takes the longest to draw and seldom changes from picture to picture."""
    return tuple(ground(frame, written))


def _surround(frame: Frame, width: int, height: int) -> Iterator[Shape]:
    """Yield the surroundings of a part of the map, over lines that leave it."""
    if not frame.cropped:
        return
    across, down = frame.size
    right, low = RIM + across, RIM + down
    beside = ((0, 0, RIM, height), (right, 0, width, height))
    for x, y, to_x, to_y in ((0, 0, width, RIM), (0, low, width, height), *beside):
        yield polygon([(x, y), (to_x, y), (to_x, to_y), (x, to_y)], "paper")
