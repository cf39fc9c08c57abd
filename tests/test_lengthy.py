"""The list of long tests names tests that are there, and each of them once."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.lengthy import ALWAYS, LIST, MOST, Clock, listed, long, with_three

ROOT = Path(__file__).resolve().parents[1]


def test_the_list_names_tests_that_are_there() -> None:
    lines = LIST.read_text(encoding="utf-8").splitlines()
    assert lines == sorted(listed())
    gone = [name for name in lines for file, _, test in [name.partition("::")] if not there(file, test)]
    assert gone == []


def there(file: str, test: str) -> bool:
    path = ROOT / file
    outer, _, name = test.rpartition("::")
    # Hypothesis makes the test of a machine, which has no name of its own.
    wanted = rf"\b{outer}\b" if name == "runTest" else rf"^ *(async )?def {name}\("
    return path.exists() and re.search(wanted, path.read_text(encoding="utf-8"), re.MULTILINE) is not None


def test_the_store_and_the_layers_are_always_tested() -> None:
    assert [name for name in listed() if name.startswith(ALWAYS)] == []


def test_which_tests_have_three_processes() -> None:
    ids = ("t.py::a[three]", "t.py::a[three-off]", "t.py::a[off-three]", "t.py::a[off-three-1]")
    assert all(map(with_three, ids))
    assert not any(map(with_three, ("t.py::three", "t.py::a[threefold]", "t.py::three[off]", "t.py::a[by three s]")))


def test_a_function_is_long_by_the_average_of_its_runs() -> None:
    times = {"tests/a.py::slow": [MOST, 3 * MOST], "tests/a.py::quick": [MOST / 2, 2 * MOST, MOST / 3]}
    assert long({**times, f"{ALWAYS[0]}test_b.py::stored": [9.0]}) == ["tests/a.py::slow"]


def test_processors_are_counted_and_not_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(os, "times", lambda: (10.0, 1.0, 0.0, 0.0, 1000.0))
    clock.pytest_runtest_setup()
    # Its own two seconds, one in the system and four of a process that it started; nine minutes have passed.
    monkeypatch.setattr(os, "times", lambda: (12.0, 2.0, 3.5, 0.5, 1540.0))
    last = pytest.TestReport("tests/a.py::a", ("tests/a.py", 1, "a"), {}, "passed", None, "teardown", duration=540.0)
    noting = clock.pytest_runtest_makereport()
    next(noting)
    with pytest.raises(StopIteration):
        noting.send(last)
    assert Clock.read(last) == 7.0
    call = pytest.TestReport("tests/a.py::a", ("tests/a.py", 1, "a"), {}, "passed", None, "call", duration=540.0)
    assert Clock.read(call) is None
