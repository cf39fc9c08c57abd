"""The kinds of cells in the books' tables: numbers, chances, times, hits, damage, rolls.

A kind turns the printed text of a cell into a value. The table keeps the text as well, to show it as printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from rules.engine.records.frozen import dataclass

V = TypeVar("V")
Number = int | Fraction

_MOST_VALUES = 4096
"""The most texts of cells for which a kind keeps the value."""
_HUNDREDS = MappingProxyType({"": 1, "H": 100, "K": 1_000, "T": 10_000, "X": 100_000, "M": 1_000_000})
_PHASES = MappingProxyType({"p": 1, "m": 30, "h": 1_800, "d": 43_200})


@dataclass(frozen=True, slots=True)
class Kind(Generic[V]):
    """One kind of cell: `noun` is its name in words; `printed` is the pattern of its text."""

    name: str
    noun: str
    printed: re.Pattern[str]
    value: Callable[[re.Match[str]], V]
    _values: dict[str, V] = field(default_factory=dict, init=False, repr=False, compare=False)

    def read(self, text: str) -> V:
        """Return the value of a cell's text. Raises ValueError, which names the kind."""
        if text in self._values:
            return self._values[text]
        match = self.printed.fullmatch(text)
        if match is None:
            raise ValueError(f"is no {self.noun}")
        # The weapons of servers bring in texts of their own, so this could grow without end.
        if len(self._values) >= _MOST_VALUES:
            self._values.clear()
        value = self._values[text] = self.value(match)
        return value


@dataclass(frozen=True, slots=True)
class Hits:
    """The result of a burst or a swarm of pellets: `certain` hits (`*9`), or one with this `chance` (`15`) in 100."""

    certain: int = 0
    chance: int = 0


@dataclass(frozen=True, slots=True)
class Damage:
    """Physical Damage in points, and the number of asterisks (0 to 2) that say how far it disables."""

    points: int
    disabling: int = 0


@dataclass(frozen=True, slots=True)
class Reach:
    """The rolls from `low` to `high`, both included."""

    low: int
    high: int

    def __contains__(self, roll: int) -> bool:
        return self.low <= roll <= self.high


class Word(str):
    """A word in a cell instead of a value ("HIT"); `Table.words` explains it."""

    __slots__ = ()


def _number(text: str) -> Number:
    if "." not in text:
        return int(text)
    exact = Fraction(text)
    return exact.numerator if exact.denominator == 1 else exact


def _kind(name: str, noun: str, pattern: str, value: Callable[[re.Match[str]], V]) -> Kind[V]:
    return Kind(name, noun, re.compile(pattern), value)


INT = _kind("int", "whole number", r"-?\d+|-?\d{1,3}(?:,\d{3})+", lambda match: int(match[0].replace(",", "")))
TEXT = _kind("text", "text", r".+", lambda match: match[0])
NUMBER = _kind("number", "number", r"-?\d+(?:\.\d+)?", lambda match: _number(match[0]))
ODDS = _kind("odds", "chance from 00 to 99", r"\d\d", lambda match: int(match[0]))
SUFFIXED = _kind(
    "suffixed",
    "number with H, K, T, X or M for 100 to 1,000,000",
    r"(-?\d+(?:\.\d+)?)([HKTXMhkt]?)",
    lambda match: _number(match[1]) * _HUNDREDS[match[2].upper()],
)
TIME = _kind(
    "time",
    "time in phases, minutes, hours or days (90p, 35m, 79h, 25d)",
    r"(\d+(?:\.\d+)?)([pmhd])",
    lambda match: _number(match[1]) * _PHASES[match[2]],
)
HITS = _kind(
    "hits",
    "chance, or number of hits with an asterisk",
    r"(\*?)(\d+)",
    lambda match: Hits(certain=int(match[2])) if match[1] else Hits(chance=int(match[2])),
)
DAMAGE = _kind(
    "damage", "damage, with asterisks if it disables", r"(\*{0,2})(\d+)", lambda m: Damage(int(m[2]), len(m[1]))
)
ROLL = _kind("roll", "range of rolls", r"(\d+)(?:-(\d+))?", lambda m: Reach(int(m[1]), int(m[2] or m[1])))

KINDS: Mapping[str, Kind[Any]] = MappingProxyType(
    {kind.name: kind for kind in (INT, TEXT, NUMBER, ODDS, SUFFIXED, TIME, HITS, DAMAGE, ROLL)}
)
