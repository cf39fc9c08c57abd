"""Medical aid and recovery (2.9, 2.10; tables 8A, 8C)."""

from __future__ import annotations

from rules.errors import NoRule
from rules.orders import Heal
from rules.phoenix.book import Book
from rules.phoenix.labor import Waiting
from rules.scene import Scene


def heal(order: Heal, scene: Scene, book: Book) -> Waiting | None:
    raise NoRule("Phoenix Command is not ready for this yet.")


def endangered(id: str, scene: Scene, book: Book) -> None:
    """After new wounds: when the Critical Time Period of what he has suffered in all ends."""
