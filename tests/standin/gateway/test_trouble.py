"""Trouble at the gateway on demand, as a discord.py client meets it."""

from __future__ import annotations

import asyncio

import discord
import pytest

from standin import Playground
from standin.driver import Person
from standin.faults import CALLBACK
from standin.gateway.protocol import Intent
from standin.world import scenery
from tests.waiting import patience, until

from ..sample_client import Sample, login
from .wire import INVALID_SESSION, Wire


@pytest.fixture
async def client(client: Sample, monkeypatch: pytest.MonkeyPatch) -> Sample:
    """The client, which logs in anew at once instead of after five seconds."""

    async def at_once(shard_id: int | None, *, initial: bool = False) -> None:
        return None

    monkeypatch.setattr(client, "before_identify_hook", at_once)
    await client.wait_until_ready()
    return client


def only_session(playground: Playground) -> str:
    (session,) = playground.gateway.sessions
    return session


async def test_asked_to_reconnect_it_resumes(playground: Playground, client: Sample, ann: Person) -> None:
    before = only_session(playground)
    playground.gateway.reconnect()
    await until(lambda: client.resumes == 1)
    assert only_session(playground) == before
    assert (await ann.slash("lobby", "panel")).content == "count 0"


async def test_an_invalid_session_may_be_resumable(playground: Playground, client: Sample, ann: Person) -> None:
    before = only_session(playground)
    playground.gateway.invalidate(resumable=True)
    await until(lambda: client.resumes == 1)
    assert only_session(playground) == before
    assert (await ann.slash("lobby", "panel")).content == "count 0"


async def test_an_invalid_session_is_opened_anew(playground: Playground, client: Sample, ann: Person) -> None:
    before = only_session(playground)
    playground.gateway.invalidate()
    assert not playground.gateway.online
    await playground.online()
    assert only_session(playground) != before
    assert client.resumes == 0
    assert (await ann.slash("lobby", "panel")).content == "count 0"


async def test_a_refused_resume_leads_to_a_new_session(playground: Playground, client: Sample, ann: Person) -> None:
    before = only_session(playground)
    refused = playground.gateway.refuse_resume()
    await playground.gateway.disconnect()
    await until(lambda: refused.hits == 1)
    await playground.online()
    assert only_session(playground) != before
    assert client.resumes == 0
    assert (await ann.slash("lobby", "panel")).content == "count 0"


async def test_a_refused_login_is_tried_again(playground: Playground, client: Sample, ann: Person) -> None:
    refused = playground.gateway.refuse_identify()
    playground.gateway.invalidate()
    await playground.online()
    assert refused.hits == 1
    assert (await ann.slash("lobby", "panel")).content == "count 0"


async def test_a_refused_connection_is_tried_again(playground: Playground, client: Sample, ann: Person) -> None:
    refused = playground.gateway.refuse_connection()
    await playground.gateway.disconnect()
    await until(lambda: client.resumes == 1)
    assert refused.hits == 1
    assert (await ann.slash("lobby", "panel")).content == "count 0"


@pytest.mark.parametrize("code", [4000, 4007, 4009])
async def test_a_closed_connection_is_made_up_for(
    playground: Playground, client: Sample, ann: Person, code: int
) -> None:
    before = only_session(playground)
    await playground.gateway.close(code)
    await playground.online()
    assert (only_session(playground) == before) == (code != 4007)
    assert (await ann.slash("lobby", "panel")).content == "count 0"


async def test_a_connection_closed_for_good(playground: Playground, discord_is_here: None) -> None:
    client = Sample()
    running = await login(playground, client)
    await playground.gateway.close(4014)
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await running
    await client.close()


async def test_held_events_all_come_in_order_when_let_out(playground: Playground, client: Sample, ann: Person) -> None:
    bot = f"<@{playground.world.bot['id']}>"
    held = playground.gateway.hold()
    for number in range(3):
        ann.say("lobby", f"{number} {bot}")
    answer = await ann.slash("lobby", "panel", wait=False)
    await asyncio.sleep(0.1)
    assert (client.messages_heard, playground.asked(CALLBACK)) == ([], [])
    assert held.hits == 4
    # Held back over a lost connection as well.
    await playground.gateway.disconnect()
    await playground.online()
    assert playground.asked(CALLBACK) == []
    held.release()
    await answer.settle()
    assert client.messages_heard[:3] == [f"{number} {bot}" for number in range(3)]
    assert client.resumes == 1


async def test_a_lost_event_never_comes(playground: Playground, client: Sample, ann: Person) -> None:
    playground.invoker.time_limit = 0.1
    lost = playground.gateway.lose("INTERACTION_CREATE")
    assert (await ann.slash("lobby", "panel")).failed
    await playground.gateway.disconnect()
    await until(lambda: client.resumes == 1)
    playground.invoker.time_limit = patience()
    assert (await ann.slash("lobby", "panel")).content == "count 0"
    assert lost.hits == 1
    assert len(playground.asked(CALLBACK)) == 1


async def test_which_events_are_lost_may_depend_on_them(playground: Playground, wire: Wire, ann: Person) -> None:
    await wire.identify(Intent.GUILD_MESSAGES | Intent.MESSAGE_CONTENT)
    playground.gateway.lose("MESSAGE_CREATE", None, when=lambda said: said["content"] == "secret")
    for word in ("one", "secret", "two", "secret", "three"):
        ann.say("lobby", word)
    assert [(await wire.event("MESSAGE_CREATE"))["content"] for _ in range(3)] == ["one", "two", "three"]


@pytest.fixture
def ann(playground: Playground) -> Person:
    return playground.person("Ann")


async def test_an_event_that_comes_twice(playground: Playground, client: Sample, ann: Person) -> None:
    playground.gateway.repeat("INTERACTION_CREATE")
    assert (await ann.slash("lobby", "panel")).content == "count 0"
    await playground.until_asked(CALLBACK, 2)
    assert [entry.status for entry in playground.asked(CALLBACK)] == [200, 400]


async def test_a_login_waits_while_events_are_held(playground: Playground, wire: Wire) -> None:
    held = playground.gateway.hold()
    await wire.send(2, {"token": "any", "intents": 0})
    await wire.send(1, None)
    await wire.next(11)
    held.release()
    await wire.event("READY")


async def test_logins_may_be_refused_again_and_again(playground: Playground, wire: Wire) -> None:
    refused = playground.gateway.refuse_identify(times=None)
    for _ in range(2):
        await wire.send(2, {"token": "any", "intents": 0})
        assert (await wire.next(INVALID_SESSION))["d"] is False
    refused.release()
    await wire.identify(0)


# Two shards


class Sharded(discord.AutoShardedClient):
    """Hears messages, and starts its shards without a pause."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default(), guild_ready_timeout=0.1)
        self.heard: list[tuple[str, int | None]] = []
        self.resumed: list[int] = []

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        return None

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append((message.content, message.guild.shard_id if message.guild else None))

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.resumed.append(shard_id)


async def test_a_client_of_two_shards(playground: Playground, discord_is_here: None, ann: Person) -> None:
    world = playground.world
    home = int(world.home.id) >> 22 & 1
    while int(list(world.guilds)[-1]) >> 22 & 1 == home:
        world.add_guild("Second Range")
    other = world.guilds[list(world.guilds)[-1]]
    other.add_member(scenery.person_json(world.people[ann.id]))
    (channel,) = [channel for channel in world.channels.values() if channel["guild_id"] == other.id]
    playground.gateway.shards = 2
    playground.gateway.max_concurrency = 2
    async with Sharded() as client:
        running = asyncio.create_task(client.start("any"))
        await until(lambda: len(client.shards) == 2)
        await client.wait_until_ready()
        assert {guild.id: guild.shard_id for guild in client.guilds}[int(world.home.id)] == home
        assert {guild.id: guild.shard_id for guild in client.guilds}[int(other.id)] == 1 - home
        bot = f"<@{world.bot['id']}>"
        ann.say("lobby", f"here {bot}")
        ann.say(channel["id"], f"there {bot}")
        await until(lambda: len(client.heard) == 2)
        assert set(client.heard) == {(f"here {bot}", home), (f"there {bot}", 1 - home)}
        await playground.gateway.disconnect(shard=1 - home)
        ann.say(channel["id"], f"again {bot}")
        await until(lambda: len(client.heard) == 3)
        assert client.resumed == [1 - home]
        assert client.heard[-1] == (f"again {bot}", 1 - home)
    await running
