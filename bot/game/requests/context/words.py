"""Texts of requests in the form that is stored: single blanks, within limits."""

from __future__ import annotations

from rules.engine.books.player_names import good_name
from rules.engine.records.errors import Refusal

MOST_TEXT = 200


def short(text: str, most: int = MOST_TEXT, option: str = "That") -> str:
    """Return the text with single blanks; `option` is where it was typed. Raises Refusal if it is too long."""
    text = " ".join(text.split())
    if len(text) > most:
        raise Refusal(f"{option} has {len(text):,} characters. The limit is {most:,}.")
    return text


def good_side(side: str) -> str:
    """Return the name of a side as it is stored."""
    return good_name(side) if side else ""
