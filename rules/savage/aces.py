"""Dice that ace: whoever throws the highest face of a die throws it again and adds."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.scene import Scene


@dataclass(frozen=True, slots=True)
class Aced:
    """How a die came out: `face` as it first fell (what ammunition is lost by, ruling O20), `total` with its aces."""

    face: int
    total: int


def aced(label: str, why: str, sides: int, scene: Scene, *, needed: str = "") -> Aced:
    """Throw a die of 1 to `sides` until it shows another face than its highest; each throw is on the record."""
    total = face = last = scene.throw(label, why, 1, sides, needed)
    while last == sides:
        last = scene.throw(label, f"{why}, after an ace", 1, sides, again=True)
        total += last
    return Aced(face, total)
