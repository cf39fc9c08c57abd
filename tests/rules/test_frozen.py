"""Records are compared, hashed and shown as those that `dataclasses` makes."""

from __future__ import annotations

import dataclasses
from dataclasses import field
from inspect import signature
from typing import Any

import pytest

from rules.engine.records import frozen


class Fields:
    name: str
    count: int = 0
    place: tuple[int, ...] = field(default=(), repr=False)
    note: str = field(default="", compare=False)


def record(make: Any, base: type = Fields, **options: Any) -> Any:
    """A record of the same fields, made by the one or by the other."""
    return make(**options)(type("Record", (), {"__qualname__": "Record", **vars(base)}))


SORTS = [
    {"frozen": True},
    {"frozen": True, "slots": True},
    {"frozen": True, "order": True},
    {"frozen": True, "eq": False},
]
LINES: list[tuple[Any, ...]] = [("a",), ("a", 1), ("a", 1, (2,)), ("a", 1, (2,), "note"), ("b", 1)]


@pytest.mark.parametrize("options", SORTS, ids=lambda options: " ".join(options))
def test_a_record_behaves_like_a_frozen_dataclass(options: dict[str, Any]) -> None:
    ours, theirs = record(frozen.dataclass, **options), record(dataclasses.dataclass, **options)
    for one in LINES:
        assert repr(ours(*one)) == repr(theirs(*one))
        assert ours(*one) != one
        for other in LINES:
            assert (ours(*one) == ours(*other)) == (theirs(*one) == theirs(*other))
            assert (hash(ours(*one)) == hash(ours(*other))) == (hash(theirs(*one)) == hash(theirs(*other)))


@frozen.dataclass(frozen=True)
class Base:
    """A record with a text of its own."""

    name: str

    def __repr__(self) -> str:
        return f"<{self.name}>"


@frozen.dataclass(frozen=True)
class Heir(Base):
    """A record that is shown as any other."""


@frozen.dataclass(frozen=True)
class Nothing:
    """A record without fields."""


@frozen.dataclass
class Open:
    """Not frozen, so it has no hash."""

    name: str


class Filled:
    """Every way to fill in a field; `half` is filled in by nobody."""

    name: str
    count: int = 0
    list: list[int] = field(default_factory=lambda: [1])
    fixed: int = field(default=7, init=False)
    dict: dict[str, int] = field(default_factory=dict, init=False)
    half: float = field(init=False)
    place: str = field(default="A1", kw_only=True)
    side: str = field(kw_only=True)

    def __post_init__(self) -> None:
        self.count += 1


@pytest.mark.parametrize("slots", [False, True])
def test_a_record_is_filled_in_like_a_dataclass(slots: bool) -> None:
    ours, theirs = (record(make, Filled, slots=slots) for make in (frozen.dataclass, dataclasses.dataclass))
    calls: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
        (("a",), {"side": "x"}),
        (("a", 3), {"side": "x", "place": "B2"}),
        (("a", 3, []), {"side": "x"}),
        ((), {"name": "a", "list": [2], "side": "x"}),
    ]
    for given, named in calls:
        mine, other = ours(*given, **named), theirs(*given, **named)
        assert not hasattr(mine, "half")
        names = [name for name in vars(Filled)["__annotations__"] if name != "half"]
        assert [getattr(mine, name) for name in names] == [getattr(other, name) for name in names]
    assert ours("a", side="x").list is not ours("a", side="x").list
    kinds = [[(one.name, one.kind) for one in signature(make.__init__).parameters.values()] for make in (ours, theirs)]
    assert kinds[0] == kinds[1]


@pytest.mark.parametrize("named", [{}, {"side": "x", "fixed": 1}, {"side": "x", "none": 1}])
def test_a_record_refuses_what_a_dataclass_refuses(named: dict[str, Any]) -> None:
    errors = []
    for make in (frozen.dataclass, dataclasses.dataclass):
        one = record(make, Filled)
        for _ in range(2):
            with pytest.raises(TypeError) as refused:
                one("a", **named)
        errors.append(str(refused.value))
    assert errors[0] == errors[1]


def test_a_record_keeps_the_methods_of_its_own() -> None:
    assert repr(Base("a")) == "<a>"
    assert repr(Heir("a")) == "Heir(name='a')"


def test_a_record_equals_only_records_of_its_class() -> None:
    assert Base("a") == Base("a") != Heir("a")
    assert Nothing() == Nothing() and hash(Nothing()) == hash(Nothing())


def test_a_record_that_may_change_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Open("a"))
