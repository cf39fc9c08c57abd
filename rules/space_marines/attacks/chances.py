"""The exact chances of an attack: two dice against a target number, and the wounds of a hit. Pure arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product

from rules.engine.records.frozen import dataclass
from rules.space_marines.figures.figure import Damage

SIDES = 6
SNAKE_EYES = 2
MOST_NEEDED = 2 * SIDES
"""The highest target number that two dice can reach."""

Spread = Mapping[int, Fraction]
"""Numbers of wounds, each with its probability."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """The expected wounds of an attack, and the chance (0 to 1) that it kills."""

    wounds: Fraction
    kill: Fraction


def hits(total: int, needed: int) -> bool:
    """Return whether two dice with this total hit; snake eyes never do (ATTACKS)."""
    return total > SNAKE_EYES and total >= needed


@lru_cache(maxsize=64)
def chance(needed: int) -> Fraction:
    """Return the chance (0 to 1) of a hit on two dice."""
    faces = range(1, SIDES + 1)
    return Fraction(sum(hits(a + b, needed) for a, b in product(faces, faces)), SIDES**2)


def percent(chance: Fraction) -> str:
    """Return a chance as text: "58%". Only certain and impossible chances are 100% and 0%."""
    rounded = round(chance * 100)
    if rounded in (0, 100) and chance not in (0, 1):
        rounded = 1 if rounded == 0 else 99
    return f"{rounded}%"


def die_wounds(damage: Damage, face: int, armor: int) -> int:
    """Return the wounds of one die of damage: by table or divided and rounded up, less armor, at least 0 (DAMAGE)."""
    value = damage.table[face - 1] if damage.table else -(-face // damage.divided)
    return max(0, value - armor)


def total_wounds(damage: Damage, dice: Iterable[int]) -> int:
    """Return the wounds of all dice together, at least 0."""
    return max(0, sum(dice) + damage.plus)


@lru_cache(maxsize=1024)
def wounds_of_hit(damage: Damage, armor: int, left: int) -> Spread:
    """Return the probability of each number of wounds of one hit, up to `left`, the number that kills."""
    if damage.kill:
        return {left: Fraction(1)}
    sums: dict[int, Fraction] = {0: Fraction(1)}
    for _ in range(damage.dice):
        sums = _added(sums, {face: Fraction(1, SIDES) for face in range(1, SIDES + 1)}, damage, armor)
    capped: dict[int, Fraction] = {}
    for total, before_weight in sums.items():
        wounds = min(left, total_wounds(damage, (total,)))
        capped[wounds] = capped.get(wounds, Fraction(0)) + before_weight
    return capped


@lru_cache(maxsize=1024)
def expect_result(hit: Fraction, damage: Damage, armor: int, left: int, attacks: int = 1) -> Expectation:
    """Return the expectation of `attacks` attacks, each with chance `hit`, at a target that `left` wounds kill."""
    sums: dict[int, Fraction] = {0: Fraction(1)}
    for _ in range(attacks):
        after: dict[int, Fraction] = {}
        for before, before_weight in sums.items():
            after[before] = after.get(before, Fraction(0)) + before_weight * (1 - hit)
            for wounds, weight in wounds_of_hit(damage, armor, left).items():
                total = min(left, before + wounds)
                after[total] = after.get(total, Fraction(0)) + before_weight * hit * weight
        sums = after
    return Expectation(sum((n * weight for n, weight in sums.items()), Fraction(0)), sums.get(left, Fraction(0)))


def _added(sums: Spread, faces: Spread, damage: Damage, armor: int) -> dict[int, Fraction]:
    total: dict[int, Fraction] = {}
    for before, before_weight in sums.items():
        for face, weight in faces.items():
            key = before + die_wounds(damage, face, armor)
            total[key] = total.get(key, Fraction(0)) + before_weight * weight
    return total
