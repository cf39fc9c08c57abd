"""Turns for questions that read many entries: `/log`, `/recap`, `/stats`, exports, the check of dice.

1. Each channel has one such question at a time. The others of that channel wait, so that nobody fills the queue.
2. The questions of all channels take turns page by page. A page is bounded in bytes (`Journal.pages`), is read and
   used in a thread, and is dropped before the next turn: little is in memory, and a short question does not wait for
   a long one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from weakref import WeakValueDictionary

from bot.game.entries.entries import Group
from rules.engine.records.errors import Refusal

_PATIENCE = 600.0
"""Seconds to wait for earlier questions of the channel: Discord takes the answer within 15 minutes."""
_BUSY = "I am still answering earlier questions about the past of this channel. Try again in a few minutes."


class ReadingQueue:
    """The turns of one process."""

    def __init__(self) -> None:
        self._channels: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._page = asyncio.Lock()

    @asynccontextmanager
    async def turn(self, channel: str) -> AsyncIterator[None]:
        """Wait for the earlier questions of the channel. Raises Refusal if they take long."""
        lock = self._channels.setdefault(channel, asyncio.Lock())
        try:
            async with asyncio.timeout(_PATIENCE):
                await lock.acquire()
        except TimeoutError:
            raise Refusal(_BUSY) from None
        try:
            yield
        finally:
            lock.release()

    async def go_through(self, pages: AsyncGenerator[Group, None], take: Callable[[Group], bool | None]) -> None:
        """Have `take` called with page after page, in a thread, until there are no more or it returns True."""
        async with aclosing(pages):
            done: bool | None = False
            while not done:
                async with self._page:
                    page = await anext(pages, None)
                    done = page is None or await asyncio.to_thread(take, page)
