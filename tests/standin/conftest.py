from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Any

import aiohttp
import discord
import orjson
import pytest

from standin import Playground
from standin.driver import Person
from tests.openapi import OPENAPI
from tests.waiting import unhurried

from .sample_client import Sample, login


class Rest:
    """Asks the REST routes by hand: status and JSON."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    async def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        data = None if body is None else orjson.dumps(body)
        headers = {"Content-Type": "application/json"} if data else {}
        async with self._session.request(method, "/api/v10" + path, data=data, headers=headers) as answer:
            if answer.status == 204:
                return 204, None
            assert answer.headers["Content-Type"] == "application/json"
            return answer.status, await answer.json()


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    """A stand-in; where Discord's OpenAPI document is at hand, everything said is checked against it."""
    async with unhurried(Playground(openapi=OPENAPI)) as opened:
        yield opened
        assert opened.violations == []


@pytest.fixture
def discord_is_here(playground: Playground) -> Iterator[None]:
    """Points discord.py at the stand-in and back again."""
    base, gateway = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    discord.http.Route.BASE = playground.api_url
    yield
    discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = base, gateway


@pytest.fixture
async def client(playground: Playground, discord_is_here: None) -> AsyncIterator[Sample]:
    sample = Sample()
    running = await login(playground, sample)
    yield sample
    await sample.close()
    with contextlib.suppress(asyncio.CancelledError):
        await running


@pytest.fixture
def ann(playground: Playground, client: Sample) -> Person:
    return playground.person("Ann")


@pytest.fixture
def ben(playground: Playground, client: Sample) -> Person:
    return playground.person("Ben")


@pytest.fixture
async def rest(playground: Playground) -> AsyncIterator[Rest]:
    async with aiohttp.ClientSession(playground.base_url, headers={"Authorization": "Bot any"}) as session:
        yield Rest(session)
