"""How a weapon's ammunition is counted: in rounds by the book; in boxes or tokens (house rules) if a switch says so.

Explosive weapons, grenades and weapons that hold a single round are always counted in rounds, and so are sheet lines.
"""

from __future__ import annotations

from math import ceil

from rules.engine.ammunition import ammunition as counting
from rules.engine.ammunition.ammunition import BOXES, ROUNDS, TOKENS
from rules.engine.records.model import Ammunition, Carried, Encounter
from rules.engine.records.records import Weapon
from rules.phoenix.basics import switches
from rules.phoenix.basics.arms import ExplosiveWeapon, Gun
from rules.phoenix.shooting.carrying.kit import load_of


def counted(carried: Carried, encounter: Encounter) -> Ammunition | None:
    """Return the ammunition of a carried weapon in the encounter's measure, if the weapon can be counted that way."""
    return measured(carried.weapon, carried.ammunition, switches.value(encounter, switches.AMMUNITION))


def measured(weapon: Weapon, ammunition: Ammunition | None, measure: str) -> Ammunition | None:
    """Return the ammunition in this measure, if the weapon can be counted that way."""
    if ammunition is None or not isinstance(weapon, Gun) or ammunition.measure == measure:
        return ammunition
    if isinstance(weapon, ExplosiveWeapon) or weapon.capacity == 1:
        return ammunition
    return counting.recounted(ammunition, measure, _capacity(weapon, measure), singly=load_of(weapon) == 1)


def _capacity(weapon: Gun, measure: str) -> int:
    """Return a full load: tokens by the rounds of a magazine; a box for each attack that empties it, in bursts if the
    weapon fires them.
    """
    if measure == TOKENS:
        return counting.tokens(weapon.capacity)
    if measure == BOXES:
        return ceil(weapon.capacity / max(weapon.rate.automatic, 1))
    assert measure == ROUNDS
    return weapon.capacity
