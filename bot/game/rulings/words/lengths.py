"""Units of length as people type them, each a whole word, and how many spaces of a book a length is."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from bot.game.rulings.words.slips import is_slip

SPACES, INCHES = "spaces", "inches"
"""The units of a book itself: its hexes or squares, and an inch of its tabletop."""
METERS, YARDS, FEET, KILOMETERS, MILES = "m", "yd", "ft", "km", "mi"
ODD = "?"
"""A unit that no book has, such as blocks or paces: the length is asked for."""


def _all(unit: str, *words: str) -> Mapping[str, str]:
    return dict.fromkeys(words, unit)


UNITS: Mapping[str, str] = {
    **_all(
        METERS,
        "m",
        "meter",
        "meters",
        "metre",
        "metres",
        "mtr",
        "mtrs",
        "mt",
        "mts",
        "metro",
        "metros",
        "metri",
        "metry",
        "metrow",
        "metrów",
        "mètre",
        "mètres",
    ),
    **_all(YARDS, "yd", "yds", "y", "yard", "yards"),
    **_all(FEET, "ft", "foot", "feet", "'"),
    **_all(KILOMETERS, "km", "kms", "kilometer", "kilometers", "kilometre", "kilometres", "kilo", "kilos"),
    **_all(KILOMETERS, "klick", "klicks", "click", "clicks", "klik", "kliks"),
    **_all(MILES, "mi", "mile", "miles"),
    **_all(
        SPACES,
        "hex",
        "hexes",
        "hexs",
        "hx",
        "h",
        "sp",
        "sqr",
        "sqrs",
        "hxs",
        "feld",
        "felder",
        "casillas",
        "sq",
        "sqs",
        "square",
        "squares",
        "spc",
        "spcs",
        "space",
        "spaces",
    ),
    **_all(INCHES, '"', "inch", "inches", "zoll", "pouce", "pouces", "pulgada", "pulgadas"),
    **_all(ODD, "cm", "cms", "centimeter", "centimeters", "centimetre", "centimetres"),
    **_all(ODD, "block", "blocks", "pace", "paces", "step", "steps", "stride", "strides", "league", "leagues"),
    **_all(ODD, "tile", "tiles", "cell", "cells", "grid", "grids", "span", "spans", "rod", "rods", "length", "lengths"),
    **_all(ODD, "room", "rooms", "car", "cars", "house", "houses", "floor", "floors", "story", "stories"),
    **_all(ODD, "second", "seconds", "sec", "secs", "minute", "minutes", "min", "mins", "hour", "hours"),
    **_all(ODD, "dm", "nm", "fathom", "fathoms", "furlong", "furlongs", "degree", "degrees", "dots", "units", "unit"),
}
"""Every word for a unit, by the unit that it means. The unit `ODD` is understood only behind a number."""
_IN_INCHES: Mapping[str, Fraction] = {
    YARDS: Fraction(36),
    FEET: Fraction(12),
    METERS: Fraction(10_000, 254),
    KILOMETERS: Fraction(10_000_000, 254),
    MILES: Fraction(63_360),
}


@lru_cache(maxsize=256)
def meant(word: str) -> str:
    """Return the unit that a misspelled word is most like, as it is spelled: "squares" for "sqaures"; "" for none."""
    if len(word) < _SHORTEST_MISSPELLED or word in UNITS:
        return ""
    return next(iter(difflib.get_close_matches(word, _SPELLED, n=1, cutoff=_ALIKE)), "")


_ALIKE, _SHORTEST_MISSPELLED = 0.8, 4
_SPELLED = [word for word, unit in UNITS.items() if unit != ODD and len(word) >= _SHORTEST_MISSPELLED]


def is_slip_of_unit(word: str) -> bool:
    """Return whether a word is a unit with a slip of the pen: "sqares", but not "millimeter"."""
    return any(is_slip(word, spelled) for spelled in _SPELLED)


def is_length(unit: str) -> bool:
    """Return whether a unit has a length of its own, so that a part of it can be typed."""
    return unit in _IN_INCHES


def in_spaces(figure: Fraction, unit: str, yards: int) -> int:
    """Return a length in spaces of so many `yards`, to the nearest; at least 1."""
    return max(1, int(figure * _IN_INCHES[unit] / (36 * yards) + Fraction(1, 2)))
