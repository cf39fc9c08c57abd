"""Two-letter codes for combatants: drawn on the map, listed in its legend, and accepted wherever a name is.

A code cannot be mistaken for a place, which ends with a digit, and every phone's keyboard has its letters.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from rules.engine.records.model import Combatant, Encounter
from rules.words.catalogue import find, normalized

_DIRECTIONS = ("ne", "nw", "se", "sw", "up")
"""Two-letter words that mean a direction and may be typed where a name may be typed as well."""


def codes(combatants: Sequence[Combatant]) -> dict[str, str]:
    """Return a code for each id, made from the name if possible.

    Codes differ even if case is ignored, and no code is the name of another combatant.
    """
    names = {normalized(combatant.name): combatant.id for combatant in combatants}
    taken = set(_DIRECTIONS)
    by_id: dict[str, str] = {}
    for combatant in combatants:
        free = (code for code in _candidates(combatant.name) if code.casefold() not in taken)
        code = next(code for code in free if names.get(code.casefold(), combatant.id) == combatant.id)
        taken.add(code.casefold())
        by_id[combatant.id] = code
    return by_id


def find_fighter(
    name: str,
    among: Iterable[Combatant],
    encounter: Encounter,
    what: str = "name",
    *,
    labels: Mapping[str, str] = MappingProxyType({}),
) -> Combatant:
    """Return the combatant that a name or a code means, as `rules.words.catalogue.find` does."""
    by_name = {combatant.name: combatant for combatant in among}
    # Names chosen from a list match exactly. Working out the codes takes much longer.
    if exact := by_name.get(name.strip()):
        return exact
    by_id = codes(encounter.combatants)
    also = {combatant.name: (by_id[combatant.id],) for combatant in by_name.values()}
    return find(name, by_name, what, also=also, labels=labels)


def _candidates(name: str) -> Iterator[str]:
    initial, *own = _of_a_name(name)
    yield from own
    for first in (initial, *string.ascii_uppercase):
        for second in string.ascii_lowercase:
            yield first + second


@lru_cache(maxsize=1024)
def _of_a_name(name: str) -> tuple[str, ...]:
    """Return the first letter of the codes for a name, and the codes that come from the name."""
    signs = [sign for sign in unicodedata.normalize("NFKD", name) if sign.isascii() and sign.isalnum()]
    letters = [sign for sign in signs if sign.isalpha()]
    initial = letters[0].upper() if letters else "X"
    own = []
    if (number := re.search(r"[0-9]+$", "".join(signs))) and 0 < int(number[0]) <= len(string.ascii_lowercase):
        # "Alien 3" is Ac: the third letter. A digit would make a place of it.
        own.append(initial + string.ascii_lowercase[int(number[0]) - 1])
    if len(words := [word for word in name.split() if word[0].isascii() and word[0].isalpha()]) > 1:
        own.append(words[0][0].upper() + words[-1][0].upper())
    return initial, *own, *dict.fromkeys(initial + second.lower() for second in letters[1:])
