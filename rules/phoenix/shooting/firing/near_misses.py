"""How closely a shot misses: the accuracy whose odds are just greater than the roll, less the shot's own (2.11, 3.6,
5.6; ruling O38).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from rules.engine.records.agenda import FIRED_UPON
from rules.engine.records.model import Encounter
from rules.engine.records.steps import Ruling, Step, Sum, Term
from rules.engine.scene.scene import Clause
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.basics.switches import ACCURACY, on
from rules.phoenix.book import Book, Scene
from rules.phoenix.shooting.aim import level
from rules.phoenix.shooting.aim.accuracy import HIT, Thrown
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, Attempt
from rules.tables.cells import ODDS, Word

BEST = 28
"""The first level of table 4G, used if no odds are greater than the roll (ruling O38)."""

MISSED = Hook[Callable[[Attempt, Iterable[AimedTarget], int, Thrown, Scene], list[Clause]]]()
"""Each returns the effect of a miss on these targets, for the outcome line; the number is the shot's accuracy."""


def missed(attempt: Attempt, at: Iterable[AimedTarget], total: int, throw: Thrown, scene: Scene) -> list[Clause]:
    """Return the effect of a shot or throw that misses on these targets, for the outcome line; nothing for a hit.

    In either case they are fired upon.
    """
    for one in at:
        scene.threaten(one.id, FIRED_UPON)
    return [clause for rule in MISSED.under(scene.encounter) for clause in rule(attempt, at, total, throw, scene)]


def row_of_2a(roll: int, hexes: int, book: Book) -> int:
    """Return the first row of 2A whose odds at this range are greater than the roll (or HIT); one beyond the last if
    there is none.
    """
    table = book.tables.worded(ODDS, "2a")
    for label in table.rows.labels:
        odds, _ = table.lookup("", int(label), hexes)
        if odds == HIT or (odds is not None and not isinstance(odds, Word) and odds > roll):
            return int(label)
    return last_of_2a(book) + 1


def last_of_2a(book: Book) -> int:
    """Return the last row of 2A; a higher accuracy counts as this row (ruling O11)."""
    return int(book.tables.by_id["2a"].rows.labels[-1])


def level_of_4g(roll: int, column: str, book: Book) -> int | None:
    """Return the lowest level of 4G whose odds are greater than the roll, None if there is none.

    Several lines have equal odds: the lowest is the first one met when scanning up from the shot's own level.
    """
    return min((line for line, odds in _levels(column, book) if odds is not None and odds > roll), default=None)


def margin(
    accuracy: int, roll: int, attempt: Attempt, encounter: Encounter, book: Book
) -> tuple[Sum, tuple[Step, ...]]:
    """Return by how many levels the roll misses at this accuracy, as a sum, and the cells and rulings that it comes
    from.

    The levels are those of 4G in its column of single shots or of bursts; in the Basic Game, the Shot Accuracies of 2A
    at the range.
    """
    steps = list[Step]()
    if on(encounter, ACCURACY):
        abbreviation, source, column = "EAL", "4G", level.column(attempt, encounter)
        better = level_of_4g(roll, column, book)
        if better is None:
            steps.append(Ruling("O38", f"{roll:02} is above all odds in 4G, so EAL {BEST} counts"))
        hitting = BEST if better is None else better
        steps.append(book.tables.of(ODDS, "4g").lookup("Near miss", hitting, column, detail=True)[1])
    else:
        hitting, last, abbreviation, source = row_of_2a(roll, attempt.hexes, book), last_of_2a(book), "SA", "2A"
        if hitting > last:
            steps.append(Ruling("O38", f"no row of 2A has odds above {roll:02}, so one row beyond {last} counts"))
        else:
            cell, step = book.tables.worded(ODDS, "2a").lookup("Near miss", hitting, attempt.hexes, detail=True)
            steps.append(step)
            if cell == HIT:
                steps.append(Ruling("O38", f"no number in 2A is above {roll:02}, so the first HIT counts"))
        if accuracy > last:
            steps.append(Ruling("O11", f"SA {accuracy} counts as {last}, the last row of 2A"))
            accuracy = last
    terms = (Term(f"{abbreviation} that would hit", hitting, source), Term("this shot", -accuracy))
    return Sum("Missed by", terms, hitting - accuracy), tuple(steps)


@lru_cache(maxsize=8)
def _levels(column: str, book: Book) -> tuple[tuple[int, int | None], ...]:
    """Return the levels of 4G with their odds."""
    table = book.tables.of(ODDS, "4g")
    return tuple((int(label), table.lookup("", int(label), column)[0]) for label in table.rows.labels)
