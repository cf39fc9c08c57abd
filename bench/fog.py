"""The cost of the fog: /fire and the board with `fog: sides`, against the same fight with the fog off.

A player fires and looks: what a GM gets is filtered by nobody. Each command comes after a pause, as people make them:
what the bot still does after an answer, such as posting the channel's reading, is then done.
"""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from typing import Any

from bench.load import Bot, ordered
from bench.report import Line, progress, ratio_at_most
from bench.run import Run
from standin.driver import Person

ROUNDS = 200, 40, 2
PAUSE = 0.08
"""Seconds before each command that is timed."""
_EACH_SIDE = 15
_SHEET = "skill 8, STR 16, INT 13, WIL 12, HLT 12, AGI 10, M16, 2 magazines, clothing"
_WALLS = "C20 F18 H22 K19 N21 P20 S18 V22 X20 AB19"
_SIDES = (("Scouts", 8, "south"), ("Guards", 32, "north"))
_GOAL = ratio_at_most(1.3)


async def lines(run: Run) -> AsyncIterator[Line]:
    """Measure both with fighters of two sides who face each other over a map with obstructions."""
    progress("the fog")
    seconds: dict[str, dict[str, list[float]]] = {fog: {"fire": [], "encounter show": []} for fog in ("off", "sides")}
    async with AsyncExitStack() as stack:
        bots: dict[str, Bot] = {}
        for fog in seconds:
            bots[fog] = await run.started(f"fog {fog}", run.folder / f"fog-{fog}.sqlite3")
            stack.push_async_callback(bots[fog].close)
            for command, options in _lay_out(fog, bots[fog].playground.person("Ann")):
                await _order(bots[fog], command, **options)
        # The bots take turns, so that conditions are the same for both.
        for n in range(run.of(ROUNDS)):
            for fog, bot in bots.items():
                shot, answer = await _timed(bot, "fire", target="Guards 1", aim=2, who="Scouts 1")
                if "HIT" not in answer and "MISS" not in answer:
                    raise RuntimeError(f"/fire was refused: {answer}")
                shown, _ = await _timed(bot, "encounter show")
                for fighter, changes in (("Guards 1", "alive, heal all"), ("Scouts 1", "actions left 20, loaded 30")):
                    await _order(bot, "adjust", who=fighter, changes=changes)
                if n:  # the first time everything is imported
                    seconds[fog]["fire"].append(shot)
                    seconds[fog]["encounter show"].append(shown)
                bot.playground.log.clear()
    for command, ours in seconds["sides"].items():
        mine, off = (1000 * statistics.median(times) for times in (ours, seconds["off"][command]))
        yield Line(f"/{command} with 30 combatants, fog sides against off: median", mine, "ms", _GOAL, off)


def _lay_out(fog: str, player: Person) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the GM's commands; the player owns the first side."""
    yield "encounter start", {"ruleset": "phoenix-advanced"}
    yield "encounter map", {"size": "40x40", "walls": _WALLS}
    for n, (side, row, facing) in enumerate(_SIDES):
        at = " ".join(f"{chr(ord('A') + column)}{row}" for column in range(_EACH_SIDE))
        options = {"name": side, "sheet": f"{_SHEET}, facing {facing}", "side": side, "count": _EACH_SIDE, "at": at}
        yield "combatant add", options if n else {**options, "owner": player}
    yield "encounter options", {"name": "fog", "value": fog}


async def _timed(bot: Bot, command: str, **options: Any) -> tuple[float, str]:
    await asyncio.sleep(PAUSE)
    return await _order(bot, command, "Ann", **options)


async def _order(bot: Bot, command: str, by: str = "GM", **options: Any) -> tuple[float, str]:
    return await ordered(bot.playground.person(by), 0, command, private=True, **options)
