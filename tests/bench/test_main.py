"""`make bench` prints one table of whatever was measured."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from click.testing import CliRunner

from bench.__main__ import FAMILIES, QUICK, main
from bench.report import Line, at_most
from bench.run import Run


async def missing(run: Run) -> AsyncIterator[Line]:
    yield Line(f"a shot, {run.size.name}", 2, "ms", at_most(1))


async def breaking(run: Run) -> AsyncIterator[Line]:
    yield Line(f"another shot in {[*run.folder.iterdir()]}", 1, "ms", at_most(1))
    raise RuntimeError("the bot ended")


def test_a_missed_goal_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FAMILIES, "fire", missing)
    result = CliRunner().invoke(main, ["--only", "fire", "--quick"])
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith("Commit ")
    assert lines[1].startswith("Load average ")
    assert " ".join(lines[-2].split()) == "a shot, QUICK 2.00 ms ≤ 1 ms MISSED"
    assert lines[-1] == "0 goals kept, 1 MISSED"


def test_what_was_measured_before_an_error_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FAMILIES, "rules", missing)
    monkeypatch.setitem(FAMILIES, "fire", breaking)
    result = CliRunner().invoke(main, ["--only", "rules", "--only", "fire"])
    assert isinstance(result.exception, RuntimeError)
    assert result.stdout.splitlines()[-1] == "1 goals kept, 1 MISSED"


def test_a_commit_that_is_not_there_is_named() -> None:
    result = CliRunner().invoke(main, ["--only", "against", "--against", "no-such-commit"])
    assert result.exit_code == 1
    assert "no-such-commit" in result.stderr


def test_a_quick_run_measures_some_of_it() -> None:
    assert set(QUICK) < set(FAMILIES)
