"""The events while time passed, as their reader knows them: each part in its window, and the idle time between them.

A *window* is what the book's clock counts smallest (`rules.engine.flow.run`). Only readings come in here, and only
their clocks are counted: how often time stopped on the way depends on fighters that the reader may not know.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.game.entries.entries import Entry, Group
from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct.conduct import DECIDED
from rules.engine.flow.stops import FOR_GM
from rules.engine.records.agenda import Clock
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import Next
from rules.engine.records.steps import TO_ACT, Note
from rules.engine.scene.effects import Ticked

_WHO_CAN_ACT = {TO_ACT, "Up", "Order"}
"""The labels of the notes with which books say who may act now."""


@dataclass(frozen=True, slots=True)
class Happening:
    """A part with its window ("2.3", "Turn 4"); without an `entry`, windows without anything ("2.4 to 3.1")."""

    when: str
    entry: Entry | None = None


def happenings(parts: Group, book: Ruleset) -> list[Happening]:
    """Return the reports of the parts of a `Next`, in order.

    Parts of a run that only give the time are omitted, except where it stops.
    """
    previous = before_first(parts, book)
    found: list[Happening] = []
    for n, entry in enumerate(parts, 1):
        if n < len(parts) and is_run_time(entry):
            continue
        now = entry.state.clock
        if previous is not None and (idle := _between(previous, now, book)):
            found.append(Happening(_span(idle, book)))
        found.append(Happening(window(now, book), entry))
        previous = now
    return found


def tells_time(entry: Entry) -> bool:
    """Return whether this part of a `Next` tells the time and nothing else."""
    resolution = entry.resolution
    return (
        isinstance(entry.order, Next)
        and entry.kind == "order"
        and resolution.verdict not in (DECIDED, FOR_GM)
        and not any(clause.about or clause.own or clause.result for clause in resolution.clauses)
        and all(isinstance(step, Note) and step.label in _WHO_CAN_ACT for step in resolution.steps)
    )


def ends(entry: Entry) -> bool:
    """Return whether this part of a `Next` says where time has stopped; it may add why."""
    clauses = entry.resolution.clauses
    # A shot from somebody unseen begins with a clause about nobody as well, and comes to something.
    tells = bool(clauses) and not clauses[0].about and not any(clause.result for clause in clauses)
    return isinstance(entry.order, Next) and tells


def window(clock: Clock, book: Ruleset) -> str:
    """Return the short name of a clock's window: "2.3" where turns are divided, else "Turn 2"; far on, "day 25"."""
    if day := book.day(clock):
        return f"day {day}"
    return f"{clock.turn}.{clock.impulse}" if book.impulses > 1 else f"{book.turn_name.capitalize()} {clock.turn}"


def is_run_time(entry: Entry) -> bool:
    """Return whether this part of a run tells the time and nothing else."""
    return isinstance(entry.order, Next) and entry.order.run and tells_time(entry)


def before_first(parts: Iterable[Entry], book: Ruleset) -> Clock | None:
    """Return the window before the first that began, if the first part tells of one."""
    first = next(iter(parts), None)
    begins = [effect.clock for effect in first.resolution.effects if isinstance(effect, Ticked)] if first else []
    return _clock(_count(begins[0], book) - 1, book) if begins else None


def _between(first: Clock, last: Clock, book: Ruleset) -> tuple[Clock, Clock] | None:
    """Return the windows after one and before another, as the first and the last of them; None if there are none."""
    after, before = _count(first, book) + 1, _count(last, book) - 1
    return (_clock(after, book), _clock(before, book)) if after <= before else None


def _span(idle: tuple[Clock, Clock], book: Ruleset) -> str:
    first, last = idle
    begin, end = window(first, book), window(last, book)
    if begin == end:
        return begin
    return f"{begin} to {end if book.impulses > 1 else last.turn}"


def _count(clock: Clock, book: Ruleset) -> int:
    return clock.turn * book.impulses + clock.impulse - 1


def _clock(count: int, book: Ruleset) -> Clock:
    turn, impulse = divmod(count, book.impulses)
    return Clock(turn, impulse + 1)
