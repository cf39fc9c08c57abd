"""No deed becomes dearer unnoticed: the calls of our functions, the SQL statements and the HTTP requests of seven deeds
are those of a table (`tests/cogs/costs.py`), whatever the machine.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.chat.background.clock import Clock
from tests.cogs.costs import (
    PYTHON,
    RULES,
    SCENES,
    TABLE,
    WRITE,
    Calls,
    Cost,
    Costs,
    differing,
    measured,
    of_rules,
    played,
    table,
    text,
)

pytestmark = pytest.mark.sqlite


def written(preset: str, fighters: int | str) -> Costs:
    costs = table()
    if PYTHON not in costs:
        pytest.skip(f"{TABLE.name} has no costs for Python {PYTHON}; `{WRITE}` adds them")
    return costs[PYTHON][preset][str(fighters)]


def assert_like(expected: Costs, found: Costs, scene: str) -> None:
    lines = "\n".join(differing(expected, found))
    assert not lines, (
        f"Other costs in {scene}:\n{lines}\nIf that is meant, `{WRITE}` changes {TABLE.name}; say why in the commit."
    )


async def test_a_shot_of_aliens_costs_what_is_written(tmp_path: Path) -> None:
    expected, found = written("aliens", 8), await played("aliens", 8, tmp_path)
    assert_like({"/fire": expected["/fire"]}, {"/fire": found["/fire"]}, "aliens, 8 fighters")


@pytest.mark.parametrize(("preset", "fighters"), SCENES)
async def test_deeds_cost_what_is_written(preset: str, fighters: int) -> None:
    assert_like(written(preset, fighters), await measured(preset, fighters), f"{preset}, {fighters} fighters")


def test_the_rules_alone_cost_what_is_written() -> None:
    assert_like(written(*RULES), of_rules(), "the rules alone")


def test_a_dearer_deed_is_named_with_both_costs() -> None:
    before = {"/fire": Cost(1000, 10, 1), "/next": Cost(1000, 10, 1), "/move": Cost(1000, 10, 1)}
    now = {"/fire": Cost(1030, 10, 1), "/next": Cost(1031, 10, 1), "/move": Cost(1000, 11, 1)}
    assert differing(before, now) == [
        "/next: 1,000 calls, 10 statements, 1 requests; now 1,031 calls, 10 statements, 1 requests",
        "/move: 1,000 calls, 10 statements, 1 requests; now 1,000 calls, 11 statements, 1 requests",
    ]
    with pytest.raises(AssertionError, match=r"/next: 1,000 .*; now 1,031 [\s\S]*python -m tests.cogs.costs --write"):
        assert_like(before, now, "a scene")


def test_a_deed_that_is_missing_is_named() -> None:
    assert differing({"/fire": Cost(1, 2, 3)}, {}) == ["/fire: 1 calls, 2 statements, 3 requests; now not there"]
    assert differing({}, {"/fire": Cost(1, 2, 3)}) == ["/fire: not there; now 1 calls, 2 statements, 3 requests"]


def test_a_table_is_written_as_it_is_read() -> None:
    assert "".join(text(table())) == TABLE.read_text(encoding="utf-8")


async def test_a_function_that_waits_is_called_once() -> None:
    calls = Calls()
    with calls.counting():
        await asyncio.gather(*(Clock().sleep(0.001) for _ in range(5)))
        sorted([3, 1, 2], key=lambda n: -n)
    assert calls.number == 5
