"""The reasons for which Discord hangs up, each with its code; a websocket by hand does the wrong things."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest

from standin import Playground
from standin.gateway.protocol import PRIVILEGED, Intent
from tests.waiting import patience

from .wire import HEARTBEAT, IDENTIFY, RESUME, Wire

LOGIN = {"token": "any", "intents": 0, "properties": {}}


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("{", 4002),
        ("[]", 4002),
        ('"op"', 4002),
        ('{"d": 1}', 4002),
        ('{"op": "1", "d": null}', 4002),
        ('{"op": true, "d": null}', 4002),
        ('{"op": 1, "d": "' + "x" * 4100 + '"}', 4002),
        ('{"op": 2, "d": null}', 4002),
        ('{"op": 2, "d": {"token": 5, "intents": 0}}', 4002),
        ('{"op": 6, "d": {"token": "any", "session_id": "x", "seq": "y"}}', 4002),
        ('{"op": 99, "d": null}', 4001),
        ('{"op": 0, "d": {}}', 4001),
        ('{"op": 11, "d": null}', 4001),
        ('{"op": 3, "d": {}}', 4003),
        ('{"op": 4, "d": {}}', 4003),
        ('{"op": 8, "d": {}}', 4003),
    ],
)
async def test_a_frame_that_is_wrong(wire: Wire, frame: str, code: int) -> None:
    await wire.socket.send_str(frame)
    assert await wire.closed() == code


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"token": ""}, 4004),
        ({"shard": [1, 1]}, 4010),
        ({"shard": [-1, 2]}, 4010),
        ({"shard": [0]}, 4010),
        ({"shard": "0/1"}, 4010),
        ({"intents": 1 << 30}, 4013),
        ({"intents": 1 << 17}, 4013),
        ({"intents": -1}, 4013),
        ({"intents": "all"}, 4013),
        ({"intents": None}, 4013),
    ],
)
async def test_a_login_that_is_wrong(wire: Wire, change: dict[str, Any], code: int) -> None:
    await wire.send(IDENTIFY, {**LOGIN, **change})
    assert await wire.closed() == code


@pytest.mark.parametrize("intent", [Intent.GUILD_MEMBERS, Intent.GUILD_PRESENCES, Intent.MESSAGE_CONTENT])
async def test_a_privileged_intent_that_is_switched_off(playground: Playground, wire: Wire, intent: Intent) -> None:
    playground.gateway.privileged = PRIVILEGED & ~intent
    await wire.send(IDENTIFY, {**LOGIN, "intents": intent})
    assert await wire.closed() == 4014


async def test_the_other_privileged_intents_stay(playground: Playground, wire: Wire) -> None:
    playground.gateway.privileged = Intent.MESSAGE_CONTENT
    assert (await wire.identify(Intent.MESSAGE_CONTENT))["v"] == 10


@pytest.mark.parametrize("again", [(IDENTIFY, LOGIN), (RESUME, {"token": "any", "session_id": "x", "seq": 1})])
async def test_a_second_login(wire: Wire, again: tuple[int, Any]) -> None:
    await wire.identify(0)
    await wire.send(*again)
    assert await wire.closed() == 4005


async def test_wrong_data_after_the_login(wire: Wire) -> None:
    await wire.identify(0)
    await wire.send(8, {"guild_id": "1"})
    assert await wire.closed() == 4002


async def test_more_than_120_frames_in_a_minute(wire: Wire) -> None:
    for _ in range(120):
        await wire.send(HEARTBEAT)
    async with asyncio.timeout(patience()):
        for _ in range(120):
            assert (await wire.next())["op"] == 11
    await wire.send(HEARTBEAT)
    assert await wire.closed() == 4008


@pytest.mark.parametrize(("query", "code"), [("v=6", 4012), ("v=9&encoding=json", 4012), ("v=10&encoding=etf", 4002)])
async def test_what_is_not_spoken_here(
    playground: Playground, web: aiohttp.ClientSession, query: str, code: int
) -> None:
    async with web.ws_connect(f"{playground.base_url}/gateway?{query}") as socket:
        assert await Wire(socket).closed() == code


@pytest.mark.parametrize("code", [4000, 4004, 4009, 4011, 4014])
async def test_any_code_on_demand(playground: Playground, wire: Wire, code: int) -> None:
    await wire.identify()
    closing = asyncio.create_task(playground.gateway.close(code))
    assert await wire.closed() == code
    await closing
    # What Discord does not let a bot resume after is gone at once.
    assert len(playground.gateway.sessions) == (code in (4000, 4009))


async def test_a_login_refused_with_a_code(playground: Playground, wire: Wire) -> None:
    playground.gateway.refuse_identify(code=4011)
    await wire.send(IDENTIFY, LOGIN)
    assert await wire.closed() == 4011
