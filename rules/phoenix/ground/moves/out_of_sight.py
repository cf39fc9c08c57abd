"""The end of an impulse for fighters that go out of sight in it (2.2, 2.4; ruling O33).

Fighters that aim at them fire first or lose their aim.
"""

from __future__ import annotations

from rules.engine.records.copies import altered, replace
from rules.engine.records.model import Combatant
from rules.engine.records.orders import Attack
from rules.engine.records.private_text import private
from rules.phoenix.basics.soldier import soldier, unsteady
from rules.phoenix.basics.times import after
from rules.phoenix.book import Scene
from rules.phoenix.ground.view import aims_at, loses_sight, shot_under_way
from rules.phoenix.turn.dispatch import carry_on


def last_shots(scene: Scene) -> None:
    """Fire the shots that are being aimed at fighters that go out of sight in this impulse."""
    for aimer in scene.encounter.combatants:
        if target := _lost(aimer, scene):
            _fire_now(aimer, target, scene)


def leave_sight(scene: Scene) -> None:
    """Hide the fighters that went behind cover in this impulse; aim at fighters that are out of sight is lost."""
    ended = scene.encounter.clock
    for aimer in scene.encounter.combatants:
        if target := _lost(aimer, scene):
            _lose_aim(aimer, target, scene)
    for combatant in scene.encounter.combatants:
        state = soldier(combatant)
        if state.hides == ended:
            foxhole = state.exposure == "dug in"
            behind = altered(unsteady(state), exposure="hidden", hides=None, foxhole=foxhole)
            scene.change(combatant.id, behind)


def _lost(aimer: Combatant, scene: Scene) -> Combatant | None:
    """Return the target that the aimer no longer sees, because one of them has hidden, moved or turned in this
    impulse.
    """
    state, encounter = soldier(aimer), scene.encounter
    if state.aim is None or not aimer.present or state.out(encounter.clock):
        return None
    at = encounter.positions.get(state.aim.at)
    target = None if at is None else encounter.combatants[at]
    return target if target and target.present and loses_sight(aimer, target, encounter) else None


def _fire_now(aimer: Combatant, target: Combatant, scene: Scene) -> None:
    """Fire with the aim so far, if a shot was planned. It is too late to ask whether the target ducks."""
    task, aim = shot_under_way(aimer, target, scene.encounter), soldier(aimer).aim
    if task is None or aim is None or not isinstance(task.order, Attack):
        return
    at = soldier(scene.combatant(target.id))
    scene.change(target.id, altered(at, asked=scene.encounter.clock))
    scene.drop(task)
    with scene.concerning(aimer.id):
        scene.rule("O33", f"{aimer.reference} fires as {target.reference} leaves their sight", section="2.4")
        carry_on(replace(task, order=replace(task.order, aim=aim.actions)), scene)


def _lose_aim(aimer: Combatant, target: Combatant, scene: Scene) -> None:
    state = soldier(scene.combatant(aimer.id))
    task = scene.encounter.task(aimer.id)
    stops = task is not None and aims_at(task, target)
    if task and stops:
        scene.drop(task)
        scene.fail(aimer.id)
    aim = state.aim if state.aim and state.aim.at == target.id else None
    if aim:
        scene.change(aimer.id, altered(state, aim=None))
    fell = soldier(scene.combatant(target.id)).out(after(scene.encounter.clock, impulses=1))
    if not (stops or (aim and aim.actions)) or fell:
        return
    scene.notify(aimer.id)
    with scene.concerning(aimer.id):
        if aim and aim.actions:
            text = f"no longer sees {target.reference} and loses {aim.actions} of aim"
            scene.note(aimer.reference, text, section="2.4")
        scene.conclude(private(f"{aimer.reference} stops aiming: {target.reference} is out of sight."))
