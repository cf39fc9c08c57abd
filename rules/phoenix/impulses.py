"""Phases of four impulses: who may still act, what goes on by itself, and the next impulse (2.1, 2.2)."""

from __future__ import annotations

from rules.engine import events
from rules.engine.agenda import Clock, Question, Task, Timer
from rules.engine.effects import Ticked
from rules.engine.errors import NotNow, Refusal
from rules.engine.model import Combatant, Encounter
from rules.engine.orders import Next
from rules.phoenix.blasts import fuses
from rules.phoenix.book import Book, Scene
from rules.phoenix.dispatch import carry_on
from rules.phoenix.effects import Readied
from rules.phoenix.falling_due import GoesOff
from rules.phoenix.ground.leaving import last_shots, leave_sight
from rules.phoenix.harm.fitness import allotment, combat_actions, disabled_spine
from rules.phoenix.harm.medicine import fall_due, out_of_play
from rules.phoenix.optional import seams
from rules.phoenix.optional.nerve import planning
from rules.phoenix.optional.nerve.breaking import given_up, lost
from rules.phoenix.optional.timing.declared import pending
from rules.phoenix.optional.tournament import coming_and_going
from rules.phoenix.soldier import helpless, soldier
from rules.phoenix.times import after, between, clocked, lasting
from rules.words.phrases import listed

MOST_SECONDS = 10 * 365 * 86_400
_MOST_WORK, _IMPULSE, _EVENT = 12_000, 10, 120
"""A Next ends after so much work, an impulse and events counting these, each task 1; another goes on from there."""


def able(combatant: Combatant, clock: Clock) -> bool:
    """Whether he is in play and on his feet, so to speak: neither dead nor incapacitated."""
    return combatant.present and not soldier(combatant).out(clock)


def awaited(encounter: Encounter) -> tuple[str, ...]:
    """Who has actions left in this impulse, nothing under way, and has not passed; or who has to answer.

    The GM's who are off the map are his reserve, for whom nobody waits; nor for somebody whose spine is disabled, who
    is in custody or has lost his nerve.
    """
    if asked := _questions(encounter):
        return tuple(question.to for question in asked)
    mapped = encounter.board is not None and any(c.place for c in encounter.combatants)
    return tuple(
        c.id
        for c in encounter.combatants
        if able(c, encounter.clock)
        and soldier(c).left > 0
        and not planning.absorbed(c, encounter)
        and not disabled_spine(soldier(c), encounter.clock)
        and not soldier(c).custody
        and not lost(soldier(c))
        and c.id not in encounter.passed
        and encounter.task(c.id) is None
        and not (mapped and c.place is None and c.owner is None)
    )


def next_(order: Next, scene: Scene) -> None:
    """Let impulses go by until somebody can act or something has happened, or for a given time.

    Raises NotNow while a Question is open, Refusal for a time that goes back or too far.
    """
    if asked := _questions(scene.encounter):
        raise NotNow(f"{scene.combatant(asked[0].to).name} has to answer first: {asked[0].text}")
    if not 0 <= order.seconds <= MOST_SECONDS:
        raise Refusal("Time only goes on, and ten years at most: say for how long, such as 30 seconds or 2 hours.")
    begun = len(scene.parts)
    until = after(scene.encounter.clock, order.seconds) if order.seconds else None
    work = 0
    while work < _MOST_WORK:
        work += _IMPULSE + sum(isinstance(item, Task) for item in scene.encounter.agenda)
        if _impulse(scene, until):
            work += _EVENT
        now = scene.encounter.clock
        if _questions(scene.encounter):
            break
        if until is not None and now >= until:
            break
        if until is None and (awaited(scene.encounter) or not _to_come(scene)):
            break
        # Fire declared by whoever has aimed so long goes as the impulse ends, if nobody can act before.
        if until is None and len(scene.parts) > begun and not pending(scene.encounter):
            break
    if until is not None and (rest := between(scene.encounter.clock, until)) > 0:
        scene.note("Stopped", f"{lasting(rest)} of the time asked for are still to go")
    up = awaited(scene.encounter)
    scene.notify(*up)
    scene.note("Up", listed([scene.combatant(id).name for id in up], "and") if up else "nobody can act")
    clock = clocked(scene.encounter.clock)
    # What is told before this happened in it, not before it.
    scene.conclude(f"It is {clock}." if len(scene.parts) > begun else f"{clock} begins.")


def _questions(encounter: Encounter) -> list[Question]:
    """What has to be answered before time goes on; nobody waits for the dead and the incapacitated."""
    asked = [m for m in encounter.agenda if isinstance(m, Question)]
    return [question for question in asked if able(encounter.combatant(question.to), encounter.clock)]


def _impulse(scene: Scene, until: Clock | None) -> bool:
    """End this impulse and begin the next one in which anything can be; whether an event of the scenario happened."""
    last_shots(scene)
    seams.end(scene)
    leave_sight(scene)
    _end(scene)
    scene.do(Ticked(_following(scene.encounter, until, scene.book)))
    _ready(scene)
    if happened := events.happen(scene):
        scene.conclude(f"{clocked(scene.encounter.clock)} begins.{happened}")
    _fall_due(scene)
    seams.begin(scene)
    for task in [m for m in scene.encounter.agenda if isinstance(m, Task)]:
        if task in scene.encounter.agenda:
            carry_on(task, scene)
    return bool(happened)


def _end(scene: Scene) -> None:
    """What was suffered in this impulse bites (ruling O23)."""
    ended = scene.encounter.clock
    for combatant in scene.encounter.combatants:
        state = soldier(combatant)
        if not combatant.present:
            continue
        if state.died == ended:
            out_of_play(combatant.id, scene)
        if state.out(ended) or not state.out(after(ended, impulses=1)):
            continue
        scene.change(combatant.id, helpless(state))
        if scene.encounter.task(combatant.id):
            scene.stop(combatant.id)


def _to_come(scene: Scene) -> bool:
    """Whether anybody can ever act again as things stand, or anything falls due."""
    encounter = scene.encounter
    due = any(isinstance(item, Timer) for item in encounter.agenda) or coming_and_going.awaited(encounter)
    return due or bool(_active(encounter, encounter.clock, scene.book))


def _active(encounter: Encounter, at: Clock, book: Book) -> list[Combatant]:
    """Who has actions then, and somebody waits for him, or he is at work."""
    return [
        c
        for c in encounter.combatants
        if (able(c, at) or soldier(c).incapacity(at) == "Dazed") and combat_actions(soldier(c), at, book)
        if not (disabled_spine(soldier(c), at) or given_up(soldier(c))) or encounter.task(c.id)
    ]


def _following(encounter: Encounter, until: Clock | None, book: Book) -> Clock:
    """The next impulse; where nobody can do anything, that of the next Timer or of the time asked for."""
    following = after(encounter.clock, impulses=1)
    if coming_and_going.awaited(encounter):
        return following
    if any(until is None or encounter.task(c.id) for c in _active(encounter, following, book)):
        return following
    due = [m.at for m in encounter.agenda if isinstance(m, Timer)] + ([until] if until else [])
    return max(following, min(due, default=following))


def _ready(scene: Scene) -> None:
    """Everybody who is able has the actions of the new impulse."""
    now = scene.encounter.clock
    ready = ((c.id, allotment(soldier(c), now, scene.book)) for c in scene.encounter.combatants if able(c, now))
    scene.do(Readied(tuple((id, actions) for id, actions in ready if actions)))


def _fall_due(scene: Scene) -> None:
    """Timers whose time has come, the earliest first."""
    while due := sorted(
        (m for m in scene.encounter.agenda if isinstance(m, Timer) and m.at <= scene.encounter.clock),
        key=lambda timer: timer.at,
    ):
        scene.drop(due[0])
        order = due[0].order
        if isinstance(order, GoesOff):
            fuses.go_off(order, scene)
        else:
            fall_due(order, scene)
