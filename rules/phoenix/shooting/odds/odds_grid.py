"""The layout of odds for people: chances in 100, rows that differ, the terms of an accuracy."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rules.engine.records.model import Encounter
from rules.engine.records.steps import Term
from rules.engine.scene.dice import NoDice
from rules.phoenix.book import Book
from rules.phoenix.shooting.aim.accuracy import HIT, accuracy_name, chance
from rules.phoenix.shooting.targets.aimed_target import Attempt
from rules.tables.cells import Word

BY_HEIGHT = ("Aim", "Elev")
"""The columns for a burst over an arc, whose hits come only after the right height."""
NOTHING = NoDice("These are odds")
"""The dice for a rehearsal, which throws none."""


def to_hit(terms: Sequence[Term], attempt: Attempt, encounter: Encounter, book: Book) -> Fraction:
    """Return the chance to hit with an accuracy of these terms."""
    needed = chance(sum(term.value for term in terms), attempt, encounter, book)
    return Fraction(needed == HIT) if isinstance(needed, Word) else Fraction(needed + 1, 100)


def distinct_rows(rows: Sequence[tuple[str, ...]]) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Return the rows that differ from the row before, and a remark if others are left out."""
    distinct = [row for n, row in enumerate(rows) if not (n and _same(row, rows[n - 1]))]
    return tuple(distinct), ("Longer aim gives the same chances.",) * (len(distinct) < len(rows))


def _same(row: tuple[str, ...], before: tuple[str, ...]) -> bool:
    return row[1:] == before[1:] and row[0].isdecimal() == before[0].isdecimal()


def accuracy_words(terms: Sequence[Term], encounter: Encounter) -> str:
    """Return the terms of the accuracy except the aim, in words."""
    sal, _, *rest = terms
    parts = [f"{sal.label} {sal.value}", "aim", *(f"{term.label} {term.value:+d}" for term in rest)]
    return f"{accuracy_name(encounter)}: {', '.join(parts)}."


def in_100(probability: Fraction) -> str:
    """Return a chance in 100 to a tenth; a chance that is neither impossible nor certain is never shown as 0 or 100."""
    tenths = int(probability * 1000 + Fraction(1, 2))
    if probability < 1 and tenths == 1000:
        return ">99.9"
    if probability and not tenths:
        return "<0.1"
    return f"{tenths // 10}" + (f".{tenths % 10}" if tenths % 10 else "")


def mean(points: Fraction) -> str:
    """Return the Physical Damage in words, to a tenth below 100."""
    tenths = int(points * 10 + Fraction(1, 2))
    return f"{tenths / 10:g}" if tenths < 1000 else f"{int(points + Fraction(1, 2)):,}"
