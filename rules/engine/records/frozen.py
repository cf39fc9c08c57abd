"""Frozen dataclasses that cost nothing at run time, and little when they are created.

Type checkers see `dataclasses.dataclass`, so they refuse any change of a record with `frozen=True`. At run time such a
record is an ordinary dataclass with a hash: its `__init__` sets attributes directly, where a frozen one calls
`object.__setattr__` for each field, and records are created hundreds of times in an order. Nothing at run time prevents
a change of a record; the type checker and the tests do.

`dataclasses` writes and compiles source for every method, which took an eighth of a start. Here it does so for
`__init__` alone; the other methods of all records come from the functions below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    import dataclasses
    from collections.abc import Callable, Mapping
    from operator import attrgetter

    def dataclass(
        cls: type | None = None, /, *, frozen: bool = False, eq: bool = True, order: bool = False, **given: Any
    ) -> Any:
        """Return the class as a dataclass that is compared, hashed and shown like a frozen one."""

        def made(cls: type) -> type:
            if order:
                return dataclasses.dataclass(cls, order=True, unsafe_hash=frozen, **given)
            own = frozenset(vars(cls))
            record = dataclasses.dataclass(cls, eq=False, repr=False, **given)
            for name, method in _methods(record, eq, frozen).items():
                if name not in own:
                    setattr(record, name, method)
            return record

        return made if cls is None else made(cls)

    def _methods(record: type, eq: bool, hashed: bool) -> Mapping[str, Callable[..., Any] | None]:
        if not eq:
            return {"__repr__": _repr}
        names = [field.name for field in dataclasses.fields(record) if field.compare]
        compared = attrgetter(*names) if names else lambda _: ()

        def equal(one: Any, other: object) -> bool:
            return compared(one) == compared(other) if other.__class__ is one.__class__ else NotImplemented

        def hashing(one: Any) -> int:
            return hash(compared(one))

        return {"__repr__": _repr, "__eq__": equal, "__hash__": hashing if hashed else None}

    def _repr(record: Any) -> str:
        fields = (field.name for field in dataclasses.fields(record) if field.repr)
        return f"{record.__class__.__qualname__}({', '.join(f'{name}={getattr(record, name)!r}' for name in fields)})"
