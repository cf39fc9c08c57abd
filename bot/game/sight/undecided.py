"""The people who still have to decide before time continues: the owners of the fighters who need a decision.

Which these are is in `rules.engine.flow.pending_decisions`.
"""

from __future__ import annotations

from rules.engine.books.ruleset import Ruleset
from rules.engine.flow.pending_decisions import asked_about
from rules.engine.records.model import Encounter
from rules.engine.records.references import GMS
from rules.engine.sight.sight import disclosed


def still_asked(encounter: Encounter, book: Ruleset, *, as_in_fog: bool = False) -> frozenset[str]:
    """Return the ids of the users who still have to decide in this window; GMS where the GM's own fighters wait.

    Nobody has to while the encounter is paused, or once it has ended. `as_in_fog`: whatever the fog is.
    """
    if encounter.paused or disclosed(encounter):
        return frozenset()
    return frozenset(combatant.owner or GMS for combatant in asked_about(encounter, book, as_in_fog=as_in_fog))


def to_decide(encounter: Encounter, book: Ruleset, user: str) -> tuple[str, ...]:
    """Return the ids of the user's fighters (GMS: the GM's own) with a due decision, in their order."""
    return tuple(combatant.id for combatant in asked_about(encounter, book) if (combatant.owner or GMS) == user)
