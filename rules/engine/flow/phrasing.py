"""Conditions and times of plans in words, as people type them; fighters are references."""

from __future__ import annotations

from rules.engine.books.ruleset import Ruleset
from rules.engine.records.agenda import AT, CONTACT, ELSE, EMPTY, FIRED_UPON, HIT, TOLD, WITHIN, Clock, When
from rules.engine.records.references import reference
from rules.words.phrases import counted


def condition(when: When, ruleset: Ruleset, space: str) -> str:
    """Return a condition in words, to follow "until": "Guard 1 shows", "fired upon", "phase 4 impulse 2"."""
    who = reference(when.who) if when.who else "anyone"
    match when.kind:
        case kind if kind == CONTACT:
            return f"{who} shows"
        case kind if kind == TOLD:
            return f"told of {who}"
        case kind if kind == WITHIN:
            return f"{who} is within {counted(when.within, space)}"
        case kind if kind in (FIRED_UPON, HIT, EMPTY):
            return kind
        case kind if kind == AT and when.at is not None:
            return clock(when.at, ruleset)
        case kind if kind == ELSE:
            return "there is nothing else to do"
    raise ValueError(f"unknown condition {when!r}")


def clock(at: Clock, ruleset: Ruleset) -> str:
    """Return a time in the book's words: "phase 4 impulse 2", "turn 4"."""
    impulse = f" {ruleset.impulse_name} {at.impulse}" if ruleset.impulses > 1 else ""
    return f"{ruleset.turn_name} {at.turn}{impulse}"
