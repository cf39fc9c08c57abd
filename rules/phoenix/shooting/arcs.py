"""Fully automatic fire over an arc: the elevation, then each target in it (3.4; tables 4G, 5A)."""

from __future__ import annotations

from rules.orders import Burst
from rules.phoenix.book import Book
from rules.phoenix.labor import Waiting
from rules.scene import Scene


def burst(order: Burst, scene: Scene, book: Book) -> Waiting | None:
    """Fire a burst over an Arc of Fire. Raises Refusal before any die is thrown."""
    raise NotImplementedError
