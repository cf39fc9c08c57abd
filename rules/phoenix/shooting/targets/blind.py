"""Fire through walls and doors at an unseen target: people on its line may be hit (scenario 2 of 4.2)."""

from __future__ import annotations

from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack, Burst, Fire
from rules.engine.records.private_text import private
from rules.engine.scene.modifiers import modifier
from rules.grid import hexes
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.arms import SHOT
from rules.phoenix.basics.outcomes import line, nobody
from rules.phoenix.basics.switches import STRAY_FIRE, on
from rules.phoenix.book import Scene
from rules.phoenix.ground import view
from rules.phoenix.shooting.aim import preparation
from rules.phoenix.shooting.aim.how import How, read_how
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.firing import bursts
from rules.phoenix.shooting.firing.declared_fire import as_declared, going
from rules.phoenix.shooting.firing.hit_effects import spreads
from rules.phoenix.shooting.firing.ready_fire import ReadyFire, waits
from rules.phoenix.shooting.firing.shot import Shot
from rules.phoenix.shooting.firing.stray import fly_on
from rules.phoenix.shooting.targets.aimed_target import aimed_target, reach
from rules.words.phrases import counted, listed


def blind(order: Attack, encounter: Encounter) -> bool:
    """Return whether the order fires at a place to hit people on the line.

    That is one round, or a burst through an obstruction.
    """
    if not on(encounter, STRAY_FIRE) or len(order.targets) != 1 or read_how(order.how).covering:
        return False
    here, place = encounter.combatant(order.actor).place, order.targets[0].place
    if here is None or place is None or encounter.battle_map is None:
        return False
    hidden = hexes.blocking(here, place, encounter.battle_map.obstructions) is not None
    return isinstance(order, Fire) or (isinstance(order, Burst) and hidden)


def plan(order: Attack, encounter: Encounter) -> Shot:
    """Return the blind fire before any throw. Raises Refusal if anything forbids it."""
    shooter = encounter.combatant(order.actor)
    arm, burst = kit.held(shooter, order.weapon), isinstance(order, Burst)
    weapon = preparation.check_shooter(shooter, arm, encounter)
    if burst:
        bursts.check_automatic(weapon)
    how, modifiers, at = read_how(order.how), modifier(order.mod), aimed_target(order, encounter)
    preparation.check_how(how, weapon, encounter)
    if modifiers or order.aim is not None or replace(how, stance="") != How():
        raise Refusal(
            f"You can't aim at anyone in {at.name}, and each round rolls its own chance (scenario 2)."
            " Leave out aim: and mod:, and use only hip or firing stance in how:."
        )
    if spreads(weapon, kit.round_of(arm), encounter):
        other = listed([sort for sort in weapon.rounds if sort != SHOT])
        raise NoRule(
            f"Blind fire needs bullets, and the {weapon.name} is loaded with shot. Reload it with {other} first."
        )
    if shooter.place == at.place:
        raise Refusal("Name a different hex: a line needs two.")
    view.check_out(shooter, at.place, encounter)
    return Shot(order, shooter, arm, weapon, how, modifiers, (at,), reach(order, at, encounter), burst)


def spray(order: Attack, scene: Scene) -> Waiting | None:
    """Fire at a place without aim: every round may hit the people on its line. Raises Refusal before any throw."""
    encounter = as_declared(order.actor, scene.encounter)
    shot = plan(order, encounter)
    shooter, arm, weapon, how, at, burst = shot.shooter, shot.arm, shot.weapon, shot.how, shot.aimed_at, shot.burst
    rounds = bursts.rounds(weapon, arm.ammunition) if burst else 1
    if not going(order.actor, encounter):
        if waiting := preparation.ready(order.actor, arm, at, how, 0, scene, burst):
            return waiting
        shot = replace(shot, shooter=scene.combatant(order.actor))
        if burst:
            bursts.check_burst(shot.shooter, scene.encounter)
        if waits(ReadyFire(order, arm, (at,), shot.reach, rounds), scene):
            return None
    kit.let_go(order.actor, arm, rounds, scene, burst=burst)
    outcomes = fly_on(shot, rounds, (), scene)
    kit.tell_left(order.actor, scene, arm.slot)
    spent = private(f"{counted(rounds, 'round')} from ")
    fires = f"{shooter.reference} fires {spent}the {weapon.name} through {at.name}, {shot.far}"
    results = outcomes or nobody("nobody is hit", scene)
    verdict = "hit" if outcomes else "miss"
    unseen = "An unseen shooter fires"
    scene.conclude(line(fires, results, scene, unseen=unseen), verdict)
    return None
