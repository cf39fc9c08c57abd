"""Rate limits: what each answer's headers say, who is refused and how, and that a real client never is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest
from multidict import CIMultiDictProxy

from standin import Playground
from standin.driver import Answer, Person
from standin.faults import CHANNEL_MESSAGE, FOLLOWUP
from standin.rest import rate_limits
from standin.world.scenery import APPLICATION_ID, Json
from tests.standin.sample_client import Sample

HELLO = {"content": "hello"}
Said = tuple[int, CIMultiDictProxy[str], Json]


class Asking:
    """Asks by hand and brings status, headers and JSON."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    async def __call__(self, method: str, path: str, body: Json | None = None) -> Said:
        async with self._session.request(method, "/api/v10" + path, json=body) as answer:
            return answer.status, answer.headers, {} if answer.status == 204 else await answer.json()


class Watch:
    """A clock that stands until it is put forward; what is asked by hand is counted by it."""

    seconds = 1_000.0

    def monotonic(self) -> float:
        return self.seconds

    def time(self) -> float:
        return 1_700_000_000 + self.seconds


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(rate_limits, "time", watch)
    return watch


@pytest.fixture
async def ask(playground: Playground, watch: Watch) -> AsyncIterator[Asking]:
    async with aiohttp.ClientSession(playground.base_url, headers={"Authorization": "Bot any"}) as session:
        yield Asking(session)


@pytest.fixture
def messages(playground: Playground) -> str:
    return f"/channels/{playground.person('Ann').channel_id('lobby')}/messages"


def statuses(playground: Playground, route: str) -> list[int]:
    return [entry.status for entry in playground.asked(route)]


async def test_headers_count_down_and_tell_the_end_of_the_window(ask: Asking, watch: Watch, messages: str) -> None:
    seen = []
    for _ in range(3):
        seen.append((await ask("POST", messages, HELLO))[1])
        watch.seconds += 1.5
    assert [headers["X-RateLimit-Remaining"] for headers in seen] == ["4", "3", "2"]
    assert {headers["X-RateLimit-Limit"] for headers in seen} == {"5"}
    assert [headers["X-RateLimit-Reset-After"] for headers in seen] == ["5.0", "3.5", "2.0"]
    assert {headers["X-RateLimit-Reset"] for headers in seen} == {"1700001005.000"}


async def test_one_too_many_is_refused_until_the_window_ends(
    playground: Playground, ask: Asking, messages: str
) -> None:
    for _ in range(5):
        assert (await ask("POST", messages, HELLO))[0] == 200
    status, headers, said = await ask("POST", messages, HELLO)
    assert (status, said["message"], said["global"], said["code"]) == (429, "You are being rate limited.", False, 0)
    assert said["retry_after"] == 5
    assert headers["Retry-After"] == "5"
    assert (headers["X-RateLimit-Scope"], headers["X-RateLimit-Remaining"]) == ("user", "0")
    assert headers["Via"]
    assert "X-RateLimit-Global" not in headers
    playground.pass_time(seconds=5)
    assert (await ask("POST", messages, HELLO))[0] == 200
    assert len(playground.person("Ann").sees("lobby")) == 6


async def test_buckets_are_by_route_and_by_channel(playground: Playground, ask: Asking, messages: str) -> None:
    playground.rate_limits.set(CHANNEL_MESSAGE, 1, 60)
    other = f"/channels/{playground.person('Ann').channel_id('side-room')}/messages"
    _, here, sent = await ask("POST", messages, HELLO)
    assert (await ask("POST", messages, HELLO))[0] == 429
    status, there, _ = await ask("POST", other, HELLO)
    assert status == 200
    _, edited, _ = await ask("PATCH", f"{messages}/{sent['id']}", HELLO)
    assert here["X-RateLimit-Bucket"] == there["X-RateLimit-Bucket"] != edited["X-RateLimit-Bucket"]
    assert edited["X-RateLimit-Remaining"] == "4"


async def test_edits_of_old_messages_share_a_limit_in_their_channel(
    playground: Playground, ask: Asking, messages: str
) -> None:
    sent = [(await ask("POST", messages, HELLO))[2]["id"] for _ in range(2)]
    for _ in range(4):
        assert (await ask("PATCH", f"{messages}/{sent[0]}", HELLO))[0] == 200
    playground.pass_time(seconds=5)
    playground.world.forward(hours=2)
    for n in range(3):
        assert (await ask("PATCH", f"{messages}/{sent[n % 2]}", HELLO))[0] == 200
    status, headers, said = await ask("PATCH", f"{messages}/{sent[0]}", {"content": "one more"})
    assert (status, said["code"], said["retry_after"]) == (429, 30046, 20.0)
    assert headers["Via"] and headers["X-RateLimit-Remaining"] == "1"
    # New messages are not concerned, and neither is another channel.
    _, _, new = await ask("POST", messages, HELLO)
    assert (await ask("PATCH", f"{messages}/{new['id']}", HELLO))[0] == 200
    playground.pass_time(seconds=20)
    assert (await ask("PATCH", f"{messages}/{sent[0]}", HELLO))[0] == 200
    assert len(playground.person("Ann").sees("lobby")) == 3


async def test_the_global_limit_is_for_all_routes_of_the_token(
    playground: Playground, ask: Asking, messages: str
) -> None:
    playground.rate_limits.set_global(3, per=60)
    for path in ("/users/@me", "/gateway/bot", messages):
        assert (await ask("GET", path))[0] == 200
    status, headers, said = await ask("GET", "/users/@me")
    assert (status, said["global"]) == (429, True)
    assert (headers["X-RateLimit-Global"], headers["X-RateLimit-Scope"]) == ("true", "global")
    assert "X-RateLimit-Bucket" not in headers
    # Webhooks and callbacks do not count: these are unknown, not refused for their number.
    assert (await ask("POST", f"/webhooks/{APPLICATION_ID}/x", HELLO))[0] == 404
    assert (await ask("POST", "/interactions/5/x/callback", {"type": 5}))[0] == 404
    playground.pass_time(minutes=1)
    assert (await ask("GET", "/users/@me"))[0] == 200


async def test_a_webhook_is_limited_by_its_token_and_callbacks_not_at_all(playground: Playground, ask: Asking) -> None:
    ann = playground.person("Ann")
    await ask("PUT", f"/applications/{APPLICATION_ID}/commands", [{"name": "go", "type": 1, "description": "d"}])  # type: ignore[arg-type]
    one, two = [await ann.slash("lobby", "go", wait=False) for _ in range(2)]
    for answer in (one, two):
        path = f"/interactions/{answer.interaction.id}/{answer.interaction.token}/callback"
        _, headers, _ = await ask("POST", path, {"type": 4, "data": HELLO})
        assert not [name for name in headers if name.startswith("X-RateLimit")]
    sent = [(await ask("POST", followup(one), HELLO))[0] for _ in range(6)]
    assert sent == [200] * 5 + [429]
    assert (await ask("POST", followup(two), HELLO))[0] == 200


def followup(answer: Answer) -> str:
    return f"/webhooks/{APPLICATION_ID}/{answer.interaction.token}"


async def test_a_client_that_reads_the_headers_is_never_refused(
    playground: Playground, client: Sample, ann: Person
) -> None:
    playground.rate_limits.set(CHANNEL_MESSAGE, 3, 0.3)
    channel = client.get_channel(int(ann.channel_id("lobby")))
    assert isinstance(channel, discord.TextChannel)
    await asyncio.gather(*(channel.send(str(number)) for number in range(12)))
    assert statuses(playground, CHANNEL_MESSAGE) == [200] * 12
    assert len(ann.sees("lobby")) == 12
    assert playground.rate_limits.invalid == 0


async def test_a_client_waits_out_what_others_have_used_up(playground: Playground, client: Sample, ann: Person) -> None:
    playground.rate_limits.exhaust(CHANNEL_MESSAGE, 0.1)
    channel = client.get_channel(int(ann.channel_id("lobby")))
    assert isinstance(channel, discord.TextChannel)
    await channel.send("late")
    assert statuses(playground, CHANNEL_MESSAGE) == [429, 200]
    playground.rate_limits.exhaust(FOLLOWUP, 0.1)
    await ann.slash("lobby", "encounter start", ruleset="aliens")
    await playground.until_asked(FOLLOWUP, 2)
    assert statuses(playground, FOLLOWUP) == [429, 200]


async def test_switched_off_everything_passes(playground: Playground, ask: Asking, messages: str) -> None:
    playground.rate_limits.enforced = False
    playground.rate_limits.set_global(1, per=60)
    seen = [await ask("POST", messages, HELLO) for _ in range(7)]
    assert {status for status, _, _ in seen} == {200}
    assert {headers["X-RateLimit-Remaining"] for _, headers, _ in seen} == {"49"}


async def test_invalid_requests_are_counted(playground: Playground, ask: Asking, messages: str) -> None:
    playground.faults.answer("GET /users/@me", 401)
    playground.faults.answer("GET /users/@me", 403)
    playground.faults.rate_limit("GET /users/@me", scope="shared")
    for _ in range(3):
        await ask("GET", "/users/@me")
    assert playground.rate_limits.invalid == 2
    playground.rate_limits.set("GET /users/@me", 1, 60)
    assert [(await ask("GET", "/users/@me"))[0] for _ in range(3)] == [200, 429, 429]
    assert (await ask("GET", f"{messages}/5"))[0] == 404
    assert playground.rate_limits.invalid == 4
