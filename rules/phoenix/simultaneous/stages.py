"""The order in which declared orders are carried out in an impulse: acts, cover fire, moves, fire.

Each fighter's orders follow one another; the next one is taken up once the one before it is done. Of all orders that
can be taken up, the earliest stage comes first, and all fighters carry out a stage together: no answer, and nobody
else's order of the same stage, keeps a fighter from theirs. Within a stage fighters follow their order in the
encounter, so that it does not matter who declared first.

- Cover fire comes before moves: it is in effect before anybody appears (5.10).
- Moves are carried out together, hex by hex (`rules.phoenix.ground.moves.contested`).
- Fire is held until the impulse ends, like declared fire (5.7), and fighters that fire cannot duck.

An order that has become impossible is dropped, and its side is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum

from rules.engine.flow.plan_text import worded
from rules.engine.flow.sealed import declarations
from rules.engine.records.agenda import Declaration, Task, Timer
from rules.engine.records.errors import BadDice, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Aim, Attack, CombatantOrder, Move, Pass
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.known_reason import known_reason
from rules.engine.scene.trial import Trial
from rules.phoenix.basics.action_points import counts_actions
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.book import Scene
from rules.phoenix.ground.moves import contested
from rules.phoenix.shooting.aim.how import read_how
from rules.phoenix.shooting.firing.declared_fire import FIRING
from rules.phoenix.shooting.firing.ways import way_of
from rules.phoenix.turn import dispatch
from rules.phoenix.turn.impulses import open_questions

_MOST_ROUNDS = 40
"""The most stages that an impulse has; orders left after that are given up when the window ends."""


class Stage(IntEnum):
    """The stages of an impulse."""

    ACTS = 0
    COVER_FIRE = 1
    MOVES = 2
    FIRE = 3


@dataclass(frozen=True, slots=True)
class NextOrder:
    """The order that a fighter takes up next, or the task that they continue."""

    actor: str
    order: CombatantOrder
    item: Declaration | Task

    @property
    def stage(self) -> Stage:
        """The stage of the order."""
        match self.order:
            case Move():
                return Stage.MOVES
            case Aim():
                return Stage.ACTS
            case Attack():
                return Stage.COVER_FIRE if _covers(self.order) else Stage.FIRE
            case _:
                return Stage.ACTS


class _Later(Refusal):
    """The fighter has no actions left for it in this impulse."""


def resolve(timer: Timer, scene: Scene) -> None:
    """Resolve the stages of an impulse, up to the first after which a Question is open.

    Tasks on the agenda before the `timer` have still to continue. Plans declare their next lines before each stage.
    """
    later = set[str]()
    for _ in range(_MOST_ROUNDS):
        scene.plans_act()
        if open_questions(scene.encounter):
            return
        taken = _next_orders(timer, later, scene.encounter)
        if not taken:
            return
        stage = min(taken_up.stage for taken_up in taken)
        _TOGETHER[stage]([taken_up for taken_up in taken if taken_up.stage == stage], later, scene)
        scene.about = ""
        if open_questions(scene.encounter):
            return


def _next_orders(timer: Timer, later: set[str], encounter: Encounter) -> list[NextOrder]:
    taken = list[NextOrder]()
    before = encounter.agenda[: [item is timer for item in encounter.agenda].index(True)]
    tasks = {item.actor: item for item in before if isinstance(item, Task)}
    for combatant in encounter.combatants:
        id = combatant.id
        declared, task = declarations(encounter, id)[:1], encounter.task(id)
        item = tasks.get(id)
        for one in declared:
            if id not in later and not (one.follows and task):
                taken.append(_next_order(id, one))
                break
        else:
            if item is not None:
                taken.append(_next_order(id, item))
    return taken


def _next_order(actor: str, item: Declaration | Task) -> NextOrder:
    assert isinstance(item.order, CombatantOrder)
    return NextOrder(actor, item.order, item)


def _covers(order: Attack) -> bool:
    try:
        return way_of(read_how(order.how)) is not None
    except Refusal:
        return False


def _one_by_one(taken: Sequence[NextOrder], later: set[str], scene: Scene) -> None:
    for taken_up in taken:
        _take_up(taken_up, later, scene)


def _move(taken: Sequence[NextOrder], later: set[str], scene: Scene) -> None:
    ways = {taken_up.actor: _way(taken_up, scene) for taken_up in taken}
    scene.memory[contested.KEY] = contested.contests(ways, scene.encounter)
    _one_by_one(taken, later, scene)
    del scene.memory[contested.KEY]


def _fire(taken: Sequence[NextOrder], later: set[str], scene: Scene) -> None:
    scene.memory[FIRING] = frozenset(taken_up.actor for taken_up in taken if _fires(taken_up, scene))
    _one_by_one(taken, later, scene)
    del scene.memory[FIRING]


_TOGETHER: Mapping[Stage, Callable[[Sequence[NextOrder], set[str], Scene], None]] = {
    Stage.ACTS: _one_by_one,
    Stage.COVER_FIRE: _one_by_one,
    Stage.MOVES: _move,
    Stage.FIRE: _fire,
}


def _take_up(taken_up: NextOrder, later: set[str], scene: Scene) -> None:
    """Carry out a declared order, or continue a task, if it is still there. An order that is refused is dropped."""
    item, actor = taken_up.item, taken_up.actor
    if not any(one is item for one in scene.encounter.agenda):
        return
    with scene.concerning(actor):
        if isinstance(item, Task):
            dispatch.carry_on(item, scene)
            return
        try:
            with scene.attempt():
                _begin(item, taken_up.order, scene)
        except BadDice:
            raise
        except _Later:
            later.add(actor)
        except Refusal as refusal:
            scene.drop(item)
            if scene.combatant(actor).present:
                _tell(taken_up, refusal, scene)


def _begin(item: Declaration, order: CombatantOrder, scene: Scene) -> None:
    scene.drop(item)
    if isinstance(order, Pass):
        return
    idle = counts_actions(order.actor, scene) and not soldier(scene.combatant(order.actor)).left
    scene.plans_check(order, scene)
    with dispatch.throwing_for(order, scene):
        dispatch.begin(order, scene)
    if item.follows and idle and scene.encounter.task(order.actor):
        raise _Later


def _tell(taken_up: NextOrder, refusal: Refusal, scene: Scene) -> None:
    """Tell the fighter's side why a declared order is dropped, as far as they may know."""
    scene.notify(taken_up.actor)
    scene.fail(taken_up.actor)
    why = known_reason(taken_up.actor, refusal, scene, lambda trial: dispatch.begin(taken_up.order, trial))
    text = f"{scene.name(taken_up.actor)} cannot carry out a declared order, {worded(taken_up.order)}: {why}"
    scene.conclude((scene.clause(text, own=True),))


def _trial(scene: Scene) -> Scene:
    """Return a scene on which an order is tried; nothing of it is kept."""
    trial = Trial(scene.encounter, SeededDice(0), scene.book)
    trial.memory = dict(scene.memory)
    trial.perception, trial.plans_check = scene.perception, scene.plans_check
    return trial


def _way(taken_up: NextOrder, scene: Scene) -> contested.Way:
    """Return the hexes that a fighter would enter in this impulse if nobody else moved."""
    trial = _trial(scene)
    _take_up(taken_up, set(), trial)
    return contested.way(scene.combatant(taken_up.actor), trial.combatant(taken_up.actor))


def _fires(taken_up: NextOrder, scene: Scene) -> bool:
    """Return whether a fighter would fire in this impulse, rather than only getting ready or being refused."""
    trial = _trial(scene)
    _take_up(taken_up, set(), trial)
    refused = taken_up.actor in trial.failures
    return not refused and trial.encounter.task(taken_up.actor) is None
