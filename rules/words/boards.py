"""Reads a map from text: its size as `12x8`, places as `C3 D4-F4`, changes of it as `wall A1-D1, door D4 open`.

Blocks of places are compared with the map before they are spelled out, and until the end an area is a number with a
bit for each place: a long list costs little.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.engine.copies import replace
from rules.engine.errors import Refusal, UnknownName, quoted
from rules.engine.model import Board
from rules.words.places import MOST, Place

MOST_SIDE = 40
_WALL, _ROUGH, _DOOR = "wall", "rough", "door"
_KINDS = {"wall": _WALL, "walls": _WALL, "rough": _ROUGH, "door": _DOOR, "doors": _DOOR}
_OPEN = {"open": True, "opened": True, "closed": False, "close": False, "shut": False}
_PASSED_OVER = ("ground", "and")
_MANY = {_WALL: "obstructions", _ROUGH: "rough places", _DOOR: "doors"}

_Area = int
"""Places as bits of a number, row by row."""
_WIDTH = MOST + 1
"""Bits of a row: columns count from 1."""


def read_board(size: str, walls: str, rough: str = "") -> Board:
    """Return the map of this size; `walls` and `rough` list places and blocks of places. Raises Refusal."""
    sides = re.fullmatch(r"\s*([0-9]{1,2})\s*[xX×]\s*([0-9]{1,2})\s*", size)
    width, height = (int(sides[1]), int(sides[2])) if sides else (0, 0)
    if not 1 <= min(width, height) <= max(width, height) <= MOST_SIDE:
        raise Refusal(f"Give the map's size as columns x rows, as 12x8, each from 1 to {MOST_SIDE}.")
    board = Board(width, height)
    obstructed, uneven = (_listed(text, kind, board) for text, kind in ((walls, _WALL), (rough, _ROUGH)))
    return Board(width, height, _places(obstructed), _places(uneven & ~obstructed))


def read_places(text: str) -> frozenset[Place]:
    """Return the places that a text lists, one by one and in blocks: `C3 D4-F4`. Raises UnknownName."""
    return _places(_listed(text, _WALL, Board(MOST, MOST)))


def change_board(board: Board, add: str, remove: str) -> tuple[Board, frozenset[Place]]:
    """Return the map with walls, doors and rough ground added, then removed, and all places that are called doors.

    A closed door is a wall; an open one is none, even amid a wall that is added with it. What is removed without a
    word for it is a wall, a door or rough ground alike. Raises Refusal.
    """
    walls, rough, doors = _area(board.obstructions), _area(board.rough), 0
    parts = _parts(add, "add", board)
    for kind, area, is_open in sorted(parts, key=lambda part: part[0] == _DOOR):
        if kind == _ROUGH:
            rough |= area
        else:
            walls = walls & ~area if is_open else walls | area
        doors |= area if kind == _DOOR else 0
    for kind, area, _ in _parts(remove, "remove", board):
        walls &= ~area if kind != _ROUGH else walls
        rough &= ~area if kind in ("", _ROUGH) else rough
        doors |= area if kind == _DOOR else 0
    return replace(board, obstructions=_places(walls), rough=_places(rough)), _places(doors)


def _parts(text: str, option: str, board: Board) -> list[tuple[str, _Area, bool]]:
    """Return what a change names: the kind ("" for none), the places, and whether they are doors that are open."""
    parts: list[tuple[str, _Area, bool]] = [("" if option == "remove" else _WALL, 0, False)]
    ended = False
    for word in text.replace(",", " ").casefold().split():
        kind, area, _ = parts[-1]
        if word in _KINDS:
            parts.append((_KINDS[word], 0, False))
            ended = False
        elif word in _OPEN and option == "add" and kind == _DOOR and area:
            parts[-1] = (kind, area, _OPEN[word])
            ended = True
        elif word not in _PASSED_OVER:
            block = _changed_block(word, option, kind or _WALL, board)
            if ended:
                parts.append((kind, block, False))
                ended = False
            else:
                parts[-1] = (kind, area | block, False)
    return [part for part in parts if part[1]]


def _changed_block(word: str, option: str, kind: str, board: Board) -> _Area:
    try:
        return _block(word, kind, board)
    except UnknownName:
        example = "wall A1-D1, door D4 open, rough F4" if option == "add" else "wall C3, rough F4-G5"
        raise UnknownName(
            f"I don't understand {quoted(word)} in {option}: name walls, doors and rough ground with their places, such"
            f" as {example}."
        ) from None


def _listed(text: str, kind: str, board: Board) -> _Area:
    area = 0
    for word in text.replace(",", " ").split():
        area |= _block(word, kind, board)
    return area


def _block(word: str, kind: str, board: Board) -> _Area:
    """Return the places between two corners. Raises UnknownName, or Refusal if they are not all on the map."""
    one, _, other = word.partition("-")
    a = Place.parse(one)
    b = Place.parse(other) if other else a
    if max(a.column, b.column) > board.width or max(a.row, b.row) > board.height:
        raise Refusal(f"The map ends at {Place(board.width, board.height)}; all {_MANY[kind]} must lie on it.")
    (left, right), (top, bottom) = sorted((a.column, b.column)), sorted((a.row, b.row))
    row = (1 << right + 1) - (1 << left)
    # A one in each row of the block, times the row.
    rows = ((1 << (bottom - top + 1) * _WIDTH) - 1) // ((1 << _WIDTH) - 1)
    return row * rows << top * _WIDTH


def _area(places: Iterable[Place]) -> _Area:
    area = 0
    for place in places:
        area |= 1 << place.row * _WIDTH + place.column
    return area


def _places(area: _Area) -> frozenset[Place]:
    places: list[Place] = []
    for row in range(area.bit_length() // _WIDTH + 1):
        columns = area >> row * _WIDTH & (1 << _WIDTH) - 1
        places += (Place(column, row) for column in range(1, columns.bit_length()) if columns >> column & 1)
    return frozenset(places)
