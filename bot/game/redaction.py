"""Takes people out of records that stay: their ids in JSON, and their display names beside dice that they typed.

Everything here works on the JSON as it is stored, byte by byte: quotes inside a text are escaped there, so that a
quoted id is a whole string, and never part of what somebody wrote.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

import orjson

from rules.engine.references import OPENING

NOBODY, NOBODY_FIRST = "somebody", "Somebody"
"""The words that replace a display name, and one that begins a sentence."""

_TEXT = rb'"((?:[^"\\]|\\.)+)"'
# `Roll.typed_by`, and `Attack.dice` with its keys in either order.
_TYPIST = re.compile(rb'("typed_by":|"dice":\{(?:"values":\[[0-9,]*\],)?"by":)' + _TEXT)
# Texts in which a display name is: of `Appoint`, `TakeOver`, `Apply`, `Decide`, and as earlier entries have them.
_SAID = (
    "{} is now a GM of this encounter as well",
    "{} takes over the encounter",
    "{} is a GM of this encounter as well",
    "{} takes the encounter over",
    "{} asks to bring in ",
    "does not let {} bring in ",
)


def renamed(written: bytes, names: Mapping[str, str]) -> bytes:
    """Return JSON in which every user id of `names` is replaced by its name: as a whole string, as the key of a side
    (`rules.engine.sight.side_key`), and in a mention.

    The JSON has no blanks outside of strings, as this program writes it.
    """
    if not any(id.encode() in written for id in names):
        return written

    def name(found: re.Match[bytes]) -> bytes:
        key, whole, mentioned = found.groups()
        if whole is not None:
            return orjson.dumps(f"{key.decode()}{names[whole.decode()]}")
        return orjson.dumps(names[mentioned.decode()])[1:-1]

    return _ids(tuple(names)).sub(name, written)


@lru_cache(maxsize=64)
def _ids(ids: tuple[str, ...]) -> re.Pattern[bytes]:
    any_id = b"|".join(re.escape(id.encode()) for id in ids)
    return re.compile(rb'"(%b|)(%b)"|<@!?(%b)>' % (OPENING.encode(), any_id, any_id))


def names_of(written: bytes, user: str) -> frozenset[str]:
    """Return the display names that orders and requests give the user of this id."""
    if user.encode() not in written:
        return frozenset()
    return frozenset(_read(name) for place in _called(user) for _, name in place.findall(written))


def typists(written: bytes) -> frozenset[str]:
    """Return the display names beside typed dice in the JSON of an order or a resolution."""
    return frozenset(_read(name) for _, name in _TYPIST.findall(written))


def without_names(written: bytes, user: str, names: frozenset[str]) -> bytes:
    """Return the JSON with the display names of a user replaced: in orders and requests of theirs, beside typed dice,
    and in the texts that tell of these. `names` are all that they have had in the encounter.
    """
    if user.encode() in written:
        for place in _called(user):
            written = place.sub(lambda found: found[1] + orjson.dumps(NOBODY_FIRST), written)
    if not names:
        return written

    def nobody(found: re.Match[bytes]) -> bytes:
        key, name = found.groups()
        return key + orjson.dumps(NOBODY) if _read(name) in names else found[0]

    written = _TYPIST.sub(nobody, written)
    for name in names:
        for form in _SAID:
            new = NOBODY_FIRST if form.startswith("{}") else NOBODY
            written = written.replace(orjson.dumps(form.format(name))[1:-1], orjson.dumps(form.format(new))[1:-1])
    return written


@lru_cache(maxsize=64)
def _called(user: str) -> tuple[re.Pattern[bytes], re.Pattern[bytes]]:
    """Return where an order or a request has the user's display name: after their id, and before it."""
    id = re.escape(user.encode())
    behind = rb'("gm":"%b","kind":"(?:Appoint|TakeOver)","name":|"user":"%b","name":)%b' % (id, id, _TEXT)
    before = rb'("name":)%b(?=,"user":"%b")' % (_TEXT, id)
    return re.compile(behind), re.compile(before)


def _read(text: bytes) -> str:
    return str(orjson.loads(b'"%b"' % text))
