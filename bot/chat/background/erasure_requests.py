"""Forgets people and deletes servers' data as requested: at once, and what an earlier run left undone."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime

from bot.errors import StoreError
from bot.game.referee.erasure import Eraser

log = logging.getLogger(__name__)


class ErasureRequests:
    """The work on stored requests; one per process."""

    def __init__(self, eraser: Eraser) -> None:
        self.eraser = eraser
        self.reading = asyncio.Lock()
        """Questions about everything of a person: one after the other, for each may read the whole journal."""
        self._working: set[asyncio.Task[None]] = set()

    def start(self) -> asyncio.Task[None]:
        """Carry out the stored requests."""
        task = asyncio.create_task(self.eraser.work())
        self._working.add(task)
        task.add_done_callback(self._ended)
        return task

    async def upkeep(self, now: datetime) -> None:
        """Continue what an earlier run, or a database that was locked, left undone."""
        if not self.eraser.working:
            self.start()

    async def close(self) -> None:
        """Stop. The next start continues the work that is left."""
        for task in self._working:
            task.cancel()
        if self._working:
            await asyncio.wait(self._working)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._working.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, StoreError):
            log.warning("erasing waits: %s", error)
        else:
            log.error("erasing waits", exc_info=error)
