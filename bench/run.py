"""The arguments of every family of measurements."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

from bench.report import Line
from bench.trees import Commit


@dataclass(frozen=True, slots=True)
class Run:
    """An empty folder for databases, whether a minute for all must be enough, and the commit to compare with."""

    folder: Path
    quick: bool = False
    against: Commit | None = None


Family = Callable[[Run], AsyncIterator[Line]]
"""Measures something and yields its lines."""
