"""Wounds as they are suffered: the total, the knockout throw, how long somebody is out (2.7; table 8B)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.errors import NoRule
from rules.phoenix.book import Book
from rules.phoenix.damage import Struck
from rules.scene import Scene


def hurt(id: str, struck: Sequence[Struck], scene: Scene, book: Book) -> str:
    """The combatant suffers these hits, all of one order; `id` is "" for a target of whom nothing is kept.

    Returns what follows "HIT, " in the outcome line, without a full stop: where, how much, and what becomes of him
    ("shoulder, 1,000 PD; Guard 2 is out when this impulse ends", "the armor stops it"). `struck` holds one at least.
    """
    raise NoRule("Phoenix Command is not ready for this yet.")


def suffer(id: str, points: int, location: str, scene: Scene, book: Book) -> str:
    """The combatant suffers damage that no projectile did ("concussion"); returns words as `hurt` does."""
    return hurt(id, (Struck(points, location),), scene, book)
