"""The bot's workers, forked from a process that has read the rulebooks; reading them takes most of a second.

Limits of memory and time, pipes, environment and exit codes are as in a process that was started from nothing.
tests/bot/workers and tests/cogs/test_foreign_files.py start theirs so."""

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
    """As much of `asyncio.subprocess.Process` as a worker asks for."""

    def __init__(self, process: ForkServerProcess, stdin: asyncio.StreamWriter, *outputs: asyncio.StreamReader) -> None:
        self._process = process
        self.stdin = stdin
        self.stdout, self.stderr = outputs

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


async def create_subprocess_exec(_python: str, isolated: str, *script: str, env: Mapping[str, str], **_: int) -> Forked:
    """`python -I SCRIPT ARGUMENT ...` with this environment and three pipes."""
    assert isolated == "-I"
    given, stdin = Pipe(duplex=False)
    stdout, answer = Pipe(duplex=False)
    stderr, complaint = Pipe(duplex=False)
    process = forks.run(_run, script, dict(env), given, answer, complaint)
    for theirs in (given, answer, complaint):
        theirs.close()
    return Forked(process, await _writer(stdin), await _reader(stdout), await _reader(stderr))


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


async def _writer(pipe: Connection[Any, Any]) -> asyncio.StreamWriter:
    loop = asyncio.get_running_loop()
    opened = loop.connect_write_pipe(lambda: asyncio.streams.FlowControlMixin(loop=loop), _end(pipe, "wb"))
    transport, protocol = await opened
    return asyncio.StreamWriter(transport, protocol, None, loop)


def _end(pipe: Connection[Any, Any], mode: str) -> IO[bytes]:
    with pipe:
        return open(os.dup(pipe.fileno()), mode, buffering=0)  # noqa: PTH123
