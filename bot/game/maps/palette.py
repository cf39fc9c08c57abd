"""The colors of a drawing by role, for a light and a dark page. Both have a background of their own.

The colors of sides are those of Okabe and Ito, made lighter or darker for the background, so that people with any kind
of color blindness can tell them apart; each side has a shape as well (`tokens`).
"""

from __future__ import annotations

from collections.abc import Mapping

SIDES = 6
"""Sides with a color and a shape of their own; further ones begin again."""

DARK: Mapping[str, str] = {
    "paper": "#17181b",
    "ground": "#2b2e33",
    "grid": "#41454d",
    "ink": "#f4f5f7",
    "quiet": "#a7adb7",
    "halo": "#17181b",
    "wall": "#7b828d",
    "wall edge": "#a3aab5",
    "rough": "#5c5340",
    "rough mark": "#8d7f5f",
    "water": "#234a66",
    "water mark": "#4f86ab",
    "side0": "#4aa8e0",
    "side1": "#f0a31f",
    "side2": "#2fbf94",
    "side3": "#e08cbc",
    "side4": "#f2e24b",
    "side5": "#e36a2c",
    "on side": "#101114",
    "nobody": "#8f959f",
}
LIGHT: Mapping[str, str] = {
    "paper": "#fbfaf6",
    "ground": "#efebe0",
    "grid": "#cdc7b6",
    "ink": "#1c1e22",
    "quiet": "#5f656e",
    "halo": "#fbfaf6",
    "wall": "#585d66",
    "wall edge": "#33373d",
    "rough": "#ddd0ac",
    "rough mark": "#a8935c",
    "water": "#b4d6ee",
    "water mark": "#5c9bc6",
    "side0": "#2f8fcb",
    "side1": "#e69f00",
    "side2": "#1aa57c",
    "side3": "#cc79a7",
    "side4": "#d9c700",
    "side5": "#d55e00",
    "on side": "#101114",
    "nobody": "#8b9099",
}
PALETTES: Mapping[str, Mapping[str, str]] = {"dark": DARK, "light": LIGHT}
