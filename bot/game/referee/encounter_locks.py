"""Locks by encounter: in this process, the orders of an encounter are resolved one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from bot.errors import StoreUnavailable

# Seconds to wait for earlier orders: with the store's own patience this stays below Discord's three.
_TURN = 1.0
_NO_TURN = "I am still resolving an earlier order here. Try again in a moment."


class EncounterLocks:
    """A lock for each encounter, kept while somebody holds it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.listeners: list[Callable[[str], None]] = []
        """Functions called with the encounter's id after each turn, even a failed one."""

    def lock(self, encounter_id: str) -> asyncio.Lock:
        """Return the lock under which an encounter changes."""
        return self._locks.setdefault(encounter_id, asyncio.Lock())

    @asynccontextmanager
    async def taken(self, encounter_id: str) -> AsyncIterator[bool]:
        """Take a turn in an encounter; yield whether others had theirs first.

        Raises StoreUnavailable if they take long.
        """
        lock = self.lock(encounter_id)
        late = lock.locked()
        try:
            # Somebody may wait for a lock that is free: they were woken, and have not come to take it.
            async with asyncio.timeout(_TURN):
                await lock.acquire()
        except TimeoutError:
            raise StoreUnavailable(_NO_TURN) from None
        try:
            yield late
        finally:
            lock.release()
            for ended in self.listeners:
                ended(encounter_id)
