"""What is stored and still has to be shown: entries without a message, what is owed to further channels, and the tokens
to answer with."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime

from bot.game.store.connection import Database
from bot.game.store.rows import STATELESS_COLUMNS, EntryRow, OwedRow, to_entries, to_entry, to_text

UNANSWERED = "the private answer did not get through"
"""Why an entry is given up that its user has yet to hear of; an index knows these words."""
_REMINDED = "the private answer did not get through, as its player has heard since"


class Outbox:
    """The part of the store that follows delivery. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def marked(self, messages: Iterable[tuple[str, int, str]]) -> None:
        """Notes for each (encounter id, seq, message id) that this message shows the entry.

        The token is then no longer needed and is deleted.
        """
        await self._update("message_id", messages)

    async def gave_up(self, lost: Iterable[tuple[str, int, str]]) -> None:
        """Notes for each (encounter id, seq, reason) that the entry will not be posted; it stays in the log."""
        await self._update("gave_up", lost)

    async def undelivered(self, limit: int = 50) -> tuple[EntryRow, ...]:
        """The first entries of groups with neither a message nor a reason not to have one, oldest first.

        Without states, which are read only when they are needed.
        """
        rows = await self._database.read(
            f"SELECT {STATELESS_COLUMNS} FROM entries WHERE message_id IS NULL AND gave_up IS NULL "
            "AND part = 0 ORDER BY at, encounter_id, seq LIMIT ?",
            (limit,),
        )
        return to_entries(rows)

    async def owed(self, limit: int = 50) -> tuple[tuple[OwedRow, EntryRow], ...]:
        """What still has to be posted besides answers, with the first entries of the groups, oldest first."""
        rows = await self._database.read(
            f"SELECT {STATELESS_COLUMNS}, reader, place FROM entries JOIN "
            "(SELECT encounter_id AS id, seq AS first, reader, channel_id AS place FROM owed WHERE gave_up IS NULL) "
            "ON encounter_id = id AND seq = first ORDER BY at, encounter_id, seq LIMIT ?",
            (limit,),
        )
        return tuple((OwedRow(row[0], row[1], *row[-2:]), to_entry(row[:-2])) for row in rows)

    async def posted(self, rows: Iterable[OwedRow]) -> None:
        """Notes that these are owed no longer."""
        batch = json.dumps([(row.encounter_id, row.seq, row.reader) for row in rows])
        await self._database.write(
            "DELETE FROM owed WHERE (encounter_id, seq, reader) IN "
            "(SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') "
            "FROM json_each(?))",
            (batch,),
        )

    async def gave_up_owed(self, row: OwedRow, reason: str) -> None:
        """Notes why this is not posted."""
        await self._database.write(
            "UPDATE owed SET gave_up = ? WHERE encounter_id = ? AND seq = ? AND reader = ?",
            (reason, row.encounter_id, row.seq, row.reader),
        )

    async def unanswered(self, encounter_id: str, user: str) -> tuple[int, ...]:
        """The numbers of orders whose private answer this user did not get and has not heard of."""
        rows = await self._database.read(
            "SELECT number FROM entries INDEXED BY unanswered WHERE encounter_id = ? AND actor = ? AND private "
            f"AND gave_up = '{UNANSWERED}' AND part = 0 ORDER BY seq",
            (encounter_id, user),
        )
        return tuple(row[0] for row in rows)

    async def reminded(self, encounter_id: str, user: str) -> None:
        """Notes that this user has heard of the private answers that they did not get."""
        await self._database.write(
            "UPDATE entries INDEXED BY unanswered SET gave_up = ? WHERE encounter_id = ? AND actor = ? AND private "
            f"AND gave_up = '{UNANSWERED}'",
            (_REMINDED, encounter_id, user),
        )

    async def forget_tokens(self, now: datetime) -> int:
        """Removes the tokens of undelivered entries that have expired; returns how many."""
        return await self._database.write(
            "UPDATE entries SET token = NULL, token_until = NULL "
            "WHERE message_id IS NULL AND gave_up IS NULL AND token_until < ?",
            (to_text(now),),
        )

    async def _update(self, column: str, rows: Iterable[tuple[str, int, str]]) -> None:
        batch = json.dumps(list(rows))
        if batch != "[]":
            await self._database.write(
                f"UPDATE entries SET {column} = json_extract(batch.value, '$[2]'), token = NULL, token_until = NULL "
                "FROM json_each(?) AS batch "
                "WHERE encounter_id = json_extract(batch.value, '$[0]') AND seq = json_extract(batch.value, '$[1]')",
                (batch,),
            )
