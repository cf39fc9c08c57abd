"""From the start of a process until the bot has registered its commands, as users start it: with bytecode."""

from __future__ import annotations

import statistics
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from bench.load import FLOOR, NotStarted
from bench.report import Line, at_most, progress
from bench.run import Run
from bench.trees import ROOT

ROUNDS = 7, 3, 1
GOALS = {"new": at_most(1.0), "existing": at_most(0.8)}
"""The goals in seconds, by the kind of database."""
Starts = dict[str, list[float]]
"""Seconds of the starts, by the kind of database."""


async def lines(run: Run) -> AsyncIterator[Line]:
    """Measure starts beside those of the bare bot."""
    progress("starting bots")
    floor, ours = await starts([(FLOOR, ROOT), ("ours", ROOT)], run)
    for kind, goal in GOALS.items():
        yield Line(f"start, {kind} database: median", median(ours[kind]), "s", goal, median(floor[kind]))


async def starts(bots: Sequence[tuple[str, Path]], run: Run) -> list[Starts]:
    """Start bots by turns, named by name and source tree, each with a new database and then with the same one.

    The first round writes the bytecode and is not counted, unless it is the only one. A bot that does not start has no
    figures.
    """
    rounds = run.of(ROUNDS)
    times: list[Starts] = [{kind: [] for kind in GOALS} for _ in bots]
    for n in range(rounds + (rounds > 1)):
        for (name, tree), one in zip(bots, times, strict=True):
            for kind in GOALS:
                try:
                    bot = await run.started(name, run.folder / f"start-{tree.name}-{name}-{n}.sqlite3", tree=tree)
                except (NotStarted, TimeoutError) as error:
                    progress(str(error) or f"{name} does not start")
                    continue
                await bot.close()
                if n or rounds == 1:
                    one[kind].append(bot.started_in)
    return times


def median(seconds: Sequence[float]) -> float | None:
    """Return the median, None of nothing."""
    return statistics.median(seconds) if seconds else None
