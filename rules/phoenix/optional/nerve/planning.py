"""Thinking of a Course of Action: how it is begun, how it goes on beside other things, what it comes to (5.5).

The actions of an impulse count as thought as soon as it begins, whatever is done with them that exposes nobody.
"""

from __future__ import annotations

import re
from dataclasses import replace

from rules.engine.agenda import Clock
from rules.engine.copies import altered
from rules.engine.errors import NotNow, Refusal
from rules.engine.model import Combatant, Encounter
from rules.engine.orders import Act, CombatantOrder
from rules.phoenix.action_points import Waiting
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground.acting import MOST_COST, MOST_TEXT
from rules.phoenix.harm.fitness import allotment
from rules.phoenix.optional.nerve import courses
from rules.phoenix.optional.nerve.initiative import NUMBER, TABLE, TIME, bound, planned, thinks
from rules.phoenix.optional.records import Plan
from rules.phoenix.sides import enemies
from rules.phoenix.soldier import Soldier, soldier
from rules.phoenix.times import after, clocked
from rules.tables.cells import INT
from rules.words.phrases import counted

MOST_NUMBER = 20
"""Actions of a Course of Action that the GM can say are left."""
_LOWEST = 3
"""The lowest Intelligence Skill Factor of the table."""


def plan(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Begin to think of a Course of Action; what was left of an earlier one is given up. `cost` overrides the time.

    Raises NotNow where that makes no sense, or the last one has not been begun yet.
    """
    combatant = check_minded(order, scene)
    state = soldier(combatant)
    known = planned(combatant, scene.encounter)
    if known and known.stage == "ready":
        raise NotNow(
            f"{combatant.reference} has a Course of Action that is not begun yet: it can be given up once an action is"
            " spent on it."
        )
    _leave_off(combatant, scene)
    time, number = figures(state, scene)
    time = time if order.cost is None else order.cost
    text = said(order, "text")
    if known and known.stage == "under way" and known.left:
        lost = f"{known.left} of {counted(known.number, 'action')} of his Course of Action"
        scene.note("Given up", lost, section="5.5")
    fresh = Plan(time, number, time, number, text=text)
    if time == 0 or time < state.left:
        set_out(combatant.id, replace(fresh, thinking=0), time, scene)
        scene.conclude(f"{combatant.reference} thinks for {counted(time, 'action')} and {course(fresh)}.")
        return None
    fresh = replace(fresh, thinking=time - state.left)
    courses.keep(combatant.id, fresh, scene)
    then = _ready_at(soldier(scene.combatant(combatant.id)), fresh.thinking, scene.encounter.clock, scene.book)
    scene.conclude(f"{combatant.reference} thinks of a Course of Action{_of(text)}: {counted(time, 'action')}{then}.")
    return None


def _leave_off(combatant: Combatant, scene: Scene) -> None:
    """What is under way goes on beside the thought, unless it belongs to the course that is given up."""
    task = scene.encounter.task(combatant.id)
    if (
        task
        and isinstance(task.order, CombatantOrder)
        and courses.needs(task.order, combatant, scene.encounter, scene.book)
    ):
        scene.stop(combatant.id)
        scene.note("Interrupted", f"{combatant.reference} stops what he was about", section="5.5")


def go_on(scene: Scene) -> None:
    """A new impulse: its actions have been thought, by whoever has nothing else in mind; who is done sets out."""
    for combatant in scene.encounter.combatants:
        plan = planned(combatant, scene.encounter)
        if plan is None:
            continue
        state = soldier(combatant)
        if not combatant.present or state.out(scene.encounter.clock):
            courses.keep(combatant.id, None, scene)
            continue
        task = scene.encounter.task(combatant.id)
        if plan.stage != "thinks" or (
            task and isinstance(task.order, CombatantOrder) and courses.distracts(task.order)
        ):
            continue
        if state.left <= plan.thinking:
            courses.keep(combatant.id, replace(plan, thinking=plan.thinking - state.left), scene)
            continue
        set_out(combatant.id, plan, 0 if task else plan.thinking, scene)
        scene.notify(combatant.id)
        with scene.concerning(combatant.id):
            scene.conclude(f"{combatant.reference} {course(plan)}.")


def set_out(id: str, plan: Plan, spent: int, scene: Scene) -> None:
    """He has thought; so many actions of this impulse have gone by with it."""
    state: Soldier = soldier(scene.combatant(id))
    ready = replace(plan, thinking=0, left=plan.number, stage="ready", doing="", since=None)
    scene.change(id, altered(state, left=max(0, state.left - spent), plan=ready))


def absorbed(combatant: Combatant, encounter: Encounter) -> bool:
    """Whether nobody waits for him, who only thinks: no enemy aims at him, nor has any fired just now."""
    if not thinks(combatant, encounter):
        return False
    lately = after(encounter.clock, impulses=-1)
    foes = (soldier(other) for other in encounter.combatants if other.present and enemies(combatant, other))
    return not any((foe.aim and foe.aim.at == combatant.id) or (foe.fired and foe.fired >= lately) for foe in foes)


def set_right(number: int, subject: str, scene: Scene) -> str:
    """The GM says that so many actions of a Course of Action are left, 0 that there is none. Raises NotNow for one of
    somebody who needs none."""
    combatant = scene.combatant(subject)
    if number and not bound(combatant, scene.encounter):
        raise NotNow(
            f"{combatant.reference}, whose ISF and Combat Actions nobody knows, needs no Course of Action: set both"
            " first, such as ISF 21, CA 5."
        )
    text = known.text if (known := soldier(scene.combatant(subject)).plan) else ""
    courses.keep(subject, Plan(0, number, 0, number, "under way", text) if number else None, scene)
    return f"a Course of Action of {counted(number, 'action')}" if number else "no Course of Action"


def forget(scene: Scene) -> None:
    """The switch is set: whatever was thought of is gone."""
    for combatant in scene.encounter.combatants:
        courses.keep(combatant.id, None, scene)


def check_minded(order: Act, scene: Scene) -> Combatant:
    """Who thinks, or gives orders. Raises Refusal where there is no time to count, or his ISF is not known."""
    combatant = scene.combatant(order.actor)
    if not scene.encounter.timed:
        raise NotNow("A quick ruling has no clock, so that nobody has to think first.")
    if not bound(combatant, scene.encounter):
        raise NotNow(
            f"Nobody knows the ISF and the Combat Actions of {combatant.reference}, so that he needs no Course of"
            " Action; /adjust sets both, such as ISF 21, CA 5."
        )
    if order.cost is not None and not 0 <= order.cost <= MOST_COST:
        raise Refusal(f"A cost goes from 0 to {MOST_COST:,} actions, not {order.cost}.")
    return combatant


def figures(state: Soldier, scene: Scene) -> tuple[int, int]:
    """Initiative Time and Action Number, looked up for everybody to see."""
    assert state.isf is not None
    table = scene.book.tables.of(INT, TABLE)
    time = scene.lookup("Time", table, state.isf, TIME, section="5.5")
    number = scene.lookup("Number", table, state.isf, NUMBER, section="5.5")
    assert time is not None
    assert number is not None
    if state.isf < _LOWEST:
        scene.rule("O56", f"an ISF of {state.isf} counts as {_LOWEST}", section="5.5")
    return time, number


def said(order: Act, part: str) -> str:
    """What the player said, in his own spelling: the text of a plan or of an order, or to whom it goes.

    Raises Refusal for a text that is too long."""
    text = " ".join(order.what.split()).rstrip(".")
    if len(text) > MOST_TEXT:
        raise Refusal(f"Say in {MOST_TEXT} characters at most what is planned.")
    match = courses.THINKING.fullmatch(text) or courses.ORDERING.fullmatch(text)
    return match[part].strip() if match else ""


def course(plan: Plan) -> str:
    """What he has from now on, as a predicate."""
    return f"has a Course of Action{_of(plan.text)}: {counted(plan.number, 'action')}"


def _of(text: str) -> str:
    return f" ({text})" if text else ""


def _ready_at(state: Soldier, thinking: int, clock: Clock, book: Book) -> str:
    """From when on he has the course: ", ready in Phase 2, Impulse 3"; "" if that can't be said."""
    for _ in range(200):
        clock = after(clock, impulses=1)
        thinking -= allotment(state, clock, book)
        if thinking < 0:
            return f", ready in {clocked(clock)}"
    return ""
