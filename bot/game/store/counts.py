"""The parts of entries that are about people: how many orders each reader has read, and the users an order calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import orjson


class Tally(NamedTuple):
    """How many orders a reader has read by an entry, and the last entry of these. The reader is the keys of their sides
    in order; none is the public."""

    reader: tuple[str, ...]
    number: int
    last: int


Tallies: TypeAlias = tuple[Tally, ...]


def from_tallies(tallies: Tallies) -> str | None:
    """Return the tallies as JSON; NULL for none."""
    return orjson.dumps([tuple(one) for one in tallies]).decode() if tallies else None


def to_tallies(text: str | None) -> Tallies:
    """Return the tallies that were written as JSON; none for NULL."""
    return () if text is None else tuple(Tally(tuple(sides), *counts) for sides, *counts in orjson.loads(text))


class Calls(NamedTuple):
    """The users that an order calls (ids of users, who are mentioned when it is shown), and those who were called
    earlier and have not decided anything since; and the same for those who are called `apart`, where nobody else
    reads it.
    """

    now: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    waiting_apart: tuple[str, ...] = ()


NO_CALLS = Calls()


def from_calls(calls: Calls) -> str | None:
    """Return the calls as JSON; NULL for none."""
    if not any(calls):
        return None
    return orjson.dumps([*calls] if calls.apart or calls.waiting_apart else calls[:2]).decode()


def to_calls(text: str | None) -> Calls:
    """Return the calls that were written as JSON; none for NULL."""
    return NO_CALLS if text is None else Calls(*map(tuple, orjson.loads(text)))


class Count(NamedTuple):
    """The counts that give the number of an entry's order for each reader; `EntryRow` has the same fields."""

    seq: int
    number: int
    tallies: Tallies


def to_count(row: Sequence[Any]) -> Count:
    """Return the count in a row of `seq, number, tallies`."""
    return Count(row[0], row[1], to_tallies(row[2]))
