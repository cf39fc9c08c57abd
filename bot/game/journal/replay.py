"""Resolves a journal again with its own dice, to see whether every order still gives the same result.

A difference under newer rules is expected; a difference under the same rules is an alarm.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from bot.game.entries.entries import Entry, Group
from bot.game.entries.names import named
from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct import conduct
from rules.engine.records.errors import DiceWanted, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.steps import Roll
from rules.engine.scene.effects import Effect, Planned, Rescheduled
from rules.engine.scene.scene import Part


@dataclass(frozen=True, slots=True)
class Replay:
    """Orders by the number of their first entry: `same`, `newer` (differ, but by newer rules) and `alarms`."""

    same: tuple[int, ...]
    newer: tuple[int, ...]
    alarms: tuple[int, ...]


class Replaying:
    """Resolves the orders of an encounter again, as its entries are read."""

    def __init__(self, shelf: Mapping[str, Ruleset]) -> None:
        self._shelf = shelf
        self._before = conduct.UNOPENED
        self._same: list[int] = []
        self._newer: list[int] = []
        self._alarms: list[int] = []

    def take(self, entries: Iterable[Entry]) -> None:
        """Take the next entries, in order, with their states; groups are whole."""
        for _, parts in groupby(entries, key=lambda entry: entry.seq - entry.part):
            group = list(parts)
            if group[0].kind == "order":
                self._sort(group)
            self._before = group[-1].state

    def found(self) -> Replay:
        """Return the results so far."""
        return Replay(tuple(self._same), tuple(self._newer), tuple(self._alarms))

    def _sort(self, group: Group) -> None:
        book = self._shelf[group[0].state.ruleset]
        if _same_result(self._before, group, book):
            self._same.append(group[0].seq)
        elif group[0].rules_version != conduct.rules_version(book):
            self._newer.append(group[0].seq)
        else:
            self._alarms.append(group[0].seq)


def replay(entries: Group, shelf: Mapping[str, Ruleset]) -> Replay:
    """Resolve the orders of a whole encounter again; `entries` are all of it, in order, with their states."""
    replaying = Replaying(shelf)
    replaying.take(entries)
    return replaying.found()


def _same_result(before: Encounter, group: Group, book: Ruleset) -> bool:
    recorded = [entry.resolution for entry in group]
    try:
        parts = conduct.replay(group[0].order, before, recorded, book)
    except (Refusal, DiceWanted, LookupError, TypeError, ValueError, ArithmeticError):
        return False
    if len(parts) != len(group):
        return False
    return all(same_part(part, Part(entry.resolution, entry.state)) for part, entry in zip(parts, group, strict=True))


def same_part(one: Part, other: Part) -> bool:
    """Return whether two parts have the same verdict, throws and effects, and leave the same state."""
    # The rules decide what was done and thrown, not how steps are worded.
    if (one.resolution.verdict, _thrown(one)) != (other.resolution.verdict, _thrown(other)):
        return False
    results = [(part.encounter, _compared(part.resolution.effects)) for part in (one, other)]
    # Questions were stored with names before texts held references.
    return results[0] == results[1] or named(results[0], one.encounter) == named(results[1], other.encounter)


def _compared(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """Return the effects without those of the agenda, which an earlier release recorded in another way.

    The encounter shows their result.
    """
    return tuple(effect for effect in effects if not isinstance(effect, Planned | Rescheduled))


def _thrown(part: Part) -> list[tuple[int, int, int]]:
    return [(roll.low, roll.high, roll.value) for roll in part.resolution.steps if isinstance(roll, Roll)]
