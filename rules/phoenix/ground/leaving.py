"""The end of an impulse for those who go out of sight in it: who aims at them fires as they leave, or loses his aim
(2.2, 2.4; ruling O33)."""

from __future__ import annotations

from dataclasses import replace

from rules.engine.agenda import Task
from rules.engine.copies import altered
from rules.engine.model import Combatant
from rules.engine.orders import Attack, Burst, Fire
from rules.phoenix.book import Scene
from rules.phoenix.dispatch import carry_on
from rules.phoenix.ground.view import loses_sight
from rules.phoenix.soldier import soldier, unsteady


def last_shots(scene: Scene) -> None:
    """Shots that are being aimed at somebody who goes out of sight are fired before he does."""
    for aimer in scene.encounter.combatants:
        if target := _lost(aimer, scene):
            _fire_now(aimer, target, scene)


def leave_sight(scene: Scene) -> None:
    """Whoever hides is out of sight from now on."""
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
    """Whom he aims at and sees no longer, because one of them has hidden, moved or turned in this impulse."""
    state, encounter = soldier(aimer), scene.encounter
    if state.aim is None or not aimer.present or state.out(encounter.clock):
        return None
    target = next((c for c in encounter.combatants if state.aim and c.id == state.aim.at), None)
    if target is None or not target.present:
        return None
    return target if loses_sight(aimer, target, encounter) else None


def _fire_now(aimer: Combatant, target: Combatant, scene: Scene) -> None:
    """Fire with the aim so far, if he was going to fire; it is too late to ask anybody whether to duck."""
    task, aim = scene.encounter.task(aimer.id), soldier(aimer).aim
    if task is None or aim is None or aim.actions < 1 or not _at(task, target):
        return
    if not isinstance(task.order, Fire | Burst):
        return
    at = soldier(scene.combatant(target.id))
    scene.change(target.id, altered(at, asked=scene.encounter.clock))
    scene.drop(task)
    scene.rule("O33", f"{aimer.name} fires as {target.name} leaves his sight")
    carry_on(replace(task, order=replace(task.order, aim=aim.actions)), scene)


def _lose_aim(aimer: Combatant, target: Combatant, scene: Scene) -> None:
    state = soldier(scene.combatant(aimer.id))
    task = scene.encounter.task(aimer.id)
    if task and _at(task, target):
        scene.drop(task)
    if state.aim is None or state.aim.at != target.id:
        return
    scene.change(aimer.id, altered(state, aim=None))
    if state.aim.actions:
        scene.notify(aimer.id)
        scene.note(aimer.name, f"no longer sees {target.name}: {state.aim.actions} of aim are lost")


def _at(task: Task, target: Combatant) -> bool:
    return isinstance(task.order, Attack) and any(at.id == target.id for at in task.order.targets)
