"""Attacker, target, range, aim and target number of an attack, for every attack and for the odds alike (ATTACKS).

The checks that can refuse an attack are here, so that it is refused before any die is rolled or Point spent.
"""

from __future__ import annotations

from typing import TypeVar

from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NoLine, NoRule, NotNow, RangeWanted, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Apart, Combatant, Encounter
from rules.engine.records.orders import Attack, Target
from rules.engine.records.steps import Term
from rules.engine.scene.effects import Ranged
from rules.engine.scene.modifiers import modifier
from rules.engine.scene.scene import Scene
from rules.engine.sharing import helping
from rules.grid.ground import check_ground
from rules.space_marines import sight
from rules.space_marines.attacks.chances import MOST_NEEDED
from rules.space_marines.figures import bearers
from rules.space_marines.figures.arms import CarriedWeapon, other_weapons
from rules.space_marines.figures.figure import Armament, Figure, figure
from rules.words.phrases import counted, listed
from rules.words.places import Place

A = TypeVar("A", bound=Attack)

FARTHEST = 999
SOURCE = "ATTACKS"


@dataclass(frozen=True, slots=True)
class AttackTarget:
    """The target of an attack: a combatant, one described in the command (no id), or an empty space (no figure).

    `name` is the reference of a combatant.
    """

    id: str
    name: str
    place: Place | None = None
    figure: Figure | None = None


@dataclass(frozen=True, slots=True)
class AttackRange:
    """The range of an attack in spaces, and in words with its source."""

    spaces: int
    words: str


ADJACENT = AttackRange(1, "1 space: hand to hand reaches adjacent figures")


@dataclass(frozen=True, slots=True)
class Attempt:
    """A possible attack: attacker, weapon, target and range; `given` are the modifiers of mod:."""

    shooter: Combatant
    arm: CarriedWeapon
    target: AttackTarget
    range: AttackRange
    given: tuple[Term, ...] = ()

    @property
    def weapon(self) -> Armament:
        return self.arm.weapon


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


def attempt(order: Attack, arm: CarriedWeapon, target: AttackTarget, encounter: Encounter) -> Attempt:
    """Return the attack with this weapon at this target. Raises Refusal, RangeWanted if the range is not known."""
    shooter, weapon = encounter.combatant(order.actor), arm.weapon
    check_still(shooter, weapon)
    attack_range = find_range(order.range, shooter, target, encounter)
    if attack_range is None and not is_ranged(weapon):
        attack_range = ADJACENT
    if attack_range is None:
        raise RangeWanted(f"How far away is {target.name}? Give range: in spaces, or put both on the map.")
    if is_ranged(weapon):
        check_sight(shooter, target, encounter)
    check_adjacent(shooter, weapon, target, attack_range)
    return Attempt(shooter, arm, target, attack_range, modifier(order.mod))


def find_target(target: Target, actor: str, encounter: Encounter, *, empty: bool = False) -> AttackTarget:
    """Return the target of an attack; `empty` allows an empty space. Raises Refusal for the attacker or the dead."""
    if target.profile is not None:
        return AttackTarget("", target.profile.name, None, figure(target.profile))
    if target.place is not None:
        occupants = [c for c in encounter.combatants if c.present and c.place == target.place]
        if not occupants:
            check_ground(encounter, target.place)
        if not occupants and empty:
            return AttackTarget("", str(target.place), target.place)
        if not occupants:
            raise NotNow(f"Nobody is at {target.place}. {in_play(actor, encounter)}.")
        combatant = occupants[0]
    else:
        combatant = encounter.combatant(target.id)
    if combatant.id == actor:
        raise Refusal(f"You can't attack yourself. {in_play(actor, encounter)}.")
    if not combatant.present:
        raise NotNow(f"{combatant.reference} is already out of play. {in_play(actor, encounter)}.").helped_by(
            *helping.other_targets(encounter.combatant(actor), encounter)
        )
    bearers.check_not_carried(combatant.id, encounter)
    return AttackTarget(combatant.id, combatant.reference, combatant.place, figure(combatant))


def at_known(order: A, scene: Scene) -> A:
    """Return an attack at places as an attack at the figures that the attacker's side knows there. Raises NotNow if
    there are none.

    Otherwise players could try a place again and again for an unknown figure, at no cost.
    """
    known = scene.known(order.actor)
    targets = [
        replace(one, id=find_target(one, order.actor, known).id, place=None) if one.place else one
        for one in order.targets
    ]
    return replace(order, targets=tuple(targets))


def line_of_fire(actor: str, scene: Scene) -> Encounter:
    """Return the encounter by which an attack's line of sight is checked: figures that the attacker's side does not
    know are in nobody's way, because the refusal would tell where they are.
    """
    return altered(scene.known(actor), board=scene.encounter.board)


def only_target(order: Attack, encounter: Encounter) -> AttackTarget:
    """Return the only target of an attack. Raises Refusal for none or several."""
    if len(order.targets) != 1:
        several = "An attack has one target, except with /burst"
        wrong = several if order.targets else "Name a target"
        raise Refusal(f"{wrong}. {in_play(order.actor, encounter)}.")
    return find_target(order.targets[0], order.actor, encounter)


def enemies(actor: str, encounter: Encounter) -> list[Combatant]:
    """Return the combatants in play on the other side; if there are none, everybody else in play."""
    here = [c for c in encounter.combatants if c.present and c.id != actor]
    rest = [c for c in here if bearers.bearer(c.id, encounter) is None]
    camp = figure(encounter.combatant(actor)).camp
    return [c for c in rest if figure(c).camp != camp] or rest


def in_play(actor: str, encounter: Encounter) -> str:
    """Return the possible targets in words: "in play: Bug Warrior 1 and Bug Warrior 2"."""
    names = [other.reference for other in enemies(actor, encounter)]
    return f"In play: {listed(names, 'and')}" if names else "Nobody else is in play"


def find_range(given: int | None, shooter: Combatant, target: AttackTarget, encounter: Encounter) -> AttackRange | None:
    """Return the range as given, else from the map, else as last given; None if there is none of these.

    Raises Refusal for an impossible range, NotNow if both are in one space.
    """
    if given is not None and not 1 <= given <= FARTHEST:
        raise Refusal(f"Range is 1 to {FARTHEST} spaces, not {given}.")
    apart = sight.distance(shooter.place, target.place, encounter) if shooter.place and target.place else None
    if given is not None:
        other = f"; on the map it is {apart}" if apart not in (None, given) else ""
        return AttackRange(given, f"{counted(given, 'space')}, as given{other}")
    if apart is not None:
        if apart == 0:
            raise NotNow(f"{shooter.reference} is at {target.place} as well, and range starts at 1 space.")
        return AttackRange(apart, f"{counted(apart, 'space')}, {shooter.place} to {target.place}")
    last = encounter.apart(shooter.id, target.id) if target.id else None
    return None if last is None else AttackRange(last, f"{counted(last, 'space')}, as given before")


def blocking_space(shooter: Combatant, target: AttackTarget, encounter: Encounter) -> Place | None:
    """Return the space that blocks the line of sight; None if it is clear or one of them is not on the map."""
    if shooter.place is None or target.place is None:
        return None
    return sight.blocking(shooter, target.place, encounter, high=target.figure is not None and target.figure.flying)


def check_sight(shooter: Combatant, target: AttackTarget, encounter: Encounter) -> None:
    """Raise NotNow if the line of sight is blocked, and name what blocks it."""
    between = blocking_space(shooter, target, encounter)
    if between and shooter.place and target.place:
        names = [c.reference for c in encounter.combatants if c.present and c.place == between]
        raise NoLine(
            (
                f"No line of sight from {shooter.place} to {target.place}:"
                f" {names[0] if names else 'the obstruction'} at {between} is in the way. Use /move first, or"
                " attack a figure in sight."
            ),
            shooter.place,
            target.place,
            between,
        )


def check_adjacent(shooter: Combatant, weapon: Armament, target: AttackTarget, attack_range: AttackRange) -> None:
    """Raise NotNow for a hand-to-hand attack at a target that is not adjacent."""
    if is_ranged(weapon) or attack_range.spaces == 1:
        return
    instead = other_weapons(shooter, weapon, lambda other: is_ranged(other) and not other.thrown)
    raise NotNow(
        f"{weapon.name} reaches an adjacent space, and {target.name} is"
        f" {counted(attack_range.spaces, 'space')} away. Use /move to get next to"
        f" them{f', or attack with weapon: {instead}' if instead else ''}."
    ).helped_by(*helping.other_weapons(shooter, weapon.name))


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


def reach(shooter: Combatant, arm: CarriedWeapon, aim: int, given: tuple[Term, ...]) -> int:
    """Return the longest range in spaces at which a ranged weapon can hit, with this aim and the modifiers of mod:.

    A sniper's depends on the target and is not limited here.
    """
    if arm.weapon.sort == "flame":
        return arm.weapon.number - 1
    if arm.weapon.sort == "sniper":
        return FARTHEST
    point_blank = Attempt(shooter, arm, AttackTarget("", ""), AttackRange(0, "0 spaces"), given)
    return MOST_NEEDED - sum(term.value for term in terms(point_blank, aim))


def longest_reach(shooter: Combatant, arm: CarriedWeapon) -> int:
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
    placed = attempt.shooter.place and attempt.target.place
    # In hand-to-hand combat the range is always 1 and does not matter.
    scene.note("Range", attempt.range.words, detail=not is_ranged(attempt.weapon), section=SOURCE)
    if order.range is not None and attempt.target.id and not placed:
        scene.do(Ranged(Apart(attempt.shooter.id, attempt.target.id, order.range)))


def with_wounds(target: AttackTarget, left: int) -> AttackTarget:
    """Return the target with so many wounds that `left` more would kill it."""
    assert target.figure is not None
    return replace(target, figure=replace(target.figure, wounds=target.figure.troop.points - left))


def _target_kind(target: AttackTarget) -> str:
    return target.figure.troop.kind if target.figure else ""


def _sniper_number(weapon: Armament, target: AttackTarget) -> int:
    numbers = dict(weapon.versus)
    if _target_kind(target) not in numbers:
        kinds = listed(sorted(numbers), "and")
        raise NoRule(
            f"The {weapon.name} has numbers only for the kinds {kinds} (ruling O64), and {target.name} is of the"
            f" kind {_target_kind(target)}."
        )
    return numbers[_target_kind(target)]
