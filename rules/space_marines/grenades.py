"""Grenades: thrown at somebody or at a space, they hurt whoever is adjacent as well (GRENADE; ruling O64)."""

from __future__ import annotations

from rules.engine.errors import NoRule, Refusal
from rules.engine.model import Combatant, Encounter
from rules.engine.orders import Throw
from rules.engine.scene import Scene
from rules.space_marines import harm, sight, turn
from rules.space_marines.aiming import Mark, aim_for, attempt, in_play, keep_range, mark
from rules.space_marines.arms import Held, held
from rules.space_marines.chances import hits
from rules.space_marines.figure import Armament, figure
from rules.space_marines.rolling import TARGET_NUMBER, Shot, described, missed, pay, shot, tell, two_dice
from rules.words.phrases import listed


def throw(order: Throw, scene: Scene) -> None:
    """Throw a grenade. Raises Refusal before anything is spent."""
    encounter = scene.encounter
    turn.check_turn(order.actor, encounter)
    shooter = encounter.combatant(order.actor)
    arm = grenade(shooter, order.weapon)
    if order.how.strip():
        raise NoRule(f"A {arm.weapon.name} is thrown in one way: leave how: out.")
    marks = _marks(order, encounter)
    ready = shot(attempt(order, arm, marks[0], encounter), aim_for(order.aim, shooter, arm.weapon), _dice(arm.weapon))
    pay(shooter, arm, ready.aim, ready.dice, scene)
    keep_range(order, ready.attempt, scene)
    land(ready, marks[1:], scene)


def land(ready: Shot, near: tuple[Mark, ...], scene: Scene) -> None:
    """Throw the dice of a grenade that is paid for; without a map `near` are said to be adjacent to its target."""
    shooter, weapon, at = ready.attempt.shooter, ready.attempt.weapon, ready.attempt.at
    scene.sum(TARGET_NUMBER, *ready.sum)
    total = two_dice(f"{shooter.name}'s throw at {at.name}", (ready,), scene)
    if not hits(total, ready.needed):
        scene.rule("O64", f"a missed {weapon.name} does nothing")
        tell(shooter, scene)
        scene.conclude(f"{described(ready.attempt)}: {missed(total)}.", "miss")
        return
    struck = _explode(weapon, (at, *near), scene)
    tell(shooter, scene)
    said = "; ".join(f"{one.name} {one.briefly}" for one in struck) or "nobody is there"
    scene.conclude(f"{described(ready.attempt)}: HIT; {said}.", "hit")


def thrown(weapon: Armament) -> bool:
    """Whether /throw is for it."""
    return weapon.thrown


def grenade(combatant: Combatant, name: str) -> Held:
    """What it throws: the weapon of that name, else what it has to throw. Raises NoRule for what is not thrown."""
    arm = held(combatant, name, thrown)
    if not arm.weapon.thrown and not name.strip():
        raise Refusal(f"{combatant.name} has nothing to throw; /fire attacks with {arm.weapon.the}.")
    if not arm.weapon.thrown:
        raise NoRule(f"Nobody throws {arm.weapon.the}: /fire attacks with it.")
    return arm


def _dice(weapon: Armament) -> int:
    return weapon.damage.dice


def _marks(order: Throw, encounter: Encounter) -> tuple[Mark, ...]:
    """At whom or what it is thrown, and whom the player says to be adjacent. Raises Refusal."""
    if not order.targets:
        raise Refusal(f"Say who is the target, or which space; {in_play(order.actor, encounter)}.")
    first = mark(order.targets[0], order.actor, encounter, empty=True)
    if first.place and len(order.targets) > 1:
        raise Refusal(f"The map shows who is adjacent to {first.place}: name one target, {first.name} alone.")
    near: list[Mark] = []
    for target in order.targets[1:]:
        # Whoever throws can be named here: he may be too near.
        himself = target.id == order.actor
        combatant = encounter.combatant(order.actor)
        one = _mark_of(combatant) if himself else mark(target, order.actor, encounter)
        if one.id and one.id in {first.id, *(other.id for other in near)}:
            raise Refusal(f"{one.name} is named twice: first the target, then each who is adjacent to it.")
        near.append(one)
    return (first, *near)


def _explode(weapon: Armament, marks: tuple[Mark, ...], scene: Scene) -> list[harm.Struck]:
    """Throw the damage for whoever is at the target, then for each who is adjacent, in order of ids."""
    first, *near = marks
    struck: list[harm.Struck] = []
    if first.figure is not None:
        struck.append(harm.strike(first.id, first.name, first.figure, weapon.damage, scene))
    if weapon.blast is None:
        return struck
    if first.place:
        around = frozenset(sight.neighbours(first.place, scene.encounter))
        near = [_mark_of(c) for c in scene.encounter.combatants if c.present and c.place in around]
    if near:
        whom = listed([one.name for one in near], "and")
        scene.note("Blast", f"adjacent to {first.place}: {whom}" if first.place else f"adjacent, as is said: {whom}")
    for one in near:
        assert one.figure is not None
        struck.append(harm.strike(one.id, one.name, one.figure, weapon.blast, scene))
    return struck


def _mark_of(combatant: Combatant) -> Mark:
    return Mark(combatant.id, combatant.name, combatant.place, figure(combatant))
