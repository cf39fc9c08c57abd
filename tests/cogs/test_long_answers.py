"""Neither a long order nor what is asked about it holds the event loop, counted in calls as in `test_budget.py`.

What another process or a thread does is not counted: the loop has its turn meanwhile.
"""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

import bot.chat.connection.garbage_collection
from bot.chat.connection.garbage_collection import Collector
from bot.game.journal.large_work import in_thread_if_large
from tests.cogs.conftest import CHANNEL, Game, laid_out, mustered, opened, types
from tests.cogs.direct import direct
from tests.cogs.long_answers import SCENES, Scene, boards, in_channels, interactions, lay_out_channels, suggestions
from tests.cogs.strangers import SHOOTER, Watch, crowd
from tests.cogs.test_budget import CALLS
from tests.waiting import until

pytestmark = pytest.mark.sqlite
_FEW = CALLS // 5
"""Calls of a step that neither reads nor writes for sixty."""
_CHANNELS = 25
_COUNTED = (
    "phoenix-advanced, 10 s in which 60 walk, in the open",
    "phoenix-optional, 10 s in which 60 walk, each side reads its own",
    "phoenix-optional, an impulse in which 60 fire bursts",
    "a sealed phase of 60",
    "space-marines, 30 Bad Guys in the open",
    "phoenix-optional, 30 newcomers amid walls",
    "phoenix-optional, a plan of 30 lines",
    "phoenix-optional, a side of 30 deploys",
    "an impulse of 120 fighters",
)
"""The scenes that differ most; `make bench` plays all of them."""


@asynccontextmanager
async def watched(scene: Scene, folder: Path) -> AsyncIterator[tuple[Game, Watch]]:
    """The scene, read once, and a watch that counts from now on."""
    async with laid_out(folder / "referee.sqlite3", scene.lines()) as game:
        watch = Watch(counting=True)
        with direct(game, watch.aside):
            await types(game, "GM: /encounter show")
            with watch.watching():
                yield game, watch


@pytest.mark.parametrize("name", _COUNTED)
async def test_an_order_and_what_is_asked_about_it(name: str, tmp_path: Path) -> None:
    async with watched(SCENES[name], tmp_path) as (game, watch):
        for what, act in interactions(game, SCENES[name]):
            watch.begin()
            await act()
            assert watch.most < CALLS, (what, watch.most)


async def test_boards_of_sixty_fighters(tmp_path: Path) -> None:
    async with watched(SCENES["phoenix-optional, 10 s in which 60 walk"], tmp_path) as (game, watch):
        watch.begin()
        await boards(game)
        assert watch.most < _FEW, watch.most


async def test_suggestions_for_many_at_once(tmp_path: Path) -> None:
    lay_out = (*crowd("phoenix-advanced"), f"GM: /combatant owner who: {SHOOTER} user: Ann")
    async with laid_out(tmp_path / "referee.sqlite3", lay_out) as game:
        watch = Watch(counting=True)
        with direct(game, watch.aside):
            await types(game, "GM: /encounter show")
            with watch.watching():
                for command, option in (("fire", "target"), ("move", "to")):
                    watch.begin()
                    await suggestions(game, SHOOTER, command, option)
                    assert watch.most < CALLS, (command, watch.most)


async def test_many_channels_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path / "referee.sqlite3") as game:
        watch = Watch(counting=True)
        with direct(game, watch.aside):
            await lay_out_channels(game, _CHANNELS)
            with watch.watching():
                watch.begin()
                await in_channels(game, _CHANNELS, "fire", who="rifleman 1", target="alien 1", range=5)
                assert watch.most < _FEW, watch.most


@pytest.mark.parametrize(
    ("entries", "fighters", "elsewhere"), [(1, 60, False), (3, 30, False), (1, 120, True), (9, 30, True)]
)
async def test_only_large_work_is_done_in_a_thread(entries: int, fighters: int, elsewhere: bool) -> None:
    state = SimpleNamespace(combatants=(None,) * fighters)
    group = [SimpleNamespace(state=state)] * entries
    assert (await in_thread_if_large(group, threading.get_ident) != threading.get_ident()) is elsewhere


async def test_a_small_order_waits_for_no_thread(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    await mustered(game)
    threads: list[object] = []

    async def thread(work: object, *given: object) -> None:
        threads.append(work)

    monkeypatch.setattr("bot.game.journal.large_work.asyncio", SimpleNamespace(to_thread=thread))
    answer = await game.ann.slash(CHANNEL, "fire", target="Alien 1", range=2)
    assert not answer.ephemeral and threads == []


class Record:
    """Stands for the garbage collector."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def __getattr__(self, name: str) -> object:
        return lambda *_: self.done.append(name)


async def test_what_stays_is_frozen_while_nobody_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    record, now = Record(), datetime(2026, 1, 1, tzinfo=UTC)
    monkeypatch.setattr(bot.chat.connection.garbage_collection, "gc", record)
    for idle, done in ((False, []), (True, ["collect", "freeze"])):
        await Collector(lambda idle=idle: idle).upkeep(now)  # type: ignore[misc]
        assert record.done == done


async def test_a_running_bot_freezes_what_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record()
    monkeypatch.setattr(bot.chat.connection.garbage_collection, "gc", record)
    async with opened(tmp_path / "referee.sqlite3"):
        await until(lambda: record.done.count("freeze") > 1)
        assert record.done[:3] == ["freeze", "set_threshold", "enable"]
