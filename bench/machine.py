"""How busy the machine was during a run, and what was measured on it: the heading of the table."""

from __future__ import annotations

import os
import platform
import subprocess
import time
from collections.abc import Iterator

import psutil

from bench.trees import git

MOST = 0.05
"""The share of processor time that other programs may take before the heading warns."""


class Machine:
    """The machine from now on."""

    def __init__(self) -> None:
        self.cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        self._load, self._began = os.getloadavg()[0], time.perf_counter()
        self._busy, self._ours = _busy(), _ours()

    def heading(self) -> Iterator[str]:
        """Yield the lines above the table. Every process of the run must have ended."""
        seconds = time.perf_counter() - self._began
        share = max(0.0, _busy() - self._busy - (_ours() - self._ours)) / (seconds * (psutil.cpu_count() or 1))
        yield f"Commit {_commit()}, Python {platform.python_version()}, {self.cores} cores, {_duration(seconds)}."
        yield (
            f"Load average {self._load:.2f} before, {os.getloadavg()[0]:.2f} after;"
            f" other programs took {share:.1%} of the processor time."
        )
        if share > MOST:
            yield f"WARNING: other programs took more than {MOST:.0%}. Repeat this on a quiet machine."


def _busy() -> float:
    """Return the seconds that all cores have worked since the machine started."""
    times = psutil.cpu_times()
    return float(sum(getattr(times, name, 0.0) for name in ("user", "nice", "system", "irq", "softirq", "steal")))


def _ours() -> float:
    """Return the seconds of processor time of this process and of its children that have ended."""
    return sum(os.times()[:4])


def _commit() -> str:
    try:
        changed = git("status", "--porcelain", "--untracked-files=no")
        return git("rev-parse", "--short", "HEAD") + (" with changes" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
