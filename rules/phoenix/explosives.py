"""Launchers, thrown grenades and charges, and the concussion of what bursts (2.11; table 3D)."""

from __future__ import annotations

from rules.errors import NoRule
from rules.orders import Fire, Throw
from rules.phoenix.book import Book
from rules.phoenix.labor import Waiting
from rules.scene import Scene


def launch(order: Fire, scene: Scene, book: Book) -> Waiting | None:
    raise NoRule("Phoenix Command is not ready for this yet.")


def throw(order: Throw, scene: Scene, book: Book) -> Waiting | None:
    raise NoRule("Phoenix Command is not ready for this yet.")
