"""The targets, weapons and aims that a player can choose for an attack, with their labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic

from rules.engine.attack.arms import Arm, W
from rules.engine.attack.attacks import Attacks, C
from rules.engine.books.ruleset import Choices
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack
from rules.words.phrases import counted


@dataclass(frozen=True, slots=True)
class Prospect:
    """A possible target: the distance in spaces, None if it is not known, and whether the line of sight is clear."""

    combatant: Combatant
    spaces: int | None
    clear: bool


@dataclass(frozen=True)
class Choosing(Generic[W, C]):
    """The choices of a board game's attacks. A book overrides what differs."""

    attacks: Attacks[W, C]

    def armed(self, order: Attack, shooter: Combatant) -> bool:
        """Return whether the fighter has anything to choose from."""
        return bool(shooter.carried)

    def fits(self, order: Attack) -> Callable[[W], bool] | None:
        """Return the test for weapons that the verb uses; None if it uses all."""
        return None

    def arm(self, order: Attack, shooter: Combatant) -> Arm[W]:
        """Return the weapon of an attack, the one named or else the usual one. Raises Refusal for an unknown one."""
        return self.attacks.arms.meant(shooter, order.weapon, self.fits(order))

    def weapon_words(self, arm: Arm[W], shooter: Combatant, encounter: Encounter) -> str:
        """Return a weapon in a few words."""
        return arm.weapon.name

    def aims(self, arm: Arm[W], shooter: Combatant, encounter: Encounter) -> Iterable[int]:
        """Return the aims that the fighter can afford now; none in a book without aim."""
        return ()

    def aim_words(self, aim: int) -> str:
        """Return an aim in words: "2 actions"."""
        return counted(aim, "action")

    def chance(self, arm: Arm[W], shooter: Combatant, target: Combatant, aim: int, spaces: int) -> str:
        """Return the chance to hit in words; "" shows none."""
        return ""

    def choices(self, order: Attack, encounter: Encounter) -> Choices:
        """Return the choices, the nearest target in sight first, friends last. Raises Refusal for an unknown weapon.

        The aims are those of the weapon named, or else of the usual one. Their chances are against the target named, or
        else against the first.
        """
        shooter = encounter.combatant(order.actor)
        if not self.armed(order, shooter):
            return Choices((), (), ())
        prospects, fits = self.prospects(shooter, encounter), self.fits(order)
        fitting = [arm for arm in self.attacks.arms.carried(shooter) if fits is None or fits(arm.weapon)]
        weapons = tuple((arm.weapon.name, self.weapon_words(arm, shooter, encounter)) for arm in fitting)
        arm, named = self.arm(order, shooter), [target.id for target in order.targets]
        preferred = min(prospects, key=lambda one: one.combatant.id not in named, default=None)
        spaces = max(order.range or 0, 0) or (preferred.spaces if preferred else None)

        def words(aim: int) -> str:
            label = self.aim_words(aim)
            if preferred is None or not spaces:
                return label
            chance = self.chance(arm, shooter, preferred.combatant, aim, spaces)
            return f"{label}: {chance} at {preferred.combatant.name}" if chance else label

        aims = tuple((aim, words(aim)) for aim in self.aims(arm, shooter, encounter))
        return Choices(self._labeled(prospects), weapons, aims)

    def targets(self, order: Attack, encounter: Encounter) -> tuple[tuple[str, str], ...]:
        """Return the targets of `choices`. Raises Refusal as it does."""
        shooter = encounter.combatant(order.actor)
        if not self.armed(order, shooter):
            return ()
        self.arm(order, shooter)
        return self._labeled(self.prospects(shooter, encounter))

    def _labeled(self, prospects: list[Prospect]) -> tuple[tuple[str, str], ...]:
        return tuple([(one.combatant.id, self._target_words(one)) for one in prospects])

    def prospects(self, shooter: Combatant, encounter: Encounter) -> list[Prospect]:
        """Return the possible targets, likeliest first: enemies, at a known distance, in sight, near."""
        friends, targets = self.attacks.friends, self.attacks.targets(shooter.id, encounter)
        prospects = [self._prospect(shooter, other, encounter) for other in targets]
        return sorted(
            prospects,
            key=lambda one: (
                friends(shooter, one.combatant),
                one.spaces is None,
                not one.clear,
                one.spaces or 0,
            ),
        )

    def _prospect(self, shooter: Combatant, other: Combatant, encounter: Encounter) -> Prospect:
        attacks, here, there = self.attacks, shooter.place, other.place
        if not attacks.space:
            return Prospect(other, None, True)
        if here is None or there is None:
            return Prospect(other, encounter.apart(shooter.id, other.id), True)
        clear = attacks.blocking(shooter, attacks.at(other), encounter) is None
        return Prospect(other, attacks.distance(here, there, encounter) or None, clear)

    def _target_words(self, one: Prospect) -> str:
        """Return a possible target with its distance: "Guard 1 (4 squares, no line of sight)"."""
        details = [counted(one.spaces, self.attacks.space)] if one.spaces else []
        details += [] if one.clear else ["no line of sight"]
        return f"{one.combatant.name} ({', '.join(details)})" if details else one.combatant.name
