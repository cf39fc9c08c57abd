"""Clocks for the sweep and the limits of rate: one that hurries, one that stands still, one that is put forward."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

from bot.chat.background.clock import Clock

_MOMENT = 0.1
"""Seconds: with 0.02, a bot that nobody asks takes a tenth of a core for its rounds."""


class Hurried(Clock):
    """A clock on which every wait is over in a moment, and as much time has passed as was waited for."""

    def __init__(self) -> None:
        self._ahead = timedelta(0)

    def now(self) -> datetime:
        """The machine's time, and what was waited for besides."""
        return super().now() + self._ahead

    def monotonic(self) -> float:
        """Return that time in seconds."""
        return self.now().timestamp()

    async def sleep(self, seconds: float) -> None:
        """Let the others work, then put the clock forward."""
        await asyncio.sleep(_MOMENT)
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
        """Return that time in seconds."""
        return self.time.timestamp()

    def forward(self, **by: float) -> None:
        """Put it forward, by the words of `timedelta`."""
        self.time += timedelta(**by)


class Moved(Put):
    """A clock that is where it is put; a wait is over once it has been put that far."""

    def __init__(self) -> None:
        super().__init__()
        self._waits: list[tuple[float, asyncio.Event]] = []

    async def sleep(self, seconds: float) -> None:
        """Wait until the clock was put so much further."""
        wait = self.monotonic() + seconds, asyncio.Event()
        self._waits.append(wait)
        try:
            await wait[1].wait()
        finally:
            self._waits.remove(wait)

    def forward(self, **by: float) -> None:
        """Put it forward, by the words of `timedelta`, and end the waits that are over."""
        super().forward(**by)
        for at, over in self._waits:
            if at <= self.monotonic():
                over.set()
