"""The settings of every test: how thorough the random ones are, which dice are thrown, and that nobody waits for what
only takes time.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import math
import os
import secrets
from collections.abc import Generator, Iterator
from contextlib import nullcontext, suppress
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import backoff
from discord.ext import commands
from discord.webhook import async_
from hypothesis import settings

import bot.chat.connection.client
import bot.chat.connection.garbage_collection
import bot.chat.connection.lifecycle
import bot.game.store
from bot.chat.plots.studio import PLOTTER
from bot.chat.workers import worker
from tests import changed, forked_workers, homes, luck, scratch
from tests.common_settings import usual_in_tests
from tests.examples import QUICK
from tests.new_database import copied_or_migrated

pytest_plugins = ["tests.progress", "tests.lengthy", "tests.at_home"]

settings.load_profile(QUICK)
scratch.write_into_memory()

TESTS = Path(__file__).parent
ROOT = TESTS.parent
LONGEST_FIRST = ("tests/page/", "tests/sight/", "tests/test_", "tests/bot/", "tests/cogs/", "tests/standin/")

usual_in_tests()

FORKED = (*(str(Path(worker.__file__).with_name(name)) for name in ("read_", "long_work.py")), str(PLOTTER))

# Collecting and running so many tests makes much that stays; the collector need not look at it at every turn.
gc.set_threshold(100_000, 50, 100)
# The bot is started as a process a hundred times: what is compiled once must stay.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


class _Forking:
    """asyncio for the bot's workers, which forks those that read files, resolve long orders or draw plots."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def create_subprocess_exec(self, *command: str, **options: Any) -> Any:
        forked = any(argument.startswith(FORKED) for argument in command)
        start = forked_workers.create_subprocess_exec if forked else asyncio.create_subprocess_exec
        return await start(*command, **options)


class _Unhurt:
    """asyncio for discord.py, which sleeps for whole seconds after an error and for fractions by a rate limit."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0 if isinstance(seconds, int) else seconds)


async def _load_once(client: commands.Bot, name: str, *, package: str | None = None) -> None:
    """`load_extension` for bots that start by the hundred: discord.py runs the module again for each of them."""
    await importlib.import_module(name, package).setup(client)


def pytest_configure(config: pytest.Config) -> None:
    """Begin a run; the processes of the run inherit what it is called."""
    if not hasattr(config, "workerinput"):
        homes.begin_run()


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the run."""
    if not hasattr(config, "workerinput"):
        homes.end_run()
    # pytest collects five times for what was never awaited; nothing that is still there after the first is garbage.
    gc.collect()
    gc.freeze()


def pytest_collection(session: pytest.Session) -> None:
    """Each worker first imports another part of the tests, so that all read what one of them has compiled."""
    worker = getattr(session.config, "workerinput", None)
    if worker and session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        modules = sorted(".".join(path.relative_to(ROOT).with_suffix("").parts) for path in TESTS.rglob("test_*.py"))
        first = len(modules) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
        for module in modules[first:] + modules[:first]:
            # Those who collect it tell that it cannot be imported.
            with suppress(Exception, pytest.skip.Exception):
                importlib.import_module(module)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests nearest to a change come first; among equals those that take longest, so that no core waits for another
    at the end."""

    @cache
    def place(path: Path) -> tuple[int, int]:
        file = path.relative_to(ROOT).as_posix()
        longest = next((n for n, beginning in enumerate(LONGEST_FIRST) if file.startswith(beginning)), 9)
        return changed.distance(path), longest

    items.sort(key=lambda item: place(item.path))


def pytest_collection_finish() -> None:
    """The garbage collector need not look through the tests themselves."""
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """The seeds that a test draws begin with its name."""
    if settings.get_current_profile_name() == QUICK:
        luck.LUCK.seed(item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Fixtures that several tests share have the same seeds whichever of them comes first."""
    name = f"{request.node.nodeid} {fixturedef.argname} {getattr(request, 'param_index', 0)}"
    with nullcontext() if fixturedef.scope == "function" else luck.of(name):
        return (yield)


@pytest.fixture(scope="session", autouse=True)
def same_dice() -> Iterator[None]:
    """The ids and seeds of encounters are drawn from the test's luck."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", luck.drawn)
        yield


@pytest.fixture(scope="session", autouse=True)
def no_waste_of_time() -> Iterator[None]:
    """discord.py tries again at once, bots start with what is loaded already, clients leave the collector alone."""
    with pytest.MonkeyPatch.context() as patch:
        names = ("collect", "freeze", "enable", "set_threshold")
        left_alone = SimpleNamespace(**dict.fromkeys(names, lambda *_: None))
        patch.setattr(bot.chat.connection.garbage_collection, "gc", left_alone)
        patch.setattr(bot.chat.connection.garbage_collection, "give_back", int)
        patch.setattr(bot.chat.connection.lifecycle, "gc", left_alone)
        # A busy machine may be later than Discord waits.
        patch.setattr(bot.chat.connection.lateness, "LONGEST", math.inf)
        for module in (discord.http, async_):
            patch.setattr(module, "asyncio", _Unhurt())
        patch.setattr(worker, "asyncio", _Forking())
        patch.setattr(bot.game.store, "migrate", copied_or_migrated)
        patch.setattr(bot.chat.connection.client.RefereeClient, "load_extension", _load_once)
        patch.setattr(backoff.ExponentialBackoff, "delay", lambda _: 0.0)
        yield
