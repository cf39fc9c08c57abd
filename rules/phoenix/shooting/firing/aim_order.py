"""`/aim`: aiming at a target without firing yet (2.2, 2.4)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from rules.engine.records.errors import NotNow, RangeWanted, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Aim
from rules.engine.records.private_text import private
from rules.engine.records.steps import Term
from rules.engine.scene.modifiers import modifier
from rules.phoenix.basics import action_points
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import ACCURACY, on
from rules.phoenix.book import Scene
from rules.phoenix.ground import cover
from rules.phoenix.shooting.aim import preparation
from rules.phoenix.shooting.aim.accuracy import accuracy, accuracy_name, chance_words, needed, terms
from rules.phoenix.shooting.aim.extra_aim import extra_aim
from rules.phoenix.shooting.aim.how import How, read_how
from rules.phoenix.shooting.carrying import gear, kit
from rules.phoenix.shooting.carrying.kit import Held
from rules.phoenix.shooting.firing import patterns
from rules.phoenix.shooting.firing.ways import way_of
from rules.phoenix.shooting.targets.aimed_target import (
    AimedTarget,
    Attempt,
    Reach,
    aimed_target,
    as_explosive,
    keep_range,
    reach,
)
from rules.phoenix.shooting.targets.bodies import check_body
from rules.words.phrases import counted


@dataclass(frozen=True, slots=True)
class _Aiming:
    """A weapon aimed at a target, at a range that may be unknown, with the words and modifiers of the order."""

    order: Aim
    arm: Held
    weapon: Gun
    at: AimedTarget
    target_range: Reach | None
    how: How
    modifiers: Sequence[Term]


def aim(order: Aim, scene: Scene) -> Waiting | None:
    """Aim without firing: up to `aim:` actions in all, or for the rest of this impulse. Raises Refusal."""
    encounter = scene.encounter
    shooter = scene.combatant(order.actor)
    arm = kit.held(shooter, order.weapon)
    weapon = preparation.check_shooter(shooter, arm, encounter)
    how, modifiers = read_how(order.how), modifier(order.mod)
    preparation.check_how(how, weapon, encounter)
    gear.check_words(how.held, arm, shooter, encounter)
    if how.sweeps_arc:
        raise Refusal("Only a burst has an arc. Use /burst, or leave the arc out of how:.")
    way = way_of(how)
    at = way.marks(order, encounter)[0] if way else aimed_target(order, encounter)
    check_body(at, weapon, order.actor, encounter)
    preparation.check_target(shooter, at, how, encounter)
    how = as_explosive(how, at, weapon)
    target_range = _range_if_known(order, at, encounter)
    if target_range:
        sort, hexes = kit.round_of(arm), target_range.hexes
        [at] = cover.in_cover([at], how, weapon, sort, hexes, encounter, scene.book, shooter.place)
        cover.check_pane(at)
    counts = action_points.counts_actions(shooter.id, scene)
    if order.aim is not None and not 1 <= order.aim <= preparation.MOST_AIM:
        raise Refusal(f"Aim is 1 to {preparation.MOST_AIM} actions, not {order.aim}.")
    if order.aim is None and counts and not soldier(shooter).left:
        raise NotNow(
            f"{shooter.reference} has no actions left in this impulse. Give the length of the aim, such as aim: 6."
        )
    least = 0 if counts else weapon.aim[0][0]
    if waiting := preparation.ready(shooter.id, arm, at, how, order.aim or least, scene):
        return waiting
    if order.aim is None and counts:
        state = soldier(scene.combatant(shooter.id))
        action_points.aim(shooter.id, at.key, (state.aim.actions if state.aim else 0) + state.left, scene)
    _conclude(_Aiming(order, arm, weapon, at, target_range, how, modifiers), scene)
    return None


def _conclude(aiming: _Aiming, scene: Scene) -> None:
    """Conclude with how long the shooter has aimed, and how well."""
    weapon, at, how, target_range = aiming.weapon, aiming.at, aiming.how, aiming.target_range
    shooter, arm = scene.combatant(aiming.order.actor), aiming.arm
    used = preparation.aim_used(shooter, at, how, target_range.hexes if target_range else None, scene)
    so_far = preparation.aim_so_far(shooter, arm, at)
    extra = preparation.bonus(how) + extra_aim(shooter, arm, at, how, scene.encounter)
    text = f"{shooter.reference} has aimed the {weapon.name} at {at.name} for {counted(so_far, 'action')}"
    if not so_far:
        ready = f"{shooter.reference} has the {weapon.name} ready"
        text = f"{ready} but no action left to aim it at {at.name} in this impulse"
    elif used < preparation.least_aim(weapon, extra):
        text += f" of the {preparation.least_aim(weapon, extra)} that a shot needs"
    elif soldier(shooter).sal is not None:
        aimed = preparation.aimed(weapon, used, extra)
        preparation.record_aim(weapon, used, extra, scene)
        text += _accuracy(aiming, aimed, scene)
    kit.tell_left(shooter.id, scene)
    scene.conclude(private(f"{text}."), routine=True)


def _range_if_known(order: Aim, at: AimedTarget, encounter: Encounter) -> Reach | None:
    try:
        return reach(order, at, encounter)
    except RangeWanted:
        return None


def _pattern(weapon: Gun, round: str, target_range: Reach | None, encounter: Encounter) -> int | None:
    with suppress(Refusal):  # still too far away for it
        return patterns.alm(weapon, round, target_range.hexes, encounter) if target_range else None
    return None


def _accuracy(aiming: _Aiming, aimed: Term, scene: Scene) -> str:
    """Return the accuracy of the aim in words, and the throw that a shot would need if the range is known."""
    weapon, at, target_range = aiming.weapon, aiming.at, aiming.target_range
    if target_range is None and on(scene.encounter, ACCURACY):  # the accuracy depends on it
        return ""
    pattern = _pattern(weapon, kit.round_of(aiming.arm), target_range, scene.encounter)
    shooter, hexes = scene.combatant(aiming.order.actor), target_range.hexes if target_range else 0
    attempt = Attempt(shooter, weapon, at, aiming.how, tuple(aiming.modifiers), hexes, pattern=pattern)
    total = accuracy(attempt, terms(attempt, aimed, scene.encounter, scene.book), scene)
    text = f": {accuracy_name(scene.encounter)} {total}"
    if target_range is None:
        return text
    keep_range(aiming.order, (at,), target_range, scene)
    chance = needed(total, attempt, scene)
    return f"{text}, {chance_words(chance)} at {counted(target_range.hexes, 'hex')}"
