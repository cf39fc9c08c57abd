"""The bot is told to stop: what is begun is finished, nothing else begins, nobody hears anything twice."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import psutil
import pytest

from bot.chat.connection import client
from standin.driver import Answer, Person
from standin.faults import CALLBACK
from standin.server import Playground
from tests import forks
from tests.cogs.test_long_orders import ELSEWHERE, REFUSED, promised, shown
from tests.homes import ask
from tests.long_orders import make_long
from tests.served import CHANNEL, Process, connected, served, skirmish, stand_in
from tests.waiting import patience, until
from tests.watching import fetched, free_port, looked

RESTARTING = "The bot is restarting. Try again in a minute."
SHOT: dict[str, Any] = {"target": "Alien 1", "range": 2, "dice": "7"}


def stored(database: Path) -> tuple[int, int]:
    """Return how many entries there are, and how many of them are not shown."""
    [(entries, hidden)] = ask(database, "SELECT count(*), count(*) - count(message_id) FROM entries")
    return entries, hidden


def carried_out(database: Path) -> list[str]:
    """The interactions of all orders that were carried out; an order may have several parts."""
    rows = ask(database, "SELECT interaction_id FROM entries WHERE part = 0 ORDER BY seq")
    return [id for (id,) in rows]


async def begun(playground: Playground, person: Person) -> tuple[Answer, Any]:
    """An order whose answer is on its way to Discord, and what holds it there."""
    stall = playground.faults.stall(CALLBACK)
    answer = await person.slash(CHANNEL, "fire", **SHOT, wait=False)
    await stall.reached.wait()
    return answer, stall


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
async def test_what_is_begun_is_finished_and_nothing_else_begins(tmp_path: Path, by: signal.Signals) -> None:
    database = tmp_path / "bot.sqlite3"
    async with stand_in() as playground, Process(playground, database, stop_timeout=3600) as process:
        await skirmish(playground)
        ann, ben = playground.person("Ann"), playground.person("Ben")
        answer, stall = await begun(playground, ann)
        before = stored(database)[0]
        stopping = asyncio.create_task(process.stop(by))
        refused = await until_refused(ben)
        assert refused.ephemeral and refused.content == RESTARTING
        assert not stopping.done() and stored(database)[0] == before
        stall.release()
        assert await stopping == 0
        assert "Apone fires" in answer.content and not answer.ephemeral
        assert stored(database) == (before, 0)
        assert shown(ben, "Apone fires") == 1 and playground.violations == []


async def until_refused(person: Person) -> Answer:
    """Ask for the board until the bot has understood that it stops."""
    async with asyncio.timeout(patience()):
        while (answer := await person.slash(CHANNEL, "encounter show")).content != RESTARTING:
            pass
    return answer


async def test_a_long_order_that_is_not_resolved_in_time_is_dropped(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        await _dropped(tmp_path, patch)


async def _dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = tmp_path / "bot.sqlite3"
    async with stand_in() as playground:
        async with connected(playground, database, stop_timeout=0.2) as bot:
            await skirmish(playground)
            gm, ann = playground.person("GM"), playground.person("Ann")
            await gm.slash(ELSEWHERE, "encounter start", ruleset="aliens")
            make_long(monkeypatch)
            bot.client.executor.kept.patience = 3600
            await gm.slash(CHANNEL, "encounter event", text="the doors close", turn=9)
            await until(lambda: not bot.client.delivery._shown)
            before = stored(database)[0]
            pid = bot.client.executor.pid
            assert pid is not None
            psutil.Process(pid).suspend()
            slow = await ann.slash(CHANNEL, "fire", **SHOT, wait=False)
            await slow.until(promised)
            # This one waits until the process is free.
            queued = await gm.slash(ELSEWHERE, "encounter event", text="the lights go out", turn=9, wait=False)
            await queued.until(promised)
        for refused in (slow, queued):
            await refused.settle()
            assert refused.ephemeral and refused.content == REFUSED
        assert not psutil.pid_exists(pid) and bot.client.executor.pid is None
        assert stored(database) == (before, 0)
        monkeypatch.undo()
        async with connected(playground, database):
            assert not (await ann.slash(CHANNEL, "fire", **SHOT)).ephemeral
        assert stored(database) == (before + 1, 0)


async def test_a_long_order_that_is_resolved_in_time_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "bot.sqlite3"
    async with stand_in() as playground, connected(playground, database, stop_timeout=3600) as bot:
        await skirmish(playground)
        gm, ann = playground.person("GM"), playground.person("Ann")
        make_long(monkeypatch)
        bot.client.executor.kept.patience = patience()
        await gm.slash(CHANNEL, "encounter event", text="the doors close", turn=9)
        worker = psutil.Process(bot.client.executor.pid)
        worker.suspend()
        slow = await ann.slash(CHANNEL, "fire", **SHOT, wait=False)
        await slow.until(promised)
        closing = asyncio.create_task(bot.client.close())
        await until_refused(playground.person("Ben"))
        assert not closing.done()
        worker.resume()
        await closing
        assert "Apone fires" in slow.content and not slow.ephemeral
        assert stored(database)[1] == 0 and shown(ann, "Apone fires") == 1


async def test_the_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    async with stand_in() as playground, Process(playground, tmp_path / "bot.sqlite3", stop_timeout=3600) as process:
        await skirmish(playground)
        _, stall = await begun(playground, playground.person("Ann"))
        stopping = asyncio.create_task(process.stop())
        await until_refused(playground.person("Ben"))
        assert not stopping.done() and process.pid is not None
        os.kill(process.pid, signal.SIGTERM)
        assert await stopping == 0
        stall.release()
        await process.start()
        await until(lambda: shown(playground.person("Ben"), "Apone fires") == 1)


async def test_an_order_that_another_run_answers_is_left_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "COURTESY", 0.0)
    database = tmp_path / "bot.sqlite3"
    async with stand_in() as playground, connected(playground, database) as one, connected(playground, database):
        await skirmish(playground)
        ann = playground.person("Ann")
        one.client._closing = True
        late = playground.faults.stall(CALLBACK, when=lambda body: RESTARTING in str(body))
        answer = await ann.slash(CHANNEL, "fire", **SHOT)
        assert "Apone fires" in answer.content and not answer.ephemeral
        await late.reached.wait()
        late.release()
        await until(lambda: not len(one.watch.tracker))
        assert "Apone fires" in answer.content and answer.followups == []
        assert shown(ann, "Apone fires") == 1 and shown(ann, RESTARTING) == 0


async def test_a_stop_without_anything_under_way_tells_nobody_anything(tmp_path: Path) -> None:
    async with stand_in() as playground, Process(playground, tmp_path / "bot.sqlite3", stop_timeout=3600) as process:
        await skirmish(playground)
        before = len(playground.person("Ann").sees(CHANNEL))
        assert await process.stop() == 0
        assert len(playground.person("Ann").sees(CHANNEL)) == before


async def test_drain_stops_it_and_says_how_far_it_is(tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "drain.log"
    environment = {"HEALTH_PORT": str(port), "STOP_TIMEOUT": "3600", "DATABASE_URL": f"sqlite:///{tmp_path}/none"}
    async with (
        stand_in() as playground,
        Process(playground, tmp_path / "bot.sqlite3", stop_timeout=3600, health_port=port) as process,
    ):
        await skirmish(playground)
        answer, stall = await begun(playground, playground.person("Ann"))
        draining = forks.run(run_with_output, ["drain"], environment, str(log))
        try:
            refused = await until_refused(playground.person("Ben"))
            assert refused.ephemeral
            status, said = await looked(port)
            assert status == 503 and said["state"] == "stopping" and said["under_way"] >= 1 and said["live"]
            await until(lambda: "Stopping. 1 order under way." in log.read_text())
            assert draining.exitcode is None and not process.ended
            # Another one who asks does not hurry it.
            assert (await fetched(port, "/drain", "POST", **{"X-Referee-Drain": "1"}))[0] == 202
            assert (await looked(port))[1]["under_way"] >= 1
            stall.release()
            async with asyncio.timeout(patience()):
                assert await forks.ended(draining) == 0
        finally:
            await forks.end(draining)
        assert log.read_text().splitlines()[-1] == "The bot has ended."
        assert "Apone fires" in answer.content
        await until(lambda: process.ended)
        assert (await fetched(port, "/healthz"))[0] == 0


def run_with_output(arguments: list[str], environment: dict[str, str], file: str) -> None:
    """A command whose standard output is a file."""
    os.dup2(os.open(file, os.O_CREAT | os.O_WRONLY | os.O_APPEND), 1)
    forks._main(arguments, {**os.environ, **environment})


async def test_a_session_that_resumes_after_hours_shows_each_order_once(tmp_path: Path) -> None:
    async with served(tmp_path / "bot.sqlite3") as bot:
        await skirmish(bot)
        ann, gateway = bot.person("Ann"), bot.playground.gateway
        gateway.session_lifetime = 24 * 3600.0
        before = await ann.slash(CHANNEL, "fire", **SHOT)
        orders = carried_out(tmp_path / "bot.sqlite3")
        away = gateway.refuse_connection(None)
        assert bot.client.ws.sequence is not None
        # The order that is answered already comes once more with the resume.
        bot.client.ws.sequence -= 1
        await gateway.disconnect()
        missed = await ann.slash(CHANNEL, "fire", target="Alien 2", range=3, dice="7", wait=False)
        await away.reached.wait()
        bot.playground.invoker.pass_time(4 * 3600.0)
        await until(lambda: missed.failed)
        away.release()
        await until(lambda: shown(ann, "Alien 2") == 1)
        later = await ann.slash(CHANNEL, "fire", target="Alien 3", range=4, dice="7")
        assert "Alien 3" in later.content
        assert carried_out(tmp_path / "bot.sqlite3") == [
            *orders,
            *(answer.interaction.id for answer in (missed, later)),
        ]
        texts = [message["content"] for message in ann.sees(CHANNEL)]
        assert sum("Apone fires" in text for text in texts) == 3 and texts.count(before.content) == 1
