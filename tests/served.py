"""The real bot served on the stand-in, for tests that act as people over the real protocol."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import discord
from pydantic import SecretStr

from bot.chat.background.clock import Clock
from bot.chat.connection.client import RefereeClient
from bot.chat.connection.lifecycle import client_for
from bot.chat.connection.process_health import Watch
from bot.game.store import ShardScope, Store
from bot.game.store.home.shard_scope import EVERYWHERE
from bot.play.firing_range import FIRING_RANGE
from bot.settings import Settings
from standin.driver import Answer, Person
from standin.gateway.session import shard_of
from standin.server import Playground
from tests import forks, homes
from tests.clocks import Hurried
from tests.common_settings import usual_in_tests
from tests.openapi import OPENAPI
from tests.waiting import patience, unhurried

ROOT = forks.ROOT

CHANNEL = "skirmish"
CONFIRMED = frozenset({"Next anyway", "Run anyway"})
"""Buttons that people of most tests press at once: their fighters need not act. The questions are in test_passing_over.
"""


def stand_in(port: int = 0) -> Playground:
    """A stand-in for Discord, checked by its specification, on which the referee is at home.

    Nobody waits for rate limits, whose windows are seconds; tests of them enforce them.
    """
    playground = unhurried(Playground(port, openapi=OPENAPI, names=FIRING_RANGE))
    playground.rate_limits.enforced = False
    playground.world.confirms = CONFIRMED
    return playground


@dataclass
class Served:
    """A bot that runs in this process, and the stand-in it talks to."""

    playground: Playground
    client: RefereeClient
    store: Store
    watch: Watch

    def person(self, name: str) -> Person:
        """Somebody to act as."""
        return self.playground.person(name)

    async def seqs(self) -> list[int]:
        """The numbers of all entries of the channel's encounter."""
        row = await self.store.journal.open_encounter(self.person("GM").channel_id(CHANNEL))
        assert row is not None
        return [e.seq for e in await self.store.journal.entries(row.id, limit=1000)]


@asynccontextmanager
async def connected(
    playground: Playground, database: Path | str, clock: Clock | None = None, ruleset: str = "aliens", **settings: Any
) -> AsyncIterator[Served]:
    """The bot in this process on a stand-in that is there already; unless a clock is given, it sweeps all the time.

    Unless `settings` say otherwise, people may order as fast as they like, encounters stay open, and a stop waits a
    second.
    """
    base, gateway = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    before = connections(playground)
    discord.http.Route.BASE = playground.api_url
    # Built without reading the environment or a .env that lies about.
    chosen = Settings.model_construct(
        discord_token=SecretStr("test"),
        discord_api_url=playground.api_url,
        database_url=await homes.url(database),
        default_ruleset=ruleset,
        **{
            "orders_per_minute": 0,
            "inactive_days": 0,
            "deadline_seconds": 0,
            "stop_timeout": 1,
            "least_free_mb": 0,
            **settings,
        },
    )
    async with (
        _others(playground, database) as shard_scope,
        await Store.open(database) as store,
        Watch(chosen) as watch,
    ):
        watch.store = store
        store.look_after(shard_scope or EVERYWHERE)
        client = client_for(store, chosen, clock or Hurried(), watch, shard_scope)
        client.before_identify_hook = _at_once  # type: ignore[method-assign]
        running = asyncio.create_task(client.start("test"))
        try:
            await _connected(playground, before, SHARDS if shard_scope else 1)
            yield Served(playground, client, store, watch)
        finally:
            await client.close()
            with contextlib.suppress(asyncio.CancelledError):
                await running
            discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = base, gateway


SHARDS = 6
"""The number of shards that three processes have."""


@asynccontextmanager
async def _others(playground: Playground, database: Path | str) -> AsyncIterator[ShardScope | None]:
    """Two other processes, if the tests run with three. Yields the shards that are left: those of the home server and
    of direct messages."""
    if homes.kind() != homes.THREE:
        yield None
        return
    _forget_sessions(playground)
    mine = {0, shard_of(playground.world.home.id, SHARDS)}
    rest = sorted(set(range(SHARDS)) - mine)
    async with contextlib.AsyncExitStack() as stack:
        for ids in (rest[:2], rest[2:]):
            listed = ",".join(map(str, ids))
            process = Process(playground, database, shard_count=SHARDS, shard_ids=listed)
            process.begin = usual_in_tests
            await stack.enter_async_context(process)
        yield ShardScope(SHARDS, frozenset(mine))
    # They were killed, and their leases last.
    homes.ask(database, "DELETE FROM leases")
    _forget_sessions(playground)


def _forget_sessions(playground: Playground) -> None:
    """End the sessions that nobody resumes: the next bot has another number of shards."""
    for id in [id for id, session in playground.gateway.sessions.items() if session.line is None]:
        del playground.gateway.sessions[id]


def connections(playground: Playground) -> set[str]:
    """The sessions that the stand-in takes for connected: also those whose end it has not noticed yet."""
    return {id for id, session in playground.gateway.sessions.items() if session.line is not None}


async def _connected(playground: Playground, before: set[str], shards: int = 1, *, registers: bool = True) -> None:
    """Wait until so many shards are connected that were not before, and commands are registered."""
    await playground.until(
        lambda: (
            len(connections(playground) - before) >= shards and (not registers or bool(playground.world.all_commands()))
        )
    )


async def _at_once(shard_id: int | None, *, initial: bool = False) -> None:
    """Log in again without the five seconds that discord.py leaves in between."""


@asynccontextmanager
async def served(
    database: Path, clock: Clock | None = None, ruleset: str = "aliens", **settings: Any
) -> AsyncIterator[Served]:
    """The bot in this process on a new stand-in; nothing said may depart from Discord's specification."""
    async with stand_in() as playground:
        async with connected(playground, database, clock, ruleset, **settings) as bot:
            yield bot
        assert playground.violations == [], playground.violations[:3]


class Process:
    """The bot in a process of its own, to be killed."""

    def __init__(
        self, playground: Playground, database: Path | str, sweep_seconds: float = 0.1, **settings: object
    ) -> None:
        self._playground = playground
        self._database = database
        self._settings = {"sweep_seconds": sweep_seconds, "stop_timeout": 1, "log_level": "ERROR", **settings}
        self._process: ForkServerProcess | None = None
        self.begin: Callable[[], object] = int
        """Its work before it is the bot."""

    async def __aenter__(self) -> Process:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process is not None:
            await forks.end(self._process)

    @property
    def pid(self) -> int | None:
        """The id of the process."""
        return self._process.pid if self._process else None

    @property
    def ended(self) -> bool:
        """Whether it was started and runs no more."""
        return self._process is not None and self._process.exitcode is not None

    async def start(self, *, waits: bool = True) -> None:
        """Start it and, unless others may have its shards, wait until it is connected; a start that fails leaves no
        process behind."""
        environment = {
            **os.environ,
            "DISCORD_TOKEN": "test",
            "DISCORD_API_URL": self._playground.api_url,
            "DATABASE_URL": await homes.url(self._database),
            "ORDERS_PER_MINUTE": "0",
            **{name.upper(): str(value) for name, value in self._settings.items()},
        }
        before = connections(self._playground)
        self._process = forks.start(["run"], environment, self.begin)
        try:
            if waits:
                # Of several processes, the one with the first shard registers the commands.
                registers = str(self._settings.get("shard_ids", 0)).startswith("0")
                await _connected(self._playground, before, registers=registers)
        except BaseException:
            await forks.end(self._process)
            raise

    async def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to end; returns its exit code. TimeoutError if it does not."""
        assert self._process is not None
        assert self._process.pid is not None
        os.kill(self._process.pid, by)
        async with asyncio.timeout(patience()):
            return await forks.ended(self._process)

    async def kill(self, *, others: bool = False) -> None:
        """SIGKILL, and wait until the stand-in has noticed, unless other processes stay connected."""
        if self._process is not None and self._process.exitcode is None:
            await forks.end(self._process)
            if not others:
                await self._playground.offline()


async def end(process: asyncio.subprocess.Process) -> None:
    """Kill a process, unless it has ended, and wait until it is gone."""
    if process.returncode is None:
        process.kill()
    await process.wait()


async def about_to(person: Person, line: str, label: str = "Next anyway") -> Callable[[], Awaitable[Answer]]:
    """Return the press that confirms an order that asks whether time may continue, without waiting for its answer."""
    world = person._world
    world.confirms = frozenset()
    asked = await person.types(CHANNEL, line)
    world.confirms = CONFIRMED
    return lambda: person.click(asked, label, wait=False)


async def everybody_passes(bot: Playground | Served, *newcomers: str) -> None:
    """Everyone in the skirmish is done for this turn, and so are these."""
    for name in ("Apone", "Rifleman", "Alien 1", "Alien 2", "Alien 3", *newcomers):
        await bot.person("GM").slash(CHANNEL, "pass", who=name)


async def skirmish(bot: Playground | Served, channel: str = CHANNEL) -> None:
    """An Aliens encounter: Ann's Apone, Ben's Rifleman, three Aliens of the GM's."""
    gm = bot.person("GM")
    await gm.slash(channel, "encounter start", ruleset="aliens")
    await bot.person("Ann").slash(channel, "combatant add", sheet="apone", side="Marines")
    await bot.person("Ben").slash(channel, "combatant add", sheet="rifleman", side="Marines")
    await gm.slash(channel, "combatant add", sheet="alien", count=3, side="Aliens")
