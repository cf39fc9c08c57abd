"""The metrics of `/metrics`, for Prometheus. Labels come from closed lists: nothing that people type, and no ids.

This module is imported only if HEALTH_PORT is set.
"""

from __future__ import annotations

import platform
import time
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from time import perf_counter
from typing import Any, Protocol, TypeVar

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

from bot.errors import CAUSES, BotError
from bot.watch.health import Report
from bot.watch.interaction_tracker import COMMAND, KINDS, OTHER, OUTCOMES, Tracked

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
_ANSWERS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30, 60)
_SHORT = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
_SCOPES = ("user", "global", "shared")
_STATUSES = frozenset(range(400, 432)) | {451} | frozenset(range(500, 512)) | frozenset(range(520, 531))
_NO_ANSWER = "no answer"
_DONE, _REFUSED, _INTERRUPTED = "done", "refused", "interrupted"
_SHARED = {
    "open_encounters": "Open encounters in the whole database; of several processes, the one with shard 0 counts them.",
    "waiting_results": "Results in the whole database that are stored and not yet shown; counted like that as well.",
}
"""The counts for all processes that share a database."""

R = TypeVar("R")


class Runs(Protocol):
    """Does long work, as `bot.game.referee.resolver.Executor`."""

    def run(self, work: Callable[..., Iterable[R]], *given: Any) -> Coroutine[Any, Any, list[R]]: ...


class Metrics:
    """The metrics of one process, in a registry of its own."""

    def __init__(self, version: str, library: str) -> None:
        self._registry = registry = CollectorRegistry()
        self._orders = Counter(
            "referee_orders", "Interactions by command and outcome.", ["command", "outcome"], registry=registry
        )
        self._answers = Histogram(
            "referee_answer_seconds",
            "Time from an interaction to its first answer; promises do not count.",
            ["kind"],
            buckets=_ANSWERS,
            registry=registry,
        )
        self._requests = Histogram(
            "referee_discord_request_seconds",
            "Time that Discord takes to answer a request.",
            buckets=_ANSWERS,
            registry=registry,
        )
        self._errors = Counter("referee_discord_errors", "Errors of Discord by status.", ["status"], registry=registry)
        self._limits = Counter(
            "referee_discord_rate_limits", "Requests that Discord's rate limits refused.", ["scope"], registry=registry
        )
        self._disconnects = Counter("referee_gateway_disconnects", "Lost gateway connections.", registry=registry)
        self._long = Histogram(
            "referee_long_order_seconds",
            "Time that an order takes in the process for long orders.",
            ["outcome"],
            buckets=_ANSWERS,
            registry=registry,
        )
        self._lag = Histogram(
            "referee_loop_lag_seconds", "How late the event loop is.", buckets=_SHORT, registry=registry
        )
        self._database = Histogram(
            "referee_database_seconds",
            "Time that the database takes for a probe, one for each look at /healthz or /metrics.",
            ["access"],
            buckets=_SHORT,
            registry=registry,
        )
        self._gauges = {
            name: Gauge(f"referee_{name}", text, registry=registry)
            for name, text in {
                "up": "1 if the bot serves and every part of it is good.",
                "ready": "1 if people can play.",
                "gateway_connected": "1 while the bot is connected to Discord.",
                "gateway_latency_seconds": "Time that the gateway takes to answer a heartbeat.",
                "guilds": "Servers that the bot is on.",
                "database_ok": "1 if the database can be read and written.",
                "disk_free_bytes": "Bytes that are free on the disk of the database's file.",
                "disk_bound_bytes": "Bytes that have to be free there.",
                "waiting_results": "Results on this process's servers that are stored and not yet shown.",
                "waiting_oldest_seconds": "How long the oldest of them has been waiting.",
                "orders_under_way": "Interactions that are being answered.",
                "shard_count": "Shards of all processes.",
            }.items()
        }
        self._shards = {
            name: Gauge(f"referee_shard_{name}", text, ["shard"], registry=registry)
            for name, text in {
                "connected": "1 while the shard is connected to Discord.",
                "leased": "1 while this process answers for the shard.",
                "latency_seconds": "Time that Discord takes to answer the shard's heartbeat.",
                "guilds": "Servers of the shard.",
            }.items()
        }
        for gauge in ("gateway_latency_seconds", "waiting_results", "waiting_oldest_seconds"):
            self._gauges[gauge].set(float("nan"))
        problems = Gauge(
            "referee_database_problem",
            "1 for the cause for which the database is not available.",
            ["cause"],
            registry=registry,
        )
        self._problems = {cause: problems.labels(cause) for cause in CAUSES}
        self._shared: dict[str, Gauge] = {}
        Info("referee", "Versions.", registry=registry).info(
            {"version": version, "discord_py": library, "python": platform.python_version()}
        )
        OwnProcess(registry)
        self._commands: frozenset[str] = frozenset()
        self._counted: dict[tuple[str, str], Counter] = {}
        self._timed = {kind: self._answers.labels(kind) for kind in KINDS}
        self._begin_at_zero()

    def _begin_at_zero(self) -> None:
        """Show every label from the start: the first time that something happens is an increase only then."""
        for status in (*sorted(map(str, _STATUSES)), OTHER, _NO_ANSWER):
            self._errors.labels(status)
        for scope in (*_SCOPES, OTHER):
            self._limits.labels(scope)
        for outcome in (_DONE, _REFUSED, _INTERRUPTED):
            self._long.labels(outcome)
        for access in ("read", "write"):
            self._database.labels(access)
        self.name_commands(())

    def name_commands(self, names: Collection[str]) -> None:
        """Count the interactions of these commands by name; any other command is `other`."""
        self._commands = frozenset(names)
        for command in {*names, *KINDS, OTHER} - {COMMAND}:
            for outcome in OUTCOMES:
                self._orders.labels(command, outcome)

    def over(self, tracked: Tracked) -> None:
        """Count an interaction that is over."""
        key = tracked.command, tracked.outcome
        counter = self._counted.get(key)
        if counter is None:
            command = key[0] if tracked.kind != COMMAND or key[0] in self._commands else OTHER
            counter = self._orders.labels(command, key[1] if key[1] in OUTCOMES else OTHER)
            if command == key[0]:
                self._counted[key] = counter
        counter.inc()
        if (seconds := tracked.seconds) is not None:
            self._timed[tracked.kind].observe(seconds)

    def lag(self, seconds: float) -> None:
        """Count how late the event loop was."""
        self._lag.observe(seconds)

    def disconnected(self) -> None:
        """Count a lost gateway connection."""
        self._disconnects.inc()

    def database(self, access: str, seconds: float) -> None:
        """Count a probe of the database: `read` or `write`."""
        self._database.labels(access).observe(seconds)

    def counting(self, session: aiohttp.ClientSession) -> CountingSession:
        """The session, with its requests counted."""
        return CountingSession(session, self)

    def responded(self, status: int, scope: str, seconds: float) -> None:
        """Count an answer of Discord to a request; `scope` is that of its rate limit."""
        self._requests.observe(seconds)
        if status < 400:
            return
        self._errors.labels(str(status) if status in _STATUSES else OTHER).inc()
        if status == 429:
            self._limits.labels(scope if scope in _SCOPES else OTHER).inc()

    def no_response(self) -> None:
        """Count a request that got no answer."""
        self._errors.labels(_NO_ANSWER).inc()

    def timing(self, executor: Runs) -> TimedExecutor:
        """The executor, with its work counted."""
        return TimedExecutor(executor, self._long)

    def take(self, report: Report, shared: Mapping[str, int]) -> None:
        """Show what a report says, and what this process counted in the whole database; nothing if another one does."""
        parts = {part.name: part for part in report.parts}
        figures = {name: value for part in report.parts for name, value in part.figures.items()}
        for name, value in {
            "up": report.well,
            "ready": report.ready,
            "gateway_connected": parts["gateway"].ok,
            "gateway_latency_seconds": figures["latency_seconds"],
            "guilds": figures["servers"],
            "database_ok": parts["database"].ok,
            "disk_free_bytes": figures["free_bytes"],
            "disk_bound_bytes": figures["bound_bytes"],
            "waiting_results": figures["waiting"],
            "waiting_oldest_seconds": figures["oldest_seconds"],
            "orders_under_way": report.under_way,
            "shard_count": report.shard_count,
        }.items():
            self._gauges[name].set(_number(value))
        for shard in report.shards:
            for name, value in {
                "connected": shard.connected,
                "leased": shard.owner is None,
                "latency_seconds": shard.latency,
                "guilds": shard.servers,
            }.items():
                self._shards[name].labels(shard.id).set(_number(value))
        for cause, gauge in self._problems.items():
            gauge.set(cause == parts["database"].cause)
        for name in shared.keys() - self._shared.keys():
            self._shared[name] = Gauge(f"referee_database_{name}", _SHARED[name], registry=self._registry)
        for name in self._shared.keys() - shared.keys():
            self._registry.unregister(self._shared.pop(name))
        for name, number in shared.items():
            self._shared[name].set(number)

    def written(self) -> bytes:
        """The metrics as Prometheus reads them."""
        return generate_latest(self._registry)


class OwnProcess(ProcessCollector):
    """The memory, processor time and files of this process, also where `/proc` shows processes alone
    (`ProcSubset=pid`): the library finds the start of the system in `/proc/stat`, and a clock tells it as well."""

    def __init__(self, registry: CollectorRegistry, proc: str = "/proc") -> None:
        super().__init__(proc=proc, registry=None)
        if not self._btime and hasattr(time, "CLOCK_BOOTTIME"):
            self._btime = round(time.time() - time.clock_gettime(time.CLOCK_BOOTTIME))
        registry.register(self)


def _number(value: float | None) -> float:
    """A value as a gauge has it."""
    return float("nan") if value is None else float(value)


class CountingSession:
    """A session of aiohttp that counts its requests, with those that discord.py repeats by itself.

    aiohttp's own tracing takes five times as long.
    """

    def __init__(self, session: aiohttp.ClientSession, metrics: Metrics) -> None:
        self._session = session
        self._metrics = metrics

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    @asynccontextmanager
    async def request(self, method: str, url: str, **options: Any) -> AsyncIterator[aiohttp.ClientResponse]:
        """Ask, and count the answer."""
        began = perf_counter()
        context = self._session.request(method, url, **options)
        try:
            response = await context.__aenter__()
        except aiohttp.ClientResponseError as error:
            self._metrics.responded(error.status, "", perf_counter() - began)
            raise
        except (aiohttp.ClientError, OSError):
            self._metrics.no_response()
            raise
        scope = response.headers.get("X-RateLimit-Scope", "") if response.status == 429 else ""
        self._metrics.responded(response.status, scope, perf_counter() - began)
        async with response:
            yield response


class TimedExecutor:
    """An executor of long orders that times them."""

    def __init__(self, executor: Runs, seconds: Histogram) -> None:
        self._executor = executor
        self._seconds = seconds

    async def run(self, work: Callable[..., Iterable[R]], *given: Any) -> list[R]:
        """Return all that the work yields. Raises what it raises, and Interrupted."""
        with self._timed():
            return await self._executor.run(work, *given)

    @contextmanager
    def _timed(self) -> Iterator[None]:
        began, outcome = perf_counter(), _INTERRUPTED
        try:
            yield
            outcome = _DONE
        except BotError:
            raise
        except Exception:
            # The rules refuse it, or ask for something.
            outcome = _REFUSED
            raise
        finally:
            self._seconds.labels(outcome).observe(perf_counter() - began)
