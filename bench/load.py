"""Bots under load: each in a process of its own on a stand-in of its own, driven from here.

What is timed is from the dispatch of an interaction to the arrival of its answer.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from bot.playground import scenery
from bot.playground.driver import Person
from bot.playground.server import Playground

ROOT = Path(__file__).resolve().parents[1]


@dataclass
class Bot:
    """A running bot under measurement; `shots` in a channel are fired by its owner at his target."""

    name: str
    playground: Playground
    process: asyncio.subprocess.Process
    started_in: float

    @property
    def memory(self) -> float:
        """Resident memory in MiB."""
        return float(psutil.Process(self.process.pid).memory_info().rss) / 2**20

    @property
    def cpu(self) -> float:
        """Seconds of processor time used so far."""
        times = psutil.Process(self.process.pid).cpu_times()
        return float(times.user + times.system)

    async def close(self) -> None:
        """End the process and its stand-in."""
        with suppress(ProcessLookupError):
            self.process.terminate()
        await self.process.wait()
        await self.playground.stop()


async def started(name: str, database: Path, channels: int) -> Bot:
    """Start a bot: `noop` and `sqlite` are the floors, anything else is ours."""
    playground = Playground()
    await playground.start()
    playground.world.patience = 30
    for n in range(channels):
        playground.world.channels[channel(n)] = scenery.channel(channel(n), f"channel-{n}", "", n)
    began = time.perf_counter()
    if name in ("noop", "sqlite"):
        command = [sys.executable, "-m", "bench.floor", name, playground.api_url, str(database)]
        environment = dict(os.environ)
    else:
        command = [sys.executable, "-m", "bot", "run"]
        environment = {
            **os.environ,
            "DISCORD_TOKEN": "bench",
            "DISCORD_API_URL": playground.api_url,
            "DATABASE_URL": f"sqlite+aiosqlite:///{database}",
            "LOG_LEVEL": "WARNING",
        }
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=environment)
    await playground.online()
    return Bot(name, playground, process, time.perf_counter() - began)


def channel(n: int) -> str:
    """The id of the n-th channel of a measurement."""
    return str(1_100_000_000_000_100_000 + n)


async def lay_out(bot: Bot, channels: int, combatants: int) -> None:
    """An encounter in each channel: a Rifleman who never tires of firing (no boxes counted), and Aliens."""
    gm = bot.playground.person("GM")
    for n in range(channels):
        for command, options in (
            ("encounter start", {"ruleset": "aliens"}),
            ("encounter options", {"name": "ammunition", "value": "off"}),
            ("combatant add", {"sheet": "rifleman"}),
            ("combatant add", {"sheet": "alien", "count": combatants - 1}),
        ):
            answer = await gm.slash(channel(n), command, **options)
            if answer.ephemeral:
                raise RuntimeError(f"/{command} was refused: {answer.embeds or answer.content}")


async def shot(person: Person, n: int) -> float:
    """Seconds from one /fire to its answer."""
    began = time.perf_counter()
    await person.slash(channel(n), "fire", target="Alien 1", range=9)
    return time.perf_counter() - began


async def in_turn(bots: list[Bot], rounds: int, each: int) -> dict[str, list[float]]:
    """Latencies of single shots, one at a time, the bots taking turns so that all meet the same conditions."""
    times: dict[str, list[float]] = {bot.name: [] for bot in bots}
    for _ in range(rounds):
        for bot in bots:
            gm = bot.playground.person("GM")
            for _ in range(each):
                times[bot.name].append(await shot(gm, 0))
                bot.playground.log.clear()
                await restored(bot, 0)
    return times


async def restored(bot: Bot, n: int) -> None:
    """Give the shooter his actions and the target its life back, outside what is timed."""
    if bot.name in ("noop", "sqlite"):
        return
    gm = bot.playground.person("GM")
    await gm.slash(channel(n), "next")


async def at_once(bot: Bot, users: int, each: int) -> tuple[float, list[float], float]:
    """`users` in channels of their own fire `each` shots without pause: shots a second, latencies, CPU a shot."""
    gm = bot.playground.person("GM")

    async def fire(n: int) -> list[float]:
        return [await shot(gm, n) for _ in range(each)]

    began, cpu = time.perf_counter(), bot.cpu
    times = [t for some in await asyncio.gather(*(fire(n) for n in range(users))) for t in some]
    seconds = time.perf_counter() - began
    bot.playground.log.clear()
    return len(times) / seconds, times, (bot.cpu - cpu) / len(times)
