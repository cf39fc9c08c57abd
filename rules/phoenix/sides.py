"""Who fights with whom: sides, and those who are on none (5.5, 5.6, 5.9, 5.10, 5.13)."""

from __future__ import annotations

from rules.engine.model import Combatant


def friends(one: Combatant, other: Combatant) -> bool:
    """Whether they are of the same side, if they are of any."""
    return bool(one.side) and one.side == other.side


def enemies(one: Combatant, other: Combatant) -> bool:
    """Whether they are of different sides; whoever has none is everybody's enemy."""
    return one.id != other.id and not friends(one, other)
