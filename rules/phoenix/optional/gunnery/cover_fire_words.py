"""The words of `how:` that can be combined with cover fire, and when cover fire counts (5.10)."""

from __future__ import annotations

from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, Refusal
from rules.engine.records.model import Encounter
from rules.phoenix.basics.arms import Arm, ExplosiveWeapon, Gun
from rules.phoenix.basics.switches import COVER_FIRE, on
from rules.phoenix.shooting.aim.how import How


def check(how: How, weapon: Arm, encounter: Encounter) -> None:
    """Raise NoRule for cover fire while its switch is off, Refusal for words that have no effect with it."""
    if not how.covering:
        return
    if not on(encounter, COVER_FIRE):
        raise NoRule("Cover fire counts only with the switch “cover fire” on (5.10). Leave it out of how:.")
    if not isinstance(weapon, Gun) or isinstance(weapon, ExplosiveWeapon):
        raise NoRule("Cover fire uses rounds, not explosives. Leave it out of how:.")
    kept = replace(how, stance="", arc=None, smoke="", moving="", speed=None, held=(), seen=(), cocked=False)
    if kept != How(covering=True):
        raise Refusal("Cover fire covers hexes. In how: use only its arc and words about the shooter and the weapon.")
