"""Two characters for each combatant, used on the map and in its legend."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Iterator, Sequence

from rules.engine.model import Combatant

_NUMBERS = string.digits + string.ascii_lowercase


def marks(combatants: Sequence[Combatant]) -> dict[str, str]:
    """A unique mark for each id: two narrow characters, from the name if possible."""
    taken: set[str] = set()
    by_id: dict[str, str] = {}
    for combatant in combatants:
        mark = next(m for m in _candidates(combatant.name) if m not in taken)
        taken.add(mark)
        by_id[combatant.id] = mark
    return by_id


def _candidates(name: str) -> Iterator[str]:
    letters = [s for s in unicodedata.normalize("NFKD", name) if s.isascii() and s.isalnum()]
    initial = next((s.upper() for s in letters if s.isalpha()), "X")
    if (number := re.search(r"[0-9]+$", "".join(letters))) and int(number[0]) < len(_NUMBERS):
        # "Alien 3" is A3, and "Alien 10" Aa: two digits would run into the neighbour's.
        yield initial + _NUMBERS[int(number[0])]
    if len(words := [word for word in name.split() if word[0].isascii() and word[0].isalpha()]) > 1:
        yield words[0][0].upper() + words[-1][0].upper()
    for second in letters[1:]:
        yield initial + second.lower()
    for first in (initial, *string.ascii_uppercase):
        for second in _NUMBERS:
            yield first + second
