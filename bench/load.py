"""Bots under load: each in its own process on its own stand-in, driven from here.

Times are from the dispatch of an interaction to the arrival of its answer.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from bench.fights import Fight
from standin.driver import Person
from standin.server import Playground
from standin.world import scenery

FLOORS = ("noop", "sqlite")
_FLOOR_SHOT = {"target": "Alien 1", "range": 9}
ROOT = Path(__file__).resolve().parents[1]


@dataclass
class Bot:
    """A running bot under measurement.

    `fight` is set up in its channels, and `fired` counts the shots by channel; the bare bots have no fight.
    """

    name: str
    playground: Playground
    process: asyncio.subprocess.Process
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


async def started(name: str, database: Path, channels: int) -> Bot:
    """Start a bot and return it: `noop` and `sqlite` are the floors, any other name is our bot."""
    playground = Playground()
    await playground.start()
    playground.world.patience = 30
    playground.rate_limits.enforced = False
    for n in range(channels):
        playground.world.channels[channel(n)] = scenery.channel(channel(n), f"channel-{n}", "", n)
    began = time.perf_counter()
    if name in FLOORS:
        command = [sys.executable, "-m", "bench.floor", name, playground.api_url, str(database)]
        environment = dict(os.environ)
    else:
        command = [sys.executable, "-m", "bot", "run"]
        environment = {
            **os.environ,
            "DISCORD_TOKEN": "bench",
            "DISCORD_API_URL": playground.api_url,
            "DATABASE_URL": f"sqlite+aiosqlite:///{database}",
            "ORDERS_PER_MINUTE": "0",
            "LOG_LEVEL": "WARNING",
        }
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=environment)
    await playground.online()
    return Bot(name, playground, process, time.perf_counter() - began)


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


async def ordered(person: Person, n: int, command: str, **options: Any) -> tuple[float, str]:
    """Give an order; return the seconds to its answer, and the answer. Raises RuntimeError if it is refused."""
    began = time.perf_counter()
    answer = await person.slash(channel(n), command, **options)
    seconds = time.perf_counter() - began
    if answer.ephemeral:
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


async def in_turn(bots: list[Bot], rounds: int, each: int) -> dict[str, list[float]]:
    """Return the seconds of single shots by bot; bots take turns, so that conditions are the same for all."""
    times: dict[str, list[float]] = {bot.name: [] for bot in bots}
    for _ in range(rounds):
        for bot in bots:
            for _ in range(each):
                times[bot.name].append((await round_of(bot, 0))[0])
    return times


async def at_once(bot: Bot, users: int, each: int) -> tuple[float, list[float], float]:
    """Have users order without pause, each in a channel; return orders a second, latencies, CPU seconds an order."""

    async def play(n: int) -> list[float]:
        return [t for _ in range(each) for t in (await round_of(bot, n))[1]]

    began, cpu = time.perf_counter(), bot.cpu
    times = [t for some in await asyncio.gather(*(play(n) for n in range(users))) for t in some]
    seconds = time.perf_counter() - began
    return len(times) / seconds, times, (bot.cpu - cpu) / len(times)
