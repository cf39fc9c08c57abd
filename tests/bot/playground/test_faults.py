"""Faults on demand, second deliveries and dead tokens, as a discord.py client meets them."""

from __future__ import annotations

import asyncio

import pytest

from bot.playground import Playground
from bot.playground.driver import Person
from bot.playground.faults import CALLBACK, CHANNEL_MESSAGE, EDIT_ORIGINAL, FOLLOWUP

from .sample_client import Sample


def statuses(playground: Playground, ending: str) -> list[int]:
    return [entry.status for entry in playground.log if entry.path.endswith(ending)]


async def test_rate_limit_is_waited_out(playground: Playground, ann: Person) -> None:
    fault = playground.faults.rate_limit(CALLBACK, 0.01, times=2)
    answer = await ann.slash("skirmish", "encounter start", ruleset="aliens")
    assert answer.content == "started"
    assert fault.hits == 2
    assert statuses(playground, "/callback") == [429, 429, 200]


async def test_server_error_before_applying_is_tried_again(playground: Playground, ann: Person) -> None:
    playground.faults.answer(CALLBACK, 500)
    answer = await ann.slash("skirmish", "panel")
    assert answer.content == "count 0"
    assert statuses(playground, "/callback") == [500, 200]


async def test_bad_gateway_after_applying_leaves_one_message(playground: Playground, ann: Person) -> None:
    playground.faults.answer(CALLBACK, 502, after=True)
    answer = await ann.slash("skirmish", "panel")
    assert answer.content == "count 0"
    await playground.until_asked(CALLBACK, 2)
    assert statuses(playground, "/callback") == [502, 400]
    assert playground.log[-1].answer["code"] == 40060
    assert len(ann.sees("skirmish")) == 1


async def test_connection_dropped_before_applying_then_delivered_again(playground: Playground, ann: Person) -> None:
    playground.faults.drop(CALLBACK)
    answer = await ann.slash("skirmish", "panel", wait=False)
    await playground.until_asked(CALLBACK, 1)
    assert ann.sees("skirmish") == []
    playground.redeliver(answer)
    await answer.settle()
    assert answer.content == "count 0"
    assert statuses(playground, "/callback") == [0, 200]


async def test_connection_dropped_after_applying_then_delivered_again(playground: Playground, ann: Person) -> None:
    playground.faults.drop(CALLBACK, after=True)
    answer = await ann.slash("skirmish", "panel")
    playground.redeliver(answer)
    await playground.until_asked(CALLBACK, 2)
    assert statuses(playground, "/callback") == [0, 400]
    assert [message["content"] for message in ann.sees("skirmish")] == ["count 0"]


async def test_stall_before_and_after_applying(playground: Playground, ann: Person) -> None:
    before = playground.faults.stall(CALLBACK)
    answer = await ann.slash("skirmish", "panel", wait=False)
    await before.reached.wait()
    assert ann.sees("skirmish") == []
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
    playground.desk.time_limit = 0.05
    stalled = playground.faults.stall(CALLBACK)
    answer = await ann.slash("skirmish", "panel")
    assert answer.failed
    stalled.release()
    await playground.until_asked(CALLBACK, 1)
    assert playground.log[-1].answer["code"] == 10062
    assert ann.sees("skirmish") == []


async def test_expired_token_refuses_followups(playground: Playground, ann: Person) -> None:
    stalled = playground.faults.stall(CALLBACK, after=True)
    answer = await ann.slash("skirmish", "encounter start", ruleset="aliens")
    playground.expire(answer)
    stalled.release()
    await playground.until_asked(FOLLOWUP, 1)
    assert (playground.log[-1].status, playground.log[-1].answer["code"]) == (404, 10015)


async def test_faults_may_look_at_the_request_and_strike_any_route(playground: Playground, ann: Person) -> None:
    playground.faults.answer(CHANNEL_MESSAGE, 403, code=50013, when=lambda body: body["content"] == "secret")
    await ann.slash("skirmish", "post", text="open")
    await ann.slash("skirmish", "post", text="secret")
    await playground.until_asked(CHANNEL_MESSAGE, 2)
    assert [entry.status for entry in playground.asked(CHANNEL_MESSAGE)] == [200, 403]


async def test_forbidden_channel(playground: Playground, ann: Person) -> None:
    playground.world.forbid(ann.channel_id("skirmish"))
    await ann.slash("skirmish", "post", text="hello")
    await playground.until_asked(CHANNEL_MESSAGE, 1)
    assert playground.log[-1].answer["code"] == 50013


async def test_edit_of_the_original_may_fail_too(playground: Playground, ann: Person) -> None:
    fault = playground.faults.answer(EDIT_ORIGINAL, 404, code=10008)
    answer = await ann.slash("skirmish", "slow", wait=False)
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
    channel = client.get_channel(int(ann.channel_id("quiet-ruins")))
    assert channel is not None
    sent = await channel.send("once")  # type: ignore[union-attr]
    assert [entry.status for entry in playground.asked(CHANNEL_MESSAGE)] == [502, 200]
    assert [message["id"] for message in ann.sees("quiet-ruins")] == [str(sent.id)]
