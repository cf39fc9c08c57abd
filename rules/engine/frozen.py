"""Frozen dataclasses that cost nothing at run time.

Type checkers see `dataclasses.dataclass`, so they refuse any change of a record with `frozen=True`. At run time such a
record is a plain dataclass with a hash: its `__init__` sets attributes directly, where a frozen one calls
`object.__setattr__` for each field, and records are made hundreds of times in an order. Nothing at run time prevents a
change of a record; the type checker and the tests do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    import dataclasses

    def dataclass(cls: type | None = None, /, *, frozen: bool = False, eq: bool = True, **given: Any) -> Any:
        """Return the class as a dataclass that is compared and hashed like a frozen one."""

        def made(cls: type) -> type:
            return dataclasses.dataclass(cls, eq=eq, unsafe_hash=frozen and eq, **given)

        return made if cls is None else made(cls)
