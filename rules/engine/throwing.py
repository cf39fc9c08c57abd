"""What the dice of an order are keyed by, and which earlier throws of its actor were undone.

Dice of rule 1 are drawn for the entry that an order acts on, dice of rule 2 (`KEYED_BY_CLOCK`) for the clock, the actor
and `k`: how many orders of that actor the bot has thrown for at this clock. `k` is in the state. So an undo restores
it, and what happens in between without changing it, such as a rename, changes no die. Only the actor's next order at
this clock, or another order in place of an undone one, gets other dice; the latter is marked (`after_undone`).

The actor is the id of the fighter who acts, or the order's kind where there is none ("Next"). `bot/game/fairness.py`
knows all of this a second time.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine.copies import replace
from rules.engine.effects import Threw
from rules.engine.model import Encounter, UndoneThrow
from rules.engine.orders import CombatantOrder, Several
from rules.engine.records import Order
from rules.engine.scene import Part

KEYED_BY_CLOCK = 2
"""The rule for the dice of new encounters."""
MOST_UNDONE = 100
"""Undone throws that a state keeps: those at the nearest clocks."""


def actor_of(order: Order) -> str:
    """Return whose throws an order's are: the fighter's id, or the order's kind."""
    return order.actor if isinstance(order, CombatantOrder) else order.kind


def actors_of(order: Order) -> frozenset[str]:
    """Return the actors of an order: of several orders in one also each of theirs."""
    if not isinstance(order, Several):
        return frozenset((actor_of(order),))
    return frozenset((actor_of(order), *(actor for one in order.orders for actor in actors_of(one))))


def key(order: Order, encounter: Encounter) -> tuple[int, int, str, int]:
    """Return what an order's dice are drawn for: turn, impulse, actor and k."""
    actor = actor_of(order)
    return encounter.clock.turn, encounter.clock.impulse, actor, dict(encounter.throws).get(actor, 0)


def recorded(order: Order, before: Encounter, parts: list[Part]) -> tuple[Part, ...]:
    """Return the parts of an order on `before` with its throws counted and, after an undone throw, with the mark."""
    if not parts or parts[-1].encounter.dice < KEYED_BY_CLOCK:
        return tuple(parts)
    first, last = parts[0], parts[-1]
    if seq := _after_undone(order, before):
        parts[0] = replace(first, resolution=replace(first.resolution, after_undone=seq))
    if last.encounter.clock == before.clock and any(part.resolution.drawn for part in parts):
        threw, resolution = Threw(actor_of(order)), parts[-1].resolution
        effects = (*resolution.effects, threw)
        parts[-1] = Part(replace(resolution, effects=effects), threw.on(last.encounter))
    return tuple(parts)


def _after_undone(order: Order, encounter: Encounter) -> int:
    """The latest entry, undone since, in which the bot threw for an actor of this order at this clock; 0 if none."""
    actors = actors_of(order)
    return max((one.seq for one in encounter.undone if one.clock == encounter.clock and one.actor in actors), default=0)


def undone_throws(order: Order, encounter: Encounter, seq: int) -> tuple[UndoneThrow, ...]:
    """Return what an undo of an order on `encounter` leaves undone; the bot threw for it in the entry `seq`."""
    return tuple(UndoneThrow(encounter.clock, actor, seq) for actor in actors_of(order))


def still_undone(throws: Iterable[UndoneThrow], encounter: Encounter) -> tuple[UndoneThrow, ...]:
    """Return these throws as `encounter` keeps them: the latest of each actor at each clock from its own on."""
    latest = {(one.clock, one.actor): one for one in sorted(throws) if one.clock >= encounter.clock}
    return tuple(latest.values())[:MOST_UNDONE]
