"""A window with the switch `pace` at `sealed`: an impulse, or a phase, in which all declared orders are carried out.

A Next carries out a window (`window`). In each of its impulses:

1. The stages of all declared orders, and of tasks under way, are carried out (`stages`).
2. The impulse ends as in any other pace (`rules.phoenix.turn.impulses`): fire that is held is resolved, harm takes
   effect, and the next impulse begins.

Meanwhile a Timer with an `Underway` is on the agenda, due when the window ends. Tasks before it have not continued in
this impulse yet. A Question stops the window; the answer to the last one continues it (`go_on`). Orders that are still
declared when the window ends are given up, because their fighters had no actions left for them.
"""

from __future__ import annotations

from rules.engine.flow.plan_text import worded
from rules.engine.flow.sealed import by_phase, declarations
from rules.engine.records.agenda import Clock, Timer
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Next, Pass
from rules.engine.records.records import Order
from rules.phoenix.basics.times import after
from rules.phoenix.book import Scene
from rules.phoenix.simultaneous import stages
from rules.phoenix.turn.impulses import impulse, next_, open_questions


@dataclass(frozen=True, slots=True)
class Underway(Order):
    """A window is being carried out; its Timer is due at the window's end."""

    kind = "phoenix.simultaneous.Underway"


def underway(encounter: Encounter) -> Timer | None:
    """Return the Timer of the window that is being carried out, if there is one."""
    timers = (item for item in encounter.agenda if isinstance(item, Timer))
    return next((timer for timer in timers if isinstance(timer.order, Underway)), None)


def resolve(order: Next, scene: Scene) -> None:
    """Resolve windows until somebody can act or something has happened, or for the given time.

    Raises as `impulses.next_` does.
    """
    next_(order, scene, window)


def go_on(scene: Scene) -> None:
    """Continue the window that waited for an answer, once no Question is open."""
    if underway(scene.encounter) and not open_questions(scene.encounter):
        scene.about = ""
        next_(Next(), scene, window)


def window(scene: Scene, until: Clock | None, latest: Clock | None) -> None:
    """Carry out a window, or the rest of it, up to the next Question."""
    timer = underway(scene.encounter)
    if timer is None:
        timer = Timer(_end(scene.encounter), Underway())
        scene.plan(timer)
    while True:
        stages.resolve(timer, scene)
        if open_questions(scene.encounter):
            return
        scene.drop(timer)
        impulse(scene, until, latest)
        if scene.encounter.clock >= timer.at:
            _give_up_rest(scene)
            return
        timer = Timer(timer.at, Underway())
        scene.plan(timer)
        if open_questions(scene.encounter):
            return


def _end(encounter: Encounter) -> Clock:
    now = encounter.clock
    return Clock(now.turn + 1, 1) if by_phase(encounter) else after(now, impulses=1)


def _give_up_rest(scene: Scene) -> None:
    """Give up the orders that are still declared, and tell the fighters' sides."""
    rest = declarations(scene.encounter)
    scene.drop(*rest)
    for one in rest:
        if isinstance(one.order, Pass):
            continue
        scene.notify(one.actor)
        text = f"{scene.name(one.actor)} had no actions left for a declared order: {worded(one.order)}."
        with scene.concerning(one.actor):
            scene.conclude((scene.clause(text, own=True),))
