"""Pieces of a text that only the fighter's own side may read: ammunition, aim, plans, exact wounds.

A rule marks such a piece where it writes the text (`own`), with characters that nobody types. `Scene.conclude` cuts an
outcome at the marks into clauses, and `Scene.throw` keeps what others read in place of `needed`. No mark is stored.
"""

from __future__ import annotations

import re

_OPENING, _CLOSING, _OTHERS = "\ue002", "\ue003", "\ue004"
MARKS = _OPENING + _CLOSING + _OTHERS
_MARKED = re.compile(f"{_OPENING}([^{MARKS}]*){_OTHERS}([^{MARKS}]*){_CLOSING}")


def own(text: str, others: str = "") -> str:
    """Return a piece of a text, marked for the fighter's own side alone; "" stays "".

    `others` is what other sides read in its place.
    """
    return f"{_OPENING}{whole(text)}{_OTHERS}{others}{_CLOSING}" if text else ""


def marked(text: str) -> bool:
    """Return whether a piece of the text is for the fighter's own side alone."""
    return _OPENING in text


def whole(text: str) -> str:
    """Return the text as the fighter's own side reads it."""
    return _MARKED.sub(r"\1", text) if marked(text) else text


def outward(text: str) -> str:
    """Return the text as others read it."""
    return _MARKED.sub(r"\2", text) if marked(text) else text


def cut_own(text: str) -> list[tuple[str, str | None]]:
    """Return the text in pieces; those for the fighter's own side alone with what others read in their place."""
    pieces: list[tuple[str, str | None]] = []
    done = 0
    for found in _MARKED.finditer(text):
        pieces += [(text[done : found.start()], None), (found[1], found[2])]
        done = found.end()
    return [piece for piece in (*pieces, (text[done:], None)) if piece[0]]
