"""The arguments of every family of measurements."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import TypeVar

from bench.load import Bot, Spawn, spawned, started
from bench.report import Line
from bench.servers import new_database
from bench.trees import ROOT, Commit
from standin import Playground

T = TypeVar("T")


class Size(IntEnum):
    """How much a run measures: everything, as much as takes a minute, or the least that comes by every line of code."""

    WHOLE, QUICK, SMALLEST = range(3)


@dataclass(frozen=True, slots=True)
class Run:
    """An empty folder for databases, how much to measure, the commit to compare with, and who starts the processes and
    makes the databases on a server."""

    folder: Path
    size: Size = Size.WHOLE
    against: Commit | None = None
    spawn: Spawn = spawned
    new_database: Callable[[str], Awaitable[str]] = new_database

    def of(self, sizes: tuple[T, T, T]) -> T:
        """Return the one for this run of what a complete, a quick and the smallest run have."""
        return sizes[self.size]

    async def started(
        self,
        name: str,
        database: Path | str,
        channels: int = 1,
        tree: Path = ROOT,
        playground: Playground | None = None,
    ) -> Bot:
        """Start a bot, as `bench.load.started` does."""
        return await started(name, database, channels, tree, self.spawn, playground)


Family = Callable[[Run], AsyncIterator[Line]]
"""Measures something and yields its lines."""
