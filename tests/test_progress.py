"""The report of a run of the tests on itself."""

from __future__ import annotations

from tests.progress import Progress


def test_what_is_left_is_guessed_by_the_folder_and_shared_by_the_workers() -> None:
    progress = Progress(workers=2)
    progress.expect(["a/one.py::x", "a/one.py::y", "a/two.py::x", *["b/one.py::x"] * 1000, "c/one.py::x"])
    for step in (1.0, 5.0):
        progress.spent("a/one.py::x", step)
    progress.finish("a/one.py::x")
    assert progress.line("a/one.py::x") == "1 of 1,004 tests (0%), about 50 min left: a/one.py"
    progress.spent("b/one.py::x", 0.02)
    progress.finish("b/one.py::x")
    # Two of 6 s, 999 of 0.02 s, and one that nobody knows anything about.
    assert progress.line("b/one.py::x") == "2 of 1,004 tests (0%), about 17 s left: b/one.py"
