"""Reloading: Reload Time in actions, magazine by magazine or round by round (1.3; ruling O47)."""

from __future__ import annotations

from rules.errors import NoRule
from rules.orders import Reload
from rules.phoenix.book import Book
from rules.phoenix.labor import Waiting
from rules.scene import Scene


def reload(order: Reload, scene: Scene, book: Book) -> Waiting | None:
    raise NoRule("Phoenix Command is not ready for this yet.")
