"""Phoenix Command's tables as the tests read them: grids by id, with blanks and words given a number of their own."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules.tables.cells import KINDS, Damage, Hits, Word
from rules.tables.loader import DATA, load
from rules.tables.table import Table

TABLES = load(DATA / "phoenix")
DC = range(1, 11)
Measure = int | Fraction


def table(id: str) -> Table[object]:
    return TABLES.by_id[id]


def headings(id: str) -> tuple[str, ...]:
    """The column labels."""
    columns = table(id).columns
    return columns.labels if columns else (table(id).heading,)


def printed(id: str) -> dict[str, dict[str, str]]:
    """The cells as text, by row and column label."""
    lines = zip(table(id).rows.labels, table(id).printed, strict=True)
    return {row: dict(zip(headings(id), line, strict=True)) for row, line in lines}


def measured(id: str, words: Mapping[str, int] | None = None, blank: int | None = None) -> list[list[Measure]]:
    """The cells as numbers to compare: a hit for certain counts 100, damage its points."""
    return [[measure(cell, words or {}, blank) for cell in line] for line in table(id).cells]


def measure(cell: object, words: Mapping[str, int], blank: int | None = None) -> Measure:
    match cell:
        case None if blank is not None:
            return blank
        case Word():
            return words[cell]
        case Hits():
            return 100 * cell.certain + cell.chance
        case Damage():
            return cell.points
        case int() | Fraction():
            return cell
    raise AssertionError(f"{cell!r} is no number")


def numbers(id: str) -> dict[str, dict[str, Measure]]:
    """The cells as numbers by row and column label, those without a number left out."""
    found: dict[str, dict[str, Measure]] = {}
    for row, line in zip(table(id).rows.labels, table(id).cells, strict=True):
        cells = zip(headings(id), line, strict=True)
        found[row] = {
            heading: measure(cell, {}) for heading, cell in cells if cell is not None and not isinstance(cell, Word)
        }
    return found


def time(text: str) -> Measure:
    """Phases, of a cell that holds a time among other things."""
    value: Measure = KINDS["time"].read(text)
    return value
