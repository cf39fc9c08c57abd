"""The list of long tests names tests that are there, and each of them once."""

from __future__ import annotations

import re
from pathlib import Path

from tests.lengthy import ALWAYS, LIST, MOST, listed, long, with_three

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


def test_the_store_is_always_tested() -> None:
    assert [name for name in listed() if name.startswith(ALWAYS)] == []


def test_which_tests_have_three_processes() -> None:
    ids = ("t.py::a[three]", "t.py::a[three-off]", "t.py::a[off-three]", "t.py::a[off-three-1]")
    assert all(map(with_three, ids))
    assert not any(map(with_three, ("t.py::three", "t.py::a[threefold]", "t.py::three[off]", "t.py::a[by three s]")))


def test_a_function_is_long_by_the_average_of_its_runs() -> None:
    times = {"tests/a.py::slow": [MOST, 3 * MOST], "tests/a.py::quick": [0.1, 3 * MOST, 0.1, 0.1, 0.1]}
    assert long({**times, f"{ALWAYS[0]}test_b.py::stored": [9.0]}) == ["tests/a.py::slow"]
