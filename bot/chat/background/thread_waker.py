"""Keeps threads of open encounters out of Discord's archive, where they would vanish from their players' lists.

1. Discord archives a thread after a week in which nobody wrote, brought it back or changed how long it stays. So each
   thread is woken every few days, whatever is posted there; when that is due is stored with the thread.
2. Waking is silent: the thread's time is changed and put back. It also brings back what was archived meanwhile.
3. Once a minute those that are due are woken, a few at a time. If Discord refuses, the thread is left alone until it is
   due again; after an outage it is tried again in an hour. A deleted thread is left to the next result, whose GM hears
   of it.

An encounter that has ended lets its threads rest; one that is open again has them woken.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.chat.outgoing.messages import TROUBLE, refused
from bot.chat.outgoing.side_threads import LONGEST_AWAKE, WAKE_EVERY
from bot.game.store import Store, ThreadRow

log = logging.getLogger(__name__)

_SHORTER: Final = 4_320
_AGAIN = timedelta(hours=1)
_AT_ONCE = 5
_LONGEST_TRY = 10.0


class ThreadWaker:
    """Wakes the threads that are due."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client = client
        self._store = store

    async def upkeep(self, now: datetime) -> None:
        """Wake the threads that are due, a few at most. Raises StoreUnavailable."""
        for row in await self._store.threads.drowsy(now, _AT_ONCE):
            await self._store.threads.wake_at(row, await self._next(row, now))

    async def _next(self, row: ThreadRow, now: datetime) -> datetime | None:
        """Wake a thread, and return when to do it again."""
        if isinstance(self._client.get_channel(int(row.channel_id)), discord.abc.GuildChannel):
            return None
        try:
            async with asyncio.timeout(_LONGEST_TRY):
                await wake(self._client, row.channel_id)
        except TROUBLE as error:
            log.warning("thread %s could not be kept out of the archive: %s", row.channel_id, error)
            return now + (WAKE_EVERY if refused(error) else _AGAIN)
        return now + WAKE_EVERY


async def wake(client: discord.Client, thread: str) -> None:
    """Bring a thread back from the archive, or keep it from there for as long as Discord allows. Raises TROUBLE."""
    # Only a time that changes counts as activity.
    await client.http.edit_channel(int(thread), archived=False, auto_archive_duration=_SHORTER)
    await client.http.edit_channel(int(thread), auto_archive_duration=LONGEST_AWAKE)
