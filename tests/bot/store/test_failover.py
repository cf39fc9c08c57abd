"""Sessions that a server ends, that became read-only, and several servers of which one takes writes."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import pytest

from bot.errors import READ_ONLY, StoreUnavailable
from bot.game.store import Store
from tests.bot.store.samples import begin, count, entry
from tests.homes import ask, created, server
from tests.proxied import proxied
from tests.waiting import patience
from tests.watching import free_port

pytestmark = pytest.mark.sqlite  # Each test chooses its database itself.

_TERMINATE = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ? AND pid <> pg_backend_pid()"


def terminate(url: str) -> None:
    ask(server(), _TERMINATE, urlsplit(url).path[1:])


async def stored(store: Store, seq: int) -> None:
    await store.journal.append([entry(seq, encounter_id="E1", interaction_id=f"i{seq}")])


async def test_sessions_that_are_ended_between_orders_cost_none() -> None:
    async with await Store.open(url := await created(), patience=patience()) as store:
        await begin(store)
        for seq in range(2, 8):
            await asyncio.to_thread(terminate, url)
            await stored(store, seq)
        assert await count(store) == 7


async def test_orders_whose_sessions_are_ended_are_stored_once_or_say_so() -> None:
    async with await Store.open(url := await created(), patience=patience()) as store:
        for n in range(12):
            await begin(store, f"E{n}", f"channel {n}")
        ending = asyncio.gather(*(asyncio.to_thread(terminate, url) for _ in range(6)))
        last = {f"E{n}": 1 for n in range(12)}
        for seq in range(2, 8):
            going = [id for id, done in last.items() if done == seq - 1]
            appends = [
                store.journal.append([entry(seq, encounter_id=id, interaction_id=f"{id} {seq}")]) for id in going
            ]
            for id, outcome in zip(going, await asyncio.gather(*appends, return_exceptions=True), strict=True):
                assert outcome is None or isinstance(outcome, StoreUnavailable), repr(outcome)
                if outcome is None:
                    last[id] = seq
        await ending
        for id, seq in last.items():
            # One whose commit was cut off may be stored besides.
            assert await count(store, id) in ((seq,) if seq == 7 else (seq, seq + 1))


async def test_sessions_that_became_read_only_are_replaced() -> None:
    async with await Store.open(url := await created(), patience=patience()) as store:
        await begin(store)
        name = urlsplit(url).path[1:]
        ask(server(), f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        await asyncio.to_thread(terminate, url)
        with pytest.raises(StoreUnavailable, match=r"^The journal is read-only, so nothing was stored\.") as refused:
            await stored(store, 2)
        assert refused.value.cause == READ_ONLY and "target_session_attrs=read-write" in refused.value.detail
        # The sessions that there are now stay read-only for good.
        ask(server(), f"ALTER DATABASE {name} RESET default_transaction_read_only")
        await stored(store, 2)
        assert await count(store) == 2


async def test_the_server_that_answers_is_found_among_several() -> None:
    async with proxied(await created()) as (away, _), proxied(await created()) as (proxy, url):
        parts = urlsplit(url)
        hosts = f"127.0.0.1:{away.port},127.0.0.1:{proxy.port}"
        await away.close()
        for address in (
            parts._replace(netloc=f"postgres@{hosts}", query="target_session_attrs=read-write").geturl(),
            f"postgresql://postgres@{parts.path}?host=127.0.0.1,127.0.0.1&port={away.port},{proxy.port}"
            "&target_session_attrs=read-write",
        ):
            async with await Store.open(address, patience=patience()) as store:
                assert await store.erasure.guilds() == frozenset()


BINARIES = Path("/usr/lib/postgresql/15/bin")


class Cluster:
    """A server of its own, which runs as a user that may run one."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()

    def run(self, program: str, *arguments: str) -> None:
        user: dict[str, Any] = {"user": "postgres", "group": "postgres"} if os.getuid() == 0 else {}
        subprocess.run(
            [BINARIES / program, *arguments],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.folder.parent,
            **user,
        )

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder.parent} -c fsync=off -c listen_addresses=127.0.0.1"
        self.run("pg_ctl", "-D", str(self.folder), "-w", "-o", options, "-l", f"{self.folder}.log", "start")

    def stop(self) -> None:
        self.run("pg_ctl", "-D", str(self.folder), "-m", "immediate", "stop")


@pytest.fixture
def clusters() -> Iterator[tuple[Cluster, Cluster]]:
    """A server, and one that follows it."""
    if not (BINARIES / "pg_basebackup").exists():
        pytest.skip("postgresql-15 is not installed")
    with TemporaryDirectory() as place:
        if os.getuid() == 0:
            shutil.chown(place, "postgres", "postgres")
        first, second = Cluster(Path(place) / "first"), Cluster(Path(place) / "second")
        first.run("initdb", "-D", str(first.folder), "-U", "postgres", "--auth", "trust", "--no-sync")
        running = []
        try:
            first.start()
            running.append(first)
            first.run(
                "pg_basebackup", "-h", "127.0.0.1", "-p", str(first.port), "-U", "postgres", "-D", str(second.folder),
                "-R", "-X", "stream", "-c", "fast", "--no-sync",
            )  # fmt: skip
            second.start()
            running.append(second)
            yield first, second
        finally:
            for cluster in running:
                # One of them is stopped already.
                if (cluster.folder / "postmaster.pid").exists():
                    cluster.stop()


@pytest.fixture
async def followed(clusters: tuple[Cluster, Cluster]) -> AsyncIterator[tuple[Cluster, Cluster, str]]:
    first, second = clusters
    hosts = f"127.0.0.1:{second.port},127.0.0.1:{first.port}"
    yield first, second, f"postgresql://postgres@{hosts}/postgres?target_session_attrs=read-write"


async def test_a_server_that_follows_takes_the_place_of_one_that_is_gone(
    followed: tuple[Cluster, Cluster, str],
) -> None:
    first, second, url = followed
    async with await Store.open(url, patience=patience()) as store:
        await begin(store)
        await asyncio.to_thread(first.stop)
        with pytest.raises(StoreUnavailable):
            await stored(store, 2)
        await asyncio.to_thread(second.run, "pg_ctl", "-D", str(second.folder), "-w", "promote")
        async with asyncio.timeout(patience()):
            while True:
                try:
                    await stored(store, 2)
                    break
                except StoreUnavailable:
                    await asyncio.sleep(0.1)
        assert await count(store) == 2


async def test_a_server_that_starts_again_is_found_again(followed: tuple[Cluster, Cluster, str]) -> None:
    first, _, url = followed
    async with await Store.open(url, patience=patience()) as store:
        await begin(store)
        for seq in range(2, 4):
            await asyncio.to_thread(first.stop)
            await asyncio.to_thread(first.start)
            await stored(store, seq)
        assert await count(store) == 3
