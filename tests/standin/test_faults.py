"""Faults on demand, second deliveries and dead tokens, as a discord.py client meets them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import discord
import orjson
import pytest

from standin import Playground
from standin.driver import Person
from standin.faults import (
    CALLBACK,
    CHANNEL_MESSAGE,
    EDIT_ORIGINAL,
    FOLLOWUP,
    OWN_USER,
    ROUTES,
    Spoil,
    closing,
    garbage,
    mislabelled,
    truncated,
)

from .sample_client import Sample


def statuses(playground: Playground, ending: str) -> list[int]:
    return [entry.status for entry in playground.log if entry.path.endswith(ending)]


async def test_rate_limit_is_waited_out(playground: Playground, ann: Person) -> None:
    fault = playground.faults.rate_limit(CALLBACK, 0.01, times=2)
    answer = await ann.slash("lobby", "encounter start", ruleset="aliens")
    assert answer.content == "started"
    assert fault.hits == 2
    assert statuses(playground, "/callback") == [429, 429, 200]


async def test_server_error_before_applying_is_tried_again(playground: Playground, ann: Person) -> None:
    playground.faults.answer(CALLBACK, 500)
    answer = await ann.slash("lobby", "panel")
    assert answer.content == "count 0"
    assert statuses(playground, "/callback") == [500, 200]


async def test_bad_gateway_after_applying_leaves_one_message(playground: Playground, ann: Person) -> None:
    playground.faults.answer(CALLBACK, 502, after=True)
    answer = await ann.slash("lobby", "panel")
    assert answer.content == "count 0"
    await playground.until_asked(CALLBACK, 2)
    assert statuses(playground, "/callback") == [502, 400]
    assert playground.log[-1].answer["code"] == 40060
    assert len(ann.sees("lobby")) == 1


async def test_connection_dropped_before_applying_then_delivered_again(playground: Playground, ann: Person) -> None:
    playground.faults.drop(CALLBACK)
    answer = await ann.slash("lobby", "panel", wait=False)
    await playground.until_asked(CALLBACK, 1)
    assert ann.sees("lobby") == []
    playground.redeliver(answer)
    await answer.settle()
    assert answer.content == "count 0"
    assert statuses(playground, "/callback") == [0, 200]


async def test_connection_dropped_after_applying_then_delivered_again(playground: Playground, ann: Person) -> None:
    playground.faults.drop(CALLBACK, after=True)
    answer = await ann.slash("lobby", "panel")
    playground.redeliver(answer)
    await playground.until_asked(CALLBACK, 2)
    assert statuses(playground, "/callback") == [0, 400]
    assert [message["content"] for message in ann.sees("lobby")] == ["count 0"]


async def test_stall_before_and_after_applying(playground: Playground, ann: Person) -> None:
    before = playground.faults.stall(CALLBACK)
    answer = await ann.slash("lobby", "panel", wait=False)
    await before.reached.wait()
    assert ann.sees("lobby") == []
    before.release()
    await answer.settle()

    after = playground.faults.stall(CALLBACK, after=True)
    pressed = await ann.click(answer, "Count")
    await after.reached.wait()
    assert pressed.content == "count 1"
    assert playground.log[-1].status == 0
    after.release()
    await playground.until_asked(CALLBACK, 2)
    assert playground.log[-1].status == 200


async def test_out_of_time(playground: Playground, ann: Person) -> None:
    playground.invoker.time_limit = 0.05
    stalled = playground.faults.stall(CALLBACK)
    answer = await ann.slash("lobby", "panel")
    assert answer.failed
    stalled.release()
    await playground.until_asked(CALLBACK, 1)
    assert playground.log[-1].answer["code"] == 10062
    assert ann.sees("lobby") == []


async def test_expired_token_refuses_followups(playground: Playground, ann: Person) -> None:
    stalled = playground.faults.stall(CALLBACK, after=True)
    answer = await ann.slash("lobby", "encounter start", ruleset="aliens")
    playground.expire(answer)
    stalled.release()
    await playground.until_asked(FOLLOWUP, 1)
    assert (playground.log[-1].status, playground.log[-1].answer["code"]) == (404, 10015)


async def test_faults_may_look_at_the_request_and_strike_any_route(playground: Playground, ann: Person) -> None:
    playground.faults.answer(CHANNEL_MESSAGE, 403, code=50013, when=lambda body: body["content"] == "secret")
    await ann.slash("lobby", "post", text="open")
    await ann.slash("lobby", "post", text="secret")
    await playground.until_asked(CHANNEL_MESSAGE, 2)
    assert [entry.status for entry in playground.asked(CHANNEL_MESSAGE)] == [200, 403]


async def test_forbidden_channel(playground: Playground, ann: Person) -> None:
    playground.world.forbid(ann.channel_id("lobby"))
    await ann.slash("lobby", "post", text="hello")
    await playground.until_asked(CHANNEL_MESSAGE, 1)
    assert playground.log[-1].answer["code"] == 50013


async def test_edit_of_the_original_may_fail_too(playground: Playground, ann: Person) -> None:
    fault = playground.faults.answer(EDIT_ORIGINAL, 404, code=10008)
    answer = await ann.slash("lobby", "slow", wait=False)
    await fault.reached.wait()
    await playground.until_asked(EDIT_ORIGINAL, 1)
    assert answer.loading
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await answer.settle()


async def test_channel_messages_are_deduplicated_by_enforced_nonce(
    playground: Playground, client: Sample, ann: Person
) -> None:
    playground.faults.answer(CHANNEL_MESSAGE, 502, after=True)
    channel = client.get_channel(int(ann.channel_id("side-room")))
    assert channel is not None
    sent = await channel.send("once")  # type: ignore[union-attr]
    assert [entry.status for entry in playground.asked(CHANNEL_MESSAGE)] == [502, 200]
    assert [message["id"] for message in ann.sees("side-room")] == [str(sent.id)]


# By hand: what each fault looks like from outside


@pytest.fixture
async def session(playground: Playground) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(playground.base_url, headers={"Authorization": "Bot any"}) as session:
        yield session


async def own_user(session: aiohttp.ClientSession) -> tuple[int, str, bytes]:
    async with session.get("/api/v10/users/@me") as answer:
        return answer.status, answer.content_type, await answer.read()


@pytest.mark.parametrize("route", ROUTES)
async def test_every_route_of_the_bot_is_served_and_may_be_struck(
    playground: Playground, session: aiohttp.ClientSession, route: str
) -> None:
    method, path = route.replace("*", "5").split(" ")
    outage = playground.faults.outage(route, 503)
    async with session.request(method, "/api/v10" + path) as answer:
        assert (answer.status, answer.content_type) == (503, "text/html")
    assert outage.hits == 1
    body = orjson.dumps({"type": 5, "content": "x"}) if method != "GET" else None
    async with session.request(method, "/api/v10" + path, data=b"[]" if method == "PUT" else body) as answer:
        assert await answer.json() != {"message": "404: Not Found", "code": 0}
    playground.violations.clear()


@pytest.mark.parametrize("status", [500, 502, 503, 504])
async def test_an_outage_is_a_page_and_not_json(
    playground: Playground, session: aiohttp.ClientSession, status: int
) -> None:
    playground.faults.outage(OWN_USER, status)
    answered, kind, body = await own_user(session)
    assert (answered, kind) == (status, "text/html")
    assert body.startswith(b"<html>")
    assert playground.log[-1].status == status
    assert (await own_user(session))[0] == 200


@pytest.mark.parametrize("scope", ["user", "shared", "global"])
async def test_a_rate_limit_says_whose_it_is(
    playground: Playground, session: aiohttp.ClientSession, scope: str
) -> None:
    playground.faults.rate_limit(OWN_USER, 1.5, scope=scope)
    async with session.get("/api/v10/users/@me") as answer:
        said = await answer.json()
        assert (answer.status, said["retry_after"], said["global"]) == (429, 1.5, scope == "global")
        assert (answer.headers["Retry-After"], answer.headers["X-RateLimit-Scope"]) == ("2", scope)
        assert ("X-RateLimit-Global" in answer.headers) == (scope == "global")


async def test_a_ban_is_no_answer_of_discords(playground: Playground, client: Sample, ann: Person) -> None:
    playground.faults.ban(OWN_USER)
    with pytest.raises(discord.HTTPException) as raised:
        await client.http.request(discord.http.Route("GET", "/users/@me"))
    assert raised.value.status == 429
    assert len(playground.asked(OWN_USER)) == 2  # one at login, one that was not tried again


async def test_a_slow_answer_comes_all_the_same(playground: Playground, session: aiohttp.ClientSession) -> None:
    playground.faults.delay(OWN_USER, 0.01)
    assert (await own_user(session))[0] == 200
    slow = playground.faults.delay(OWN_USER, 600)
    asking = asyncio.create_task(own_user(session))
    await slow.reached.wait()
    assert not playground.log[-1].done
    playground.faults.clear()
    assert (await asking)[0] == 200


@pytest.mark.parametrize(
    ("how", "kind", "readable"),
    [
        (truncated, "application/json", False),
        (garbage, "application/json", False),
        (mislabelled, "text/plain", True),
        (closing, "application/json", True),
    ],
)
async def test_answers_are_spoilt_on_their_way(
    playground: Playground, session: aiohttp.ClientSession, how: Spoil, kind: str, readable: bool
) -> None:
    _, _, whole = await own_user(session)
    playground.faults.spoil(OWN_USER, how)
    status, shown, body = await own_user(session)
    assert (status, shown, body == whole) == (200, kind, readable)
    if not readable:
        with pytest.raises(orjson.JSONDecodeError):
            orjson.loads(body)
    assert await own_user(session) == (200, "application/json", whole)


async def test_after_a_closing_answer_the_connection_is_gone(
    playground: Playground, session: aiohttp.ClientSession
) -> None:
    playground.faults.spoil(OWN_USER, closing)
    async with session.get("/api/v10/users/@me") as answer:
        assert answer.headers["Connection"] == "close"
