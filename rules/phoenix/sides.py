"""Who fights whom: combatants of one side, and those without a side (5.5, 5.6, 5.9, 5.10, 5.13)."""

from __future__ import annotations

from rules.engine.model import Combatant


def friends(one: Combatant, other: Combatant) -> bool:
    """Whether both are of the same side; a combatant without a side has no friends."""
    return bool(one.side) and one.side == other.side


def enemies(one: Combatant, other: Combatant) -> bool:
    """Whether they are different combatants and not friends: a combatant without a side is everybody's enemy."""
    return one.id != other.id and not friends(one, other)
