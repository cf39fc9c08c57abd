"""Defensive skill: how hard a target who knows of the threat is to hit, by Intelligence Skill Factor (5.4; O56)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.errors import NoRule
from rules.engine.model import Encounter
from rules.engine.steps import Ruling, Step, Term
from rules.phoenix.arms import Arm, Grenade
from rules.phoenix.book import Book
from rules.phoenix.shooting.how import How
from rules.phoenix.shooting.targets.sighting import Attempt
from rules.phoenix.soldier import Soldier
from rules.phoenix.switches import DEFENSE, on
from rules.tables.cells import INT

_TABLE = "defensive"
_FIRST, _LAST = 3, 40


def terms(attempt: Attempt, encounter: Encounter, book: Book) -> Iterator[tuple[Term, tuple[Step, ...]]]:
    """Yield the target's Defensive ALM; there is none for a place, or for a target who is unaware or out."""
    at = attempt.at
    if not on(encounter, DEFENSE) or at.ground or attempt.how.size or attempt.how.unaware:
        return
    isf = skill_factor(at.state)
    if isf is None or at.state.out(encounter.clock):
        return
    value, step = book.tables.of(INT, _TABLE).lookup("Defense", isf, detail=True, section="5.4")
    steps: tuple[Step, ...] = (step,)
    if not _FIRST <= isf <= _LAST:
        steps += (Ruling("O56", f"an ISF of {isf} is off the table's end: the nearest line holds", section="5.4"),)
    if value:
        yield Term(f"defensive skill, ISF {isf}", value, "5.4"), steps


def skill_factor(state: Soldier) -> int | None:
    """The Intelligence Skill Factor, from INT and SAL if only those are given; None if it is unknown."""
    if state.isf is None and state.characteristics and state.sal is not None:
        return state.characteristics.intelligence + state.sal
    return state.isf


def check(how: How, weapon: Arm, encounter: Encounter) -> None:
    """Raises NoRule for the word "unaware" where it has no effect."""
    if how.unaware and not on(encounter, DEFENSE):
        raise NoRule(
            "Whether a target is unaware counts only with the switch “defensive skill” (5.4): leave it out of how:."
        )
    if how.unaware and isinstance(weapon, Grenade):
        raise NoRule("A grenade is thrown at a hex, which nobody defends (5.4): leave unaware out of how:.")
