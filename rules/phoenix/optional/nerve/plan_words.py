"""A Course of Action in words: for the board, and with the Initiative Time for the Status Sheet (5.5)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.records.model import Combatant, Encounter
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.book import Book
from rules.phoenix.optional.nerve.initiative import bound, planned, time_and_number
from rules.phoenix.optional.records import Plan
from rules.words.phrases import counted

_WEIGHT = 2


def brief(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[int, str]]:
    """Yield "thinks 3 of 8" or "course 4 of 5", for the board."""
    if plan := planned(combatant, encounter):
        yield _WEIGHT, _stage(plan)


def lines(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the line about the Course of Action for the Status Sheet."""
    isf = soldier(combatant).isf
    if isf is None or not bound(combatant, encounter):
        return
    time, number = time_and_number(isf, book)
    plan = planned(combatant, encounter)
    course = f"{_stage(plan)}{f': {plan.text}' if plan.text else ''}" if plan else "no Course of Action"
    yield "Initiative", f"IT {counted(time, 'action')}, A# {number}; {course}"


def _stage(plan: Plan) -> str:
    if plan.stage == "thinks":
        return f"thinks {plan.time - plan.thinking} of {plan.time}"
    return f"course {plan.left} of {plan.number}"
