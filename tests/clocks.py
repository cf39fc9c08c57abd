"""Clocks for the sweep and the limits of rate: one that hurries, one that stands still, one that is put forward."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

from bot.chat.clock import Clock


class Hurried(Clock):
    """A clock on which every wait is over in a moment, and as much time has passed as was waited for."""

    def __init__(self) -> None:
        self._ahead = timedelta(0)

    def now(self) -> datetime:
        """The machine's time, and what was waited for besides."""
        return super().now() + self._ahead

    def monotonic(self) -> float:
        """The same, in seconds."""
        return self.now().timestamp()

    async def sleep(self, seconds: float) -> None:
        """Let the others work, then put the clock forward."""
        await asyncio.sleep(0.02)
        self._ahead += timedelta(seconds=seconds)


class Stopped(Clock):
    """A clock on which no wait ends."""

    async def sleep(self, seconds: float) -> None:
        """Wait for ever."""
        await asyncio.Event().wait()


class Put(Stopped):
    """A clock that is where it is put; at first it shows the time at which it was made."""

    def __init__(self) -> None:
        self.time = super().now()

    def now(self) -> datetime:
        """The time that it was put to."""
        return self.time

    def monotonic(self) -> float:
        """The same, in seconds."""
        return self.time.timestamp()

    def forward(self, **by: float) -> None:
        """Put it forward, by the words of `timedelta`."""
        self.time += timedelta(**by)
