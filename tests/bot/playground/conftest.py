from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import discord
import pytest

from bot.playground import Playground
from bot.playground.driver import Person

from .sample_client import Sample, login

_DOCUMENT = Path(__file__).parents[4] / "shared" / "discord-openapi" / "openapi.json"
OPENAPI = _DOCUMENT if _DOCUMENT.exists() else None


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    """A stand-in; where Discord's OpenAPI document is at hand, everything said is checked against it."""
    async with Playground(openapi=OPENAPI) as opened:
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
