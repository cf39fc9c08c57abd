"""The book as the rules are given it: its tables and its weapons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine import scene
from rules.engine.dice import Dice
from rules.engine.model import Encounter
from rules.phoenix.arms import Arm
from rules.tables.table import Tables


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """The tables of Phoenix Command, and its weapons by name. It is like no other, so that things can be kept by it."""

    tables: Tables
    arms: Mapping[str, Arm]


class Scene(scene.Scene):
    """The stage of an order of Phoenix Command."""

    book: Book

    def __init__(self, encounter: Encounter, dice: Dice, book: Book) -> None:
        super().__init__(encounter, dice, book)
