"""The journal's size after fights by the real bot: bytes an entry; and how long it takes to look back."""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path

from bench.fights import FIGHTS, Command
from bench.load import channel, lay_out, round_of
from bench.report import Line, progress, ratio_at_most
from bench.run import Run
from bot.game.journal.journal import Journal
from bot.game.store import Store
from standin.driver import Answer

_ORDERS, _BRIDGE_ORDERS = (200, 200, 4), (40, 40, 4)
_BEFORE: Mapping[str, int] = {
    "Aliens": 4_116,
    "Phoenix": 18_865,
    "Phoenix advanced": 19_867,
    "Space Marines": 10_289,
    "Savage": 6_154,
}
"""Bytes an entry after 200 orders of 8 combatants when every state was stored."""
_FIGHTS = (*_BEFORE,), (*_BEFORE,), ("Aliens",)
_LARGEST = "Phoenix advanced"
"""The fight with the largest states."""
_BRIDGE_BEFORE = 55_100
"""Bytes an entry after 40 orders at the bridge, 56 combatants."""
# More shots than undo targets and than entries between kept states; and how many of them are undone.
_SHOTS, _UNDONE = (120, 120, 2), (60, 60, 1)
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
_BRIDGE: tuple[Command, ...] = (
    ("fire", {"who": "Squad Leader", "target": "Point Man", "aim": 2}),
    ("fire", {"who": "Flanker 1", "target": "Squad Leader", "aim": 3}),
    ("move", {"who": "Jeep", "to": "H18"}),
    ("next", {}),
)


@dataclass(frozen=True, slots=True)
class Size:
    """The contents of a database: its entries, and the bytes of the file after a checkpoint, and of one that is
    empty."""

    entries: int
    file: int
    empty: int

    def line(self, what: str, before: float) -> Line:
        """Return the line about the bytes of an entry, without those of an empty database."""
        each = (self.file - self.empty) / self.entries
        return Line(f"bytes an entry, {what} (floor: every state stored)", each, "bytes", ratio_at_most(1 / 8), before)


async def lines(run: Run) -> AsyncIterator[Line]:
    """Measure bytes an entry, and /undo and Details where states have been thinned."""
    for name in run.of(_FIGHTS):
        progress(f"bytes an entry: {name}")
        size = await _fought(run, run.folder / f"{name}-size.sqlite3", name, 8)
        yield size.line(f"{name}, 8 combatants", _BEFORE[name])
    progress("bytes an entry: the Bridge at Oppenheim")
    bridge = await _at_the_bridge(run, run.folder / "bridge.sqlite3")
    yield bridge.line("the Bridge at Oppenheim, 56 combatants", _BRIDGE_BEFORE)
    progress(f"looking back: {_LARGEST}")
    details, undos = await _looked_back(run, run.folder / "back.sqlite3", _LARGEST, 30)
    for what, times in (("Details", details), ("/undo", undos)):
        where = f"{what} where states were thinned, {_LARGEST}, 30 combatants"
        yield Line(f"{where}: median", 1000 * statistics.median(times), "ms")


async def _tidied(path: Path) -> None:
    """Tidy a database as its bot does once a minute."""
    async with await Store.open(path) as store:
        await Journal(store).tidy(datetime.now(UTC), _EPOCH)


async def _size_of(path: Path) -> Size:
    """Return the size of a database that no bot has open, after it was tidied."""
    await _tidied(path)
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "bare.sqlite3"
        async with await Store.open(bare):
            pass
        empty = (await asyncio.to_thread(bare.stat)).st_size
    return await asyncio.to_thread(_read, path, empty)


def _read(path: Path, empty: int) -> Size:
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [(entries,)] = database.execute("SELECT count(*) FROM entries")
    return Size(entries, path.stat().st_size, empty)


async def _fought(run: Run, path: Path, name: str, combatants: int) -> Size:
    """Play a fight and return what it takes."""
    bot = await run.started(f"{name}, {combatants}", path)
    try:
        await lay_out(bot, FIGHTS[name], 1, combatants)
        given = 0
        while given < run.of(_ORDERS):
            given += len((await round_of(bot, 0))[1])
    finally:
        await bot.close()
    return await _size_of(path)


async def _looked_back(run: Run, path: Path, name: str, combatants: int) -> tuple[list[float], list[float]]:
    """Return the seconds of Details on each of many orders, and of undoing them one by one, after a tidying."""
    bot = await run.started(name, path)
    try:
        gm = bot.playground.person("GM")
        await lay_out(bot, FIGHTS[name], 1, combatants)
        for _ in range(run.of(_SHOTS)):
            await round_of(bot, 0)
        await _tidied(path)
        shown = [message for message in gm.sees(channel(0)) if "Details" in str(message["components"])]
        details = [await _seconds(gm.click(message, "Details")) for message in shown]
        undos = [await _seconds(gm.slash(channel(0), "undo")) for _ in range(run.of(_UNDONE))]
    finally:
        await bot.close()
    return details, undos


async def _seconds(doing: Awaitable[Answer]) -> float:
    began = time.perf_counter()
    await doing
    return time.perf_counter() - began


async def _at_the_bridge(run: Run, path: Path) -> Size:
    """Play the Bridge at Oppenheim and return what its entries take."""
    bot = await run.started("bridge", path)
    try:
        gm, given = bot.playground.person("GM"), 0
        await gm.slash(channel(0), "encounter start", ruleset="phoenix", template="oppenheim")
        for command, options in cycle(_BRIDGE):
            given += not (await gm.slash(channel(0), command, **options)).ephemeral
            if given == run.of(_BRIDGE_ORDERS):
                break
    finally:
        await bot.close()
    return await _size_of(path)
