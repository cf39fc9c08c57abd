"""Measures what the journal keeps: bytes an entry by column, and the size of the file, after fights by the real bot.

Run alone with `python -m bench.storage`; `make bench` runs it as well.
"""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path

import click

from bench.fights import FIGHTS, Command
from bench.load import Bot, channel, lay_out, round_of, started
from bot.game.journal import Journal
from bot.game.store import Store
from standin.driver import Answer

ORDERS = (40, 200)
BEFORE: Mapping[str, int] = {
    "Aliens": 4_116,
    "Phoenix": 18_865,
    "Phoenix advanced": 19_867,
    "Space Marines": 10_289,
    "Savage": 6_154,
}
"""Bytes an entry after 200 orders of 8 combatants when every state was stored."""
BRIDGE_BEFORE = 55_100
"""The same after 40 orders at the bridge, 56 combatants."""
# More shots than undo targets and than entries between kept states; and how many of them are undone.
_SHOTS, _UNDONE = 120, 60
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
_BRIDGE: tuple[Command, ...] = (
    ("fire", {"who": "Squad Leader", "target": "Point Man", "aim": 2}),
    ("fire", {"who": "Flanker 1", "target": "Squad Leader", "aim": 3}),
    ("move", {"who": "Jeep", "to": "H18"}),
    ("next", {}),
)


@dataclass(frozen=True, slots=True)
class Size:
    """What a database holds: its entries, the bytes of their large columns, and of the file after a checkpoint."""

    entries: int
    state: int
    resolution: int
    order: int
    file: int
    empty: int

    @property
    def each(self) -> float:
        """Return the bytes of the file by entry, without those of an empty database."""
        return (self.file - self.empty) / self.entries

    def __str__(self) -> str:
        state, resolution, order = (round(n / self.entries) for n in (self.state, self.resolution, self.order))
        return (
            f"{self.each:,.0f} bytes an entry ({state:,} state, {resolution:,} resolution, {order:,} order); "
            f"{self.entries} entries, {self.file / 2**20:.2f} MiB"
        )


async def tidied(path: Path) -> None:
    """Tidy a database as its bot does once a minute."""
    async with await Store.open(path) as store:
        await Journal(store).tidy(datetime.now(UTC), _EPOCH)


async def size_of(path: Path) -> Size:
    """Return the size of a database that no bot has open, after it was tidied."""
    await tidied(path)
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "bare.sqlite3"
        async with await Store.open(bare):
            pass
        empty = (await asyncio.to_thread(bare.stat)).st_size
    return await asyncio.to_thread(_read, path, empty)


def _read(path: Path, empty: int) -> Size:
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [(state,)] = database.execute("SELECT sum(length(state)) FROM states")
        [sums] = database.execute('SELECT count(*), sum(length(resolution)), sum(length("order")) FROM entries')
    entries, resolution, order = sums
    return Size(entries, state, resolution, order, path.stat().st_size, empty)


async def fought(path: Path, name: str, combatants: int, orders: int) -> Size:
    """Play a fight of this number of orders, end it if it is a long one, and return what it takes."""
    bot = await started(f"{name}, {combatants}", path, 1)
    try:
        await lay_out(bot, FIGHTS[name], 1, combatants)
        given = 0
        while given < orders:
            given += len((await round_of(bot, 0))[1])
    finally:
        await bot.close()
    return await size_of(path)


async def looked_back(path: Path, name: str, combatants: int) -> tuple[list[float], list[float]]:
    """Return the seconds of Details on each of many orders, and of undoing them one by one, after a tidying."""
    bot = await started(name, path, 1)
    try:
        gm = bot.playground.person("GM")
        await lay_out(bot, FIGHTS[name], 1, combatants)
        for _ in range(_SHOTS):
            await round_of(bot, 0)
        await tidied(path)
        shown = [message for message in gm.sees(channel(0)) if "Details" in str(message["components"])]
        details = [await _seconds(gm.click(message, "Details")) for message in shown]
        undos = [await _seconds(gm.slash(channel(0), "undo")) for _ in range(_UNDONE)]
    finally:
        await bot.close()
    return details, undos


async def _seconds(doing: Awaitable[Answer]) -> float:
    began = time.perf_counter()
    await doing
    return time.perf_counter() - began


async def at_the_bridge(path: Path, ended: bool) -> Size:
    """Play 40 orders of the Bridge at Oppenheim, 56 combatants, and return what they take."""
    bot = await started("bridge", path, 1)
    try:
        await _crossed(bot, ended)
    finally:
        await bot.close()
    return await size_of(path)


async def _crossed(bot: Bot, ended: bool) -> None:
    gm, given = bot.playground.person("GM"), 0
    await gm.slash(channel(0), "encounter start", ruleset="phoenix", template="oppenheim")
    for command, options in cycle(_BRIDGE):
        given += not (await gm.slash(channel(0), command, **options)).ephemeral
        if given == ORDERS[0]:
            break
    if ended:
        await gm.slash(channel(0), "encounter end")


@click.command()
def main() -> None:
    """Measure fights of every rulebook and print what an entry takes, and how long it takes to look back."""
    with tempfile.TemporaryDirectory() as folder:
        for name in FIGHTS:
            for combatants in (8, 30):
                for orders in ORDERS:
                    path = Path(folder) / f"{name}-{combatants}-{orders}.sqlite3"
                    size = asyncio.run(fought(path, name, combatants, orders))
                    click.echo(f"{name}, {combatants} combatants, {orders} orders: {size}")
        for ended in (False, True):
            size = asyncio.run(at_the_bridge(Path(folder) / f"bridge-{ended}.sqlite3", ended))
            click.echo(f"The Bridge at Oppenheim, 40 orders{', ended' * ended}: {size}")
        for name in FIGHTS:
            details, undos = asyncio.run(looked_back(Path(folder) / f"{name}-back.sqlite3", name, 30))
            for what, times in (("Details", details), ("/undo", undos)):
                median, worst = 1000 * statistics.median(times), 1000 * max(times)
                click.echo(f"{name}, 30 combatants, {what}: median {median:.1f} ms, worst {worst:.1f} ms")


if __name__ == "__main__":
    main()
