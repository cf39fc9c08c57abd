"""Records the servers that the bot has left, as it happens and at each start, and deletes their data later.

Discord says so when the bot is removed (an outage is told apart), but not what happened while the bot was not running:
so the servers it is on are compared with those of which it keeps anything. Direct messages have no server to leave.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

import discord

from bot.chat.background.clock import Clock
from bot.game.store import Store

log = logging.getLogger(__name__)


class Departures:
    """Deletes the data of servers `days` after the bot has left them; never, if that is 0."""

    def __init__(self, client: discord.Client, store: Store, days: int, clock: Clock) -> None:
        self._client = client
        self._store = store
        self._days = days
        self._clock = clock

    async def compare(self) -> None:
        """Note which servers the bot is no longer on, and which it is on again. Raises StoreUnavailable."""
        here = self._here()
        await self._store.erasure.note_returns(here)
        gone = {guild for guild in await self._store.erasure.guilds() if guild.isdecimal()} - here
        if gone:
            log.info("No longer on %d server(s) with stored data", len(gone))
            await self._store.erasure.note_departures(gone, self._clock.now())

    async def left(self, guild_id: int) -> None:
        """Note that the bot was removed from a server. Raises StoreUnavailable."""
        await self._store.erasure.note_departures([str(guild_id)], self._clock.now())

    async def joined(self, guild_id: int) -> None:
        """Note that the bot is on a server. Raises StoreUnavailable."""
        await self._store.erasure.note_returns([str(guild_id)])

    async def upkeep(self, now: datetime) -> None:
        """Have the data of servers deleted that the bot left long enough ago. Raises StoreUnavailable."""
        if not self._days or not self._client.is_ready():
            return
        await self._store.erasure.note_returns(self._here())
        deleted = await self._store.erasure.delete_departed(now - timedelta(days=self._days), now)
        if deleted:
            log.info("Deleting the data of %d server(s) left %d days ago", deleted, self._days)

    def _here(self) -> set[str]:
        return {str(guild.id) for guild in self._client.guilds}
