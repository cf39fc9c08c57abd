"""How the Aliens rules put numbers into words: "1 square", "2 boxes", "a 70% chance"."""

from __future__ import annotations

from rules.aliens.card import BLANK, UNKNOWN, automatic
from rules.model import Ammunition


def counted(number: int, one: str) -> str:
    """A number with its noun: "1 box", "2 boxes"."""
    if number == 1:
        return f"1 {one}"
    return f"{number} {one}{'es' if one.endswith('x') else 's'}"


def chance(cell: str) -> str:
    """What a cell of a card means to a player: "70%", "automatic", "none" or "?"."""
    if cell in (BLANK, UNKNOWN):
        return "none" if cell == BLANK else UNKNOWN
    return "automatic" if automatic(cell) else f"{10 * (int(cell) + 1)}%"


def spares(ammunition: Ammunition) -> str:
    """The loads left besides the one in the weapon."""
    return "spare loads: " + ("unlimited" if ammunition.spares is None else str(ammunition.spares))
