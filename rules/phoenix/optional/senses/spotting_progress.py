"""Counts how much of a Spotting Time a fighter has done for each enemy (5.2).

A record keeps the impulse from which the time counts instead of a number for each impulse. So a fighter's record does
not change while they continue to look.
"""

from __future__ import annotations

from rules.engine.records.agenda import Clock
from rules.engine.records.model import Combatant, Encounter
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import SPOTTING, on
from rules.phoenix.book import Book
from rules.phoenix.optional.records import Sought
from rules.phoenix.optional.senses.spotting_time import done, pace


def looked(one: Sought, pace: tuple[int, ...], until: Clock) -> int:
    """Return the part of the Spotting Time that is done before the impulse `until`."""
    return one.spent + (done(pace, one.since, until) if one.since else 0)


def looked_for(spotter: Combatant, target: str, encounter: Encounter, book: Book) -> int:
    """Return the part of the Spotting Time that the spotter has done before this impulse for a target (an id)."""
    for one in soldier(spotter).sought:
        if one.id == target:
            return looked(one, pace(spotter, encounter, book), encounter.clock)
    return 0


def running(one: Sought, clock: Clock) -> Sought:
    """Return the record with time counting from this impulse on, if it does not count already."""
    return Sought(one.id, one.spent, clock) if one.since is None else one


def stopped(one: Sought, pace: tuple[int, ...], clock: Clock) -> Sought:
    """Return the record with time counting no longer from this impulse on."""
    return one if one.since is None else Sought(one.id, looked(one, pace, clock))


def unfinished(encounter: Encounter) -> bool:
    """Return whether a fighter looks for an enemy in view, so that no impulse can be skipped."""
    if not on(encounter, SPOTTING):
        return False
    return any(one.since for combatant in encounter.combatants for one in soldier(combatant).sought)
