"""Typed dice that wait with the order they were typed for, in their order, until it throws them.

1. `Attack.dice` holds the dice that an order has not thrown when it is given; a fuse that burns, those of its throw.
2. `Scene.throwing_for` throws them. The rest stays with the items that still wait for the attack (`left_for`).
3. At the end of each order, dice that nothing waits for any more are named (`tell_left`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, cast

from rules.engine.records.agenda import Agenda, Declaration, Pending, Question, Task, Timer
from rules.engine.records.copies import replace
from rules.engine.records.derived import derived
from rules.engine.records.model import Encounter
from rules.engine.records.orders import TypedFor
from rules.engine.records.records import Order
from rules.engine.records.steps import Note
from rules.engine.scene.parts import Part
from rules.words.phrases import listed


@derived("agenda")
def waiting(encounter: Encounter) -> tuple[tuple[str, TypedFor], ...]:
    """Return the typed dice on the agenda, each with the fighter (an id) whose order they were typed for."""
    return tuple(found for item in encounter.agenda for order in _orders(item) for found in _in_order(order))


def holds(encounter: Encounter, typed: TypedFor) -> bool:
    """Return whether something on the agenda waits with just these dice."""
    return any(one is typed for _, one in waiting(encounter))


def left_for(agenda: Agenda, typed: TypedFor, rest: TypedFor) -> Agenda:
    """Return the agenda with `rest` in place of these dice."""
    return tuple(_changed(item, typed, rest) for item in agenda)


def tell_left(before: Encounter, after: Encounter, rests: Mapping[int, TypedFor], parts: list[Part]) -> None:
    """Say in the last part about its fighter which typed dice nothing waits for any more.

    `rests` has the dice that are left of those thrown from, by the identity of the former.
    """
    for actor, typed in waiting(before):
        while id(typed) in rests:
            typed = rests[id(typed)]
        if typed.values and not holds(after, typed) and parts:
            note = Note("Dice", f"typed but not needed: {listed([str(v) for v in typed.values], 'and')}", about=actor)
            about = [n for n, part in enumerate(parts) if any(c.about == actor for c in part.resolution.clauses)]
            at = about[-1] if about else len(parts) - 1
            last = parts[at].resolution
            parts[at] = Part(replace(last, steps=(*last.steps, note)), parts[at].encounter)


def _orders(item: Pending) -> tuple[Order, ...]:
    match item:
        case Task(order=order) | Declaration(order=order) | Timer(order=order):
            return (order,)
        case Question(rest=rest):
            return rest
        case _:
            return ()


def _in_order(order: Order) -> Iterator[tuple[str, TypedFor]]:
    if hasattr(order, "dice"):
        if isinstance(order.dice, TypedFor):
            yield getattr(order, "actor", ""), order.dice
        return
    for one in _values(order).values():
        if isinstance(one, Order):
            yield from _in_order(one)


def _changed(item: Pending, typed: TypedFor, rest: TypedFor) -> Pending:
    orders = _orders(item)
    if not any(one is typed for order in orders for _, one in _in_order(order)):
        return item
    changed = tuple(_with_rest(order, typed, rest) for order in orders)
    if isinstance(item, Question):
        return replace(item, rest=changed)
    assert isinstance(item, Task | Declaration | Timer)
    return replace(item, order=changed[0])


def _with_rest(order: Order, typed: TypedFor, rest: TypedFor) -> Order:
    changes: dict[str, Any] = {}
    for name, one in _values(order).items():
        if one is typed:
            changes[name] = rest
        elif isinstance(one, Order):
            changes[name] = _with_rest(one, typed, rest)
    return replace(cast(Any, order), **changes) if changes else order


def _values(order: Order) -> dict[str, Any]:
    return {field.name: getattr(order, field.name) for field in fields(cast(Any, order))}
