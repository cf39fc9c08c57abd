"""The answers of `/healthz`, `/livez` and `/readyz`: a verdict for each part, over real HTTP, in and after trouble."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import aiohttp
import pytest

from bot.chat.background.clock import Clock
from bot.chat.connection import process_health
from bot.errors import StoreDamaged
from bot.settings import load_settings
from bot.watch import health
from bot.watch.health import Report
from standin.faults import CALLBACK, CHANNEL_MESSAGE
from tests import forks
from tests.bot.test_connection import ended
from tests.homes import file_of
from tests.served import CHANNEL, Served, served, skirmish, stand_in
from tests.waiting import until
from tests.watching import fetched, free_port, looked, metrics, until_said

PARTS = {"gateway", "database", "disk", "sweep", "loop"}


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
async def bot(tmp_path: Path, port: int) -> AsyncIterator[Served]:
    async with served(tmp_path / "bot.sqlite3", Clock(), health_port=port, sweep_seconds=0.1) as bot:
        yield bot


def bad(said: dict[str, Any]) -> set[str]:
    """The parts that are not good."""
    return {name for name, part in said.get("parts", {}).items() if not part["ok"]}


async def test_a_look_that_fails_unexpectedly_is_not_the_last(
    bot: Served, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as failing:
        failing.setattr("bot.chat.connection.process_health.look", AsyncMock(side_effect=RuntimeError))
        status, said = await until_said(port, lambda said: not said["parts"]["database"]["ok"])
        assert status == 503
        assert said["parts"]["database"]["says"] == "looking at it failed with RuntimeError"
    await until_said(port, lambda said: bool(said["parts"]["database"]["ok"]))


@pytest.mark.sqlite
async def test_a_file_that_was_found_damaged_is_not_well(bot: Served, port: int) -> None:
    """Most of it can still be read and written."""
    database = bot.store._database
    await bot.store.erasure.wipe_log()
    pages = await database.read("SELECT rootpage FROM sqlite_master WHERE tbl_name = 'recaps' AND rootpage > 0")
    [(size,)] = await database.read("PRAGMA page_size")
    with file_of(bot.store).open("r+b") as file:
        for (page,) in pages:
            file.seek((page - 1) * size)
            file.write(b"?" * size)
    assert (await looked(port, "/healthz"))[1]["parts"]["database"]["ok"]
    with pytest.raises(StoreDamaged, match="damaged"):
        await bot.store.recaps.of("E1", "1")
    status, said = await until_said(port, lambda said: not said["parts"]["database"]["ok"])
    assert status == 503 and "damaged" in said["parts"]["database"]["says"]


async def test_a_bot_that_serves_is_well(bot: Served, port: int) -> None:
    await skirmish(bot)
    status, said = await until_said(port, lambda said: said["parts"]["gateway"]["ok"])
    assert status == 200 and said["status"] == "ok" and said["state"] == "serving"
    assert said["live"] and said["ready"] and set(said["parts"]) == PARTS
    assert said["parts"]["gateway"]["servers"] == 1
    assert said["parts"]["database"]["read_seconds"] > 0 and said["parts"]["database"]["write_seconds"] > 0
    assert said["parts"]["sweep"]["waiting"] <= 4 and said["parts"]["loop"]["lag_seconds"] >= 0
    assert all(part["says"] for part in said["parts"].values())
    for path in ("/livez", "/readyz"):
        assert (await looked(port, path))[0] == 200
    assert (await fetched(port, "/"))[0] == 404


async def test_no_web_page_shows_an_answer_in_a_frame(bot: Served, port: int) -> None:
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
        for method, path in [("GET", path) for path in ("/healthz", "/livez", "/readyz", "/metrics", "/no")] + [
            ("POST", "/drain")
        ]:
            async with session.request(method, path) as answer:
                assert answer.headers["X-Frame-Options"] == "DENY", path
                assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'none'", path


async def test_many_may_ask_at_once(bot: Served, port: int) -> None:
    await until_said(port, lambda said: said["status"] == "ok")
    answers = await asyncio.gather(*(looked(port) for _ in range(20)))
    assert [status for status, _ in answers] == [200] * 20


async def test_a_lost_gateway_is_not_ready_and_still_alive(bot: Served, port: int) -> None:
    await until_said(port, lambda said: said["status"] == "ok")
    away = bot.playground.gateway.refuse_connection(None)
    await bot.playground.gateway.disconnect()
    status, said = await until_said(port, lambda said: not said["ready"])
    assert status == 503 and bad(said) == {"gateway"} and said["state"] == "serving"
    assert said["parts"]["gateway"]["says"] == "not connected to Discord; trying to connect"
    assert (await looked(port, "/readyz"))[0] == 503
    assert (await looked(port, "/livez"))[0] == 200
    away.release()
    assert (await until_said(port, lambda said: said["status"] == "ok"))[0] == 200
    assert (await metrics(port))["referee_gateway_disconnects_total"] == 1


@pytest.mark.sqlite
async def test_a_locked_database_is_said_and_how_it_ends(bot: Served, port: int, tmp_path: Path) -> None:
    await until_said(port, lambda said: said["status"] == "ok")
    with closing(sqlite3.connect(tmp_path / "bot.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        status, said = await until_said(port, lambda said: bad(said) != set())
        assert status == 503 and bad(said) == {"database"}
        sentence = "Another program locks the journal, so nothing was stored: try again in a moment."
        assert said["parts"]["database"]["says"] == sentence
        assert said["parts"]["sweep"]["waiting"] is None
        other.execute("ROLLBACK")
    await until_said(port, lambda said: said["status"] == "ok")


async def test_results_that_wait_to_be_shown_are_counted(bot: Served, port: int) -> None:
    await skirmish(bot)
    await until_said(port, lambda said: said["status"] == "ok" and said["parts"]["sweep"]["waiting"] == 0)
    faults = [bot.playground.faults.outage(route, times=None) for route in (CALLBACK, CHANNEL_MESSAGE)]
    await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, wait=False)
    _, said = await until_said(
        port, lambda said: said["parts"]["sweep"]["waiting"] == 1 and said["parts"]["sweep"]["oldest_seconds"]
    )
    assert said["parts"]["sweep"]["says"].startswith("1 result to be shown, the oldest for ")
    assert (await metrics(port))["referee_waiting_results"] == 1
    for fault in faults:
        fault.left = 0
    await until_said(port, lambda said: said["parts"]["sweep"]["waiting"] == 0)


async def test_a_start_while_discord_is_down_waits_and_says_so(tmp_path: Path, port: int) -> None:
    discord = free_port()
    log = tmp_path / "log"
    settings = {
        "DISCORD_TOKEN": "test",
        "DISCORD_API_URL": f"http://127.0.0.1:{discord}/api/v10",
        "DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path / 'bot.sqlite3'}",
        "HEALTH_PORT": str(port),
        "LOG_FORMAT": "json",
    }
    process = forks.run(run_with_log, settings, str(log))
    try:
        status, said = await until_said(port, lambda said: "trying again in" in str(said.get("parts")))
        assert status == 503 and said["state"] == "connecting" and bad(said) == {"gateway"}
        assert said["live"] and not said["ready"]
        # The pauses grow.
        await until(lambda: len(pauses(log)) >= 2)
        assert pauses(log)[:2] == [1, 2]
        playground = stand_in(discord)
        playground.world.base_url = f"http://127.0.0.1:{discord}"
        async with playground:
            assert settings["DISCORD_API_URL"] == playground.api_url
            await playground.online()
            assert (await until_said(port, lambda said: said["status"] == "ok"))[0] == 200
    finally:
        await forks.end(process)


def run_with_log(environment: dict[str, str], file: str) -> None:
    """`referee run` whose standard error is a file."""
    import os

    descriptor = os.open(file, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    os.dup2(descriptor, 2)
    forks._main(["run"], {**os.environ, **environment})


def pauses(log: Path) -> list[int]:
    """The pauses of which the log tells, in seconds."""
    lines = [json.loads(line)["message"] for line in log.read_text().splitlines()]
    return [int(line.split()[-2]) for line in lines if line.startswith("Discord cannot be reached; trying again in")]


async def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with stand_in() as playground:
        taken = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        number = taken.sockets[0].getsockname()[1]
        monkeypatch.setenv("HEALTH_PORT", str(number))
        async with taken:
            code, written = await ended(playground.api_url, tmp_path / "bot.sqlite3")
    # It may be free soon.
    assert code == 75
    assert written == f"Error: Port {number} is taken. Choose another with HEALTH_PORT.\n"
    assert not (tmp_path / "bot.sqlite3").exists()


@pytest.mark.parametrize("host", ["192.0.2.1", "no..host"])
async def test_a_host_that_is_not_here_is_one_sentence(
    host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEALTH_PORT", str(free_port()))
    monkeypatch.setenv("HEALTH_HOST", host)
    async with stand_in() as playground:
        code, written = await ended(playground.api_url, tmp_path / "bot.sqlite3")
    assert code == 78
    assert written == f"Error: HEALTH_HOST: this machine has no address {host}.\n"


async def test_only_the_command_line_may_stop_it(bot: Served, port: int) -> None:
    foreign = {"X-Referee-Drain": "1", "Host": f"example.org:{port}"}
    for method, headers in (("POST", {}), ("GET", {"X-Referee-Drain": "1"}), ("POST", foreign)):
        assert (await fetched(port, "/drain", method, **headers))[0] in (403, 405)
    await bot.person("GM").slash(CHANNEL, "encounter start", ruleset="aliens")
    assert (await looked(port))[1]["state"] == "serving"


def shard(id: int, *, connected: bool = True, owner: str | None = None, latency: float | None = 0.05) -> health.Shard:
    """A shard with two servers."""
    return health.Shard(id, connected, "2026-11-28T18:45:03.123+00:00", 2, latency if connected else None, owner)


def report(*parts: health.Part, state: str = health.SERVING) -> Report:
    """A report of these parts in place of good ones."""
    good = (
        health.gateway([shard(0)]),
        health.leases([shard(0)]),
        health.database(read=0.001, write=0.002),
        health.sweep(waiting=0, oldest=None, round=None),
        health.loop(0.003),
    )
    named = {part.name: part for part in parts}
    return Report(state, "", "", 0, tuple(named.get(part.name, part) for part in good))


@pytest.mark.parametrize(
    ("part", "live", "ready", "well"),
    [
        (health.gateway([shard(0, connected=False)]), True, False, False),
        (health.gateway([]), True, False, False),
        (health.gateway([shard(0, latency=None)]), True, True, True),
        (health.gateway([shard(0), shard(1, connected=False)]), True, False, False),
        (health.leases([shard(0), shard(1, owner="host:7")]), True, False, False),
        (health.leases([shard(0, owner="")]), True, False, False),
        (health.database(read=None, write=None, problem="The journal's disk is full."), True, False, False),
        (health.sweep(waiting=50, oldest=9.0, round=3.0), True, True, True),
        (health.sweep(waiting=51, oldest=9.0, round=3.0), True, True, False),
        (health.sweep(waiting=0, oldest=None, round=1801.0), False, True, False),
        (health.loop(1.0), True, True, True),
        (health.loop(1.1), True, True, False),
    ],
    ids=lambda value: f"{value.name} {value.says}" if isinstance(value, health.Part) else "",
)
def test_what_each_part_means_for_the_whole(part: health.Part, live: bool, ready: bool, well: bool) -> None:
    assert (report(part).live, report(part).ready, report(part).well) == (live, ready, well)


@pytest.mark.parametrize("state", [health.STARTING, health.CONNECTING, health.STOPPING])
def test_only_a_bot_that_serves_is_ready(state: str) -> None:
    assert (report(state=state).live, report(state=state).ready, report(state=state).well) == (True, False, False)


@pytest.mark.parametrize(
    ("shards", "state", "gateway", "leases"),
    [
        (
            [shard(2), shard(3)],
            "serving",
            "connected to Discord, 4 servers, 50 ms to answer",
            "this process answers for 2 shards",
        ),
        (
            [shard(2), shard(3, connected=False)],
            "partial",
            "1 of 2 shards connected to Discord, 2 servers, 50 ms to answer; not connected: 3",
            "this process answers for 2 shards",
        ),
        (
            [shard(2), shard(3, owner="host:7")],
            "partial",
            "connected to Discord, 4 servers, 50 ms to answer",
            "shard 3: host:7 has it; standing by",
        ),
        (
            [shard(2, owner="host:7"), shard(3, owner="host:7")],
            "standing by",
            "connected to Discord, 4 servers, 50 ms to answer",
            "shard 2: host:7 has it; standing by; shard 3: host:7 has it; standing by",
        ),
        (
            [shard(2, owner="")],
            "serving",
            "connected to Discord, 2 servers, 50 ms to answer",
            "shard 2: no process has it, or the database is away",
        ),
    ],
)
def test_several_shards_are_told_apart(shards: list[health.Shard], state: str, gateway: str, leases: str) -> None:
    assert health.state_of(shards) == state
    assert health.gateway(shards).says == gateway
    assert health.leases(shards).says == leases


def test_the_seconds_until_discord_is_tried_again_count_down(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(process_health, "monotonic", lambda: now[0])
    watch = process_health.Watch(load_settings())
    watch.retries(30)
    said = []
    for seconds in (0, 12, 40):
        now[0] = 100.0 + seconds
        said.append(health.gateway([], watch._retry_in()).says)
    assert said == [f"Discord cannot be reached; trying again in {left} s" for left in (30, 18, 0)]


@pytest.mark.parametrize("port", ["", "8080"])
def test_without_a_port_nothing_is_measured(port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEALTH_PORT", port)
    watch = process_health.Watch(load_settings())
    assert [bool(one) for one in (watch._version, watch._metrics, watch._lag)] == [bool(port)] * 3
