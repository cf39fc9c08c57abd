"""Records are compared, hashed and shown as those that `dataclasses` makes."""

from __future__ import annotations

import dataclasses
from dataclasses import field
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


def test_a_record_keeps_the_methods_of_its_own() -> None:
    assert repr(Base("a")) == "<a>"
    assert repr(Heir("a")) == "Heir(name='a')"


def test_a_record_equals_only_records_of_its_class() -> None:
    assert Base("a") == Base("a") != Heir("a")
    assert Nothing() == Nothing() and hash(Nothing()) == hash(Nothing())


def test_a_record_that_may_change_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Open("a"))
