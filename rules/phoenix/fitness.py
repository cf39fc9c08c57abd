"""What somebody is able to do as he is: his Combat Actions (1.3, 2.10), and what disabled limbs forbid (2.7, O35)."""

from __future__ import annotations

from rules.agenda import Clock
from rules.cells import INT
from rules.phoenix.book import Book
from rules.phoenix.soldier import Soldier

LAST = 21
"""The most Combat Actions in table 1E; what goes beyond continues it (ruling O56)."""


def combat_actions(state: Soldier, clock: Clock, book: Book) -> int:
    """His Combat Actions a phase with the penalties of his wounds, 0 if nobody knows them."""
    return state.actions or 0


def allotment(state: Soldier, clock: Clock, book: Book) -> int:
    """His actions in the clock's impulse (1E)."""
    return share(combat_actions(state, clock, book), clock.impulse, book)


def share(actions: int, impulse: int, book: Book) -> int:
    """How many of so many Combat Actions fall into an impulse, 1 to 4 (1E; O56 beyond 21)."""
    if actions <= 0:
        return 0
    more, row = 0, actions
    while row > LAST:
        more, row = more + 1, row - 4
    return more + (book.tables.of(INT, "1e").lookup("", row, impulse)[0] or 0)
