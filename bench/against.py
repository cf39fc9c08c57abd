"""Another commit beside ours, by turns: the rules alone, /fire and the start. Its figures are the floor."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from pathlib import Path

from bench import fire, rules
from bench import start as starting
from bench.duels import FOUR, ONE, played
from bench.fights import FIGHTS, Fight
from bench.load import Bot, in_turn, lay_out, round_of
from bench.report import Goal, Line, progress, ratio_at_least
from bench.run import Run
from bench.trees import ROOT, Commit

FASTER: Mapping[str, Mapping[str, Goal]] = {
    "818fd84": {ONE: ratio_at_least(2.8), FOUR: ratio_at_least(2.2)},
}
"""By the beginning of a commit's hash: how many times as fast as it a duel must be."""
_COMBATANTS = 8
_FIGHTS = None, None, 1
"""How many fights are compared; None is all of them."""


async def lines(run: Run) -> AsyncIterator[Line]:
    """Measure both commits; nothing if there is none to compare with."""
    if run.against is None:
        return
    before = f"against {run.against.hash[:7]}"
    progress(f"{before}: the rules alone")
    goals = FASTER.get(run.against.hash[:7], {})
    theirs, ours = await played([run.against.tree, ROOT], run.of(rules.ROUNDS), run.of(rules.PASSES))
    for name, duel in ours.items():
        old = theirs.get(name)
        # Other orders are no comparison.
        floor = old.rate if old and old.orders == duel.orders else None
        yield Line(f"{before}: {name}", duel.rate, "/s", goals.get(name), floor)
    for name, fight in list(FIGHTS.items())[: run.of(_FIGHTS)]:
        progress(f"{before}: /fire, {name}")
        async for line in _fire(f"{before}: /fire, {name}", name, fight, run, run.against):
            yield line
    progress(f"{before}: starting bots")
    bots = [("theirs", run.against.tree), ("ours", ROOT)]
    old_starts, starts = await starting.starts(bots, run)
    for kind, seconds in starts.items():
        floor = starting.median(old_starts[kind])
        yield Line(f"{before}: start, {kind} database: median", starting.median(seconds), "s", None, floor)


async def _fire(what: str, name: str, fight: Fight, run: Run, against: Commit) -> AsyncIterator[Line]:
    async with AsyncExitStack() as stack:

        async def laid_out(side: str, tree: Path) -> Bot:
            bot = await run.started(side, run.folder / f"{side}-{name}.sqlite3", tree=tree)
            stack.push_async_callback(bot.close)
            await lay_out(bot, fight, 1, _COMBATANTS)
            await round_of(bot, 0)
            return bot

        bots = [await laid_out("ours", ROOT)]
        try:
            bots.append(await laid_out("theirs", against.tree))
        except (RuntimeError, TimeoutError) as error:
            progress(f"{what}: the other commit cannot: {error!r}")
        ours, *theirs = await in_turn(bots, run.of(fire.ROUNDS), run.of(fire.EACH))
        yield Line(f"{what}: median", ours.percentile(50), "ms", None, *(one.percentile(50) for one in theirs))
        yield Line(f"{what}: processor time an order", ours.cpu_each, "ms", None, *(one.cpu_each for one in theirs))
