"""Defensive skill (5.4; O56): a target who is aware of the shooter is harder to hit, by Intelligence Skill Factor.

A target is aware of a shooter in their Field of View. Where spotting counts (5.2), they must also have spotted the
shooter or know of their place. A target is aware as well of a shooter they have heard (5.3). In a quick ruling, which
has no records of this, every target is aware. The word of the target's side or the GM overrides all of it (O74).
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.records.errors import NoRule
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.steps import Ruling, Step, Term
from rules.phoenix.basics.arms import Arm, Grenade
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.basics.switches import DEFENSE, on
from rules.phoenix.book import Book
from rules.phoenix.ground import trace
from rules.phoenix.optional.gunnery import awareness
from rules.phoenix.optional.senses import spotting
from rules.phoenix.optional.senses.hearing.hearing import heard_lately
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.targets.aimed_target import Attempt
from rules.tables.cells import INT

_TABLE = "defensive"
_FIRST, _LAST = 3, 40
_SAID = ", as their side says"


def terms(attempt: Attempt, encounter: Encounter, book: Book) -> Iterator[tuple[Term, tuple[Step, ...]]]:
    """Yield the target's Defensive ALM. There is none for a place, or for a target who is unaware or out."""
    at = attempt.at
    if at.ground or attempt.how.size:
        return
    isf = skill_factor(at.state)
    if isf is None or at.state.out(encounter.clock):
        return
    word = _word(attempt, encounter)
    if not (_recorded(attempt, encounter, book) if word is None else word):
        yield Term(f"unaware of the shooter{_SAID if word is not None else ''}", 0, "5.4"), ()
        return
    value, step = book.tables.of(INT, _TABLE).lookup("Defense", isf, detail=True, section="5.4")
    steps: tuple[Step, ...] = (step,)
    if not _FIRST <= isf <= _LAST:
        steps += (Ruling("O56", f"an ISF of {isf} is outside the table, so the nearest line counts", section="5.4"),)
    if value:
        yield Term(f"defensive skill, ISF {isf}{_SAID if word else ''}", value, "5.4"), steps


def _word(attempt: Attempt, encounter: Encounter) -> bool | None:
    """Return whether the target is aware by the word of `how:` or of their own side, None if nobody said it."""
    if attempt.how.awareness:
        return attempt.how.awareness == "aware"
    return (
        awareness.said(encounter.combatant(attempt.at.id), attempt.shooter.id, encounter.clock)
        if attempt.at.id
        else None
    )


def _recorded(attempt: Attempt, encounter: Encounter, book: Book) -> bool:
    return not attempt.at.id or aware(encounter.combatant(attempt.at.id), attempt.shooter, encounter, book)


def skill_factor(state: Soldier) -> int | None:
    """Return the Intelligence Skill Factor, computed from INT and SAL if only those are given.

    Return None if it is unknown.
    """
    if state.isf is None and state.characteristics and state.sal is not None:
        return state.characteristics.intelligence + state.sal
    return state.isf


def aware(target: Combatant, shooter: Combatant, encounter: Encounter, book: Book) -> bool:
    """Return whether the target is aware of the shooter, according to the record.

    The target may have seen them from any hex on their way in this impulse.
    """
    if not encounter.timed or heard_lately(target, shooter.id, encounter.clock):
        return True
    if spotting.counts(encounter) and spotting.knows(target, shooter):
        return True
    return any(spotting.noticed(there, shooter, encounter, book) for there in trace.way(target))


def check(how: How, weapon: Arm, encounter: Encounter) -> None:
    """Raise NoRule for the words "aware" and "unaware" where they have no effect."""
    if not how.awareness:
        return
    if not on(encounter, DEFENSE):
        raise NoRule(
            f"Whether a target is {how.awareness} counts only with the switch “defensive skill” on (5.4)."
            " Leave it out of how:."
        )
    if isinstance(weapon, Grenade):
        raise NoRule(
            f"A grenade is thrown at a hex, and a hex cannot defend itself (5.4). Leave {how.awareness} out of how:."
        )
