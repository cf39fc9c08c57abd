"""The bot's workers, forked from a process that has read the rulebooks; reading them takes most of a second.

Limits of memory and time, pipes, environment and exit codes are as in a process that was started from nothing.
tests/bot/workers and tests/cogs/test_foreign_files.py start theirs so. `not_forked` (tests/bot/conftest.py) starts them
as the bot does."""

from __future__ import annotations

import asyncio
import os
import runpy
import sys
from collections.abc import Mapping
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from typing import IO, Any

from tests import forks


class Forked:
    """As much of `asyncio.subprocess.Process` as a worker asks for. Standard error may be the server's."""

    def __init__(self, process: ForkServerProcess, stdin: asyncio.StreamWriter, *outputs: asyncio.StreamReader) -> None:
        self._process = process
        self.stdin = stdin
        self.stdout, self.stderr = outputs if len(outputs) == 2 else (*outputs, None)

    @property
    def pid(self) -> int | None:
        """The id of the process."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit code, once it has ended; that of a killed one is the signal's number, negative."""
        return self._process.exitcode

    def kill(self) -> None:
        """Kill it, unless it has ended."""
        self._process.kill()

    async def wait(self) -> int:
        """The exit code, once it has ended."""
        return await forks.ended(self._process)


async def create_subprocess_exec(
    _python: str, isolated: str, *script: str, env: Mapping[str, str], stderr: int | None, **_: int
) -> Forked:
    """`python -I SCRIPT ARGUMENT ...` with this environment and a pipe for each stream that has one."""
    assert isolated == "-I"
    given, stdin = Pipe(duplex=False)
    outputs = [Pipe(duplex=False) for _ in range(2 if stderr else 1)]
    theirs = [given, *(written for _, written in outputs)]
    process = forks.run(_run, script, dict(env), *theirs)
    for one in theirs:
        one.close()
    return Forked(process, await _writer(stdin), *[await _reader(read) for read, _ in outputs])


def _run(script: tuple[str, ...], environment: dict[str, str], *pipes: Connection[Any, Any]) -> None:
    for number, pipe in enumerate(pipes):
        os.dup2(pipe.fileno(), number)
        pipe.close()
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = list(script)
    runpy.run_path(script[0], run_name="__main__")


async def _reader(pipe: Connection[Any, Any]) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), _end(pipe, "rb"))
    return reader


class _Writing(asyncio.streams.FlowControlMixin):
    """Knows when its pipe is closed."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(loop=loop)
        self._closed = loop.create_future()

    def connection_lost(self, exc: Exception | None) -> None:
        """The pipe is closed."""
        super().connection_lost(exc)
        self._closed.set_result(None)

    def _get_close_waiter(self, stream: asyncio.StreamWriter) -> asyncio.Future[None]:
        return self._closed


async def _writer(pipe: Connection[Any, Any]) -> asyncio.StreamWriter:
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.connect_write_pipe(_Writing, _end(pipe, "wb"))
    return asyncio.StreamWriter(transport, protocol, None, loop)


def _end(pipe: Connection[Any, Any], mode: str) -> IO[bytes]:
    with pipe:
        return open(os.dup(pipe.fileno()), mode, buffering=0)  # noqa: PTH123
