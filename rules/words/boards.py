"""Reads a map from text: its size as `12x8`, places as `C3 D4-F4`, changes of it as `wall A1-D1, door D4 open`.

Blocks of places are compared with the map before they are spelled out, so that a long list costs little.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from rules.engine.errors import Refusal, UnknownName, quoted
from rules.engine.model import Board
from rules.words.places import MOST, Place

MOST_SIDE = 40
_WALL, _ROUGH, _DOOR = "wall", "rough", "door"
_KINDS = {"wall": _WALL, "walls": _WALL, "rough": _ROUGH, "door": _DOOR, "doors": _DOOR}
_OPEN = {"open": True, "opened": True, "closed": False, "close": False, "shut": False}
_PASSED_OVER = ("ground", "and")
_MANY = {_WALL: "obstructions", _ROUGH: "rough places", _DOOR: "doors"}

_Block = tuple[Place, Place]
"""Two opposite corners."""


def read_board(size: str, walls: str, rough: str = "") -> Board:
    """Return the map of this size; `walls` and `rough` list places and blocks of places. Raises Refusal."""
    sides = re.fullmatch(r"\s*([0-9]{1,2})\s*[xX×]\s*([0-9]{1,2})\s*", size)
    width, height = (int(sides[1]), int(sides[2])) if sides else (0, 0)
    if not 1 <= min(width, height) <= max(width, height) <= MOST_SIDE:
        raise Refusal(f"Give the map's size as columns x rows, as 12x8, each from 1 to {MOST_SIDE}.")
    board = Board(width, height)
    obstructed, uneven = (_spelled_out(_blocks(text), kind, board) for text, kind in ((walls, _WALL), (rough, _ROUGH)))
    return Board(width, height, obstructed, uneven - obstructed)


def read_places(text: str) -> frozenset[Place]:
    """Return the places that a text lists, one by one and in blocks: `C3 D4-F4`. Raises UnknownName."""
    return _spelled_out(_blocks(text), _WALL, Board(MOST, MOST))


def change_board(board: Board, add: str, remove: str) -> tuple[Board, frozenset[Place]]:
    """Return the map with walls, doors and rough ground added, then removed, and all places that are called doors.

    A closed door is a wall; an open one is none, even amid a wall that is added with it. What is removed without a
    word for it is a wall, a door or rough ground alike. Raises Refusal.
    """
    walls, rough, doors = board.obstructions, board.rough, frozenset[Place]()
    parts = _parts(add, "add", board)
    for kind, places, is_open in sorted(parts, key=lambda part: part[0] == _DOOR):
        if kind == _ROUGH:
            rough |= places
        else:
            walls = walls - places if is_open else walls | places
        doors |= places if kind == _DOOR else frozenset()
    for kind, places, _ in _parts(remove, "remove", board):
        walls -= places if kind != _ROUGH else frozenset()
        rough -= places if kind in ("", _ROUGH) else frozenset()
        doors |= places if kind == _DOOR else frozenset()
    return replace(board, obstructions=walls, rough=rough), doors


def _parts(text: str, option: str, board: Board) -> list[tuple[str, frozenset[Place], bool]]:
    """Return what a change names: the kind ("" for none), the places, and whether they are doors that are open."""
    parts: list[tuple[str, list[_Block], bool]] = [("" if option == "remove" else _WALL, [], False)]
    ended = False
    for word in text.replace(",", " ").casefold().split():
        kind, blocks, _ = parts[-1]
        if word in _KINDS:
            parts.append((_KINDS[word], [], False))
            ended = False
        elif word in _OPEN and option == "add" and kind == _DOOR and blocks:
            parts[-1] = (kind, blocks, _OPEN[word])
            ended = True
        elif word not in _PASSED_OVER:
            if ended:
                blocks = []
                parts.append((kind, blocks, False))
                ended = False
            blocks.append(_changed_block(word, option))
    named = [(kind, _spelled_out(blocks, kind or _WALL, board), is_open) for kind, blocks, is_open in parts]
    return [part for part in named if part[1]]


def _changed_block(word: str, option: str) -> _Block:
    try:
        return _block(word)
    except UnknownName:
        example = "wall A1-D1, door D4 open, rough F4" if option == "add" else "wall C3, rough F4-G5"
        raise UnknownName(
            f"I don't understand {quoted(word)} in {option}: name walls, doors and rough ground with their places, such"
            f" as {example}."
        ) from None


def _blocks(text: str) -> list[_Block]:
    return [_block(word) for word in text.replace(",", " ").split()]


def _block(word: str) -> _Block:
    first, _, last = word.partition("-")
    return Place.parse(first), Place.parse(last or first)


def _spelled_out(blocks: Iterable[_Block], kind: str, board: Board) -> frozenset[Place]:
    """Return every place of these blocks. Raises Refusal for one that is not all on the map."""
    rows: dict[int, int] = {}
    for a, b in blocks:
        if max(a.column, b.column) > board.width or max(a.row, b.row) > board.height:
            last = Place(board.width, board.height)
            raise Refusal(f"The map ends at {last}; all {_MANY[kind]} must lie on it.")
        first, last_column = sorted((a.column, b.column))
        columns = (1 << last_column + 1) - (1 << first)
        for row in range(min(a.row, b.row), max(a.row, b.row) + 1):
            rows[row] = rows.get(row, 0) | columns
    return frozenset(
        Place(column, row)
        for row, columns in rows.items()
        for column in range(1, columns.bit_length())
        if columns >> column & 1
    )
