"""Aiming at a target without firing yet (2.2, 2.4)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from rules.engine.errors import NotNow, RangeWanted, Refusal
from rules.engine.model import Encounter
from rules.engine.modifiers import modifier
from rules.engine.orders import Aim
from rules.engine.steps import Term
from rules.phoenix import action_points
from rules.phoenix.action_points import Waiting
from rules.phoenix.arms import Gun
from rules.phoenix.book import Scene
from rules.phoenix.ground import cover
from rules.phoenix.optional.gunnery import cover_fire, extra_aim
from rules.phoenix.shooting import patterns, readying
from rules.phoenix.shooting.accuracy import accuracy, chance_words, measure, needed, terms
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.carrying.kit import Held
from rules.phoenix.shooting.how import How, read_how
from rules.phoenix.shooting.targets.sighting import Attempt, Mark, Reach, as_explosive, keep_range, mark, reach
from rules.phoenix.soldier import soldier
from rules.phoenix.switches import ACCURACY, on
from rules.words.phrases import counted


def aim(order: Aim, scene: Scene) -> Waiting | None:
    """Aim without firing: up to `aim:` actions in all, or for what is left of this impulse. Raises Refusal."""
    encounter = scene.encounter
    shooter = scene.combatant(order.actor)
    arm = kit.held(shooter, order.weapon)
    weapon = readying.check_shooter(shooter, arm, encounter)
    how, said = read_how(order.how), modifier(order.mod)
    readying.check_how(how, weapon, encounter)
    if how.arc is not None:
        raise Refusal("An arc is a burst's, by /burst: leave it out of how:.")
    at = cover_fire.marks(order, encounter)[0] if how.covering else mark(order, encounter)
    readying.check_mark(shooter, at, how, encounter)
    how = as_explosive(how, at, weapon)
    known = _known(order, at, encounter)
    if known:
        [at] = cover.faced([at], how, weapon, kit.round_of(arm), known.hexes, encounter, scene.book)
    counted_here = action_points.counted(shooter.id, scene)
    if order.aim is not None and not 1 <= order.aim <= readying.MOST_AIM:
        raise Refusal(f"Aim goes from 1 to {readying.MOST_AIM} actions, not {order.aim}.")
    if order.aim is None and counted_here and not soldier(shooter).left:
        raise NotNow(f"{shooter.name} has no actions left in this impulse; say how long with aim:, such as aim: 6.")
    least = 0 if counted_here else weapon.aim[0][0]
    if waiting := readying.ready(shooter.id, arm, at, how, order.aim or least, scene):
        return waiting
    if order.aim is None and counted_here:
        state = soldier(scene.combatant(shooter.id))
        action_points.aim(shooter.id, at.key, (state.aim.actions if state.aim else 0) + state.left, scene)
    _tell(order, arm, weapon, at, known, how, said, scene)
    return None


def _tell(
    order: Aim,
    arm: Held,
    weapon: Gun,
    at: Mark,
    known: Reach | None,
    how: How,
    said: Sequence[Term],
    scene: Scene,
) -> None:
    """How long he has aimed, and how well."""
    shooter = scene.combatant(order.actor)
    used = readying.aim_used(shooter, at, how, known.hexes if known else None, scene)
    so_far = readying.aim_so_far(shooter, arm, at)
    extra = readying.bonus(how) + extra_aim.extra(shooter, arm, at, how, scene.encounter)
    told = f"{shooter.name} has aimed the {weapon.name} at {at.name} for {counted(so_far, 'action')}"
    if not so_far:
        told = f"{shooter.name} has the {weapon.name} ready, and no action left to aim it at {at.name} in this impulse"
    elif used < readying.least_aim(weapon, extra):
        told += f" of the {readying.least_aim(weapon, extra)} that a shot takes"
    elif soldier(shooter).sal is not None:
        aimed = readying.aimed(weapon, used, extra, scene)
        told += _accuracy(order, aimed, known, arm, weapon, at, how, said, scene)
    kit.tell_left(order.actor, scene)
    scene.conclude(f"{told}.")


def _known(order: Aim, at: Mark, encounter: Encounter) -> Reach | None:
    try:
        return reach(order, at, encounter)
    except RangeWanted:
        return None


def _pattern(weapon: Gun, round: str, known: Reach | None, encounter: Encounter) -> int | None:
    with suppress(Refusal):  # too far for it as yet
        return patterns.alm(weapon, round, known.hexes, encounter) if known else None
    return None


def _accuracy(
    order: Aim,
    aimed: Term,
    known: Reach | None,
    arm: Held,
    weapon: Gun,
    at: Mark,
    how: How,
    said: Sequence[Term],
    scene: Scene,
) -> str:
    """How well he has aimed, and what the shot would need, where the range is known."""
    if known is None and on(scene.encounter, ACCURACY):  # which depends on it
        return ""
    pattern = _pattern(weapon, kit.round_of(arm), known, scene.encounter)
    shooter, hexes = scene.combatant(order.actor), known.hexes if known else 0
    attempt = Attempt(shooter, weapon, at, how, tuple(said), hexes, pattern=pattern)
    total = accuracy(attempt, terms(attempt, aimed, scene.encounter, scene.book), scene)
    told = f": {measure(scene.encounter)} {total}"
    if known is None:
        return told
    keep_range(order, (at,), known, scene)
    chance = needed(total, attempt, scene)
    return f"{told}, {chance_words(chance)} at {counted(known.hexes, 'hex')}"
