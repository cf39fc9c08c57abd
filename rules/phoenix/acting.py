"""Everything on the Action Time Table, and any other act at two actions a second (2.2; table 7B; ruling O57)."""

from __future__ import annotations

from rules.errors import NoRule
from rules.orders import Act
from rules.phoenix.book import Book
from rules.phoenix.labor import Waiting
from rules.scene import Scene


def act(order: Act, scene: Scene, book: Book) -> Waiting | None:
    raise NoRule("Phoenix Command is not ready for this yet.")
