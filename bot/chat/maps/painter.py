"""Paints maps: a description (JSON) is answered with a PNG.

Run as a script in a process of its own that is kept (`bot/chat/workers/resource_limits.py`), and imports nothing of
ours; Pillow is imported here. The description:
{"width": 390, "height": 300, "palette": {"ink": "#f4f5f7"}, "shapes": [...]}; `bot/game/maps/shapes.py` has the shapes.
"""

from __future__ import annotations

import importlib.util
import io
import itertools
import json
import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

Dots = Sequence[Sequence[float]]

SCALE = 2
"""Pixels of the picture for each pixel of a phone."""
FINE = 2
"""The picture is painted this much larger first, because Pillow's lines have no smooth edges."""
MOST = 60_000
"""The most bytes of a picture, if fewer colors and fewer pixels can reach that."""
_ATTEMPTS = ((1, True, 7), (0.75, True, 7), (0.5, False, 9))
"""The part to paint, whether edges are smooth, and how hard it is compressed: until it is small enough."""
_MANY = 1_500
_AREA, _AREA_OF_MANY = 1_300_000, 850_000
"""Pixels of a picture, at most, and of one of so many shapes; a larger one is painted with fewer for each of a
phone."""
_ANCHORS = {"start": "lm", "middle": "mm", "end": "rm"}
_UNDER = ("ground", "rough", "wall", "paper")
"""The pixels under translucent colors."""

Color = tuple[int, ...]


def answering() -> Callable[[bytes], bytes]:
    """Return the function that answers a description, after loading all that it needs."""
    Image.preinit()
    return lambda description: painted(json.loads(description))


def painted(picture: Mapping[str, Any]) -> bytes:
    """Return the picture of a description, as a PNG."""
    area = _AREA if len(picture["shapes"]) < _MANY else _AREA_OF_MANY
    data, scale = b"", min(SCALE, (area / (picture["width"] * picture["height"])) ** 0.5)
    for part, smooth, level in _ATTEMPTS:
        image = _painted(picture, scale * part)
        out = io.BytesIO()
        few = image.quantize(palette=_shades(picture, smooth), dither=Image.Dither.NONE)
        few.save(out, format="png", compress_level=level)
        data = out.getvalue()
        if len(data) <= MOST:
            break
    return data


def _painted(picture: Mapping[str, Any], scale: float) -> Image.Image:
    palette, by = picture["palette"], scale * FINE
    width, height = (math.ceil(picture[side] * scale) * FINE for side in ("width", "height"))
    image = Image.new("RGB", (width, height), palette["paper"])
    # Translucent shapes are drawn in another way, which takes Pillow several times as long.
    solid, veils = ImageDraw.Draw(image), ImageDraw.Draw(image, "RGBA")
    for kind, *shape in picture["shapes"]:
        fill = shape[1] if kind == "polygon" else shape[3] if kind == "circle" else None
        _PAINT[kind](veils if fill and len(palette[fill]) > 7 else solid, by, palette, *shape)
    return image.reduce(FINE)


def _shades(picture: Mapping[str, Any], smooth: bool) -> Image.Image:
    """Return the colors of a picture: those of its roles, and blends of them with the colors under or around them."""
    palette = picture["palette"]
    used = {"paper", "ground", *(word for shape in picture["shapes"] for word in shape if _is_role(word, palette))}
    solid = {role: _color(palette[role]) for role in sorted(used) if len(palette[role]) == 7}
    shades = dict.fromkeys(solid.values())
    for role in sorted(used - {*solid}):
        veil, opacity = _color(palette[role]), int(palette[role][7:], 16) / 255
        shades |= dict.fromkeys(_between(solid[under], veil, opacity) for under in _UNDER if under in solid)
    for role, color in solid.items() if smooth else ():
        shades[_between(color, solid["ground"], 0.5)] = None
        if role.startswith("side"):
            shades[_between(color, _color(palette["on side"]), 0.5)] = None
    for role in ("ink", "quiet"):
        shades |= dict.fromkeys(_between(_color(palette[role]), solid["paper"], part) for part in (0.33, 0.66))
    image = Image.new("P", (1, 1))
    image.putpalette([part for color in [*shades][:256] for part in color])
    return image


def _is_role(word: object, palette: Mapping[str, str]) -> bool:
    return isinstance(word, str) and word in palette


def _color(code: str) -> Color:
    return tuple(int(code[at : at + 2], 16) for at in (1, 3, 5))


def _between(one: Color, other: Color, part: float) -> Color:
    return tuple(round(a + (b - a) * part) for a, b in zip(one, other, strict=True))


def _polygon(
    on: ImageDraw.ImageDraw,
    by: float,
    palette: Mapping[str, str],
    points: Dots,
    fill: str | None,
    outline: str | None,
    width: float,
) -> None:
    dots = [(x * by, y * by) for x, y in points]
    if fill:
        on.polygon(dots, palette[fill])
    if outline and width:
        # The grid's thin lines meet without it, and there are thousands of them.
        joint = "curve" if width > 1 else None
        on.line([*dots, dots[0], dots[1]], palette[outline], max(1, round(width * by)), joint=joint)


def _line(
    on: ImageDraw.ImageDraw,
    by: float,
    palette: Mapping[str, str],
    points: Dots,
    color: str,
    width: float,
    dash: Sequence[float],
) -> None:
    dots = [(x * by, y * by) for x, y in points]
    thick, ink = max(1, round(width * by)), palette[color]
    for part in _dashes(dots, [one * by for one in dash]) if dash else [dots]:
        on.line(part, ink, thick, joint="curve")
        if thick > 3 and len(ink) == 7:
            for x, y in (part[0], part[-1]):
                on.circle((x, y), thick / 2, ink)


def _dashes(dots: Sequence[tuple[float, float]], dash: Sequence[float]) -> list[list[tuple[float, float]]]:
    """Return a line as pieces, of which each is `dash[0]` long and `dash[1]` from the next."""
    parts: list[list[tuple[float, float]]] = []
    drawn, left = True, dash[0]
    part = [dots[0]]
    for (x, y), (to_x, to_y) in itertools.pairwise(dots):
        length = math.hypot(to_x - x, to_y - y)
        done = 0.0
        while length - done > left:
            done += left
            at = (x + (to_x - x) * done / length, y + (to_y - y) * done / length)
            if drawn:
                parts.append([*part, at])
            drawn = not drawn
            left, part = dash[0] if drawn else dash[1], [at]
        left -= length - done
        if drawn:
            part.append((to_x, to_y))
    if drawn and len(part) > 1:
        parts.append(part)
    return parts


def _circle(
    on: ImageDraw.ImageDraw,
    by: float,
    palette: Mapping[str, str],
    x: float,
    y: float,
    radius: float,
    fill: str | None,
    outline: str | None,
    width: float,
) -> None:
    ink = palette[outline] if outline and width else None
    on.circle((x * by, y * by), radius * by, palette[fill] if fill else None, ink, max(1, round(width * by)))


def _text(
    on: ImageDraw.ImageDraw,
    by: float,
    palette: Mapping[str, str],
    x: float,
    y: float,
    words: str,
    size: float,
    color: str,
    anchor: str,
    bold: bool,
) -> None:
    on.text((x * by, y * by), words, palette[color], _font(round(size * by), bold), _ANCHORS[anchor])


_PAINT: Mapping[str, Callable[..., None]] = {"polygon": _polygon, "line": _line, "circle": _circle, "text": _text}


@lru_cache
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    file = _fonts() / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf")
    try:
        return ImageFont.truetype(str(file), size)
    except OSError:
        return ImageFont.load_default(size)


@lru_cache
def _fonts() -> Path:
    """Return the folder of the fonts of matplotlib, which the plots use as well. matplotlib itself is not loaded."""
    spec = importlib.util.find_spec("matplotlib")
    (folder, *_) = (spec and spec.submodule_search_locations) or [""]
    return Path(folder, "mpl-data", "fonts", "ttf")
