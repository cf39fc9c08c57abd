"""The bot and its workers, forked from a process that has read the rulebooks: the bot starts in a third of the time.

`python -m bot` itself is started by tests/bot/test_connection.py, test_cli.py and play/test_play.py."""

from __future__ import annotations

import asyncio
import math
import multiprocessing
import os
from collections.abc import Callable
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(["tests.forked_from"])


def start(arguments: list[str], environment: dict[str, str], begin: Callable[[], object] = int) -> ForkServerProcess:
    """`python -m bot` with these arguments and this environment alone, after `begin`; it ends with this process."""
    return run(_main, arguments, environment, begin)


def run(function: Callable[..., None], *arguments: object) -> ForkServerProcess:
    """A process that calls the function; it ends when this process ends."""
    process = _forks.Process(target=function, args=arguments, daemon=True)
    process.start()
    return process


def _main(arguments: list[str], environment: dict[str, str], begin: Callable[[], object] = int) -> None:
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    import discord

    from bot.__main__ import main
    from bot.chat.connection import lateness

    discord.Client.before_identify_hook = _at_once  # type: ignore[assignment, method-assign]
    # A busy machine may be later than Discord waits.
    lateness.LONGEST = math.inf
    begin()
    main(arguments, prog_name="referee")


async def _at_once(client: Any, shard_id: int | None, *, initial: bool = False) -> None:
    """Log in without the five seconds that discord.py leaves between two shards."""


async def ended(process: ForkServerProcess) -> int:
    """Its exit code, once it has ended; that of a killed one is the signal's number, negative."""
    await asyncio.to_thread(process.join)
    assert process.exitcode is not None
    return process.exitcode


async def end(process: ForkServerProcess) -> None:
    """Kill it, unless it has ended, and wait until it is gone."""
    process.kill()
    await ended(process)
