"""Waiting in tests: until something holds, and the longer the busier the machine is. No test passes for being fast."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

from bot.chat.connection.client import RefereeClient
from standin import Playground

_HANDLING = ("discord-ui-", "CommandTree-invoker")
"""The first words of the names of discord.py's tasks that carry out what people press and type."""


def patience() -> float:
    """Seconds after which a test gives up: half a minute for each process that wants a core."""
    return 30.0 * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


async def until(condition: Callable[[], object]) -> None:
    """Wait until the condition holds. Raises TimeoutError."""
    async with asyncio.timeout(patience()):
        while not condition():
            await asyncio.sleep(0.01)


async def idle(client: RefereeClient) -> None:
    """Wait until everything is answered and posted, and old messages have lost their buttons."""
    while handling := [task for task in asyncio.all_tasks() if task.get_name().startswith(_HANDLING)]:
        await asyncio.wait(handling)
    await client.delivery._idle.wait()
    if adding := [*client.delivery.illustrator._adding]:
        await asyncio.wait(adding)


def unhurried(playground: Playground) -> Playground:
    """The stand-in, waiting for the bot as long as a busy machine takes."""
    playground.world.patience = playground.invoker.time_limit = patience()
    return playground
