"""Takes people out of records that stay: their ids in JSON, and their display names beside dice that they typed.

1. Ids are found by place: in the fields that hold a user or the key of a side (`rules.engine.records.users`), however
   deep in a record, and in mentions inside texts. A text that only looks like an id stays, and so does every word of
   the program.
2. Display names are found in the JSON as it is stored: quotes inside a text are escaped there, so that a key with its
   quotes is never part of what somebody wrote.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from types import NoneType
from typing import Any, TypeAlias, get_args, get_type_hints

import orjson

from bot.game.entries import codec
from rules.engine.records.records import Family
from rules.engine.records.references import OPENING
from rules.engine.records.users import SideKey, UserId

NOBODY, NOBODY_FIRST = "somebody", "Somebody"
"""The words that replace a display name, and one that begins a sentence."""

Rename: TypeAlias = Callable[[str], str]
"""Returns what replaces the id of a user; the id itself to leave it."""
MENTION = re.compile(rb"<@!?([0-9]+)>")
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
SAID = tuple(max(form.split("{}"), key=len).encode() for form in _SAID)
"""The words of these texts without the name."""


def renamed(written: bytes, kind: Any, name: Rename) -> bytes:
    """Return the JSON of a record of type `kind`, as `codec` writes it in any layout, with every user in it renamed;
    the same bytes if that changes nothing. `kind` is None for JSON that holds users only in texts.
    """
    record = None if kind is None else codec.parsed(written)
    if (changed := in_fields(record, kind, name)) != record:
        written = orjson.dumps(changed)

    def named(found: re.Match[bytes]) -> bytes:
        id = found[1].decode()
        return found[0] if (new := name(id)) == id else orjson.dumps(new)[1:-1]

    return MENTION.sub(named, written)


def in_fields(value: Any, kind: Any, name: Rename) -> Any:
    """Return a JSON value of type `kind` with the users in its fields renamed. Texts stay."""
    if not value or not _holds(kind):
        return value
    if kind == UserId:
        return name(value)
    if kind == SideKey:
        return side_renamed(value, name)
    if isinstance(value, dict):
        places = _places(class_of(value, kind))
        return {key: in_fields(one, places[key], name) if key in places else one for key, one in value.items()}
    [items] = {one for one in get_args(kind) if one is not Ellipsis}
    return type(value)([in_fields(one, items, name) for one in value])


def side_renamed(key: str, name: Rename) -> str:
    """Return the key of a side with the user in it renamed."""
    user = key.removeprefix(OPENING)
    return f"{OPENING}{name(user)}" if user and user != key else key


def class_of(value: Mapping[str, Any], kind: Any) -> Any:
    """Return the class of a record that is written in these fields, of those that a type allows."""
    if is_family(kind):
        # A book that is not on the shelf has no users in its own records.
        return kind.kinds.get(value["kind"], kind)
    classes = _classes(kind)
    return classes.get(value["type"], kind) if classes else kind


@cache
def _classes(kind: Any) -> dict[str, Any]:
    """Return the classes that a type allows by the words under which they are stored; none for a single class."""
    return {codec.TYPES[one]: one for one in get_args(kind)}


@cache
def _places(kind: type) -> dict[str, Any]:
    """Return the fields of a record in which users are, with their types."""
    return {name: one for name, one in fields_of(kind) if _holds(one)}


@cache
def _holds(kind: Any) -> bool:
    """Return whether a value of a type can hold a user."""
    seen, left = set(), [kind]
    while left:
        if (one := left.pop()) in (UserId, SideKey):
            return True
        if one not in seen:
            seen.add(one)
            left += parts_of(one)
    return False


def parts_of(kind: Any) -> Iterable[Any]:
    """Return the types of the values that a value of a type consists of."""
    if is_family(kind):
        return tuple(kind.kinds.values())
    return [one for _, one in fields_of(kind)] if is_dataclass(kind) else get_args(kind)


@cache
def is_family(kind: Any) -> bool:
    return isinstance(kind, type) and Family in kind.__bases__


def fields_of(kind: Any) -> list[tuple[str, Any]]:
    """Return the stored names and the types of a record's fields; of an optional one, the type if it is not None."""
    if is_family(kind):
        return []
    types = _types_of(kind)
    return [(codec.stored_name(one), _not_none(types[one.name])) for one in fields(kind)]


@cache
def _types_of(kind: Any) -> dict[str, Any]:
    """Return the types of a record's fields by name. To work them out takes long."""
    return get_type_hints(kind, include_extras=True)


def _not_none(kind: Any) -> Any:
    some = [one for one in get_args(kind) if one is not NoneType]
    return some[0] if len(some) == 1 and NoneType in get_args(kind) else kind


def tells_name(text: str) -> bool:
    """Return whether a text may tell a display name."""
    return any(words.decode() in text for words in SAID)


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
