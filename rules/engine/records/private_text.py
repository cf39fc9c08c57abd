"""Pieces of a text that only the fighter's own side may read: ammunition, aim, plans, exact wounds.

A rule marks such a piece where it writes the text (`private`), with characters that nobody types. `Scene.conclude` cuts
an outcome at the marks into clauses, and `Scene.throw` keeps the text for other sides in place of `needed`. No mark is
stored.
"""

from __future__ import annotations

import re
from operator import itemgetter

OWN, _CLOSING, _OTHERS = "\ue002", "\ue003", "\ue004"
"""The marks; a text contains the first one if a piece of it is for the fighter's own side alone."""
MARKS = OWN + _CLOSING + _OTHERS
_MARKED = re.compile(f"{OWN}([^{MARKS}]*){_OTHERS}([^{MARKS}]*){_CLOSING}")
# Functions are used because replacement templates (r"\1") are filled in by slower Python code.
_OWN, _OUTWARD = itemgetter(1), itemgetter(2)


def private(text: str, others: str = "") -> str:
    """Return a piece of a text, marked for the fighter's own side alone; "" stays "".

    Other sides read `others` in its place.
    """
    return f"{OWN}{whole(text) if OWN in text else text}{_OTHERS}{others}{_CLOSING}" if text else ""


def whole(text: str) -> str:
    """Return the text as the fighter's own side reads it."""
    return _MARKED.sub(_OWN, text) if OWN in text else text


def outward(text: str) -> str:
    """Return the text as others read it."""
    return _MARKED.sub(_OUTWARD, text) if OWN in text else text


def cut_private(text: str) -> list[tuple[str, str | None]]:
    """Return the text in pieces, each with the text for other sides if it is for the fighter's own side alone, else
    None.
    """
    pieces: list[tuple[str, str | None]] = []
    done = 0
    for found in _MARKED.finditer(text):
        pieces += [(text[done : found.start()], None), (found[1], found[2])]
        done = found.end()
    return [piece for piece in (*pieces, (text[done:], None)) if piece[0]]
