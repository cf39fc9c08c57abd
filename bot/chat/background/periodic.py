"""Repeats work while the bot runs. An error in one round is logged, and the next round begins."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.chat.background.clock import Clock
from bot.errors import StoreError

log = logging.getLogger(__name__)


class Periodic:
    """Does `work` at once and then every `seconds` seconds (0 means never). `what` names the work in the log."""

    def __init__(self, clock: Clock, seconds: float, work: Callable[[], Awaitable[object]], what: str) -> None:
        self._clock = clock
        self._seconds = seconds
        self._work = work
        self._what = what
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin the first round."""
        if self._running is None and self._seconds:
            self._running = asyncio.create_task(self._forever())

    async def close(self) -> None:
        """Stop, in the middle of a round as well."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])

    async def _forever(self) -> None:
        while True:
            try:
                await self._work()
            except StoreError as error:
                log.warning("looking for %s failed: %s", self._what, error)
            except Exception:
                log.exception("looking for %s failed; continuing", self._what)
            await self._clock.sleep(self._seconds)
