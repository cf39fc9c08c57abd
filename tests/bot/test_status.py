"""`referee status` and `referee drain`: what they say and their exit codes, with and without a bot that runs."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from bot.errors import CannotStart
from bot.game.store import Store
from bot.game.store.home import inspection
from bot.game.store.home.database_move import move
from bot.game.store.home.inspection import glance
from bot.game.store.home.schema import NEWEST
from bot.settings import Settings
from standin.server import Playground
from tests.homes import created
from tests.new_database import migrated
from tests.served import Process, skirmish, stand_in
from tests.waiting import patience
from tests.watching import free_port, looked

pytestmark = pytest.mark.sqlite  # The command line looks at the file itself.

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who has a file locked")
ALONE = "HEALTH_PORT is not set, so the bot cannot be asked."


@pytest.fixture(autouse=True)
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty directory, and only the settings for the database there."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:///bot.sqlite3")


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> int:
    """A port that the command line asks at."""
    port = free_port()
    monkeypatch.setenv("HEALTH_PORT", str(port))
    return port


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with stand_in() as playground:
        yield playground


async def referee(*arguments: str) -> Result:
    """A command, beside a bot that runs."""
    return await asyncio.to_thread(CliRunner().invoke, main, arguments)


async def until_healthy(port: int, healthy: bool = True) -> None:
    """Wait until the bot says that it is well, or is not."""
    async with asyncio.timeout(patience()):
        while ((await looked(port))[0] == 200) != healthy:
            await asyncio.sleep(0.05)


async def test_it_says_how_a_running_bot_is(playground: Playground, tmp_path: Path, port: int) -> None:
    async with Process(playground, tmp_path / "bot.sqlite3", health_port=port):
        await until_healthy(port)
        shown = await referee("status")
        assert shown.exit_code == 0, shown.output
        first, *parts = shown.output.splitlines()
        assert first.startswith("The bot is serving. Version ") and first.endswith("No orders under way.")
        assert [line[:15].split(":")[0] for line in parts] == [
            "ok    gateway",
            "ok    database",
            "ok    disk",
            "ok    sweep",
            "ok    loop",
        ]
        assert "connected to Discord, 1 server" in parts[0] and "every result is shown" in parts[3]


async def test_what_is_wrong_is_marked(playground: Playground, tmp_path: Path, port: int) -> None:
    async with Process(playground, tmp_path / "bot.sqlite3", health_port=port):
        await until_healthy(port)
        with closing(sqlite3.connect(tmp_path / "bot.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await until_healthy(port, False)
            shown = await referee("status")
        assert shown.exit_code == 1
        wrong = [line for line in shown.output.splitlines() if line.startswith("WRONG")]
        assert len(wrong) == 1 and wrong[0].startswith("WRONG database: Another program locks the journal")


async def test_a_bot_that_does_not_answer_is_said(port: int) -> None:
    shown = await referee("status")
    assert shown.exit_code == 2
    assert shown.output.startswith(f"No bot answers at port {port} of 127.0.0.1 (ConnectionRefusedError).\n")


async def test_another_program_at_the_port_is_no_bot(port: int) -> None:
    async def other(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
        writer.close()

    async with await asyncio.start_server(other, "127.0.0.1", port):
        for command in ("status", "drain"):
            shown = await referee(command)
            assert shown.exit_code == 2 and "No bot answers at port" in shown.output


@LINUX
async def test_without_a_port_the_database_tells_what_it_can(playground: Playground, tmp_path: Path) -> None:
    async with Process(playground, tmp_path / "bot.sqlite3") as process:
        await skirmish(playground)
        running = await referee("status")
        assert running.exit_code == 0
        assert f"ok    database: bot.sqlite3 has revision {NEWEST}\n" in running.output
        assert "ok    last entry: 20" in running.output
        assert running.output.endswith(f"Process {process.pid} has the database open. Set HEALTH_PORT to know more.\n")
        assert await process.stop() == 0
    ended = await referee("status")
    assert ended.exit_code == 2
    assert ended.output.endswith("No bot runs: no process has the database open.\n")


@LINUX
async def test_a_bot_in_another_container_has_no_id_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's answer then: the file is locked by a process without an id."""
    fcntl = pytest.importorskip("fcntl")
    path = tmp_path / "bot.sqlite3"
    async with await Store.open(path):
        monkeypatch.setattr(
            "bot.game.store.home.inspection.fcntl.fcntl", lambda *_: inspection._LOCK.pack(fcntl.F_WRLCK, 0, 128, 1, 0)
        )
        assert glance(path).holder == "A process in another container"
        with pytest.raises(CannotStart, match="Stop it first"):
            await move(path, tmp_path / "target.sqlite3", lambda *_: None)


@LINUX
async def test_a_bot_that_was_killed_does_not_run(playground: Playground, tmp_path: Path) -> None:
    async with Process(playground, tmp_path / "bot.sqlite3") as process:
        await skirmish(playground)
        await process.kill()
        assert (tmp_path / "bot.sqlite3-shm").exists()
        shown = await referee("status")
    assert shown.exit_code == 2
    assert shown.output.endswith("No bot runs: no process has the database open.\n")


async def test_no_database_and_a_wrong_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = await referee("status")
    assert shown.exit_code == 2
    assert shown.output == "There is no database at bot.sqlite3 yet. The first start creates it.\n"
    (tmp_path / "bot.sqlite3").write_bytes(migrated())
    with closing(sqlite3.connect(tmp_path / "bot.sqlite3")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0003'")
    shown = await referee("status")
    assert shown.exit_code in (1, 2)
    assert f"WRONG database: bot.sqlite3 has revision 0003, not {NEWEST} as this program needs\n" in shown.output
    monkeypatch.setenv("DATABASE_URL", "nowhere://else")
    shown = await referee("status")
    assert shown.exit_code == 1 and shown.output.startswith("WRONG database: DATABASE_URL must ")


async def test_a_server_without_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    url = await created()
    connection = await asyncpg.connect(url)
    await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    await connection.close()
    monkeypatch.setenv("DATABASE_URL", url)
    shown = await referee("status")
    assert shown.exit_code == 2
    assert shown.output == "The PostgreSQL database is empty. The first start creates its tables.\n"


async def test_drain_without_a_port_says_how_to_stop_it() -> None:
    shown = await referee("drain")
    assert shown.exit_code == 1
    assert shown.output.startswith(f"Error: {ALONE} Stop its process with SIGTERM")
    assert len(shown.output.splitlines()) == 1


async def test_drain_without_a_bot_says_so(port: int) -> None:
    shown = await referee("drain")
    assert shown.exit_code == 2 and shown.output.startswith(f"No bot answers at port {port}")


@pytest.mark.parametrize("command", ["status", "drain", "run"])
@pytest.mark.parametrize("wrong", ["65536", "-1", "http"])
async def test_a_port_that_is_none_is_one_sentence(command: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEALTH_PORT", wrong)
    shown = await referee(command)
    assert shown.exit_code == (78 if command == "run" else 1)
    assert shown.output.startswith("Error: The settings cannot be used: HEALTH_PORT: input should be ")
    assert len(shown.output.splitlines()) == 1
