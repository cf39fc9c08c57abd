"""Draws the part below the map: the whole field as an overview, where only a part of it is shown, and the legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.game.maps.lattice import Lattice
from bot.game.maps.markers import Cast, swatch
from bot.game.maps.shapes import Shape, polygon, text
from bot.game.maps.window import MARGIN, RIM, WIDTH, Frame, runs
from rules.words.places import Place

_WIDE, _HIGH = 150, 130
"""Pixels of an overview, at most."""
_SIZE, _STEP = 9.5, 13.5
"""The size of the legend's text, and from line to line."""
_LETTER = 0.6
"""The width of a letter as a share of its size, rounded up to be safe."""
_GAP = 8
_MOST_LINES = 9


def beneath(cast: Cast, frame: Frame, top: float) -> tuple[list[Shape], float]:
    """Return the legend, with an overview if a part of the map is left out, and how high it is."""
    left, shapes, high = float(RIM), [], 0.0
    if frame.cropped:
        shapes = [*_overview(cast, frame, top + _GAP)]
        wide, high = _field(frame).size(frame.battle_map.width, frame.battle_map.height)
        left, high = RIM + wide + 10, high + 2 * _GAP
    room = WIDTH - MARGIN - left
    lines = _lines(cast, frame, int(room / (_SIZE * _LETTER)))
    y = top + _GAP + _STEP / 2
    shapes += _sides(cast, left, y, room)
    rows = _rows(cast, room)
    for line in lines[:_MOST_LINES]:
        shapes.append(text(left, y + rows * _STEP, line, _SIZE, "quiet", "start"))
        y += _STEP
    under = y + rows * _STEP - _STEP / 2 + 3 - top if rows or lines else 0.0
    return shapes, max(high, under)


def _field(frame: Frame) -> Lattice:
    """Return the whole map, small."""
    hexes = frame.lattice.hexes
    across = _WIDE / (frame.battle_map.width + 1 / 3 if hexes else frame.battle_map.width)
    down = _HIGH / (frame.battle_map.height + 0.5) * (1.5 / 3**0.5 if hexes else 1)
    return Lattice(hexes, min(across, down), Place(1, 1))


def _overview(cast: Cast, frame: Frame, top: float) -> Iterator[Shape]:
    small, battle_map = _field(frame), frame.battle_map
    field = Lattice(small.hexes, small.pitch, small.first, RIM, top)
    wide, high = field.size(battle_map.width, battle_map.height)
    yield polygon(_box(RIM, top, wide, high), "ground", "grid", 1)
    water = {place for piece in battle_map.pieces if piece.kind == "water" for place in piece.places}
    for places, color in ((battle_map.rough, "rough mark"), (water, "water mark"), (battle_map.obstructions, "wall")):
        for column in sorted({place.column for place in places}):
            for first, last in runs(place.row for place in places if place.column == column):
                x, y = field.center(Place(column, first))
                half = field.pitch / 2
                yield polygon(
                    _box(x - half, y - field.height / 2, field.pitch, field.height * (last - first + 1)), color
                )
    a, b = field.center(frame.corner), field.center(frame.opposite)
    half = field.pitch / 2
    width, height = b[0] - a[0] + field.pitch, b[1] - a[1] + field.height
    yield polygon(_box(a[0] - half, a[1] - field.height / 2, width, height), None, "ink", 1.4)
    for place, here in cast.on.items():
        for piece in here[:1]:
            yield from swatch(piece.side, *field.center(place), 2.9)


def _box(x: float, y: float, wide: float, high: float) -> list[tuple[float, float]]:
    return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]


def _named_sides(cast: Cast) -> list[tuple[int, str]]:
    """Return the sides that have a name, by number."""
    named = {piece.side: piece.fighter.side for piece in cast.everyone.values() if piece.fighter.side}
    return sorted(named.items()) if len({piece.side for piece in cast.everyone.values()}) > 1 else []


def _sides(cast: Cast, left: float, y: float, room: float) -> Iterator[Shape]:
    for side, name, dx, row in _flow(cast, room):
        at = y + row * _STEP
        yield from swatch(side, left + dx + 5, at, 4.6)
        yield text(left + dx + 13, at, name, _SIZE, "ink", "start")


def _flow(cast: Cast, room: float) -> Iterator[tuple[int, str, float, int]]:
    """Yield the sides in rows: number, name, pixels from the left and the row."""
    x, row = 0.0, 0
    for side, name in _named_sides(cast):
        short = name if len(name) <= 22 else f"{name[:21]}…"
        wide = 13 + len(short) * _SIZE * _LETTER + 10
        if x and x + wide > room:
            x, row = 0.0, row + 1
        yield side, short, x, row
        x += wide


def _rows(cast: Cast, room: float) -> int:
    return max((row + 1 for *_, row in _flow(cast, room)), default=0)


def _lines(cast: Cast, frame: Frame, letters: int) -> list[str]:
    """Return lines about fighters who share a space, ride, or are outside of the part shown."""
    words: list[str] = []
    for place, here in cast.on.items():
        if frame.shows(place) and len(here) > 1:
            words += _wrapped([f"{place}: {', '.join(piece.code for piece in here)}"], letters)
    for id, riders in cast.within.items():
        carrier = cast.everyone[id]
        words += _wrapped([f"{carrier.code} carries {', '.join(piece.code for piece in riders)}"], letters)
    outside = [f"{piece.code} {place}" for place, here in cast.on.items() if not frame.shows(place) for piece in here]
    if outside:
        words += _wrapped(["Outside:", *outside], letters)
    riding = {piece.fighter.id for riders in cast.within.values() for piece in riders}
    afoot = (piece for id, piece in cast.everyone.items() if id not in riding)
    nowhere = [piece.code for piece in afoot if piece.fighter.place is None]
    if nowhere and cast.on:
        words += _wrapped(["Off the map:", *nowhere], letters)
    if len(words) > _MOST_LINES:
        words = [*words[: _MOST_LINES - 1], "… more in the list of places"]
    return words


def _wrapped(words: Sequence[str], letters: int) -> list[str]:
    """Return words in lines. In a list, a dot separates them."""
    lines: list[str] = []
    for n, word in enumerate(words):
        apart = " " if n <= 1 and words[0].endswith(":") else " · "
        if lines and len(lines[-1]) + len(apart) + len(word) <= letters:
            lines[-1] += apart + word
        else:
            lines.append(word)
    return lines
