"""The tests of the bot run in both homes of the store, except those that look into an SQLite file. Those of the store
run with divided tables as well."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.chat.workers import worker
from bot.game.referee import encounter_locks
from tests.at_home import at_home_in
from tests.examples import FULL
from tests.homes import HOMES, PARTITIONED
from tests.waiting import patience

IN_BOTH = {
    "absence",
    "boards",
    "concurrency",
    "delivery",
    "departures",
    "destinations",
    "due",
    "every_route",
    "exports",
    "gone",
    "history",
    "imports",
    "inactive",
    "pacing",
    "private_once",
    "referee",
    "replay",
    "resolving",
    "rosters",
    "side_threads",
    "stopping",
    "sweep",
    "threads",
    "turns_of_the_store",
    "two_runs",
    "undo_to",
    "waking",
}
"""The modules whose tests always run in both homes, besides those of the store: what they test is what is stored, and
when. The others do so in a thorough run."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Have tests run in both homes."""
    module = Path(metafunc.module.__file__)
    thorough = metafunc.config.getoption("--hypothesis-profile") == FULL
    if module.parent.name == "store":
        at_home_in((*HOMES, PARTITIONED), metafunc)
    elif thorough or module.stem.removeprefix("test_") in IN_BOTH:
        at_home_in(HOMES, metafunc)


@pytest.fixture(autouse=True)
def patient_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Orders wait for their turn as long as a slow machine takes: how long is a matter of its own (test_turns)."""
    monkeypatch.setattr(encounter_locks, "_TURN", patience())


@pytest.fixture
def not_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start the bot's workers as the bot does; other tests fork theirs."""
    monkeypatch.setattr(worker, "asyncio", asyncio)
