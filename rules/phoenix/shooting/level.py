"""The Effective Accuracy Level: range, stance and situation, visibility, motion, size (3.1; 4A to 4G)."""

from __future__ import annotations

from rules.model import Encounter
from rules.phoenix.book import Book
from rules.phoenix.shooting.sighting import Attempt
from rules.phoenix.switches import AUTOMATIC, on
from rules.steps import Lookup, Term

SINGLE, ELEVATION = "Single Shot", "Burst Elev."


def terms(attempt: Attempt, encounter: Encounter, book: Book) -> tuple[tuple[Term, ...], tuple[Lookup, ...]]:
    """The Accuracy Level Modifiers besides Aim Time and SAL, and the cells they come from."""
    raise NotImplementedError


def column(attempt: Attempt, encounter: Encounter) -> str:
    """The column of table 4G: a burst throws for its elevation where automatic fire goes by 3.4."""
    return ELEVATION if attempt.burst and on(encounter, AUTOMATIC) else SINGLE
