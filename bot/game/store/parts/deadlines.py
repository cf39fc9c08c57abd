"""People's own settings, and the deadlines of encounters with the stages done for each decision."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from bot.game.store.counts import to_calls
from bot.game.store.home.connection import Database, Row, Statement, among
from bot.game.store.keys import beside
from bot.game.store.parts.boards import outdating
from bot.game.store.rows import to_moment, to_moment_or_none, to_text, to_text_or_none
from rules.engine.records.frozen import dataclass

_PERSON = "quiet, zone, pings, away_until, substitute, detail, screen_reader, notify"
_PERSON_AGAIN = ", ".join(f"{name} = excluded.{name}" for name in _PERSON.split(", "))
_OWN = 'rule, grace, decision, seq, "window", began_at, due_at, paused_at, next_at, version'
_DEADLINE = ", ".join(("d.encounter_id, e.guild_id, e.channel_id", *(f"d.{name}" for name in _OWN.split(", "))))
_LAST = "(SELECT max(seq) FROM entries WHERE encounter_id = d.encounter_id)"
_RESTORED = (
    "(SELECT count(*) FROM entries WHERE encounter_id = d.encounter_id AND seq > d.seq AND kind IN ('undo', 'redo'))"
)
_FROM = (
    f"SELECT {_DEADLINE}, {_LAST}, {_RESTORED} "
    "FROM deadlines d JOIN encounters e ON e.id = d.encounter_id AND e.guild_id = d.guild_id"
)
CONCERNED = (
    "SELECT user_id, substitute = ?2 AND away_until > ?3, notify = 'direct' OR EXISTS (SELECT 1 FROM people s "
    "WHERE s.guild_id = p.guild_id AND s.user_id = p.substitute AND s.notify = 'direct') "
    "FROM people p WHERE guild_id = ?1 AND (notify = 'direct' OR substitute IS NOT NULL)"
)
"""The users of a server ?1 that an order depends on: whether ?2 stands in for them at the time ?3, and whether they or
their substitutes are called in direct messages."""
_CALLS_READ = 100
LATE = "late"
_NOT_BEGUN = (
    "NOT EXISTS (SELECT 1 FROM reminders WHERE encounter_id = ?1 AND decision = ?2 AND user_id = ?3 AND stage = ?4)"
)
_MISSED = (
    beside("misses", "user_id, number", "?3, 1", _NOT_BEGUN)
    + "ON CONFLICT (encounter_id, user_id, guild_id) DO UPDATE SET number = misses.number + 1"
)
_BEGUN = (
    beside("reminders", "decision, user_id, stage, made_at, done_at", "?2, ?3, ?4, ?5, ?6") + "ON CONFLICT DO NOTHING"
)


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A user's settings on a server; None for what they have not."""

    quiet: str | None = None
    zone: str | None = None
    pings: str | None = None
    away_until: datetime | None = None
    substitute: str | None = None
    detail: str | None = None
    screen_reader: str | None = None
    notify: str | None = None


@dataclass(frozen=True, slots=True)
class DeadlineRow:
    """The deadline of an encounter, as in the table (`migrations/versions/0007_deadlines.py`), by its columns.

    `last` is the encounter's last entry, `restored` how many undos and redos there are after `seq`.
    """

    encounter_id: str
    guild_id: str
    channel_id: str
    rule: str
    grace: int = 0
    decision: int = 0
    seq: int = 0
    window: str | None = None
    began_at: datetime | None = None
    due_at: datetime | None = None
    paused_at: datetime | None = None
    next_at: datetime | None = None
    version: int = 0
    last: int = 0
    restored: int = 0


@dataclass(frozen=True, slots=True)
class ReminderRow:
    """Something that is done once for a user about a decision: begun then, and `done` or interrupted."""

    user: str
    stage: str
    made_at: datetime
    done: bool


class People:
    """The part of the store that knows people's own settings. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def person(self, guild_id: str, user_id: str) -> PersonRow:
        """Return a user's settings on a server."""
        return (await self.all(guild_id, (user_id,))).get(user_id, PersonRow())

    async def all(self, guild_id: str, user_ids: Collection[str]) -> dict[str, PersonRow]:
        """Return the users' settings on a server by id, without users who have set nothing."""
        rows = await self._database.read(
            f"SELECT user_id, {_PERSON} FROM people WHERE guild_id = ? AND user_id IN {among(user_ids)}",
            (guild_id, *user_ids),
        )
        return {str(r[0]): PersonRow(r[1], r[2], r[3], to_moment_or_none(r[4]), *r[5:]) for r in rows}

    async def put(self, guild_id: str, user_id: str, person: PersonRow) -> None:
        """Set what a user has set on a server; who has set nothing has no row."""
        if person == PersonRow():
            await self._database.write("DELETE FROM people WHERE guild_id = ? AND user_id = ?", (guild_id, user_id))
            return
        away = to_text_or_none(person.away_until)
        written = (person.quiet, person.zone, person.pings, away, person.substitute, person.detail)
        values = (*written, person.screen_reader, person.notify)
        await self._database.write(
            f"INSERT INTO people (guild_id, user_id, {_PERSON}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
            f"ON CONFLICT (guild_id, user_id) DO UPDATE SET {_PERSON_AGAIN}",
            (guild_id, user_id, *values),
        )

    async def refuse_direct(self, guild_id: str, user_id: str) -> None:
        """Note that Discord refuses direct messages to a user, who is called in channels until they set it again."""
        await self._database.write(
            "UPDATE people SET notify = 'refused' WHERE guild_id = ? AND user_id = ? AND notify = 'direct'",
            (guild_id, user_id),
        )


class Deadlines:
    """The part of the store that knows deadlines. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, encounter_id: str) -> DeadlineRow | None:
        """Return the deadline of an encounter; None if it never had one."""
        row = await self._database.read_one(f"{_FROM} WHERE d.encounter_id = ?", (encounter_id,))
        return None if row is None else _to_deadline(row)

    async def due(self, now: datetime, limit: int) -> tuple[DeadlineRow, ...]:
        """Return deadlines of open encounters in which something happened since they were looked at, or something is
        due.
        """
        rows = await self._database.read(
            f"{_FROM} WHERE e.open = 1 AND d.rule <> '' AND (d.next_at <= ? OR d.seq <> {_LAST}) "
            f"AND {self._database.shard_scope.condition('e.guild_id')} "
            "ORDER BY d.next_at LIMIT ?",
            (to_text(now), limit),
        )
        return tuple(map(_to_deadline, rows))

    async def set(self, encounter_id: str, rule: str, grace: int) -> None:
        """Set how long people have from now on; the present decision begins again."""
        changed: Statement = (
            beside("deadlines", "rule, grace", "?2, ?3") + "ON CONFLICT (encounter_id, guild_id) DO UPDATE "
            'SET rule = excluded.rule, grace = excluded.grace, seq = 0, "window" = NULL, '
            "began_at = NULL, due_at = NULL, paused_at = NULL, next_at = NULL, "
            "version = deadlines.version + 1",
            (encounter_id, rule, grace),
        )
        await self._database.write_all([outdating(encounter_id), changed])

    async def advance(self, old: DeadlineRow, new: DeadlineRow) -> bool:
        """Put `new` in the place of `old`.

        Return False if another process has changed it. Live boards show what changes.
        """
        advanced: Statement = (
            'UPDATE deadlines SET grace = ?, decision = ?, seq = ?, "window" = ?, began_at = ?, due_at = ?, '
            "paused_at = ?, next_at = ?, version = version + 1 WHERE encounter_id = ? AND version = ?",
            (
                new.grace,
                new.decision,
                new.seq,
                new.window,
                to_text_or_none(new.began_at),
                to_text_or_none(new.due_at),
                to_text_or_none(new.paused_at),
                to_text_or_none(new.next_at),
                old.encounter_id,
                old.version,
            ),
        )
        shown_differently = (new.due_at, new.paused_at) != (old.due_at, old.paused_at)
        boards = [outdating(old.encounter_id)] if shown_differently else []
        return await self._database.write_all([*boards, advanced]) > 0

    # --- what was done

    async def reminders(self, encounter_id: str, decision: int) -> tuple[ReminderRow, ...]:
        """Return the stages begun for a decision."""
        rows = await self._database.read(
            "SELECT user_id, stage, made_at, done_at FROM reminders WHERE encounter_id = ? AND decision = ?",
            (encounter_id, decision),
        )
        return tuple(ReminderRow(row[0], row[1], to_moment(row[2]), row[3] is not None) for row in rows)

    async def unfinished(self, encounter_id: str, before: int) -> Mapping[int, tuple[ReminderRow, ...]]:
        """Return the stages of being late that were begun and not finished, by decision, for those before that one."""
        rows = await self._database.read(
            "SELECT decision, user_id, stage, made_at FROM reminders WHERE encounter_id = ? AND decision < ? "
            f"AND done_at IS NULL AND stage LIKE '{LATE}%'",
            (encounter_id, before),
        )
        found: dict[int, tuple[ReminderRow, ...]] = {}
        for decision, user, stage, made_at in rows:
            found[decision] = (*found.get(decision, ()), ReminderRow(user, stage, to_moment(made_at), False))
        return found

    async def remind(
        self,
        encounter_id: str,
        decision: int,
        stages: Collection[tuple[str, str]],
        now: datetime,
        *,
        done: bool = False,
    ) -> None:
        """Begin something for each (user, stage), unless it was begun before. Who is late misses a decision."""
        at = to_text(now)
        statements: list[Statement] = []
        for user, stage in stages:
            if stage.startswith(LATE):
                statements.append((_MISSED, (encounter_id, decision, user, stage)))
            statements.append((_BEGUN, (encounter_id, decision, user, stage, at, at if done else None)))
        if statements:
            await self._database.write_all(statements)

    async def uncalled(self, encounter_id: str, users: Collection[str]) -> frozenset[str]:
        """Return those of these users whose last call could not be posted in the encounter's channel."""
        rows = await self._database.read(
            "SELECT calls, (NOT private AND gave_up IS NOT NULL) OR EXISTS (SELECT 1 FROM owed o "
            "WHERE o.encounter_id = e.encounter_id AND o.seq = e.seq - e.part AND reader = 'channel' "
            "AND o.gave_up IS NOT NULL) FROM entries e WHERE encounter_id = ? AND calls IS NOT NULL "
            "ORDER BY seq DESC LIMIT ?",
            (encounter_id, _CALLS_READ),
        )
        lost: dict[str, bool] = {}
        for calls, is_lost in rows:
            for user in to_calls(calls).now:
                lost.setdefault(user, bool(is_lost))
        return frozenset(user for user in users if lost.get(user))

    async def finish_reminders(self, encounter_id: str, decision: int, made_at: datetime, now: datetime) -> None:
        """Note that what was begun at that moment is done."""
        await self._database.write(
            "UPDATE reminders SET done_at = ? WHERE encounter_id = ? AND decision = ? AND made_at = ?",
            (to_text(now), encounter_id, decision, to_text(made_at)),
        )

    async def misses(self, encounter_id: str) -> Mapping[str, int]:
        """Return how many decisions in a row each user was late for."""
        rows = await self._database.read("SELECT user_id, number FROM misses WHERE encounter_id = ?", (encounter_id,))
        return {str(user): int(number) for user, number in rows}

    async def forgive_misses(self, encounter_id: str, after: int) -> None:
        """Forget the misses of everyone who has ordered since that entry, and the reminders of older decisions."""
        await self._database.write_all(
            [
                (
                    "DELETE FROM misses WHERE encounter_id = ?1 AND user_id IN "
                    "(SELECT actor FROM entries WHERE encounter_id = ?1 AND seq > ?2)",
                    (encounter_id, after),
                ),
                (
                    "DELETE FROM reminders WHERE encounter_id = ?1 AND decision < "
                    "(SELECT decision FROM deadlines WHERE encounter_id = ?1)",
                    (encounter_id,),
                ),
            ]
        )


def _to_deadline(row: Row) -> DeadlineRow:
    values = [*row[:8], *map(to_moment_or_none, row[8:12]), row[12], row[13] or 0, row[14]]
    return DeadlineRow(*values)
