"""Long work in a process of its own, so that it holds up neither the event loop nor anybody else.

The process is kept (`warm_process.py`): the first long work starts it, which takes about a second. It runs
`long_work.py` and has all rulebooks loaded. Function, state and dice go there through its pipe alone, so that a seed is
nowhere else. If it fails, the order is refused and nothing is stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from bot.chat.workers.pipes import copied, records, shared
from bot.chat.workers.warm_process import WarmProcess
from bot.chat.workers.worker import Limits, WorkerFailed
from bot.errors import Interrupted

log = logging.getLogger(__name__)

PATIENCE = 60.0
"""Seconds for one piece of work, and as many to wait for a turn. The longest order takes two on a machine that is idle;
the user has been promised an answer."""
IDLE = 300.0
"""Seconds without work after which the process ends."""
_SCRIPT = Path(__file__).with_name("long_work.py")
_LIMITS = Limits(memory=1024, answer=64 << 20)
"""The limits; the seconds of processor time are for each piece of work."""
_BUSY = "I am resolving many long orders. Nothing has changed; try again in a moment."
_ENDED = "I could not resolve your order. Nothing has changed; try again in a moment."

R = TypeVar("R")


class WorkerExecutor:
    """Does work in one process that is started when it is needed. One per client; the executor of its referee."""

    def __init__(self, patience: float = PATIENCE, idle: float = IDLE) -> None:
        self.kept = WarmProcess(_SCRIPT, _LIMITS, patience, idle)

    @property
    def pid(self) -> int | None:
        """The id of the process, or None if there is none."""
        return self.kept.pid

    async def run(self, work: Callable[..., Iterable[R]], *given: Any) -> list[R]:
        """Return all that the work yields. Raises what it raises, and Interrupted."""
        # A state of sixty fighters takes long to copy.
        message = await asyncio.to_thread(copied, shared(), (work, given))
        try:
            answer = await self.kept.answer(message)
        except WorkerFailed as failed:
            log.warning("long work failed: %s", failed)
            raise Interrupted(_BUSY if failed.busy else _ENDED) from None
        read = records(answer, shared(*given))
        if (error := next(read)) is not None:
            raise error
        pieces: list[R] = []
        for piece in read:
            pieces.append(piece)
            # Others have their turn between two pieces: all together may take long to read.
            await asyncio.sleep(0)
        return pieces

    async def close(self) -> None:
        """End the process for good; what is not resolved is refused."""
        await self.kept.end()
