"""How tests wait: until something holds, and the longer the busier the machine is. No test passes for being fast."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.chat.clock import Clock


def patience() -> float:
    """Seconds after which a test gives up: half a minute for each process that wants a core."""
    return 30.0 * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


async def until(condition: Callable[[], object]) -> None:
    """Wait until the condition holds. Raises TimeoutError."""
    async with asyncio.timeout(patience()):
        while not condition():
            await asyncio.sleep(0.01)


class Hurried(Clock):
    """A clock on which every wait is over in a moment, and as much time has passed as was waited for."""

    def __init__(self) -> None:
        self._ahead = timedelta(0)

    def now(self) -> datetime:
        """The machine's time, and what was waited for besides."""
        return super().now() + self._ahead

    async def sleep(self, seconds: float) -> None:
        """Let the others work, then put the clock forward."""
        await asyncio.sleep(0.02)
        self._ahead += timedelta(seconds=seconds)


class Stopped(Clock):
    """A clock on which no wait ends."""

    async def sleep(self, seconds: float) -> None:
        """Wait for ever."""
        await asyncio.Event().wait()
