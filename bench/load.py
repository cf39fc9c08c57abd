"""Bots under load: each in its own process on its own stand-in, driven from here.

Times are from the dispatch of an interaction to the arrival of its answer.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import psutil

from bench.fights import Fight
from bench.trees import ROOT, environment
from standin.driver import Person
from standin.server import Playground
from standin.world import scenery
from tests.served import CONFIRMED
from tests.waiting import patience

FLOOR = "floor"
"""The name of the bare bot."""
_FLOOR_SHOT = {"target": "Alien 1", "range": 9}


class NotStarted(RuntimeError):
    """A bot ended before it was online."""


class Process(Protocol):
    """A process that was started."""

    @property
    def pid(self) -> int:
        """The id of the process."""

    @property
    def returncode(self) -> int | None:
        """The exit code, once it has ended."""

    def terminate(self) -> None:
        """Tell it to end."""

    async def wait(self) -> int:
        """Wait until it has ended; return its exit code."""


Spawn: TypeAlias = Callable[[Sequence[str], Path, Mapping[str, str]], Awaitable[Process]]
"""Starts `python -m` with these words, in a source tree, with these settings besides the environment."""


async def spawned(words: Sequence[str], tree: Path, settings: Mapping[str, str]) -> Process:
    """Start a process as users do."""
    command = (sys.executable, "-m", *words)
    return await asyncio.create_subprocess_exec(*command, cwd=tree, env={**environment(tree), **settings})


@dataclass
class Bot:
    """A running bot under measurement.

    `fight` is set up in its channels, and `fired` counts the shots by channel; the bare bot has no fight.
    """

    name: str
    playground: Playground
    process: Process
    started_in: float
    fight: Fight | None = None
    fired: Counter[int] = field(default_factory=Counter)

    @property
    def memory(self) -> float:
        """Return the resident memory in MiB."""
        return float(psutil.Process(self.process.pid).memory_info().rss) / 2**20

    @property
    def cpu(self) -> float:
        """Return the seconds of processor time used so far."""
        times = psutil.Process(self.process.pid).cpu_times()
        return float(times.user + times.system)

    async def close(self) -> None:
        """End the process and its stand-in."""
        with suppress(ProcessLookupError):
            self.process.terminate()
        await self.process.wait()
        await self.playground.stop()


async def started(
    name: str,
    database: Path | str,
    channels: int,
    tree: Path = ROOT,
    spawn: Spawn = spawned,
    playground: Playground | None = None,
) -> Bot:
    """Start a bot of a source tree on a file or a server's database and return it; FLOOR is the bare bot.

    It finds the servers of the playground, if there is one. Raises NotStarted, TimeoutError.
    """
    playground = playground or Playground()
    playground.world.confirms = CONFIRMED
    await playground.start()
    playground.world.patience = patience()
    playground.rate_limits.enforced = False
    for n in range(channels):
        playground.world.channels[channel(n)] = scenery.channel(channel(n), f"channel-{n}", "", n)
    began = time.perf_counter()
    if name == FLOOR:
        words, settings = ["bench.floor", playground.api_url, str(database)], dict[str, str]()
    else:
        words = ["bot", "run"]
        settings = {
            "DISCORD_TOKEN": "bench",
            "DISCORD_API_URL": playground.api_url,
            "DATABASE_URL": database if isinstance(database, str) else f"sqlite+aiosqlite:///{database}",
            "ORDERS_PER_MINUTE": "0",
            "LOG_LEVEL": "WARNING",
        }
    process = await spawn(words, tree, settings)
    bot = Bot(name, playground, process, 0.0)
    try:
        await _online(bot)
    except BaseException:
        await bot.close()
        raise
    bot.started_in = time.perf_counter() - began
    return bot


async def _online(bot: Bot) -> None:
    """Wait until the bot is online. Raises NotStarted if it ends before, TimeoutError."""
    online, ended = (asyncio.ensure_future(one) for one in (bot.playground.online(), bot.process.wait()))
    try:
        await asyncio.wait((online, ended), return_when=asyncio.FIRST_COMPLETED)
        if not online.done():
            raise NotStarted(f"{bot.name} ended with code {bot.process.returncode}")
        await online
    finally:
        online.cancel()
        ended.cancel()


def channel(n: int) -> str:
    """Return the id of the n-th channel of a measurement."""
    return str(1_100_000_000_000_100_000 + n)


async def lay_out(bot: Bot, fight: Fight, channels: int, combatants: int) -> None:
    """Set up the fight in each channel, with this number of combatants."""
    gm = bot.playground.person("GM")
    if fight.weapons:
        await gm.slash(channel(0), "weapon add", file=("bench.toml", fight.weapons))
    for n in range(channels):
        for command, options in (*fight.lay_out(combatants), *fight.again):
            await ordered(gm, n, command, **options)
    bot.fight = fight


async def ordered(person: Person, n: int, command: str, *, private: bool = False, **options: Any) -> tuple[float, str]:
    """Give an order; return the seconds to its answer, and the answer. Raises RuntimeError if it is refused: its
    answer is private then, unless all are."""
    began = time.perf_counter()
    answer = await person.slash(channel(n), command, **options)
    seconds = time.perf_counter() - began
    if answer.ephemeral and not private:
        raise RuntimeError(f"/{command} was refused: {answer.content}")
    return seconds, answer.content


async def round_of(bot: Bot, n: int) -> tuple[float, list[float]]:
    """Fire once, then restore shooter and target; return the seconds of the shot and of all orders."""
    gm, fight = bot.playground.person("GM"), bot.fight
    options = fight.shot if fight else _FLOOR_SHOT
    shot, answer = await ordered(gm, n, "fire", **options)
    times = [shot]
    if fight:
        bot.fired[n] += 1
        if "HIT" in answer:
            times.append((await ordered(gm, n, "adjust", who=options["target"], changes=fight.restored))[0])
        if bot.fired[n] % fight.shots == 0:
            times += [(await ordered(gm, n, command, **rest))[0] for command, rest in fight.again]
    bot.playground.log.clear()
    return shot, times


@dataclass
class Times:
    """Seconds of single shots; seconds of processor time of the bot, and how many orders these were for."""

    shots: list[float] = field(default_factory=list)
    cpu: float = 0.0
    orders: int = 0

    def percentile(self, percent: int) -> float:
        """Return a percentile of the shots in milliseconds."""
        return 1000 * statistics.quantiles(self.shots, n=100, method="inclusive")[percent - 1]

    @property
    def cpu_each(self) -> float:
        """Return the milliseconds of processor time of an order."""
        return 1000 * self.cpu / self.orders


async def in_turn(bots: Sequence[Bot], rounds: int, each: int) -> list[Times]:
    """Measure single shots of each bot; bots take turns, so that conditions are the same for all."""
    times = [Times() for _ in bots]
    # The first runs are not counted: everything is imported and remembered by then.
    for n in range(rounds + 1):
        for bot, one in zip(bots, times, strict=True):
            before = bot.cpu
            played = [await round_of(bot, 0) for _ in range(each)]
            if n:
                one.shots += [shot for shot, _ in played]
                one.cpu += bot.cpu - before
                one.orders += sum(len(orders) for _, orders in played)
    return times


async def at_once(bot: Bot, users: int, each: int) -> tuple[float, list[float]]:
    """Have users order without pause, each in a channel; return orders a second, and the seconds of each order."""

    async def play(n: int) -> list[float]:
        return [t for _ in range(each) for t in (await round_of(bot, n))[1]]

    began = time.perf_counter()
    times = [t for some in await asyncio.gather(*(play(n) for n in range(users))) for t in some]
    return len(times) / (time.perf_counter() - began), times
