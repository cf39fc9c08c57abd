"""10,000 encounters open at once in 2,500 servers, by real commands: orders a second, and the memory of the bot."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

from bench.load import Bot
from bench.report import Line, progress
from bench.run import Run
from standin.driver import Person
from standin.world import scenery

GUILDS, CHANNELS, USERS = (2_500, 2_500, 2), 4, 64
_ORDERS = (
    ("encounter start", {"ruleset": "aliens", "title": "Depot"}),
    ("combatant add", {"sheet": "rifleman", "side": "Marines"}),
    ("combatant add", {"sheet": "alien", "side": "Aliens"}),
    ("fire", {"target": "Alien", "range": 4}),
)
_PROGRESS_EVERY = 1_000


async def lines(run: Run) -> AsyncIterator[Line]:
    """Play in all of them, in both homes."""
    for home in ("SQLite", "PostgreSQL"):
        async with AsyncExitStack() as stack:
            database = run.folder / "crowd.sqlite3" if home == "SQLite" else await run.new_database("crowd")
            bot = await run.started(f"crowd on {home}", database, 0)
            stack.push_async_callback(bot.close)
            channels = _invited(bot, run.of(GUILDS))
            before = bot.memory
            began, cpu = time.perf_counter(), bot.cpu
            times = await _played(bot, channels)
            took = time.perf_counter() - began
            what = f"{len(channels):,} encounters in {run.of(GUILDS):,} servers, {home}"
            yield Line(f"{what}: orders", len(times) / took, "/s")
            yield Line(f"{what}: processor time an order", 1000 * (bot.cpu - cpu) / len(times), "ms")
            times.sort()
            yield Line(
                f"{what}: 99th percentile, with no pause between orders", 1000 * times[len(times) * 99 // 100], "ms"
            )
            yield Line(f"{what}: memory, of it {before:.0f} MiB before", bot.memory, "MiB")


def _invited(bot: Bot, guilds: int) -> list[str]:
    """Invite the bot to the servers; return the ids of their channels."""
    world = bot.playground.world
    gm = world.user(bot.playground.person("GM").id)
    channels = []
    for n in range(guilds):
        guild = world.add_guild(f"Server {n}")
        guild.add_member(gm)
        for m in range(CHANNELS):
            id = str(1_200_000_000_000_000_000 + CHANNELS * n + m)
            world.channels[id] = {**scenery.channel(id, f"channel-{m}", "", m), "guild_id": guild.id}
            channels.append(id)
    return channels


async def _played(bot: Bot, channels: list[str]) -> list[float]:
    """Give every order in every channel, some users at once; return the seconds of each."""
    gm, waiting, times = bot.playground.person("GM"), list(reversed(channels)), list[float]()

    async def plays(person: Person) -> None:
        while waiting:
            channel = waiting.pop()
            for command, options in _ORDERS:
                began = time.perf_counter()
                answer = await person.slash(channel, command, **options)
                times.append(time.perf_counter() - began)
                if answer.ephemeral:
                    raise RuntimeError(f"/{command} was refused: {answer.content}")
            if len(waiting) % _PROGRESS_EVERY == 0:
                progress(f"{bot.name}: {len(channels) - len(waiting):,} of {len(channels):,} encounters")
                bot.playground.log.clear()

    await asyncio.gather(*(plays(gm) for _ in range(USERS)))
    return times
