"""Resolves the orders of an exported file again, with the dice in it and the rules of this version.

The states are folded from the effects in the file; the people in it may be replaced by names, which changes nothing for
the rules. Orders by other versions of the rules cannot be compared. A result that is the same but told in other words
is counted apart, because a later release may word it differently.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from itertools import groupby
from typing import Any

import orjson

from bot.game.entries import codec
from bot.game.journal.replay import same_part
from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct import conduct
from rules.engine.records.errors import DiceWanted, MissingBook, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.records import Order
from rules.engine.scene.scene import Part, Resolution
from rules.engine.scene.undone_throws import MARKED_BY_THROW

Resolved = tuple[tuple[int, int, int], list[str]]
"""`Report.resolved`, and the problems."""
_CLAUSES = 3
"""The layout from which on an outcome is in clauses."""
_UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError, Refusal, DiceWanted)


@dataclass(frozen=True, slots=True)
class _Read:
    """An entry of the file: the order, the part that it says came of it, and the version of its rules."""

    seq: int
    kind: str
    order: Order
    part: Part
    rules_version: str


def resolve_again(document: Any, shelf: Mapping[str, Ruleset]) -> Resolved:
    """Return how many orders give the same results, are by other rules, and are told in other words; and the
    problems. A file that cannot be read is a problem too.
    """
    same = others = worded = 0
    problems: list[str] = []
    before = conduct.UNOPENED
    try:
        entries = _read(document)
        for _, each in groupby(entries, key=lambda one: one[0]):
            group = [entry for _, entry in each]
            first = group[0]
            if first.kind == "order":
                book = shelf[group[-1].part.encounter.ruleset]
                parts = _resolved(before, group, book)
                if parts is not None:
                    same += 1
                    worded += sum(map(_in_other_words, parts, group))
                elif first.rules_version != conduct.rules_version(book):
                    others += 1
                else:
                    problems.append(f"entry {first.seq}: the rules of this version give another result for its order")
            before = group[-1].part.encounter
    except MissingBook as missing:
        problems.append(f"the orders cannot be resolved again: the rulebook {missing.id} is not installed")
    except _UNREADABLE:
        problems.append("the orders cannot be resolved again: a value is of no use")
    return (same, others, worded), problems


def _read(document: Any) -> list[tuple[int, _Read]]:
    """Return the entries, each with the number of the first one of its order."""
    layout, states = document.get("layout", codec.SCHEMA), [conduct.UNOPENED]
    found: list[tuple[int, _Read]] = []
    for entry in document["entries"]:
        outcome = {"outcome": entry["outcome"]} if layout < _CLAUSES else {"clauses": [_clause(entry["outcome"])]}
        kept = entry.get("resolution") or {**outcome, "verdict": entry["verdict"], "concerned": []}
        record = {**kept, "steps": entry["steps"], "effects": entry["effects"]}
        resolution = codec.resolution(orjson.dumps(record), layout)
        start = states[entry["origin"] if entry["kind"] in ("undo", "redo") else entry["seq"] - 1]
        state = reduce(lambda encounter, effect: effect.on(encounter), resolution.effects, start)
        states.append(state)
        order = codec.order(orjson.dumps(entry["order"]), layout)
        read = _Read(entry["seq"], entry["kind"], order, Part(resolution, state), entry["rules_version"])
        found.append((entry["seq"] - entry["part"], read))
    return found


def _clause(outcome: str) -> dict[str, Any]:
    return {"about": "", "text": outcome}


def _resolved(before: Encounter, group: list[_Read], book: Ruleset) -> tuple[Part, ...] | None:
    """Return the parts of an order that is resolved again, None if they are not those in the file."""
    recorded: list[Resolution] = [entry.part.resolution for entry in group]
    try:
        parts = conduct.replay(group[0].order, before, recorded, book)
    except _UNREADABLE:
        return None
    if len(parts) != len(group) or not all(map(same_part, parts, (entry.part for entry in group))):
        return None
    marked = group[-1].part.encounter.dice >= MARKED_BY_THROW
    marks = [[part.resolution.after_undone for part in some] for some in (parts, [entry.part for entry in group])]
    return parts if not marked or marks[0] == marks[1] else None


def _in_other_words(part: Part, entry: _Read) -> bool:
    return part.resolution.outcome != entry.part.resolution.outcome
