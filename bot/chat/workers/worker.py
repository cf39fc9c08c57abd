"""Runs scripts in processes of their own: one at a time, with limits of time and memory, and without secrets.

1. A caller waits for its turn, at most `patience` seconds; more than MOST_WAITING do not wait at all.
2. The process starts with `resource_limits.py`, which limits its memory and processor time and then runs the script.
3. The script's input goes to its standard input piece by piece: a large file is never whole in our memory.
4. Its answer is what it writes to standard output, if it ends well and in time.
5. The process is killed whatever happens: too much time, too long an answer, or a caller who is cancelled.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from pathlib import Path

from bot.chat.workers.resource_limits import IMPORTED_FROM
from rules.engine.records.frozen import dataclass

PATIENCE = 15.0
"""Seconds for one run, and as many to wait for a turn. A plot takes about one, the largest export three."""
MOST_WAITING = 8
"""How many callers may wait for their turn: the last one gets it in time if each takes two seconds."""
_LIMITED = Path(__file__).with_name("resource_limits.py")
_PASSED_ON = ("PATH", "SYSTEMROOT", "TEMP", "TMPDIR", "LD_LIBRARY_PATH", "HOME")
"""The environment variables of a process: no secrets."""
_PIECE = 1 << 16
_MOST_COMPLAINED = 1 << 12


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a process: memory in MiB, processor time in seconds, and the bytes of its answer."""

    memory: int
    seconds: int = int(PATIENCE)
    answer: int = 1 << 20


class WorkerFailed(Exception):
    """The process has not answered; `str()` says why, for the log. `busy` if it was not even tried."""

    def __init__(self, reason: str, *, busy: bool = False) -> None:
        super().__init__(reason)
        self.busy = busy


class Queue:
    """One caller at a time; the others wait for their turn, at most `patience` seconds."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._turn = asyncio.Lock()
        self._waiting = 0

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn, and have it. Raises WorkerFailed: busy."""
        if self._waiting >= MOST_WAITING:
            raise WorkerFailed("too many wait", busy=True)
        self._waiting += 1
        try:
            async with asyncio.timeout(self._patience):
                await self._turn.acquire()
        except TimeoutError:
            raise WorkerFailed("others come first", busy=True) from None
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._turn.release()


class Worker:
    """Runs one script after the other."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._queue = Queue(patience)

    async def run(
        self,
        script: Path,
        given: AsyncGenerator[bytes, None],
        limits: Limits,
        *arguments: str,
        environment: Mapping[str, str] | None = None,
    ) -> bytes:
        """Run a script on what it is given and return its answer. Raises WorkerFailed, and what `given` raises."""
        async with self._queue.turn():
            try:
                return await self._answer(script, given, limits, arguments, environment or {})
            except TimeoutError:
                raise WorkerFailed("it took too long") from None
            except OSError as error:
                raise WorkerFailed(str(error) or repr(error)) from None

    async def _answer(
        self,
        script: Path,
        given: AsyncGenerator[bytes, None],
        limits: Limits,
        arguments: tuple[str, ...],
        environment: Mapping[str, str],
    ) -> bytes:
        process = await started(script, limits, *arguments, stderr=asyncio.subprocess.PIPE, environment=environment)
        assert process.stdin and process.stdout and process.stderr
        talk = [
            asyncio.ensure_future(_feed(process.stdin, given)),
            asyncio.ensure_future(_all_of(process.stdout, limits.answer)),
            asyncio.ensure_future(_end_of(process.stderr)),
        ]
        try:
            async with asyncio.timeout(self._patience):
                _, answer, complaint = await asyncio.gather(*talk)
                await process.wait()
        finally:
            # It took too long, or the answer was cancelled.
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            for one in talk:
                one.cancel()
            await asyncio.gather(*talk, return_exceptions=True)
            # asyncio waits for the end of pipes that are full, too.
            for pipe in (process.stdout, process.stderr):
                while await pipe.read(_PIECE):
                    pass
            await process.wait()
        if process.returncode:
            last = complaint.decode(errors="replace").strip().rpartition("\n")[2]
            raise WorkerFailed(f"the process ended with {process.returncode}: {last}")
        return bytes(answer)


async def started(
    script: Path,
    limits: Limits,
    *arguments: str,
    stderr: int | None = None,
    environment: Mapping[str, str] | None = None,
    kept: bool = False,
) -> asyncio.subprocess.Process:
    """Start a script in a process with these limits, without secrets in its environment; `kept`: for one message after
    the other (`resource_limits.py`). It imports from where this process does. Raises OSError."""
    passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        *map(str, (_LIMITED, *["--kept"] * kept, limits.memory, limits.seconds, script, *arguments)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=stderr,
        env=passed_on | {IMPORTED_FROM: os.pathsep.join(sys.path)} | dict(environment or {}),
    )


async def _feed(stdin: asyncio.StreamWriter, given: AsyncGenerator[bytes, None]) -> bytes:
    # A process that ends before it has read everything says why itself.
    async with contextlib.aclosing(given):
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            async for piece in given:
                stdin.write(piece)
                await stdin.drain()
    stdin.close()
    return b""


async def _all_of(stream: asyncio.StreamReader, most: int) -> bytes:
    read = bytearray()
    while piece := await stream.read(_PIECE):
        read += piece
        if len(read) > most:
            raise WorkerFailed(f"its answer has more than {most:,} bytes")
    return bytes(read)


async def _end_of(stream: asyncio.StreamReader) -> bytes:
    read = b""
    while piece := await stream.read(_PIECE):
        read = (read + piece)[-_MOST_COMPLAINED:]
    return read
