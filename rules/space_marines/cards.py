"""Troop types as they are written (TOML): the appendix, and a house's own; everything that can be wrong with one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rules.ruleset import House, Houses
from rules.space_marines.figure import Armament, Troop

EXAMPLE = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A troop type with its ways of attacking. `usual`: which of them a figure has that names none, besides those of
    `hand`, which all have; the first is in hand. `provenance`: `text`, or `house`."""

    troop: Troop
    arms: tuple[Armament, ...]
    usual: tuple[str, ...]
    provenance: str


def load_cards(path: Path) -> Mapping[str, Card]:
    """The troop types of the appendix by name. Raises BrokenData with every problem."""
    raise NotImplementedError


def house(text: str) -> House:
    """A house's own troop type, with its weapons, from TOML. Raises BadSheet naming every problem."""
    raise NotImplementedError


def with_own(cards: Mapping[str, Card], houses: Houses) -> Mapping[str, Card]:
    """The troop types by name; a server's own takes the place of the book's of the same name."""
    raise NotImplementedError
