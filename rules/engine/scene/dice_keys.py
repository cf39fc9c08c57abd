"""The keys of an order's dice, and which earlier throws of its actor were undone.

Dice of rule 1 are drawn for the entry that an order acts on, dice of rule 2 (`KEYED_BY_CLOCK`) for the clock, the actor
and `k`: how many orders of that actor the bot has thrown for at this clock. `k` is in the state. An undo therefore
restores it, and events in between that do not change it, such as a rename, change no die. Only the actor's next order
at this clock, or another order in place of an undone one, gets other dice; the latter is marked (`after_undone`).

Under rule 3 (`KEYED_BY_THROW`) each throw of a Next is keyed as if it were an order of its own: by the clock at which
it is made, and by how many throws any Next has made at that clock. So a run throws what its Nexts throw one by one,
identical planned orders get different throws, and an undo of the last parts of a run changes no die of those that
replace them. Whether a Next runs is not in its digest (`digested`).

The actor is the id of the fighter who acts, or the order's kind if there is none ("Next"). Up to rule 3 undone throws
are those of an order's actors; a part that carries out a plan also counts as an undone throw of the planned fighter.
From rule 4 on (`MARKED_BY_THROW`) they follow from the throws themselves (`rules.engine.scene.undone_throws`).
`bot/fairness.py` implements all of this a second time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from rules.engine.records.agenda import Clock
from rules.engine.records.copies import replace
from rules.engine.records.model import Encounter, UndoneThrow
from rules.engine.records.orders import CombatantOrder, Next, Several
from rules.engine.records.records import Order
from rules.engine.scene import undone_throws as by_throw
from rules.engine.scene.effects import Threw, Ticked
from rules.engine.scene.scene import Part, Resolution
from rules.engine.scene.undone_throws import MARKED_BY_THROW

KEYED_BY_CLOCK = 2
KEYED_BY_THROW = 3
MOST_UNDONE = 100
"""The most undone throws that a state keeps up to rule 3: those at the nearest clocks."""


def actor_of(order: Order) -> str:
    """Return the actor of an order's throws: the fighter's id, or the order's kind."""
    return order.actor if isinstance(order, CombatantOrder) else order.kind


def actors_of(order: Order) -> frozenset[str]:
    """Return the actors of an order; for several orders in one, also the actors of each."""
    if not isinstance(order, Several):
        return frozenset((actor_of(order),))
    return frozenset((actor_of(order), *(actor for one in order.orders for actor in actors_of(one))))


def counted(order: Order, encounter: Encounter) -> str:
    """Return the actor whose throws the state counts one by one in this order; "" if the order counts as a whole."""
    return actor_of(order) if encounter.dice >= KEYED_BY_THROW and isinstance(order, Next) else ""


def digested(order: Order) -> Order:
    """Return the order from which the digest is taken: for a Next, without whether it runs and how far."""
    return replace(order, run=False, windows=0) if isinstance(order, Next) and (order.run or order.windows) else order


def key(order: Order, encounter: Encounter) -> tuple[int, int, str, int]:
    """Return the key of an order's dice, or of its first die: turn, impulse, actor and k."""
    actor = actor_of(order)
    return encounter.clock.turn, encounter.clock.impulse, actor, dict(encounter.throws).get(actor, 0)


def recorded(order: Order, before: Encounter, parts: list[Part], *, drawn: bool) -> tuple[Part, ...]:
    """Return the parts of an order on `before` with its throws counted and, after an undone throw, with the mark.

    `drawn`: the bot threw dice in one of them.
    """
    if not parts or parts[-1].encounter.dice < KEYED_BY_CLOCK:
        return tuple(parts)
    one_by_one, newer = bool(counted(order, before)), parts[-1].encounter.dice >= MARKED_BY_THROW
    if newer and before.undone:
        parts = list(by_throw.marked(order, before, parts, one_by_one))
    if one_by_one:
        return tuple(parts if newer else _marked(order, before, parts))
    first, last = parts[0], parts[-1]
    if not newer and (seq := _after_undone(actors_of(order), [before.clock], before)):
        parts[0] = replace(first, resolution=replace(first.resolution, after_undone=seq))
    if drawn and last.encounter.clock == before.clock:
        threw, resolution = Threw(actor_of(order)), parts[-1].resolution
        effects = (*resolution.effects, threw)
        parts[-1] = Part(replace(resolution, effects=effects), threw.on(last.encounter))
    return tuple(parts)


def _marked(order: Order, before: Encounter, parts: Iterable[Part]) -> Iterator[Part]:
    """Yield the parts of an order whose throws are counted.

    The first part after an undone throw at a clock is marked.
    """
    marked: set[Clock] = set()
    for part in parts:
        clocks = [clock for clock in _thrown_at(part.resolution, before) if clock not in marked]
        if seq := _after_undone(_actors_in(order, part.resolution), clocks, before):
            marked.update(clocks)
            part = Part(replace(part.resolution, after_undone=seq), part.encounter)
        yield part
        before = part.encounter


def _thrown_at(part: Resolution, before: Encounter) -> list[Clock]:
    """Return the clocks at which the bot threw in a part of an order whose throws are counted."""
    clock, clocks = before.clock, dict[Clock, None]()
    for effect in part.effects:
        if isinstance(effect, Ticked):
            clock = effect.clock
        elif isinstance(effect, Threw):
            clocks[clock] = None
    return list(clocks)


def _actors_in(order: Order, part: Resolution) -> frozenset[str]:
    """Return the actors of a part of an order whose throws are counted."""
    return actors_of(order) | ({part.planned} if part.planned else set())


def _after_undone(actors: Collection[str], clocks: Collection[Clock], encounter: Encounter) -> int:
    """Return the latest entry, undone since, in which the bot threw for one of these actors at one of these clocks; 0
    if none.
    """
    return max((one.seq for one in encounter.undone if one.clock in clocks and one.actor in actors), default=0)


def undone_throws(order: Order, encounter: Encounter, parts: Sequence[tuple[int, Part]]) -> tuple[UndoneThrow, ...]:
    """Return the throws that an undo of these parts undoes; each part of the order on `encounter` comes with
    its entry.
    """
    one_by_one = bool(counted(order, encounter))
    if encounter.dice >= MARKED_BY_THROW:
        return tuple(by_throw.undone(order, encounter, parts, one_by_one))
    if one_by_one:
        begun = [encounter, *(part.encounter for _, part in parts)]
        return tuple(
            UndoneThrow(clock, actor, seq)
            for before, (seq, part) in zip(begun, parts, strict=False)
            for clock in _thrown_at(part.resolution, before)
            for actor in _actors_in(order, part.resolution)
        )
    drawn = next((seq for seq, part in parts if part.resolution.drawn), None)
    return tuple(UndoneThrow(encounter.clock, actor, drawn) for actor in actors_of(order)) if drawn else ()


def still_undone(throws: Iterable[UndoneThrow], encounter: Encounter) -> tuple[UndoneThrow, ...]:
    """Return these throws as `encounter` keeps them: the latest of each actor at each clock, from its own clock on."""
    if encounter.dice >= MARKED_BY_THROW:
        return by_throw.repeatable(throws, encounter)
    latest = {(one.clock, one.actor): one for one in sorted(throws) if one.clock >= encounter.clock}
    return tuple(latest.values())[:MOST_UNDONE]
