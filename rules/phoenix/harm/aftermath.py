"""The meaning of the wounds of a quick ruling: dead, down and how long, when the Recovery Roll is due (2.7, 2.9)."""

from __future__ import annotations

from rules.engine.books.ruling_vocabulary import Aftermath
from rules.engine.records.agenda import Clock
from rules.phoenix.basics.soldier import Care, Soldier
from rules.phoenix.basics.times import SECONDS, between, lasting
from rules.phoenix.book import Book
from rules.phoenix.harm.incapacity import word
from rules.phoenix.harm.recovery import health, prospect, total

_SOON = 60
"""The phases up to which a time is given in seconds too."""


def aftermath(state: Soldier, now: Clock, book: Book) -> Aftermath:
    """Return what the wounds of a fighter mean, without care so far."""
    if state.died is not None:
        return Aftermath("The target is dead.")
    if not state.physical_damage:
        return Aftermath()
    wound = f"PD {state.physical_damage}, HLT {health(state)}"
    return Aftermath(f"{_fall(state, now)} {_prospect(state, book)}", wound)


def _fall(state: Soldier, now: Clock) -> str:
    if state.knockout_value is None:
        return "Whether the target goes down depends on its Knockout Value."
    fell = state.knockout
    if fell is None or fell.until is None:
        return "The target stays up."
    phases = between(now, fell.until)
    seconds = f" ({phases * SECONDS} s)" if phases <= _SOON else ""
    return f"The target is {word(fell.effect)} for {lasting(phases)}{seconds}."


def _prospect(state: Soldier, book: Book) -> str:
    ahead = prospect(total(state.wounds, state), Care(), book)
    if ahead.period is None:
        return "They survive without aid."
    if ahead.chance is None:
        return f"They die within {ahead.period_words} without better care."
    return f"Without aid: Recovery Roll {ahead.chance:02d} or less in {ahead.period_words}."
