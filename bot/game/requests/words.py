"""Words as they are kept, within limits."""

from __future__ import annotations

from rules.engine.conduct import good_name
from rules.engine.errors import Refusal

MOST_TEXT = 200


def short(text: str, most: int = MOST_TEXT, said: str = "That") -> str:
    """Words as they are kept; `said` is where they were given. Raises Refusal if they are too many."""
    text = " ".join(text.split())
    if len(text) > most:
        raise Refusal(f"{said} has {len(text)} characters; at most {most} are taken.")
    return text


def good_side(side: str) -> str:
    """The name of a side as it is kept."""
    return good_name(side) if side else ""
