"""Initiative Time and Action Number, the fighters who need them, and a fighter's current Course of Action (5.5)."""

from __future__ import annotations

from rules.engine.records.model import Combatant, Encounter
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import INITIATIVE, on
from rules.phoenix.book import Book
from rules.phoenix.optional.records import Plan
from rules.tables.cells import INT

TABLE = "initiative"
TIME, NUMBER = "IT", "A#"


def bound(combatant: Combatant, encounter: Encounter) -> bool:
    """Return whether the fighter needs a Course of Action: the switch is on, time counts, and their ISF and actions are
    known.

    The book does not say how long a fighter of unknown ISF thinks, so they need none.
    """
    if not encounter.timed or not on(encounter, INITIATIVE):
        return False
    state = soldier(combatant)
    return state.isf is not None and state.actions is not None


def time_and_number(isf: int, book: Book) -> tuple[int, int]:
    """Return the Initiative Time in actions and the Action Number for an Intelligence Skill Factor.

    One below 3 counts as 3 (O56).
    """
    table = book.tables.of(INT, TABLE)
    time, number = (table.lookup("", isf, column)[0] for column in (TIME, NUMBER))
    assert time is not None
    assert number is not None
    return time, number


def planned(combatant: Combatant, encounter: Encounter) -> Plan | None:
    """Return the Course of Action that the fighter has or thinks of, or None if there is none or the rule is off."""
    plan = soldier(combatant).plan
    return plan if plan is not None and bound(combatant, encounter) else None


def thinks(combatant: Combatant, encounter: Encounter) -> bool:
    """Return whether the fighter is thinking of a Course of Action."""
    plan = soldier(combatant).plan
    return plan is not None and plan.stage == "thinks" and bound(combatant, encounter)
