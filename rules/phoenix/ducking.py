"""Ducking, and the standing word that says when (2.5; rulings O16, O33)."""

from __future__ import annotations

from rules.errors import NoRule
from rules.orders import Answer, Duck
from rules.phoenix.book import Book
from rules.phoenix.labor import Waiting
from rules.scene import Scene


def duck(order: Duck, scene: Scene, book: Book) -> Waiting | None:
    raise NoRule("Phoenix Command is not ready for this yet.")


def answer(order: Answer, scene: Scene, book: Book) -> Waiting | None:
    raise NoRule("Phoenix Command is not ready for this yet.")
