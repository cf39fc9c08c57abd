"""The clock of Phoenix Command (2.1, 2.2): the fighters still to act, and what happens when time advances.

A phase lasts 2 seconds and has four impulses. In an impulse every able combatant has a share of their Combat Actions.
Orders spend them at once; an order that they cannot pay for yet stays on the agenda as a Task. `/next` (`next_`)
repeats `impulse` until somebody can act, something has happened, a Question is open, or the time asked for is over.
`impulse` ends the current impulse and begins the next, always in this order:

1. `last_shots`: shots being aimed at a target that goes out of sight are fired.
2. The Optional Rules end the impulse; declared fire is resolved here (5.7).
3. `_end`: wounds, knockouts and deaths of this impulse take effect (O23) and stop the tasks of fighters that are now
   out.
4. `leave_sight`: fighters that went or fell behind cover are hidden, and aim at them is lost.
5. The clock advances. If nobody can do anything, it skips to the next Timer or to the end of the time asked for.
6. `_ready`: every able combatant gets the new impulse's actions; then events of the scenario happen.
7. `_fall_due`: Timers that are due are carried out (waking, Recovery Rolls, healing, fuses).
8. The Optional Rules begin the impulse; then tasks on the agenda continue, in the order in which they were given.

Harm needs no queue: a wound carries the clock of its impulse and counts once the clock has passed it. A Question stops
time; nothing waits in memory. One Next makes about 100 parts at most and does a limited amount of work: it stops at the
end of the impulse that passes a bound, and another Next continues from there.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.engine.books import events
from rules.engine.flow.pending_decisions import by_windows
from rules.engine.flow.sealed import sealed
from rules.engine.records.agenda import Clock, Declaration, Question, Task, Timer
from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Next
from rules.engine.records.steps import TO_ACT
from rules.engine.scene.effects import Ticked
from rules.engine.sharing.shared_remedies import answers
from rules.phoenix.basics.effects import Readied
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.basics.soldier import Soldier, fallen, soldier
from rules.phoenix.basics.times import after, between, clocked, lasting
from rules.phoenix.blasts import fuses
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground.moves.out_of_sight import last_shots, leave_sight
from rules.phoenix.harm.fitness import allotment, combat_actions, disabled_spine, penalty
from rules.phoenix.harm.medicine import fall_due, out_of_play
from rules.phoenix.shooting.firing.declared_fire import declared
from rules.phoenix.turn.dispatch import carry_on
from rules.phoenix.turn.due_timers import GoesOff

ENDED = Hook[Callable[[Scene], None]]()
"""Called when the impulse ends, before fighters that hide are out of sight and before its damage takes effect."""
BEGUN = Hook[Callable[[Scene], None]]()
"""Called when the next impulse has begun and fighters have its actions, before Tasks continue."""
EXCUSED = Hook[Callable[[Combatant, Encounter], bool]]()
"""Each returns whether play continues without an order for that combatant."""
GIVEN_UP = Hook[Callable[[Soldier], bool]]()
"""Each returns whether that combatant can do nothing more without help."""
EXPECTED = Hook[Callable[[Encounter], bool]]()
"""Each returns whether something may happen in any coming impulse, so that none can be skipped."""

MOST_SECONDS = 10 * 365 * 86_400
_MOST_PARTS = 100
"""The number of parts after which a Next stops."""
_MOST_WORK, _IMPULSE = 12_000, 10
"""The work after which a Next stops, and how much an impulse adds to it; a task adds 1."""


def able(combatant: Combatant, clock: Clock) -> bool:
    """Return whether the combatant is in play and neither dead nor incapacitated."""
    return combatant.present and not soldier(combatant).out(clock)


def awaited(encounter: Encounter) -> tuple[str, ...]:
    """Return the ids of combatants still to act: those with actions left, no task and no pass.

    If a Question is open, return the combatants it is put to. Combatants that do not count are the GM's off the map (a
    reserve), and those with a disabled spine, in custody, or without nerve.
    """
    if asking := open_questions(encounter):
        return tuple(question.to for question in asking)
    busy = {*encounter.passed, *(m.actor for m in encounter.agenda if isinstance(m, Task | Declaration))}
    excuses = EXCUSED.under(encounter)
    return tuple(
        [
            c.id
            for c in encounter.combatants
            if c.present
            and soldier(c).left > 0
            and c.id not in busy
            and in_play(c, encounter)
            and not [True for excused in excuses if excused(c, encounter)]
        ]
    )


def in_play(combatant: Combatant, encounter: Encounter) -> bool:
    """Return whether the combatant may act at some time: not out, without a disabled spine, and not in the GM's
    reserve.
    """
    state, now = soldier(combatant), encounter.clock
    if not combatant.present or state.out(now) or disabled_spine(state, now):
        return False
    return combatant.place is not None or combatant.owner is not None or not _mapped(encounter)


def down(combatant: Combatant, encounter: Encounter, book: Book) -> bool:
    """Return whether the combatant can do nothing more by themselves: not able, with a disabled spine or no Combat
    Actions left by their wounds, broken (5.6), or in custody.
    """
    state, now = soldier(combatant), encounter.clock
    if not able(combatant, now) or disabled_spine(state, now) or state.custody or _given_up(state):
        return True
    return state.unhurt_actions is not None and penalty(state, now, book) >= state.unhurt_actions


def acted(combatant: Combatant, encounter: Encounter, book: Book) -> bool:
    """Return whether the combatant has spent actions in this impulse; True if their actions are not counted."""
    state = soldier(combatant)
    return state.actions is None or state.left < allotment(state, encounter.clock, book)


def _mapped(encounter: Encounter) -> bool:
    return encounter.battle_map is not None and any(c.place for c in encounter.combatants)


Step = Callable[[Scene, Clock | None, Clock | None], None]


def next_(order: Next, scene: Scene, step: Step | None = None) -> None:
    """Repeat impulses until somebody can act or something has happened, or for the given time or `windows`.

    `step` is repeated, with the end of the time asked for and the latest impulse: `impulse`, unless another function is
    given. Raises NotNow while a Question is open, Refusal for a time that is negative or too long.
    """
    if asking := open_questions(scene.encounter):
        raise NotNow(f"{scene.name(asking[0].to)} must answer first: {asking[0].text}").helped_by(*answers(asking[0]))
    if not 0 <= order.seconds <= MOST_SECONDS:
        raise Refusal("Time moves forward by at most ten years. Give a time such as 30 seconds or 2 hours.")
    begun = len(scene.parts)
    until = after(scene.encounter.clock, order.seconds) if order.seconds else None
    latest = after(scene.encounter.clock, impulses=order.windows) if order.windows else None
    work = 0
    while work < _MOST_WORK and len(scene.parts) - begun < _MOST_PARTS:
        work += _IMPULSE + sum(isinstance(item, Task) for item in scene.encounter.agenda)
        (step or impulse)(scene, until, latest)
        now = scene.encounter.clock
        if open_questions(scene.encounter):
            break
        if (until is not None and now >= until) or (latest is not None and now >= latest):
            break
        if until is None and (awaited(scene.encounter) or by_windows(scene.encounter) or not _to_come(scene)):
            break
        # Fire that was declared after long aim is resolved as this impulse ends, unless somebody can act before.
        if until is None and len(scene.parts) > begun and not declared(scene.encounter):
            break
    to_act = awaited(scene.encounter)
    scene.notify(*to_act)
    if not by_windows(scene.encounter):  # there it would reveal when a hidden fighter can act
        up = [scene.name(id) for id in to_act]
        scene.list_fighters(TO_ACT, "", up, "nobody", section="2.2")
    # One sentence, whether anything has happened or not: there may be parts that a reader does not get.
    scene.conclude(f"It is {clocked(scene.encounter.clock)}.{_stopped(scene.encounter, until)}")


def _stopped(encounter: Encounter, until: Clock | None) -> str:
    """Return how much of the time asked for is left, in a sentence; "" if none is."""
    if until is None or encounter.clock >= until:
        return ""
    rest = between(encounter.clock, until)
    left = lasting(rest) if rest else "less than a phase"
    first = "First answer the question. " if open_questions(encounter) else ""
    return f" Stopped with {left} of the requested time left. {first}Use /next to continue."


def open_questions(encounter: Encounter) -> list[Question]:
    """Return the open Questions that stop time: those to combatants that can still answer."""
    asking = [m for m in encounter.agenda if isinstance(m, Question)]
    return [question for question in asking if able(encounter.combatant(question.to), encounter.clock)]


def impulse(scene: Scene, until: Clock | None, latest: Clock | None = None) -> None:
    """End this impulse and begin the next one in which anything can happen, `latest` at that time."""
    last_shots(scene)
    for rule in ENDED.all:
        rule(scene)
    _end(scene)
    leave_sight(scene)
    scene.do(Ticked(_following(scene.encounter, until, latest, scene.book)))
    _ready(scene)
    if happened := events.happen(scene):
        now = clocked(scene.encounter.clock)
        scene.conclude(f"{now[:1].upper()}{now[1:]} begins.{happened}")
    _fall_due(scene)
    for rule in BEGUN.all:
        rule(scene)
    if sealed(scene.encounter):
        return  # they continue with the declared orders (`rules.phoenix.simultaneous`)
    for task in [m for m in scene.encounter.agenda if isinstance(m, Task)]:
        if task in scene.encounter.agenda:
            carry_on(task, scene)
            scene.about = ""


def _end(scene: Scene) -> None:
    """Put the harm that combatants took in this impulse into effect: those who are out fall prone (O23, O80)."""
    ended = scene.encounter.clock
    for combatant in scene.encounter.combatants:
        state = soldier(combatant)
        if not combatant.present:
            continue
        if state.died == ended:
            out_of_play(combatant.id, scene)
        if state.out(ended) or not state.out(after(ended, impulses=1)):
            continue
        behind = ended if state.around_cover else state.hides  # they fall behind their cover
        scene.change(combatant.id, altered(fallen(state), hides=behind))
        if scene.encounter.task(combatant.id):
            scene.stop(combatant.id)


def _to_come(scene: Scene) -> bool:
    """Return whether anybody will be able to act again, or a Timer is due."""
    encounter = scene.encounter
    due = any(isinstance(item, Timer) for item in encounter.agenda) or _expected(encounter)
    return due or bool(_active(encounter, encounter.clock, scene.book))


def _active(encounter: Encounter, at: Clock, book: Book) -> list[Combatant]:
    """Return the combatants that have actions at that clock and either still have to act or have a task."""
    return [
        c
        for c in encounter.combatants
        if (able(c, at) or soldier(c).incapacity(at) == "Dazed") and combat_actions(soldier(c), at, book)
        if encounter.task(c.id) or not (disabled_spine(soldier(c), at) or _given_up(soldier(c)))
    ]


def _given_up(state: Soldier) -> bool:
    for rule in GIVEN_UP.all:  # noqa: SIM110 - a loop, because it is asked of everybody in every impulse
        if rule(state):
            return True
    return False


def _expected(encounter: Encounter) -> bool:
    for rule in EXPECTED.all:  # noqa: SIM110 - a loop, because it is asked in every impulse
        if rule(encounter):
            return True
    return False


def _following(encounter: Encounter, until: Clock | None, latest: Clock | None, book: Book) -> Clock:
    """Return the next impulse; if nobody can do anything, the impulse of the next Timer, the end of the time asked for,
    or the latest impulse.
    """
    following = after(encounter.clock, impulses=1)
    if _expected(encounter):
        return following
    if any(until is None or encounter.task(c.id) for c in _active(encounter, following, book)):
        return following
    due = [m.at for m in encounter.agenda if isinstance(m, Timer)] + [end for end in (until, latest) if end]
    return max(following, min(due, default=following))


def _ready(scene: Scene) -> None:
    """Give every able combatant the new impulse's actions."""
    now = scene.encounter.clock
    able_now = [c for c in scene.encounter.combatants if able(c, now)]
    ready = [(c.id, actions) for c in able_now if (actions := allotment(soldier(c), now, scene.book))]
    scene.do(Readied(tuple(ready)))


def _fall_due(scene: Scene) -> None:
    """Carry out the Timers that are due, the earliest first."""
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
