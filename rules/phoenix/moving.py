"""Moving over the hexes, and what it costs (2.3; ruling O34)."""

from __future__ import annotations

from rules.errors import NoRule
from rules.orders import Move
from rules.phoenix.book import Book
from rules.phoenix.labor import Waiting
from rules.scene import Scene


def move(order: Move, scene: Scene, book: Book) -> Waiting | None:
    raise NoRule("Phoenix Command is not ready for this yet.")
