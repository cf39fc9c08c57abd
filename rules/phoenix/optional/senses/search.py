"""Looking for one enemy and doing nothing else meanwhile: the strict reading of 5.2, by the switch `looking`.

The part of the Spotting Time that is done is the fighter's work under way. Any other work ends it.
"""

from __future__ import annotations

from rules.engine.records.agenda import Task
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act
from rules.phoenix.basics.action_points import Waiting, spent_on
from rules.phoenix.basics.soldier import Progress, Work, soldier
from rules.phoenix.basics.switches import ALONE, LOOKING, value
from rules.phoenix.book import Scene
from rules.phoenix.ground import view
from rules.phoenix.optional.senses.spotting import in_sight, knows, with_known
from rules.phoenix.optional.senses.spotting_report import Found, tell, tell_progress
from rules.phoenix.optional.senses.spotting_time import SpottingTime, motion, pace, spotting_time, unit


def alone(encounter: Encounter) -> bool:
    """Return whether fighters look for one enemy at a time and do nothing else meanwhile."""
    return value(encounter, LOOKING) == ALONE


def search(spotter: Combatant, target: Combatant, time: SpottingTime, scene: Scene) -> Waiting | None:
    """Look for the target for another impulse, or spot them if the time is done."""
    state, (this, what) = soldier(spotter), _looking(target)
    before = spent_on(this, what, spotter.id, scene)
    spent = before or 0
    if time.number <= spent:
        _found(spotter, target, time, spent, scene)
        return None
    if before is None:
        for step in time.steps:
            scene.record(step, "5.2")
        scene.change(spotter.id, altered(state, progress=Progress(what, 0, this)))
    return Waiting(f"looks for {target.reference}", spent, time.number, unit(scene.encounter), this.of)


def end(scene: Scene) -> None:
    """End an impulse: count it for the fighters who looked and did nothing else."""
    for item in scene.encounter.agenda:
        if isinstance(item, Task) and (target := _sought(item, scene.encounter)):
            with scene.concerning(item.actor):
                _look_on(item, target, scene)


def _sought(task: Task, encounter: Encounter) -> Combatant | None:
    """Return the target of a task of looking, or None for any other task."""
    spotter = encounter.combatant(task.actor)
    work = soldier(spotter).progress
    if not isinstance(task.order, Act) or work is None:
        return None
    return next((c for c in encounter.combatants if c.present and work.on(*_looking(c))), None)


def _look_on(task: Task, target: Combatant, scene: Scene) -> None:
    """Count another impulse of looking, unless the spotter did anything else in it.

    The time it takes depends on the target's motion in this impulse. The time already spent stays.
    """
    encounter, spotter = scene.encounter, scene.combatant(task.actor)
    state = soldier(spotter)
    if state.progress is None or not in_sight(spotter, target, encounter):
        return
    try:
        time = spotting_time(spotter, target, encounter, scene.book)
    except Refusal:
        return  # the task itself gives the reason when it continues
    still = motion(spotter, encounter, scene.book) == "Frozen"
    impulse = pace(spotter, encounter, scene.book)[encounter.clock.impulse - 1]
    spent = state.progress.spent + (impulse if still else 0)
    if spent >= time.number or knows(spotter, target):
        scene.drop(task)
        _found(spotter, target, time, spent, scene)
        return
    scene.change(spotter.id, altered(state, progress=replace(state.progress, spent=spent)))
    tell_progress(Found(target, spent, time), scene)


def _found(spotter: Combatant, target: Combatant, time: SpottingTime, spent: int, scene: Scene) -> None:
    scene.do(with_known(spotter, view.as_seen(spotter, target, scene.encounter)))
    scene.change(spotter.id, altered(soldier(scene.combatant(spotter.id)), progress=None))
    tell(spotter, (Found(target, spent, time),), scene)


def _looking(target: Combatant) -> tuple[Work, str]:
    return Work("spot", (target.id,)), f"looks for {target.id}"
