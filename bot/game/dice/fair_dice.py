"""Tests whether throws are distributed like those of a fair die: Pearson's chi-square test, with the standard library
alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from rules.engine.records.frozen import dataclass

MOST_FACES, _GROUPS = 20, 10
"""A die with more faces is tested by this many groups of faces."""
LEAST = 5
"""The expected throws that each face or group needs; with fewer the test has no meaning."""
_PRECISE, _TINY, _MOST_TERMS = 1e-12, 1e-300, 10_000


@dataclass(frozen=True, slots=True)
class Face:
    """A face of a die, or a group of them from `low` to `high`: how often it was thrown, and how often to expect."""

    low: int
    high: int
    thrown: int
    expected: float

    @property
    def name(self) -> str:
        """Return the label of a face, or of the first and last faces of a group."""
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


def faces(low: int, high: int, thrown: Mapping[int, int]) -> tuple[Face, ...]:
    """Return the faces of a die, or groups of as many faces each as possible, with how often each was thrown."""
    span, total = high - low + 1, sum(thrown.values())
    count = span if span <= MOST_FACES else _GROUPS
    edges = [low + span * n // count for n in range(count + 1)]
    spread: list[Face] = []
    for first, beyond in pairwise(edges):
        often = sum(n for face, n in thrown.items() if first <= face < beyond)
        spread.append(Face(first, beyond - 1, often, total * (beyond - first) / span))
    return tuple(spread)


def needed(low: int, high: int) -> int:
    """Return how many throws of a die the test needs."""
    rarest = min(face.high - face.low + 1 for face in faces(low, high, {}))
    return math.ceil(LEAST * (high - low + 1) / rarest)


def likelihood(spread: Sequence[Face]) -> float | None:
    """Return how often (0 to 1) fair dice give a distribution as uneven as this or more; None for too few throws."""
    if len(spread) < 2 or min(face.expected for face in spread) < LEAST:
        return None
    square = sum((face.thrown - face.expected) ** 2 / face.expected for face in spread)
    return upper_gamma((len(spread) - 1) / 2, square / 2)


def upper_gamma(a: float, x: float) -> float:
    """Return the regularized upper incomplete gamma function Q(a, x), for a above 0 and x from 0.

    By its series below a + 1, above by its continued fraction (Lentz's method).
    """
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for n in range(1, _MOST_TERMS):
            term *= x / (a + n)
            total += term
            if term < total * _PRECISE:
                break
        return max(0.0, 1 - scale * total)
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    fraction = d
    for n in range(1, _MOST_TERMS):
        step = n * (a - n)
        b += 2
        d = 1 / (step * d + b or _TINY)
        c = b + step / c or _TINY
        fraction *= c * d
        if abs(c * d - 1) < _PRECISE:
            break
    return min(1.0, scale * fraction)
