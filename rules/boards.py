"""A map as it is written: its size as `12x8`, the obstructed places as `C3 D4-F4`."""

from __future__ import annotations

import re

from rules.errors import Refusal
from rules.model import Board
from rules.places import Place

MOST_SIDE = 40


def read_board(size: str, walls: str) -> Board:
    """The map of that size, with obstructions at places and in blocks of them. Raises Refusal."""
    sides = re.fullmatch(r"\s*([0-9]{1,2})\s*[xX×]\s*([0-9]{1,2})\s*", size)
    width, height = (int(sides[1]), int(sides[2])) if sides else (0, 0)
    if not 1 <= min(width, height) <= max(width, height) <= MOST_SIDE:
        raise Refusal(f"Give the map's size as columns x rows, as 12x8, each from 1 to {MOST_SIDE}.")
    obstructions: set[Place] = set()
    for word in walls.replace(",", " ").split():
        first, _, last = word.partition("-")
        a, b = Place.parse(first), Place.parse(last or first)
        columns = range(min(a.column, b.column), max(a.column, b.column) + 1)
        rows = range(min(a.row, b.row), max(a.row, b.row) + 1)
        obstructions |= {Place(c, r) for c in columns for r in rows}
    if any(p.column > width or p.row > height for p in obstructions):
        raise Refusal(f"The map ends at {Place(width, height)}; all obstructions must lie on it.")
    return Board(width, height, frozenset(obstructions))
