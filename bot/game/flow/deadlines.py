"""The deadline of an encounter: how it is typed and stored, and when the present decision is due.

A *decision* begins when somebody has to decide (`bot.game.sight.undecided`) and ends when nobody has to any more, or
the clock of the encounter moves; an undo or a redo begins a fresh one. The first of an encounter has three times as
long. While the encounter is paused its deadline stands still, and continues with what was left. Wall times are in the
database alone; the state of an encounter knows none.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta

from bot.game.people.time_words import duration, normalized, weekly
from bot.game.people.times import DAYS, SOONEST, Rule, Weekly, due_at
from bot.game.store import DeadlineRow
from rules.engine.records.errors import Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter

SHORTEST, LONGEST = timedelta(minutes=10), timedelta(days=60)
LONGEST_GRACE = timedelta(days=7)
_FIRST = 3
"""How many times as long the first deadline of an encounter is."""
_EXTEND = re.compile(r"(?:extend(?: by)?|add|[+]) ?(.+)|(\S+(?: [a-z]+)?) (?:more|longer)")
_GRACE = re.compile(r"(.*?)[ ,;]*(?:(?:and|with|plus) )*(?:a )?(?:grace(?: of)?:? (.+)|(\d+ ?[a-z]+) grace)")
_EACH = re.compile(r" (?:each|(?:for (?:each|every)|per|a) (?:decision|turn|impulse|phase|move|order))$")
_FORMS = "Give a time: 24h; daily 20:00; mon thu 19:00 Europe/Berlin; or grace 2h, extend 12h, off."


@dataclass(frozen=True, slots=True)
class Wish:
    """A GM's request about the deadline: a new rule, a new grace, more time for the present decision; None for
    neither."""

    rule: Rule | None = None
    grace: timedelta | None = None
    extend: timedelta | None = None
    off: bool = False


def wish(text: str, zone: str) -> Wish:
    """Return the wish that "24h", "daily 20:00 grace 2h", "extend 12h" or "off" expresses.

    `zone` is the GM's own. Raises Refusal.
    """
    words = normalized(text)
    if words in ("off", "none", "no deadline"):
        return Wish(off=True)
    if match := _EXTEND.fullmatch(words):
        return Wish(extend=_bounded(match[1] or match[2], timedelta(minutes=1), LONGEST))
    match = _GRACE.fullmatch(words)
    spare = _bounded(match[2] or match[3], timedelta(), LONGEST_GRACE) if match else None
    first = _EACH.sub("", match[1] if match else words).strip(" ,;")
    if not first:
        if spare is None:
            raise Refusal(_FORMS)
        return Wish(grace=spare)
    if (span := duration(first)) is not None:
        return Wish(_within(span, SHORTEST, LONGEST), spare)
    rule = weekly(first, zone)
    if rule is None:
        raise Refusal(_FORMS)
    return Wish(rule, spare)


def _bounded(text: str, least: timedelta, most: timedelta) -> timedelta:
    span = duration(text) if text != "0" else timedelta()
    if span is None:
        raise Refusal(_FORMS)
    return _within(span, least, most)


def _within(span: timedelta, least: timedelta, most: timedelta) -> timedelta:
    if not least <= span <= most:
        raise Refusal(f"That time must be {in_words(least)} to {in_words(most)}.")
    return span


def in_words(span: timedelta) -> str:
    """Return a span in the largest units that give whole numbers: "24 h", "2 days"."""
    minutes = int(span.total_seconds()) // 60
    if minutes % 1_440 == 0 and minutes > 1_440:
        return f"{minutes // 1_440} days"
    return f"{minutes // 60} h" if minutes % 60 == 0 and minutes else f"{minutes} min"


def rule_in_words(rule: Rule) -> str:
    """Return a rule as people read it."""
    return in_words(rule) if isinstance(rule, timedelta) else str(rule)


def next_at(rule: Weekly, now: datetime) -> datetime:
    """Return the next of the times of the week."""
    return due_at(rule, now - SOONEST)


def written(rule: Rule) -> str:
    """Return the stored form of a rule."""
    if isinstance(rule, timedelta):
        return f"{int(rule.total_seconds())} s"
    return f"{','.join(map(str, rule.days))} {rule.minute} {rule.zone}"


def stored_rule(text: str) -> Rule:
    """Return the rule that `written` wrote."""
    if match := re.fullmatch(r"(\d+) s", text):
        return timedelta(seconds=int(match[1]))
    days, minute, zone = text.split(" ")
    return Weekly(tuple(int(day) % len(DAYS) for day in days.split(",")), int(minute), zone)


def settled(row: DeadlineRow, encounter: Encounter, asked: Collection[str], now: datetime) -> DeadlineRow:
    """Return the deadline after the encounter's last entry, which left this state. `asked` must decide.

    `next_at` is not computed here.
    """
    row = replace(row, seq=row.last)
    if encounter.paused and not encounter.ended:
        return replace(row, paused_at=row.paused_at or now) if row.due_at else row
    row = _resumed(row, now)
    if not asked or encounter.ended:
        return replace(row, window=None, began_at=None, due_at=None)
    if due_in(row, encounter) is not None and not row.restored:
        return row
    return fresh(replace(row, window=window(encounter)), now)


def window(encounter: Encounter) -> str:
    """Return the impulse or turn that a decision is about, as it is stored."""
    return f"{encounter.clock.turn}.{encounter.clock.impulse}"


def due_in(row: DeadlineRow | None, encounter: Encounter) -> datetime | None:
    """Return when the present decision of an encounter is due; None for no deadline, and until the row is of it."""
    return row.due_at if row is not None and row.window == window(encounter) else None


def fresh(row: DeadlineRow, now: datetime) -> DeadlineRow:
    """Return the deadline of a decision that begins now."""
    decision = row.decision + 1
    due = due_at(stored_rule(row.rule), now, _FIRST if decision == 1 else 1)
    return replace(row, decision=decision, began_at=now, due_at=due, paused_at=None)


def extended(row: DeadlineRow, by: timedelta, now: datetime) -> DeadlineRow:
    """Return the deadline with more time for the present decision; one that is over begins again with that time.

    Raises Refusal if nothing is due.
    """
    if row.due_at is None:
        raise Refusal("Nobody needs to decide now, so there is no deadline to extend.")
    since = row.paused_at or now
    if row.due_at + timedelta(seconds=row.grace) > since:
        return replace(row, due_at=row.due_at + by)
    return replace(row, decision=row.decision + 1, began_at=since, due_at=since + by)


def _resumed(row: DeadlineRow, now: datetime) -> DeadlineRow:
    """Return the deadline after a pause: everything is as much later as the pause was long."""
    if row.paused_at is None or row.began_at is None or row.due_at is None:
        return replace(row, paused_at=None)
    later = max(timedelta(), now - row.paused_at)
    return replace(row, began_at=row.began_at + later, due_at=row.due_at + later, paused_at=None)
