"""The time of day, and waiting for it. Passed in, so that a test does not have to wait."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime


class Clock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The time, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds since any moment; they only ever increase."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait until so much time has passed."""
        await asyncio.sleep(seconds)
