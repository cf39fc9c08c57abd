"""Takes people out of records that stay: their ids in JSON, and their display names beside dice that they typed.

Everything here works on the JSON as it is stored, byte by byte: quotes inside a text are escaped there, so that a
quoted id is a whole string, and never part of what somebody wrote.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

import orjson

NOBODY = "somebody"
"""What replaces a display name."""

# `Roll.typed_by`, and `Attack.dice` with its keys in either order.
_TYPIST = re.compile(
    rb'("typed_by":|"dice":\{(?:"values":\[[0-9,]*\],)?"by":)"((?:[^"\\]|\\.)+)"',
)
_APPOINTED = " is a GM of this encounter as well"


def renamed(written: bytes, names: Mapping[str, str]) -> bytes:
    """JSON in which every user id of `names` is replaced by its name: as a whole string, and in a mention.

    The JSON has no blanks outside of strings, as this program writes it.
    """
    if not any(id.encode() in written for id in names):
        return written

    def name(found: re.Match[bytes]) -> bytes:
        whole, mentioned = found.groups()
        if whole is not None:
            return orjson.dumps(names[whole.decode()])
        return orjson.dumps(names[mentioned.decode()])[1:-1]

    return _ids(tuple(names)).sub(name, written)


@lru_cache(maxsize=64)
def _ids(ids: tuple[str, ...]) -> re.Pattern[bytes]:
    any_id = b"|".join(re.escape(id.encode()) for id in ids)
    return re.compile(rb'"(%b)"|<@!?(%b)>' % (any_id, any_id))


def typists(written: bytes) -> frozenset[str]:
    """The display names beside typed dice in the JSON of an order or a resolution."""
    return frozenset(orjson.loads(b'"%b"' % name) for _, name in _TYPIST.findall(written))


def without_typists(written: bytes, typists: frozenset[str]) -> bytes:
    """The JSON with these display names beside typed dice replaced by `NOBODY`."""
    if not typists:
        return written

    def nobody(found: re.Match[bytes]) -> bytes:
        key, name = found.groups()
        return b'%b"%b"' % (key, NOBODY.encode()) if orjson.loads(b'"%b"' % name) in typists else found[0]

    return _TYPIST.sub(nobody, written)


def without_appointed(written: bytes, appointed: frozenset[str]) -> bytes:
    """The JSON with these display names replaced by `NOBODY` where a text says that they became GM."""
    for name in appointed:
        said = orjson.dumps(name + _APPOINTED)[1:-1]
        written = written.replace(said, (NOBODY.capitalize() + _APPOINTED).encode())
    return written
