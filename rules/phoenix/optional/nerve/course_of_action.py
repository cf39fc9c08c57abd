"""Thinking of a Course of Action: beginning it, continuing it in each impulse, and finishing it (5.5).

The actions of an impulse count as thought from its beginning. They can still be spent on acts that do not expose the
fighter.
"""

from __future__ import annotations

import re

from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act, CombatantOrder
from rules.engine.records.private_text import private
from rules.engine.sharing.acts import MOST_TEXT
from rules.engine.sight.sight import imperceptible, side_of
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.sides import enemies
from rules.phoenix.basics.soldier import Soldier, soldier
from rules.phoenix.basics.times import after, clocked
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground.acts.act_order import MOST_COST
from rules.phoenix.harm.fitness import allotment
from rules.phoenix.optional.nerve import courses
from rules.phoenix.optional.nerve.initiative import NUMBER, TABLE, TIME, bound, planned, thinks
from rules.phoenix.optional.records import Plan
from rules.tables.cells import INT
from rules.words.phrases import counted

MOST_NUMBER = 20
"""The most actions of a Course of Action that a GM can set."""
_LOWEST = 3
"""The lowest Intelligence Skill Factor of the table."""


def plan(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Begin to think of a Course of Action, and give up the rest of an earlier one. `cost` overrides the time.

    Raises NotNow if no Course of Action is needed, or the last one has not been begun yet.
    """
    combatant = check_minded(order, scene)
    state = soldier(combatant)
    current = planned(combatant, scene.encounter)
    if current and current.stage == "ready":
        raise NotNow(
            f"{combatant.reference} has not started their Course of Action. They can give it up after"
            " spending an action on it."
        )
    _leave_off(combatant, scene)
    time, number = figures(state, scene)
    time = time if order.cost is None else order.cost
    text = typed(order, "text")
    if current and current.stage == "under way" and current.left:
        lost = f"{current.left} of {counted(current.number, 'action')} of their Course of Action"
        scene.note("Given up", lost, section="5.5")
    fresh = Plan(time, number, time, number, text=text)
    if time == 0 or time < state.left:
        finish(combatant.id, replace(fresh, thinking=0), time, scene)
        thinks = f"{combatant.reference} thinks for {counted(time, 'action')} and"
        scene.conclude(
            scene.outcome(private(f"{thinks} {course(fresh)}"), private(f"{counted(number, 'action')}.")), routine=True
        )
        return None
    fresh = replace(fresh, thinking=time - state.left)
    courses.keep(combatant.id, fresh, scene)
    then = _ready_at(soldier(scene.combatant(combatant.id)), fresh.thinking, scene.encounter.clock, scene.book)
    thinks_of = f"{combatant.reference} thinks of a Course of Action{_of(text)}"
    scene.conclude(scene.outcome(private(thinks_of), private(f"{counted(time, 'action')}{then}.")), routine=True)
    return None


def _leave_off(combatant: Combatant, scene: Scene) -> None:
    """Stop the fighter's task if it is part of the course that is given up. Other tasks continue."""
    task = scene.encounter.task(combatant.id)
    if (
        task
        and isinstance(task.order, CombatantOrder)
        and courses.needs(task.order, combatant, scene.encounter, scene.book)
    ):
        scene.stop(combatant.id)
        scene.note("Interrupted", f"{combatant.reference} stops what they were doing", section="5.5")


def continue_all(scene: Scene) -> None:
    """Begin an impulse: fighters who are not distracted think for all its actions, and some finish their course."""
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
        finish(combatant.id, plan, 0 if task else plan.thinking, scene)
        scene.notify(combatant.id)
        with scene.concerning(combatant.id):
            has = private(f"{combatant.reference} {course(plan)}")
            scene.conclude(scene.outcome(has, private(f"{counted(plan.number, 'action')}.")), routine=True)


def finish(id: str, plan: Plan, spent: int, scene: Scene) -> None:
    """Give the fighter the course that they thought of, which took `spent` actions of this impulse."""
    state: Soldier = soldier(scene.combatant(id))
    ready = replace(plan, thinking=0, left=plan.number, stage="ready", doing="", since=None)
    scene.change(id, altered(state, left=max(0, state.left - spent), plan=ready))


def absorbed(combatant: Combatant, encounter: Encounter) -> bool:
    """Return whether the fighter only thinks, so that nobody waits for their orders: no enemy aims at them or has just
    fired.
    """
    if not thinks(combatant, encounter):
        return False
    lately = after(encounter.clock, impulses=-1)
    side = side_of(combatant)
    foes = (
        soldier(other)
        for other in encounter.combatants
        if other.present and enemies(combatant, other) and not imperceptible(encounter, side, other)
    )
    return not any((foe.aim and foe.aim.at == combatant.id) or (foe.fired and foe.fired >= lately) for foe in foes)


def correct(number: int, subject: str, scene: Scene) -> str:
    """Set the actions left of a Course of Action by a GM's correction (0 ends it); return that in words.

    Raises NotNow for a fighter who needs no course.
    """
    combatant = scene.combatant(subject)
    if number and not bound(combatant, scene.encounter):
        raise NotNow(
            f"{combatant.reference} has no known ISF and Combat Actions and needs no Course of Action."
            " Set both first, such as ISF 21, CA 5."
        )
    text = current.text if (current := soldier(scene.combatant(subject)).plan) else ""
    courses.keep(subject, Plan(0, number, 0, number, "under way", text) if number else None, scene)
    return f"a Course of Action of {counted(number, 'action')}" if number else "no Course of Action"


def forget(scene: Scene) -> None:
    """End all Courses of Action, after the switch was set."""
    for combatant in scene.encounter.combatants:
        courses.keep(combatant.id, None, scene)


def check_minded(order: Act, scene: Scene) -> Combatant:
    """Return the actor, who thinks or gives orders.

    Raises Refusal in a quick ruling, or if their ISF is unknown.
    """
    combatant = scene.combatant(order.actor)
    if not scene.encounter.timed:
        raise NotNow("A quick ruling has no clock, so nobody has to think first.")
    if not bound(combatant, scene.encounter):
        raise NotNow(
            f"{combatant.reference} has no known ISF and Combat Actions and needs no Course of Action."
            " Set both with /adjust, such as ISF 21, CA 5."
        )
    if order.cost is not None and not 0 <= order.cost <= MOST_COST:
        raise Refusal(f"Cost is 0 to {MOST_COST:,} actions, not {order.cost}.")
    return combatant


def figures(state: Soldier, scene: Scene) -> tuple[int, int]:
    """Return the Initiative Time and the Action Number, and record both lookups."""
    assert state.isf is not None
    table = scene.book.tables.of(INT, TABLE)
    time = scene.lookup("Time", table, state.isf, TIME, section="5.5")
    number = scene.lookup("Number", table, state.isf, NUMBER, section="5.5")
    assert time is not None
    assert number is not None
    if state.isf < _LOWEST:
        scene.rule("O56", f"an ISF of {state.isf} counts as {_LOWEST}", section="5.5")
    return time, number


def typed(order: Act, part: str) -> str:
    """Return a part of the act as the player typed it: the text of a plan or an order, or the comrades it is for.

    Raises Refusal for a text that is too long.
    """
    text = " ".join(order.what.split()).rstrip(".")
    if len(text) > MOST_TEXT:
        raise Refusal(f"Describe the plan in at most {MOST_TEXT} characters.")
    match = courses.THINKING.fullmatch(text) or courses.ORDERING.fullmatch(text)
    return match[part].strip() if match else ""


def course(plan: Plan) -> str:
    """Return the new course in words: "has a Course of Action (rush the corridor)"."""
    return f"has a Course of Action{_of(plan.text)}"


def _of(text: str) -> str:
    return f" ({text})" if text else ""


def _ready_at(state: Soldier, thinking: int, clock: Clock, book: Book) -> str:
    """Return when the course will be ready: ", ready in Phase 2, Impulse 3". Return "" if that is unknown."""
    for _ in range(200):
        clock = after(clock, impulses=1)
        thinking -= allotment(state, clock, book)
        if thinking < 0:
            return f", ready in {clocked(clock)}"
    return ""
