"""The connection to Discord: refused, lost, closed for good; two runs at once; told to stop."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.errors import StoreLocked
from bot.game.store import Store
from bot.game.store.home.connection import when_unlocked
from bot.game.store.home.schema import migrate
from standin.faults import CALLBACK
from standin.gateway.gateway import WRONG_TOKEN
from standin.gateway.protocol import Close
from tests.served import CHANNEL, ROOT, Process, end, served, skirmish, stand_in
from tests.waiting import patience, until

pytestmark = pytest.mark.sqlite


async def ended(playground_url: str, database: Path, token: str = "test") -> tuple[int, str]:
    """The exit code of `referee run` and what it wrote."""
    environment = {
        **os.environ,
        "DISCORD_TOKEN": token,
        "DISCORD_API_URL": playground_url,
        "DATABASE_URL": f"sqlite+aiosqlite:///{database}",
        "LOG_LEVEL": "ERROR",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "run", cwd=ROOT, env=environment, stderr=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(patience()):
            _, written = await process.communicate()
    finally:
        await end(process)
    assert process.returncode is not None
    return process.returncode, written.decode()


async def test_a_start_waits_while_another_program_holds_the_database_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "bot.sqlite3"
    environment = {**os.environ, "DISCORD_TOKEN": "test", "DATABASE_URL": f"sqlite:///{file}"}
    async with stand_in() as playground:
        async with Process(playground, file) as process:
            await skirmish(playground)
            await process.kill()
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            starting = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", "run"),
                cwd=ROOT,
                env={**environment, "DISCORD_API_URL": playground.api_url},
                stderr=asyncio.subprocess.PIPE,
            )
            try:
                assert starting.stderr is not None
                async with asyncio.timeout(patience()):
                    line = await starting.stderr.readline()
                assert b"Another program locks the database. Waiting up to 120 s" in line
                assert starting.returncode is None and not playground.gateway.online
                other.execute("ROLLBACK")
                await playground.online()
                board = await playground.person("Ann").slash(CHANNEL, "encounter show")
                assert "Apone" in str(board.message)
            finally:
                await end(starting)


async def test_a_start_gives_up_in_the_end(tmp_path: Path) -> None:
    file = tmp_path / "bot.sqlite3"
    migrate(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreLocked):
            await when_unlocked(lambda: Store.open(file, patience=0.01), patience=0)


async def test_a_wrong_token_is_one_sentence(tmp_path: Path) -> None:
    async with stand_in() as playground:
        code, written = await ended(playground.api_url, tmp_path / "bot.sqlite3", WRONG_TOKEN)
    assert code == 78
    assert written.splitlines()[-1].startswith("Error: Discord does not accept DISCORD_TOKEN")
    assert len(written.splitlines()) == 1


async def test_a_token_revoked_at_the_gateway_is_one_sentence(tmp_path: Path) -> None:
    async with stand_in() as playground:
        playground.gateway.refuse_identify(code=Close.AUTHENTICATION_FAILED)
        code, written = await ended(playground.api_url, tmp_path / "bot.sqlite3")
    assert code == 78
    assert written.splitlines()[-1].startswith("Error: Discord does not accept DISCORD_TOKEN")
    assert len(written.splitlines()) == 1


async def test_a_first_connection_that_is_refused_is_tried_again(tmp_path: Path) -> None:
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    playground = stand_in(port)
    playground.world.base_url = f"http://127.0.0.1:{port}"
    process = Process(playground, tmp_path / "bot.sqlite3")
    starting = asyncio.create_task(process.start())
    await until((tmp_path / "bot.sqlite3").exists)
    await asyncio.sleep(0.3)
    async with playground:
        # The API answers, the gateway does not yet.
        nowhere = {"url": "ws://127.0.0.1:1", "shards": 1, "session_start_limit": {"remaining": 1}}
        refused = playground.faults.answer("GET /gateway/bot", 200, body=nowhere)
        await starting
        try:
            assert refused.hits == 1
            await skirmish(playground)
            assert await process.stop() == 0
        finally:
            await process.kill()


async def test_a_start_that_fails_leaves_no_process_behind(tmp_path: Path) -> None:
    async with stand_in() as playground:
        stall = playground.faults.stall("GET /users/@me")
        process = Process(playground, tmp_path / "bot.sqlite3")
        starting = asyncio.create_task(process.start())
        await stall.reached.wait()
        starting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await starting
        assert process.ended


async def test_a_client_that_is_closed_before_it_is_ready_waits_for_nothing_more(tmp_path: Path) -> None:
    # discord.py waits two seconds for further servers; on a busy machine that is over by now.
    async with served(tmp_path / "bot.sqlite3"):
        pass
    waiting = [task for task in asyncio.all_tasks() if "_delay_ready" in repr(task.get_coro())]
    assert all(task.cancelling() for task in waiting)


async def test_a_rate_limit_before_the_first_connection_is_waited_out(tmp_path: Path) -> None:
    async with stand_in() as playground:
        # Without a Via header, as from the wall before Discord.
        limited = playground.faults.answer("GET /users/@me", 429)
        async with Process(playground, tmp_path / "bot.sqlite3") as process:
            assert limited.hits == 1
            assert await process.stop() == 0


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
async def test_told_to_stop_it_lets_the_last_answer_out_and_notes_it(tmp_path: Path, by: signal.Signals) -> None:
    async with stand_in() as playground, Process(playground, tmp_path / "bot.sqlite3") as process:
        await skirmish(playground)
        stall = playground.faults.stall(CALLBACK)
        answer = await playground.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, wait=False)
        await stall.reached.wait()
        stopping = asyncio.create_task(process.stop(by))
        await asyncio.sleep(0.1)
        stall.release()
        assert await stopping == 0
        assert "Apone fires" in answer.content
    with closing(sqlite3.connect(tmp_path / "bot.sqlite3")) as connection:
        assert connection.execute("SELECT count(*) FROM entries WHERE message_id IS NULL").fetchone() == (0,)


async def test_an_answer_that_never_gets_out_does_not_keep_it_from_stopping(tmp_path: Path) -> None:
    async with stand_in() as playground, Process(playground, tmp_path / "bot.sqlite3") as process:
        await skirmish(playground)
        stall = playground.faults.stall(CALLBACK)
        await playground.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, wait=False)
        await stall.reached.wait()
        assert await process.stop() == 0
        stall.release()


async def test_two_runs_on_one_database_carry_out_and_show_each_order_once(tmp_path: Path) -> None:
    database = tmp_path / "bot.sqlite3"
    async with stand_in() as playground:
        async with Process(playground, database, sweep_seconds=2) as one, Process(playground, database, 2) as two:
            await until(lambda: len(playground.gateway.sessions) == 2)
            await skirmish(playground)
            gm, ben = playground.person("GM"), playground.person("Ben")
            for n in range(6):
                await gm.slash(CHANNEL, "adjust", who="Apone", changes=f"loaded {n}")
            await gm.slash(CHANNEL, "encounter end")
            await gm.slash(CHANNEL, "encounter start")
            assert await one.stop() == 0
            assert await two.stop() == 0
        assert sum("GM correction: Apone" in message["content"] for message in ben.sees(CHANNEL)) == 6
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        seqs = connection.execute("SELECT encounter_id, seq FROM entries ORDER BY 1, 2").fetchall()
        assert connection.execute("SELECT count(*) FROM encounters WHERE open").fetchone() == (1,)
    assert len(seqs) == 4 + 6 + 1 + 1
