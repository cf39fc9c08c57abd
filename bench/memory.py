"""Resident memory of the bot after many orders in all rulebooks, in several servers and channels.

Between shots people do everything else: quick rulings, presses, suggestions, chances, boards, `/undo`, the end of an
encounter and a new one. Run as `python -m bench.memory 100000` to watch the memory; that takes a quarter of an hour.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.fights import FIGHTS, Fight
from bench.load import Bot, channel
from bench.report import Line, at_most, progress
from bench.run import Run
from standin.driver import Answer, Person
from standin.world import scenery

ORDERS = 10_000, 2_000, 1
_IDLE, _LATER = at_most(85), at_most(100)
_SERVERS, _CHANNELS = (3, 3, 1), (4, 4, 1)
"""How many servers, and channels for each rulebook in each of them."""
_AT_ONCE = 12
"""How many channels order at the same time."""
_COMBATANTS = 8
_ROUNDS = 40
"""Shots until an encounter ends and another begins."""


async def lines(run: Run) -> AsyncIterator[Line]:
    """Measure the memory of an idle bot and of one that has carried out many orders."""
    async for orders, memory in growth(run, run.of(ORDERS)):
        what = f"after {orders:,} orders" if orders else "when idle"
        yield Line(f"memory {what}, all rulebooks", memory, "MiB", _LATER if orders else _IDLE)


async def growth(run: Run, orders: int, steps: int = 1) -> AsyncIterator[tuple[int, float]]:
    """Yield the number of orders so far and the bot's resident MiB: before the first order, and after each step."""
    bot = await run.started("memory", run.folder / "memory.sqlite3", 0)
    # Memory can be measured on a machine that is too busy to answer in time.
    bot.playground.invoker.time_limit = bot.playground.world.patience
    try:
        yield 0, bot.memory
        tables = await _tables(run, bot)
        for step in range(1, steps + 1):
            while sum(table.orders for table in tables) < orders * step // steps:
                for first in range(0, len(tables), _AT_ONCE):
                    await asyncio.gather(*(table.round() for table in tables[first : first + _AT_ONCE]))
                bot.playground.forget()
            yield sum(table.orders for table in tables), bot.memory
    finally:
        await bot.close()


async def _tables(run: Run, bot: Bot) -> list[_Table]:
    world, gm = bot.playground.world, bot.playground.person("GM")
    tables: list[_Table] = []
    for server in range(run.of(_SERVERS)):
        guild = world.add_guild(f"Server {server}").id
        for fight in FIGHTS.values():
            for n in range(run.of(_CHANNELS)):
                place = len(tables)
                world.channels[channel(place)] = scenery.channel(channel(place), f"channel-{place}", "", place, guild)
                if fight.weapons and not n:
                    await gm.slash(channel(place), "weapon add", file=("bench.toml", fight.weapons))
                tables.append(_Table(gm, place, fight))
    return tables


@dataclass
class _Table:
    """A channel in which a fight is played again and again; `orders` counts the orders that were stored."""

    gm: Person
    place: int
    fight: Fight
    rounds: int = 0
    orders: int = 0

    async def round(self) -> None:
        """Fire once, do something else, and restore the fighters. Every `_ROUNDS` rounds a new encounter begins."""
        if self.rounds % _ROUNDS == 0:
            if self.rounds:
                await self.order("encounter end")
            for command, options in (*self.fight.lay_out(_COMBATANTS), *self.fight.again):
                await self.order(command, **options)
        self.rounds += 1
        shot = await self.order("fire", **self.fight.shot)
        await self.besides(shot)
        if "HIT" in shot.content:
            await self.order("adjust", who=self.fight.shot["target"], changes=self.fight.restored)
        if self.rounds % self.fight.shots == 0:
            for command, options in self.fight.again:
                await self.order(command, **options)

    async def besides(self, shot: Answer) -> None:
        """Do one of the things that people do besides firing."""
        place = channel(self.place)
        match self.rounds % 8:
            case 1:
                await self.gm.click(shot, "Details")
            case 2:
                await self.gm.autocomplete(place, "fire", focused="target", target="g")
            case 3:
                sheets = {"who": self.fight.shooter["sheet"], "target": self.fight.groups[0][1]}
                await self.order("fire", **{**self.fight.shot, **sheets}, ruleset=self.fight.ruleset)
            case 4:
                await self.gm.slash(place, "encounter show")
            case 5:
                await self.gm.slash(place, "aim", **self.fight.shot)
            case 6:
                await self.order("undo")
                await self.order("redo")
            case 7:
                await self.gm.slash(place, "log")

    async def order(self, command: str, **options: Any) -> Answer:
        """Give an order. Raises RuntimeError if it is refused."""
        answer = await self.gm.slash(channel(self.place), command, **options)
        if answer.ephemeral:
            raise RuntimeError(f"/{command} {options} was refused: {answer.content}")
        self.orders += 1
        return answer


async def _main(orders: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async for after, memory in growth(Run(Path(folder)), orders, steps=10):
            progress(f"{after:,} orders: {memory:.1f} MiB")


if __name__ == "__main__":
    asyncio.run(_main(int(sys.argv[1])))
