"""Orders that take long: those in which many people move, fire or look around at once.

Measured on the largest map, with empty caches: without spotting, a Next takes up to 0.17 ms for each task times the
people in play; with spotting (5.2) three times as much, and 0.06 ms for each pair of people even if nobody moves. A
burst that waits for an answer takes up to 2.5 ms with 60 people. A declared order is tried after the others of its
fighter, in each impulse of the window: up to 40 ms a try with 60 people and spotting, 15 ms without. With spotting and
fog, each side looks at newcomers, up to 0.1 ms for each of them times the people in play, and at everyone when the map
changes. The search for a way takes up to 11 ms in a maze that fills the largest map, up to 20 ms on ground that costs
everywhere, and mostly less than 4.
"""

from __future__ import annotations

from rules.engine.books.table_options import OFF
from rules.engine.flow.sealed import by_phase, declarations, sealed
from rules.engine.map.map_orders import Redraw
from rules.engine.map.pieces import GROUND, HILL, WATER
from rules.engine.records.agenda import Plan, Question, Task
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Answer, Chart, CombatantOrder, Duck, Move, Muster, Next, Several
from rules.engine.records.records import Order
from rules.engine.sight.sight import fog
from rules.grid.ground import impassable
from rules.phoenix.basics.switches import SPOTTING, on
from rules.phoenix.basics.times import IMPULSES

_MOST = 150
"""The most work that counts as short, about 25 ms."""
_SEARCHED, _WEIGHED = 40, 15
"""The spaces of a map that a search for a way looks at for one unit of work, without ground that costs and with it."""


def long(order: Order, encounter: Encounter) -> bool:
    """Return whether an order may take longer than 25 to 50 ms."""
    looks_around = on(encounter, SPOTTING)
    match order:
        case Next():
            busy = len(encounter.agenda)
        case Several(orders):
            busy = len(orders)
        case Answer(actor) | Duck(actor):
            busy, looks_around = _waiting(actor, encounter), False
        case CombatantOrder(actor) if sealed(encounter):
            return _tried(actor, looks_around, encounter) > _MOST
        case Muster(count=newcomers) if looks_around and fog(encounter) != OFF:
            busy, looks_around = newcomers, False
        case Chart() | Redraw() if looks_around and fog(encounter) != OFF:
            busy = 0
        case _:
            return False
    people = sum(combatant.present for combatant in encounter.combatants)
    searches = _searches(encounter) if isinstance(order, Next) else 0
    if looks_around:
        return people * (3 * busy + people // 3) + searches > _MOST
    return people * busy + searches > _MOST


def _searches(encounter: Encounter) -> int:
    """Return the work of finding the ways of everyone who moves, or may move by a plan, around what is closed."""
    battle_map = encounter.battle_map
    uneven = battle_map is not None and any(piece.kind in (*GROUND, HILL, WATER) for piece in battle_map.pieces)
    if battle_map is None or not (uneven or impassable(battle_map)):
        return 0
    movers = sum(
        bool(item.lines) if isinstance(item, Plan) else isinstance(item, Task) and isinstance(item.order, Move)
        for item in encounter.agenda
    )
    return movers * (battle_map.width * battle_map.height // (_WEIGHED if uneven else _SEARCHED))


def _tried(actor: str, looks_around: bool, encounter: Encounter) -> int:
    """Return the work of trying an order after those that its fighter has declared, each in every impulse of the
    window, and alone: once for what is asked about it first, and once to declare it.
    """
    people = sum(combatant.present for combatant in encounter.combatants)
    declared = len(declarations(encounter, actor))
    tries = (declared + 1) * (IMPULSES if by_phase(encounter) else 1) * (2 if declared else 1)
    return tries * (people * people // 6 if looks_around else people)


def _waiting(actor: str, encounter: Encounter) -> int:
    """Return how many orders wait for the actor's answer."""
    return sum(len(item.rest) for item in encounter.agenda if isinstance(item, Question) and item.to == actor)
