"""Which words of `how:` go with cover fire, and when it counts (5.10)."""

from __future__ import annotations

from rules.engine.copies import replace
from rules.engine.errors import NoRule, Refusal
from rules.engine.model import Encounter
from rules.phoenix.arms import Arm, ExplosiveWeapon, Gun
from rules.phoenix.shooting.how import How
from rules.phoenix.switches import COVER_FIRE, on


def check(how: How, weapon: Arm, encounter: Encounter) -> None:
    """Raises NoRule for cover fire while its switch is off, Refusal for words that have no effect with it."""
    if not how.covering:
        return
    if not on(encounter, COVER_FIRE):
        raise NoRule("Cover fire counts only with the switch “cover fire” (5.10): leave it out of how:.")
    if not isinstance(weapon, Gun) or isinstance(weapon, ExplosiveWeapon):
        raise NoRule("Cover fire is given with rounds, not with what explodes: leave it out of how:.")
    kept = replace(how, stance="", arc=None, smoke="", moving="", speed=None, held=(), seen=(), cocked=False)
    if kept != How(covering=True):
        raise Refusal(
            "Cover fire goes at hexes and whoever appears there: leave all but its arc, and what is said of shooter and"
            " weapon, out of how:."
        )
