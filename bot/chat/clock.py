"""The time of day, and waiting for it. It is a parameter, so that a test need not wait."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta


class Clock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the time, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds since any moment; they only ever increase."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait until so much time has passed."""
        await asyncio.sleep(seconds)


class Steady:
    """The time of day without jumps of the machine's clock: while the bot runs, it follows the monotonic clock.

    Small corrections are followed. A start takes the time from the machine's clock again.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._wall, self._monotonic = clock.now(), clock.monotonic()
        self._off = timedelta()

    def now(self) -> datetime:
        """Return the time, in UTC."""
        wall, monotonic = self._clock.now(), self._clock.monotonic()
        jumped = (wall - self._wall) - timedelta(seconds=monotonic - self._monotonic)
        if abs(jumped) > _JUMP:
            self._off -= jumped
        self._wall, self._monotonic = wall, monotonic
        return wall + self._off


_JUMP = timedelta(seconds=30)
"""The least correction of the clock between two looks that counts as a jump."""
