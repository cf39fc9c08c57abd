from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest

from standin import Playground

from .wire import Wire


@pytest.fixture
async def web(playground: Playground) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


@pytest.fixture
async def wire(playground: Playground, web: aiohttp.ClientSession) -> AsyncIterator[Wire]:
    """A websocket of our own, with HELLO received."""
    async with web.ws_connect(playground.base_url + "/gateway?v=10&encoding=json") as socket:
        wire = Wire(socket)
        await wire.next(10)
        yield wire
