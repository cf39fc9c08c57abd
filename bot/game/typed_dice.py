"""Resolving an order with its dice: those that are typed for a shot that falls later are checked now and kept for it.

An attack may only begin now: it is aimed over several impulses, waits for an answer, or is declared. Its dice are
checked by carrying it out at once on a copy, where a die that is missing or impossible is noticed. They are then stored
with the order, and thrown when it is resolved (`Scene.throwing_for`).
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from rules.engine import conduct
from rules.engine.copies import altered
from rules.engine.dice import Dice, TypedDice
from rules.engine.errors import BadDice, Refusal
from rules.engine.model import Encounter
from rules.engine.orders import Attack, CombatantOrder, TypedFor
from rules.engine.records import Order
from rules.engine.ruleset import Ruleset
from rules.engine.scene import Part, Scene
from rules.engine.steps import Note


def resolved(order: Order, encounter: Encounter, book: Ruleset, dice: Dice) -> tuple[Order, tuple[Part, ...]]:
    """Carry an order out; return it, with the dice that are kept for it, and its parts.

    Raises Refusal, and DiceWanted or BadDice also for what the order throws later.
    """
    parts = conduct.resolve(order, Scene(encounter, dice), book)
    if not isinstance(dice, TypedDice):
        return order, parts
    unused, kept = dice.unused, tuple[int, ...]()
    if isinstance(order, Attack) and unused == dice.values and _waits(order, encounter, book, dice):
        kept = _checked(order, encounter, book, TypedDice(unused, dice.by))
        order = replace(order, dice=TypedFor(kept, dice.by)) if kept else order
        parts = conduct.resolve(order, Scene(encounter, TypedDice(dice.values, dice.by)), book)
    if kept:
        parts = _noted(f"kept for the throws to come: {_listed(kept)}", parts)
    if surplus := unused[len(kept) :]:
        parts = _noted(f"typed but not needed: {_listed(surplus)}", parts)
    return order, parts


def without_dice(order: Order) -> Order:
    """The order as it is given again: without the dice that were typed for it."""
    return replace(order, dice=None) if isinstance(order, Attack) else order


def _waits(order: Attack, encounter: Encounter, book: Ruleset, dice: TypedDice) -> bool:
    """Whether the order is on the agenda once it is given."""
    marked = replace(order, dice=TypedFor((), dice.by))
    parts = conduct.resolve(marked, Scene(encounter, TypedDice(dice.values, dice.by)), book)
    return _holds(parts[-1].encounter.agenda)


def _holds(value: Any) -> bool:
    """Whether this is, or contains, an attack with typed dice that its fighter has still to carry out."""
    if isinstance(value, Attack) and value.dice is not None:
        return True
    if isinstance(value, tuple):
        return any(map(_holds, value))
    if not is_dataclass(value) or (isinstance(value, Order) and not isinstance(value, CombatantOrder)):
        return False
    return any(_holds(getattr(value, field.name)) for field in fields(value))


def _checked(order: Attack, encounter: Encounter, book: Ruleset, dice: TypedDice) -> tuple[int, ...]:
    """The dice that the order throws if it is carried out at once; none if it cannot be."""
    try:
        conduct.resolve(order, Scene(altered(encounter, timed=False), dice), book)
    except BadDice:
        raise
    except Refusal:
        return ()
    return dice.values[: len(dice.values) - len(dice.unused)]


def _noted(text: str, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts with a note on dice in the last one."""
    last = parts[-1]
    steps = (*last.resolution.steps, Note("Dice", text))
    return (*parts[:-1], replace(last, resolution=replace(last.resolution, steps=steps)))


def _listed(values: tuple[int, ...]) -> str:
    return ", ".join(map(str, values))
