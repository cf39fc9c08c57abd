"""Rounds: the fighters still to act, /next, /move on the map, and /act."""

from __future__ import annotations

from rules.engine.books.events import happen
from rules.engine.books.reach import Reach, squares_around
from rules.engine.books.ruleset import Ruleset
from rules.engine.flow.plans import plan_of
from rules.engine.records.agenda import Clock, Question
from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, NotNow
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Act, Move, Next
from rules.engine.records.records import Order
from rules.engine.records.steps import TO_ACT
from rules.engine.scene.effects import Ticked
from rules.engine.scene.scene import Scene
from rules.engine.sharing.acts import act_text
from rules.engine.sharing.shared_remedies import answers
from rules.engine.sharing.square_moves import check_goal, go
from rules.grid.approach import Approach
from rules.savage.shooter import shooter
from rules.savage.shooting.fire import record_action
from rules.words.phrases import listed
from rules.words.places import Place

_OFFERED = 4
"""The radius in squares that is offered for a move; a move may lead farther."""
SECTION = "Rounds"


def next_round(order: Next, scene: Scene, book: Ruleset) -> None:
    """Begin the next round: everybody may act again. Raises NoRule for seconds, NotNow with an open question."""
    if order.seconds:
        raise NoRule("Rounds have no seconds here. Leave time: out; /next begins the next round.")
    for item in scene.encounter.agenda:
        if isinstance(item, Question):
            raise NotNow(f"{scene.name(item.to)} must answer first: {listed(item.choices)}.").helped_by(*answers(item))
    scene.do(Ticked(Clock(scene.encounter.clock.turn + 1)))
    for combatant in scene.encounter.combatants:
        state = shooter(combatant)
        if state.acted:
            scene.change(combatant.id, replace(state, acted=False))
    event = happen(scene)
    to_act = book.awaited(scene.encounter)
    scene.notify(*to_act)
    scene.list_fighters(TO_ACT, "", [scene.name(id) for id in to_act], "nobody", section=SECTION)
    initiative = "initiative is in your own book: act in the order it gives"
    scene.note("Order", initiative, detail=True, section=SECTION)
    scene.conclude(f"{book.clock(scene.encounter)} begins.{event}")


def first(order: Order, scene: Scene) -> Order | None:
    """Return the planned order, or None to wait: a plan moves only once a round, because moving costs nothing here."""
    if isinstance(order, Move):
        plan = plan_of(scene.encounter, order.actor)
        if plan is not None and plan.acted == scene.encounter.clock:
            return None
    return order


def reach(actor: str, encounter: Encounter) -> Reach:
    """Return the free squares around a fighter, which cost nothing: Pace is left to the group's own book."""
    here = encounter.combatant(actor).place
    return Reach(squares_around(here, _OFFERED, encounter, lambda squares: 0)) if here else Reach()


def move(order: Move, scene: Scene) -> None:
    """Move to a place on the map, at no cost: Pace is left to the group's own book."""
    combatant = scene.combatant(order.actor)
    if order.how:
        raise NoRule("Ways to move are in your own book. Leave how: out.")
    if order.cost is not None:
        raise NoRule("The bot counts no cost for moving: Pace is in your own book. Leave cost: out.")
    check_goal(order, scene)
    squares: tuple[Place, ...] = ()
    if here := combatant.place:
        # Whether somebody gets there is left to the group's own book, as Pace is.
        squares = Approach.to([order.to], [here], scene.known(order.actor), "square").way(here, order.to) or (order.to,)
    moved = go(combatant, order.to, squares, scene)
    pace = "the distance a fighter can move is in your own book"
    scene.note("Pace", pace, detail=True, section=SECTION)
    scene.conclude((scene.clause(f"{combatant.reference} {moved.words}"), *moved.met, scene.clause(".")))


def act(order: Act, scene: Scene) -> None:
    """Record any other act, in the player's words; it counts as having acted this round."""
    combatant = scene.combatant(order.actor)
    what = act_text(order.what)
    if order.cost is not None:
        raise NoRule("Actions are not counted here. Leave cost: out.")
    record_action(combatant.id, shooter(combatant), scene)
    scene.conclude(scene.outcome(combatant.reference, f"{what}."))
