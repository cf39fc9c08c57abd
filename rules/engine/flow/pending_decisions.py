"""The fighters that still need a decision before time continues.

Without fog these are the fighters that hold time up. With fog a list of fighters would tell others what a hidden one
can do, so people are asked instead: everyone who owns a fighter in play, until they have decided for each of their
fighters. A fighter is decided for once they have acted and have nothing left to do, have passed, or have a plan, work
under way or a declared order. Owners pass even for fighters that could not act at all, whether or not others see them.
Fighters out of play (`Ruleset.in_play`) need no decision. While a question is open, everyone else is asked as before.

Where time runs by itself in the fog, it continues window by window (`by_windows`), and people are asked in each window.
Otherwise the windows in which time stops would reveal when a hidden fighter could act.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import BY_HAND, OFF, PACE
from rules.engine.flow.plans import undecided
from rules.engine.map.deployments import holds_time
from rules.engine.records.agenda import Declaration, Plan, Task
from rules.engine.records.model import Combatant, Encounter
from rules.engine.sight.sight import disclosed, fog


def asked_about(encounter: Encounter, book: Ruleset, *, as_in_fog: bool = False) -> Iterator[Combatant]:
    """Yield the fighters that still need a decision, in their order; `as_in_fog`: whatever the fog is."""
    due = {*undecided(encounter, book)}
    people = (as_in_fog or fog(encounter) != OFF) and not holds_time(encounter)
    busy = (item.actor for item in encounter.agenda if isinstance(item, Plan | Task | Declaration))
    decided = {*encounter.passed, *busy}
    for combatant in encounter.combatants:
        if combatant.id in due or (
            people
            and combatant.id not in decided
            and book.in_play(combatant, encounter)
            and not book.acted(combatant, encounter)
        ):
            yield combatant


def flows(encounter: Encounter) -> bool:
    """Return whether time continues by itself here once everyone has decided."""
    return not disclosed(encounter) and encounter.settings.get(PACE, BY_HAND) != BY_HAND


def by_windows(encounter: Encounter) -> bool:
    """Return whether time continues window by window, whether or not anybody can act in one."""
    return flows(encounter) and fog(encounter) != OFF


def to_decide(encounter: Encounter, book: Ruleset) -> tuple[str, ...]:
    """Return the ids of the fighters that need a decision before time continues; a run stops for them."""
    if by_windows(encounter):
        return tuple([fighter.id for fighter in asked_about(encounter, book)])
    return undecided(encounter, book)
