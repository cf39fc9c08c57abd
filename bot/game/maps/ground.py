"""The map itself: the grid with its coordinates, walls and rough ground."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.maps.lattice import Lattice
from bot.game.maps.shapes import Shape, line, polygon, text
from bot.game.maps.window import RIM, Frame
from rules.words.places import Place


def ground(frame: Frame, written: bool) -> Iterator[Shape]:
    """Yield the map; `written`: each space has its coordinates in it."""
    lattice, board = frame.lattice, frame.board
    for place in frame.places():
        yield polygon(lattice.outline(place), "rough" if place in board.rough else "ground", "grid")
    for place in frame.places():
        if place in board.rough:
            yield from _tufts(lattice, place)
        if place in board.obstructions:
            yield polygon(lattice.outline(place), "wall", "wall")
    walls = [place for place in frame.places() if place in board.obstructions]
    for ends in lattice.border(walls):
        yield line(ends, "wall edge", 1.5)
    if written:
        for place in frame.places():
            x, y = lattice.center(place)
            yield text(x, y - lattice.height / 2 + 5, str(place), 7, "quiet")


def rim(frame: Frame) -> Iterator[Shape]:
    """Yield the coordinates along the upper and the left side."""
    lattice = frame.lattice
    for column in frame.columns:
        x, _ = lattice.center(Place(column, frame.corner.row))
        yield text(x, RIM / 2, str(Place(column, 1))[:-1], 10.5, "quiet")
    for row in frame.rows:
        y = (row - frame.corner.row + (0.75 if lattice.hexes else 0.5)) * lattice.height + lattice.top
        yield text(RIM / 2 - 0.5, y, str(row), 10.5, "quiet")


def _tufts(lattice: Lattice, place: Place) -> Iterator[Shape]:
    x, y = lattice.center(place)
    unit = lattice.height / 10
    for dx, dy in ((-2.6, -1.6), (1.4, -2.4), (-0.6, 1.6), (2.6, 1.2)):
        a, b = x + dx * unit, y + dy * unit
        yield line([(a - unit, b - unit), (a, b), (a + unit, b - unit)], "rough mark", 1)
