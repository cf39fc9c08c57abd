"""Which shards a process has, and which process answers an interaction.

1. A process without SHARD_COUNT, or on an SQLite file, has all servers and takes no lease.
2. Any other one claims a lease for each of its shards in the database, and renews it three times before it would end.
   If it cannot, because the database is away, it has no shard from then on: nothing happens by itself, and users read
   that their orders are refused. It claims its shards again as soon as it can, and never ends for this.
3. While another process has a shard, this one stands by. It connects nevertheless: Discord sends each event of a shard
   to all its sessions, and the lease decides who answers. A process that has started wants its shards as soon as it
   is ready, and then gets them one after another; so a restart has no gap.
4. Who hands a shard over notes the newest interaction that it has let in, the *cut*, and gives the lease back in the
   same write. Interactions up to the cut remain its own, even if they arrive later; those after it are of the process
   that claims the lease. One that arrives at a process without the lease waits a moment for the decision.
5. A process that stops hands its shards over to one that stands by, and waits for one that is starting.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any

from bot.chat.background.clock import Clock
from bot.errors import StoreAway, StoreUnavailable
from bot.game.store import ShardScope, Store
from bot.game.store.parts.leases import Lease, Waiting
from rules.engine.records.errors import NotNow
from rules.engine.records.frozen import dataclass

log = logging.getLogger(__name__)

# Seconds that a lease lasts, between two renewals, and between two looks, with and without all shards.
LEASE, _RENEWAL, _LOOK, _STANDBY = 30.0, 10.0, 1.0, 0.2
# Seconds that a note of a process that waits counts: clocks differ by less than ten.
_NOTED = 15.0
# Seconds for which a process does not claim a shard that it has handed over.
_LEFT_ALONE = 5.0
# Seconds that an interaction waits for a decision, and at most for a look. Discord waits three for an answer.
COURTESY, _LONGEST = 1.5, 2.2


class Restarting(NotNow):
    """An order that no process carries out at the moment; nothing is stored."""

    def __init__(self) -> None:
        super().__init__("The bot is restarting. Try again in a minute.")


@dataclass(frozen=True, slots=True)
class _Held:
    """A shard that this process has: the last interaction of the owner before, and when the lease ends, by the time of
    day and by the clock of this process."""

    cut: int
    until: datetime
    over: float


class Keeper:
    """Claims, renews and hands over the leases of a process. `on_gained` is called when it has got shards."""

    def __init__(self, store: Store, shard_scope: ShardScope, clock: Clock | None = None) -> None:
        self.owner = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self.shard_scope = shard_scope
        self.on_gained: Callable[[], None] = _nothing
        self._store = store
        self._clock = clock or Clock()
        self._held: dict[int, _Held] = {}
        # The shards that it has not had yet, and wants when it is ready.
        self._new = set(shard_scope.ids)
        self._ready = self._stopping = self._blocked = False
        # By shard: the newest interaction that was let in, the last one of those handed over, and until when a shard
        # that was handed over is left alone.
        self._newest: dict[int, int] = {}
        self._last: dict[int, int] = {}
        self._left_alone: dict[int, float] = {}
        # The leases of others, with the moment at which each was seen to be renewed.
        self._others: dict[int, tuple[Lease, float]] = {}
        self._renew_at = self._note_at = 0.0
        self._looked_at = -LEASE
        self._problem: Exception | None = None
        self._turn = asyncio.Lock()
        self._changed = asyncio.Event()
        store.look_after(ShardScope(shard_scope.shards, frozenset()))

    # --- interactions

    def decided(self, interaction: Mapping[str, Any]) -> bool | None:
        """Return whether an interaction is this process's to answer, None if that is not decided yet."""
        shard, id = self._shard(interaction), int(interaction["id"])
        if id <= self._last.get(shard, 0):
            return True
        held = self._held.get(shard)
        if held is None or self._is_over(held):
            return None
        if id <= held.cut:
            return False
        self._newest[shard] = max(id, self._newest.get(shard, 0))
        return True

    async def decision(self, interaction: Mapping[str, Any]) -> bool:
        """Wait a moment for the decision.

        Raises Restarting or StoreAway if the interaction will be answered by no process.
        """
        came = self._clock.monotonic()
        while (decided := self.decided(interaction)) is None and (left := self._waits(came)) > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
        if decided is not None:
            return decided
        if self._stopping and self._shard(interaction) in self._left_alone:
            # It was handed over to a process that stood by.
            return False
        if self._problem is not None:
            raise StoreAway from self._problem
        _, renewed = self._others.get(self._shard(interaction), (None, -LEASE))
        if self._clock.monotonic() - renewed > _RENEWAL + 3 * _LOOK:
            raise Restarting
        return False

    def _waits(self, came: float) -> float:
        """Return for how many seconds an interaction of that moment still waits: for a look at the leases as well."""
        if self._stopping:
            return 0.0
        longest = COURTESY if self._looked_at >= came or self._problem else max(COURTESY, _LONGEST)
        return came + longest - self._clock.monotonic()

    def _shard(self, interaction: Mapping[str, Any]) -> int:
        """Return the shard of an interaction. One from a server that the bot is not on comes as it pleases Discord."""
        shard = self.shard_scope.shard_of(str(interaction.get("guild_id") or ""))
        return shard if shard in self.shard_scope.ids else min(self.shard_scope.ids)

    # --- what the process knows

    @property
    def held(self) -> frozenset[int]:
        """The shards that this process has now."""
        return frozenset(shard for shard, held in self._held.items() if not self._is_over(held))

    @property
    def owners(self) -> Mapping[int, str]:
        """The machine and process that have each of the shards that another process has."""
        return {shard: lease.owner.rpartition(":")[0] for shard, (lease, _) in self._others.items()}

    @property
    def ready(self) -> bool:
        """Whether this process could answer interactions of its shards."""
        return self._ready

    def is_ready(self) -> None:
        """Note that it could: it is connected, with all that it needs."""
        self._ready = True
        self._note_at = 0.0

    # --- leases

    async def run(self) -> None:
        """Keep the leases until the task is cancelled."""
        while True:
            try:
                async with self._turn:
                    await self._round()
                if self._problem is not None:
                    log.info("The leases can be read again")
                self._problem = None
            # Whatever the error is: without this task, nothing would notice that the leases end.
            except Exception as error:
                if self._problem is None:
                    log.warning("The leases cannot be renewed: %s", error)
                self._problem = error
            if over := [shard for shard, held in self._held.items() if self._is_over(held)]:
                log.error("The leases of %s are over; orders there are refused until they are back", self._named(over))
                self._drop(over)
            await asyncio.sleep(_STANDBY if self._others and not self._problem else _LOOK)

    async def step_back(self, patience: float, hurried: asyncio.Event) -> None:
        """Hand every shard over to a process that stands by; wait for one that is starting, but no longer than
        `patience` seconds or until there is no time. Claims nothing from now on."""
        self._stopping = True
        self._wake()
        over = self._clock.monotonic() + patience
        waits = True
        while waits and not hurried.is_set():
            try:
                async with self._turn:
                    waits = await self._step_back()
            except StoreUnavailable as error:
                log.warning("The leases cannot be handed over: %s", error)
                return
            waits = waits and self._clock.monotonic() < over
            with contextlib.suppress(TimeoutError):
                if waits:
                    await asyncio.wait_for(hurried.wait(), _STANDBY)

    async def _step_back(self) -> bool:
        """Hand over what can be; return whether somebody is starting who will take the rest."""
        now, starting = self._clock.now(), False
        for lease in await self._store.leases.all():
            if lease.owner == self.owner and lease.shard in self._held:
                if lease.ready and lease.ready >= now:
                    await self._hand_over(lease.shard)
                elif lease.starting and lease.starting >= now:
                    starting = True
        return starting

    async def _round(self) -> None:
        """Look at all leases; hand over, claim, renew and note what is due."""
        leases, now, at = await self._looked()
        for lease in leases:
            if lease.owner == self.owner and lease.shard in self._held and lease.wanted and lease.wanted >= now:
                await self._hand_over(lease.shard)
        missing = self.shard_scope.ids - self._held.keys()
        due = {shard for shard in missing if self._left_alone.get(shard, 0.0) <= at}
        due = set() if self._stopping or self._blocked else due - self._others.keys()
        if due or (self._held and at >= self._renew_at):
            until = now + timedelta(seconds=LEASE)
            await self._store.leases.claim(self.shard_scope.shards, due | self._held.keys(), self.owner, now, until)
            self._renew_at = at + _RENEWAL
            await self._looked()
        if self._others and at >= self._note_at and not self._stopping:
            await self._note_waiting(now)
            self._note_at = at + _NOTED / 3

    async def _looked(self) -> tuple[tuple[Lease, ...], datetime, float]:
        """Look at all leases, and know which are this process's; return them with the time before the look."""
        # Both before the database is asked, which may take its time.
        now, at = self._clock.now(), self._clock.monotonic()
        leases = await self._store.leases.all()
        valid = {lease.shard: (lease, lease.until) for lease in leases if lease.until and lease.until >= now}
        mine = {
            shard: _Held(lease.cut, until, at + (until - now).total_seconds())
            for shard, (lease, until) in valid.items()
            if lease.owner == self.owner
        }
        seen = self._others
        others = {shard: lease for shard, (lease, _) in valid.items() if lease.owner != self.owner}
        self._blocked = any(lease.shards != self.shard_scope.shards for lease in others.values())
        self._others = {
            shard: seen[shard] if shard in seen and seen[shard][0].until == lease.until else (lease, at)
            for shard, lease in others.items()
            if self._blocked or shard in self.shard_scope.ids
        }
        if met := self._others.keys() - seen.keys():
            owners = ", ".join(sorted({self.owners[shard] for shard in met}))
            log.warning("%s: another process has them (%s); standing by", self._named(met), owners)
        if taken := self._held.keys() - mine.keys():
            log.warning("This process no longer has %s", self._named(taken))
            self._drop(taken)
        self._looked_at = at
        gained = mine.keys() - self._held.keys()
        self._held = mine
        if gained:
            log.info("This process has %s", self._named(gained))
            self._new -= gained
            self._look_after()
            self.on_gained()
        return leases, now, at

    async def _hand_over(self, shard: int) -> None:
        cut = self._last[shard] = max(self._newest.get(shard, 0), self._held[shard].cut)
        self._left_alone[shard] = self._clock.monotonic() + _LEFT_ALONE
        # From here on, what comes after the cut waits. If the write fails, the next look finds the lease as it is.
        self._drop([shard])
        log.info("Handing over %s", self._named([shard]))
        await self._store.leases.hand_over(shard, self.owner, cut)

    async def _note_waiting(self, now: datetime) -> None:
        until, leases, shards = now + timedelta(seconds=_NOTED), self._store.leases, self.shard_scope.shards
        how = [Waiting.READY] if self._ready else [Waiting.STARTING]
        await leases.wait_for(shards, self._others.keys(), self.owner, how, until)
        if self._ready and (wanted := self._new & self._others.keys()):
            await leases.wait_for(shards, wanted, self.owner, [Waiting.WANTS], until)

    def _drop(self, shards: Collection[int]) -> None:
        """Have these shards no longer."""
        self._held = {shard: held for shard, held in self._held.items() if shard not in shards}
        self._look_after()

    def _look_after(self) -> None:
        self._store.look_after(ShardScope(self.shard_scope.shards, frozenset(self._held)))
        self._wake()

    def _wake(self) -> None:
        """Have interactions that wait looked at again."""
        self._changed.set()
        self._changed = asyncio.Event()

    def _is_over(self, held: _Held) -> bool:
        # While a machine sleeps, a monotonic clock may stand still.
        return self._clock.monotonic() >= held.over or self._clock.now() >= held.until

    def _named(self, ids: Collection[int]) -> str:
        return f"shard(s) {', '.join(map(str, sorted(ids)))} of {self.shard_scope.shards}"


@asynccontextmanager
async def leased(store: Store, shard_scope: ShardScope, clock: Clock | None = None) -> AsyncIterator[Keeper]:
    """Keep the leases of these shards inside the block, and give back afterwards those that were not handed over."""
    keeper = Keeper(store, shard_scope, clock)
    running = asyncio.create_task(keeper.run())
    try:
        yield keeper
    finally:
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running
        with contextlib.suppress(StoreUnavailable):
            await store.leases.release(keeper.owner)


def _nothing() -> None:
    """Do nothing."""
