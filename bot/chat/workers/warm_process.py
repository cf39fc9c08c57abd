"""A process that is kept for the next messages, because starting one for each would take too long.

1. The process is started by the first message and kept until nothing has come for `idle` seconds. It begins with
   `resource_limits.py`, which limits its memory, and its processor time for each message.
2. It answers one message at a time; other callers wait for their turn.
3. Messages go to its standard input, answers come from its standard output: nothing is in an argument, the
   environment, a file or a log.
4. If an answer takes too long or is too large, if the process ends, or if the caller is cancelled, the process is
   killed and collected. The caller gets WorkerFailed, and the next message starts a new process.
5. When the bot ends, in whatever way, the pipe is closed, and the process ends by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

from bot.chat.workers.resource_limits import LENGTH
from bot.chat.workers.worker import Limits, Queue, WorkerFailed, started

_PIECE = 1 << 16


class WarmProcess:
    """One process of one script, which has a function `answering` (`resource_limits.py`).

    `patience`: seconds for one answer, and as many to wait for a turn. `idle`: seconds without messages after which the
    process ends. The limit of processor time is for each message.
    """

    def __init__(self, script: Path, limits: Limits, patience: float, idle: float) -> None:
        self.script, self.limits = script, limits
        self.patience, self.idle = patience, idle
        self._ended = False
        self._answered = asyncio.Event()
        self._answered.set()
        self._queue = Queue(patience)
        self._process: asyncio.subprocess.Process | None = None
        self._ending: asyncio.TimerHandle | None = None
        self._resting: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process, or None if there is none."""
        return self._process.pid if self._process and self._process.returncode is None else None

    async def answer(self, message: bytes) -> bytes:
        """Return the process's answer to a message. Raises WorkerFailed."""
        async with self._queue.turn():
            return await self._answer(message)

    async def close(self) -> None:
        """End the process."""
        if self._ending is not None:
            self._ending.cancel()
        if self._process is not None:
            process, self._process = self._process, None
            await _ended(process)
        if self._resting is not None:
            await self._resting

    async def end(self) -> None:
        """End the process, and start no other: everyone who waits for an answer gets WorkerFailed."""
        self._ended = True
        if self._process is not None and not self._answered.is_set():
            # Its present caller notices, and collects it.
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        await self._answered.wait()
        await self.close()

    async def _answer(self, message: bytes) -> bytes:
        done = False
        self._answered.clear()
        try:
            async with asyncio.timeout(self.patience):
                answer = await self._exchanged(await self._running(), message)
            done = True
        except TimeoutError:
            raise WorkerFailed("it took too long") from None
        except (OSError, EOFError) as error:
            raise WorkerFailed(f"the process has ended: {error!r}") from None
        finally:
            if not done:
                await self.close()
            self._answered.set()
        self._ending = asyncio.get_running_loop().call_later(self.idle, self._rest)
        return answer

    async def _running(self) -> asyncio.subprocess.Process:
        if self._ending is not None:
            self._ending.cancel()
        if self._ended:
            raise WorkerFailed("the bot is stopping")
        if self._process is None or self._process.returncode is not None:
            self._process = await started(self.script, self.limits, kept=True)
        return self._process

    async def _exchanged(self, process: asyncio.subprocess.Process, message: bytes) -> bytes:
        assert process.stdin and process.stdout
        process.stdin.writelines((LENGTH.pack(len(message)), message))
        await process.stdin.drain()
        (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        if length > self.limits.answer:
            raise WorkerFailed(f"its answer has {length:,} bytes")
        return await process.stdout.readexactly(length)

    def _rest(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            self._resting = asyncio.create_task(_ended(process))


async def _ended(process: asyncio.subprocess.Process) -> None:
    """Kill a process, and wait until it and its pipes are gone."""
    assert process.stdin and process.stdout
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    process.stdin.close()
    while await process.stdout.read(_PIECE):
        pass
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        await process.stdin.wait_closed()
    await process.wait()
