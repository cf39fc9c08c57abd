"""Resolving an order with its dice, and what is told of dice that were typed."""

from __future__ import annotations

from dataclasses import replace

from rules.engine import conduct
from rules.engine.dice import Dice, TypedDice
from rules.engine.model import Encounter
from rules.engine.records import Order
from rules.engine.ruleset import Ruleset
from rules.engine.scene import Part, Scene
from rules.engine.steps import Note


def resolved(order: Order, encounter: Encounter, book: Ruleset, dice: Dice) -> tuple[Part, ...]:
    """The parts of an order, with a note on typed dice that it did not need. Raises Refusal and DiceWanted."""
    parts = conduct.resolve(order, Scene(encounter, dice), book)
    if isinstance(dice, TypedDice) and dice.unused:
        surplus = Note("Dice", f"typed but not needed: {', '.join(map(str, dice.unused))}")
        last = parts[-1]
        resolution = replace(last.resolution, steps=(*last.resolution.steps, surplus))
        parts = (*parts[:-1], replace(last, resolution=resolution))
    return parts
