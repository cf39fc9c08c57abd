"""/fire through the whole bot, in turn with the bare bot: one user, and many at once."""

from __future__ import annotations

import statistics
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack

from bench.fights import FIGHTS
from bench.load import FLOOR, Bot, Times, at_once, in_turn, lay_out
from bench.report import Line, at_most, progress, ratio_at_least, ratio_at_most
from bench.run import Run

ROUNDS, EACH = (12, 4, 1), (25, 25, 2)
_COMBATANTS = (8, 30), (8,), (8,)
_MEDIANS = {8: ratio_at_most(1.6), 30: ratio_at_most(1.7)}
"""The goals by the number of combatants."""
_TAIL = ratio_at_most(2.5)
_CROWDED = ("Aliens", "Phoenix advanced")
_USERS = (16, 64), (), (2,)
"""How many users order at once."""
_ORDERS, _PASSES = (512, 512, 4), (3, 3, 1)


async def lines(run: Run) -> AsyncIterator[Line]:
    """Measure one user of each rulebook with 8 and 30 combatants, and many users at once."""
    async with AsyncExitStack() as stack:
        most = max(run.of(_USERS), default=1)
        floor = await run.started(FLOOR, run.folder / "floor.sqlite3", most)
        stack.push_async_callback(floor.close)
        bots: list[tuple[str, int, Bot]] = []
        for name, fight in FIGHTS.items():
            progress(f"/fire: laying out {name}")
            for combatants in run.of(_COMBATANTS):
                channels = most if combatants == 8 and name in _CROWDED else 1
                bot = await run.started(name, run.folder / f"{name}-{combatants}.sqlite3", channels)
                stack.push_async_callback(bot.close)
                await lay_out(bot, fight, channels, combatants)
                bots.append((name, combatants, bot))
        progress("/fire, one user")
        ours = [bot for _, _, bot in bots]
        base, *times = await in_turn([floor, *ours], run.of(ROUNDS), run.of(EACH))
        for (name, combatants, _), one in zip(bots, times, strict=True):
            for line in _of_one(f"/fire, {name}, {combatants} combatants", combatants, one, base):
                yield line
        for name, combatants, bot in bots:
            if combatants == 8 and name in _CROWDED:
                for users in run.of(_USERS):
                    async for line in _crowd(run, floor, bot, users):
                        yield line


def _of_one(what: str, combatants: int, ours: Times, floor: Times) -> Iterator[Line]:
    yield Line(f"{what}: median", ours.percentile(50), "ms", _MEDIANS[combatants], floor.percentile(50))
    yield Line(f"{what}: 99th percentile", ours.percentile(99), "ms", _TAIL, floor.percentile(99))
    yield Line(f"{what}: processor time an order", ours.cpu_each, "ms", None, floor.cpu_each)


async def _crowd(run: Run, floor: Bot, ours: Bot, users: int) -> AsyncIterator[Line]:
    progress(f"{ours.name}: {users} users at once")
    rates: dict[str, list[float]] = {floor.name: [], ours.name: []}
    latest = 0.0
    for _ in range(run.of(_PASSES)):
        for bot in (floor, ours):
            rate, times = await at_once(bot, users, run.of(_ORDERS) // users)
            rates[bot.name].append(rate)
            if bot is ours:
                latest = max(latest, *times)
    mine, theirs = (statistics.median(rates[bot.name]) for bot in (ours, floor))
    what = f"{ours.name}, {users} users at once"
    yield Line(f"{what}: orders", mine, "/s", ratio_at_least(0.5), theirs)
    yield Line(f"{what}: the latest answer", 1000 * latest, "ms", at_most(1000))
