"""The threads of encounters: channels that show a reader's own reading, by reader (`bot.game.sight.destinations`)."""

from __future__ import annotations

import sqlite3

from bot.game.store.connection import Database


class Threads:
    """The part of the store that knows threads. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def threads(self, encounter_id: str) -> dict[str, str]:
        """The channels of an encounter's threads, by reader."""
        rows = await self._database.read(
            "SELECT reader, channel_id FROM threads WHERE encounter_id = ? ORDER BY rowid", (encounter_id,)
        )
        return {str(reader): str(channel) for reader, channel in rows}

    async def is_thread(self, encounter_id: str, channel_id: str) -> bool:
        """Whether a channel is a thread of this encounter."""
        return channel_id in (await self.threads(encounter_id)).values()

    async def keep_thread(self, encounter_id: str, reader: str, channel_id: str) -> bool:
        """Notes a thread in place of the reader's former one; False if the channel is another reader's or encounter's,
        or the encounter is not there any more."""
        try:
            await self._database.write(
                "INSERT INTO threads (encounter_id, reader, channel_id) VALUES (?1, ?2, ?3) "
                "ON CONFLICT (encounter_id, reader) DO UPDATE SET channel_id = ?3",
                (encounter_id, reader, channel_id),
            )
        except sqlite3.IntegrityError:
            return False
        return True

    async def drop_thread(self, encounter_id: str, reader: str, channel_id: str) -> None:
        """Notes that a thread is there no longer."""
        await self._database.write(
            "DELETE FROM threads WHERE encounter_id = ? AND reader = ? AND channel_id = ?",
            (encounter_id, reader, channel_id),
        )
