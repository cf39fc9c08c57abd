"""What every attack goes through: its target number, its price, the weapon in hand, two dice (ATTACKS)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.engine.effects import Drawn
from rules.engine.model import Combatant, Encounter
from rules.engine.scene import Scene
from rules.engine.steps import Term
from rules.space_marines import reloading, turn
from rules.space_marines.aiming import Attempt, check_chance, check_flame, ranged, rolled, terms
from rules.space_marines.arms import Held, cost_of
from rules.space_marines.chances import SIDES, SNAKE_EYES, chance, percent
from rules.space_marines.figure import Armament, Damage, figure
from rules.words.phrases import counted

TARGET_NUMBER = "Target number"


@dataclass(frozen=True, slots=True)
class Shot:
    """An attempt with its Points of aim and dice of damage; `sum` is the target number, () for what hits by itself."""

    attempt: Attempt
    aim: int
    dice: int
    sum: tuple[Term, ...] = ()

    @property
    def needed(self) -> int:
        """The target number; 0 for what hits by itself."""
        return sum(term.value for term in self.sum)

    @property
    def chance(self) -> Fraction:
        """The chance of a hit."""
        return chance(self.needed) if self.sum else Fraction(1)

    @property
    def damage(self) -> Damage:
        """What a hit does."""
        return bought(self.attempt.weapon, self.dice)

    @property
    def needed_words(self) -> str:
        """The number and its chance: "7 or more (58%)"."""
        number = f"{self.needed} or more" if self.needed > SNAKE_EYES else "anything but 2"
        return f"{number} ({percent(self.chance)})"


def shot(attempt: Attempt, aim: int, dice: int) -> Shot:
    """The attempt with its number. Raises Refusal where there is no chance."""
    check_flame(attempt)
    if not rolled(attempt.weapon):
        return Shot(attempt, aim, dice)
    ready = Shot(attempt, aim, dice, terms(attempt, aim))
    check_chance(attempt, ready.needed, aim)
    return ready


def bought(weapon: Armament, dice: int) -> Damage:
    """The damage of so many dice."""
    return replace(weapon.damage, dice=dice)


def pay(shooter: Combatant, arm: Held, aim: int, dice: int, scene: Scene, *, automatic: bool = False) -> None:
    """Begin the attack: Points and ammunition are spent, and the figure's turn ends. Raises Refusal before that."""
    cost = aim + cost_of(arm.weapon, dice)
    check_payable(shooter, arm, cost, scene.encounter)
    turn.takes_turn(shooter.id, scene)
    if arm.slot != shooter.in_hand and ranged(arm.weapon) and not arm.weapon.thrown:
        scene.do(Drawn(shooter.id, arm.slot))
        scene.note("Weapon", f"takes the {arm.weapon.name} in hand; the text gives no cost for changing, so none")
    turn.spend(shooter.id, cost, scene)
    turn.ends(shooter.id, scene)
    reloading.take(shooter.id, arm.slot, scene, automatic=automatic)


def check_payable(shooter: Combatant, arm: Held, cost: Fraction, encounter: Encounter) -> None:
    """Raises NotNow for Points it does not have, an empty weapon, a reload that is going on."""
    turn.affordable(shooter.id, cost, "that attack", encounter)
    reloading.check_loaded(shooter, arm.slot, encounter)


def tell(shooter: Combatant, scene: Scene) -> None:
    """What the attacker has left, if it is still there: of use only to a leader, its own turn being over."""
    scene.note("Section", "Space Marines, ATTACKS and Appendix A", detail=True)
    if scene.combatant(shooter.id).present:
        turn.tell_left(shooter.id, scene, detail=not figure(shooter).leader)


def two_dice(why: str, shots: Iterable[Shot], scene: Scene) -> int:
    """Throw two dice once for these shots; their total, 2 being a misfire."""
    every = tuple(shots)
    numbers = [shot.needed_words + (f" at {shot.attempt.at.name}" if len(every) > 1 else "") for shot in every]
    if len(every) > 1 and len({shot.needed_words for shot in every}) == 1:
        numbers = [f"{every[0].needed_words} at each"]
    first = scene.throw("Hit", f"{why}, first die", 1, SIDES, ", ".join(numbers))
    second = scene.throw("Hit", f"{why}, second die", 1, SIDES, again=True)
    total = first + second
    scene.note("Hit", f"{first} + {second} = {total}" + (", a misfire" if total == SNAKE_EYES else ""))
    return total


def described(attempt: Attempt) -> str:
    """The attack in a sentence: "Ash fires the Rifle at Bug Warrior 2, 5 spaces"."""
    shooter, weapon, at = attempt.shooter.name, attempt.weapon, attempt.at.name
    if not ranged(weapon):
        # What has nothing but its claws attacks with these.
        alone = len(attempt.shooter.carried) == 1
        return f"{shooter} attacks {at}" if alone else f"{shooter} attacks {at} ({weapon.name})"
    verb = "throws a" if weapon.thrown else "fires the"
    return f"{shooter} {verb} {weapon.name} at {at}, {counted(attempt.reach.spaces, 'space')}"


def missed(total: int) -> str:
    """What a miss is called."""
    return "MISFIRE" if total == SNAKE_EYES else "MISS"
