"""Finds the leaves of an entry: every user, display name and typed text in it, by its place in the entry.

The chain (`bot.game.entries.chain`) hashes each of them by itself, with a number in the place of each in everything
else. So they can be forgotten, or renamed in an export, and the chain stays whole. A leaf is one text of the entry's
JSON:

1. those in fields for users, display names and typed text (`rules.engine.records.users`), however deep in a record;
2. any other text with a mention of a user, or one that tells a display name (`redaction.tells_name`).

Whatever `bot.game.entries.redaction` rewrites is among them. Most entries of a fight have no leaf but their user, so
the bytes are searched for signs of leaves before anything is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import Any, TypeAlias, get_args

from bot.game.entries.redaction import MENTION, SAID, class_of, fields_of, parts_of, tells_name
from rules.engine.records.records import Order
from rules.engine.records.references import OPENING
from rules.engine.records.users import DisplayName, SideKey, TypedText, UserId
from rules.engine.scene.effects import Effect
from rules.engine.scene.parts import Resolution

Place: TypeAlias = tuple[str | int, ...]
"""The keys and numbers that lead to a text in an entry's JSON: ("effects", 0, "combatant", "owner")."""
Found: TypeAlias = tuple[Place, str]
_LEAVES = (UserId, SideKey, DisplayName, TypedText)
_KINDS: Mapping[str, Any] = {
    "order": Order,
    "resolution": Resolution,
    "steps": dict(fields_of(Resolution))["steps"],
    "effects": tuple[Effect, ...],
}
"""The types of an entry's parts, by their names."""


def may_be_in_order(written: bytes) -> bool:
    """Return whether an order as it is written may have leaves."""
    return _signs_in_order().search(written) is not None


def in_order(record: Any, written: bytes) -> Iterator[Found]:
    """Yield the leaves of an order, read and as it is written."""
    yield from _in_part("order", record, _may_tell(written))


def in_resolution(parts: Mapping[str, Any], written: bytes) -> Iterator[Found]:
    """Yield the leaves of a resolution in its parts, read and as it is written as a whole."""
    if _signs_in_resolution().search(written):
        tells = _may_tell(written)
        for name, record in parts.items():
            yield from _in_part(name, record, tells)


def at(place: Iterable[str | int], entry: Any) -> Any:
    """Return the value at a place in an entry."""
    for key in place:
        entry = entry[key]
    return entry


def _in_part(name: str, record: Any, tells: bool) -> Iterator[Found]:
    """Yield the leaves of a part; `tells`: its texts may mention users."""
    found = dict(_by_place(record, _KINDS[name], (name,)))
    yield from found.items()
    if tells:
        yield from (one for one in _texts(record, (name,)) if one[0] not in found and _tells(one[1]))


def _by_place(value: Any, kind: Any, place: Place) -> Iterator[Found]:
    if not value or not _holds(kind):
        return
    if kind in _LEAVES:
        if kind != SideKey or value.startswith(OPENING):
            yield place, value
    elif isinstance(value, dict):
        for name, one in _places(class_of(value, kind)):
            if name in value:
                yield from _by_place(value[name], one, (*place, name))
    else:
        [items] = {one for one in get_args(kind) if one is not Ellipsis}
        for n, one in enumerate(value):
            yield from _by_place(one, items, (*place, n))


def _texts(value: Any, place: Place) -> Iterator[Found]:
    match value:
        case str():
            yield place, value
        case dict():
            for key, one in value.items():
                yield from _texts(one, (*place, key))
        case list():
            for n, one in enumerate(value):
                yield from _texts(one, (*place, n))


def _may_tell(written: bytes) -> bool:
    """Return whether a text of a record as it is written may mention a user or tell a display name."""
    return MENTION.search(written) is not None or any(words in written for words in SAID)


def _tells(text: str) -> bool:
    return MENTION.search(text.encode()) is not None or tells_name(text)


@cache
def _places(kind: type) -> tuple[tuple[str, Any], ...]:
    return tuple((name, one) for name, one in fields_of(kind) if _holds(one))


@cache
def _holds(kind: Any) -> bool:
    """Return whether a value of a type can hold a leaf."""
    return not _reached(kind).isdisjoint(_LEAVES)


def _reached(kind: Any) -> set[Any]:
    """Return the types of all values that a value of a type can hold, and the type itself."""
    seen, left = set[Any](), [kind]
    while left:
        if (one := left.pop()) not in seen:
            seen.add(one)
            left += () if one in _LEAVES else parts_of(one)
    return seen


@cache
def _signs_in_order() -> re.Pattern[bytes]:
    """Return what is in an order that has a leaf: a field for one that is not empty, or a mention."""
    records = filter(is_dataclass, _reached(Order))
    names = {name for one in records for name, kind in fields_of(one) if _leaves_of(kind)}
    return re.compile(rb'"(?:%b)":(?:"[^"]|\[")|%b' % ("|".join(sorted(names)).encode(), MENTION.pattern))


def _leaves_of(kind: Any) -> bool:
    return kind in _LEAVES or any(one in _LEAVES for one in get_args(kind))


@cache
def _signs_in_resolution() -> re.Pattern[bytes]:
    """Return what is in a resolution that has a leaf: typed dice, an effect that can hold one, the side of a user, a
    mention, or the words around a display name."""
    effects: Mapping[str, Any] = Effect.kinds
    kinds = "|".join(sorted(re.escape(kind) for kind, one in effects.items() if _holds(one)))
    texts = b"|".join([MENTION.pattern, *map(re.escape, SAID)])
    side = OPENING.encode()
    return re.compile(rb'"typed_by":"[^"]|"kind":"(?:%b)"|"%b[0-9a]|%b' % (kinds.encode(), side, texts))
