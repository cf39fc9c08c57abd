"""How late the event loop is: a task sleeps a moment again and again and compares when it wakes up."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import monotonic

_EVERY = 0.5
_KEPT = 60.0
"""Seconds that a measurement counts."""


class Lag:
    """Measures until it is closed; `observed` is told each measurement, in seconds."""

    def __init__(self, observed: Callable[[float], None]) -> None:
        self._observed = observed
        self._latest: deque[tuple[float, float]] = deque()
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Measure from now on."""
        if self._running is None:
            self._running = asyncio.create_task(self._forever())

    async def close(self) -> None:
        """Stop."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])

    @property
    def worst(self) -> float:
        """The longest delay of the last minute, in seconds."""
        since = monotonic() - _KEPT
        return max((late for at, late in self._latest if at >= since), default=0.0)

    async def _forever(self) -> None:
        while True:
            due = monotonic() + _EVERY
            await asyncio.sleep(_EVERY)
            now = monotonic()
            late = max(0.0, now - due)
            self._latest.append((now, late))
            while self._latest[0][0] < now - _KEPT:
                self._latest.popleft()
            self._observed(late)
