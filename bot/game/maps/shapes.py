"""A drawing as JSON values: a display list that is painted as a PNG by `bot/chat/maps/painter.py` and as SVG by the
page of a replay.

Coordinates are pixels of a phone that is 390 wide, from the upper left corner. Colors are names of roles (`palette`),
None for none. In each shape the words come first, as in JSON:

- `["polygon", [[x, y], ...], fill, outline, width]`
- `["line", [[x, y], ...], color, width, dash]`: `dash` is `[on, off]`, or `[]` for an unbroken line
- `["circle", x, y, radius, fill, outline, width]`
- `["text", x, y, words, size, color, anchor, bold]`: `anchor` is `start`, `middle` or `end`, y the middle of it
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rules.engine.records.frozen import dataclass

Shape = list[Any]
Dots = Iterable[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture of `width` x `height`. `alt` describes it in at most 1,024 characters, `places` is the list of places
    as text.

    The first `ground` of the shapes are the map itself, which stays the same from picture to picture as long as the map
    and the part that is shown do.
    """

    width: int
    height: int
    shapes: tuple[Shape, ...]
    ground: int
    alt: str
    places: str


def polygon(points: Dots, fill: str | None, outline: str | None = None, width: float = 1) -> Shape:
    """Return a filled polygon, with or without an outline."""
    return ["polygon", _dots(points), fill, outline, width]


def line(points: Dots, color: str, width: float = 1, dash: Sequence[float] = ()) -> Shape:
    """Return a line, with round ends."""
    return ["line", _dots(points), color, width, [*dash]]


def circle(x: float, y: float, radius: float, fill: str | None, outline: str | None = None, width: float = 1) -> Shape:
    """Return a circle."""
    return ["circle", _px(x), _px(y), _px(radius), fill, outline, width]


def text(
    x: float, y: float, words: str, size: float, color: str = "ink", anchor: str = "middle", bold: bool = False
) -> Shape:
    """Return a line of text."""
    return ["text", _px(x), _px(y), words, _px(size), color, anchor, bold]


def _dots(points: Dots) -> list[list[float]]:
    return [[_px(x), _px(y)] for x, y in points]


def _px(value: float) -> float:
    # A tenth of a pixel is a fifth of one in the picture; short numbers keep replays small.
    return round(value, 1)
