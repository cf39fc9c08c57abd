"""Time that carries out plans: the steps of a Next, until somebody has to decide.

A *window* is the smallest unit of the book's clock: an impulse or a turn. A Next takes these *steps*:

1. Plans act in the present window until no fighter has anything more to do in it: acts come first, then moves, then
   fire.
2. The book's own Next lets time continue to the next window in which somebody can act or something has happened.
3. Plans act in the new window.

A plain Next is one step. A run repeats steps 2 and 3 until there is a reason to stop (`stops`). A Next of a number of
seconds does so for that time at most. If the book's Next only reports the time, the report is not a part of its own but
belongs to the part that follows, because readers must not learn in which windows an unseen fighter has acted. A plain
Next keeps its report: others must not learn that somebody has a plan.

A line is carried out like an order by hand, within `Scene.attempt`: if it is refused, nothing of it happened. If its
fighter has acted in this window or cannot act in it, the line waits for the next window; otherwise the plan ends. A
plan uses only what its side knows, and what has happened since the plan was set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from enum import Enum

from rules.engine.agenda import ELSE, FIRED_UPON, HIT, Clock, Line, Plan, Question, Timer
from rules.engine.copies import replace
from rules.engine.errors import BadDice, NotNow, Refusal
from rules.engine.events import Happens
from rules.engine.flow import conditions, plans
from rules.engine.flow.enemies import enemies_seen
from rules.engine.flow.meant import Nobody, meant
from rules.engine.flow.stops import Stops, wait_unattended
from rules.engine.known_reason import known_reason
from rules.engine.model import Encounter
from rules.engine.nearer import Nearer
from rules.engine.orders import Answer, Attack, Move, Next
from rules.engine.parts import Part
from rules.engine.records import Order
from rules.engine.ruleset import Ruleset
from rules.engine.scene import Scene

MOST_PARTS = 60
"""The parts after which a run stops."""
MOST_WORK = 2_000
"""The work after which a run stops: each step counts as many as there are fighters."""
MOST_IDLE = 40
"""The idle windows in a row after which a run stops."""
_MOST_LINES = 8
"""The lines that a fighter carries out in a window."""
_MOST_ANSWERS = 60
"""The Questions that plans answer in a window."""

CarryOut = Callable[[Order, Scene, Ruleset], None]


class _Sort(Enum):
    """The first thing that a line does.

    Fighters act in this order, because a fighter that moves into sight can be fired at.
    """

    ACT = 1
    MOVE = 2
    FIRE = 3


def _sort(line: Line) -> _Sort:
    first = next(iter(line.orders), None)
    if isinstance(first, Attack):
        return _Sort.FIRE
    return _Sort.MOVE if isinstance(first, Move | Nearer) else _Sort.ACT


class _Waits(NotNow):
    """The line can only be carried out later."""


def next_(order: Next, scene: Scene, ruleset: Ruleset, carry_out: CarryOut) -> None:
    """Let time continue, with plans: one step, or until somebody has to decide.

    Raises Refusal as the book's Next does.
    """
    if order.seconds and order.run:
        raise Refusal("Give time: or run:, not both.")
    begun = scene.encounter.clock
    asked = any(isinstance(item, Question) for item in scene.encounter.agenda)
    if asked or not (order.run or plans.plans(scene.encounter)):
        ruleset.resolve(order, scene)
        if order.windows and windows(begun, scene.encounter.clock, ruleset) >= order.windows:
            wait_unattended(scene)
        return
    until = ruleset.after(begun, order.seconds) if order.seconds else None
    stops = Stops(scene, ruleset)
    fighters = _Fighters(scene, ruleset, carry_out, stops)
    plans.stand_down(scene)
    fighters.act()
    reported = False
    # A Next is itself the decision about fighters that have not acted yet.
    if not stops.interrupted():
        reported = not (order.run or until)
        work = idle = 0
        while True:
            work += len(scene.encounter.combatants)
            done = len(scene.parts)
            left = order.windows and order.windows - windows(begun, scene.encounter.clock, ruleset)
            if order.run and any(ruleset.fading(one, scene.encounter) for one in scene.encounter.combatants):
                left = 1  # the fight may be over then, before the book skips idle time
            _step(Next(windows=left), scene, ruleset, stops, kept=reported)
            fighters.act()
            idle = idle + 1 if len(scene.parts) == done else 0
            if order.windows and windows(begun, scene.encounter.clock, ruleset) >= order.windows:
                stops.unattended()
                break
            if not (order.run or until) or stops.due(run=order.run) or (until and scene.encounter.clock >= until):
                break
            if len(scene.parts) >= MOST_PARTS or work >= MOST_WORK or idle >= MOST_IDLE:
                stops.bound()
                break
    stops.conclude(reported=reported)


def windows(since: Clock, now: Clock, ruleset: Ruleset) -> int:
    """Return how many windows (impulses, turns) lie between two times."""
    return (now.turn - since.turn) * ruleset.impulses + now.impulse - since.impulse


def long(order: Order, encounter: Encounter) -> bool:
    """Return whether an order may take longer than 50 ms because plans are carried out in it."""
    return isinstance(order, Next) and bool(order.run or plans.plans(encounter))


def _step(order: Next, scene: Scene, ruleset: Ruleset, stops: Stops, *, kept: bool) -> None:
    """Let the book's time continue; a report of the time alone becomes part of the next part, unless it is `kept`."""
    before, events, done = scene.encounter, _events(scene.encounter), len(scene.parts)
    ruleset.resolve(order, scene)
    planned = {plan.actor for plan in plans.plans(scene.encounter)}
    for at, part in enumerate(scene.parts[done:], done):
        concerned = tuple(id for id in part.resolution.concerned if id not in planned)
        scene.parts[at] = Part(replace(part.resolution, concerned=concerned), part.encounter)
    stops.moved(before)
    if [*map(id, _events(scene.encounter))] != [*map(id, events)]:
        stops.event()
    elif not kept and not any(clause.about for clause in scene.parts[-1].resolution.clauses):
        scene.reopen()


def _events(encounter: Encounter) -> list[Timer]:
    return [item for item in encounter.agenda if isinstance(item, Timer) and isinstance(item.order, Happens)]


class _Fighters:
    """Carries out the plans of the fighters in a window."""

    def __init__(self, scene: Scene, ruleset: Ruleset, carry_out: CarryOut, stops: Stops) -> None:
        self._scene, self._ruleset, self._carry_out, self._stops = scene, ruleset, carry_out, stops
        self._lines: Counter[str] = Counter()
        """The number of lines that each fighter has carried out in this window."""

    def act(self) -> None:
        """Have every plan act until none has anything more to do in this window, or a Question is open.

        Where fighters act at the same time, they take turns, line by line, and acts come before moves and fire.
        Otherwise each fighter carries out all lines that they can before the next fighter begins.
        """
        self._note()
        self._lines.clear()
        self._answer()
        sorts = tuple(_Sort) if self._ruleset.simultaneous else (None,)
        acted = True
        while acted:
            acted = False
            for sort in sorts:
                for plan in plans.plans(self._scene.encounter):
                    while self._lines[plan.actor] < _MOST_LINES and self._turn(plan.actor, sort):
                        self._lines[plan.actor] += 1
                        acted = True
                        self._answer()
                        if sort is not None:
                            break

    def _turn(self, actor: str, sort: _Sort | None) -> bool:
        """Have a fighter carry out their next line if it is of this sort (None: any); return whether they did."""
        scene = self._scene
        plan = plans.plan_of(scene.encounter, actor)
        if plan is None or any(isinstance(item, Question) for item in scene.encounter.agenda):
            return False
        fighter = scene.combatant(actor)
        if not fighter.present:
            plans.drop(plan, scene)
            return False
        if not self._ruleset.perceives(fighter, scene.encounter):
            return False
        if plan.until is not None:
            if (who := conditions.met(plan.until, plan, scene, self._ruleset)) is not None:
                self._end(plan, self._stops.until(plan.until, who))
            else:
                self._look(plan)
            return False
        line, trigger = self._line(plan)
        if line is None:
            plan = self._look(plan)
            if self._free(actor) and plans.carried_out(plan):
                self._end(plan, plans.DONE)
            return False
        return sort in (None, _sort(line)) and self._try(plan, line, trigger)

    def _answer(self) -> None:
        """Answer the Questions for which a plan has an answer, one after the other."""
        scene = self._scene
        for _ in range(_MOST_ANSWERS):
            asked = (item for item in scene.encounter.agenda if isinstance(item, Question))
            answers = (
                (plan.actor, choice)
                for question in asked
                if (plan := plans.plan_of(scene.encounter, question.to))
                and (choice := self._ruleset.planned_answer(question, plan))
            )
            actor, choice = next(answers, ("", ""))
            if not actor:
                return
            done = len(scene.parts)
            self._carry_out(Answer(actor, choice), scene, self._ruleset)
            self._mark(actor, done)
            self._note()

    def _mark(self, actor: str, done: int) -> None:
        """Note whose plan was carried out, in the parts after the first `done`."""
        scene = self._scene
        for at, part in enumerate(scene.parts[done:], done):
            scene.parts[at] = Part(replace(part.resolution, planned=actor), part.encounter)

    def _line(self, plan: Plan) -> tuple[Line | None, str]:
        """Return the line to carry out now and the fighter that met its condition; the line is None if there is
        none.
        """
        for line in plan.lines:
            if line.when and not line.done:
                who = conditions.met(line.when, plan, self._scene, self._ruleset)
                if who is not None:
                    return line, who
        if not self._free(plan.actor):
            return None, ""
        ordinary = next((line for line in plan.lines if line.when is None and not line.done), None)
        if ordinary is not None:
            return ordinary, ""
        rest = next((line for line in plan.lines if line.when and line.when.kind == ELSE and line.orders), None)
        return rest, ""

    def _try(self, plan: Plan, line: Line, trigger: str) -> bool:
        scene, clock, done = self._scene, self._scene.encounter.clock, len(self._scene.parts)
        if plan.waits == clock:
            return False
        free, begun = self._free(plan.actor), True
        try:
            with scene.attempt():
                for order in line.orders:
                    if not (begun := self._begin(meant(order, trigger, scene, self._ruleset), line)):
                        break
        except BadDice:
            raise
        except Refusal as refusal:
            # The line waits if the fighter has spent the actions that it takes, or if an ELSE line has no target now.
            spent = self._ruleset.spent(scene.combatant(plan.actor), scene.encounter)
            rest = line.when is not None and line.when.kind == ELSE and isinstance(refusal, Nobody)
            if plan.acted == clock or spent or not free or rest or isinstance(refusal, _Waits):
                plans.amend(plan, replace(plan, waits=clock), scene)
            else:
                self._end(plan, self._reason(plan.actor, refusal, line, trigger))
            return False
        self._mark(plan.actor, done)
        if begun:
            self._stops.answered(plan.actor, line.when)
        current = plans.plan_of(scene.encounter, plan.actor)
        if current is not None:
            again = not begun or (line.when and line.when.kind == ELSE)
            ticked = line if again else replace(line, done=True)
            lines = tuple(ticked if one is line else one for one in current.lines)
            seen = enemies_seen(scene, plan.actor, self._ruleset)
            plans.amend(current, replace(current, lines=lines, acted=clock, seen=seen), scene)
        self._note()
        return True

    def _reason(self, actor: str, refusal: Refusal, line: Line, trigger: str) -> str:
        """Return why a line cannot be carried out, as far as the fighter's side knows."""

        def again(trial: Scene) -> None:
            for order in line.orders:
                self._carry_out(meant(order, trigger, trial, self._ruleset), trial, self._ruleset)

        return known_reason(actor, refusal, self._scene, again)

    def _begin(self, order: Order, line: Line) -> bool:
        """Carry out an order of a line, or an order that has to come first; return whether it was the line's order."""
        scene = self._scene
        threat = line.when is not None and line.when.kind in (FIRED_UPON, HIT)
        first = self._ruleset.first(order, scene, threat=threat)
        if first is None:
            raise _Waits("The fighter must wait.")
        self._carry_out(first, scene, self._ruleset)
        return first is order

    def _free(self, actor: str) -> bool:
        """Return whether a fighter can act now and has nothing under way."""
        return actor in self._ruleset.awaited(self._scene.encounter)

    def _look(self, plan: Plan) -> Plan:
        """Note in a plan the enemies that its side sees now, so that only others count as new; return the
        changed plan.
        """
        seen = enemies_seen(self._scene, plan.actor, self._ruleset)
        if seen == plan.seen:
            return plan
        new = replace(plan, seen=seen)
        plans.amend(plan, new, self._scene)
        return new

    def _note(self) -> None:
        """Record the threats to fighters, and end the plans of fighters that had to stop their work."""
        scene = self._scene
        self._stops.note(scene.threats)
        plans.note_threats(scene.threats, scene)
        failures = tuple(scene.failures)
        scene.threats.clear()
        scene.failures.clear()
        for actor in failures:
            if plan := plans.plan_of(scene.encounter, actor):
                plans.drop(plan, scene)
                self._stops.failed(actor)

    def _end(self, plan: Plan, why: str) -> None:
        plans.drop(plan, self._scene)
        self._stops.ended(plan.actor, why)
