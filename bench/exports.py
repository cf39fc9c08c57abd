"""The cost to others of reading an encounter as a whole: how long the event loop is held, and memory; and its own
time, if no other line has it."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil

from bench.report import Line, at_most, progress
from bench.run import Run
from bot.chat import render
from bot.chat.desk.attachments import Files
from bot.chat.replays import Replay
from bot.chat.workers import Limits, Worker
from bot.game.entries.invocation import Invocation
from bot.game.files.library import Library
from bot.game.pages import encounter_check, history, statistics
from bot.game.referee.referee import Referee
from bot.game.requests import AttackRequest, DirectRequest, MusterRequest, adjusting
from bot.game.store import Store
from rules.engine.records.orders import Fire, Next
from rules.shelf import shelf
from tests.confirming import meant

ENTRIES, AT_ONCE = (3000, 3000, 30), 5
_TICK = 0.001
_PIECE = 1 << 16
_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of some work: seconds, the longest that the event loop was held (ms), and memory added (MiB)."""

    seconds: float
    held: float
    memory: float


async def lines(run: Run) -> AsyncIterator[Line]:
    """Measure each way to read a long encounter."""
    entries = run.of(ENTRIES)
    progress(f"an encounter of {entries:,} entries")
    for name, cost in (await _costs(run.folder, entries)).items():
        what = f"{name}, {entries:,} entries"
        yield Line(f"{what}: time", cost.seconds, "s")
        yield Line(f"{what}: holds the loop", cost.held, "ms", at_most(50))
        yield Line(f"{what}: memory added", cost.memory, "MiB", at_most(20))


async def _costs(folder: Path, entries: int) -> dict[str, Cost]:
    """Return the cost of each way to read an encounter of so many entries, by name."""
    async with await Store.open(folder / "exports.sqlite3") as store:
        referee = Referee(Library(store, shelf(), "aliens"))
        await _fought(referee, entries)
        # As the bot does once it has started.
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)

        async def export() -> None:
            with (await history.exported(referee, _asked(), _nobody)).file:
                pass

        async def replay() -> None:
            with (await history.replayed(referee, _asked(), _nobody, Replay)).file:
                pass

        async def exports() -> None:
            await asyncio.gather(*(export() for _ in range(AT_ONCE)))

        async def recap() -> None:
            recap = render.Recap()
            await history.retraced(referee, _asked(), recap.take)

        async def log() -> None:
            await history.log_page(referee, _asked(), 1)

        async def verify() -> None:
            await encounter_check.checked(referee, _asked())

        async def stats_of_dice() -> None:
            await statistics.dice(referee, _asked(), await statistics.scope(referee, _asked(), "", ""))

        async def stats_of_fights() -> None:
            await statistics.fights(referee, _asked(), await statistics.scope(referee, _asked(), "", ""))

        found = {
            "/export": await _cost(export),
            f"/export, {AT_ONCE} at once": await _cost(exports),
            "/export format: replay": await _cost(replay),
            "/recap": await _cost(recap),
            "/log": await _cost(log),
            "/stats": await _cost(stats_of_dice),
            "/stats of: fights": await _cost(stats_of_fights),
        }
        await referee.end(_asked())
        found["/dice verify"] = await _cost(verify)
        with (await history.exported(referee, _asked(), _nobody)).file as file:
            data = await asyncio.to_thread(file.read)

        async def imported() -> None:
            attached: Any = SimpleNamespace(size=len(data), url="")
            given = await Files(_Given(data)).imported(attached)
            await referee.bring(_asked(), given, "", ())

        return {**found, "/encounter import": await _cost(imported)}


class _Given(Worker):
    """Has files read as the bot does, from memory instead of Discord."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self._data = data

    async def run(
        self, script: Path, given: AsyncGenerator[bytes, None], limits: Limits, *arguments: str, **_: object
    ) -> bytes:
        return await super().run(script, self._pieces(), limits, *arguments)

    async def _pieces(self) -> AsyncGenerator[bytes, None]:
        for at in range(0, len(self._data), _PIECE):
            yield self._data[at : at + _PIECE]


async def _fought(referee: Referee, entries: int) -> None:
    """Shots, corrections and turns, now and then an undo."""
    await referee.start(_asked())
    await referee.carry_out(_asked(), MusterRequest(sheet="apone", side="Marines"))
    last = (await referee.carry_out(_asked(), MusterRequest(sheet="alien", count=3, side="Aliens")))[-1]
    shot = AttackRequest(Fire, who="Apone", target="Alien 1", range=2)
    for n in count(1):
        if last.seq >= entries:
            return
        await referee.carry_out(_asked(), shot)
        await referee.carry_out(_asked(), adjusting("Apone", "actions 3, loaded 9"))
        if n % 40 == 0:
            await meant(referee, _asked(), DirectRequest(Next()))
        if n % 50 == 0:
            await referee.undo(_asked())
        last = (await referee.carry_out(_asked(), adjusting("Alien 1", "alive")))[-1]


async def _cost(work: Callable[[], Awaitable[None]]) -> Cost:
    process, held, memory = psutil.Process(), [0.0], [0.0]
    before = process.memory_info().rss

    async def watch() -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(_TICK)
            held.append(time.perf_counter() - began - _TICK)
            memory.append(process.memory_info().rss - before)

    watching = asyncio.create_task(watch())
    await asyncio.sleep(_TICK)
    began = time.perf_counter()
    try:
        await work()
        seconds = time.perf_counter() - began
    finally:
        await asyncio.sleep(_TICK)
        watching.cancel()
    return Cost(seconds, 1000 * max(held), max(memory) / 2**20)


def _asked() -> Invocation:
    # `meant` adds a digit for the confirmed order.
    return Invocation(f"b{next(_numbers):06}", "100", "GM", "1", "10", "token", datetime.now(UTC))


async def _nobody(users: Sequence[str]) -> dict[str, str]:
    return {}
