"""What the Optional Rules have people read about a combatant: in a few words on the board, and on the Status Sheet.

Only what counts in the encounter is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.engine.model import Combatant, Encounter
from rules.phoenix.book import Book
from rules.phoenix.ground import riding
from rules.phoenix.optional.arrests import custody
from rules.phoenix.optional.gunnery import pinning, second_shot, under_fire
from rules.phoenix.optional.injury import heroes, incapacitation, knock_down
from rules.phoenix.optional.nerve import plan_words, unnerved
from rules.phoenix.optional.senses import field_of_view, telling
from rules.phoenix.optional.timing import declaring
from rules.phoenix.optional.tournament import victory

BRIEF: tuple[Callable[[Combatant, Encounter, Book], Iterator[tuple[int, str]]], ...] = (
    custody.brief,
    riding.brief,
    incapacitation.brief,
    knock_down.brief,
    heroes.brief,
    unnerved.brief,
    pinning.brief,
    field_of_view.brief,
    telling.brief,
    plan_words.brief,
    declaring.brief,
    victory.brief,
    under_fire.brief,
)
"""Each gives its words for the board with their weight: what weighs most is left out first, from 0 to 6."""
LASTING: tuple[Callable[[Combatant, Encounter, Book], Iterator[tuple[int, str]]], ...] = (victory.brief,)
"""Of these, what is of account for whoever is out of the fight as well."""
LINES: tuple[Callable[[Combatant, Encounter, Book], Iterator[tuple[str, str]]], ...] = (
    custody.lines,
    riding.lines,
    incapacitation.lines,
    knock_down.lines,
    heroes.lines,
    unnerved.lines,
    pinning.lines,
    field_of_view.lines,
    telling.lines,
    plan_words.lines,
    declaring.lines,
    victory.lines,
    under_fire.lines,
    second_shot.lines,
)
"""Each gives its lines of the Status Sheet, label and text."""


def brief(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[int, str]]:
    """What is worth a word on the board, each with its weight."""
    for words in BRIEF:
        yield from words(combatant, encounter, book)


def lasting(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[str]:
    """What is worth a word of somebody who is out."""
    for words in LASTING:
        for _, said in words(combatant, encounter, book):
            yield said


def lines(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """The lines of the Status Sheet."""
    for line in LINES:
        yield from line(combatant, encounter, book)
