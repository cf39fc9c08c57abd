"""Actions of aim that count besides those that are taken: of a second shot and at a pinned place (5.8, 5.9)."""

from __future__ import annotations

from collections.abc import Callable

from rules.model import Combatant, Encounter
from rules.phoenix.shooting.kit import Held
from rules.phoenix.shooting.sighting import Mark

RULES: tuple[Callable[[Combatant, Held, Mark, Encounter], int], ...] = ()
"""Each gives its actions for this shooter with this weapon at this target, 0 while its switch is off."""


def extra(shooter: Combatant, arm: Held, at: Mark, encounter: Encounter) -> int:
    """The actions of all of them."""
    return sum(rule(shooter, arm, at, encounter) for rule in RULES)
