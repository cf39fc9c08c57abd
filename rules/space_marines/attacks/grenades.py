"""Resolves /throw: grenades at a figure or a space, with damage to adjacent figures (GRENADE; ruling O64)."""

from __future__ import annotations

from rules.engine.attack.arms import Arm
from rules.engine.attack.attacks import AttackTarget
from rules.engine.records.agenda import FIRED_UPON
from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Throw
from rules.engine.scene.explosions import Exploded
from rules.engine.scene.scene import Scene
from rules.space_marines import sight
from rules.space_marines.attacks import harm
from rules.space_marines.attacks.aiming import (
    ATTACKS,
    SOURCE,
    FigureTarget,
    attempt,
    line_of_fire,
    read_aim,
    record_range,
)
from rules.space_marines.attacks.attack_steps import (
    TARGET_NUMBER,
    Shot,
    attack_words,
    miss_word,
    note_left,
    pay,
    shot,
    two_dice,
)
from rules.space_marines.attacks.chances import hits
from rules.space_marines.figures import turn
from rules.space_marines.figures.arms import ARMS
from rules.space_marines.figures.figure import Armament

SECTION = "GRENADE"


def throw(order: Throw, scene: Scene) -> None:
    """Throw a grenade. Raises Refusal before anything is spent."""
    encounter = scene.encounter
    turn.check_turn(order.actor, encounter)
    shooter = encounter.combatant(order.actor)
    arm = throwing_weapon(shooter, order.weapon)
    if order.how.strip():
        raise NoRule(f"A {arm.weapon.name} is thrown in one way. Leave how: out.")
    targets = _targets(order, encounter)
    ready = shot(
        attempt(order, arm, targets[0], line_of_fire(order.actor, scene)),
        read_aim(order.aim, shooter, arm.weapon),
        _dice(arm.weapon),
    )
    pay(shooter, arm, ready.aim, ready.dice, scene)
    record_range(order, ready.attempt, scene)
    resolve_throw(ready, targets[1:], scene)


def resolve_throw(ready: Shot, near: tuple[FigureTarget, ...], scene: Scene) -> None:
    """Roll the dice of a grenade that is paid for. Without a map, `near` are the figures given as adjacent."""
    shooter, weapon, target = ready.attempt.shooter, ready.attempt.weapon, ready.attempt.target
    aimed_at = _as_known(target, shooter, scene)
    scene.threaten(target.id, FIRED_UPON)
    deed = attack_words(replace(ready.attempt, target=aimed_at))
    scene.sum(TARGET_NUMBER, *ready.sum, section=SOURCE)
    total = two_dice(f"{shooter.reference}'s throw at {aimed_at.name}", (ready,), scene)
    if not hits(total, ready.needed):
        scene.rule("O64", f"a missed {weapon.name} does nothing", section=SECTION)
        note_left(shooter, scene)
        miss = scene.clause(f"{miss_word(total)}.", aimed_at.id or None, unseen=f"{miss_word(total)}.")
        scene.conclude(scene.outcome(deed, (miss,), "A grenade"), "miss")
        return
    if target.place:
        scene.do(Exploded(shooter.id, target.place, (1,) if weapon.blast else (), target=aimed_at.id))
    hit_results = _explode(weapon, (target, *near), scene)
    note_left(shooter, scene)
    results = [(one.id, f"{one.name} {one.short_words}") for one in hit_results]
    if not (results or scene.perception.uncertain(scene.encounter)):
        results = [("", "nobody is there")]
    verdict = "HIT; " if results else "HIT."
    hit = (scene.clause(verdict, unseen=verdict), *scene.series(results))
    unseen = f"A grenade at {target.place}" if target.place else "A grenade"
    scene.conclude(scene.outcome(deed, hit, unseen), "hit")


def is_thrown(weapon: Armament) -> bool:
    """Return whether /throw uses the weapon."""
    return weapon.thrown


def throwing_weapon(combatant: Combatant, name: str) -> Arm[Armament]:
    """Return the weapon of that name, or else one that is thrown.

    Raises NoRule or Refusal for one that is not thrown.
    """
    arm = ARMS.meant(combatant, name, is_thrown)
    if not arm.weapon.thrown and not name.strip():
        raise Refusal(f"{combatant.reference} has nothing to throw. Use /fire to attack with {arm.weapon.the}.")
    if not arm.weapon.thrown:
        raise NoRule(f"You can't throw {arm.weapon.the}. Use /fire.")
    return arm


def _dice(weapon: Armament) -> int:
    return weapon.damage.dice


def _targets(order: Throw, encounter: Encounter) -> tuple[FigureTarget, ...]:
    """Return the target, and after it the figures that the player names as adjacent to it. Raises Refusal."""
    if not order.targets:
        raise Refusal(f"Name a target or a space. {ATTACKS.in_play(order.actor, encounter)}.")
    first = ATTACKS.target(order.targets[0], order.actor, encounter, empty=True)
    if first.place and len(order.targets) > 1:
        raise Refusal(f"The map shows who is adjacent to {first.place}. Name one target, {first.name} alone.")
    near: list[FigureTarget] = []
    for target in order.targets[1:]:
        # The thrower can be named here too, if they are adjacent.
        is_thrower = target.id == order.actor
        combatant = encounter.combatant(order.actor)
        one = ATTACKS.at(combatant) if is_thrower else ATTACKS.target(target, order.actor, encounter)
        if one.id and one.id in {first.id, *(other.id for other in near)}:
            raise Refusal(f"{one.name} is named twice. Name the target first, then everyone adjacent to it.")
        near.append(one)
    return (first, *near)


def _explode(weapon: Armament, targets: tuple[FigureTarget, ...], scene: Scene) -> list[harm.HitResult]:
    """Roll the damage to the target, then to each adjacent figure, in order of ids."""
    first, *near = targets
    hit_results: list[harm.HitResult] = []
    if first.condition is not None:
        hit_results.append(harm.strike(first.id, first.name, first.condition, weapon.damage, scene))
    if weapon.blast is None:
        return hit_results
    if first.place:
        around = frozenset(sight.neighbours(first.place, scene.encounter))
        near = [ATTACKS.at(c) for c in scene.encounter.combatants if c.present and c.place in around]
    if near:
        where = f"adjacent to {first.place}: " if first.place else "adjacent, as the player says: "
        scene.list_fighters("Blast", where, [one.name for one in near], "", section=SECTION)
    for one in near:
        assert one.condition is not None
        hit_results.append(harm.strike(one.id, one.name, one.condition, weapon.blast, scene))
    return hit_results


def _as_known(target: FigureTarget, shooter: Combatant, scene: Scene) -> FigureTarget:
    """Return the target as the thrower's side knows it: a space, if the side does not know of the figure there."""
    if not target.id or target.place is None or target.id in scene.perception.known(scene.encounter, shooter).positions:
        return target
    return AttackTarget("", str(target.place), target.place)
