"""Long work in a process of its own: what goes there and comes back, and what becomes of a process that ends."""

from __future__ import annotations

import asyncio
import importlib
import logging
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest

from bot.chat.workers.executor import WorkerExecutor
from bot.chat.workers.worker import Limits
from bot.errors import Interrupted
from rules.engine.conduct import conduct
from rules.engine.records.errors import BadSheet, DiceWanted, NotNow
from rules.engine.scene.dice import KeyedDice
from rules.shelf import shelf
from tests.bot.workers import works
from tests.waiting import patience, until

SEED = bytes(range(100, 132))


@pytest.fixture
async def executor() -> AsyncIterator[WorkerExecutor]:
    executor = WorkerExecutor(patience())
    yield executor
    await executor.close()


async def stopped(executor: WorkerExecutor) -> int:
    """Start the process and stop it where it is; returns its id."""
    await executor.run(works.squares)
    assert executor.pid is not None
    psutil.Process(executor.pid).suspend()
    return executor.pid


@pytest.mark.usefixtures("not_forked")
async def test_what_the_work_yields_comes_back(executor: WorkerExecutor) -> None:
    assert await executor.run(works.squares, 2, 3) == [4, 9]
    pid = executor.pid
    assert await executor.run(works.squares) == []
    assert await executor.run(works.printing) == ["the answer"]
    assert executor.pid == pid


async def test_dice_are_the_same_there(executor: WorkerExecutor) -> None:
    dice = KeyedDice(SEED, "here", 7, "digest")
    assert await executor.run(works.throws, dice, 20) == list(works.throws(dice, 20))


async def test_what_both_have_is_not_copied(executor: WorkerExecutor) -> None:
    book = shelf()["aliens"]
    encounter = conduct.staged(book, book.profile("apone", {}), book.profile("rifleman", {}))
    [(renamed, same)] = await executor.run(works.renamed, encounter, book)
    assert same is book and renamed.combatants[0].name == "Al"
    assert renamed.combatants[1] is encounter.combatants[1]
    assert renamed.combatants[0].carried[0].weapon is encounter.combatants[0].carried[0].weapon


async def test_a_process_with_other_rulebooks_does_no_work(
    executor: WorkerExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after an update of the files beneath a bot that runs."""
    book = shelf()["aliens"]
    encounter = conduct.staged(book, book.profile("apone", {}))
    monkeypatch.setattr(book, "version", "newer")
    with pytest.raises(Interrupted, match="Ask the person who runs the bot to start it again"):
        await executor.run(works.renamed, encounter, book)
    monkeypatch.undo()
    assert len(await executor.run(works.renamed, encounter, book)) == 1


@pytest.mark.usefixtures("not_forked")
async def test_a_rulebook_that_only_the_bots_path_has_is_found(
    executor: WorkerExecutor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As with a package on PYTHONPATH, or installed for one user."""
    (tmp_path / "book_of_the_moon.py").write_text("class Moon:\n    title = 'Moon'\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    book = importlib.import_module("book_of_the_moon").Moon()
    assert await executor.run(works.titles, book) == ["Moon"]


async def test_what_the_work_raises_is_raised_here(executor: WorkerExecutor) -> None:
    with pytest.raises(NotNow, match=r"^Not while it rains\.$"):
        await executor.run(works.refused)
    with pytest.raises(BadSheet) as bad:
        await executor.run(works.badly_written)
    assert (str(bad.value), bad.value.problems) == ("Two problems.", ("one", "two"))
    with pytest.raises(DiceWanted) as wanted:
        await executor.run(works.without_dice)
    assert (wanted.value.why, wanted.value.low, wanted.value.high) == ("the second shot", 0, 9)
    assert [roll.value for roll in wanted.value.thrown] == [7]
    pid = executor.pid
    with pytest.raises(RuntimeError, match=r"KeyError: 'nothing'"):
        await executor.run(works.broken)
    assert executor.pid == pid


@pytest.mark.usefixtures("not_forked")
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
async def test_the_seed_is_in_the_pipe_alone(executor: WorkerExecutor, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    pid = await stopped(executor)
    work = asyncio.create_task(executor.run(works.throws, KeyedDice(SEED, "here"), 3))
    about = Path(f"/proc/{pid}")
    shown = (about / "cmdline").read_bytes() + (about / "environ").read_bytes()
    open_files = [str(each.readlink()) for each in (about / "fd").iterdir()]
    psutil.Process(pid).resume()
    await work
    psutil.Process(pid).suspend()
    shown += (about / "cmdline").read_bytes() + (about / "environ").read_bytes() + caplog.text.encode()
    open_files += [str(each.readlink()) for each in (about / "fd").iterdir()]
    assert SEED not in shown and SEED.hex().encode() not in shown
    assert b"TOKEN" not in shown and b"DATABASE" not in shown
    # Standard error is the bot's.
    assert len({each for each in open_files if not each.startswith("pipe:")}) <= 1


@pytest.mark.usefixtures("not_forked")
async def test_a_killed_process_leaves_nothing_behind(executor: WorkerExecutor) -> None:
    pid = await stopped(executor)
    work = asyncio.create_task(executor.run(works.squares, 5))
    await asyncio.sleep(0)
    psutil.Process(pid).kill()
    with pytest.raises(Interrupted, match="Nothing has changed"):
        await work
    assert not psutil.pid_exists(pid) and executor.pid is None
    assert await executor.run(works.squares, 5) == [25]


async def test_a_process_that_has_ended_meanwhile_is_replaced(executor: WorkerExecutor) -> None:
    await executor.run(works.squares)
    pid = executor.pid
    assert pid is not None
    psutil.Process(pid).kill()
    await until(lambda: executor.pid is None)
    assert await executor.run(works.squares, 5) == [25]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
async def test_limits(executor: WorkerExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor.kept, "limits", Limits(memory=512, seconds=1))
    for work in (works.endless, works.greedy):
        with pytest.raises(Interrupted):
            await executor.run(work)
        assert executor.pid is None
    assert await executor.run(works.squares, 5) == [25]


async def test_work_that_takes_too_long_is_given_up(executor: WorkerExecutor) -> None:
    pid = await stopped(executor)
    executor.kept.patience = 0.01
    with pytest.raises(Interrupted):
        await executor.run(works.squares, 5)
    assert not psutil.pid_exists(pid)


async def test_cancelled_work_ends_the_process(executor: WorkerExecutor) -> None:
    pid = await stopped(executor)
    work = asyncio.create_task(executor.run(works.squares, 5))
    await until(lambda: not executor.kept._answered.is_set())
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    assert not psutil.pid_exists(pid)
    assert await executor.run(works.squares, 5) == [25]


async def test_one_piece_of_work_at_a_time(executor: WorkerExecutor) -> None:
    pid = await stopped(executor)
    several = [asyncio.create_task(executor.run(works.squares, n)) for n in range(3)]
    await asyncio.sleep(0)
    psutil.Process(pid).resume()
    assert await asyncio.gather(*several) == [[0], [1], [4]]


async def test_the_process_ends_when_nothing_comes_for_a_while() -> None:
    executor = WorkerExecutor(patience(), idle=0)
    await executor.run(works.squares)
    await until(lambda: executor.pid is None)
    assert [child for child in psutil.Process().children() if "long_work" in " ".join(child.cmdline())] == []


async def test_the_process_ends_when_its_pipe_is_closed(executor: WorkerExecutor) -> None:
    """As it is when the bot is killed, even amid work."""
    await executor.run(works.squares)
    process = executor.kept._process
    assert process is not None and process.stdin is not None
    work = asyncio.create_task(executor.run(works.endless))
    busy = psutil.Process(process.pid)
    await until(lambda: busy.cpu_percent(0.05) > 20)
    process.stdin.close()
    # Its end refuses the work.
    with pytest.raises(Interrupted):
        await work
    assert not psutil.pid_exists(busy.pid)
