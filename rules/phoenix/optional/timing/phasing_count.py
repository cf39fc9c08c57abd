"""The Master Phasing Count on which a fighter acts within an impulse, by their Combat Actions (5.7)."""

from __future__ import annotations

from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.steps import Lookup, Ruling, Step
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.book import Book
from rules.phoenix.harm.fitness import allotment
from rules.tables.cells import TEXT

COUNTS = 5
"""Master Phasing Counts in an impulse, each a tenth of a second. Count 0 is its beginning."""


def reached(combatant: Combatant, encounter: Encounter, book: Book) -> tuple[int, tuple[Step, ...]]:
    """Return the count on which the fighter completed the last action spent in this impulse, and the steps.

    It is 0, the beginning of the impulse, if they have spent none. A fighter without counted actions has one, on count
    3.
    """
    state = soldier(combatant)
    if state.actions is None:
        return completed(1, 1, book)
    actions = max(state.left, allotment(state, encounter.clock, book))
    spent = actions - state.left
    return completed(spent, actions, book) if spent else (0, ())


def completed(nth: int, actions: int, book: Book) -> tuple[int, tuple[Step, ...]]:
    """Return the count on which the nth of `actions` in an impulse is completed, and the steps.

    If there are more actions than in the table, they are spread evenly over its last row (T36).
    """
    beyond: tuple[Step, ...] = ()
    if actions > COUNTS:
        nth, text = -(-nth * COUNTS // actions), f"{actions} actions in an impulse are spread over the row of {COUNTS}"
        actions, beyond = COUNTS, (Ruling("T36", text, section="5.7"),)
    read = [_cell(actions, count, book) for count in range(1, COUNTS + 1)]
    count, step = [(count, step) for count, (acts, step) in enumerate(read, 1) if acts][nth - 1]
    return count, (step, *beyond)


def _cell(actions: int, count: int, book: Book) -> tuple[bool, Lookup]:
    cell, step = book.tables.worded(TEXT, "master_phasing").lookup("Timing", actions, count, detail=True, section="5.7")
    return cell is not None, step
