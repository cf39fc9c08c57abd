"""The rows and columns of a table, and the rule by which a key finds its row or column."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from itertools import pairwise
from math import inf
from typing import Literal

from rules.engine.records.errors import BrokenData, Refusal, UnknownName, quoted
from rules.engine.records.frozen import dataclass
from rules.words.catalogue import nearest, normalized
from rules.words.phrases import listed

Key = int | Fraction | str
Rule = Literal["exact", "floor", "ceiling", "nearest", "bracket"]
Edge = Literal["clamp", "refuse", "value"]
Bound = int | Fraction | float

# Axis.find returns these beyond the ends of an axis if the table has a value of its own there.
BELOW, ABOVE = -1, -2

# The defaults below and above the ends: floor and ceiling continue past one end by their nature.
EDGES: Mapping[Rule, tuple[Edge, Edge]] = {
    "exact": ("refuse", "refuse"),
    "floor": ("refuse", "clamp"),
    "ceiling": ("clamp", "refuse"),
    "nearest": ("clamp", "refuse"),
    "bracket": ("refuse", "refuse"),
}

_NUMBER = r"[-−]?[0-9][0-9,]*(?:\.[0-9]+)?"
_LABEL = re.compile(rf"({_NUMBER})(?:(\+)|( or less)|\s*[-–]\s*({_NUMBER}))?")


@dataclass(frozen=True, slots=True)
class Axis:
    """Labels in the order of the page (rising or falling), and the rule that finds the label for a key.

    exact: the label itself; case and accents do not matter. floor: the greatest label not above the key. ceiling: the
    smallest label not below the key; a last label "60+" takes every key above 60. nearest: the nearest label, the
    greater of two. bracket: the label whose range includes the key ("5", "3-4", "7+", "2 or less").
    `title` is what the axis counts ("range in squares"); `below` and `above` say what applies beyond its ends. An axis
    of numbers may also have `named` labels ("C" for contact), which are found by name.
    """

    name: str
    title: str
    rule: Rule
    labels: tuple[str, ...]
    below: Edge
    above: Edge
    _lows: tuple[Bound, ...] = field(repr=False)
    _highs: tuple[Bound, ...] = field(repr=False)
    _places: tuple[int, ...] = field(repr=False)
    _exact: Mapping[str, int] = field(repr=False, compare=False)

    @classmethod
    def of(
        cls,
        name: str,
        rule: Rule,
        labels: Sequence[str],
        *,
        title: str = "",
        below: Edge | None = None,
        above: Edge | None = None,
        named: Sequence[str] = (),
    ) -> Axis:
        """Return a checked axis. Raises BrokenData with every problem of its rule and labels."""
        problems = [] if labels else ["it has no labels"]
        exact: dict[str, int] = {}
        for index, label in enumerate(labels):
            if exact.setdefault(_spelled(label), index) != index:
                problems.append(f"the label {quoted(label)} is there twice")
        edges = (below or EDGES[rule][0], above or EDGES[rule][1])
        bounds: list[tuple[Bound, Bound, int]] = []
        if rule == "exact":
            if "clamp" in edges:
                problems.append("an exact axis cannot be clamped")
        else:
            problems += [f"there is no label {quoted(label)} to be found by its name" for label in {*named} - {*labels}]
            for index, label in enumerate(labels):
                if label in named:
                    continue
                reach = _reach(label)
                if rule == "ceiling" and reach and reach[1] == inf:
                    reach = inf, inf
                if reach is None or (rule != "bracket" and reach[0] != reach[1]):
                    problems.append(f"the label {quoted(label)} does not fit the rule {rule}")
                else:
                    bounds.append((*reach, index))
        if not (bounds or problems) and rule != "exact":
            problems.append("it has no numbers")
        if not problems:
            if bounds and bounds[0] > bounds[-1]:
                bounds.reverse()
            problems = _disorder(rule, bounds, labels)
        if problems:
            raise BrokenData(problems)
        lows, highs, places = (tuple(part) for part in zip(*bounds, strict=True)) if bounds else ((), (), ())
        exact |= {label: index for index, label in enumerate(labels)}
        return cls(name, title or name, rule, tuple(labels), *edges, lows, highs, places, exact)

    def find(self, key: Key) -> int:
        """Return the index of the label for `key`, or BELOW or ABOVE if the table has a value there.

        Raises UnknownName for a name that is not on an exact axis, Refusal for a number beyond the ends.
        """
        if self.rule == "exact":
            return self._find_exact(str(key))
        if isinstance(key, str):
            if key in self._exact and self._exact[key] not in self._places:
                return self._exact[key]
            raise TypeError(f"the axis {self.name} is looked up by number, not by {key!r}")
        if key < self._lows[0]:
            return self._beyond(self.below, BELOW, key)
        if key > self._highs[-1]:
            return self._beyond(self.above, ABOVE, key)
        if self.rule == "ceiling":
            return self._places[bisect_left(self._highs, key)]
        at = bisect_right(self._lows, key) - 1
        if self.rule == "nearest" and at + 1 < len(self._lows) and self._lows[at + 1] - key <= key - self._lows[at]:
            at += 1
        return self._places[at]

    def label_at(self, index: int) -> str:
        """Return the label, for people to read, at an index that `find` returned."""
        if index >= 0:
            return self.labels[index]
        if self.rule == "exact":
            return "any other"
        if index == BELOW:
            return f"below {self.labels[self._places[0]]}"
        return f"above {self.labels[self._places[-1]]}"

    def _find_exact(self, key: str) -> int:
        index = self._exact.get(key)
        if index is None:
            index = self._exact.get(_spelled(key))
        if index is not None:
            return index
        if self.above == "value":
            return ABOVE
        close = nearest(key, self.labels)
        hint = f"Nearest: {listed(close)}" if close else f"Known: {listed(self.labels, 'and')}"
        raise UnknownName(f"I don't know the {self.title} {quoted(key)}. {hint}.", close)

    def _beyond(self, edge: Edge, end: int, key: int | Fraction) -> int:
        if edge == "refuse":
            first, last = self.labels[self._places[0]], self.labels[self._places[-1]]
            raise Refusal(f"The table has no {self.title} of {key}. It goes from {first} to {last}.")
        if edge == "value":
            return end
        return self._places[0 if end == BELOW else -1]


def _spelled(label: str) -> str:
    reach = _reach(label)
    if reach and reach[0] == reach[1]:
        return str(reach[0])
    return normalized(label) or label


def _reach(label: str) -> tuple[Bound, Bound] | None:
    """Return the lowest and highest number of a label, None if it is not numeric."""
    match = _LABEL.fullmatch(label)
    if not match:
        return None
    number = _number(match[1])
    if match[2]:
        return number, inf
    if match[3]:
        return -inf, number
    high = _number(match[4]) if match[4] else number
    return (number, high) if number <= high else None


def _number(text: str) -> int | Fraction:
    text = text.replace(",", "").replace("−", "-")
    if "." not in text:
        return int(text)
    exact = Fraction(text)
    return exact.numerator if exact.denominator == 1 else exact


def _disorder(rule: Rule, bounds: Sequence[tuple[Bound, Bound, int]], labels: Sequence[str]) -> list[str]:
    problems = []
    for (_, high, before), (low, _, after) in pairwise(bounds):
        pair = f"{quoted(labels[before])} and {quoted(labels[after])}"
        if low <= high:
            problems.append(f"the labels {pair} overlap or are out of order")
        elif rule == "bracket" and low != high + 1:
            problems.append(f"there is a gap between the labels {pair}")
    return problems
