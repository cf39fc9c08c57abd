"""Attacks at one target, ranged and hand-to-hand, and the bot's best attack (ACTIONS, ATTACKS).

`cover` declares cover fire. Its attack is completed, priced and fired here, because it is an attack like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rules.engine.attack.arms import Arm
from rules.engine.records.agenda import FIRED_UPON
from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack, Fire, Target
from rules.engine.records.private_text import private
from rules.engine.scene.known_reason import known_reason
from rules.engine.scene.modifiers import modifier
from rules.engine.scene.scene import Clause, Scene
from rules.space_marines.attacks import grenades, harm
from rules.space_marines.attacks.aiming import (
    ATTACKS,
    SOURCE,
    FigureTarget,
    aim_reductions,
    at_known,
    attempt,
    check_given,
    check_still,
    is_ranged,
    line_of_fire,
    read_aim,
    record_range,
    with_wounds,
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
    unseen_words,
)
from rules.space_marines.attacks.chances import expect_result, hits
from rules.space_marines.figures import reloading, turn
from rules.space_marines.figures.arms import (
    ARMS,
    attack_cost,
    most_dice,
    read_dice,
    read_how,
)
from rules.space_marines.figures.figure import Armament, figure

COVER = Fraction(1)
"""The Points that declaring cover fire adds to the cost of the attack."""


@dataclass(frozen=True, slots=True)
class BestAttack:
    """An attack for the bot to order, and its expected wounds."""

    order: Fire
    expected: Fraction


def fire(order: Fire, scene: Scene) -> None:
    """Attack one target (a bug twice). Raises Refusal before anything is spent."""
    encounter = scene.encounter
    turn.check_turn(order.actor, encounter)
    shooter = encounter.combatant(order.actor)
    check_fired(ARMS.meant(shooter, order.weapon, is_fired).weapon)
    ready = prepare(at_known(order, scene), line_of_fire(order.actor, scene), figure(shooter).left)
    pay(shooter, ready.attempt.arm, ready.aim, ready.dice, scene)
    record_range(order, ready.attempt, scene)
    _attack(ready, scene)


def prepare(order: Attack, encounter: Encounter, left: Fraction) -> Shot:
    """Return the attack at one target by a figure with `left` Points for it. Raises Refusal."""
    shooter = encounter.combatant(order.actor)
    arm = ARMS.meant(shooter, order.weapon, is_fired)
    aim = read_aim(order.aim, shooter, arm.weapon)
    dice = read_dice(arm.weapon, read_how(order.how), left - aim)
    return shot(attempt(order, arm, ATTACKS.only_target(order, encounter), encounter), aim, dice)


def is_fired(weapon: Armament) -> bool:
    """Return whether /fire uses the weapon."""
    return not weapon.thrown


def check_fired(weapon: Armament) -> None:
    """Raise NoRule for a weapon that is thrown."""
    if weapon.thrown:
        raise NoRule(f"A {weapon.name} is thrown at a figure or a space. Use /throw.")


def complete_cover_fire(order: Fire, encounter: Encounter) -> Fire:
    """Return cover fire with its weapon and, unless they are given, with as many dice as can be paid.

    Raises Refusal for an impossible attack: no ranged weapon, aim that the troop does not have, a sniper that moved.
    """
    shooter = encounter.combatant(order.actor)
    arm = ARMS.meant(shooter, order.weapon, is_fired)
    weapon = arm.weapon
    if not is_ranged(weapon):
        raise NoRule(f"Cover fire needs a ranged weapon, and {weapon.the} is not one. Choose one with weapon:.")
    check_still(shooter, weapon)
    check_given(weapon, modifier(order.mod))
    reloading.check_loaded(shooter, arm.slot, encounter)
    aim = read_aim(order.aim, shooter, weapon)
    dice = read_dice(weapon, read_how(order.how), figure(shooter).left - COVER - aim)
    return replace(order, weapon=weapon.name, how=_dice_words(weapon, dice))


def cover_fire_cost(order: Fire, encounter: Encounter) -> Fraction:
    """Return the Points of completed cover fire: 1, the aim, and the weapon's cost."""
    weapon = ARMS.meant(encounter.combatant(order.actor), order.weapon).weapon
    return COVER + (order.aim or 0) + attack_cost(weapon, read_dice(weapon, read_how(order.how), Fraction(0)))


def fire_cover(order: Attack, scene: Scene) -> None:
    """Attack the combatant that entered covered spaces; the Points were paid when cover fire was declared.

    If the target cannot be hit where it is now, note the reason and do not attack.
    """
    shooter = scene.combatant(order.actor)
    try:
        ready = _prepared(order, scene.encounter)
    except Refusal as refusal:
        why = known_reason(shooter.id, refusal, scene, lambda trial: _prepared(order, trial.encounter))
        scene.note("Cover fire", why, section="COVER FIRE")
        scene.conclude(scene.outcome(private(f"{shooter.reference} cannot use the cover fire"), private(why)), "miss")
        return
    reloading.spend_ammunition(shooter.id, ready.attempt.arm.slot, scene)
    record_range(order, ready.attempt, scene)
    if ready.attempt.weapon.thrown:
        grenades.resolve_throw(ready, (), scene)
    else:
        _attack(ready, scene)


def _prepared(order: Attack, encounter: Encounter) -> Shot:
    """Return the attack that completes cover fire. Raises Refusal."""
    ready = prepare(replace(order, range=None), encounter, Fraction(0))
    reloading.check_loaded(ready.attempt.shooter, ready.attempt.arm.slot, encounter)
    return ready


def best_attack(attacker: Combatant, enemy: Combatant, encounter: Encounter) -> BestAttack | None:
    """Return the attack with the most expected wounds from its space with its Points left, None without any chance.

    Of equal attacks, the cheapest is best, then the weapon in hand.
    """
    there = encounter.with_combatant(attacker).with_combatant(enemy)
    target = ATTACKS.target(Target(enemy.id), attacker.id, there)
    offers = [
        (expected_wounds(ready), -total_cost(ready), -n, ready)
        for n, arm in enumerate(ARMS.carried(attacker))
        if is_fired(arm.weapon)
        for ready in _offers(Fire(attacker.id, (Target(enemy.id),)), arm, target, there)
    ]
    if not offers:
        return None
    wounds, _, _, ready = max(offers, key=lambda offer: offer[:3])
    weapon = ready.attempt.weapon
    aim, dice = ready.aim or None, _dice_words(weapon, ready.dice)
    return BestAttack(Fire(attacker.id, (Target(enemy.id),), aim=aim, weapon=weapon.name, how=dice), wounds)


def expected_wounds(ready: Shot) -> Fraction:
    """Return the expected wounds; 0 against an empty space."""
    state = ready.attempt.target.condition
    if state is None:
        return Fraction(0)
    left = max(0, state.troop.points - state.wounds)
    return expect_result(ready.chance, ready.damage, state.troop.armor, left, ready.attempt.weapon.attacks).wounds


def total_cost(ready: Shot) -> Fraction:
    """Return the cost of the attack in Points."""
    return ready.aim + attack_cost(ready.attempt.weapon, ready.dice)


def _offers(order: Fire, arm: Arm[Armament], target: FigureTarget, encounter: Encounter) -> Iterator[Shot]:
    """Yield every attack with this weapon at the target that is possible now, by aim and dice."""
    shooter = encounter.combatant(order.actor)
    try:
        reloading.check_loaded(shooter, arm.slot, encounter)
        possible = attempt(order, arm, target, encounter)
    except Refusal:
        return
    left = figure(shooter).left
    for aim in range(len(aim_reductions(shooter, arm.weapon)) + 1):
        rest = left - aim
        highest = most_dice(arm.weapon, rest)
        for dice in range(1 if arm.weapon.by_die else highest, highest + 1):
            if attack_cost(arm.weapon, dice) > rest:
                continue
            try:
                yield shot(possible, aim, dice)
            except Refusal:
                continue


def _attack(ready: Shot, scene: Scene) -> None:
    """Roll the dice of an attack that is paid for, and conclude."""
    target, weapon = ready.attempt.target, ready.attempt.weapon
    assert target.condition is not None
    if ready.sum:
        # A target number of one term is shown with the dice.
        scene.sum(TARGET_NUMBER, *ready.sum, detail=len(ready.sum) == 1, section=SOURCE)
    scene.threaten(target.id, FIRED_UPON)
    attacker, victim = ready.attempt.shooter.id, target.id or ready.attempt.shooter.id
    clauses: list[Clause] = []
    result: harm.HitResult | None = None
    for n in range(1, weapon.attacks + 1):
        if result and not result.left:
            scene.note("Attack", f"{target.name} is dead: no attack {n}", detail=True, section=SOURCE)
            break
        between = "; " if n > 1 else ""
        total = _roll(ready, n, scene)
        if total is not None and not hits(total, ready.needed):
            miss = f"{between}{miss_word(total)}"
            clauses.append(scene.clause(miss, victim, unseen=miss))
            continue
        result = harm.strike(target.id, target.name, target.condition, ready.damage, scene)
        target = with_wounds(target, result.left)
        clauses += [
            scene.clause(f"{between}HIT, ", attacker, unseen=f"{between}HIT, "),
            scene.clause(result.wounds_words, victim),
        ]
    note_left(ready.attempt.shooter, scene)
    clauses.append(scene.clause(result.sentence, victim) if result else scene.clause(".", victim, unseen="."))
    with scene.concerning(attacker):
        deed, unseen = attack_words(ready.attempt), unseen_words(ready.attempt)
        scene.conclude(scene.outcome(deed, clauses, unseen), "hit" if result else "miss")


def _roll(ready: Shot, n: int, scene: Scene) -> int | None:
    """Return the total of two dice, None for a weapon that hits without them."""
    weapon, name = ready.attempt.weapon, ready.attempt.shooter.reference
    if not ready.sum:
        scene.note(
            "Hit",
            f"automatic hit at less than {weapon.number} spaces, no roll",
            brief="automatic",
            outward=True,
            section=SOURCE,
        )
        return None
    which = f" (attack {n} of {weapon.attacks})" if weapon.attacks > 1 else ""
    return two_dice(f"{name}'s attack at {ready.attempt.target.name}{which}", (ready,), scene)


def _dice_words(weapon: Armament, dice: int) -> str:
    """Return the dice as `how:` gives them; "" if they cannot be chosen."""
    return f"{dice} {'die' if dice == 1 else 'dice'}" if weapon.by_die else ""
