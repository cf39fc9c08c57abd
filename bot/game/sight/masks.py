"""Masked ids: what fighters are called in everything that leaves the bot, so that no id counts the hidden.

The journal numbers fighters as they join (`c1`, `c2`), and their dice are keyed by these ids. Outside, the id of one
fighter would tell how many joined before, and a gap that others did.

1. Each encounter has a permutation of all numbers (a Feistel network), keyed by a secret of the database and the
   encounter's id. It is the same after a restart, in every process and in every copy of the database, and nothing
   that is shown at an encounter's end tells it: not the seed, and not the ids of fighters that are known by then.
2. `mask` is for what leaves: custom ids, values of options, and the files of one side. `unmask` is for what comes in.
   Views write only a `MaskedId` into a custom id, so a type checker finds an id that is not masked.
3. A masked id has no digits, so it is never taken for an id of the journal. `unmask` leaves those as they are:
   buttons from before ids were masked hold them.
4. Whatever comes in is looked up in the user's view. The id of a fighter that they do not know, masked or not, is
   nobody's there.

The complete export keeps the journal's ids: it is for GMs, for everyone after the end, and for players who may read
everything.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from typing import Any, NewType

from bot.game.store import Store
from rules.engine.records.references import put_names, reference

MaskedId = NewType("MaskedId", str)
"""A fighter's id as it leaves the bot: six letters."""

FIELDS = frozenset({"about", "actor", "goal", "of", "subject", "subjects", "targets.id", "trigger", "who", "within"})
"""The fields of orders and steps that hold ids of fighters, `id` with the field around it. None of them holds a text
that somebody typed: masking that would tell them how an id of their choice is masked."""

# No vowels: a mask is never a word.
_LETTERS = "bcdfghjkmnpqrstv"
_LENGTH = 6
_HALF = 12
_ROUNDS = 8
_LOW = (1 << _HALF) - 1
_JOURNALS = re.compile("c([1-9][0-9]{0,7})")
MASKED = re.compile(f"[{_LETTERS}]{{{_LENGTH}}}")
"""The form of a masked id."""


class Masks:
    """The masks of one encounter's fighters."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def mask(self, id: str) -> MaskedId:
        """Return the masked id of a fighter; anything that is no id of the journal, such as a place, as it is."""
        found = _JOURNALS.fullmatch(id)
        if found is None or (number := int(found[1])) >> 2 * _HALF:
            return MaskedId(id)
        return MaskedId(_masked(self._key, number))

    def unmask(self, text: str) -> str:
        """Return the id of the journal that was masked so; anything else as it is. It may be the id of nobody."""
        if not MASKED.fullmatch(text):
            return text
        left, right = divmod(int("".join(f"{_LETTERS.index(letter):x}" for letter in text), 16), 1 << _HALF)
        for round in reversed(range(_ROUNDS)):
            left, right = right ^ _mixed(self._key, round, left), left
        return f"c{left << _HALF | right}"

    def mask_all(self, value: Any, field: str = "") -> Any:
        """Return JSON, as it was read, with masked ids: in the `FIELDS` that hold ids, and in references."""
        if isinstance(value, str):
            masked = self.mask(value) if field in FIELDS else value
            return put_names(masked, lambda id: reference(self.mask(id)))
        if isinstance(value, dict):
            return {key: self.mask_all(one, f"{field}.id" if key == "id" else key) for key, one in value.items()}
        if isinstance(value, list):
            return [self.mask_all(one, field) for one in value]
        return value


def masks_of(store: Store, encounter: str) -> Masks:
    """Return the masks of the encounter of that id."""
    return Masks(hashlib.blake2b(encounter.encode(), key=store.masking, digest_size=32).digest())


@lru_cache(maxsize=4096)
def _masked(key: bytes, number: int) -> str:
    left, right = divmod(number, 1 << _HALF)
    for round in range(_ROUNDS):
        left, right = right, left ^ _mixed(key, round, right)
    return "".join(_LETTERS[int(digit, 16)] for digit in f"{left << _HALF | right:0{_LENGTH}x}")


def _mixed(key: bytes, round: int, half: int) -> int:
    """Return the half that a round mixes in."""
    data = bytes((round, half >> 8, half & 0xFF))
    return int.from_bytes(hashlib.blake2b(data, key=key, digest_size=2).digest()) & _LOW
