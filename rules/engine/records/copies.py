"""Copies of records with other values: `dataclasses.replace`, several times as fast.

`replace` works for any record. `altered` is faster still, for encounters and combatants, which change many times in an
order: it copies the record's `__dict__` and does not call `__init__`. It works only for records that have a `__dict__`
(no slots) and check nothing when they are created. The copy keeps the record's cached properties. Fields that a cached
property depends on must therefore be changed with `replace`: an encounter's switches, and its list of combatants.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["altered", "replace"]

R = TypeVar("R")

if TYPE_CHECKING:
    # Type checkers then check the names and types of the changes.
    from dataclasses import replace
    from dataclasses import replace as altered
else:
    from collections.abc import Callable
    from dataclasses import fields
    from functools import cache
    from operator import attrgetter

    def altered(record: R, /, **changes: Any) -> R:
        """Return the record with these fields changed."""
        copy = object.__new__(record.__class__)
        copy.__dict__ = record.__dict__ | changes
        return copy

    def replace(record: R, /, **changes: Any) -> R:
        """Return the record with these fields changed; the copy is checked as a new record would be."""
        names, values = _fields(record.__class__)
        return record.__class__(**dict(zip(names, values(record)), **changes))  # noqa: B905 - this runs very often

    @cache
    def _fields(record: type) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
        """Return the names of the fields, and a function that gives their values."""
        names = tuple(field.name for field in fields(record) if field.init)
        return names, attrgetter(*names) if len(names) > 1 else lambda one: tuple(getattr(one, name) for name in names)
