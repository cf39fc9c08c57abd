"""Orders that take long: everybody else has their turn meanwhile, and nothing is left of one that is not resolved."""

from __future__ import annotations

import asyncio
from asyncio import Lock
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import psutil
import pytest

from bot.chat.connection.client import RefereeClient
from bot.game.requests import OrderContext
from standin.driver import Answer, Person
from standin.faults import CALLBACK
from tests.bot.owed import AT_ONCE
from tests.clocks import Stopped
from tests.cogs.conftest import CHANNEL, Game, mustered, opened
from tests.long_orders import make_long
from tests.served import Process, about_to, connected, stand_in
from tests.waiting import patience, until

ELSEWHERE = "quiet-ruins"
STILL = "I am still resolving an earlier order here. Try again in a moment."
REFUSED = "I could not resolve your order. Nothing has changed; try again in a moment."


@pytest.fixture(autouse=True)
def nobody_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """No order asks first: that is a matter of its own (test_story)."""
    monkeypatch.setattr(OrderContext, "passed_over", lambda *_: ())


@pytest.fixture
async def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Game]:
    """An encounter in which every order from now on is a long one."""
    async with opened(tmp_path / "referee.sqlite3") as game:
        await mustered(game)
        await game.ann.slash(ELSEWHERE, "encounter start", ruleset="aliens")
        await game.ann.slash(ELSEWHERE, "combatant add", sheet="apone")
        game.client.executor.kept.patience = patience()
        make_long(monkeypatch)
        yield game


async def stopped(game: Game) -> int:
    """Stop the process for long work where it is; returns its id."""
    await game.says(game.gm, "encounter event", text="the doors close", turn=9)
    return suspended(game.client)


def suspended(client: RefereeClient) -> int:
    """Stop the process that a client has for long work; returns its id."""
    pid = client.executor.pid
    assert pid is not None
    psutil.Process(pid).suspend()
    return pid


async def at_work(game: Game) -> None:
    """Wait until the process for long work has an order: one that is killed before is replaced."""
    await until(lambda: not game.client.executor.kept._answered.is_set())


def shown(person: Person, text: str) -> int:
    """In how many messages of the channel a person sees this text."""
    return sum(text in message["content"] for message in person.sees(CHANNEL))


def promised(answer: Answer) -> bool:
    """Return whether the user has been promised an answer."""
    return answer.interaction.original is not None and answer.loading


async def seqs(game: Game) -> int:
    return (await game.head()).seq


async def until_noted(game: Game) -> None:
    """Wait until the last entry is noted as shown."""
    store = game.client.referee.store
    while await store.outbox.undelivered(1):
        await asyncio.sleep(0.01)


async def test_others_have_their_turn_meanwhile(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    pid, before = await stopped(game), await seqs(game)
    lock = game.client.referee.locks.lock((await game.encounter()).id)
    slow = await game.gm.slash(CHANNEL, "next", wait=False)
    await until(lambda: lock.locked())
    # The same channel: a sentence for orders, answers to questions.
    fired = await game.ann.slash(CHANNEL, "fire", target="Alien 1", range=2)
    assert fired.ephemeral and fired.content == STILL
    assert not (await game.ben.slash(CHANNEL, "encounter show")).content.startswith(STILL)
    assert await seqs(game) == before
    # Another one: short orders are answered.
    monkeypatch.undo()
    assert not (await game.ann.slash(ELSEWHERE, "pass")).ephemeral
    psutil.Process(pid).resume()
    await slow.settle()
    assert not slow.ephemeral and slow.content.startswith("Turn 2 begins.")
    assert await seqs(game) == before + 1
    assert (await game.head()).state.clock.turn == 2


async def test_an_answer_that_takes_long_is_promised(game: Game) -> None:
    pid = await stopped(game)
    slow = await game.gm.slash(CHANNEL, "next", wait=False)
    await slow.until(promised)
    assert slow.ephemeral
    psutil.Process(pid).resume()
    await slow.settle()
    assert not slow.ephemeral and slow.content.startswith("Turn 2 begins.")
    assert game.ann.mention in slow.content
    await game.says(game.gm, "undo")
    assert (await game.encounter()).clock.turn == 1


@pytest.mark.parametrize("taken", [False, True], ids=["not taken", "taken"])
async def test_an_order_is_carried_out_even_if_its_promise_fails(game: Game, taken: bool) -> None:
    pid, before = await stopped(game), await seqs(game)
    fault = game.playground.faults.drop(CALLBACK, after=taken)
    await game.gm.slash(CHANNEL, "next", wait=False)
    await fault.reached.wait()
    psutil.Process(pid).resume()
    await until(lambda: shown(game.ben, "Turn 2 begins."))
    assert await seqs(game) == before + 1 and game.client.executor.pid == pid
    await until_noted(game)
    assert shown(game.ben, "Turn 2 begins.") == 1


async def test_an_answer_that_perhaps_was_promised_is_shown_once(game: Game) -> None:
    pid = await stopped(game)
    game.playground.faults.outage(CALLBACK, after=True)
    slow = await game.gm.slash(CHANNEL, "next", wait=False)
    await slow.until(promised)
    psutil.Process(pid).resume()
    await until(lambda: shown(game.ben, "Turn 2 begins."))
    await until_noted(game)
    assert shown(game.ben, "Turn 2 begins.") == 1
    assert not any(message["flags"] & 128 for message in game.gm.sees(CHANNEL))


async def test_what_is_refused_after_a_promise_is_refused_in_private(game: Game) -> None:
    pid = await stopped(game)
    shot = await game.ann.slash(CHANNEL, "fire", target="Alien 1", wait=False)
    await shot.until(promised)
    psutil.Process(pid).resume()
    await shot.settle()
    assert shot.ephemeral and shot.content == "How far away is Alien 1? Give range: in squares, or put both on the map."
    assert shot.modal is None


async def test_a_killed_process_leaves_nothing_behind(game: Game) -> None:
    pid, before = await stopped(game), await seqs(game)
    slow = await game.gm.slash(CHANNEL, "next", wait=False)
    await at_work(game)
    psutil.Process(pid).kill()
    await slow.settle()
    assert slow.ephemeral and slow.content == REFUSED
    assert await seqs(game) == before and not psutil.pid_exists(pid)
    assert (await game.says(game.gm, "next")).startswith("Turn 2 begins.")


async def test_a_press_that_came_to_nothing_may_be_repeated(game: Game) -> None:
    begun = await game.gm.slash(CHANNEL, "next")
    pid = suspended(game.client)
    done = await game.ann.click(begun, "Done", wait=False)
    await at_work(game)
    psutil.Process(pid).kill()
    await done.settle()
    assert done.ephemeral and done.content == REFUSED
    again = await game.ann.click(begun, "Done")
    assert not again.ephemeral and again.content.startswith("Apone is done for now")


@asynccontextmanager
async def two_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Game, Game]]:
    """An encounter in which every order is a long one, and two runs of the bot on its database."""
    file = tmp_path / "referee.sqlite3"
    async with (
        stand_in() as playground,
        # Neither sweeps while the other is about to answer, which takes less than the seconds between two sweeps.
        connected(playground, file, Stopped()) as one,
        connected(playground, file, Stopped()) as other,
    ):
        games = Game(playground, one.client), Game(playground, other.client)
        await mustered(games[0])
        make_long(monkeypatch)
        for game in games:
            game.client.executor.kept.patience = patience()
        await games[0].gm.slash(CHANNEL, "encounter event", text="the doors close", turn=9, wait=False)
        locks = [game.client.referee.locks.lock((await games[0].encounter()).id) for game in games]
        await until(lambda: all(game.client.executor.pid for game in games) and not any(map(Lock.locked, locks)))
        await until_noted(games[0])
        yield games
        assert playground.violations == [], playground.violations[:3]


@pytest.mark.sqlite  # Of three processes, no two have the same shards.
async def test_an_order_that_two_runs_resolve_is_shown_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two_runs(tmp_path, monkeypatch) as (one, other):
        playground, asked = one.playground, len(one.playground.asked(CALLBACK))
        pids = [suspended(run.client) for run in (one, other)]
        await one.gm.slash(CHANNEL, "next", wait=False)
        await playground.until_asked(CALLBACK, asked + 2)
        for pid in pids:
            psutil.Process(pid).resume()
        await until(lambda: shown(one.ben, "Turn 2 begins."))
        for run in (one, other):
            await run.client.sweep.once(AT_ONCE)
            await run.client.delivery.flush()
        await until_noted(one)
        assert shown(one.ben, "Turn 2 begins.") == 1


@pytest.mark.sqlite  # Of three processes, no two have the same shards.
async def test_a_run_that_fails_leaves_the_answer_of_the_other_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_runs(tmp_path, monkeypatch) as (one, other):
        playground, asked = one.playground, len(one.playground.asked(CALLBACK))
        pid = suspended(other.client)
        answer = await one.gm.slash(CHANNEL, "next")
        assert answer.content.startswith("Turn 2 begins.")
        await playground.until_asked(CALLBACK, asked + 2)
        psutil.Process(pid).kill()
        await until(lambda: not other.client.delivery._in_hand)
        assert answer.content.startswith("Turn 2 begins.")


async def test_a_killed_bot_takes_its_process_with_it(tmp_path: Path) -> None:
    async with stand_in() as playground, Process(playground, tmp_path / "referee.sqlite3") as bot:
        gm = playground.person("GM")
        await gm.slash(CHANNEL, "encounter start", ruleset="space-marines")
        await gm.slash(CHANNEL, "encounter map", size="10x10")
        await gm.slash(CHANNEL, "combatant add", sheet="Marine, rifle", at="A1")
        places = "A9 B9 C9 D9 E9 F9 G9 H9 I9"
        await gm.slash(CHANNEL, "combatant add", sheet="Bug Warrior", count=9, side="Bugs", at=places)
        assert not (await gm.slash(CHANNEL, "next")).ephemeral
        [worker] = [one for one in psutil.Process(bot.pid).children() if "long_work.py" in " ".join(one.cmdline())]
        worker.suspend()
        shown = await gm.slash(CHANNEL, "encounter show")
        goes_on = await about_to(gm, "/next")
        lost = await goes_on()
        await lost.until(promised)
        await bot.kill()
        worker.resume()
        await until(lambda: not worker.is_running() or worker.status() == psutil.STATUS_ZOMBIE)
        await bot.start()
        assert (await gm.slash(CHANNEL, "encounter show")).content == shown.content
        assert not (await gm.slash(CHANNEL, "next")).ephemeral
