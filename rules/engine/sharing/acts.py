"""The words of an act that no rule of the book covers: anything that the players agree on."""

from __future__ import annotations

from unicodedata import category

from rules.engine.records.errors import Refusal

MOST_TEXT = 200


def act_text(what: str) -> str:
    """Return the words of an act in one line, without a full stop. Raises Refusal as `check_text` does."""
    text = " ".join(what.split()).rstrip(".")
    check_text(text)
    return text


def check_text(text: str) -> None:
    """Raise Refusal for a text that is too long or has neither a letter nor a digit; a pictograph is enough."""
    if len(text) > MOST_TEXT or not any(sign.isalnum() or category(sign) == "So" for sign in text):
        raise Refusal(f"Describe what happens in 1 to {MOST_TEXT} characters, with at least one letter or digit.")
