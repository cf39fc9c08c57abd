"""The stored entries that still have to be shown: entries without a message, what is owed to further channels, and
the tokens to answer with."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from bot.game.store.connection import Database, Statement
from bot.game.store.counts import Count, to_count
from bot.game.store.rows import STATELESS_COLUMNS, EntryRow, OwedRow, to_entries, to_entry, to_text

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
        rows = list(messages)
        if rows:
            await self._database.write(_SET.format("message_id"), (json.dumps(rows),))

    async def gave_up(self, lost: Iterable[tuple[str, int, str]], notice: OwedRow | None = None) -> None:
        """Record for each (encounter id, seq, reason) that the entry will not be posted; it stays in the log.

        `notice` is the user it is kept for until they hear of it.
        """
        rows = list(lost)
        if not rows:
            return
        statements: list[Statement] = [(_SET.format("gave_up"), (json.dumps(rows),))]
        if notice:
            statements.append(_noticed([notice], rows[0][2]))
        await self._database.write_all(statements)

    async def undelivered(self, limit: int = 50) -> tuple[EntryRow, ...]:
        """Return the first entries of groups with neither a message nor a reason not to have one, oldest first.

        Without states, which are read only when they are needed.
        """
        rows = await self._database.read(
            f"SELECT {STATELESS_COLUMNS} FROM entries WHERE message_id IS NULL AND gave_up IS NULL "
            "AND part = 0 ORDER BY at, encounter_id, seq LIMIT ?",
            (limit,),
        )
        return to_entries(rows)

    async def owed(self, limit: int = 50) -> tuple[tuple[OwedRow, EntryRow], ...]:
        """Return the posts that are still due besides answers, with the first entries of the groups, oldest first."""
        rows = await self._database.read(
            f"SELECT {STATELESS_COLUMNS}, reader, place FROM entries JOIN "
            "(SELECT encounter_id AS id, seq AS first, reader, channel_id AS place FROM owed WHERE gave_up IS NULL) "
            "ON encounter_id = id AND seq = first ORDER BY at, encounter_id, seq LIMIT ?",
            (limit,),
        )
        return tuple((OwedRow(row[0], row[1], *row[-2:]), to_entry(row[:-2])) for row in rows)

    async def posted(self, rows: Iterable[OwedRow]) -> None:
        """Record that these are owed no longer: they are posted, or their readers have heard that they are not."""
        await self._database.write(_PAID, (json.dumps([_key(row) for row in rows]),))

    async def gave_up_owed(self, row: OwedRow, reason: str, notices: Sequence[OwedRow]) -> None:
        """Record why this is not posted; the notices take its place until their readers hear of it."""
        await self._database.write_all([(_PAID, (json.dumps([_key(row)]),)), _noticed(notices, reason)])

    async def lost(self, encounter_id: str, readers: Collection[str]) -> tuple[tuple[OwedRow, Count, str], ...]:
        """Return the entries that could not be posted for these readers and that they have not heard of: with what
        the order's number follows from, and why."""
        rows = await self._database.read(
            "SELECT o.encounter_id, o.seq, reader, o.channel_id, o.gave_up, e.seq, number, tallies FROM owed o "
            "JOIN entries e ON e.encounter_id = o.encounter_id AND e.seq = o.seq "
            "WHERE o.encounter_id = ? AND o.gave_up IS NOT NULL AND reader IN (SELECT value FROM json_each(?)) "
            "ORDER BY o.seq",
            (encounter_id, json.dumps(sorted(readers))),
        )
        return tuple((OwedRow(*row[:4]), to_count(row[5:]), row[4]) for row in rows)

    async def losing(self) -> frozenset[str]:
        """Return the open encounters with a post that failed, and with a user who has not heard of that."""
        rows = await self._database.read(
            "SELECT DISTINCT encounter_id FROM owed INDEXED BY owed_no_longer JOIN encounters ON id = encounter_id "
            "WHERE gave_up IS NOT NULL AND open = 1"
        )
        return frozenset(row[0] for row in rows)

    async def unanswered(self, encounter_id: str, user: str) -> tuple[Count, ...]:
        """Return the orders whose private answer this user did not get and has not heard of."""
        rows = await self._database.read(
            "SELECT seq, number, tallies FROM entries INDEXED BY unanswered WHERE encounter_id = ? AND actor = ? "
            f"AND private AND gave_up = '{UNANSWERED}' AND part = 0 ORDER BY seq",
            (encounter_id, user),
        )
        return tuple(map(to_count, rows))

    async def reminded(self, encounter_id: str, user: str) -> None:
        """Record that this user has heard of the private answers that they did not get."""
        await self._database.write(
            "UPDATE entries INDEXED BY unanswered SET gave_up = ? WHERE encounter_id = ? AND actor = ? AND private "
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


_SET = (
    "UPDATE entries SET {} = json_extract(batch.value, '$[2]'), token = NULL, token_until = NULL "
    "FROM json_each(?) AS batch "
    "WHERE encounter_id = json_extract(batch.value, '$[0]') AND seq = json_extract(batch.value, '$[1]')"
)
_PAID = (
    "DELETE FROM owed WHERE (encounter_id, seq, reader) IN (SELECT json_extract(value, '$[0]'), "
    "json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(?))"
)


def _key(row: OwedRow) -> tuple[str, int, str]:
    return row.encounter_id, row.seq, row.reader


def _noticed(notices: Iterable[OwedRow], reason: str) -> Statement:
    batch = [(*_key(row), row.channel_id, reason) for row in notices]
    return (
        "INSERT OR REPLACE INTO owed (encounter_id, seq, reader, channel_id, gave_up) "
        "SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), "
        "json_extract(value, '$[3]'), json_extract(value, '$[4]') FROM json_each(?)",
        (json.dumps(batch),),
    )
