"""The table: what was measured, the floor beside it, and whether the goal was kept.

A measurement yields Lines and cannot say "kept" by itself: the Line works out ratio and verdict from its figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import click


class Verdict(StrEnum):
    """The words of a Line about its goal; `UNKNOWN` is a goal whose figure is missing."""

    NONE = ""
    KEPT = "kept"
    MISSED = "MISSED"
    UNKNOWN = "not measured"


@dataclass(frozen=True, slots=True)
class Goal:
    """A bound that is itself still kept: of our figure, or of its ratio to the floor (`of_ratio`)."""

    bound: float
    least: bool = False
    of_ratio: bool = False

    def verdict(self, value: float | None) -> Verdict:
        """Return whether a figure keeps the goal."""
        if value is None:
            return Verdict.UNKNOWN
        return Verdict.KEPT if (value >= self.bound if self.least else value <= self.bound) else Verdict.MISSED


def at_most(bound: float) -> Goal:
    """Return the goal of a figure that is not larger."""
    return Goal(bound)


def ratio_at_most(bound: float) -> Goal:
    """Return the goal of a figure that is at most so many times the floor."""
    return Goal(bound, of_ratio=True)


def ratio_at_least(bound: float) -> Goal:
    """Return the goal of a figure that is at least so many times the floor."""
    return Goal(bound, least=True, of_ratio=True)


@dataclass(frozen=True, slots=True)
class Line:
    """A measurement: our figure and the floor's in `unit`; None for one that could not be measured."""

    what: str
    ours: float | None
    unit: str
    goal: Goal | None = None
    floor: float | None = None

    @property
    def ratio(self) -> float | None:
        """Return ours divided by the floor."""
        return self.ours / self.floor if self.ours is not None and self.floor else None

    @property
    def verdict(self) -> Verdict:
        """Return whether the goal was kept."""
        if self.goal is None:
            return Verdict.NONE
        return self.goal.verdict(self.ratio if self.goal.of_ratio else self.ours)

    def cells(self) -> tuple[str, ...]:
        """Return the cells of the table, in the order of HEADINGS."""
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        return self.what, self._figure(self.floor), self._figure(self.ours), ratio, self._goal(), self.verdict

    def _figure(self, value: float | None) -> str:
        if value is None:
            return ""
        digits = 0 if value >= 100 else 1 if value >= 10 else 2
        return f"{value:,.{digits}f} {self.unit}"

    def _goal(self) -> str:
        if self.goal is None:
            return ""
        unit = "× floor" if self.goal.of_ratio else self.unit
        return f"{'≥' if self.goal.least else '≤'} {self.goal.bound:,g} {unit}"


HEADINGS = ("what", "floor", "ours", "ratio", "goal", "")
_NUMBERS = range(1, 4)
"""The columns that are aligned to the right."""


def slowest(what: str, rows: Iterable[tuple[str, float]], most: int, goal: Goal | None = None) -> Iterator[Line]:
    """Yield the `most` slowest of many inputs, given in seconds, and one line for the others."""
    ranked = sorted(rows, key=lambda row: -row[1])
    for name, seconds in ranked[:most]:
        yield Line(f"{what}: {name}", 1000 * seconds, "ms", goal)
    if others := ranked[most:]:
        yield Line(f"{what}: each of the other {len(others):,}, at most", 1000 * others[0][1], "ms", goal)


def table(lines: Sequence[Line]) -> Iterator[str]:
    """Yield the table's lines, and how many goals were kept as the last."""
    rows = [HEADINGS, *(line.cells() for line in lines)]
    widths = [max(len(row[n]) for row in rows) for n in range(len(HEADINGS))]
    for row in rows:
        cells = (
            cell.rjust(width) if n in _NUMBERS else cell.ljust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()
    count = {verdict: sum(line.verdict is verdict for line in lines) for verdict in Verdict}
    unknown = f", {count[Verdict.UNKNOWN]} not measured" if count[Verdict.UNKNOWN] else ""
    yield f"{count[Verdict.KEPT]} goals kept, {count[Verdict.MISSED]} MISSED{unknown}"


def progress(text: str) -> None:
    """Report progress on standard error, so that standard output has only the table."""
    click.echo(f"... {text}", err=True)
