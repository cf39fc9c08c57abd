"""What is stored and still has to be shown: entries without a message, and the tokens to answer with."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime

from bot.game.store.connection import Database
from bot.game.store.rows import STATELESS_COLUMNS, EntryRow, to_entries, to_text


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
