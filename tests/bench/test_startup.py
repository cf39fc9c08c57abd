"""`python -m bench.startup` adds up what a traced start writes, and a traced bot starts."""

from __future__ import annotations

from pathlib import Path

from bench.startup import figures, measured, table

WRITTEN = """\
import time: self [us] | cumulative | imported package
import time:      1500 |       1500 |   zipimport
import time:       500 |       2000 | json
import time:       250 |        250 |   rules.shelf
import time:      1250 |       1500 | rules
import time:       100 |        100 | yarl
steps: {"opening the database": 2.5}
some warning
"""


def test_the_figures_of_a_start() -> None:
    assert figures(WRITTEN.splitlines()) == {
        "importing zipimport": 1.5,
        "importing json": 0.5,
        "importing rules.shelf": 0.25,
        "importing rules": 1.25,
        "importing yarl": 0.1,
        "opening the database": 2.5,
    }


def test_the_least_of_each_module_counts_and_the_longest_part_comes_first() -> None:
    first = figures(WRITTEN.splitlines())
    second = {**first, "importing json": 0.25, "importing rules": 9.0, "opening the database": 1.0}
    assert [*table([first, second])] == [
        "    1.8 ms  importing Python's library",
        "    1.5 ms  importing rules",
        "    1.0 ms  opening the database",
        "    0.1 ms  importing other packages",
    ]


async def test_a_traced_bot_starts(tmp_path: Path) -> None:
    found = await measured(tmp_path)
    assert {
        "importing bot.settings",
        "reading the rulebook phoenix",
        "registering the commands with Discord",
    } <= found.keys()
    assert all(milliseconds > 0 for milliseconds in found.values())
