"""A journal resolved again with its own dice: does every order give the same result today?

A difference under newer rules is expected; a difference under the same rules is an alarm.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from bot.game.journal import Group
from bot.game.names import named
from rules.engine import conduct
from rules.engine.errors import DiceWanted, Refusal
from rules.engine.model import Encounter
from rules.engine.ruleset import Ruleset
from rules.engine.scene import Part
from rules.engine.steps import Roll


@dataclass(frozen=True, slots=True)
class Replay:
    """Orders by the number of their first entry: `same`, `newer` (differ, but by newer rules) and `alarms`."""

    same: tuple[int, ...]
    newer: tuple[int, ...]
    alarms: tuple[int, ...]


def replay(entries: Group, shelf: Mapping[str, Ruleset]) -> Replay:
    """Resolve the orders of a whole encounter again; `entries` are all of it, in order, with their states."""
    same, newer, alarms = [], [], []
    for before, group in _orders(entries):
        book = shelf[group[0].state.ruleset]
        if _same_result(before, group, book):
            same.append(group[0].seq)
        elif group[0].rules_version != conduct.rules_version(book):
            newer.append(group[0].seq)
        else:
            alarms.append(group[0].seq)
    return Replay(tuple(same), tuple(newer), tuple(alarms))


def _orders(entries: Group) -> Iterator[tuple[Encounter, Group]]:
    before = conduct.UNOPENED
    for _, parts in groupby(entries, key=lambda entry: entry.seq - entry.part):
        group = list(parts)
        if group[0].kind == "order":
            yield before, group
        before = group[-1].state


def _same_result(before: Encounter, group: Group, book: Ruleset) -> bool:
    recorded = [entry.resolution for entry in group]
    try:
        parts = conduct.replay(group[0].order, before, recorded, book)
    except (Refusal, DiceWanted, LookupError, TypeError, ValueError, ArithmeticError):
        return False
    if len(parts) != len(group):
        return False
    return all(_same_part(part, Part(entry.resolution, entry.state)) for part, entry in zip(parts, group, strict=True))


def _same_part(one: Part, other: Part) -> bool:
    # The rules decide what was done and thrown, not how steps are worded.
    if (one.resolution.verdict, _thrown(one)) != (other.resolution.verdict, _thrown(other)):
        return False
    results = [(part.encounter, part.resolution.effects) for part in (one, other)]
    # Questions were stored with names before texts held references.
    return results[0] == results[1] or named(results[0], one.encounter) == named(results[1], other.encounter)


def _thrown(part: Part) -> list[tuple[int, int, int]]:
    return [(roll.low, roll.high, roll.value) for roll in part.resolution.steps if isinstance(roll, Roll)]
