"""Which throws were undone, and which parts of an order throw again in their place.

From rule 4 on (`MARKED_BY_THROW`) this follows from what was thrown, whatever carried it out: an order by hand, a plan,
a declared order, an answer, a task or a timer.

1. A throw has *places*: the clock at which it was made, with each fighter that it was for. These are the fighter who
   gave the order or whose plan it was, the one that the roll is about, and those during whose deeds it was thrown
   (`Roll.within`). A throw for no fighter is for the order's kind.
2. An undo adds the places of the throws that it undoes to the state (`Encounter.undone`); a redo removes them. They
   are kept for as long as they can be repeated: until their clock is over.
3. A part that throws at a clock for the same fighter, or for one with the name that the fighter had, is marked with the
   latest such entry (`Resolution.after_undone`). Each undone throw marks one part of an order.

`bot/fairness.py` implements this a second time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.engine.records.agenda import Clock
from rules.engine.records.copies import replace
from rules.engine.records.model import Encounter, UndoneThrow
from rules.engine.records.orders import CombatantOrder
from rules.engine.records.records import Order
from rules.engine.records.steps import Roll
from rules.engine.scene.effects import Threw, Ticked
from rules.engine.scene.parts import Part

MARKED_BY_THROW = 4
"""The rule for the dice and marks of new encounters."""
Place = tuple[Clock, str, str]
"""A clock, a fighter's id or an order's kind, and the fighter's name, case-folded."""


def marked(order: Order, before: Encounter, parts: Sequence[Part], one_by_one: bool) -> Iterator[Part]:
    """Yield the parts of an order on `before`, those that throw after an undone throw with the mark; `one_by_one`: the
    order's throws are counted.
    """
    repeated = set[UndoneThrow]()
    for part in parts:
        places = _places(order, before, part, one_by_one) if before.undone else ()
        again = {one for one in before.undone if any(_repeats(place, one) for place in places)} - repeated
        before = part.encounter
        if again:
            repeated |= again
            part = Part(replace(part.resolution, after_undone=max(one.seq for one in again)), part.encounter)
        yield part


def undone(
    order: Order, before: Encounter, parts: Iterable[tuple[int, Part]], one_by_one: bool
) -> Iterator[UndoneThrow]:
    """Yield the throws that an undo of these parts undoes; each part of the order on `before` comes with its entry."""
    for seq, part in parts:
        for clock, actor, name in _places(order, before, part, one_by_one):
            yield UndoneThrow(clock, actor, seq, name)
        before = part.encounter


def repeatable(throws: Iterable[UndoneThrow], encounter: Encounter) -> tuple[UndoneThrow, ...]:
    """Return the latest undone throw of each place that can still be repeated."""
    latest = {(one.clock, one.actor, one.name): one for one in sorted(throws) if one.clock >= encounter.clock}
    return tuple(latest.values())


def _places(order: Order, before: Encounter, part: Part, one_by_one: bool) -> frozenset[Place]:
    """Return the places of the bot's throws in a part."""
    rolls = [step for step in part.resolution.steps if isinstance(step, Roll) and not step.typed_by]
    if not rolls:
        return frozenset()
    clock, clocks = before.clock, set() if one_by_one else {before.clock}
    for effect in part.resolution.effects:
        if isinstance(effect, Ticked):
            clock = effect.clock
        if isinstance(effect, Threw if one_by_one else Ticked):
            clocks.add(clock)
    whom = set[str]()
    for roll in rolls:
        fighters = {roll.about, *roll.within, part.resolution.planned}
        fighters.add(order.actor if isinstance(order, CombatantOrder) else "")
        whom |= fighters - {""} or {order.kind}
    return frozenset((clock, id, _name(id, before, part.encounter)) for clock in clocks for id in whom)


def _name(id: str, *states: Encounter) -> str:
    """Return the name of a fighter in the last of these states that has them; "" for none."""
    return next((one.combatant(id).name.casefold() for one in reversed(states) if id in one.positions), "")


def _repeats(place: Place, throw: UndoneThrow) -> bool:
    clock, actor, name = place
    return throw.clock == clock and (throw.actor == actor or throw.name == name != "")
