"""How many rounds, pellets or fragments hit one target: table 5A, moved by lines for his size (3.4 to 3.7; O7, O54)."""

from __future__ import annotations

from rules.cells import Hits, Number
from rules.phoenix.book import Book
from rules.scene import Scene
from rules.steps import Lookup


def of_arc(rate: int, arc: Number, size: int, book: Book) -> tuple[Hits, tuple[Lookup, ...]]:
    """What a burst at this Rate of Fire over this Arc of Fire (hexes) does to each target in it, and the cells.

    `size` is the Auto Width by which the line moves, 0 without 3.7. A Rate that 5A has no column for uses the next
    lower one. Raises Refusal for an arc wider than the table's widest.
    """
    raise NotImplementedError


def of_pieces(base: Hits, size: int, book: Book) -> tuple[Hits, tuple[Lookup, ...]]:
    """What a Base Pellet or Shrapnel Hit Chance comes to for a target of this size, and the cells, none if size is 0.

    A chance below 0 is a line of the index (R19), and no chance without a size. Above the table (*58) the hits grow by
    a third a line (ruling O46).
    """
    raise NotImplementedError


def number(hits: Hits, most: int | None, label: str, why: str, scene: Scene) -> int:
    """How many hit, `most` at most: those that are certain, or one if the throw of 00 to 99 says so."""
    raise NotImplementedError
