"""The long tests, which `tests/lengthy.txt` lists: `make test` leaves them out, in CI and `make test-all` they run.

A test function is long if a run of it takes more than `MOST` seconds on the average, with what it sets up. Tests of the
store are never long; those with three processes always are. `--list-lengthy` writes the list again after a complete
run.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from tests.homes import THREE

LIST = Path(__file__).with_suffix(".txt")
MOST = 0.2
ALWAYS = ("tests/bot/store/", "tests/migrations/")
"""The folders whose tests are never long: stored data must not be lost."""
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
    """Return the long ones of these functions, by how long each run of them took."""
    return sorted(
        name for name, times in seconds.items() if sum(times) / len(times) > MOST and not name.startswith(ALWAYS)
    )


class _Lister:
    """Measures all tests, in the process that sees them, and writes the list in the end."""

    def __init__(self) -> None:
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] += report.duration

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
    if config.getoption(MEASURED) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Lister())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the long ones, if that is asked for."""
    if config.getoption(SHORT):
        names = listed()
        left_out = {item for item in items if function(item.nodeid) in names or with_three(item.nodeid)}
        config.hook.pytest_deselected(items=[*left_out])
        items[:] = [item for item in items if item not in left_out]
