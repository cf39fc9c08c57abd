"""What the Optional Rules add to the accuracy of a shot, in the Basic Game as in the Advanced Rules (chapter 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.engine.model import Encounter
from rules.engine.steps import Step, Term
from rules.phoenix.book import Book
from rules.phoenix.optional.gunnery import defense, double_action
from rules.phoenix.optional.timing import declared
from rules.phoenix.shooting.targets.sighting import Attempt

Added = Iterator[tuple[Term, tuple[Step, ...]]]
RULES: tuple[Callable[[Attempt, Encounter, Book], Added], ...] = (
    defense.terms,
    double_action.terms,
    declared.terms,
)
"""Each gives its terms with the steps they come from, none while its switch is off."""


def terms(attempt: Attempt, encounter: Encounter, book: Book) -> tuple[tuple[Term, ...], tuple[Step, ...]]:
    """The terms of all of them, and the steps."""
    found = [one for rule in RULES for one in rule(attempt, encounter, book)]
    return tuple(term for term, _ in found), tuple(step for _, steps in found for step in steps)
