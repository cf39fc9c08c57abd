"""The costs of deeds in units that do not depend on the machine: calls of functions, SQL statements, HTTP requests.

`tests/golden/costs.toml` has the costs of seven deeds for each Python, rulebook or preset, and number of fighters, and
those of the rules alone: what the duels and the forecasts of the bench call for each shot and each fight, on average.
`tests/cogs/test_cost.py` compares. `python -m tests.cogs.costs --write` writes the costs that differ.

Two fighters do the same deeds one after the other, and those of the second are measured. The whole scene is played
twice, because the first play fills the caches of the process. Dice and ids follow from the scene, and no background
work has a turn. A deed ends when everything is posted and noted.
"""

from __future__ import annotations

import asyncio
import gc
import inspect
import os
import secrets
import sys
import tempfile
import tomllib
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, TypeVar

import click
import pytest

from bench.duels import DUELS, Range
from bench.forecasts import fought, laid_out
from bot.chat.connection.client import RefereeClient
from bot.chat.outgoing.delivery import Delivery
from bot.chat.suggestions import choice_list
from bot.game.entries import codec
from standin.driver import Answer
from tests import luck
from tests.clocks import Put
from tests.cogs.conftest import CHANNEL, Game, carried_out, types
from tests.cogs.strangers import PRESETS, SHEETS
from tests.common_settings import usual_in_tests
from tests.house import ROOT
from tests.served import served
from tests.waiting import idle

TABLE = ROOT / "tests" / "golden" / "costs.toml"
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
WRITE = "python -m tests.cogs.costs --write"
SCENES = tuple((preset, fighters) for preset in PRESETS for fighters in (8, 30))
RULES = ("rules", "alone")
"""In place of a preset and a number of fighters: the costs of the rules alone."""
FORECASTS = 20
TOLERANCE = 0.03
"""The part by which the calls of a deed may differ from the table. Statements and requests may not differ."""
_OPENING = f"# What deeds cost, by Python, rulebook or preset, and number of fighters. Written by `{WRITE}`.\n"
_OURS = tuple(f"{ROOT / folder}{os.sep}" for folder in ("bot", "cogs", "rules"))
_READY = {"phoenix-optional": "plan 20"}
"""The GM's change without which a fighter may not act."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Cost:
    """Calls of functions, SQL statements and HTTP requests."""

    calls: int
    statements: int
    requests: int

    def like(self, other: Cost) -> bool:
        """Return whether they differ by no more than they may."""
        same = (self.statements, self.requests) == (other.statements, other.requests)
        return same and abs(self.calls - other.calls) <= TOLERANCE * other.calls

    def __str__(self) -> str:
        return f"{self.calls:,} calls, {self.statements} statements, {self.requests} requests"


Costs = dict[str, Cost]
"""The cost of each deed of a scene."""
Table = dict[str, dict[str, dict[str, Costs]]]
"""The costs by Python, rulebook or preset, and number of fighters."""


class Calls:
    """Counts the calls of functions of ours in this thread.

    A coroutine that continues after it has waited is no call: how often it waits depends on the machine.
    """

    def __init__(self) -> None:
        self.number = 0
        self._codes: dict[CodeType, bytes | None] = {}
        """The functions that were called; the instructions of those that may wait, and None for those of others."""

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count what is called in this block."""
        sys.setprofile(self._called)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _called(self, frame: FrameType, event: str, argument: object) -> None:
        if event != "call":
            return
        code = frame.f_code
        if code not in self._codes:
            waits = code.co_flags & (inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR)
            ours = code.co_filename.startswith(_OURS)
            self._codes[code] = (code.co_code if waits else b"") if ours else None
        instructions = self._codes[code]
        if instructions is None:
            return
        # The argument of the instruction RESUME is 0 at the start of a function.
        if not instructions or instructions[frame.f_lasti + 1] == 0:
            self.number += 1


class _Meter:
    """Measures the deeds in a game, once it is no longer warming up."""

    def __init__(self, game: Game, patch: pytest.MonkeyPatch) -> None:
        self.costs: Costs = {}
        self.warming_up = True
        self._game = game
        self._statements = 0
        database = game.client.referee.store._database
        for name in ("read_all", "write_all"):
            patch.setattr(database, name, self._counted(getattr(database, name)))

    def _counted(self, run: Callable[..., Awaitable[T]]) -> Callable[..., Awaitable[T]]:
        def counted(statements: Sequence[object], *more: Any) -> Awaitable[T]:
            self._statements += len(statements)
            return run(statements, *more)

        return counted

    async def deed(self, name: str, deed: Awaitable[T]) -> T:
        """Wait for all of a deed, and measure it."""
        if self.warming_up:
            return await self.whole(deed)
        self._game.playground.log.clear()
        self._statements, calls = 0, Calls()
        with calls.counting():
            answer = await self.whole(deed)
        self.costs[name] = Cost(calls.number, self._statements, len(self._game.playground.log))
        return answer

    async def whole(self, deed: Awaitable[T]) -> T:
        """Wait for a deed and everything that the bot does because of it."""
        answer = await deed
        await idle(self._game.client)
        await self._game.client.delivery.flush()
        return answer


async def _nothing(_: object) -> None:
    """Do nothing."""


@contextmanager
def _alike(scene: str) -> Iterator[pytest.MonkeyPatch]:
    """Let every play of a scene take the same course."""
    with luck.fixed(scene), pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", luck.drawn)
        # As many are suggested as there are, however long it takes to try them.
        patch.setattr(choice_list, "clock", lambda: 0.0)
        # Notes are written when the deed is over, and not a moment after an answer.
        patch.setattr(Delivery, "_note_soon", lambda _: None)
        # Some time after it is connected, the bot looks which servers it has left.
        patch.setattr(RefereeClient, "on_ready", _nothing)
        # Other tests may have filled this cache. Once it is full, everything in it is written again.
        patch.setattr(codec, "_combatants", codec._Kept(codec._write_combatant))
        gc.collect()
        gc.disable()
        try:
            yield patch
        finally:
            gc.enable()


def _lines(preset: str, fighters: int) -> Iterator[str]:
    """Yield the lines that lay a scene out: two sides that face each other, one of them Ann's."""
    yield f"GM: /encounter start ruleset: {preset}"
    yield "GM: /encounter options name: fog value: hidden"
    yield "GM: /encounter map size: 20x20"
    each = fighters // 2
    for name, column, owner, sheet in zip(("Guard", "Raider"), "BH", (" owner: @Ann", ""), SHEETS[preset], strict=True):
        places = " ".join(f"{column}{row}" for row in range(1, each + 1))
        yield f"GM: /combatant add sheet: {sheet} name: {name} side: {name}s count: {each}{owner} at: {places}"
    if changes := _READY.get(preset):
        for n in (1, 2):
            yield f"GM: /adjust who: Guard {n} changes: {changes}"


async def _ordered(game: Game, line: str) -> Answer:
    answer = await types(game, line)
    # A refusal has no such button.
    answer.component("Details")
    return answer


async def played(preset: str, fighters: int, folder: Path) -> Costs:
    """Play a scene and return what each deed costs."""
    with _alike(f"{preset}, {fighters}") as patch:
        async with served(folder / "referee.sqlite3", Put()) as bot:
            game = Game(bot.playground, bot.client)
            meter = _Meter(game, patch)
            for line in _lines(preset, fighters):
                await meter.whole(carried_out(game, line))
            for n in (1, 2):
                meter.warming_up = n == 1
                await _do_everything(game, meter, n)
            return meter.costs


async def _do_everything(game: Game, meter: _Meter, n: int) -> None:
    """Have a fighter's player do each deed once; the GM takes it back."""
    ann, gm, who = game.ann, game.gm, f"Guard {n}"
    aim = "" if (await game.encounter()).ruleset == "savage" else " aim: 1"
    await meter.deed("/encounter show", ann.slash(CHANNEL, "encounter show"))
    await meter.deed("suggestion", ann.autocomplete(CHANNEL, "fire", focused="target", who=who))
    shot = await meter.deed("/fire", _ordered(game, f"Ann: /fire who: {who} target: Raider {n}{aim}"))
    await meter.deed("Details", ann.click(shot, "Details"))
    # Only Ann has the button of her declaration. That of a shot only the GM may press, because dice were thrown.
    undone = await meter.deed("Undo", (ann if shot.ephemeral else gm).click(shot, "Undo"))
    assert undone.content.startswith("Undone"), undone.content
    for deed, line in (("/move", f"Ann: /move who: {who} to: C{n + 1}"), ("/next", "GM: /next")):
        await meter.deed(deed, _ordered(game, line))
        await meter.whole(_ordered(game, "GM: /undo"))


async def measured(preset: str, fighters: int) -> Costs:
    """Play a scene until the process is warm, and return what each deed costs then."""
    costs: Costs = {}
    for _ in range(2):
        with tempfile.TemporaryDirectory() as folder:
            costs = await played(preset, fighters, Path(folder))
    return costs


def of_rules() -> Costs:
    """Return the calls of an average shot of each duel of the bench, and of an average forecast of a fight."""
    costs: Costs = {}
    for name, duel in DUELS.items():
        shots = Range(duel)
        costs[name] = _average([partial(shots.fire, *order) for order in shots.orders])
    book, before = laid_out()
    fights = [partial(fought, seed, book, before) for seed in range(FORECASTS)]
    return {**costs, "phoenix-advanced, a forecast of 3 against 3": _average(fights)}


def _average(deeds: Sequence[Callable[[], object]]) -> Cost:
    """Return the average calls of deeds, once the caches of the process are full."""
    for deed in deeds:
        deed()
    calls = Calls()
    with calls.counting():
        for deed in deeds:
            deed()
    return Cost(calls.number // len(deeds), 0, 0)


def table() -> Table:
    """Return all costs that are written down."""
    written = tomllib.loads(TABLE.read_text(encoding="utf-8")) if TABLE.exists() else {}
    return {
        python: {
            preset: {
                fighters: {deed: Cost(**cost) for deed, cost in costs.items()} for fighters, costs in scenes.items()
            }
            for preset, scenes in presets.items()
        }
        for python, presets in written.items()
    }


def differing(written: Costs, found: Costs) -> list[str]:
    """Return a line for each deed whose cost is not the written one."""
    return [
        f"{deed}: {written.get(deed, 'not there')}; now {found.get(deed, 'not there')}"
        for deed in written | found
        if deed not in found or deed not in written or not found[deed].like(written[deed])
    ]


def text(costs: Table) -> Iterator[str]:
    """Yield the parts of the file with these costs."""
    yield _OPENING
    for python in sorted(costs, key=lambda version: [*map(int, version.split("."))]):
        for preset, scenes in costs[python].items():
            for fighters, deeds in scenes.items():
                yield f'\n["{python}".{preset}.{fighters}]\n'
                for deed, cost in deeds.items():
                    values = ", ".join(f"{unit} = {number}" for unit, number in asdict(cost).items())
                    yield f'"{deed}" = {{ {values} }}\n'


async def _compare(*, write: bool) -> None:
    """Print the costs that differ, and write them. Those that are like the written ones stay, so they do not creep."""
    costs = table()
    written = costs.pop(PYTHON, {})
    now = costs[PYTHON] = {}
    for preset, fighters in (*SCENES, RULES):
        before = written.get(preset, {}).get(str(fighters), {})
        found = await measured(preset, fighters) if isinstance(fighters, int) else of_rules()
        for line in differing(before, found):
            click.echo(f"{preset}, {fighters} fighters, {line}")
        like = {deed: before[deed] for deed, cost in found.items() if deed in before and cost.like(before[deed])}
        now.setdefault(preset, {})[str(fighters)] = found | like
    if write:
        TABLE.write_text("".join(text(costs)), encoding="utf-8")


@click.command()
@click.option("--write", is_flag=True, help="Write them into the table.")
def main(write: bool) -> None:
    """Print the costs that differ from the table, with the Python that runs this."""
    usual_in_tests()
    asyncio.run(_compare(write=write))


if __name__ == "__main__":
    main()
