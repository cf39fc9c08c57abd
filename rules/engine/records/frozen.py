"""Frozen dataclasses that cost nothing at run time, and little when they are created.

Type checkers see `dataclasses.dataclass`, so they refuse any change of a record with `frozen=True`. At run time such a
record is an ordinary dataclass with a hash: its `__init__` sets attributes directly, where a frozen one calls
`object.__setattr__` for each field, and records are created hundreds of times in an order. Nothing at run time prevents
a change of a record; the type checker and the tests do.

`dataclasses` writes and compiles source for every method of a class as it is made, which took an eighth of a start.
Here `__init__` alone is compiled, when the first record of its class is created; the other methods of all records come
from the functions below.
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
            record = dataclasses.dataclass(cls, init=False, eq=False, repr=False, **given)
            for name, method in {"__init__": _first_init(record), **_methods(record, eq, frozen)}.items():
                if name not in own:
                    setattr(record, name, method)
            return record

        return made if cls is None else made(cls)

    def _first_init(record: type) -> Callable[..., None]:
        def __init__(self: Any, *given: Any, **named: Any) -> None:
            record.__init__ = _init(record)
            record.__init__(self, *given, **named)

        return __init__

    def _init(record: type) -> Callable[..., None]:
        """Compile the `__init__` that `dataclasses` would give the class."""
        known: dict[str, Any] = {"_made": object()}
        parameters, by_name, body = ["self"], [], []
        for field in dataclasses.fields(record):
            name, value, default = field.name, field.name, ""
            if field.default is not dataclasses.MISSING:
                known[f"_default_{name}"] = field.default
                default = f"_default_{name}"
            if field.default_factory is not dataclasses.MISSING:
                known[f"_make_{name}"] = field.default_factory
                value, default = f"_make_{name}() if {name} is _made else {name}", "_made"
            if field.init:
                (by_name if field.kw_only else parameters).append(f"{name}={default}" if default else name)
            elif default:
                value = f"_make_{name}()" if default == "_made" else default
            if field.init or default:
                body.append(f"    self.{name} = {value}")
        if hasattr(record, "__post_init__"):
            body.append("    self.__post_init__()")
        heading = ", ".join([*parameters, *(["*", *by_name] if by_name else ())])
        exec("\n".join([f"def __init__({heading}):", *(body or ["    pass"])]), known)
        init = known.pop("__init__")
        init.__qualname__ = f"{record.__qualname__}.__init__"
        return init

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
