"""The long tests, which `tests/lengthy.txt` lists: `make test` leaves them out, in CI and `make test-all` they run.

A test function is long if a run of it takes more than `MOST` seconds of processor time on the average, with what it
sets up and the processes that it starts: how long it waits depends on what else the machine does. Tests of the store
and of the layers are never long; those with three processes always are. `--list-lengthy` writes the list again after a
complete run.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.homes import THREE

LIST = Path(__file__).with_suffix(".txt")
MOST = 0.1
ALWAYS = ("tests/bot/store/", "tests/migrations/", "tests/test_layers.py")
"""Tests here are never long: stored data must not be lost, and each import has to keep to the layers."""
SHORT, MEASURED = "--short", "--list-lengthy"


def function(nodeid: str) -> str:
    """Return the id of a test without its parameters."""
    return nodeid.partition("[")[0]


def with_three(nodeid: str) -> bool:
    """Return whether a test has three processes, by its parameters."""
    return re.search(rf"\[(.*-)?{THREE}(-.*)?\]$", nodeid) is not None


def listed() -> frozenset[str]:
    """Return the functions in the list."""
    return frozenset(LIST.read_text(encoding="utf-8").splitlines())


def long(seconds: dict[str, list[float]]) -> list[str]:
    """Return the long ones of these functions, by the processor time of each run of them."""
    return sorted(
        name for name, times in seconds.items() if sum(times) / len(times) > MOST and not name.startswith(ALWAYS)
    )


class Clock:
    """Notes in the last report of a test how much processor time it took."""

    _PROPERTY = "processor time"

    def __init__(self) -> None:
        self._began = 0.0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        self._began = self._now()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.when == "teardown":
            report.user_properties.append((self._PROPERTY, self._now() - self._began))
        return report

    @staticmethod
    def _now() -> float:
        """The seconds of this process and of those that it has waited for."""
        return sum(os.times()[:4])

    @classmethod
    def read(cls, report: pytest.TestReport) -> float | None:
        """Return the seconds that are noted in a report, if it is the last of its test."""
        seconds = dict(report.user_properties).get(cls._PROPERTY)
        return seconds if isinstance(seconds, float) else None


class _Lister:
    """Gathers the time of all tests, in the process that sees them, and writes the list in the end."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if (seconds := Clock.read(report)) is not None:
            self._seconds[report.nodeid] = seconds

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if exitstatus == pytest.ExitCode.OK:
            runs: defaultdict[str, list[float]] = defaultdict(list)
            for nodeid, seconds in self._seconds.items():
                if not with_three(nodeid):
                    runs[function(nodeid)].append(seconds)
            LIST.write_text("".join(f"{name}\n" for name in long(runs)), encoding="utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the two options."""
    parser.addoption(SHORT, action="store_true", help="leave out the long tests (tests/lengthy.txt)")
    parser.addoption(MEASURED, action="store_true", help="write tests/lengthy.txt again after a complete run")


def pytest_configure(config: pytest.Config) -> None:
    """Measure, if that is asked for."""
    if config.getoption(MEASURED):
        config.pluginmanager.register(Clock())
        if not hasattr(config, "workerinput"):
            config.pluginmanager.register(_Lister())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the long ones, if that is asked for."""
    if config.getoption(SHORT):
        names = listed()
        left_out = {item for item in items if function(item.nodeid) in names or with_three(item.nodeid)}
        config.hook.pytest_deselected(items=[*left_out])
        items[:] = [item for item in items if item not in left_out]
