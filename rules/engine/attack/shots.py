"""A shot as it is ordered in a book without ranges, aim and fire modes."""

from __future__ import annotations

from typing import Generic

from rules.engine.attack.arms import Arm, W
from rules.engine.attack.attacks import NOBODY, Attacks, AttackTarget, C
from rules.engine.records.errors import NoRule
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack
from rules.engine.records.steps import Term
from rules.engine.scene.modifiers import modifier


@dataclass(frozen=True, slots=True)
class Shot(Generic[W, C]):
    """A shot that can be fired; `terms` are the modifiers of mod:."""

    shooter: Combatant
    arm: Arm[W]
    target: AttackTarget[C]
    terms: tuple[Term, ...]

    @property
    def deed(self) -> str:
        """The deed in words: "Rook fires the Rifle at Guard 1"."""
        return f"{self.shooter.reference} fires the {self.arm.weapon.name} at {self.target.name}"


@dataclass(frozen=True)
class Shots(Attacks[W, C]):
    """Attacks with one target, which the distance does not change."""

    space = ""
    verb = "shoot at"
    one_target = "A shot has one target"

    def shot(self, order: Attack, encounter: Encounter, *, odds: bool = False) -> Shot[W, C]:
        """Return the shot of an order; for `odds`, the target may be left out. Raises Refusal before anything is
        spent.
        """
        for option, given in (("aim", order.aim), ("range", order.range), ("how", order.how.strip() or None)):
            if given is not None:
                raise NoRule(f"This rulebook does not use {option}:. Leave it out.")
        shooter = encounter.combatant(order.actor)
        arm = self.arms.meant(shooter, order.weapon)
        target = NOBODY if odds and not order.targets else self.only_target(order, encounter)
        return Shot(shooter, arm, target, modifier(order.mod))
