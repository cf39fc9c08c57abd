"""/fire with the journal on PostgreSQL, in turn with SQLite: one user, and many at once."""

from __future__ import annotations

import statistics
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

from bench.fights import FIGHTS
from bench.fire import EACH, QUICK_ROUNDS, ROUNDS
from bench.load import at_once, in_turn, lay_out, started
from bench.report import Line, progress
from bench.run import Run
from bench.servers import new_database

_FIGHTS = ("Aliens", "Phoenix advanced")
_USERS, _ORDERS, _PASSES = 64, 512, 3


async def lines(run: Run) -> AsyncIterator[Line]:
    """Measure the same fights in both homes; the floor is SQLite."""
    for name in _FIGHTS:
        async with AsyncExitStack() as stack:
            progress(f"both homes: {name}")
            server = await new_database(f"homes_{name.split()[-1].lower()}")
            bots = []
            for home, database in (("SQLite", run.folder / f"{name}-homes.sqlite3"), ("PostgreSQL", server)):
                bot = await started(f"{name} on {home}", database, _USERS)
                stack.push_async_callback(bot.close)
                await lay_out(bot, FIGHTS[name], _USERS, 8)
                bots.append(bot)
            file, there = await in_turn(bots, QUICK_ROUNDS if run.quick else ROUNDS, EACH)
            what = f"/fire on PostgreSQL, {name}, 8 combatants (floor: SQLite)"
            yield Line(f"{what}: median", there.percentile(50), "ms", None, file.percentile(50))
            yield Line(f"{what}: 99th percentile", there.percentile(99), "ms", None, file.percentile(99))
            yield Line(f"{what}: processor time an order", there.cpu_each, "ms", None, file.cpu_each)
            rates: list[list[float]] = [[], []]
            for _ in range(_PASSES):
                for bot, of_one in zip(bots, rates, strict=True):
                    of_one.append((await at_once(bot, _USERS, _ORDERS // _USERS))[0])
            here, other = map(statistics.median, rates)
            yield Line(f"{what}, {_USERS} users at once: orders", other, "/s", None, here)
