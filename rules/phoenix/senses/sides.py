"""Who belongs together, and who is somebody else's man."""

from __future__ import annotations

from rules.model import Combatant


def comrades(one: Combatant, other: Combatant) -> bool:
    """Whether they are of one side; where neither has one, whether the same player, or the GM, gives the orders."""
    if one.side or other.side:
        return one.side == other.side
    return one.owner == other.owner
