"""Reads a map from text: its size as `12x8`, obstructed and rough places as `C3 D4-F4`."""

from __future__ import annotations

import re

from rules.engine.errors import Refusal
from rules.engine.model import Board
from rules.words.places import Place

MOST_SIDE = 40


def read_board(size: str, walls: str, rough: str = "") -> Board:
    """Return the map of this size; `walls` and `rough` list places and blocks of places. Raises Refusal."""
    sides = re.fullmatch(r"\s*([0-9]{1,2})\s*[xX×]\s*([0-9]{1,2})\s*", size)
    width, height = (int(sides[1]), int(sides[2])) if sides else (0, 0)
    if not 1 <= min(width, height) <= max(width, height) <= MOST_SIDE:
        raise Refusal(f"Give the map's size as columns x rows, as 12x8, each from 1 to {MOST_SIDE}.")
    obstructed, uneven = read_places(walls), read_places(rough)
    for what, places in (("obstructions", obstructed), ("rough places", uneven)):
        if any(p.column > width or p.row > height for p in places):
            raise Refusal(f"The map ends at {Place(width, height)}; all {what} must lie on it.")
    return Board(width, height, obstructed, uneven - obstructed)


def read_places(text: str) -> frozenset[Place]:
    """Return the places that a text lists, one by one and in blocks: `C3 D4-F4`. Raises UnknownName."""
    places: set[Place] = set()
    for word in text.replace(",", " ").split():
        first, _, last = word.partition("-")
        a, b = Place.parse(first), Place.parse(last or first)
        columns = range(min(a.column, b.column), max(a.column, b.column) + 1)
        rows = range(min(a.row, b.row), max(a.row, b.row) + 1)
        places |= {Place(c, r) for c in columns for r in rows}
    return frozenset(places)
