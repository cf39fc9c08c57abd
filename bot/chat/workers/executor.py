"""Long work in a process of its own, so that it holds up neither the event loop nor anybody else.

1. The process is started by the first long work, which takes about a second, and kept until nothing has come for IDLE
   seconds. It runs `long_work.py` and has all rulebooks loaded.
2. One piece of work is done at a time; others wait for their turn.
3. Function, state and dice go to its standard input, and the answer comes from its standard output: a seed is never in
   an argument, the environment, a file or a log.
4. If it takes too long, ends, or its caller is cancelled, the bot kills it and collects it. The order is refused,
   nothing is stored, and the next work starts a new process.
5. When the bot ends, in whatever way, the pipe is closed, and the process ends by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from bot.chat.workers.pipes import LENGTH, copied, records, shared
from bot.chat.workers.worker import Limits, Queue, WorkerFailed, started
from bot.game.errors import Interrupted

log = logging.getLogger(__name__)

PATIENCE = 60.0
"""Seconds for one piece of work, and as many to wait for a turn. The longest order takes two on a machine that is idle;
the user has been promised an answer."""
IDLE = 300.0
"""Seconds without work after which the process ends."""
_SCRIPT = Path(__file__).with_name("long_work.py")
_LIMITS = Limits(memory=1024, answer=64 << 20)
"""The seconds of processor time are for each piece of work."""
_BUSY = "Many long orders are being resolved. Nothing was stored; try again in a moment."
_ENDED = "Your order could not be resolved. Nothing was stored; try again in a moment."

R = TypeVar("R")


class WorkerExecutor:
    """Does work in one process that is started when it is needed. One per client; the executor of its referee."""

    def __init__(self, patience: float = PATIENCE, idle: float = IDLE) -> None:
        self._patience = patience
        self._idle = idle
        self._queue = Queue(patience)
        self._process: asyncio.subprocess.Process | None = None
        self._ending: asyncio.TimerHandle | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process; None if there is none."""
        return self._process.pid if self._process and self._process.returncode is None else None

    async def run(self, work: Callable[..., Iterable[R]], *given: Any) -> list[R]:
        """Return all that the work yields. Raises what it raises, and Interrupted."""
        message = copied(shared(), (work, given))
        try:
            async with self._queue.turn():
                answer = await self._answer(message)
        except WorkerFailed as failed:
            log.warning("long work was not done: %s", failed)
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
        """End the process."""
        if self._ending is not None:
            self._ending.cancel()
        if self._process is not None:
            process, self._process = self._process, None
            _kill(process)
            await process.wait()

    async def _answer(self, message: bytes) -> bytes:
        done = False
        try:
            async with asyncio.timeout(self._patience):
                answer = await self._exchanged(await self._running(), message)
            done = True
        except TimeoutError:
            raise WorkerFailed("it took too long") from None
        except (OSError, EOFError) as error:
            raise WorkerFailed(f"the process has ended: {error!r}") from None
        finally:
            if not done:
                await self.close()
        self._ending = asyncio.get_running_loop().call_later(self._idle, self._rest)
        return answer

    async def _running(self) -> asyncio.subprocess.Process:
        if self._ending is not None:
            self._ending.cancel()
        if self._process is None or self._process.returncode is not None:
            self._process = await started(_SCRIPT, _LIMITS, str(_LIMITS.seconds))
        return self._process

    async def _exchanged(self, process: asyncio.subprocess.Process, message: bytes) -> bytes:
        assert process.stdin and process.stdout
        process.stdin.writelines((LENGTH.pack(len(message)), message))
        await process.stdin.drain()
        (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        if length > _LIMITS.answer:
            raise WorkerFailed(f"its answer has {length:,} bytes")
        return await process.stdout.readexactly(length)

    def _rest(self) -> None:
        # asyncio waits for it.
        process, self._process = self._process, None
        if process is not None:
            _kill(process)


def _kill(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
