"""Tells every few seconds how many tests are done, how long the rest may take, and where it is; fit for any log.

How long a test takes is guessed by those of its folder that are done, else by all that are.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from pathlib import PurePosixPath

import pytest

EVERY = 10.0
"""Seconds from one line to the next."""


class Progress:
    """The tests that are done, and those still to do, by folder."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.total = 0
        self.done = 0
        self._left: Counter[str] = Counter()
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._finished: Counter[str] = Counter()

    def expect(self, tests: list[str]) -> None:
        """All that will be run, by their ids."""
        self.total = len(tests)
        self._left = Counter(map(_folder, tests))

    def spent(self, test: str, seconds: float) -> None:
        """A step of a test (its set-up, the test itself, its clearing up) has taken so long."""
        self._seconds[_folder(test)] += seconds

    def finish(self, test: str) -> None:
        """The test is over."""
        self.done += 1
        self._left[_folder(test)] -= 1
        self._finished[_folder(test)] += 1

    def line(self, test: str) -> str:
        """Return how far it is, now that this test is over."""
        rest = f"about {_span(self._rest())} left"
        return f"{self.done:,} of {self.total:,} tests ({self.done * 100 // self.total}%), {rest}: {_file(test)}"

    def _rest(self) -> float:
        usual = sum(self._seconds.values()) / self.done
        each = {folder: self._seconds[folder] / count for folder, count in self._finished.items()}
        return sum(count * each.get(folder, usual) for folder, count in self._left.items()) / self.workers


class Reporter:
    """Writes the lines, in the process that sees all tests."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._progress = Progress(int(config.getoption("numprocesses", None) or 1))
        self._next = 0.0

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Without xdist."""
        if session.items:
            self._progress.expect([item.nodeid for item in session.items])

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        """With xdist each worker finds all tests."""
        self._progress.expect(ids)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """After each step of a test."""
        self._next = self._next or time.monotonic() + EVERY
        self._progress.spent(report.nodeid, report.duration)
        if report.when != "teardown":
            return
        self._progress.finish(report.nodeid)
        if time.monotonic() >= self._next and self._progress.done < self._progress.total:
            self._next = time.monotonic() + EVERY
            terminal = self._config.pluginmanager.get_plugin("terminalreporter")
            assert isinstance(terminal, pytest.TerminalReporter)
            terminal.ensure_newline()
            terminal.write_line(self._progress.line(report.nodeid))

    def pytest_report_teststatus(self, report: pytest.TestReport | pytest.CollectReport) -> tuple[str, str, str] | None:
        """Nothing for what passes: the lines tell how many have."""
        if report.passed and isinstance(report, pytest.TestReport):
            return ("passed" if report.when == "call" else "", "", "PASSED")
        return None


def pytest_configure(config: pytest.Config) -> None:
    """The workers of xdist tell nothing; nor is there anything to tell where every test has a line."""
    if not hasattr(config, "workerinput") and config.get_verbosity() == 0:
        config.pluginmanager.register(Reporter(config), "progress-reporter")


def _file(test: str) -> str:
    return test.partition("::")[0]


def _folder(test: str) -> str:
    return str(PurePosixPath(_file(test)).parent)


def _span(seconds: float) -> str:
    """A time as people say it."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min"
