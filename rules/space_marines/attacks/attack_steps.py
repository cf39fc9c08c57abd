"""The steps of every attack: target number, cost, weapon in hand, two dice (ATTACKS).

Shared by single attacks, split attacks and grenades.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from operator import attrgetter

from rules.engine.attack.arms import Arm
from rules.engine.records.copies import replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.steps import Term
from rules.engine.scene.scene import Scene
from rules.grid.directions import from_where
from rules.space_marines.attacks.aiming import SOURCE, Attempt, check_chance, check_flame, is_ranged, needs_roll, terms
from rules.space_marines.attacks.chances import SIDES, SNAKE_EYES, chance, percent
from rules.space_marines.figures import reloading, turn
from rules.space_marines.figures.arms import ARMS, attack_cost
from rules.space_marines.figures.figure import Armament, Damage, figure
from rules.words.phrases import counted

TARGET_NUMBER = "Target number"
_VALUE = attrgetter("value")


@dataclass(frozen=True, slots=True)
class Shot:
    """An attempt with its Points of aim and dice of damage.

    `sum`: the terms of the target number, () for a weapon that needs no roll.
    """

    attempt: Attempt
    aim: int
    dice: int
    sum: tuple[Term, ...] = ()

    @property
    def needed(self) -> int:
        """The target number; 0 for a weapon that needs no roll."""
        return sum(map(_VALUE, self.sum))

    @property
    def chance(self) -> Fraction:
        """The chance (0 to 1) of a hit."""
        return chance(self.needed) if self.sum else Fraction(1)

    @property
    def damage(self) -> Damage:
        """The wounds of a hit."""
        return damage_of(self.attempt.weapon, self.dice)

    @property
    def needed_words(self) -> str:
        """The target number and its chance: "7 or more (58%)"."""
        number = f"{self.needed} or more" if self.needed > SNAKE_EYES else "anything but 2"
        return f"{number} ({percent(self.chance)})"


def shot(attempt: Attempt, aim: int, dice: int) -> Shot:
    """Return the attempt with its target number. Raises Refusal without a chance to hit."""
    check_flame(attempt)
    if not needs_roll(attempt.weapon):
        return Shot(attempt, aim, dice)
    ready = Shot(attempt, aim, dice, terms(attempt, aim))
    check_chance(attempt, ready.needed, aim)
    return ready


def damage_of(weapon: Armament, dice: int) -> Damage:
    """Return the weapon's damage with this number of dice."""
    return replace(weapon.damage, dice=dice)


def pay(shooter: Combatant, arm: Arm[Armament], aim: int, dice: int, scene: Scene, *, automatic: bool = False) -> None:
    """Spend the Points and ammunition of an attack and end the figure's turn. Raises Refusal before that."""
    cost = aim + attack_cost(arm.weapon, dice)
    check_payable(shooter, arm, cost, scene.encounter)
    turn.begin_turn(shooter.id, scene)
    scene.accept()
    if arm.slot != shooter.in_hand and is_ranged(arm.weapon) and not arm.weapon.thrown:
        ARMS.take_in_hand(shooter, arm, scene)
    turn.spend(shooter.id, cost, scene)
    turn.end_turn(shooter.id, scene)
    reloading.spend_ammunition(shooter.id, arm.slot, scene, automatic=automatic)


def check_payable(shooter: Combatant, arm: Arm[Armament], cost: Fraction, encounter: Encounter) -> None:
    """Raise NotNow for too few Points, an empty weapon, or an unfinished reload."""
    turn.check_affordable(shooter.id, cost, "that attack", encounter)
    reloading.check_loaded(shooter, arm.slot, encounter)


def note_left(shooter: Combatant, scene: Scene) -> None:
    """Note the attacker's remaining Points, as a detail unless it is a leader, because its own turn is over."""
    scene.note("Section", "Space Marines, ATTACKS and Appendix A", detail=True, section=SOURCE)
    if scene.combatant(shooter.id).present:
        turn.note_left(shooter.id, SOURCE, scene, detail=not figure(shooter).leader)


def two_dice(why: str, shots: Iterable[Shot], scene: Scene) -> int:
    """Roll two dice once for all these shots and return the total; 2 is a misfire."""
    all_shots = tuple(shots)
    numbers = [
        shot.needed_words + (f" at {shot.attempt.target.name}" if len(all_shots) > 1 else "") for shot in all_shots
    ]
    if len(all_shots) > 1 and len({shot.needed_words for shot in all_shots}) == 1:
        numbers = [f"{all_shots[0].needed_words} at each"]
    first = scene.throw("Hit", f"{why}, first die", 1, SIDES, ", ".join(numbers), section=SOURCE)
    second = scene.throw("Hit", f"{why}, second die", 1, SIDES, again=True, section=SOURCE)
    total = first + second
    misfire = ", a misfire" if total == SNAKE_EYES else ""
    scene.note(
        "Hit", f"{first} + {second} = {total}{misfire}", section=SOURCE, brief=f"total {total}{misfire}", outward=True
    )
    return total


def attack_words(attempt: Attempt) -> str:
    """Return the attack in words: "Ash fires the Rifle at Bug Warrior 2, 5 spaces"."""
    shooter, weapon, target = attempt.shooter.reference, attempt.weapon, attempt.target.name
    if not is_ranged(weapon):
        # The weapon is not named if the figure has only one.
        alone = len(attempt.shooter.carried) == 1
        return f"{shooter} attacks {target}" if alone else f"{shooter} attacks {target} ({weapon.name})"
    verb = "throws a" if weapon.thrown else "fires the"
    return f"{shooter} {verb} {weapon.name} at {target}, {counted(attempt.range.spaces, 'space')}"


def unseen_words(attempt: Attempt) -> str:
    """Return the attack in words for readers that perceive the target and not the attacker."""
    if not is_ranged(attempt.weapon):
        return "An unseen attack"
    return from_where(attempt.shooter.place, attempt.target.place)


def miss_word(total: int) -> str:
    """Return the word for a miss with this total."""
    return "MISFIRE" if total == SNAKE_EYES else "MISS"
