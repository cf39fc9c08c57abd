"""Times in the words of plans: "phase 4", "phase 4 impulse 2", "for 10 phases"."""

from __future__ import annotations

import re

from rules.engine.books.ruleset import Ruleset
from rules.engine.flow import plan_text
from rules.engine.records.agenda import Clock
from rules.engine.records.errors import Refusal
from rules.words.patterns import regex

_AT = regex(
    r"(?:(?P<turns>[a-z]+) )?(?P<turn>[0-9]{1,6})(?:(?:, ?| |\.)(?:(?P<impulses>[a-z]+) )?(?P<impulse>[0-9]{1,2}))?",
    re.IGNORECASE,
)
_FOR = regex(r"(?:for )?(?P<number>[0-9]{1,4}) (?P<unit>[a-z]+?)s?", re.IGNORECASE)


def read_time(text: str, now: Clock, ruleset: Ruleset, *, lasting: bool = False) -> tuple[Clock, str] | None:
    """Return the clock that a text means, with its words in full, or None if it is no time.

    `lasting`: "for 10 phases" is one as well. Raises Refusal for a time that is over or that the book's clock lacks.
    """
    if lasting and (found := _FOR.fullmatch(text)):
        if not int(found["number"]):
            raise Refusal(f"How long? Write for 1 {ruleset.turn_name}, or for 10 {ruleset.turn_name}s.")
        return _later(int(found["number"]), found["unit"].casefold(), now, ruleset)
    found = _AT.fullmatch(text)
    if found is None or (found["turns"] or ruleset.turn_name).casefold() != ruleset.turn_name:
        return None
    if found["impulse"] and (found["impulses"] or ruleset.impulse_name).casefold() != ruleset.impulse_name:
        return None
    at = Clock(int(found["turn"]), int(found["impulse"] or 1))
    if not 1 <= at.impulse <= ruleset.impulses:
        if ruleset.impulses == 1:
            raise Refusal(f"A {ruleset.turn_name} is not divided here. Write {ruleset.turn_name} {at.turn}.")
        raise Refusal(f"A {ruleset.turn_name} has {ruleset.impulse_name}s 1 to {ruleset.impulses}, not {at.impulse}.")
    if at < now and (found["impulse"] or at.turn < now.turn):
        raise Refusal(f"That time is past: it is {plan_text.clock(now, ruleset)}.")
    return at, plan_text.clock(at, ruleset) if found["impulse"] else f"{ruleset.turn_name} {at.turn}"


def _later(number: int, unit: str, now: Clock, ruleset: Ruleset) -> tuple[Clock, str] | None:
    if unit == ruleset.turn_name:
        return Clock(now.turn + number, now.impulse), f"for {number} {unit}s"
    if ruleset.impulses > 1 and unit == ruleset.impulse_name:
        count = now.impulse - 1 + number
        return Clock(now.turn + count // ruleset.impulses, count % ruleset.impulses + 1), f"for {number} {unit}s"
    return None
