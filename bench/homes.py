"""/fire with the journal on PostgreSQL, in turn with SQLite: one user, and many at once."""

from __future__ import annotations

import statistics
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

from bench.fights import FIGHTS
from bench.fire import EACH, ROUNDS
from bench.load import at_once, in_turn, lay_out
from bench.report import Line, progress
from bench.run import Run

_BOTH = "Aliens", "Phoenix advanced"
_FIGHTS = _BOTH, _BOTH, _BOTH[:1]
_USERS, _ORDERS, _PASSES = (64, 64, 2), (512, 512, 4), (3, 3, 1)


async def lines(run: Run) -> AsyncIterator[Line]:
    """Measure the same fights in both homes; the floor is SQLite."""
    users, orders = run.of(_USERS), run.of(_ORDERS)
    for name in run.of(_FIGHTS):
        async with AsyncExitStack() as stack:
            progress(f"both homes: {name}")
            server = await run.new_database(f"homes_{name.split()[-1].lower()}")
            bots = []
            for home, database in (("SQLite", run.folder / f"{name}-homes.sqlite3"), ("PostgreSQL", server)):
                bot = await run.started(f"{name} on {home}", database, users)
                stack.push_async_callback(bot.close)
                await lay_out(bot, FIGHTS[name], users, 8)
                bots.append(bot)
            file, there = await in_turn(bots, run.of(ROUNDS), run.of(EACH))
            what = f"/fire on PostgreSQL, {name}, 8 combatants (floor: SQLite)"
            yield Line(f"{what}: median", there.percentile(50), "ms", None, file.percentile(50))
            yield Line(f"{what}: 99th percentile", there.percentile(99), "ms", None, file.percentile(99))
            yield Line(f"{what}: processor time an order", there.cpu_each, "ms", None, file.cpu_each)
            rates: list[list[float]] = [[], []]
            for _ in range(run.of(_PASSES)):
                for bot, of_one in zip(bots, rates, strict=True):
                    of_one.append((await at_once(bot, users, orders // users))[0])
            here, other = map(statistics.median, rates)
            yield Line(f"{what}, {users} users at once: orders", other, "/s", None, here)
