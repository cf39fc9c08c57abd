"""Three processes under random faults, at a steady rate of orders: nothing may be lost, doubled or stuck.

    python -m bench.faults --minutes 60 --rate 5 --seed 7

1. A stand-in for Discord, a PostgreSQL server with a small disk of its own, and three processes with two of six shards
   each. People order at the rate, in twelve channels of six servers, whatever happens.
2. Faults come one after another, at times two at once (`bench.outages`). After each, all processes must be ready again.
3. In the end everything is whole. Each order is then either carried out (one entry, one message), refused (a sentence,
   nothing stored), or not answered (Discord says that the application did not respond; nothing stored).

Everything is on loopback and ends by itself a few minutes after the time. A disk of its own needs root and `unshare`;
without them no disk is full.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import aiohttp
import asyncpg
import click

from bench import outages
from bench.outages import SHARDS, Bot, Scene, Server, until
from bench.report import progress
from standin.driver import Answer, Person
from standin.gateway.session import shard_of
from standin.server import Playground
from standin.world import scenery

CARRIED_OUT, LATER = "carried out and answered", "carried out, and shown later"
REFUSED, UNDECIDED = "refused in a sentence", "told that it may appear later, and it was not stored"
SILENT, SILENT_IN_PEACE = "Discord: did not respond, in a fault", "Discord: did not respond, at another time"
_UNKNOWN = "If your order was stored, its result appears later."
_STORED = "Your order is stored."
_CHANNELS = 2
# Seconds: a fault may last, a process may take to be ready again, what waits may take in the end.
_SHORTEST, _LONGEST, _LONGEST_HEALING, _LAST = 5.0, 120.0, 240.0, 300.0
_AFTER = 5.0
"""Seconds after a fault in which an order that was sent still belongs to it."""


@dataclass
class Fault:
    """One fault: when it began and ended, and how long it took until all processes were ready again, in seconds."""

    names: tuple[str, ...]
    began: float
    ended: float = 0.0
    healing: float = 0.0


@dataclass
class Order:
    """An order with its answer, and when it was given."""

    answer: Answer
    at: float


@dataclass
class Hour:
    """All that happened."""

    orders: list[Order] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def invited(playground: Playground) -> list[str]:
    """Invite the bot to a server of each shard; return the ids of their channels."""
    world, gm = playground.world, playground.person("GM")
    missing, channels = set(range(SHARDS)), list[str]()
    while missing:
        guild = world.add_guild(f"Server {len(world.guilds)}")
        if (shard := shard_of(guild.id, SHARDS)) not in missing:
            world.remove_guild(guild.id)
            continue
        missing.discard(shard)
        guild.add_member(world.user(gm.id))
        for n in range(_CHANNELS):
            id = str(1_200_000_000_000_000_000 + _CHANNELS * shard + n)
            world.channels[id] = {**scenery.channel(id, f"channel-{n}", "", n), "guild_id": guild.id}
            channels.append(id)
    return channels


async def lay_out(gm: Person, channel: str) -> None:
    """Start an encounter with one fighter."""
    await gm.slash(channel, "encounter start", ruleset="aliens", title="Depot")
    answer = await gm.slash(channel, "combatant add", sheet="rifleman", name="Vasquez", side="Marines")
    if answer.ephemeral:
        raise RuntimeError(f"A fighter was refused: {answer.content}")


async def ordering(hour: Hour, gm: Person, channels: list[str], rate: float, chance: random.Random) -> None:
    """Order at this rate, until cancelled."""
    began = time.monotonic()
    while True:
        changes = f"loaded {len(hour.orders) % 16}"
        answer = await gm.slash(chance.choice(channels), "adjust", wait=False, who="Vasquez", changes=changes)
        hour.orders.append(Order(answer, time.monotonic()))
        await asyncio.sleep(max(0.0, began + len(hour.orders) / rate - time.monotonic()))


async def striking(hour: Hour, scene: Scene, seconds: float) -> None:
    """Strike faults for so many seconds, each kind as often as others."""
    chance, end = scene.chance, time.monotonic() + seconds
    longest = min(_LONGEST, seconds / 6)
    waiting = list[str]()
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(5.0)) as session:

        async def ready() -> bool:
            return all([await bot.ready(session) for bot in scene.bots])

        while time.monotonic() < end:
            if not waiting:
                waiting = chance.sample([*scene.faults], len(scene.faults))
            names = [waiting.pop()]
            if waiting and chance.random() < 0.25:
                names.append(waiting.pop())
            lasts = min(chance.uniform(min(_SHORTEST, longest), longest), max(1.0, end - time.monotonic()))
            fault = Fault(tuple(names), time.monotonic())
            hour.faults.append(fault)
            progress(f"{' and '.join(names)} for {lasts:.0f} s; {len(hour.orders):,} orders so far")
            async with contextlib.AsyncExitStack() as stack:
                for name in names:
                    await stack.enter_async_context(scene.faults[name]())
                await asyncio.sleep(lasts)
            healed = time.monotonic()
            if not await until(ready, _LONGEST_HEALING):
                hour.wrong.append(f"not ready {_LONGEST_HEALING:.0f} s after: {' and '.join(names)}")
            fault.ended = time.monotonic()
            fault.healing = fault.ended - healed
            await asyncio.sleep(min(chance.uniform(2.0, 15.0), longest))


async def judged(hour: Hour, playground: Playground, url: str) -> Counter[str]:
    """Return how many orders had which outcome, and note what is wrong."""
    connection = await asyncpg.connect(url)
    try:

        async def nothing_waits() -> bool:
            waits = "SELECT count(*) FROM entries WHERE message_id IS NULL AND gave_up IS NULL"
            return not await connection.fetchval(waits)

        if not await until(nothing_waits, _LAST):
            hour.wrong.append("results are stored and not shown in the end")
        rows = await connection.fetch("SELECT interaction_id, message_id, gave_up FROM entries WHERE part = 0")
    finally:
        await connection.close()
    stored = Counter(row["interaction_id"] for row in rows)
    shown = {row["interaction_id"]: row["message_id"] for row in rows}
    for row in rows:
        if row["gave_up"] is not None:
            hour.wrong.append(f"{row['interaction_id']}: given up: {row['gave_up']}")
    buttons = Counter(_details(playground))
    hour.wrong += [f"the result {id} is in {times} messages" for id, times in buttons.items() if times != 1]
    if len(buttons) != len(rows):
        hour.wrong.append(f"{len(rows)} results are stored, and {len(buttons)} are in the channels")
    outcomes = Counter[str]()
    for order in hour.orders:
        id = order.answer.interaction.id
        message = _message(order.answer)
        outcomes[outcome_of(hour, order, stored[id], message, shown.get(id))] += 1
    return outcomes


def outcome_of(hour: Hour, order: Order, stored: int, message: Answer | None, shown: str | None) -> str:
    """Return what came of an order, and note what is wrong about it."""
    id = order.answer.interaction.id
    if stored > 1:
        hour.wrong.append(f"{id}: stored {stored} times")
    if message is None:
        if stored:
            return LATER
        near = any(one.began - _AFTER <= order.at <= one.ended + _AFTER for one in hour.faults)
        return SILENT if near else SILENT_IN_PEACE
    if not message.ephemeral:
        if not stored or message.message["id"] != shown:
            hour.wrong.append(f"{id}: answered in the channel, and not stored as that: {message.content[:80]}")
        return CARRIED_OUT
    if _UNKNOWN in message.content or _STORED in message.content:
        if not stored and _STORED in message.content:
            hour.wrong.append(f"{id}: said to be stored, and is not")
        return LATER if stored else UNDECIDED
    if stored:
        hour.wrong.append(f"{id}: refused, and stored all the same: {message.content[:80]}")
    if "went wrong" in message.content or not message.content:
        hour.wrong.append(f"{id}: an error and no refusal: {message.content[:80]}")
    return REFUSED


def _message(answer: Answer) -> Answer | None:
    """Return the answer if there is a message to read."""
    with contextlib.suppress(LookupError):
        return None if answer.loading else answer
    return None


def _details(playground: Playground) -> Iterator[str]:
    """Yield the id of each Details button in the channels, which names its result."""
    for message in chain.from_iterable(channel.values() for channel in playground.world.messages.values()):
        for row in message.data["components"]:
            yield from (button["custom_id"] for button in row["components"] if button.get("label") == "Details")


def table(hour: Hour, outcomes: Counter[str], minutes: float) -> Iterator[str]:
    """Yield the lines of the table."""
    yield f"{len(hour.orders):,} orders in {minutes:g} minutes"
    for name in (CARRIED_OUT, LATER, REFUSED, UNDECIDED, SILENT, SILENT_IN_PEACE):
        yield f"{outcomes[name]:>8,}  {name}"
    yield f"{len(hour.faults):,} times something went wrong on purpose"
    for kind in sorted({name for fault in hour.faults for name in fault.names}):
        of_kind = [fault for fault in hour.faults if kind in fault.names]
        healing = [fault.healing for fault in of_kind]
        lasted = sum(fault.ended - fault.began - fault.healing for fault in of_kind)
        again = f"ready again after {statistics.median(healing):.1f} s, at most {max(healing):.1f} s"
        yield f"{len(of_kind):>8,}  {kind}, for {lasted:.0f} s in all; {again}"
    yield "nothing is lost, doubled or stuck" if not hour.wrong else f"WRONG: {len(hour.wrong):,}"
    yield from hour.wrong[:50]


async def played(
    minutes: float, rate: float, seed: int, folder: Path, logs: Path, disk: Path | None
) -> tuple[Hour, Counter[str]]:
    """Play the whole hour."""
    chance, hour = random.Random(seed), Hour()
    async with contextlib.AsyncExitStack() as stack:
        playground = Playground()
        playground.rate_limits.enforced = False
        playground.gateway.shards, playground.gateway.max_concurrency = SHARDS, SHARDS
        await playground.start()
        stack.push_async_callback(playground.stop)
        playground.world.patience = 60
        server = Server(disk or folder)
        stack.push_async_callback(server.stop, signal.SIGQUIT)
        await server.create()
        bots = [Bot(n, playground, server.url, logs) for n in range(outages.PROCESSES)]
        channels = invited(playground)
        for bot in bots:
            stack.push_async_callback(bot.close)
            bot.start()
        await playground.online()
        gm = playground.person("GM")
        progress("the processes start")
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(5.0)) as session:
            await asyncio.gather(*(until(lambda bot=bot: bot.ready(session), 120.0) for bot in bots))  # type: ignore[misc]
        for channel in channels:
            await lay_out(gm, channel)
        orders = asyncio.create_task(ordering(hour, gm, channels, rate, random.Random(seed + 1)))
        try:
            await striking(hour, Scene(chance, playground, server, bots, disk), 60 * minutes)
        finally:
            orders.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await orders
        progress("waiting for what is not shown yet")
        # The last order has three seconds.
        await asyncio.sleep(_AFTER)
        outcomes = await judged(hour, playground, server.url)
        hour.wrong += [line for bot in bots for line in bot.ended_for_good]
    return hour, outcomes


@click.command()
@click.option("--minutes", type=click.FloatRange(0.1, 240), default=60.0, show_default=True)
@click.option("--rate", type=click.FloatRange(0.1, 50), default=5.0, show_default=True, help="Orders a second.")
@click.option("--seed", type=int, default=7, show_default=True)
@click.option("--logs", type=click.Path(file_okay=False, path_type=Path), help="Where the logs of the bot stay.")
@click.pass_context
def main(ctx: click.Context, minutes: float, rate: float, seed: int, logs: Path | None) -> None:
    """Play random faults for so many minutes and print what came of each order; exit code 1 if anything is wrong."""
    outages.apart(["bench.faults", *sys.argv[1:]])
    # All processes end with this one. A shell has a program in the background ignore SIGINT.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="faults-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        disk = folder / "disk"
        disk.mkdir()
        with outages.mounted(disk) as own:
            hour, outcomes = asyncio.run(played(minutes, rate, seed, folder, logs or folder, disk if own else None))
        for line in table(hour, outcomes, minutes):
            click.echo(line)
    ctx.exit(1 if hour.wrong else 0)


if __name__ == "__main__":
    main()
