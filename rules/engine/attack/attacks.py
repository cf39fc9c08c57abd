"""The target and the range of an attack, for the attack and for its odds alike.

Every check here can refuse an attack, so it comes before any die is thrown or action spent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from rules.engine.attack.arms import Arms, W
from rules.engine.records.errors import NoLine, NoRule, NotNow, RangeWanted, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Apart, Combatant, Encounter, Profile
from rules.engine.records.orders import Attack, Target
from rules.engine.records.records import Condition, Weapon
from rules.engine.records.remedies import Remedy
from rules.engine.scene.effects import Ranged
from rules.engine.scene.scene import Scene
from rules.engine.sharing import shared_remedies, sides
from rules.grid import squares
from rules.words.phrases import counted, listed, several
from rules.words.places import Place

C = TypeVar("C", bound=Condition)

FARTHEST = 999
IN_PLAY, NOBODY_IN_PLAY = "In play", "Nobody else is in play"


@dataclass(frozen=True, slots=True)
class AttackTarget(Generic[C]):
    """The target of an attack: a combatant, one described in the command (no id), or an empty space (no condition).

    `name` is the reference of a combatant.
    """

    id: str
    name: str
    place: Place | None = None
    condition: C | None = None


NOBODY: AttackTarget[Any] = AttackTarget("", "")
"""The target of an attack that names none, whose odds are asked for."""


@dataclass(frozen=True, slots=True)
class AttackRange:
    """The range of an attack in spaces, in words with its source, and whether it was measured on the map."""

    spaces: int
    words: str
    measured: bool = False


@dataclass(frozen=True)
class Attacks(Generic[W, C]):
    """The targets and ranges of a board game's attacks, with its weapons and the condition of its fighters.

    A book overrides the methods and the words that differ.
    """

    arms: Arms[W]
    condition: Callable[[Combatant | Profile], C]

    space = "square"
    """The unit of ranges, in the singular; "" in a book without ranges."""
    verb = "attack"
    """The verb of a refusal: "You can't attack yourself"."""
    no_target, one_target = "Name a target", "An attack has one target"
    in_play_label, nobody_in_play = IN_PLAY, NOBODY_IN_PLAY
    another = "attack a fighter in sight"
    """The alternative to an attack at a target out of sight."""

    def friends(self, one: Combatant, other: Combatant) -> bool:
        """Return whether the two fight on the same side."""
        return sides.friends(one, other)

    def targets(self, actor: str, encounter: Encounter) -> list[Combatant]:
        """Return the possible targets of a fighter: everyone else in play."""
        return [c for c in encounter.combatants if c.present and c.id != actor]

    def unfit(self, one: Combatant | Profile, condition: C) -> str:
        """Return why the book has no attack at a fighter in this condition, "" if it has."""
        return ""

    def others(self, actor: str, encounter: Encounter) -> list[Remedy]:
        """Return remedies: the same attack at others."""
        return shared_remedies.other_targets(encounter.combatant(actor), encounter)

    def in_play(self, actor: str, encounter: Encounter) -> str:
        """Return the possible targets in words: "In play: Guard 1 and Guard 2"."""
        return in_play(self.targets(actor, encounter), self.in_play_label, self.nobody_in_play)

    def at(self, combatant: Combatant) -> AttackTarget[C]:
        """Return a combatant as a target, whether it can be attacked or not."""
        return AttackTarget(combatant.id, combatant.reference, combatant.place, self.condition(combatant))

    def target(self, target: Target, actor: str, encounter: Encounter) -> AttackTarget[C]:
        """Return the target of an attack. Raises Refusal for the attacker, NotNow for somebody out of play, NoRule for
        a place or an unfit target.
        """
        if target.profile is not None:
            condition = self.condition(target.profile)
            if reason := self.unfit(target.profile, condition):
                raise NoRule(f"{reason}. {self.in_play(actor, encounter)}.")
            return AttackTarget("", target.profile.name, None, condition)
        if target.place is not None:
            raise NoRule(f"Shots need a fighter as the target, not a place. {self.in_play(actor, encounter)}.")
        if target.id == actor:
            raise Refusal(f"You can't {self.verb} yourself. {self.in_play(actor, encounter)}.")
        combatant = encounter.combatant(target.id)
        condition = self.condition(combatant)
        if reason := self.unfit(combatant, condition):
            raise NoRule(f"{reason}. {self.in_play(actor, encounter)}.")
        if not combatant.present:
            gone = f"{combatant.reference} is already out of play. {self.in_play(actor, encounter)}."
            raise NotNow(gone).helped_by(*self.others(actor, encounter))
        return AttackTarget(combatant.id, combatant.reference, combatant.place, condition)

    def only_target(self, order: Attack, encounter: Encounter) -> AttackTarget[C]:
        """Return the only target of an attack. Raises Refusal for none or several."""
        if len(order.targets) != 1:
            wrong = self.one_target if order.targets else self.no_target
            raise Refusal(f"{wrong}. {self.in_play(order.actor, encounter)}.")
        return self.target(order.targets[0], order.actor, encounter)

    def distance(self, one: Place, other: Place, encounter: Encounter, /) -> int:
        """Return the distance between two places in spaces."""
        return squares.distance(one, other)

    def range(
        self,
        given: int | None,
        shooter: Combatant,
        target: AttackTarget[C],
        encounter: Encounter,
        *,
        in_sight: bool = False,
    ) -> AttackRange | None:
        """Return the range as given, else from the map, else as last given; None if there is none of these.

        Raises Refusal for an impossible range, NotNow if both are in one space; with `in_sight` also as `check_sight`
        does.
        """
        if given is not None and not 1 <= given <= FARTHEST:
            raise Refusal(f"Range is 1 to {FARTHEST} {several(self.space)}, not {given}.")
        here, there = shooter.place, target.place
        apart = self.distance(here, there, encounter) if here and there else None
        if in_sight and apart:
            self.check_sight(shooter, target, encounter)
        if given is not None:
            other = f"; on the map it is {apart}" if apart not in (None, given) else ""
            return AttackRange(given, f"{counted(given, self.space)}, as given{other}")
        if apart == 0:
            raise NotNow(self.together(shooter, target))
        if apart is not None:
            return AttackRange(apart, f"{counted(apart, self.space)}, {here} to {there}", measured=True)
        last = encounter.apart(shooter.id, target.id) if target.id else None
        return None if last is None else AttackRange(last, f"{counted(last, self.space)}, as given before")

    def together(self, shooter: Combatant, target: AttackTarget[C]) -> str:
        """Return the refusal of an attack at somebody in the shooter's own space."""
        return (
            f"{shooter.reference} and {target.name} are both at {target.place}, and range starts at 1. Use /move first."
        )

    def range_wanted(self, name: str = "it") -> RangeWanted:
        """Return the question for a range that is not known."""
        return RangeWanted(f"How far away is {name}? Give range: in {several(self.space)}, or put both on the map.")

    def note_range(
        self,
        order: Attack,
        shooter: Combatant,
        target: AttackTarget[C],
        words: str,
        scene: Scene,
        section: str,
        *,
        detail: bool = False,
    ) -> None:
        """Note the range, and store one that was given, for the next attack without a map."""
        scene.note("Range", words, detail=detail, section=section)
        if order.range is not None and target.id and not (shooter.place and target.place):
            scene.do(Ranged(Apart(shooter.id, target.id, order.range)))

    def blocking(self, shooter: Combatant, target: AttackTarget[C], encounter: Encounter) -> Place | None:
        """Return the place that blocks the line of sight; None if it is clear or one of them is not on the map."""
        return None

    def obstacle(self, place: Place, encounter: Encounter) -> str:
        """Return what blocks the line of sight at a place, in words."""
        return "the obstruction"

    def check_sight(self, shooter: Combatant, target: AttackTarget[C], encounter: Encounter) -> None:
        """Raise NotNow if the line of sight is blocked, and name what blocks it."""
        here, there, between = shooter.place, target.place, self.blocking(shooter, target, encounter)
        if here and there and between:
            raise NoLine(
                f"No line of sight from {here} to {there}: {self.obstacle(between, encounter)} at {between} is in the"
                f" way. Use /move first, or {self.another}.",
                here,
                there,
                between,
            )


def target_name(target: AttackTarget[C], encounter: Encounter) -> str:
    """Return the name of a target for a text that is not stored."""
    return encounter.combatant(target.id).name if target.id else target.name


def odds_title(shooter: Combatant, weapon: Weapon, target: AttackTarget[C], encounter: Encounter) -> str:
    """Return the beginning of the title of an attack's odds: "Ash, Rifle at Guard 1"; without a target "Ash, Rifle"."""
    name = target_name(target, encounter)
    return f"{shooter.name}, {weapon.name} at {name}" if name else f"{shooter.name}, {weapon.name}"


def in_play(fighters: Iterable[Combatant], label: str = IN_PLAY, nobody: str = NOBODY_IN_PLAY) -> str:
    """Return possible targets in words, for a refusal: "In play: Guard 1 and Guard 2"."""
    names = [one.reference for one in fighters]
    return f"{label}: {listed(names, 'and')}" if names else nobody
