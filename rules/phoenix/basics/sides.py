"""Enemies in Phoenix Command: combatants of other sides, and those without a side (5.5, 5.6, 5.9, 5.10, 5.13)."""

from __future__ import annotations

from rules.engine.records.model import Combatant
from rules.engine.sharing.sides import friends

__all__ = ["enemies", "friends"]


def enemies(one: Combatant, other: Combatant) -> bool:
    """Return whether they are different combatants and not friends. A combatant without a side is everybody's enemy."""
    return one.id != other.id and not friends(one, other)
