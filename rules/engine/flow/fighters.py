"""The fighters that carry out their plans in a window of time (`run` explains windows).

A line in progress continues until it ends or fails. It may be interrupted

- by a line for a threat or for a time (`_URGENT`), if that has come about since;
- by any line whose condition is met, if it has no condition itself and does not make the fighter ready to fire.

The event that sets off one line does not set off another with such a condition (`Line.trigger`), and no line
begins twice in a window if it leaves work to do.

A line is carried out like an order by hand, within `Scene.attempt`: if it is refused, nothing of it happened. If its
fighter has acted in this window or cannot act in it, the whole plan waits for the next window. Otherwise only that line
is skipped in this window, the lines after it are tried, and the fighter's side reads the reason once. A plan uses only
what its side knows, and what has happened since the plan was set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from enum import Enum, auto

from rules.engine.books.ruleset import Ruleset
from rules.engine.flow import conditions, fallen, plans
from rules.engine.flow.enemies import check_in_sight
from rules.engine.flow.plan_text import worded
from rules.engine.flow.resolve_pronouns import resolve_pronouns, with_aim
from rules.engine.flow.sealed import declarations, sealed
from rules.engine.flow.stops import Stops
from rules.engine.records.agenda import (
    AT,
    DOWN,
    ELSE,
    FIRED_UPON,
    HIT,
    NEAREST,
    THEM,
    Clock,
    Declaration,
    Line,
    Plan,
    Question,
    Task,
)
from rules.engine.records.copies import replace
from rules.engine.records.errors import AlreadySo, BadDice, Cautioned, Evident, NotHere, NotNow, Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Answer, Attack, CombatantOrder, Heal, Move, Nearer
from rules.engine.records.private_text import private
from rules.engine.records.records import Order
from rules.engine.scene.known_reason import known_reason
from rules.engine.scene.parts import Part
from rules.engine.scene.scene import Scene

_MOST_LINES = 8
"""The lines that a fighter carries out in a window."""
_MOST_ANSWERS = 60
"""The Questions that plans answer in a window."""

_THREATS = (FIRED_UPON, HIT)
_URGENT = (*_THREATS, AT)
"""The conditions of the lines that interrupt any other line."""
_MOST_REASON = 160
"""The characters of a reason that a plan keeps."""

ANYWAY = "Write “anyway” at the end of the line to do it all the same."
"""The sentence on how a line is carried out against cautions."""

Resolve = Callable[[Order, Scene, Ruleset], None]


class _Sort(Enum):
    """The first thing that a line does.

    Fighters act in this order, because a fighter that moves into sight can be fired at.
    """

    ACT = auto()
    MOVE = auto()
    FIRE = auto()


def _sort(line: Line) -> _Sort:
    first = next(iter(line.orders), None)
    if isinstance(first, Attack):
        return _Sort.FIRE
    return _Sort.MOVE if isinstance(first, Move | Nearer) else _Sort.ACT


class _Waits(NotNow):
    """The line can only be carried out later."""


class _Prepares(NotNow):
    """The fighter is still preparing the line, for example turning to the target."""


class Fighters:
    """Carries out the plans of the fighters in a window."""

    def __init__(self, scene: Scene, ruleset: Ruleset, resolve: Resolve, stops: Stops) -> None:
        self._scene, self._ruleset, self._resolve, self._stops = scene, ruleset, resolve, stops
        self._lines: Counter[str] = Counter()
        """The number of lines that each fighter has carried out in this window."""
        self._skipped: set[tuple[str, int]] = set()
        """The lines that are skipped in this window: a fighter and the line's place in their plan."""
        self._window: Clock | None = None
        """The clock of the window in which these were carried out and skipped."""
        self.worked: Clock | None = None
        """The clock at which a plan last did something (`Plan.worked`), whether or not it has ended since."""
        self._working: set[tuple[str, int]] = set()
        """The lines that have begun in this window and left work to do."""
        self._cautioned: dict[str, str] = {}
        """Why fighters (ids) were made to stop the work of a line (`check_under_way`), until it is noted."""

    def act(self) -> None:
        """Have every plan act until none has anything more to do in this window, or a Question is open.

        Where fighters act at the same time, they take turns, line by line, and acts come before moves and fire.
        Otherwise each fighter carries out all lines that they can before the next fighter begins. Where orders are
        declared, plans act while these are carried out (`declare`); here they answer, and those that are done end.
        """
        self._begin_window()
        self._answer()
        if sealed(self._scene.encounter):
            for plan in plans.plans(self._scene.encounter):
                self._due(plan.actor)
            return
        sorts = tuple(_Sort) if self._ruleset.simultaneous else (None,)
        acted = True
        while acted:
            acted = False
            for sort in sorts:
                for plan in plans.plans(self._scene.encounter):
                    while self._lines[plan.actor] < _MOST_LINES and self._turn(plan.actor, sort):
                        acted = True
                        self._answer()
                        if sort is not None:
                            break

    def declare(self) -> None:
        """Have every fighter without a declared order declare the next line of their plan.

        A book calls this in each impulse before it takes up declared orders, and again until nobody declares any more:
        so a plan continues as far as the fighter's actions reach, and each line is chosen after what came before it.
        """
        if self._window != self._scene.encounter.clock:
            self._begin_window()
        self._note()
        for plan in plans.plans(self._scene.encounter):
            while (
                not declarations(self._scene.encounter, plan.actor)
                and self._lines[plan.actor] < _MOST_LINES
                and self._turn(plan.actor, None)
            ):
                pass

    def _begin_window(self) -> None:
        self._window = self._scene.encounter.clock
        self._lines.clear()
        self._working.clear()
        self._pass_over()
        self._skipped.clear()
        self._note()
        self._spare()

    def _turn(self, actor: str, sort: _Sort | None) -> bool:
        """Have a fighter carry out or skip their next line if it is of this sort (None: any); return whether they
        did.
        """
        due = self._due(actor)
        if due is None or sort not in (None, _sort(due[0].lines[due[1]])):
            return False
        return self._try(*due)

    def _due(self, actor: str) -> tuple[Plan, int, str] | None:
        """Return a fighter's plan, the place of the line to carry out now, and the fighter that met its condition; None
        if there is nothing to carry out. A plan that is over ends.
        """
        scene = self._scene
        plan = plans.plan_of(scene.encounter, actor)
        if plan is None or any(isinstance(item, Question) for item in scene.encounter.agenda):
            return None
        fighter = scene.combatant(actor)
        if not fighter.present:
            plans.drop(plan, scene)
            return None
        if not self._ruleset.perceives(fighter, scene.encounter):
            return None
        plan = self._look(plan)
        if plan.after:
            return None
        if plan.until is not None:
            if (who := conditions.met(plan.until, plan, scene, self._ruleset)) is not None:
                self._end(plan, self._stops.until(plan.until, who))
            return None
        at, trigger = self._next(plan)
        if at is None:
            if self._free(actor) and plans.carried_out(plan):
                self._end(plan, plans.DONE)
            return None
        return plan, at, trigger

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
            self._resolve(Answer(actor, choice), scene, self._ruleset)
            self._mark(actor, done)
            self._note()

    def _mark(self, actor: str, done: int) -> None:
        """Note whose plan was carried out, in the parts after the first `done`."""
        scene = self._scene
        for at, part in enumerate(scene.parts[done:], done):
            scene.parts[at] = Part(replace(part.resolution, planned=actor), part.encounter)

    def _next(self, plan: Plan) -> tuple[int | None, str]:
        """Return the place in the plan of the line to carry out now, None for none, and the fighter that met its
        condition.
        """
        out = self._skipped | self._working
        left = [
            (at, line)
            for at, line in enumerate(plan.lines)
            if not (line.done or (plan.actor, at) in out or self._ruleset.instructs(line))
        ]
        free, busy = self._free(plan.actor), plans.under_way(plan, self._scene.encounter)
        bound = self._bound(plan) or (free and any(line.under_way for _, line in left))
        for at, line in left:
            if line.when is None or (bound and (line.when.kind not in _URGENT or line.trigger is not None)):
                continue
            who = line.trigger if line.trigger is not None else self._met(line, plan)
            if line.under_way and not (busy and plans.still_met(line, plan, self._scene, self._ruleset)):
                continue
            if who is not None:
                return at, who
        if not free:
            return None, ""
        under_way = [at for at, line in left if line.under_way]
        ordinary = [at for at, line in left if line.when is None]
        otherwise = [at for at, line in left if line.when and line.when.kind == ELSE and line.orders]
        return next(iter((*under_way, *ordinary, *otherwise)), None), ""

    def _bound(self, plan: Plan) -> bool:
        """Return whether what is under way is finished before somebody who shows is answered."""
        if not plans.under_way(plan, self._scene.encounter):
            return False
        line = plans.line_begun(plan)
        assert line is not None
        answers = line.when is not None and line.when.kind != ELSE
        return answers or any(map(self._ruleset.steadies, _at_work(plan.actor, self._scene.encounter)))

    def _met(self, line: Line, plan: Plan) -> str | None:
        """Return who meets a line's condition now, as `conditions.met`, and is no other such line's affair."""
        assert line.when is not None
        sort = (line.when.kind, line.when.within)
        others = [(one.when, one.trigger) for one in plan.lines if one is not line and one.trigger]
        taken = [id for when, id in others if id and when and (when.kind, when.within) == sort]
        return conditions.met(line.when, plan, self._scene, self._ruleset, taken)

    def _pass_over(self) -> None:
        """Have the plans whose line for a threat was skipped wait for the next threat."""
        for plan in plans.plans(self._scene.encounter):
            skipped = [line.when for at, line in enumerate(plan.lines) if (plan.actor, at) in self._skipped]
            if plan.threat and any(when and when.kind in _THREATS for when in skipped):
                plans.amend(plan, replace(plan, answered=plan.threat), self._scene)

    def _try(self, plan: Plan, at: int, trigger: str) -> bool:
        """Carry out a line or skip it; return False if the plan waits for the next window."""
        scene, clock, done, line = self._scene, self._scene.encounter.clock, len(self._scene.parts), plan.lines[at]
        if plan.waits == clock:
            return False
        free, begun, orders = self._free(plan.actor), True, list[Order]()
        before = _at_work(plan.actor, scene.encounter)
        try:
            with scene.attempt():
                for order in line.orders:
                    orders.append(self._meant(order, line, trigger, scene))
                    if not (begun := self._begin(orders[-1], line)):
                        break
        except BadDice:
            raise
        except _Prepares:
            return False
        except Refusal as refusal:
            # The whole plan waits if the fighter has spent the actions that the line takes.
            spent = self._ruleset.spent(scene.combatant(plan.actor), scene.encounter)
            busy = plan.acted == clock or spent or not free
            if isinstance(refusal, _Waits) or (busy and not isinstance(refusal, NotHere | Cautioned)):
                plans.amend(plan, replace(plan, waits=clock), scene)
                return False
            # The reason is told once, and working it out takes as long as the line itself.
            why = line.failed or self._reason(plan.actor, refusal, line, trigger)
            self._skip(plan, at, why, done=isinstance(refusal, AlreadySo))
            return True
        self._lines[plan.actor] += 1
        self._mark(plan.actor, done)
        if begun:
            self._stops.answered(plan.actor, line.when)
        current = plans.plan_of(scene.encounter, plan.actor)
        if current is not None:
            otherwise = line.when is not None and line.when.kind == ELSE
            self.worked = self.worked if otherwise else clock
            new = replace(current, acted=clock, worked=current.worked if otherwise else clock)
            work = _at_work(plan.actor, scene.encounter)
            if new.begun and before and before != work:
                new = plans.not_done(new)  # this line has interrupted another
            if work:
                self._working.add((plan.actor, at))
            if line.when and line.when.kind in _THREATS:
                new = replace(new, answered=line.when.kind)
            if line.when and line.when.kind != ELSE and not line.under_way:
                line = replace(line, trigger=trigger)
            new = plans.with_line(new, at, _begun(line, orders) if begun else line)
            new = replace(new, begun=at + 1 if begun or work else 0, readying=not begun and bool(work))
            plans.amend(current, new, scene)
        self._note()
        return True

    def _skip(self, plan: Plan, at: int, why: str, *, done: bool) -> None:
        """Skip a line in this window, and tell the fighter's side why, once. `done`: what it would bring about is so
        already.
        """
        line = plan.lines[at]
        self._skipped.add((plan.actor, at))
        # A reaction that changes nothing is there for the next threat.
        done = done and not (line.when and line.when.kind in (*_THREATS, ELSE))
        if not line.failed:
            self._stops.skipped(plan.actor, at, line.text, why, done=done)
        new = replace(line, failed=line.failed or _brief(why), done=done)
        if new != line:
            plans.amend(plan, plans.with_line(plan, at, new), self._scene)

    def _meant(self, order: Order, line: Line, trigger: str, scene: Scene) -> Order:
        """Return a line's order as it can be carried out now. Raises NotNow if nobody fits it."""
        order = resolve_pronouns(order, trigger, scene, self._ruleset)
        if not line.fallen:
            order = fallen.spared(order, scene, self._ruleset)
        check_in_sight(order, scene, self._ruleset)
        if isinstance(order, Attack) and order.aim is None:
            order = with_aim(order, scene.known(order.actor), self._ruleset)
        self._check_cautions(order, line, scene)
        return order

    def check_under_way(self, order: CombatantOrder, scene: Scene) -> None:
        """Raise Cautioned for an order under way of which a line of a plan has become the reason for a caution."""
        plan = plans.plan_of(scene.encounter, order.actor)
        if plan is not None and (line := plans.line_begun(plan)) is not None:
            try:
                self._check_cautions(order, line, scene)
            except Cautioned as cautioned:
                self._cautioned[order.actor] = _brief(str(cautioned))
                raise

    def _check_cautions(self, order: Order, line: Line, scene: Scene) -> None:
        """Raise Cautioned for an order that its player would have to confirm by hand, unless the line says "anyway"."""
        if line.anyway or not isinstance(order, CombatantOrder):
            return
        if cautions := self._ruleset.planned_cautions(scene.known(order.actor), order):
            raise Cautioned(f"{' '.join(cautions)} {ANYWAY}")

    def _reason(self, actor: str, refusal: Refusal, line: Line, trigger: str) -> str:
        """Return why a line cannot be carried out, as far as the fighter's side knows."""

        def again(trial: Scene) -> None:
            for order in line.orders:
                self._resolve(self._meant(order, line, trigger, trial), trial, self._ruleset)

        return str(refusal) if isinstance(refusal, Evident) else known_reason(actor, refusal, self._scene, again)

    def _begin(self, order: Order, line: Line) -> bool:
        """Carry out an order of a line, or an order that has to come first; return whether it was the line's order."""
        scene = self._scene
        threat = line.when is not None and line.when.kind in _THREATS
        first = self._ruleset.first(order, scene, threat=threat)
        if first is None:
            raise _Waits("The fighter must wait.")
        assert isinstance(order, CombatantOrder)
        if first is not order and worded(first) in map(worded, _at_work(order.actor, scene.encounter)):
            raise _Prepares("The fighter is preparing this.")
        at_once = first is order and not sealed(scene.encounter)
        if at_once and isinstance(order, Attack) and order.aim is not None and order.aim != _aim_of(line):
            with scene.concerning(order.actor):
                scene.note(
                    "Aim", private(f"{order.aim}: the best for its time, because the plan names none"), detail=True
                )
        self._resolve(first, scene, self._ruleset)
        return first is order

    def _free(self, actor: str) -> bool:
        """Return whether a fighter can act now and has nothing under way."""
        return actor in self._ruleset.awaited(self._scene.encounter)

    def _look(self, plan: Plan) -> Plan:
        """Note in a plan what has changed for it, and which repeated lines are over; return the changed plan."""
        new = plans.looked(plan, self._scene, self._ruleset)
        lines = tuple(replace(line, done=True) if self._over(plan.actor, line) else line for line in new.lines)
        new = replace(new, lines=lines)
        if new == plan:
            return plan
        plans.amend(plan, new, self._scene)
        return new

    def _over(self, actor: str, line: Line) -> bool:
        """Return whether a line that is repeated `until` something has come to its end."""
        if line.done or not line.until or (line.when and not line.under_way):
            return False
        if line.until == DOWN:
            return all(fallen.all_down(order, self._scene, self._ruleset) for order in line.orders)
        return conditions.empty(self._scene.combatant(actor))

    def _spare(self) -> None:
        """Stop the attacks under way of which all targets have visibly fallen, unless their line says otherwise."""
        scene = self._scene
        for plan in plans.plans(scene.encounter):
            task = scene.encounter.task(plan.actor)
            line = plans.line_begun(plan)
            if line is None or task is None or line.fallen:
                continue
            if fallen.all_down(task.order, scene, self._ruleset):
                down = fallen.in_words(fallen.fates(task.order, scene, self._ruleset))
                scene.drop(task)
                self._skipped.add((plan.actor, plan.begun - 1))
                with scene.concerning(plan.actor):
                    text = f"{scene.name(plan.actor)} stops aiming: {down}"
                    plans.conclude(text, plan.actor, scene, routine=False)
                self._mark(plan.actor, len(scene.parts) - 1)
                plans.amend(plan, plans.not_done(plan, down), scene)

    def _note(self) -> None:
        """Record the threats to fighters, and have those that had to stop their work take it up again later."""
        scene = self._scene
        self._stops.note(scene.threats)
        plans.note_threats(scene.threats, scene)
        for actor in scene.failures:
            if plan := plans.plan_of(scene.encounter, actor):
                self._skipped.add((actor, plan.begun - 1))
        plans.take_up_again(scene.failures, scene, self._cautioned)
        self._cautioned.clear()
        scene.threats.clear()
        scene.failures.clear()

    def _end(self, plan: Plan, why: str) -> None:
        plans.drop(plan, self._scene)
        self._stops.ended(plan.actor, why)


def _brief(why: str) -> str:
    """Return the first sentence of a reason: what the state keeps of each line has to stay small."""
    first = f"{why.split('. ')[0].removesuffix('.')}."
    return first if len(first) <= _MOST_REASON else "It is not possible now."


def _aim_of(line: Line) -> int | None:
    return next((order.aim for order in line.orders if isinstance(order, Attack)), None)


def _at_work(actor: str, encounter: Encounter) -> list[Order]:
    """Return the orders that a fighter is carrying out or has declared; another one declared replaces them."""
    return [item.order for item in encounter.agenda if isinstance(item, Task | Declaration) and item.actor == actor]


def _begun(line: Line, orders: list[Order]) -> Line:
    """Return a line after it was begun once more with these orders."""
    if line.repeated:
        kept = [_kept(line.until, planned, order) for planned, order in zip(line.orders, orders, strict=True)]
        line = replace(line, orders=tuple(kept))
    return line.once_more()


def _kept(until: str, planned: Order, order: Order) -> Order:
    """Return a repeated order that names the fighter who met its condition, or who has to go down, from now on."""
    named = (THEM, NEAREST) if until == DOWN else (THEM,)
    if (
        isinstance(planned, Attack | Heal)
        and isinstance(order, Attack | Heal)
        and any(target.id in named for target in planned.targets)
    ):
        return replace(planned, targets=order.targets)
    return planned
