"""What a combatant carries of ammunition, and what the spare part of it weighs."""

from __future__ import annotations

from fractions import Fraction

from rules.engine.ammunition import TOKENS
from rules.engine.ammunition_weight import significant_items, weight
from rules.engine.model import Combatant
from rules.engine.supplies import carried_lines
from rules.savage.shooter import Firearm, shooter


def carried(combatant: Combatant) -> Fraction:
    """What the spare tokens weigh that somebody carries; those in a weapon, and supplies, are not counted."""
    total = Fraction(0)
    for weapon, ammunition in ((c.weapon, c.ammunition) for c in combatant.carried):
        if isinstance(weapon, Firearm) and ammunition and ammunition.measure == TOKENS:
            spare = sum(load.count * load.number for load in ammunition.spares or ())
            total += weight(spare, weapon.rounds, caseless=weapon.caseless)
    return total


def lines(combatant: Combatant) -> tuple[str, ...]:
    """Everything somebody has of ammunition: in his weapons and besides, his supplies, what his spare tokens weigh."""
    supplies = [f"Supply: {supply.sort}, {supply.term}" for supply in shooter(combatant).supplies]
    weighs = carried(combatant)
    told = [f"Spare ammunition weighs {significant_items(weighs)}"] if weighs else []
    return (*carried_lines(combatant), *supplies, *told)
