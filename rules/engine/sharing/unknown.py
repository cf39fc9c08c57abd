"""Answers about a fighter that the reader only glimpses: they do not know the parts that `Ruleset.outward` leaves out.

The fighter's record has ordinary values in place of these parts. So a question about such a fighter is answered with
the figures that do not depend on these parts, and the answer names them: unknown is not none.
"""

from __future__ import annotations

from rules.engine.records.errors import NotNow
from rules.engine.records.model import Combatant, Encounter

NOT_KNOWN = "Not known to you"
"""The label of these parts on a fighter's sheet."""


def glimpsed(id: str, encounter: Encounter) -> bool:
    """Return whether the fighter with this id is only glimpsed; "" names nobody."""
    return bool(id) and encounter.combatant(id).glimpsed


def not_known(combatant: Combatant, *parts: str) -> str:
    """Return the remark that names these parts: "Guard: not known to you: armor, wounds."."""
    return f"{combatant.reference}: not known to you: {', '.join(parts)}."


def check_known(combatant: Combatant, *parts: str) -> None:
    """Raise NotNow for a question about a glimpsed fighter that only these parts can answer."""
    if combatant.glimpsed:
        raise NotNow(f"{not_known(combatant, *parts)} Their chances depend on that.")
