"""Attacker, target, range, aim and target number of an attack, for every attack and for the odds alike (ATTACKS).

The checks that can refuse an attack are here, so that it is refused before any die is rolled or Point spent.
"""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from rules.engine.attack.arms import Arm
from rules.engine.attack.attacks import FARTHEST, AttackRange, Attacks, AttackTarget
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack, Target
from rules.engine.records.steps import Term
from rules.engine.scene.modifiers import modifier
from rules.engine.scene.scene import Scene
from rules.engine.sharing import shared_remedies
from rules.grid.ground import check_ground
from rules.space_marines import sight
from rules.space_marines.attacks.chances import MOST_NEEDED
from rules.space_marines.figures import bearers
from rules.space_marines.figures.arms import ARMS, other_weapons
from rules.space_marines.figures.figure import Armament, Figure, figure
from rules.words.phrases import counted, listed
from rules.words.places import Place

A = TypeVar("A", bound=Attack)

SOURCE = "ATTACKS"

FigureTarget: TypeAlias = AttackTarget[Figure]
ADJACENT = AttackRange(1, "1 space: hand to hand reaches adjacent figures")


@dataclass(frozen=True, slots=True)
class Attempt:
    """A possible attack: attacker, weapon, target and range; `given` are the modifiers of mod:."""

    shooter: Combatant
    arm: Arm[Armament]
    target: FigureTarget
    range: AttackRange
    given: tuple[Term, ...] = ()

    @property
    def weapon(self) -> Armament:
        return self.arm.weapon


def friends(one: Combatant, other: Combatant) -> bool:
    """Return whether both are of one camp."""
    return figure(one).camp == figure(other).camp


class _Attacks(Attacks[Armament, Figure]):
    """Attacks at figures of the other camp, or at spaces (ATTACKS)."""

    space = "space"
    one_target = "An attack has one target, except with /burst"
    another = "attack a figure in sight"
    distance = staticmethod(sight.distance)
    friends = staticmethod(friends)

    def targets(self, actor: str, encounter: Encounter) -> list[Combatant]:
        """Return the figures in play on the other side; if there are none, everybody else in play."""
        here = super().targets(actor, encounter)
        rest = [c for c in here if bearers.bearer(c.id, encounter) is None]
        camp = figure(encounter.combatant(actor)).camp
        return [c for c in rest if figure(c).camp != camp] or rest

    def target(self, target: Target, actor: str, encounter: Encounter, *, empty: bool = False) -> FigureTarget:
        """Return the target of an attack; `empty` allows an empty space. Raises Refusal for the attacker or the
        dead.
        """
        if target.place is not None:
            occupants = [c for c in encounter.combatants if c.present and c.place == target.place]
            if not occupants:
                check_ground(encounter, target.place)
            if not occupants and empty:
                return AttackTarget("", str(target.place), target.place)
            if not occupants:
                raise NotNow(f"Nobody is at {target.place}. {self.in_play(actor, encounter)}.")
            target = Target(occupants[0].id)
        found = super().target(target, actor, encounter)
        if found.id:
            bearers.check_not_carried(found.id, encounter)
        return found

    def together(self, shooter: Combatant, target: FigureTarget) -> str:
        return f"{shooter.reference} is at {target.place} as well, and range starts at 1 space."

    def blocking(self, shooter: Combatant, target: FigureTarget, encounter: Encounter) -> Place | None:
        if shooter.place is None or target.place is None:
            return None
        high = target.condition is not None and target.condition.flying
        return sight.blocking(shooter, target.place, encounter, high=high)

    def obstacle(self, place: Place, encounter: Encounter) -> str:
        names = [c.reference for c in encounter.combatants if c.present and c.place == place]
        return names[0] if names else "the obstruction"


ATTACKS = _Attacks(ARMS, figure)


def is_ranged(weapon: Armament) -> bool:
    """Return whether the weapon attacks over a distance."""
    return weapon.sort != "hand"


def needs_roll(weapon: Armament) -> bool:
    """Return whether two dice decide if it hits; a flame hits without them."""
    return weapon.sort != "flame"


def aim_reductions(shooter: Combatant, weapon: Armament) -> tuple[int, ...]:
    """Return by how much 1, 2, 3 Points of aim reduce the target number; () if the weapon cannot be aimed."""
    aimed = is_ranged(weapon) and needs_roll(weapon) and not weapon.still
    return figure(shooter).troop.aim if aimed else ()


def attempt(order: Attack, arm: Arm[Armament], target: FigureTarget, encounter: Encounter) -> Attempt:
    """Return the attack with this weapon at this target. Raises Refusal, RangeWanted if the range is not known."""
    shooter, weapon = encounter.combatant(order.actor), arm.weapon
    check_still(shooter, weapon)
    attack_range = ATTACKS.range(order.range, shooter, target, encounter)
    if attack_range is None and not is_ranged(weapon):
        attack_range = ADJACENT
    if attack_range is None:
        raise ATTACKS.range_wanted(target.name)
    if is_ranged(weapon):
        ATTACKS.check_sight(shooter, target, encounter)
    check_adjacent(shooter, weapon, target, attack_range)
    return Attempt(shooter, arm, target, attack_range, modifier(order.mod))


def at_known(order: A, scene: Scene) -> A:
    """Return an attack at places as an attack at the figures that the attacker's side knows there. Raises NotNow if
    there are none.

    Otherwise players could try a place again and again for an unknown figure, at no cost.
    """
    known = scene.known(order.actor)
    targets = [
        replace(one, id=ATTACKS.target(one, order.actor, known).id, place=None) if one.place else one
        for one in order.targets
    ]
    return replace(order, targets=tuple(targets))


def line_of_fire(actor: str, scene: Scene) -> Encounter:
    """Return the encounter by which an attack's line of sight is checked: figures that the attacker's side does not
    know are in nobody's way, because the refusal would tell where they are.
    """
    return altered(scene.known(actor), battle_map=scene.encounter.battle_map)


def check_adjacent(shooter: Combatant, weapon: Armament, target: FigureTarget, attack_range: AttackRange) -> None:
    """Raise NotNow for a hand-to-hand attack at a target that is not adjacent."""
    if is_ranged(weapon) or attack_range.spaces == 1:
        return
    instead = other_weapons(shooter, weapon, lambda other: is_ranged(other) and not other.thrown)
    raise NotNow(
        f"{weapon.name} reaches an adjacent space, and {target.name} is"
        f" {counted(attack_range.spaces, 'space')} away. Use /move to get next to"
        f" them{f', or attack with weapon: {instead}' if instead else ''}."
    ).helped_by(*shared_remedies.other_weapons(shooter, weapon.name))


def check_still(shooter: Combatant, weapon: Armament) -> None:
    """Raise NotNow for a weapon that cannot be used in a turn in which its bearer moved."""
    if weapon.still and figure(shooter).moved:
        raise NotNow(
            f"{shooter.reference} has moved this turn. The {weapon.name} cannot be fired in a turn with a move."
        )


def read_aim(given: int | None, shooter: Combatant, weapon: Armament) -> int:
    """Return the Points of aim, 0 if none are given. Raises Refusal for more than the troop type allows."""
    aim = given or 0
    if aim == 0:
        return 0
    troop, most = figure(shooter).troop, len(aim_reductions(shooter, weapon))
    if not troop.aim:
        raise NoRule(f"A {troop.name} may not aim. Leave aim: out.")
    if not most:
        never = f"The {weapon.name} is never aimed"
        why = never if is_ranged(weapon) else f"{weapon.name} is not a ranged attack, and only ranged attacks are aimed"
        raise NoRule(f"{why}. Leave aim: out.")
    if not 1 <= aim <= most:
        raise Refusal(f"A {troop.name} can use 1 to {counted(most, 'Point')} of aim, not {aim}.")
    return aim


def terms(attempt: Attempt, aim: int) -> tuple[Term, ...]:
    """Return the terms of the target number. Raises NoRule for a sniper's target that the book does not list (O64)."""
    weapon, target, troop = attempt.weapon, attempt.target, figure(attempt.shooter).troop
    parts = [] if weapon.sort == "hand" else [Term("range", attempt.range.spaces, SOURCE)]
    if weapon.sort == "sniper":
        parts.append(Term(f"{weapon.name} at a {_target_kind(target)}", _sniper_number(weapon, target), troop.name))
    elif weapon.number:
        parts.append(Term(weapon.name, weapon.number, troop.name))
    if aim:
        parts.append(
            Term(f"{counted(aim, 'Point')} of aim", -aim_reductions(attempt.shooter, weapon)[aim - 1], troop.name)
        )
    # In every rulebook mod: is added to the roll. Here it is subtracted from the target number: -3 makes the shot
    # harder.
    return (*parts, *(replace(term, value=-term.value) for term in attempt.given))


def reach(shooter: Combatant, arm: Arm[Armament], aim: int, given: tuple[Term, ...]) -> int:
    """Return the longest range in spaces at which a ranged weapon can hit, with this aim and the modifiers of mod:.

    A sniper's depends on the target and is not limited here.
    """
    if arm.weapon.sort == "flame":
        return arm.weapon.number - 1
    if arm.weapon.sort == "sniper":
        return FARTHEST
    point_blank = Attempt(shooter, arm, AttackTarget("", ""), AttackRange(0, "0 spaces"), given)
    return MOST_NEEDED - sum(term.value for term in terms(point_blank, aim))


def longest_reach(shooter: Combatant, arm: Arm[Armament]) -> int:
    """Return `reach` with the best aim that the shooter's troop type has."""
    aims = (0, *aim_reductions(shooter, arm.weapon))
    return reach(shooter, arm, aims.index(max(aims)), ())


def check_flame(attempt: Attempt) -> None:
    """Raise NotNow if the target is out of a flame's reach: it hits at a range below its number."""
    weapon, spaces = attempt.weapon, attempt.range.spaces
    if weapon.sort == "flame" and spaces >= weapon.number:
        raise NotNow(
            f"The {weapon.name} reaches {counted(weapon.number - 1, 'space')}, and {attempt.target.name}"
            f" is {counted(spaces, 'space')} away. Move closer."
        )
    check_given(weapon, attempt.given)


def check_given(weapon: Armament, given: tuple[Term, ...]) -> None:
    """Raise NoRule for modifiers to a weapon without a target number."""
    if given and not needs_roll(weapon):
        raise NoRule(f"The {weapon.name} hits automatically, without a target number. Leave mod: out.")


def check_chance(attempt: Attempt, needed: int, aim: int) -> None:
    """Raise NotNow for a target number that two dice cannot reach."""
    if needed <= MOST_NEEDED:
        return
    aims = (0, *aim_reductions(attempt.shooter, attempt.weapon))
    helps = needed + aims[aim] - max(aims) <= MOST_NEEDED
    nearer = " or ".join((["aim longer"] if helps else []) + (["get closer"] if is_ranged(attempt.weapon) else []))
    raise NotNow(
        f"{attempt.shooter.reference} has no chance against {attempt.target.name} with {attempt.weapon.the} at"
        f" {counted(attempt.range.spaces, 'space')}: it takes {needed} on two dice, which reach {MOST_NEEDED}"
        f"{f'; {nearer}' if nearer else ''}."
    )


def record_range(order: Attack, attempt: Attempt, scene: Scene) -> None:
    """Note the range, and store one that was given for the next attack."""
    # In hand-to-hand combat the range is always 1 and does not matter.
    beside = not is_ranged(attempt.weapon)
    ATTACKS.note_range(order, attempt.shooter, attempt.target, attempt.range.words, scene, SOURCE, detail=beside)


def with_wounds(target: FigureTarget, left: int) -> FigureTarget:
    """Return the target with so many wounds that `left` more would kill it."""
    assert target.condition is not None
    return replace(target, condition=replace(target.condition, wounds=target.condition.troop.points - left))


def _target_kind(target: FigureTarget) -> str:
    return target.condition.troop.kind if target.condition else ""


def _sniper_number(weapon: Armament, target: FigureTarget) -> int:
    numbers = dict(weapon.versus)
    if _target_kind(target) not in numbers:
        kinds = listed(sorted(numbers), "and")
        raise NoRule(
            f"The {weapon.name} has numbers only for the kinds {kinds} (ruling O64), and {target.name} is of the"
            f" kind {_target_kind(target)}."
        )
    return numbers[_target_kind(target)]
