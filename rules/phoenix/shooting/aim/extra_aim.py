"""Actions of aim that count in addition to the actions taken."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine.records.model import Combatant, Encounter
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.carrying.kit import Held
from rules.phoenix.shooting.targets.aimed_target import AimedTarget

EXTRA_AIM = Hook[Callable[[Combatant, Held, AimedTarget, Encounter], int]]()
"""Each returns its actions for this shooter with this weapon at this target, 0 while its switch is off."""


def extra_aim(shooter: Combatant, arm: Held, at: AimedTarget, how: How, encounter: Encounter) -> int:
    """Return the sum of all of them; 0 for a shooter that fires from the hip or moves."""
    if how.stance == "hip" or how.moving:
        return 0
    return sum([rule(shooter, arm, at, encounter) for rule in EXTRA_AIM.under(encounter)])
