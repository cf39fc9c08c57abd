"""Shards: which a process connects, and that no other process has them meanwhile.

1. Without SHARD_COUNT, a process has all shards that Discord recommends, and needs no lease.
2. With SHARD_IDS, it claims a lease for each of its shards in the database. While another process has one of them, it
   waits: that is how a restarted bot takes over from the old one, which gives its leases back as it stops.
3. Leases are renewed three times before they would end, and more often after an error. A process that could not renew
   its own in time stops: another one may have its shards by now. A process that was suspended checks
   its leases within a second.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import EventItem, EventType, Shard

from bot.chat.background.clock import Clock
from bot.errors import StoreUnavailable
from bot.game.store import ShardScope, Store

log = logging.getLogger(__name__)

# Seconds that a lease lasts, between two renewals, and between two looks at a lease of another process.
LEASE, _RENEWAL, _LOOK = 30.0, 10.0, 1.0


class MoreShards(Exception):
    """Discord recommends this number of shards, and the client has one."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@asynccontextmanager
async def leased(
    store: Store, shard_scope: ShardScope, stop: asyncio.Event, clock: Clock | None = None
) -> AsyncIterator[None]:
    """Have the leases of these shards inside the block, as far as they are known not to be the whole.

    Waits for them until `stop` is set, and sets it when they are lost.
    """
    if shard_scope.whole:
        yield
        return
    keeper = _Keeper(store, shard_scope, clock or Clock())
    store.look_after(shard_scope)
    renewing: asyncio.Task[None] | None = None
    try:
        if await keeper.claimed(stop):
            renewing = asyncio.create_task(keeper.renew(stop.set))
        yield
    finally:
        if renewing:
            renewing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await renewing
        with contextlib.suppress(StoreUnavailable):
            await store.leases.release(keeper.owner)


class _Keeper:
    """Claims and renews the leases of a process."""

    def __init__(self, store: Store, shard_scope: ShardScope, clock: Clock) -> None:
        self.owner = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._store = store
        self._shard_scope = shard_scope
        self._clock = clock
        # When the leases end, by the clock of this process, and by the time of day.
        self._until, self._ends = 0.0, datetime.max.replace(tzinfo=UTC)

    async def claimed(self, stop: asyncio.Event) -> bool:
        """Wait until all leases are claimed (True) or the process has to stop."""
        reported = False
        while not stop.is_set():
            with contextlib.suppress(StoreUnavailable):
                if not (others := await self._claim()):
                    log.info("This process has %s", self._named(self._shard_scope.ids))
                    return True
                if not reported:
                    log.warning(
                        "%s: another process has them (%s); waiting until it stops",
                        self._named(others),
                        ", ".join(sorted({by.rpartition(":")[0] for by in others.values()})),
                    )
                    reported = True
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), _LOOK)
        return False

    async def renew(self, lost: Callable[[], None]) -> None:
        """Renew the leases until they are lost."""
        pause = _RENEWAL
        while True:
            await self._rest(pause)
            try:
                others = await self._claim()
            # Whatever the error is: without this task, nothing would notice that the leases end.
            except Exception as error:
                if self._clock.monotonic() < self._until and self._clock.now() < self._ends:
                    log.warning("The leases cannot be renewed: %s", error)
                    pause = min(_LOOK, _RENEWAL)
                    continue
                log.error("The leases could not be renewed in time; stopping")
                return lost()
            if others:
                log.error("Another process has taken %s; stopping", self._named(others))
                return lost()
            pause = _RENEWAL

    async def _rest(self, seconds: float) -> None:
        """Wait so long, or until the leases are over by the time of day: while a machine sleeps, waits stand still."""
        over = self._clock.monotonic() + seconds
        while True:
            await asyncio.sleep(min(seconds, _LOOK))
            if self._clock.monotonic() >= over or self._clock.now() >= self._ends:
                return

    async def _claim(self) -> dict[int, str]:
        # Both before the database is asked, which may take its time.
        now, ends = self._clock.now(), self._clock.monotonic() + LEASE
        until = now + timedelta(seconds=LEASE)
        others = await self._store.leases.claim(self._shard_scope.shards, self._shard_scope.ids, self.owner, now, until)
        if not others:
            self._until, self._ends = ends, until
        return others

    def _named(self, ids: Any) -> str:
        return f"shard(s) {', '.join(map(str, sorted(ids)))} of {self._shard_scope.shards}"


class ResumingShard(Shard):
    """One of several connections of a process. discord.py's own begins a new session if it cannot reconnect at once,
    and then misses what happened meanwhile; this one resumes its session, as the client with one connection does."""

    async def reconnect(self) -> None:
        """Connect again, and resume the session."""
        self._cancel_task()
        try:
            resumed = DiscordWebSocket.from_client(
                self._client,
                shard_id=self.id,
                gateway=self.ws.gateway,
                resume=True,
                session=self.ws.session_id,
                sequence=self.ws.sequence,
            )
            self.ws = await asyncio.wait_for(resumed, timeout=60.0)
        except self._handled_exceptions as error:
            await self._handle_disconnect(error)
        except ReconnectWebSocket as error:
            event = EventType.resume if error.resume else EventType.identify
            self._queue_put(EventItem(event, self, error))
        except asyncio.CancelledError:
            return
        except Exception as error:
            self._queue_put(EventItem(EventType.terminate, self, error))
        else:
            self.launch()
