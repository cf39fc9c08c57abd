"""Time that carries out plans: the steps of a Next, until somebody has to decide.

A *window* is the smallest unit of the book's clock: an impulse or a turn. A Next takes these *steps*:

1. Plans act in the present window until no fighter has anything more to do in it: acts come first, then moves, then
   fire. Where orders are declared, they act while the book carries these out (`Scene.plans_act`), impulse by impulse.
2. The book's own Next lets time continue to the next window in which somebody can act or something has happened.
3. Plans act in the new window.

A single Next is one step. A run repeats steps 2 and 3 until there is a reason to stop (`stops`). A Next of a number of
seconds does so for that time at most. If the book's Next only reports the time, the report is not a part of its own but
belongs to the part that follows, because readers must not learn in which windows an unseen fighter has acted. A single
Next keeps its report: others must not learn that somebody has a plan.
"""

from __future__ import annotations

from rules.engine.books.events import Happens
from rules.engine.books.ruleset import Ruleset
from rules.engine.flow import plans
from rules.engine.flow.fighters import Fighters, Resolve
from rules.engine.flow.sealed import sealed
from rules.engine.flow.stops import Stops, wait_unattended
from rules.engine.records.agenda import Clock, Question, Timer
from rules.engine.records.copies import replace
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import CombatantOrder, Next
from rules.engine.records.records import Order
from rules.engine.scene.parts import Part
from rules.engine.scene.scene import Scene, nothing

MOST_PARTS = 60
"""The parts after which a run stops."""
MOST_WORK = 2_000
"""The work after which a run stops: each step counts as many as there are fighters."""
MOST_IDLE = 40
"""The idle windows in a row after which a run stops."""


def next_(order: Next, scene: Scene, ruleset: Ruleset, resolve: Resolve) -> None:
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
    fighters = Fighters(scene, ruleset, resolve, stops)
    scene.plans_act, scene.plans_check = fighters.declare, fighters.check_under_way
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
            idle_since = plans.last_worked(begun, scene.encounter, fighters.worked)
            if order.windows and windows(idle_since, scene.encounter.clock, ruleset) >= order.windows:
                stops.unattended()
                break
            if not (order.run or until) or stops.due(run=order.run) or (until and scene.encounter.clock >= until):
                break
            if len(scene.parts) >= MOST_PARTS or work >= MOST_WORK or idle >= MOST_IDLE:
                stops.bound()
                break
    stops.conclude(reported=reported)


def answer(order: CombatantOrder, scene: Scene, ruleset: Ruleset, resolve: Resolve) -> None:
    """Carry out an order that may answer a question. Where it continues declared orders, plans act in the rest of their
    window. Raises Refusal.
    """
    within_run = scene.plans_act != nothing
    if within_run or not (sealed(scene.encounter) and plans.plans(scene.encounter)):
        ruleset.resolve(order, scene)
        return
    stops = Stops(scene, ruleset)
    fighters = Fighters(scene, ruleset, resolve, stops)
    scene.plans_act, scene.plans_check = fighters.declare, fighters.check_under_way
    ruleset.resolve(order, scene)
    fighters.act()
    stops.conclude(reported=True)


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
