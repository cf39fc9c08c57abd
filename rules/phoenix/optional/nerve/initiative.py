"""Initiative Time and Action Number, whom they bind, and what is in somebody's mind (5.5)."""

from __future__ import annotations

from rules.engine.model import Combatant, Encounter
from rules.phoenix.book import Book
from rules.phoenix.optional.records import Plan
from rules.phoenix.soldier import soldier
from rules.phoenix.switches import INITIATIVE, on
from rules.tables.cells import INT

TABLE = "initiative"
TIME, NUMBER = "IT", "A#"


def bound(combatant: Combatant, encounter: Encounter) -> bool:
    """Whether he needs a Course of Action: with the switch on, where time counts and his ISF and actions are known.

    The book does not say how long somebody thinks whose ISF nobody knows; nothing holds him up.
    """
    state = soldier(combatant)
    known = state.isf is not None and state.actions is not None
    return known and encounter.timed and on(encounter, INITIATIVE)


def time_and_number(isf: int, book: Book) -> tuple[int, int]:
    """Initiative Time in actions and Action Number by Intelligence Skill Factor; below 3 as 3 (O56)."""
    table = book.tables.of(INT, TABLE)
    time, number = (table.lookup("", isf, column)[0] for column in (TIME, NUMBER))
    assert time is not None
    assert number is not None
    return time, number


def planned(combatant: Combatant, encounter: Encounter) -> Plan | None:
    """What he thinks of, or has thought of, while that counts."""
    return soldier(combatant).plan if bound(combatant, encounter) else None


def thinks(combatant: Combatant, encounter: Encounter) -> bool:
    """Whether he is thinking of a Course of Action."""
    plan = planned(combatant, encounter)
    return plan is not None and plan.stage == "thinks"
