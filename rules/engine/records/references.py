"""References to fighters in texts: a mark with the fighter's id, which each reader sees as the name they may know.

Rules write references (`Scene.name`, `Combatant.reference`), and the code that shows a text puts in the names. The
marks are two characters that nobody types, because they are removed from everything typed (`without_marks`), as are
those of `rules.engine.records.private_text`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from rules.engine.records.copies import replace
from rules.engine.records.private_text import MARKS

OPENING, CLOSING = "\ue000", "\ue001"
GMS = "gms"
"""Steps and clauses with this in place of a fighter's id are for GMs alone."""
_REFERENCE = re.compile(f"{OPENING}([^{OPENING}{CLOSING}]*){CLOSING}")
_NO_MARKS = str.maketrans("", "", OPENING + CLOSING + MARKS)

R = TypeVar("R")


def reference(id: str) -> str:
    """Return the mark that texts hold in place of the name of the fighter with this id."""
    return f"{OPENING}{id}{CLOSING}"


def without_marks(text: str) -> str:
    """Return typed text without the characters that mark references."""
    return text.translate(_NO_MARKS)


def put_names(text: str, name_of: Callable[[str], str]) -> str:
    """Return a text with each reference replaced by the name."""
    return _REFERENCE.sub(lambda match: name_of(match[1]), text) if OPENING in text else text


def cut(text: str) -> tuple[tuple[str, str], ...]:
    """Return a text in pieces, each with the id of the one fighter that it names: a piece ends with the reference.

    The rest of the text belongs to the last piece.
    """
    named = list(_REFERENCE.finditer(text))
    ends = [*(match.end() for match in named[:-1]), len(text)]
    return tuple((match[1], text[start:end]) for match, start, end in zip(named, (0, *ends), ends, strict=False))


def put_names_in(record: R, name_of: Callable[[str], str]) -> R:
    """Return a record (a dataclass, a tuple, a text or anything else) with names in all its texts.

    Returns the record itself if it has no reference.
    """
    return _named(record, name_of)  # type: ignore[no-any-return]


def _named(value: Any, name_of: Callable[[str], str]) -> Any:
    # Most parts of an answer are numbers or texts without references: calling this function for each takes twice as
    # long.
    if isinstance(value, str):
        return put_names(value, name_of)
    if isinstance(value, tuple):
        items: list[Any] = []
        for at, old in enumerate(value):
            if old.__class__ in _NO_TEXT or (old.__class__ is str and OPENING not in old):
                continue
            if (new := _named(old, name_of)) is not old:
                items = items or list(value)
                items[at] = new
        return type(value)(items) if items else value
    changes: dict[str, Any] = {}
    for name in _field_names(value.__class__):
        old = getattr(value, name)
        if old.__class__ in _NO_TEXT or (old.__class__ is str and OPENING not in old):
            continue
        if (new := _named(old, name_of)) is not old:
            changes[name] = new
    return replace(value, **changes) if changes else value


def named_in(record: object) -> frozenset[str]:
    """Return the ids of the fighters that the texts of a record name."""
    texts: list[str] = []
    parts: list[Any] = [record]
    for part in parts:
        for one in part if part.__class__ is tuple else _fields_of(part.__class__)(part):
            if one.__class__ is str:
                texts.append(one)
            elif one:
                parts.append(one)
    return frozenset(_REFERENCE.findall("".join(texts)))


_NO_TEXT = frozenset({type(None), bool, int})


@cache
def _fields_of(kind: Any) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that gets the values of the fields of a dataclass that can hold texts; of anything
    else, none.
    """
    names = [field.name for field in fields(kind) if field.type not in ("int", "bool")] if is_dataclass(kind) else []
    if len(names) < 2:
        return lambda one: tuple([getattr(one, name) for name in names])
    return attrgetter(*names)


@cache
def _field_names(kind: Any) -> tuple[str, ...]:
    """Return the names of a dataclass's fields; none for anything else."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
