"""Copies of records with other values, for encounters and combatants, which change many times in an order.

`altered` does what `dataclasses.replace` does, several times as fast: it copies the record's `__dict__` and does not
call `__init__`. It is only for records that have a `__dict__` (no slots) and check nothing when they are created.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["altered"]

R = TypeVar("R")

if TYPE_CHECKING:
    # Type checkers then check the names and types of the changes as for `replace`.
    from dataclasses import replace as altered
else:

    def altered(record: R, /, **changes: Any) -> R:
        """Return the record with these fields changed."""
        copy = object.__new__(type(record))
        copy.__dict__.update(record.__dict__)
        copy.__dict__.update(changes)
        return copy
