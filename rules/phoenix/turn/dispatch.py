"""Calls the rule for each order, and continues orders that take longer than an impulse (2.2).

An order that is not done in its impulse stays on the agenda as a Task and continues in each following impulse. Another
order by the same combatant replaces it, because a player may change their mind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from rules.engine.flow.plan_text import worded
from rules.engine.records.agenda import Clock, Task
from rules.engine.records.copies import replace
from rules.engine.records.errors import BadDice, NoRule, NotNow, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import (
    Act,
    Aim,
    Answer,
    Attack,
    Burst,
    CombatantOrder,
    Duck,
    Fire,
    Heal,
    Move,
    Reload,
    Throw,
)
from rules.engine.records.private_text import private
from rules.engine.records.records import Order
from rules.engine.scene.known_reason import UNKNOWN, known_reason
from rules.phoenix.basics.action_points import ACTIONS, Waiting
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.times import after, clocked
from rules.phoenix.blasts import explosives
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground.acts import ducking
from rules.phoenix.ground.moves import move_order
from rules.phoenix.harm import care
from rules.phoenix.harm.fitness import allotment
from rules.phoenix.harm.incapacity import label
from rules.phoenix.shooting.aim import turn_to_target
from rules.phoenix.shooting.carrying import reloading
from rules.phoenix.shooting.firing import aim_order, fire
from rules.phoenix.shooting.targets.aimed_target import keep_given_range
from rules.phoenix.shooting.targets.contacts import at_last_known
from rules.phoenix.turn import answers, special_acts

Rule = Callable[[Any, Scene], Waiting | None]
RULES: Mapping[type[Order], Rule] = {
    Aim: aim_order.aim,
    Fire: fire.fire,
    Burst: fire.burst,
    Throw: explosives.throw,
    Duck: ducking.duck,
    Reload: reloading.reload,
    Heal: care.heal,
    Act: special_acts.act,
    Move: move_order.move,
}

CHECKS = Hook[Callable[[CombatantOrder, Scene], None]]()
"""Each raises NotNow for a player's order that it forbids, before anything is spent; none changes anything."""
FIRST = Hook[Callable[[CombatantOrder, Scene], Order | None]]()
"""Each returns the order that a fighter carries out before a planned order: usually that order itself, None to wait."""
COSTS = Hook[Callable[[CombatantOrder, Scene], None]]()
"""Each spends the extra cost of a player's order once nothing forbids it, and notes it with the order."""
FOLLOWED = Hook[Callable[[CombatantOrder, Encounter, Scene], None]]()
"""Called after a player's order or a Task was carried out or begun, with the encounter before it.

Each concludes its consequences as parts of their own (`scene.conclude`).
"""


def begin(order: CombatantOrder, scene: Scene) -> None:
    """Carry out a player's order, or start it. Raises Refusal."""
    if isinstance(order, Duck) and ducking.answers_question(order, scene.encounter):
        order = Answer(order.actor, ducking.CHOICES[ducking.DUCK])
    if isinstance(order, Answer):
        for shot in answers.answer(order, scene):
            _resume(shot, scene)
        return
    if type(order) not in RULES:
        raise NoRule("Phoenix Command has no such rule.")
    combatant = scene.combatant(order.actor)
    state = soldier(combatant)
    if state.out(scene.encounter.clock):
        how = label(state, scene.encounter.clock)
        hint = "Choose someone who can act" if state.died else "Use /next to let time pass"
        raise NotNow(f"{combatant.reference} is {how} and cannot act. {hint}.")
    if isinstance(order, Attack):
        order = at_last_known(order, scene)
    for check in CHECKS.under(scene.encounter):
        check(order, scene)
    for spend in COSTS.under(scene.encounter):
        spend(order, scene)
    # A Duck may only be an instruction for later, and an idle act interrupts nothing.
    if not isinstance(order, Duck) and not special_acts.idle(order, scene.encounter):
        ducking.check_unasked(combatant, scene.encounter)
        if task := scene.encounter.task(order.actor):
            scene.drop(task)
    _start(order, scene)


def first(order: Order, scene: Scene, *, threat: bool) -> Order | None:
    """Return the order that has to come before a planned order: usually that order itself, None to wait.

    In answer to a `threat`, a fighter only needs to turn first. Raises NotHere if there is no cover to go back to.
    """
    assert isinstance(order, CombatantOrder)
    if threat:
        ducking.check_back(order, scene)
    order = turn_to_target.first(order, scene)
    for rule in () if threat else FIRST.under(scene.encounter):
        if (other := rule(order, scene)) is not order:
            return other
    return order


def carry_on(task: Task, scene: Scene) -> None:
    """Continue a task in a new impulse. If it has become impossible, drop it and say why."""
    scene.drop(task)
    order = task.order
    assert isinstance(order, CombatantOrder)
    scene.about, name, before = task.actor, scene.name(task.actor), scene.encounter
    try:
        scene.plans_check(order, scene)
        with throwing_for(order, scene):
            waiting = _resolve(order, scene)
    except BadDice:
        raise
    except Refusal as refusal:
        scene.notify(task.actor)
        scene.fail(task.actor)
        why = known_reason(task.actor, refusal, scene, lambda trial: _resolve(order, trial))
        stops = f"{name} stops what they were doing{private(f' ({worded(order)})')}"
        scene.conclude(scene.outcome(stops, private(why, UNKNOWN)))
        return
    if waiting is not None:
        scene.plan(Task(task.actor, task.order, waiting.spent, waiting.cost))
        so_far = f"{waiting.what}: {waiting.spent} of {waiting.cost} {waiting.unit}"
        scene.note(name, so_far, detail=True, section="2.2")
    _follow(order, before, scene)


def throwing_for(order: CombatantOrder, scene: Scene) -> AbstractContextManager[None]:
    """Return a context in which the dice typed for this order are thrown."""
    return scene.throwing_for(order.actor, order.dice if isinstance(order, Attack) else None)


def _start(order: CombatantOrder, scene: Scene) -> None:
    before = scene.encounter
    if waiting := _resolve(order, scene):
        _keep_task(order, waiting, scene)
    _follow(order, before, scene)


def _follow(order: CombatantOrder, before: Encounter, scene: Scene) -> None:
    for rule in FOLLOWED.under(scene.encounter):
        rule(order, before, scene)


def _keep_task(order: CombatantOrder, waiting: Waiting, scene: Scene) -> None:
    """Keep the order as a Task for the following impulses, and conclude with when it will be done."""
    if isinstance(order, Attack) and order.targets:
        keep_given_range(order, order.targets[0].id, scene)
    if isinstance(order, Act):
        order = replace(order, of=waiting.of)
    combatant = scene.combatant(order.actor)
    scene.plan(Task(order.actor, order, waiting.spent, waiting.cost))
    so_far = f"{combatant.reference} {waiting.what}: {waiting.spent} of {waiting.cost} {waiting.unit}"
    scene.conclude(lambda: private(f"{so_far}{_done_when(combatant, waiting, scene)}."), routine=True)


def _resolve(order: CombatantOrder, scene: Scene) -> Waiting | None:
    if isinstance(order, (Attack, Heal)):
        for target in order.targets:
            if target.id and target.id not in scene.encounter.positions:
                raise NotNow("The target has left the encounter. Choose another.")
    return RULES[type(order)](order, scene)


def _resume(order: Order, scene: Scene) -> None:
    """Carry out a shot that waited for an answer; if it has become impossible, conclude with the reason."""
    assert isinstance(order, CombatantOrder)
    with scene.concerning(order.actor), throwing_for(order, scene):
        try:
            _start(order, scene)
        except BadDice:
            raise
        except Refusal as refusal:
            scene.notify(order.actor)
            scene.fail(order.actor)
            why = known_reason(order.actor, refusal, scene, lambda trial: _start(order, trial))
            scene.conclude(scene.outcome(f"{scene.name(order.actor)} gives up the attack", private(why, UNKNOWN)))


def _done_when(combatant: Combatant, waiting: Waiting, scene: Scene) -> str:
    """Return when the order will have enough actions: ", done in Phase 2, Impulse 1", or that it never will; "" if that
    is unknown.
    """
    if waiting.unit != ACTIONS:
        return ""
    if soldier(scene.combatant(combatant.id)).out(after(scene.encounter.clock, impulses=1)):
        return f"; {combatant.reference} is out when this impulse ends, before it is done"
    at = completed_at(combatant.id, waiting.cost - waiting.spent, scene.encounter, scene.book)
    return f", done in {clocked(at)}" if at else ""


def completed_at(actor: str, missing: int, encounter: Encounter, book: Book) -> Clock | None:
    """Return the impulse in which a fighter will have the `missing` actions; None if that is not known."""
    state, clock = soldier(encounter.combatant(actor)), encounter.clock
    if state.out(after(clock, impulses=1)):
        return None
    for _ in range(200):
        clock = after(clock, impulses=1)
        missing -= allotment(state, clock, book)
        if missing <= 0:
            return clock
    return None
