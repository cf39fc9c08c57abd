"""The health of this process as others see it: its state, its parts and its metrics.

Without HEALTH_PORT nothing is measured and nothing listens; only the interactions under way are tracked, because a stop
waits for them.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from time import monotonic
from typing import TYPE_CHECKING, Protocol

import aiohttp
import discord

from bot.chat.connection.leases import Keeper
from bot.errors import NO_ANSWER, StoreUnavailable
from bot.game.referee.resolver import Executor
from bot.game.store import ShardScope, Store
from bot.game.store.home.inspection import Look, look
from bot.settings import Settings
from bot.watch import health
from bot.watch.interaction_tracker import Tracker
from bot.watch.lag import Lag
from bot.watch.supervisor import Supervisor

if TYPE_CHECKING:
    from bot.watch.metrics import Metrics
    from bot.watch.server import HealthServer

log = logging.getLogger(__name__)

# Seconds that a look at the database counts, and that it may take.
_FRESH, _LONGEST_LOOK = 1.0, 2.0
_SESSION = "_HTTPClient__session"


@dataclass(slots=True)
class _Link:
    """A connection of a shard: since when it is there or not, a time in UTC."""

    connected: bool
    since: str


def replace_session(http: discord.http.HTTPClient, by: Callable[[aiohttp.ClientSession], object]) -> None:
    """Put another session in the place of the one of a client that has logged in."""
    # discord.py makes the session itself, and hands it to whatever answers interactions.
    setattr(http, _SESSION, by(getattr(http, _SESSION)))


class Sweeping(Protocol):
    """A sweep: how long its oldest result has been waiting and its present round has lasted, in seconds."""

    @property
    def oldest(self) -> float | None: ...

    @property
    def round(self) -> float | None: ...


def _nothing() -> None:
    """Do nothing."""


class Watch:
    """The state of one process; clients come and go until Discord is reached. `stop` is called to stop the bot."""

    def __init__(self, settings: Settings, stop: Callable[[], None] = _nothing) -> None:
        self.store: Store | None = None
        self.keeper: Keeper | None = None
        """Who keeps the leases of the shards, if other processes may have some."""
        self.hurried = asyncio.Event()
        """Set by the second order to stop: the bot waits for nothing then."""
        self._least_free = settings.least_free_mb << 20
        self._host, self._port = settings.health_host, settings.health_port
        self._stop = stop
        self._started = _now()
        self._version = _version() if self._port else ""
        self._metrics: Metrics | None = None
        if self._port:
            from bot.watch.metrics import Metrics

            self._metrics = Metrics(self._version, discord.__version__)
        self.tracker = Tracker(self._metrics.over if self._metrics else None)
        self._lag = Lag(self._metrics.lag) if self._metrics else None
        self._server: HealthServer | None = None
        self._supervisor = Supervisor(self._is_ready, self._is_live, settings.hang_seconds)
        self._client: discord.Client | None = None
        self._sweep: Sweeping | None = None
        self._scope, self._links = ShardScope(), dict[int, _Link]()
        self._served = self._stopping = False
        self._retry_at: float | None = None
        self._looking: asyncio.Task[Look | StoreUnavailable] | None = None
        self._looked: tuple[float, Look | StoreUnavailable] | None = None

    async def __aenter__(self) -> Watch:
        """Open the port, if there is one. Raises CannotStart if that is not possible."""
        if self._lag is not None:
            from bot.watch.server import HealthServer

            self._server = HealthServer(self.report, self.written, self.drain)
            await self._server.start(self._host, self._port)
        await self._supervisor.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._supervisor.__aexit__()
        if self._lag is not None:
            await self._lag.close()
        if self._server is not None:
            await self._server.close()
        if self._looking is not None:
            await asyncio.wait([self._looking])

    # --- reports by the bot

    def watches(self, client: discord.Client, sweep: Sweeping, shard_scope: ShardScope | None) -> None:
        """Watch this client, which has these shards, from now on; None is one."""
        self._client, self._sweep = client, sweep
        self._scope, self._links, self._retry_at = shard_scope or ShardScope(), {}, None

    def connected(self, shard: int) -> None:
        """Note that a shard is connected to Discord."""
        self._links[shard] = _Link(True, _now())
        self._served = self._served or self._is_connected()
        # A start holds up the event loop, and nobody waits for an answer yet.
        if self._lag is not None:
            self._lag.start()

    def disconnected(self, shard: int) -> None:
        """Note that it no longer is, or still is not."""
        if (link := self._links.get(shard)) is None or not link.connected:
            return
        self._links[shard] = _Link(False, _now())
        if self._metrics is not None:
            self._metrics.disconnected()

    def retries(self, seconds: float) -> None:
        """Note in how many seconds the first connection is tried again."""
        self._retry_at = monotonic() + seconds

    def stop(self) -> None:
        """Stop the bot; the second time, at once."""
        if self._stopping:
            self.hurried.set()
        self._stopping = True
        self._supervisor.stopping()
        self._stop()

    def drain(self) -> None:
        """Stop the bot; once more changes nothing."""
        if not self._stopping:
            self.stop()

    def name_commands(self, names: Iterable[str]) -> None:
        """Tell the metrics which commands there are."""
        if self._metrics is not None:
            self._metrics.name_commands(frozenset(names))

    def count_requests(self, http: discord.http.HTTPClient) -> None:
        """Count the requests of a client that has logged in, if anything is counted."""
        if self._metrics is not None:
            replace_session(http, self._metrics.counting)

    def timing(self, executor: Executor) -> Executor:
        """The executor, with its work counted if anything is."""
        return executor if self._metrics is None else self._metrics.timing(executor)

    # --- questions of others

    async def report(self) -> health.Report:
        """Look at every part of the bot."""
        looked, shards = await self._look(), self._shards()
        seen = looked if isinstance(looked, Look) else None
        return health.Report(
            self._state(shards),
            self._started,
            self._version,
            len(self.tracker),
            (
                health.gateway(shards, self._retry_in()),
                *([] if self.keeper is None else [health.leases(shards)]),
                health.database(
                    read=seen.read_seconds if seen else None,
                    write=seen.write_seconds if seen else None,
                    problem=looked.detail if isinstance(looked, StoreUnavailable) else "",
                    cause=looked.cause if isinstance(looked, StoreUnavailable) else None,
                ),
                health.disk(seen.free if seen else None, self._least_free),
                health.sweep(
                    waiting=seen.waiting if seen else None,
                    oldest=self._sweep.oldest if self._sweep else None,
                    round=self._sweep.round if self._sweep else None,
                ),
                health.loop(self._lag.worst if self._lag else 0.0),
            ),
            shards,
            self._scope.shards,
        )

    async def written(self) -> tuple[str, bytes]:
        """The metrics with their content type."""
        from bot.watch.metrics import CONTENT_TYPE

        assert self._metrics is not None
        report = await self.report()
        looked = self._looked[1] if self._looked else None
        self._metrics.take(report, looked.shared if isinstance(looked, Look) else {})
        return CONTENT_TYPE, self._metrics.written()

    def _is_live(self) -> bool:
        return not health.is_stuck(self._sweep.round if self._sweep else None)

    def _is_ready(self) -> bool:
        held = self._scope.ids if self.keeper is None else self.keeper.held
        return self._is_connected() and held >= self._scope.ids

    def _is_connected(self) -> bool:
        return all(id in self._links and self._links[id].connected for id in self._scope.ids)

    def _state(self, shards: tuple[health.Shard, ...]) -> str:
        if self._stopping:
            return health.STOPPING
        if self.store is None:
            return health.STARTING
        return health.state_of(shards) if self._served else health.CONNECTING

    def _shards(self) -> tuple[health.Shard, ...]:
        """The shards of this process as they are now."""
        client = self._client
        if client is None or client.is_closed():
            return ()
        latencies = dict(getattr(client, "latencies", None) or [(min(self._scope.ids), client.latency)])
        servers = Counter(guild.shard_id for guild in client.guilds)
        return tuple(self._shard(id, latencies.get(id, math.nan), servers[id]) for id in sorted(self._scope.ids))

    def _shard(self, id: int, latency: float, servers: int) -> health.Shard:
        link = self._links.get(id, _Link(False, ""))
        keeper, owner = self.keeper, None
        if keeper is not None and id not in keeper.held:
            owner = keeper.owners.get(id, "")
        seconds = latency if link.connected and math.isfinite(latency) else None
        return health.Shard(id, link.connected, link.since, servers, seconds, owner)

    def _retry_in(self) -> float | None:
        return None if self._retry_at is None else max(0.0, self._retry_at - monotonic())

    async def _look(self) -> Look | StoreUnavailable | None:
        """Look at the database; return the error if that fails, and None before it is open."""
        if self.store is None:
            return None
        if self._looked is not None and monotonic() - self._looked[0] < _FRESH:
            return self._looked[1]
        if self._looking is None:
            self._looking = asyncio.create_task(self._timed(self.store))
        looking = self._looking
        # One that does not end cannot be cancelled, and another would only wait behind it.
        await asyncio.wait([looking], timeout=_LONGEST_LOOK)
        if looking.done():
            return looking.result()
        return StoreUnavailable(f"no answer for {_LONGEST_LOOK:.0f} s", NO_ANSWER)

    async def _timed(self, store: Store) -> Look | StoreUnavailable:
        """Look at the database and count how long it takes; return the error if that fails."""
        try:
            seen: Look | StoreUnavailable = await look(store)
        except StoreUnavailable as error:
            seen = error
        # The next look may be better, so this one must end.
        except Exception as error:
            log.warning("looking at the database failed", exc_info=True)
            seen = StoreUnavailable(f"looking at it failed with {type(error).__name__}")
        if self._metrics is not None and isinstance(seen, Look):
            self._metrics.database("read", seen.read_seconds)
            self._metrics.database("write", seen.write_seconds)
        self._looked, self._looking = (monotonic(), seen), None
        return seen


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("skirmish-referee")
    except PackageNotFoundError:
        return "unknown"
