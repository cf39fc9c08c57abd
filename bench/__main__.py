"""`make bench`: measures everything and prints each figure with its budget."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from bench import exports, storage, strangers
from bench.crowd import crowded
from bench.fights import FIGHTS
from bench.load import FLOORS, Bot, at_once, in_turn, lay_out, started
from bench.rules import DUELS, FOUR, ONE, odds_in, phase_of, shots_a_second, volley_of

_ROUNDS, _EACH, _CROWD = 12, 25, 64


def p(times: Sequence[float], percent: int) -> float:
    """Return a percentile in milliseconds of times in seconds."""
    return 1000 * statistics.quantiles(times, n=100, method="inclusive")[percent - 1]


class Report:
    """The table of results, line by line."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str, str, str]] = []

    def add(self, what: str, measured: str, budget: str = "", kept: bool | None = None) -> None:
        """Add a line; `kept` says whether the budget was kept, None if there is none."""
        self.lines.append((what, measured, budget, {None: "", True: "kept", False: "MISSED"}[kept]))

    def ratio(self, what: str, ours: float, floor: float, unit: str, most: float) -> None:
        """Add a line for a ratio that must not be larger than `most`."""
        value = ours / floor
        self.add(what, f"{ours:.2f} / {floor:.2f} {unit} = {value:.2f}", f"<= {most}", value <= most)

    def show(self) -> None:
        """Print the table."""
        widths = [max(len(line[n]) for line in self.lines) for n in range(4)]
        for line in self.lines:
            click.echo("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def say(text: str) -> None:
    """Print progress to standard error, so that standard output has only the table."""
    click.echo(f"... {text}", err=True)


async def measure(folder: Path, report: Report) -> None:
    """Measure everything that needs bots: start, memory, /fire in turn, many users at once."""
    say("starting bots")
    bots: list[Bot] = []
    try:
        noop, floor = bots = [await started(name, folder / f"{name}.sqlite3", _CROWD) for name in FLOORS]
        small: list[Bot] = []
        large: list[Bot] = []
        for ruleset in FIGHTS:
            for group, combatants, channels in ((small, 8, _CROWD), (large, 30, 1)):
                bot = await started(f"{ruleset}, {combatants}", folder / f"{ruleset}-{combatants}.sqlite3", channels)
                group.append(bot)
                bots.append(bot)
        first = small[0]
        report.add(
            "start to commands registered, new database",
            f"{first.started_in:.2f} s",
            "<= 1.5 s",
            first.started_in <= 1.5,
        )
        report.add("  the bare bot with SQLite", f"{floor.started_in:.2f} s")
        idle = first.memory
        report.add("memory when idle, new database", f"{idle:.0f} MiB", "<= 110 MiB", idle <= 110)
        for fight, eight, thirty in zip(FIGHTS.values(), small, large, strict=True):
            say(f"laying out: {fight.ruleset}")
            await lay_out(eight, fight, _CROWD, 8)
            await lay_out(thirty, fight, 1, 30)
        say(f"single shots, in turn: {_ROUNDS} rounds of {_EACH}")
        await in_turn(bots, 1, _EACH)
        times = await in_turn(bots, _ROUNDS, _EACH)
        base = times[floor.name]
        report.add(
            "bare bot, no database: median, p99", f"{p(times[noop.name], 50):.2f}, {p(times[noop.name], 99):.2f} ms"
        )
        report.add("bare bot, one transaction: median, p99", f"{p(base, 50):.2f}, {p(base, 99):.2f} ms")
        for bot, most in [*((bot, 1.5) for bot in small), *((bot, 2) for bot in large)]:
            report.ratio(f"/fire, {bot.name} combatants, median", p(times[bot.name], 50), p(base, 50), "ms", most)
        for bot in (*small, *large):
            report.ratio(f"/fire, {bot.name} combatants, p99", p(times[bot.name], 99), p(base, 99), "ms", 3)
        for bot, crowd in zip(small, ((1, 16, _CROWD), (16, _CROWD), (), (), ()), strict=True):
            await crowds(floor, bot, crowd, report)
        for bot in (*small, *large):
            report.add(f"memory after the load: {bot.name}", f"{bot.memory:.0f} MiB", "<= 110 MiB", bot.memory <= 110)
    finally:
        for bot in bots:
            await bot.close()


async def crowds(floor: Bot, ours: Bot, crowd: Sequence[int], report: Report) -> None:
    """Measure many users at once, ours and the bare bot in turn."""
    game = ours.name.partition(",")[0]
    for users in crowd:
        say(f"{game}: {users} users at once")
        each = max(24, 256 // users)
        rates: dict[str, list[float]] = {floor.name: [], ours.name: []}
        latest, cpu = 0.0, {floor.name: 0.0, ours.name: 0.0}
        for _ in range(3):
            for bot in (floor, ours):
                rate, times, used = await at_once(bot, users, each)
                rates[bot.name].append(rate)
                cpu[bot.name] = used
                if bot is ours:
                    latest = max(latest, *times)
        mine, theirs = statistics.median(rates[ours.name]), statistics.median(rates[floor.name])
        share, who = mine / theirs, f"{game}, {users} users"
        report.add(f"{who}: orders a second", f"{mine:.0f} / {theirs:.0f} = {share:.2f}", ">= 0.5", share >= 0.5)
        report.add(f"{who}: the latest answer", f"{1000 * latest:.0f} ms", "<= 1000 ms", latest <= 1)
        report.add(f"{who}: processor time an order", f"{1e3 * cpu[ours.name]:.2f} / {1e3 * cpu[floor.name]:.2f} ms")


async def years(folder: Path, report: Report) -> None:
    """Measure /fire, start and memory with a database of a million entries."""
    name, fight = next(iter(FIGHTS.items()))
    big = folder / "large.sqlite3"
    await asyncio.to_thread(crowded, folder / f"{name}-8.sqlite3", big, say)
    report.add("the large database", f"{big.stat().st_size / 2**20:.0f} MiB")
    small = await started("empty", folder / "empty.sqlite3", 1)
    full = await started("full", big, 1)
    idle = full.memory
    try:
        await lay_out(small, fight, 1, 8)
        await full.playground.person("GM").slash("channel-0", "encounter end")
        await lay_out(full, fight, 1, 8)
        say("single shots on the empty and the large database")
        await in_turn([small, full], 1, _EACH)
        times = await in_turn([small, full], _ROUNDS, _EACH)
        report.ratio("/fire, 1,000,000 entries against none", p(times["full"], 50), p(times["empty"], 50), "ms", 1.2)
        report.add("start with 1,000,000 entries", f"{full.started_in:.2f} s", "<= 1.5 s", full.started_in <= 1.5)
        report.add("memory when idle, 1,000,000 entries", f"{idle:.0f} MiB", "<= 110 MiB", idle <= 110)
    finally:
        await small.close()
        await full.close()


async def growth(folder: Path, report: Report) -> None:
    """Measure bytes an entry, and /undo and Details where states have been thinned."""
    for name, before in storage.BEFORE.items():
        say(f"bytes an entry: {name}")
        size = await storage.fought(folder / f"{name}-size.sqlite3", name, 8, max(storage.ORDERS))
        report.ratio(f"bytes an entry, {name}, 8 combatants, against before", size.each, before, "bytes", 0.125)
        report.add(f"  {name}: database of {size.entries} entries", f"{size.file / 2**20:.2f} MiB")
    bridge = await storage.at_the_bridge(folder / "bridge.sqlite3", ended=False)
    report.ratio("bytes an entry, Oppenheim, against before", bridge.each, storage.BRIDGE_BEFORE, "bytes", 0.125)
    report.add(f"  Oppenheim: database of {bridge.entries} entries", f"{bridge.file / 2**20:.2f} MiB")
    for name in FIGHTS:
        say(f"looking back: {name}")
        details, undos = await storage.looked_back(folder / f"{name}-back.sqlite3", name, 30)
        for what, times in (("Details", details), ("/undo", undos)):
            figures = f"{1000 * statistics.median(times):.1f}, {1000 * max(times):.1f} ms"
            report.add(f"{what} on thinned states, {name}, 30 combatants: median, worst", figures)


@click.command()
def main() -> None:
    """Measure everything and print the table."""
    report = Report()
    say("the rules alone")
    rates = dict[str, float]()
    for name, duel in DUELS.items():
        rates[name], hit = shots_a_second(duel)
        goal = "(30,000)" if name == ONE else ""
        report.add(f"shots a second, rules alone: {name} ({hit:.0%} hit)", f"{rates[name]:,.0f}", goal)
    report.ratio(f"{FOUR}, against a shot", 1000 / rates[FOUR], 1000 / rates[ONE], "ms", 4)
    report.add("a phase of 30 Bad Guys that the bot runs", f"{1000 * phase_of(30):.0f} ms")
    for people in (8, 30):
        took = 1000 * volley_of(people)
        report.add(f"an impulse in which {people} have declared a shot (phoenix-optional)", f"{took:.0f} ms")
    for preset in ("phoenix-basic", "phoenix-advanced"):
        seconds, weapon = odds_in(preset)
        what = f"exact odds, {preset}, the slowest weapon ({weapon})"
        report.add(what, f"{1000 * seconds:.1f} ms", "<= 50 ms", seconds <= 0.05)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), report))
        asyncio.run(years(Path(folder), report))
        say(f"exports of {exports.ENTRIES:,} entries")
        for name, cost in asyncio.run(exports.costs(Path(folder))).items():
            kept = cost.held <= 50 and cost.memory <= 20
            report.add(f"{name}, {exports.ENTRIES:,} entries", str(cost), "<= 50 ms, <= 20 MiB", kept)
        asyncio.run(growth(Path(folder), report))
        say("the worst that strangers can type")
        typed = asyncio.run(strangers.held(Path(folder)))
        largest = sorted(typed, key=lambda one: -one.added)[: strangers.LARGEST]
        for one in dict.fromkeys((*typed[: strangers.SHOWN], *largest)):
            kept = one.seconds <= 0.05 and one.added <= 20
            measured = f"{1000 * one.seconds:.1f} ms, {one.added:.1f} MiB"
            report.add(f"holds the loop: {one.what[:70]}", measured, "<= 50 ms, <= 20 MiB", kept)
    report.show()


if __name__ == "__main__":
    main()
