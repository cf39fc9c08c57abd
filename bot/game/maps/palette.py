"""The colors of a drawing by role, for a light and a dark page. Both have a background of their own.

The colors of sides are those of Okabe and Ito, made lighter or darker for the background, so that people with any kind
of color blindness can tell them apart; each side has a shape as well (`markers`). Eight digits are a color with its
opacity.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

SIDES = 6
"""Sides with a color and a shape of their own; further sides repeat them."""
_CALLED = (
    "blue azure navy cyan",
    "orange amber gold golden",
    "green emerald lime olive teal",
    "purple violet pink magenta",
    "yellow",
    "red crimson scarlet brown",
)
"""The names of the colors to which that of a side is nearest, by its number. All six are legible on both pages."""
_VEIL = "4d"
"""The opacity of an area that a side watches."""

_DARK = {
    "paper": "#17181b",
    "ground": "#2b2e33",
    "grid": "#43474f",
    "ink": "#f4f5f7",
    "quiet": "#a7adb7",
    "halo": "#141518",
    "shade": "#141518b3",
    "wall": "#717884",
    "wall edge": "#b3bac5",
    "wall mark": "#555b66",
    "rough": "#4d4636",
    "rough mark": "#94856a",
    "hill": "#3d4437",
    "hill mark": "#8a9a72",
    "water": "#1f4763",
    "water mark": "#5591b8",
    "wood": "#8a6440",
    "wood mark": "#d3a878",
    "glass": "#6fb7dd",
    "cover": "#5f5a4d",
    "cover mark": "#c2b597",
    "path": "#f4f5f7",
    "fire": "#ff5b4f",
    "sight": "#f4f5f7",
    "stop": "#ff5b4f",
    "blast": "#ff8a3d",
    "blast veil": "#ff8a3d40",
    "mark": "#7ee0c3",
    "mark veil": "#7ee0c333",
    "wound": "#ff4040",
    "secret": "#c58cff",
    "fallen": "#53585f",
    "side0": "#4aa8e0",
    "side1": "#f0a31f",
    "side2": "#2fbf94",
    "side3": "#e08cbc",
    "side4": "#f2e24b",
    "side5": "#e8763a",
    "on side": "#101114",
    "on wound": "#ffffff",
}
_LIGHT = {
    "paper": "#fbfaf6",
    "ground": "#f0ece1",
    "grid": "#cbc5b4",
    "ink": "#1c1e22",
    "quiet": "#5f656e",
    "halo": "#fffdf8",
    "shade": "#fffdf8cc",
    "wall": "#6d727c",
    "wall edge": "#33373d",
    "wall mark": "#8f959f",
    "rough": "#dfd3b0",
    "rough mark": "#a08a52",
    "hill": "#dfe3c8",
    "hill mark": "#8a9a5e",
    "water": "#b7d8ef",
    "water mark": "#5c9bc6",
    "wood": "#b98a58",
    "wood mark": "#6b4722",
    "glass": "#8fcbe8",
    "cover": "#d2c7ab",
    "cover mark": "#7d6f4c",
    "path": "#1c1e22",
    "fire": "#cf2a1e",
    "sight": "#1c1e22",
    "stop": "#cf2a1e",
    "blast": "#d45500",
    "blast veil": "#ff8a3d40",
    "mark": "#0f8f6c",
    "mark veil": "#0f8f6c33",
    "wound": "#d3221b",
    "secret": "#7b2fd0",
    "fallen": "#c9c5bb",
    "side0": "#3d9bd6",
    "side1": "#e69f00",
    "side2": "#1fae84",
    "side3": "#d184b0",
    "side4": "#e3d21d",
    "side5": "#de6a1c",
    "on side": "#101114",
    "on wound": "#ffffff",
}


def color_called(side: str) -> int | None:
    """Return the number of the color by whose name a side is called ("Red", "The Blues"); None for another name."""
    words = re.findall(r"[a-z]+", side.casefold())
    called = {word for one in words for word in (one, one.removesuffix("s"))}
    return next((number for number, names in enumerate(_CALLED) if called & {*names.split()}), None)


def _with_veils(colors: Mapping[str, str]) -> Mapping[str, str]:
    return {**colors, **{f"side{n} veil": colors[f"side{n}"] + _VEIL for n in range(SIDES)}}


PALETTES: Mapping[str, Mapping[str, str]] = {"dark": _with_veils(_DARK), "light": _with_veils(_LIGHT)}
