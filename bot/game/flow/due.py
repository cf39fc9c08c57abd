"""Works out what is due about a decision: the users to remind now, those who are late, and what the clock does for
those who are.

1. Everyone who still has to decide is reminded at half and at 80 % of the time, or before their quiet hours begin if it
   would fall into them; if these began before the decision did, after them. A substitute is reminded for someone who is
   away. Nobody is reminded of what is over.
2. Late is who had to decide and gave no order, plan or pass by the deadline and its grace. After two in a row they have
   a tenth of the time, until they order again; the GM is not called in quiet hours.
3. The consequences: who has a plan keeps it, and for others the switch `timeout` decides: the clock passes for them,
   the GM is called, or nothing. Questions are never answered for anyone: then the GM is called.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from bot.game.entries.entries import Group
from bot.game.flow import clock_orders
from bot.game.people.personal_settings import NOBODY, Person, decider
from bot.game.people.times import after_quiet, before_quiet
from bot.game.referee.referee import Referee
from bot.game.sight.undecided import to_decide
from bot.game.store import DeadlineRow, ReminderRow
from rules.engine.books import switch_values
from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import ASK, PASS, TABLE_OPTIONS, TIMEOUT
from rules.engine.flow.plans import plans
from rules.engine.records.agenda import Question
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Pass, Several
from rules.engine.records.records import Order
from rules.engine.records.references import GMS

HALF, MOST, LATE, LATE_SOON, STOP = "half", "most", "late", "late soon", "stop"
"""The stages of a decision for a user, each done once: two reminders, being late, and not remind you of this
decision again at their wish."""
_SHARES = {HALF: 0.5, MOST: 0.8}
_SHARE_AFTER_MISSES, _MISSES = 0.1, 2


@dataclass(frozen=True, slots=True)
class Todo:
    """The (user, stage) pairs to begin now, each once, and when to look again, None for never."""

    remind: tuple[tuple[str, str], ...] = ()
    late: tuple[tuple[str, str], ...] = ()
    next_at: datetime | None = None


def todo(
    row: DeadlineRow,
    asked: Collection[str],
    gm: str,
    people: Mapping[str, Person],
    misses: Mapping[str, int],
    begun: Sequence[ReminderRow],
    now: datetime,
) -> Todo:
    """Return what is due about the present decision for those who are `asked` (GMS: `gm`, a user's id)."""
    if row.began_at is None or row.due_at is None or row.paused_at is not None:
        return Todo()
    done = {(one.user, one.stage) for one in begun}
    began, due = row.began_at, row.due_at
    remind: list[tuple[str, str]] = []
    late: list[tuple[str, str]] = []
    later: list[datetime] = []
    for user in sorted(asked):
        hasty = misses.get(user, 0) >= _MISSES
        if not {(user, LATE), (user, LATE_SOON)} & done:
            at = began + _SHARE_AFTER_MISSES * (due - began) if hasty else due + timedelta(seconds=row.grace)
            if now >= at:
                late.append((user, LATE_SOON if hasty else LATE))
            else:
                later.append(at)
        recipient = reminded_for(user, gm, people, now)
        if hasty or not recipient or (user, STOP) in done or now >= due:
            continue
        for stage, share in _SHARES.items():
            at_ = reminder_at(people.get(recipient, NOBODY), began, due, share, now)
            if (user, stage) in done or at_ is None:
                continue
            if at_ <= now:
                remind.append((user, stage))
            else:
                later.append(at_)
    return Todo(tuple(remind), tuple(late), min(later, default=None))


def reminder_at(person: Person, began: datetime, due: datetime, share: float, now: datetime) -> datetime | None:
    """Return when a user is reminded at that share of the time, or None if there is no such moment any more.

    The moment is never in their quiet hours, before the decision began or after it is due.
    """
    planned = began + share * (due - began)
    at = before_quiet(person.quiet, person.clock, planned)
    if at <= began:
        at = after_quiet(person.quiet, person.clock, planned)
    if at <= now:
        # Reminders that were due a while ago are not sent at night.
        at = after_quiet(person.quiet, person.clock, now)
    return at if at < due else None


def reminded_for(user: str, gm: str, people: Mapping[str, Person], now: datetime) -> str:
    """Return the user who is reminded of a user's decision (GMS: `gm`), or "" for nobody."""
    return decider(gm if user == GMS else user, people, now)


def call_after(gm: str, people: Mapping[str, Person], now: datetime) -> datetime:
    """Return when the GM may be called: now, or after their quiet hours."""
    person = people.get(gm, NOBODY)
    return after_quiet(person.quiet, person.clock, now)


# --- time-outs


def several(passes: tuple[Pass, ...]) -> Order:
    """Return passes as one order."""
    return passes[0] if len(passes) == 1 else Several(passes)


def mode(encounter: Encounter) -> str:
    """Return what happens to users who are late. Where there is no GM to ask, they pass."""
    value = switch_values.value_of(TABLE_OPTIONS[TIMEOUT], encounter)
    return PASS if value == ASK and not encounter.gms else value


def passes_for(encounter: Encounter, book: Ruleset, users: Collection[str]) -> tuple[Pass, ...]:
    """Return the passes that make these users' decisions; a fighter who has to answer a question cannot pass."""
    return tuple(Pass(id) for user in sorted(users) for id in _free(encounter, book, user))


def overdue(encounter: Encounter, book: Ruleset, users: Collection[str]) -> tuple[tuple[Pass, ...], frozenset[str]]:
    """Return what the clock passes for those who are late, and the users it cannot decide everything for.

    A plan that waits for a second thought is kept, whatever the switch says.
    """
    passes = passes_for(encounter, book, users)
    if mode(encounter) != PASS:
        planned = {plan.actor for plan in plans(encounter)}
        passes = tuple(one for one in passes if one.actor in planned)
    decided = {one.actor for one in passes}
    return passes, frozenset(user for user in users if {*to_decide(encounter, book, user)} - decided)


def _free(encounter: Encounter, book: Ruleset, user: str) -> Iterator[str]:
    asked = {item.to for item in encounter.agenda if isinstance(item, Question)}
    return (id for id in to_decide(encounter, book, user) if id not in asked)


async def time_out(
    referee: Referee, row: DeadlineRow, encounter: Encounter, passes: tuple[Pass, ...], number: int, now: datetime
) -> Group:
    """Pass for those who are late, and return what came of it; it is the `number`-th time about this decision. Raises
    NotNow if something was ordered since.

    However often it is called with a number, it is carried out once.
    """
    what = ordered_as(row.decision, number)
    return await clock_orders.give(referee, several(passes), encounter, what, row.guild_id, row.channel_id, now)


def ordered_as(decision: int, number: int) -> str:
    """Return what makes the clock's order about a decision unique in its encounter: it is the `number`-th time-out."""
    return f"due:{decision}" if number == 1 else f"due:{decision}:{number}"


def time_outs(rows: Sequence[ReminderRow], made_at: datetime) -> int:
    """Return how often users were late for a decision by that moment. Users who were late together count once."""
    return len({row.made_at for row in rows if row.stage in (LATE, LATE_SOON) and row.made_at <= made_at})


def merged(rows: Sequence[ReminderRow]) -> dict[datetime, list[ReminderRow]]:
    """Return the work that was begun and is not done, by its start. Work that began together is done together."""
    batches: dict[datetime, list[ReminderRow]] = {}
    for row in rows:
        if not row.done:
            batches.setdefault(row.made_at, []).append(row)
    return batches
