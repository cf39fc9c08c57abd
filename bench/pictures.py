"""Pictures of the map: what the process that paints them takes, how large they are, and what they cost the bot.

Two bots play the same fight, one with `pictures: all` and one with `off`. Their memory is compared at the end, when the
first has shown whole maps as well.
"""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from typing import Any

import psutil

from bench.contact_sheet import field
from bench.load import Bot, ordered
from bench.report import Line, at_most, progress, ratio_at_most
from bench.run import Run
from bot.chat.maps.studio import MapStudio, described
from bot.game.maps import Highlights, Window, drawing
from rules.shelf import shelf

ROUNDS, _PAINTED = (40, 10, 2), (20, 20, 1)
PAUSE = 0.3
"""Seconds before each command that is timed: the picture of the one before is there by then."""
_KINDS = {"the whole map": (Window(whole=True), at_most(150)), "a part of it": (Window(), at_most(150))}
_SIZE, _MEMORY, _FIRE = at_most(60), at_most(5), ratio_at_most(1.3)
_EACH_SIDE = 20
_SHOWN = _EACH_SIDE, _EACH_SIDE, 2
"""The number of fighters whose part of the map is shown at the end."""
_WALLS = "C20 F18 H22 K19 N21 P20 S18"
_OPEN, _BLOCKED = (1, 2, 4, 5, 7, 9, 10, 12, 13, 15, 17, 18, 20), (3, 6, 8, 11, 14, 16, 19)
"""The columns in which those who face each other see each other, and those in which a wall is between them."""
_HEALED, _LOADED = "alive, heal all", "actions left 20, loaded 30"
_SHEET = "skill 8, STR 16, INT 13, WIL 12, HLT 12, AGI 10, M16, 2 magazines, clothing"


async def lines(run: Run) -> AsyncIterator[Line]:
    """Measure the painting of forty fighters on forty by forty hexes, and what it costs those who play."""
    progress("pictures: the painting process")
    for kind, (window, goal) in _KINDS.items():
        description = described(drawing(field(), shelf()["phoenix"], {}, Highlights(), window))
        first, each, size = await _painted(description, run.of(_PAINTED))
        yield Line(f"picture of {kind}: processor time in its process", each, "ms", goal)
        yield Line(f"picture of {kind}: with the start of the process", first, "ms", goal)
        yield Line(f"picture of {kind}: size", size / 1000, "KB", _SIZE)
    async for line in _played(run):
        yield line


async def _painted(description: bytes, number: int) -> tuple[float, float, int]:
    """Milliseconds of processor time for the first picture and for each later one, and the bytes of a picture."""
    studio = MapStudio()
    try:
        size = len(await studio.process.answer(description))
        process = psutil.Process(studio.process.pid)
        first = _busy(process)
        for _ in range(number):
            await studio.process.answer(description)
        return first, (_busy(process) - first) / number, size
    finally:
        await studio.close()


def _busy(process: psutil.Process) -> float:
    times = process.cpu_times()
    return 1000 * float(times.user + times.system)


async def _played(run: Run) -> AsyncIterator[Line]:
    progress("pictures: /fire")
    seconds: dict[str, list[float]] = {"off": [], "all": []}
    refused: dict[str, list[float]] = {"off": [], "all": []}
    async with AsyncExitStack() as stack:
        bots: dict[str, Bot] = {}
        for pictures in seconds:
            bots[pictures] = await run.started(f"pictures {pictures}", run.folder / f"pictures-{pictures}.sqlite3")
            stack.push_async_callback(bots[pictures].close)
            for command, options in _lay_out(pictures):
                await _order(bots[pictures], command, **options)
        for n in range(run.of(ROUNDS)):
            # The bots take turns, so that conditions are the same for both.
            for pictures, bot in bots.items():
                column = _OPEN[n % len(_OPEN)]
                fired, answer = await _timed(bot, "fire", target=f"Guards {column}", aim=2, who=f"Scouts {column}")
                if "HIT" not in answer and "MISS" not in answer:
                    raise RuntimeError(f"/fire was refused: {answer}")
                for fighter, changes in ((f"Guards {column}", _HEALED), (f"Scouts {column}", _LOADED)):
                    await _order(bot, "adjust", who=fighter, changes=changes)
                column = _BLOCKED[n % len(_BLOCKED)]
                blocked, _ = await _timed(bot, "fire", target=f"Guards {column}", aim=2, who=f"Scouts {column}")
                if n:  # the first time everything is imported
                    seconds[pictures].append(fired)
                    refused[pictures].append(blocked)
        for n in range(run.of(_SHOWN)):
            for bot in bots.values():
                await _order(bot, "encounter show")
            await _order(bots["all"], "map", who=f"Scouts {n + 1}", whole=n % 2 == 0)
        mine, off = (1000 * statistics.median(seconds[pictures]) for pictures in ("all", "off"))
        yield Line("/fire with 40 combatants, pictures all against off: median", mine, "ms", _FIRE, off)
        # The picture is what such a refusal has to say, so it waits for it.
        mine, off = (1000 * statistics.median(refused[pictures]) for pictures in ("all", "off"))
        yield Line("/fire at a blocked line, which is shown, against off: median", mine, "ms", None, off)
        more = bots["all"].memory - bots["off"].memory
        yield Line("memory of the bot that shows pictures, besides the other's", more, "MiB", _MEMORY)


def _lay_out(pictures: str) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "encounter start", {"ruleset": "phoenix-advanced"}
    yield "encounter map", {"size": "40x40", "walls": _WALLS}
    for side, row, facing in (("Scouts", 8, "south"), ("Guards", 32, "north")):
        at = " ".join(f"{chr(ord('A') + column)}{row}" for column in range(_EACH_SIDE))
        sheet = f"{_SHEET}, facing {facing}"
        yield "combatant add", {"name": side, "sheet": sheet, "side": side, "count": _EACH_SIDE, "at": at}
    yield "encounter options", {"name": "pictures", "value": pictures}


async def _timed(bot: Bot, command: str, **options: Any) -> tuple[float, str]:
    await asyncio.sleep(PAUSE)
    return await _order(bot, command, **options)


async def _order(bot: Bot, command: str, **options: Any) -> tuple[float, str]:
    answer = await ordered(bot.playground.person("GM"), 0, command, private=True, **options)
    bot.playground.log.clear()
    return answer
