"""Clocks for the sweep: one that hurries, one that stands still."""

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

    async def sleep(self, seconds: float) -> None:
        """Let the others work, then put the clock forward."""
        await asyncio.sleep(0.02)
        self._ahead += timedelta(seconds=seconds)


class Stopped(Clock):
    """A clock on which no wait ends."""

    async def sleep(self, seconds: float) -> None:
        """Wait for ever."""
        await asyncio.Event().wait()
