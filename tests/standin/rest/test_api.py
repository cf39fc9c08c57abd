"""The path of every REST request: the order of limits, faults and handlers, and its line in the log."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest

from standin import Playground
from standin.faults import CHANNEL_MESSAGE, OWN_USER, truncated
from tests.openapi import OPENAPI

ME = "/api/v10/users/@me"


@pytest.fixture
async def session(playground: Playground) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(playground.base_url, headers={"Authorization": "Bot any"}) as session:
        yield session


async def test_what_is_refused_for_its_number_meets_no_fault_and_no_handler(
    playground: Playground, session: aiohttp.ClientSession
) -> None:
    path = f"/api/v10/channels/{playground.person('Ann').channel_id('lobby')}/messages"
    playground.rate_limits.exhaust(CHANNEL_MESSAGE, 60)
    fault = playground.faults.answer(CHANNEL_MESSAGE, 403, code=50013)
    statuses = []
    for wait in (0, 60, 0):
        playground.pass_time(seconds=wait)
        async with session.post(path, json={"content": "x"}) as answer:
            statuses.append(answer.status)
        assert fault.hits == (0 if statuses == [429] else 1)
    assert statuses == [429, 403, 200]
    assert len(playground.person("Ann").sees("lobby")) == 1


async def test_the_log_keeps_what_was_sent(playground: Playground, session: aiohttp.ClientSession) -> None:
    playground.faults.outage(OWN_USER)
    playground.faults.spoil(OWN_USER, truncated)
    # aiohttp itself would send a GET again.
    playground.faults.drop("POST /users/@me")
    for _ in range(2):
        async with session.get(ME):
            pass
    with pytest.raises(aiohttp.ClientError):
        await session.post(ME)
    async with session.get("/api/v10/gateway") as answer:
        sent = await answer.json()
    outage, half, dropped, gateway = playground.log
    assert (outage.status, outage.answer[:6]) == (502, "<html>")
    assert (half.status, half.answer[:1]) == (200, "{")
    assert (dropped.status, dropped.answer, dropped.done) == (0, None, True)
    assert gateway.answer == sent


async def test_where_nothing_is_there_is_no_bucket(playground: Playground, session: aiohttp.ClientSession) -> None:
    for method, path, status in (
        ("GET", "/nowhere", 404),
        ("PATCH", "/users/@me/nothing", 404),
        ("PUT", "/gateway", 405),
    ):
        async with session.request(method, "/api/v10" + path) as answer:
            assert answer.status == status
            assert "X-RateLimit-Bucket" not in answer.headers
    assert len(playground.violations) == (3 if OPENAPI else 0)
    playground.violations.clear()


async def test_errors_have_the_headers_of_their_bucket(playground: Playground, session: aiohttp.ClientSession) -> None:
    async with session.get("/api/v10/channels/5/messages") as answer:
        assert (answer.status, answer.headers["X-RateLimit-Remaining"]) == (404, "4")
    async with session.get(ME, headers={"Authorization": "Bot wrong"}) as answer:
        assert (answer.status, answer.headers["X-RateLimit-Limit"]) == (401, "50")
    assert playground.rate_limits.invalid == 1
