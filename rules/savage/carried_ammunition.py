"""The ammunition of a combatant in lines, and the weight of its spare loads ("Ammunition Cost and Weight")."""

from __future__ import annotations

from fractions import Fraction

from rules.engine.ammunition.ammunition import TOKENS
from rules.engine.ammunition.ammunition_weight import significant_items, weight
from rules.engine.ammunition.supplies import carried_lines
from rules.engine.books.ruleset import Fact, Line
from rules.engine.records.model import Combatant
from rules.savage.shooter import Firearm, shooter


def carried_weight(combatant: Combatant) -> Fraction:
    """Return the weight of a combatant's spare tokens in Significant Items, without loaded ones and supplies."""
    total = Fraction(0)
    for weapon, ammunition in ((c.weapon, c.ammunition) for c in combatant.carried):
        if isinstance(weapon, Firearm) and ammunition and ammunition.measure == TOKENS:
            spare = sum(load.count * load.number for load in ammunition.spares or ())
            total += weight(spare, weapon.rounds, caseless=weapon.caseless)
    return total


def lines(combatant: Combatant) -> tuple[Line, ...]:
    """Return a combatant's ammunition in lines: weapons and spare loads, supplies, the weight of spare tokens."""
    supplies = [Fact("Supply", f"{supply.sort}, {supply.term}") for supply in shooter(combatant).supplies]
    weight_carried = carried_weight(combatant)
    weight_line = [f"Spare ammunition weighs {significant_items(weight_carried)}"] if weight_carried else []
    return (*carried_lines(combatant), *supplies, *weight_line)
