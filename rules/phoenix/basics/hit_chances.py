"""How many rounds, pellets or fragments hit one target: table 5A, shifted by lines for the target's size (3.4 to 3.7;
O7, O54).

A chance below 0 means no chance: nothing is rolled.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import floor

from rules.engine.records.frozen import dataclass
from rules.engine.records.steps import Note, Ruling, Step
from rules.engine.scene.scene import Scene
from rules.phoenix.book import Book
from rules.tables.cells import HITS, INT, Hits, Number
from rules.tables.table import Table
from rules.words.phrases import counted

NO_CHANCE = Hits(chance=-1)
_TOP = 31
_LEAST_RATE = 3
_GROWTH = Fraction(4, 3)


@dataclass(frozen=True, slots=True)
class OverArc:
    """A burst at this Rate of Fire over an arc: the line and column of 5A for all targets in it, and the steps."""

    rate: int
    line: int
    column: int
    steps: tuple[Step, ...]


def of_arc(rate: int, arc: Number, size: int, book: Book) -> tuple[Hits, tuple[Step, ...]]:
    """Return the hits of a burst at this Rate of Fire over this Arc of Fire (hexes) on a target of this size, and the
    steps.

    `size` and the errors are as in `of_target` and `over_arc`.
    """
    return of_target(over_arc(rate, arc, book), size, book)


def over_arc(rate: int, arc: Number, book: Book) -> OverArc:
    """Return the line and column of 5A for a burst at this Rate of Fire over this Arc of Fire (hexes).

    A Rate without a column in 5A uses the next lower one; one or two rounds use the first column, for at most as many
    hits (ruling O44). Raises Refusal for an arc wider than the table's widest.
    """
    arcs, table = book.tables.of(INT, "5a_arc"), book.tables.of(HITS, "5a")
    line, step = arcs.lookup("Line", arc, detail=True)
    assert line is not None and table.columns is not None
    steps: list[Step] = [step]
    if not _is(step.at[0][1], arc):
        steps.append(Ruling("O7", f"an arc of {float(arc):g} hexes counts as {step.at[0][1]}, the next wider"))
    column = _column(rate, table.columns.labels)
    if rate < column:
        steps.append(
            Ruling("O44", f"the column {column} counts for {counted(rate, 'round')}, with as many hits at most")
        )
    return OverArc(rate, line, column, tuple(steps))


def of_target(burst: OverArc, size: int, book: Book) -> tuple[Hits, tuple[Step, ...]]:
    """Return the hits of the burst on a target in its arc, and the steps.

    `size` is the Auto Width by which the line moves, 0 without 3.7.
    """
    table = book.tables.of(HITS, "5a")
    line = min(burst.line + size, _TOP)
    if line < int(table.rows.labels[-1]):
        return NO_CHANCE, (*burst.steps, _below_table(line))
    hits, step = table.lookup("Hit chance", line, burst.column)
    steps: tuple[Step, ...] = (*burst.steps, step)
    if erratum := table.erratum(step):
        steps += (erratum.ruling(),)
    return (NO_CHANCE if hits is None else Hits(min(hits.certain, burst.rate), hits.chance)), steps


def of_pieces(base: Hits, size: int, book: Book) -> tuple[Hits, tuple[Step, ...]]:
    """Return a Base Pellet or Shrapnel Hit Chance adjusted for a target of this size, and the steps (none if size is
    0).

    A base below 0 is a line of the index (R19), and no chance without a size. Above the table (*58) the hits grow by a
    third per line (ruling O46).
    """
    if not size:
        return base, ()
    table = book.tables.of(HITS, "5a_pellet")
    most, left = Fraction(base.certain), size
    top = table.cells[0][0]
    assert top is not None
    # A value above the table comes down to it line by line.
    while most > top.certain and left < 0:
        most, left = most / _GROWTH, left + 1
    if most > top.certain:
        return _above_table(most, left)
    line = left + (_line(Hits(floor(most), base.chance), table) if base.chance >= 0 else base.chance)
    if line > _TOP:
        return _above_table(Fraction(top.certain), line - _TOP)
    if line < int(table.rows.labels[-1]):
        return NO_CHANCE, (_below_table(line),)
    hits, step = table.lookup("Hit chance", line)
    return NO_CHANCE if hits is None else hits, (step,)


def number(hits: Hits, most: int | None, label: str, why: str, scene: Scene, *, section: str = "") -> int:
    """Return the number of hits, at most `most`: the certain hits, or one if a throw of 00 to 99 succeeds."""
    if hits.certain:
        return hits.certain if most is None else min(hits.certain, most)
    if hits.chance < 0 or most == 0:
        return 0
    return int(scene.throw(label, why, 0, 99, f"{hits.chance:02} or less", section=section) <= hits.chance)


@lru_cache(maxsize=256)
def _is(label: str, number: Number) -> bool:
    return Fraction(label) == number


@lru_cache(maxsize=256)
def _column(rate: int, labels: tuple[str, ...]) -> int:
    """Return the column of 5A for a Rate of Fire: the next lower one."""
    return max((n for n in map(int, labels) if n <= rate), default=_LEAST_RATE)


def _line(base: Hits, table: Table[Hits]) -> int:
    """Return the line of a base value: the greatest value that is not above it; of two equal ones, the lower line."""
    lines = zip(table.rows.labels, table.cells, strict=True)
    _, line = max(
        ((cell.certain, cell.chance), -int(label))
        for label, (cell,) in lines
        if cell and (cell.certain, cell.chance) <= (base.certain, base.chance)
    )
    return -line


def _above_table(hits: Fraction, lines: int) -> tuple[Hits, tuple[Step, ...]]:
    certain = floor(hits * _GROWTH**lines + Fraction(1, 2))
    return Hits(certain), (
        Note("Hit chance", f"*{certain}"),
        Ruling("O46", f"above *58 the hits grow by a third for each line: *{certain}"),
    )


def _below_table(line: int) -> Note:
    return Note("Hit chance", f"no chance: line {line} is below table 5A")
