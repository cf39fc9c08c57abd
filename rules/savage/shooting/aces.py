"""Dice that ace: a die that shows its highest face is rolled again and added. Shooting and Purchase rolls share it."""

from __future__ import annotations

from rules.engine.records.frozen import dataclass
from rules.engine.scene.scene import Scene


@dataclass(frozen=True, slots=True)
class AcedRoll:
    """A rolled die: its first `face`, which decides the loss of ammunition (ruling O20), and its `total` with aces."""

    face: int
    total: int


def roll_with_aces(label: str, why: str, sides: int, scene: Scene, *, needed: str = "", section: str) -> AcedRoll:
    """Roll a die of `sides`, again for each ace, and return the sum; every roll is recorded.

    `section` is the place of the book's rule that calls for the roll.
    """
    total = face = last = scene.throw(label, why, 1, sides, needed, section=section)
    while last == sides:
        last = scene.throw(label, f"{why}, after an ace", 1, sides, again=True, section=section)
        total += last
    return AcedRoll(face, total)
