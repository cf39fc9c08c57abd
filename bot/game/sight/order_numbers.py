"""The numbers by which readers know orders: each counts those that they have read, so that no gap tells of others.

1. While everybody has read every entry, its own number is everybody's, and it has no tallies.
2. From the first entry that somebody cannot read, each keeps a tally for every reader (`counted`), fixed as
   it is stored: the public, each side, and each user who plays several sides. GMs have none; they read everything.
3. A side without a tally counts like one that nobody is on (`_NOBODY`), and who has not played several sides together
   before by the side that has read most.

After the end everybody reads as GMs do, in the true numbers. Messages keep the numbers that they were posted with.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from bot.game.sight.viewer import Viewer
from bot.game.store import Tallies, Tally
from rules.engine.records.model import Encounter
from rules.engine.records.references import OPENING
from rules.engine.sight.sight import side_of, sides

_NOBODY = (OPENING * 2,)


class Numbered(Protocol):
    """An entry, as it is or as a row of the store."""

    @property
    def seq(self) -> int: ...

    @property
    def number(self) -> int: ...

    @property
    def tallies(self) -> Tallies: ...


def number_for(entry: Numbered, viewer: Viewer) -> int:
    """Return how many orders a viewer has read up to an entry. Viewers know the last of these by that number."""
    return _tally(entry.tallies, viewer, entry.number, entry.seq).number


def last_read(entry: Numbered, viewer: Viewer) -> int:
    """Return the last entry, up to this one, that a viewer can read; 0 for none."""
    return _tally(entry.tallies, viewer, entry.number, entry.seq).last


def numbers(entry: Numbered) -> frozenset[int]:
    """Return all numbers by which somebody may know an entry's order."""
    return frozenset((entry.number, *(one.number for one in entry.tallies)))


def readers(before: Encounter, after: Encounter, further: Collection[str]) -> list[Viewer]:
    """Return those who count an order for themselves; `further` are sides that may have no fighter any more."""
    owned: dict[str, set[str]] = {}
    for one in after.combatants:
        if one.owner:
            owned.setdefault(one.owner, set()).add(side_of(one))
    alone = ({side} for side in (*_NOBODY, *sides(before), *sides(after), *further))
    return [Viewer(one) for one in {frozenset(one): None for one in (set[str](), *alone, *owned.values())}]


def counted(before: Tallies, seq: int, number: int, last: int, reads: Collection[tuple[Viewer, bool]]) -> Tallies:
    """Return the tallies after the order of this `number` that ends with entry `last`.

    `before` are those of entry `seq`, and `reads` the readers, each with whether they can read something of the order.
    """
    tallies: list[Tally] = []
    for viewer, reading in reads:
        was = _tally(before, viewer, number - 1, seq)
        tally = (was.number + 1, last) if reading else (was.number, was.last)
        tallies.append(Tally(_key(viewer), *tally))
    [(_, *usual)] = [one for one in tallies if one.reader == _NOBODY]
    return tuple(one for one in tallies if len(one.reader) != 1 or one.reader == _NOBODY or [*one[1:]] != usual)


def _tally(tallies: Tallies, viewer: Viewer, number: int, last: int) -> Tally:
    """Return the viewer's tally. `number` and `last` are those of a viewer who has read everything."""
    key = _key(viewer)
    if viewer.everything or not tallies:
        return Tally(key, number, last)
    by_reader = {one.reader: one for one in tallies}
    if key in by_reader:
        return by_reader[key]
    alone = [by_reader.get((side,), by_reader[_NOBODY]) for side in key]
    return Tally(key, max(one.number for one in alone), max(one.last for one in alone))


def _key(viewer: Viewer) -> tuple[str, ...]:
    return tuple(sorted(viewer.sides))
