"""Aiming and firing, one shot or a burst (2.4, 2.5)."""

from __future__ import annotations

from rules.errors import NoRule
from rules.orders import Aim, Burst, Fire
from rules.phoenix.book import Book
from rules.phoenix.labor import Waiting
from rules.scene import Scene


def aim(order: Aim, scene: Scene, book: Book) -> Waiting | None:
    raise NoRule("Phoenix Command is not ready for this yet.")


def fire(order: Fire, scene: Scene, book: Book) -> Waiting | None:
    raise NoRule("Phoenix Command is not ready for this yet.")


def burst(order: Burst, scene: Scene, book: Book) -> Waiting | None:
    raise NoRule("Phoenix Command is not ready for this yet.")
