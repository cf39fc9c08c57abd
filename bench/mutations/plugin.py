"""The tests' work in a process of `bench.mutations`: they tell which places they reach, or try changes.

Loaded with `-p bench.mutations.plugin`, before any module of the program.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from bench.mutations import probes, weave
from bench.mutations.notes import Notes, Reach
from bench.mutations.trials import FOLDER, SHARE, Trials

_notes = Notes(Path(os.environ[FOLDER]))
weave.install(_notes.sample())


def pytest_configure(config: pytest.Config) -> None:
    """Have the processes that the tests fork woven as well, and choose what this process does."""
    import tests.forks  # noqa: F401  It chooses what they begin with; here the weaving comes before that.

    multiprocessing.get_context("forkserver").set_forkserver_preload([__name__, "tests.forked_from"])
    share = os.environ.get(SHARE)
    config.pluginmanager.register(Trials(_notes, share) if share else _Mapper(_notes))


class _Mapper:
    """Runs the tests that are not in the map, and adds them."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._failed = False

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leave out the tests that are in the map."""
        done = self._notes.map()
        known = [item for item in items if item.nodeid in done]
        config.hook.pytest_deselected(items=known)
        items[:] = [item for item in items if item.nodeid not in done]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Add a test."""
        self._failed = False
        probes.reached.clear()
        began = time.perf_counter()
        try:
            return (yield)
        finally:
            seconds = round(time.perf_counter() - began, 4)
            long = not item.config.getoption("--short")
            reached = sorted(probes.reached)
            self._notes.add_reach(Reach(item.nodeid, seconds, not self._failed, long, reached))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember failures."""
        self._failed |= report.failed
