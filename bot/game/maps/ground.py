"""The map itself: the grid with its coordinates, walls, rough ground, and the pieces that have a name."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bot.game.maps import materials
from bot.game.maps.lattice import Lattice
from bot.game.maps.shapes import Shape, line, polygon, text
from bot.game.maps.window import RIM, Frame
from rules.engine.map.pieces import obstructs
from rules.engine.records.model import Piece
from rules.words.places import Place

_COORDINATES = 10.5
"""The size of letters and numbers on the rim."""
_LONGEST = 32
"""The letters of a name on the map."""


def ground(frame: Frame, written: bool) -> Iterator[Shape]:
    """Yield the map; `written`: each space has its coordinates in it."""
    lattice, battle_map = frame.lattice, frame.battle_map
    shown = frame.places()
    by_kind: dict[str, list[tuple[Piece, list[Place]]]] = {}
    for piece in battle_map.pieces:
        if places := sorted(place for place in piece.places if frame.shows(place)):
            by_kind.setdefault(piece.kind, []).append((piece, places))
    yield from _grid(frame)
    for place in shown:
        if place in battle_map.rough:
            yield polygon(lattice.outline(place), "rough", "grid")
    for _, places in by_kind.get("hill", []):
        yield from _hill(lattice, places)
    for place in shown:
        if place in battle_map.rough:
            yield from materials.tufts(lattice, place)
    for kind in ("stairs", "sand", "ice", "brush", "rubble"):
        for piece, places in by_kind.get(kind, []):
            yield from _uneven(lattice, piece, places)
    for _, places in by_kind.get("water", []):
        yield from _water(lattice, places)
    for _, places in by_kind.get("bridge", []):
        yield from _bridge(lattice, places)
    for _, places in by_kind.get("wire", []):
        for place in places:
            yield from materials.barbs(lattice, place)
    for piece, places in by_kind.get("cover", []):
        yield from _cover(lattice, piece, places)
    yield from _walls(frame, by_kind)
    for piece, places in by_kind.get("door", []):
        for place in places:
            yield from _door(lattice, place, piece.open)
            yield from materials.bar(lattice, place, piece.bar) if piece.bar else ()
    for piece, places in by_kind.get("window", []):
        for place in places:
            yield from _window(lattice, place, piece)
            yield from materials.bar(lattice, place, piece.bar) if piece.bar else ()
    yield from _secrets(frame, by_kind)
    if written:
        for place in shown:
            x, y = lattice.center(place)
            yield text(x, y - lattice.height / 2 + 4.5, str(place), 6.5, "quiet")
    bridges = {place for _, places in by_kind.get("bridge", []) for place in places}
    for pieces in by_kind.values():
        for piece, places in pieces:
            yield from _named(frame, piece, [p for p in places if p not in bridges or piece.kind != "water"])


def rim(frame: Frame) -> Iterator[Shape]:
    """Yield the coordinates along the upper and the left side."""
    lattice = frame.lattice
    for column in frame.columns:
        x, _ = lattice.center(Place(column, frame.corner.row))
        yield text(x, RIM / 2, str(Place(column, 1))[:-1], _COORDINATES, "quiet")
    for row in frame.rows:
        y = (row - frame.corner.row + (0.75 if lattice.hexes else 0.5)) * lattice.height + lattice.top
        yield text(RIM / 2 - 0.5, y, str(row), _COORDINATES, "quiet")


def _grid(frame: Frame) -> Iterator[Shape]:
    """Yield the open ground and the lines between the spaces: not space by space, because a large map has thousands of
    them.
    """
    lattice, columns, rows = frame.lattice, frame.columns, frame.rows
    (left, top), (right, low) = lattice.inside(columns, rows)
    yield polygon([(left, top), (right, top), (right, low), (left, low)], "ground", None if lattice.hexes else "grid")
    for place in frame.places() if lattice.hexes else ():
        if place.column in (columns[0], columns[-1]) or place.row in (rows[0], rows[-1]):
            yield polygon(lattice.outline(place), "ground", "grid")
    for points in lattice.uprights(columns, rows):
        yield line(points, "grid")
    for ends, dash in lattice.rungs(columns, rows):
        yield line(ends, "grid", 1, dash)


def _walls(frame: Frame, by_kind: dict[str, list[tuple[Piece, list[Place]]]]) -> Iterator[Shape]:
    """Yield walls with and without a material, with one edge around all walls that touch. A closed door is a wall."""
    lattice = frame.lattice
    of = {place: piece.words for piece, places in by_kind.get("wall", []) for place in places}
    openings = {place for kind in ("door", "window") for _, places in by_kind.get(kind, []) for place in places}
    walls = [place for place in frame.places() if place in of or place in frame.battle_map.obstructions - openings]
    for place in walls:
        yield polygon(lattice.outline(place), "wall", "wall")
        yield from materials.marks(lattice, place, of.get(place, ""), "wall mark")
    yield from _edge(lattice, walls, "wall edge", 1.5)


def _hill(lattice: Lattice, places: Collection[Place]) -> Iterator[Shape]:
    for place in places:
        yield polygon(lattice.outline(place), "hill", "grid")
    area = frozenset(places)
    # Short strokes down the slope, as on old maps.
    for place in sorted(area):
        x, y = lattice.center(place)
        for ((ax, ay), (bx, by)), other in lattice.beside(place):
            if other not in area:
                yield line([(ax, ay), (bx, by)], "hill mark", 1.2)
                for part in (0.25, 0.5, 0.75):
                    edge_x, edge_y = ax + (bx - ax) * part, ay + (by - ay) * part
                    inner = (edge_x + (x - edge_x) * 0.28, edge_y + (y - edge_y) * 0.28)
                    yield line([(edge_x, edge_y), inner], "hill mark", 1)


def _uneven(lattice: Lattice, piece: Piece, places: Collection[Place]) -> Iterator[Shape]:
    """Yield stairs, sand, ice, brush or rubble."""
    for place in places:
        yield polygon(lattice.outline(place), "glass" if piece.kind == "ice" else "rough", "grid")
        if piece.kind in ("stairs", "ice"):
            yield from materials.planks(lattice, place, "rough mark", 4 if piece.kind == "stairs" else 2)
        else:
            yield from materials.marks(lattice, place, piece.kind, "rough mark")


def _water(lattice: Lattice, places: Collection[Place]) -> Iterator[Shape]:
    for place in places:
        yield polygon(lattice.outline(place), "water", "water")
        yield from materials.waves(lattice, place)
    yield from _edge(lattice, places, "water mark", 1.2)


def _bridge(lattice: Lattice, places: Collection[Place]) -> Iterator[Shape]:
    for place in places:
        yield polygon(lattice.outline(place), "wood", "wood")
        yield from materials.planks(lattice, place, "wood mark", 5)
    yield from _edge(lattice, places, "wood mark", 1.8)


def _cover(lattice: Lattice, piece: Piece, places: Collection[Place]) -> Iterator[Shape]:
    for place in places:
        yield polygon(lattice.outline(place, lattice.height * 0.1), "cover", "cover mark", 1.5)
        yield from materials.marks(lattice, place, piece.words, "cover mark")


def _door(lattice: Lattice, place: Place, is_open: bool) -> Iterator[Shape]:
    yield polygon(lattice.outline(place), "ground" if is_open else "wall", "wall edge", 1.2)
    leaf = lattice.outline(place, lattice.height * 0.2)
    if is_open:
        # A frame, and the leaf swung out of it.
        yield polygon(leaf, None, "wood mark", 1.5)
        yield line([leaf[0], leaf[len(leaf) // 2]], "wood", 4)
        return
    yield polygon(leaf, "wood", "wood mark", 1.5)
    yield from materials.planks(lattice, place, "wood mark", 2, 0.24)


def _window(lattice: Lattice, place: Place, piece: Piece) -> Iterator[Shape]:
    yield polygon(lattice.outline(place), "wall", "wall edge", 1.2)
    pane = lattice.outline(place, lattice.height * 0.22)
    if not piece.open and obstructs(piece):
        yield polygon(pane, "wall mark", "wall edge", 1)
        yield from materials.nailed_planks(lattice, place)
        return
    yield polygon(pane, "ground" if piece.open else "glass", "ink", 1)
    if not piece.open:
        half = len(pane) // 2
        yield line([pane[0], pane[half]], "ink", 0.8)
        yield line([pane[1], pane[half + 1]], "ink", 0.8)


def _secrets(frame: Frame, by_kind: dict[str, list[tuple[Piece, list[Place]]]]) -> Iterator[Shape]:
    """Yield the broken edges of secret pieces."""
    battle_map = frame.battle_map
    secret = {
        place
        for place in battle_map.hidden_walls | battle_map.hidden_rough | battle_map.hidden_barred
        if frame.shows(place)
    }
    secret |= {place for pieces in by_kind.values() for piece, places in pieces if piece.secret for place in places}
    for ends in frame.lattice.border(secret):
        yield line(ends, "secret", 2, (3, 2.5))


def _named(frame: Frame, piece: Piece, places: Collection[Place]) -> Iterator[Shape]:
    """Yield the words of a label or a hill in the middle of it, the material of cover under the fighter there."""
    words = piece.words.strip()
    if not words or not places or piece.kind in ("door", "window", "wall"):
        return
    centers = [frame.lattice.center(place) for place in places]
    x, y = (sum(axis) / len(centers) for axis in zip(*centers, strict=True))
    x, y = min(centers, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
    size, most = (7, 12) if piece.kind == "cover" else (9, _LONGEST)
    words = words if len(words) <= most else f"{words[: most - 1].rstrip()}…"
    half = len(words) * size * 0.31 + 2
    x = max(frame.lattice.left + half, min(x, frame.lattice.left + frame.size[0] - half))
    # The material of cover is under a fighter who is there.
    yield from labelled(x, y + (frame.lattice.height * 0.36 if piece.kind == "cover" else 0), words, size)


def labelled(x: float, y: float, words: str, size: float, color: str = "ink") -> Iterator[Shape]:
    """Yield words on a ground of their own, readable over everything."""
    half = len(words) * size * 0.31 + 2
    up = size * 0.62
    yield polygon([(x - half, y - up), (x + half, y - up), (x + half, y + up), (x - half, y + up)], "shade")
    yield text(x, y, words, size, color)


def _edge(lattice: Lattice, places: Collection[Place], color: str, width: float) -> Iterator[Shape]:
    for ends in lattice.border(places):
        yield line(ends, color, width)
