"""How far the players and GMs of an encounter have read its story: the last entry before their last /recap."""

from __future__ import annotations

from bot.game.store.counts import Count, to_count
from bot.game.store.home.connection import Database
from bot.game.store.keys import beside


class Recaps:
    """The part of the store that knows who has had a recap. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, encounter_id: str, user_id: str, seq: int) -> None:
        """Record that a user has read the story up to that entry. Nothing happens if the encounter is gone."""
        await self._database.write(
            beside("recaps", "user_id, seq", "?2, ?3") + "ON CONFLICT (encounter_id, user_id, guild_id) "
            "DO UPDATE SET seq = excluded.seq WHERE recaps.seq < excluded.seq",
            (encounter_id, user_id, seq),
        )

    async def of(self, encounter_id: str, user_id: str) -> Count | None:
        """Return the last entry that /recap has reported to a user, or None if there is none."""
        row = await self._database.read_one(
            "SELECT seq, number, tallies FROM entries JOIN recaps USING (encounter_id, seq) "
            "WHERE encounter_id = ?1 AND user_id = ?2",
            (encounter_id, user_id),
        )
        return to_count(row) if row else None

    async def last_by(self, encounter_id: str, user_id: str) -> int:
        """Return the last entry that a user gave themselves; 0 for none."""
        row = await self._database.read_one(
            "SELECT max(seq) FROM entries WHERE encounter_id = ?1 AND actor = ?2", (encounter_id, user_id)
        )
        return int(row[0] or 0) if row else 0

    async def caught_up(self, encounter_id: str, user_id: str) -> int:
        """Return the last entry that a user gave themselves or has been told of by /recap; 0 for none."""
        row = await self._database.read_one(
            "SELECT max(seq) FROM (SELECT max(seq) AS seq FROM entries WHERE encounter_id = ?1 AND actor = ?2 "
            "UNION ALL SELECT seq FROM recaps WHERE encounter_id = ?1 AND user_id = ?2) AS known",
            (encounter_id, user_id),
        )
        return int(row[0] or 0) if row else 0
