"""The worst that strangers can type: how long each input holds the event loop, and how much memory it adds.

The inputs are those of `tests/cogs/test_budget.py`, with more texts, in an encounter of each rulebook with the most
fighters, and the questions of `tests/cogs/test_largest.py`, many at once, in the largest in bytes. The bot and the
stand-in are in this process: the time that the stand-in takes is left out, the memory that it takes is not.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any

import psutil

from bench.report import Line, at_most, progress, slowest
from bench.run import Run
from bot.chat.desk.attachments import MOST_OF_AN_EXPORT
from bot.chat.suggestions.options import A_NAME, LONGEST
from standin.driver import Person
from tests.cogs.conftest import CHANNEL, Game, laid_out, stored
from tests.cogs.direct import direct
from tests.cogs.largest import PRESETS as LARGEST
from tests.cogs.largest import QUESTIONS, largest
from tests.cogs.strangers import PRESETS, TEXTS, Watch, crowd, form, inputs, typed
from tests.cogs.test_import import OTHER

_AGAIN = 2
"""How often an input that was slow is typed again: the least counts, since other programs take their time too."""
_SLOW = 0.02
_AT_ONCE = 6
_FILE = b"[" + b"[]," * (MOST_OF_AN_EXPORT // 3 - 10) + b"[]]"
_SHOWN = 10
"""How many of the slowest inputs the table has."""
_LARGEST = 3
"""How many it has of those that add most."""
_PRESETS, _EACH = (PRESETS, PRESETS, PRESETS[:1]), (1, 1, 150)
"""The presets in which people type, and whether they type each input, or one of so many."""
_ASKED = (LARGEST, QUESTIONS), (LARGEST, QUESTIONS), (LARGEST[1:], QUESTIONS[-2:-1])
"""The presets in which people ask, and their questions."""


@dataclass(frozen=True, slots=True)
class Held:
    """An input, the most seconds of processor time that it holds the event loop, and the MiB that it adds."""

    what: str
    seconds: float
    added: float


async def lines(run: Run) -> AsyncIterator[Line]:
    """Measure everything that can be typed, and yield the slowest and the largest."""
    progress("the worst that strangers can type")
    inputs = [*await _typed(run), *await _asked(run)]
    rows = ((one.what[:70], one.seconds) for one in inputs)
    for line in slowest("holds the loop", rows, _SHOWN, at_most(50)):
        yield line
    for one in sorted(inputs, key=lambda one: -one.added)[:_LARGEST]:
        yield Line(f"memory added: {one.what[:70]}", one.added, "MiB", at_most(20))


async def _typed(run: Run) -> list[Held]:
    """Type everything and return what it takes."""
    results: list[Held] = []
    for preset in run.of(_PRESETS):
        async with laid_out(run.folder / f"{preset}.sqlite3", crowd(preset)) as game:
            watch = Watch(counting=False)
            with direct(game, watch.aside), watch.watching():
                acts = [*_acts(game)][:: run.of(_EACH)]
                for what, act in (*acts, *(_files(game) if preset == PRESETS[0] else ())):
                    one = await _timed(f"{preset}: {what}", act, watch)
                    for _ in range(_AGAIN if one.seconds > _SLOW else 0):
                        one = min(one, await _timed(one.what, act, watch), key=lambda held: held.seconds)
                    results.append(one)
    return results


async def _asked(run: Run) -> list[Held]:
    """Ask about the largest encounters and return what it takes."""
    results: list[Held] = []
    presets, questions = run.of(_ASKED)
    for preset in presets:
        database = run.folder / f"largest-{preset}"
        await asyncio.to_thread(database.mkdir)
        async with largest(preset, database) as game:
            watch = Watch(counting=False)
            with direct(game, watch.aside), watch.watching():
                # The stand-in, which is in this process, keeps the file of an export.
                for line, number in [one for one in questions if "export" not in one[0]]:
                    for who in (game.ben, game.gm):

                        async def ask(line: str = line, number: int = number, who: Person = who) -> None:
                            await asyncio.gather(*(who.types(OTHER, f"/{line}") for _ in range(number)))

                        await who.types(OTHER, f"/{line}")
                        what = f"{preset}: {number} times /{line} by {who.name}, the largest encounter"
                        results.append(await _timed(what, ask, watch))
    return results


def _acts(game: Game) -> Iterator[tuple[str, Callable[[], Awaitable[None]]]]:
    definitions = game.playground.world.all_commands()

    def short(option: str) -> int:
        return LONGEST.get(option, A_NAME)

    for command, given in inputs(definitions, short):

        async def order(command: str = command, given: dict[str, Any] = given) -> None:
            before = await stored(game)
            await game.gm.slash(CHANNEL, command, **given)
            if await stored(game) > before:
                await game.gm.slash(CHANNEL, "undo")

        yield f"/{command} {_shown(given)}", order
    # Of what fits nothing, no suggestion is tried: two such texts are enough.
    for command, option, given in typed(definitions, short, ("", TEXTS["ligatures"], TEXTS["names"])):

        async def suggest(command: str = command, option: str = option, given: dict[str, Any] = given) -> None:
            await game.gm.autocomplete(CHANNEL, command, focused=option, **given)

        yield f"suggestions for {option} of /{command} {_shown(given)}", suggest
    for n, text in enumerate(form()):

        async def submit(text: str = text) -> None:
            await game.gm.submit(await game.gm.slash(CHANNEL, "combatant add"), {"text": text})

        yield f"the form of newcomers, {n}", submit


def _files(game: Game) -> Iterator[tuple[str, Callable[[], Awaitable[None]]]]:
    async def files() -> None:
        uploads = [game.gm.slash(CHANNEL, "dice verify", file=("export.json", _FILE)) for _ in range(_AT_ONCE)]
        await asyncio.gather(*uploads)

    async def export() -> None:
        await game.gm.slash(CHANNEL, "export")

    yield "the largest file", lambda: _verified(game)
    yield f"{_AT_ONCE} of the largest files at once", files
    yield "an export", export


async def _verified(game: Game) -> None:
    await game.gm.slash(CHANNEL, "dice verify", file=("export.json", _FILE))


def _shown(given: dict[str, Any]) -> str:
    return " ".join(f"{name}: {str(value)[:12]!r}" for name, value in given.items() if len(str(value)) > 12)


async def _timed(what: str, act: Callable[[], Awaitable[None]], watch: Watch) -> Held:
    process = psutil.Process()
    before = process.memory_info().rss
    watch.begin()
    await act()
    return Held(what, watch.most, (process.memory_info().rss - before) / 2**20)
