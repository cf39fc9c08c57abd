"""The stored entries that still have to be shown: entries without a message, what is owed to further channels, and
the tokens to answer with."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from bot.game.store.counts import Count, to_count
from bot.game.store.home.connection import Database, Statement, among
from bot.game.store.rows import LISTED_COLUMNS, EntryRow, OwedRow, to_entry, to_text

UNANSWERED = "the private answer did not get through"
"""Why an entry is given up that its user has yet to hear of; an index knows these words."""
_REMINDED = "the private answer did not get through, as its player has heard since"


class Outbox:
    """The part of the store that follows delivery. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def marked(self, messages: Iterable[tuple[str, int, str]]) -> None:
        """Record for each (encounter id, seq, message id) that this message shows the entry.

        The token is then no longer needed and is deleted.
        """
        if statements := _setting("message_id", messages):
            await self._database.write_all(statements)

    async def gave_up(self, lost: Iterable[tuple[str, int, str]], notice: OwedRow | None = None) -> None:
        """Record for each (encounter id, seq, reason) that the entry will not be posted; it stays in the log.

        `notice` is the user it is kept for until they hear of it.
        """
        rows = list(lost)
        if not rows:
            return
        noticed = [_noticed(notice, rows[0][2])] if notice else []
        await self._database.write_all([*_setting("gave_up", rows), *noticed])

    async def undelivered(self, limit: int = 50) -> tuple[EntryRow, ...]:
        """Return the first entries of groups with neither a message nor a reason not to have one, oldest first.

        Without their contents, which are read only when they are needed and may be damaged.
        """
        rows = await self._database.read(
            f"SELECT {LISTED_COLUMNS} FROM entries WHERE message_id IS NULL AND gave_up IS NULL AND part = 0 "
            f"AND {self._database.shard_scope.condition('guild_id')} ORDER BY at, encounter_id, seq LIMIT ?",
            (limit,),
            to_entry,
        )
        return tuple(rows)

    async def owed(self, limit: int = 50) -> tuple[tuple[OwedRow, EntryRow], ...]:
        """Return the posts that are still due besides answers, with the first entries of the groups, oldest first."""
        rows = await self._database.read(
            f"SELECT {LISTED_COLUMNS}, reader, place FROM entries JOIN "
            "(SELECT encounter_id AS id, seq AS first, reader, channel_id AS place FROM owed WHERE gave_up IS NULL "
            f"AND {self._database.shard_scope.condition('guild_id')}) "
            "AS due ON encounter_id = id AND seq = first ORDER BY at, encounter_id, seq LIMIT ?",
            (limit,),
            lambda row: (OwedRow(row[0], row[1], *row[-2:]), to_entry(row[:-2])),
        )
        return tuple(rows)

    async def posted(self, rows: Iterable[OwedRow]) -> None:
        """Notes that these are owed no longer: they are posted, or their readers have heard that they are not."""
        if statements := [(_PAID, _key(row)) for row in rows]:
            await self._database.write_all(statements)

    async def gave_up_owed(self, row: OwedRow, reason: str, notices: Sequence[OwedRow]) -> None:
        """Notes why this is not posted; the notices take its place until their readers hear of it."""
        await self._database.write_all([(_PAID, _key(row)), *(_noticed(notice, reason) for notice in notices)])

    async def lost(self, encounter_id: str, readers: Collection[str]) -> tuple[tuple[OwedRow, Count, str], ...]:
        """Return the entries that could not be posted for these readers and that they have not heard of: with what
        the order's number follows from, and why."""
        rows = await self._database.read(
            "SELECT o.encounter_id, o.seq, reader, o.channel_id, o.gave_up, e.seq, number, tallies FROM owed o "
            "JOIN entries e ON e.encounter_id = o.encounter_id AND e.seq = o.seq "
            "WHERE o.encounter_id = ? AND o.gave_up IS NOT NULL AND reader IN "
            f"{among(readers)} ORDER BY o.seq",
            (encounter_id, *readers),
        )
        return tuple((OwedRow(*row[:4]), to_count(row[5:]), row[4]) for row in rows)

    async def losing(self) -> frozenset[str]:
        """Return the open encounters with a post that failed, and with a user who has not heard of that."""
        rows = await self._database.read(
            "SELECT DISTINCT encounter_id FROM owed JOIN encounters ON id = encounter_id "
            f"WHERE gave_up IS NOT NULL AND open = 1 AND {self._database.shard_scope.condition('encounters.guild_id')}"
        )
        return frozenset(row[0] for row in rows)

    async def unanswered(self, encounter_id: str, user: str) -> tuple[Count, ...]:
        """Return the orders whose private answer this user did not get and has not heard of."""
        rows = await self._database.read(
            "SELECT seq, number, tallies FROM entries WHERE encounter_id = ? AND actor = ? "
            f"AND private AND gave_up = '{UNANSWERED}' AND part = 0",
            (encounter_id, user),
        )
        # With ORDER BY, SQLite would read the whole encounter in that order instead of the index of these few.
        return tuple(sorted(map(to_count, rows), key=lambda count: count.seq))

    async def reminded(self, encounter_id: str, user: str) -> None:
        """Record that this user has heard of the private answers that they did not get."""
        await self._database.write(
            "UPDATE entries SET gave_up = ? WHERE encounter_id = ? AND actor = ? AND private "
            f"AND gave_up = '{UNANSWERED}'",
            (_REMINDED, encounter_id, user),
        )

    async def forget_tokens(self, now: datetime) -> int:
        """Remove the tokens of undelivered entries that have expired, and return how many."""
        return await self._database.write(
            "UPDATE entries SET token = NULL, token_until = NULL "
            "WHERE message_id IS NULL AND gave_up IS NULL AND token_until < ?",
            (to_text(now),),
        )


_PAID = "DELETE FROM owed WHERE encounter_id = ? AND seq = ? AND reader = ?"
_NOTICED = (
    "INSERT INTO owed (encounter_id, seq, reader, channel_id, gave_up, guild_id) SELECT ?1, ?2, ?3, ?4, ?5, guild_id "
    "FROM entries WHERE encounter_id = ?1 AND seq = ?2 "
    "ON CONFLICT (encounter_id, seq, reader, guild_id) DO UPDATE SET channel_id = excluded.channel_id, "
    "gave_up = excluded.gave_up"
)


def _setting(column: str, rows: Iterable[tuple[str, int, str]]) -> list[Statement]:
    sql = f"UPDATE entries SET {column} = ?, token = NULL, token_until = NULL WHERE encounter_id = ? AND seq = ?"
    return [(sql, (value, encounter_id, seq)) for encounter_id, seq, value in rows]


def _key(row: OwedRow) -> tuple[str, int, str]:
    return row.encounter_id, row.seq, row.reader


def _noticed(notice: OwedRow, reason: str) -> Statement:
    return _NOTICED, (*_key(notice), notice.channel_id, reason)
