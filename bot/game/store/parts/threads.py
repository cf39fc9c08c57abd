"""The threads of encounters: channels that show a reader's own reading, by reader (`bot.game.sight.destinations`)."""

from __future__ import annotations

from datetime import datetime

from bot.game.store.home.connection import Conflict, Database
from bot.game.store.keys import beside
from bot.game.store.rows import ThreadRow, to_text


class Threads:
    """The part of the store that knows threads. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, encounter_id: str) -> dict[str, str]:
        """Return the channels of an encounter's threads, by reader."""
        rows = await self._database.read(
            "SELECT reader, channel_id FROM threads WHERE encounter_id = ? ORDER BY reader", (encounter_id,)
        )
        return {str(reader): str(channel) for reader, channel in rows}

    async def has(self, encounter_id: str, channel_id: str) -> bool:
        """Return whether a channel is a thread of this encounter."""
        return channel_id in (await self.of(encounter_id)).values()

    async def keep(self, encounter_id: str, reader: str, channel_id: str, wake_at: datetime | None) -> bool:
        """Record a thread in place of the reader's former one, and when it has to be woken (None: never).

        An encounter that has ended gives its channels up. Returns False if the channel is another reader's, another
        open encounter's or where one is played, or if the encounter is not there any more.
        """
        try:
            kept = await self._database.write_all(
                [
                    (
                        "DELETE FROM threads WHERE channel_id = ? AND encounter_id <> ? "
                        "AND encounter_id NOT IN (SELECT id FROM encounters WHERE open = 1)",
                        (channel_id, encounter_id),
                    ),
                    (
                        beside(
                            "threads",
                            "reader, channel_id, wake_at",
                            "?2, ?3, ?4",
                            "NOT EXISTS (SELECT 1 FROM encounters WHERE channel_id = ?3 AND open = 1)",
                        )
                        + "ON CONFLICT (encounter_id, reader, guild_id) DO UPDATE "
                        "SET channel_id = excluded.channel_id, wake_at = excluded.wake_at",
                        (encounter_id, reader, channel_id, wake_at and to_text(wake_at)),
                    ),
                ]
            )
        except Conflict:
            return False
        return kept > 0

    async def drop(self, encounter_id: str, reader: str, channel_id: str) -> None:
        """Record that a thread is there no longer."""
        await self._database.write(
            "DELETE FROM threads WHERE encounter_id = ? AND reader = ? AND channel_id = ?",
            (encounter_id, reader, channel_id),
        )

    async def drowsy(self, now: datetime, limit: int) -> tuple[ThreadRow, ...]:
        """Return the threads of open encounters that have to be woken by now, the most urgent first."""
        rows = await self._database.read(
            "SELECT encounter_id, reader, t.channel_id FROM encounters e CROSS JOIN threads t "
            "WHERE encounter_id = e.id AND e.open = 1 AND wake_at <= ? "
            f"AND {self._database.shard_scope.condition('e.guild_id')} ORDER BY wake_at LIMIT ?",
            (to_text(now), limit),
        )
        return tuple(ThreadRow(*row) for row in rows)

    async def wake_at(self, row: ThreadRow, wake_at: datetime | None) -> None:
        """Record when a thread has to be woken next, None for never."""
        await self._database.write(
            "UPDATE threads SET wake_at = ? WHERE encounter_id = ? AND reader = ? AND channel_id = ?",
            (wake_at and to_text(wake_at), row.encounter_id, row.reader, row.channel_id),
        )
