"""The exact chances of an attack: two dice against a target number, the wounds of a hit, both together. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product

from rules.space_marines.figure import Damage

SIDES = 6
SNAKE_EYES = 2
MOST_NEEDED = 2 * SIDES
"""The highest target number that two dice can reach."""

Spread = Mapping[int, Fraction]
"""Numbers of wounds, each with its probability."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What an attack promises: the wounds to be expected of it, and the chance that it kills."""

    wounds: Fraction
    kill: Fraction


def hits(total: int, needed: int) -> bool:
    """Whether two dice with this total hit; snake eyes never do (ATTACKS)."""
    return total > SNAKE_EYES and total >= needed


def chance(needed: int) -> Fraction:
    """The chance of a hit on two dice."""
    faces = range(1, SIDES + 1)
    return Fraction(sum(hits(a + b, needed) for a, b in product(faces, faces)), SIDES**2)


def percent(chance: Fraction) -> str:
    """A chance as it is shown: "58%". Only what is certain or impossible is shown as 100% or 0%."""
    shown = round(chance * 100)
    if shown in (0, 100) and chance not in (0, 1):
        shown = 1 if shown == 0 else 99
    return f"{shown}%"


def worth(damage: Damage, thrown: int, armor: int) -> int:
    """The wounds of one die of damage: read or divided (rounded up), less armor, never below 0 (DAMAGE)."""
    value = damage.table[thrown - 1] if damage.table else -(-thrown // damage.divided)
    return max(0, value - armor)


def in_all(damage: Damage, dice: Iterable[int]) -> int:
    """The wounds of all dice together, never below 0."""
    return max(0, sum(dice) + damage.plus)


@lru_cache(maxsize=1024)
def of_hit(damage: Damage, armor: int, left: int) -> Spread:
    """The wounds of one hit on somebody whom `left` wounds kill; what goes beyond that is not counted."""
    if damage.kill:
        return {left: Fraction(1)}
    sums: dict[int, Fraction] = {0: Fraction(1)}
    for _ in range(damage.dice):
        sums = _added(sums, {face: Fraction(1, SIDES) for face in range(1, SIDES + 1)}, damage, armor)
    capped: dict[int, Fraction] = {}
    for total, likely in sums.items():
        wounds = min(left, in_all(damage, (total,)))
        capped[wounds] = capped.get(wounds, Fraction(0)) + likely
    return capped


@lru_cache(maxsize=1024)
def prospect(hit: Fraction, damage: Damage, armor: int, left: int, attacks: int = 1) -> Prospect:
    """What so many attacks promise, each with this chance to hit, at somebody whom `left` wounds kill."""
    sums: dict[int, Fraction] = {0: Fraction(1)}
    for _ in range(attacks):
        after: dict[int, Fraction] = {}
        for before, likely in sums.items():
            after[before] = after.get(before, Fraction(0)) + likely * (1 - hit)
            for wounds, so in of_hit(damage, armor, left).items():
                total = min(left, before + wounds)
                after[total] = after.get(total, Fraction(0)) + likely * hit * so
        sums = after
    return Prospect(sum((n * so for n, so in sums.items()), Fraction(0)), sums.get(left, Fraction(0)))


def _added(sums: Spread, faces: Spread, damage: Damage, armor: int) -> dict[int, Fraction]:
    total: dict[int, Fraction] = {}
    for before, likely in sums.items():
        for face, so in faces.items():
            key = before + worth(damage, face, armor)
            total[key] = total.get(key, Fraction(0)) + likely * so
    return total
