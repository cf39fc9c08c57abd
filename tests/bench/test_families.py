"""Every family of `python -m bench` measures what makes sense: its smallest run, with bots that are forked."""

from __future__ import annotations

import gc
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import pytest

from bench.__main__ import FAMILIES
from bench.load import Process, spawned
from bench.report import Line
from bench.run import Run, Size
from bench.trees import ROOT, Commit
from tests import forks, homes

LINES: Mapping[str, int] = {
    "rules": 9,
    "forecasts": 1,
    "against": 12,
    "start": 2,
    "fire": 19,
    "homes": 4,
    "fog": 2,
    "pictures": 9,
    "worst": 1,
    "loop": 14,
    "strangers": 14,
    "exports": 27,
    "storage": 4,
    "years": 7,
    "crowd": 8,
    "guilds": 2,
    "memory": 2,
}
"""The least number of lines that each family yields in its smallest run."""
PLAUSIBLE: Mapping[str, tuple[float, float]] = {
    "ms": (0.001, 60_000),
    "s": (0.0001, 60),
    "/s": (0.1, 100_000),
    "MiB": (0.1, 1_000),
    "KB": (1, 1_000),
    "bytes": (100, 100_000),
}
"""The figures between which those of a unit must be, on a slow machine and on a fast one."""
ADDED, COUNTED = ("memory added", "besides the other's"), "processor time"
"""Words of lines about more memory, which may be less, and about processor time, which is counted in hundredths of a
second."""


@dataclass
class Forked:
    """A bot that was forked."""

    process: ForkServerProcess

    @property
    def pid(self) -> int:
        """The id of the process."""
        assert self.process.pid is not None
        return self.process.pid

    @property
    def returncode(self) -> int | None:
        """The exit code, once it has ended."""
        return self.process.exitcode

    def terminate(self) -> None:
        """Tell it to end."""
        self.process.terminate()

    async def wait(self) -> int:
        """Wait until it has ended; return its exit code."""
        return await forks.ended(self.process)


async def forked(words: Sequence[str], tree: Path, settings: Mapping[str, str]) -> Process:
    """Fork a bot, and start the bare bot, which is no part of ours, as users do."""
    if words[0] != "bot":
        return await spawned(words, tree, settings)
    return Forked(forks.start([*words[1:]], {**os.environ, **settings}))


async def created(_: str) -> str:
    """Return the URL of a new database on the server of the tests."""
    return await homes.created()


@pytest.fixture
def collector() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.usefixtures("collector")
async def test_the_smallest_run_makes_sense(name: str, tmp_path: Path) -> None:
    run = Run(tmp_path, Size.SMALLEST, Commit("0" * 40, ROOT), forked, created)
    lines = [line async for line in FAMILIES[name](run)]
    assert [line for line in lines if not plausible(line)] == []
    assert len({line.what for line in lines}) == len(lines) >= LINES[name]


def plausible(line: Line) -> bool:
    least, most = PLAUSIBLE[line.unit]
    if any(words in line.what for words in ADDED):
        least = -most
    if COUNTED in line.what:
        least = 0
    compared = line.floor is not None or (line.goal is not None and line.goal.of_ratio)
    figures = (line.ours, line.floor) if compared else (line.ours,)
    return all(one is not None and math.isfinite(one) and least <= one <= most for one in figures)
