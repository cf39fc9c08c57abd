"""Attacks at one target, ranged and hand-to-hand, and what cover fire and the bot make of them (ACTIONS, ATTACKS)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.engine.errors import NoRule, Refusal
from rules.engine.model import Combatant, Encounter
from rules.engine.modifiers import modifier
from rules.engine.orders import Attack, Fire, Target
from rules.engine.scene import Scene
from rules.space_marines import grenades, harm, reloading, turn
from rules.space_marines.aiming import (
    Mark,
    after,
    aim_for,
    attempt,
    blocked,
    check_given,
    check_still,
    keep_range,
    ladder,
    mark,
    one_mark,
    ranged,
)
from rules.space_marines.arms import Held, arms, cost_of, dice_for, held, most_dice, read_how
from rules.space_marines.chances import hits, prospect
from rules.space_marines.figure import Armament, figure
from rules.space_marines.rolling import TARGET_NUMBER, Shot, described, missed, pay, shot, tell, two_dice

COVER = Fraction(1)
"""The Points that declaring cover fire costs, besides the attack's own."""


@dataclass(frozen=True, slots=True)
class Best:
    """An attack as an automaton would make it, and the wounds to be expected of it."""

    order: Fire
    expected: Fraction


def fire(order: Fire, scene: Scene) -> None:
    """Attack one target (a bug twice). Raises Refusal before anything is spent."""
    encounter = scene.encounter
    turn.check_turn(order.actor, encounter)
    shooter = encounter.combatant(order.actor)
    check_unthrown(held(shooter, order.weapon, unthrown).weapon)
    ready = aimed(order, encounter, figure(shooter).left)
    pay(shooter, ready.attempt.arm, ready.aim, ready.dice, scene)
    keep_range(order, ready.attempt, scene)
    _attack(ready, scene)


def aimed(order: Attack, encounter: Encounter, left: Fraction) -> Shot:
    """The attack at one target as ordered, by somebody with so many Points left for it. Raises Refusal."""
    shooter = encounter.combatant(order.actor)
    arm = held(shooter, order.weapon, unthrown)
    aim = aim_for(order.aim, shooter, arm.weapon)
    dice = dice_for(arm.weapon, read_how(order.how), left - aim)
    return shot(attempt(order, arm, one_mark(order, encounter), encounter), aim, dice)


def unthrown(weapon: Armament) -> bool:
    """Whether /fire is for it."""
    return not weapon.thrown


def check_unthrown(weapon: Armament) -> None:
    """Raises NoRule for what is thrown."""
    if weapon.thrown:
        raise NoRule(f"A {weapon.name} is thrown, at somebody or at a space: /throw does that.")


def settled(order: Fire, encounter: Encounter) -> Fire:
    """Cover fire with what was left unsaid: its weapon, and as many dice as can be paid. Raises Refusal for an attack
    that could not be made: a weapon that is no ranged one, aim that its troop does not have, a sniper that moved."""
    shooter = encounter.combatant(order.actor)
    arm = held(shooter, order.weapon, unthrown)
    weapon = arm.weapon
    if not ranged(weapon):
        raise NoRule(f"Cover fire is with a ranged weapon, and {weapon.the} is none: say which with weapon:.")
    check_still(shooter, weapon)
    check_given(weapon, modifier(order.mod))
    reloading.check_loaded(shooter, arm.slot, encounter)
    aim = aim_for(order.aim, shooter, weapon)
    dice = dice_for(weapon, read_how(order.how), figure(shooter).left - COVER - aim)
    return replace(order, weapon=weapon.name, how=_said(weapon, dice))


def covering(order: Fire, encounter: Encounter) -> Fraction:
    """What cover fire that is `settled` costs in Points: 1, the aim, and the weapon's own."""
    weapon = held(encounter.combatant(order.actor), order.weapon).weapon
    return COVER + (order.aim or 0) + cost_of(weapon, dice_for(weapon, read_how(order.how), Fraction(0)))


def spring(order: Attack, scene: Scene) -> None:
    """Carry out an attack that cover fire has paid for already, at the combatant that is its target. An attack that has
    no chance where the target stands now is not made, and says so."""
    shooter = scene.combatant(order.actor)
    try:
        ready = aimed(replace(order, range=None), scene.encounter, Fraction(0))
        reloading.check_loaded(shooter, ready.attempt.arm.slot, scene.encounter)
    except Refusal as refusal:
        scene.note("Cover fire", str(refusal))
        scene.conclude(f"{shooter.name} cannot make use of the cover fire: {refusal}", "miss")
        return
    reloading.take(shooter.id, ready.attempt.arm.slot, scene)
    keep_range(order, ready.attempt, scene)
    if ready.attempt.weapon.thrown:
        grenades.land(ready, (), scene)
    else:
        _attack(ready, scene)


def in_sight(shooter: str, target: str, encounter: Encounter) -> bool:
    """Whether the line of sight from one combatant to the other is clear."""
    return blocked(encounter.combatant(shooter), mark(Target(target), shooter, encounter), encounter) is None


def best(attacker: Combatant, target: Combatant, encounter: Encounter) -> Best | None:
    """The attack with the most wounds to be expected that it could make from where it stands with the Points it has
    left, None if it has none with any chance. Of attacks alike it is the cheapest, and one with the weapon in hand."""
    there = encounter.with_combatant(attacker).with_combatant(target)
    at = mark(Target(target.id), attacker.id, there)
    offers = [
        (expected(ready), -price(ready), -n, ready)
        for n, arm in enumerate(arms(attacker))
        if unthrown(arm.weapon)
        for ready in _offers(Fire(attacker.id, (Target(target.id),)), arm, at, there)
    ]
    if not offers:
        return None
    wounds, _, _, ready = max(offers, key=lambda offer: offer[:3])
    weapon = ready.attempt.weapon
    aim, dice = ready.aim or None, _said(weapon, ready.dice)
    return Best(Fire(attacker.id, (Target(target.id),), aim=aim, weapon=weapon.name, how=dice), wounds)


def expected(ready: Shot) -> Fraction:
    """The wounds to be expected; 0 against nobody."""
    state = ready.attempt.at.figure
    if state is None:
        return Fraction(0)
    left = max(0, state.troop.points - state.wounds)
    return prospect(ready.chance, ready.damage, state.troop.armor, left, ready.attempt.weapon.attacks).wounds


def price(ready: Shot) -> Fraction:
    """What the attack costs in Points."""
    return ready.aim + cost_of(ready.attempt.weapon, ready.dice)


def _offers(order: Fire, arm: Held, at: Mark, encounter: Encounter) -> Iterator[Shot]:
    """Every way in which this weapon could be used on the mark now."""
    shooter = encounter.combatant(order.actor)
    try:
        reloading.check_loaded(shooter, arm.slot, encounter)
        possible = attempt(order, arm, at, encounter)
    except Refusal:
        return
    left = figure(shooter).left
    for aim in range(len(ladder(shooter, arm.weapon)) + 1):
        highest = most_dice(arm.weapon, left - aim)
        for dice in range(1 if arm.weapon.by_die else highest, highest + 1):
            if aim + cost_of(arm.weapon, dice) > left:
                continue
            try:
                yield shot(possible, aim, dice)
            except Refusal:
                continue


def _attack(ready: Shot, scene: Scene) -> None:
    """Throw the dice of an attack that is paid for, and conclude."""
    at, weapon = ready.attempt.at, ready.attempt.weapon
    assert at.figure is not None
    if ready.sum:
        # A number to which nothing is added is read with the dice.
        scene.sum(TARGET_NUMBER, *ready.sum, detail=len(ready.sum) == 1)
    said: list[str] = []
    struck: harm.Struck | None = None
    for n in range(1, weapon.attacks + 1):
        if struck and not struck.left:
            scene.note("Attack", f"{at.name} is dead: no attack {n}", detail=True)
            break
        total = _rolled(ready, n, scene)
        if total is not None and not hits(total, ready.needed):
            said.append(missed(total))
            continue
        struck = harm.strike(at.id, at.name, at.figure, ready.damage, scene)
        at = after(at, struck.left)
        said.append(f"HIT, {struck.suffered}")
    tell(ready.attempt.shooter, scene)
    outcome = "; ".join([*said, struck.fate] if struck else said)
    scene.conclude(f"{described(ready.attempt)}: {outcome}.", "hit" if struck else "miss")


def _rolled(ready: Shot, n: int, scene: Scene) -> int | None:
    """The total of two dice, None for what hits by itself."""
    weapon, name = ready.attempt.weapon, ready.attempt.shooter.name
    if not ready.sum:
        scene.note("Hit", f"by itself, at less than {weapon.number} spaces: no dice are thrown")
        return None
    which = f" (attack {n} of {weapon.attacks})" if weapon.attacks > 1 else ""
    return two_dice(f"{name}'s attack at {ready.attempt.at.name}{which}", (ready,), scene)


def _said(weapon: Armament, dice: int) -> str:
    """The dice as `how:` says them; "" where they cannot be chosen."""
    return f"{dice} {'die' if dice == 1 else 'dice'}" if weapon.by_die else ""
