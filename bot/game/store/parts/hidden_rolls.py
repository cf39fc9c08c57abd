"""The secret rolls of the last day, by user and channel, so that a revealed roll can tell which one it was."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.game.store.home.connection import Database
from bot.game.store.rows import to_text

DAY = timedelta(days=1)


class HiddenRolls:
    """The part of the store that counts secret rolls. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def count(self, user_id: str, channel_id: str, guild_id: str, interaction_id: str, at: datetime) -> int:
        """Note a secret roll of that moment, once, and return its number among the user's in this channel in the day
        up to it."""
        await self._database.write(
            "INSERT INTO hidden_rolls (user_id, channel_id, at, interaction_id, guild_id) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT DO NOTHING",
            (user_id, channel_id, to_text(at), interaction_id, guild_id),
        )
        # Only those before it, so that a second delivery of the interaction gets the same number.
        row = await self._database.read_one(
            "SELECT count(*) FROM hidden_rolls WHERE user_id = ?1 AND channel_id = ?2 AND at > ?3 "
            "AND (at, interaction_id) <= (?4, ?5)",
            (user_id, channel_id, to_text(at - DAY), to_text(at), interaction_id),
        )
        return int(row[0]) if row else 0

    async def since(self, user_id: str, channel_id: str, interaction_id: str, at: datetime) -> int:
        """Return how many secret rolls a user has made in a channel in the day after that one."""
        row = await self._database.read_one(
            "SELECT count(*) FROM hidden_rolls WHERE user_id = ?1 AND channel_id = ?2 AND at < ?3 "
            "AND (at, interaction_id) > (?4, ?5)",
            (user_id, channel_id, to_text(at + DAY), to_text(at), interaction_id),
        )
        return int(row[0]) if row else 0

    async def purge(self, before: datetime) -> int:
        """Delete the notes of secret rolls from before that moment, and return how many."""
        return await self._database.write("DELETE FROM hidden_rolls WHERE at < ?", (to_text(before),))
