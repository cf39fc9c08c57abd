"""Sessions: what a login brings, what is replayed after a lost connection, and when a session is gone."""

from __future__ import annotations

import aiohttp
import pytest

from standin import Playground
from standin.driver import Person
from standin.gateway.protocol import Intent
from standin.gateway.session import KEPT
from tests.waiting import until

from .wire import INVALID_SESSION, Wire


@pytest.fixture
def ann(playground: Playground) -> Person:
    return playground.person("Ann")


async def another(playground: Playground, web: aiohttp.ClientSession) -> Wire:
    """One more connection; the session closes it."""
    wire = Wire(await web.ws_connect(playground.base_url + "/gateway"))
    await wire.next(10)
    return wire


async def lost(playground: Playground, wire: Wire) -> None:
    """The connection goes, without a word from the bot."""
    assert wire.socket._response.connection is not None
    wire.socket._response.connection.close()
    await playground.offline()


async def test_a_login(playground: Playground, wire: Wire) -> None:
    ready = await wire.identify(Intent.GUILDS, presence={"status": "idle"})
    guild_id = playground.world.home.id
    assert ready["guilds"] == [{"id": guild_id, "unavailable": True}]
    assert ready["user"]["id"] == playground.world.bot["id"]
    assert ready["resume_gateway_url"].startswith("ws://127.0.0.1:")
    assert "shard" not in ready
    guild = await wire.event("GUILD_CREATE")
    assert (guild["id"], guild["member_count"]) == (guild_id, 5)
    assert [channel["name"] for channel in guild["channels"]] == ["lobby", "side-room", "lounge"]
    assert [member["user"]["id"] for member in guild["members"]] == [playground.world.bot["id"]]
    (session,) = playground.gateway.sessions.values()
    assert session.presence == {"status": "idle"}
    await wire.send(3, {"status": "dnd", "activities": [], "since": None, "afk": False})
    await wire.send(4, {"guild_id": guild_id, "channel_id": None, "self_mute": False, "self_deaf": False})
    await until(lambda: session.presence is not None and session.presence["status"] == "dnd")


async def test_what_was_missed_comes_in_order_and_once(
    playground: Playground, web: aiohttp.ClientSession, wire: Wire, ann: Person
) -> None:
    session_id = (await wire.identify())["session_id"]
    await wire.event("GUILD_CREATE")
    ann.say("lobby", "heard")
    assert (await wire.event("MESSAGE_CREATE"))["content"] == "heard"
    await lost(playground, wire)
    for word in ("one", "two", "three"):
        ann.say("lobby", word)
    back = await another(playground, web)
    await back.resume(session_id, wire.seq)
    assert [(await back.event("MESSAGE_CREATE"))["content"] for _ in range(3)] == ["one", "two", "three"]
    assert wire.seq is not None
    assert back.seq == wire.seq + 3
    await back.event("RESUMED")
    ann.say("lobby", "four")
    assert (await back.event("MESSAGE_CREATE"))["content"] == "four"
    assert back.seq == wire.seq + 5


async def test_what_was_missed_is_replayed_as_it_was(
    playground: Playground, web: aiohttp.ClientSession, wire: Wire, ann: Person
) -> None:
    session_id = (await wire.identify())["session_id"]
    await wire.event("GUILD_CREATE")
    await lost(playground, wire)
    for topic in ("before", "after"):
        playground.world.change_channel(ann.channel_id("lobby"), topic=topic)
    back = await another(playground, web)
    await back.resume(session_id, wire.seq)
    assert [(await back.event("CHANNEL_UPDATE"))["topic"] for _ in range(2)] == ["before", "after"]


async def test_resuming_from_an_earlier_event_replays_from_there(
    playground: Playground, web: aiohttp.ClientSession, wire: Wire, ann: Person
) -> None:
    session_id = (await wire.identify())["session_id"]
    await wire.event("GUILD_CREATE")
    ann.say("lobby", "heard")
    await wire.event("MESSAGE_CREATE")
    # Taken over while the first line is still there: what counts is what the bot says it has.
    back = await another(playground, web)
    await back.resume(session_id, 2)
    assert (await back.event("MESSAGE_CREATE"))["content"] == "heard"
    await back.event("RESUMED")
    assert playground.gateway.online
    await wire.socket.close()
    ann.say("lobby", "more")
    assert (await back.event("MESSAGE_CREATE"))["content"] == "more"


@pytest.mark.parametrize("seq", [3, 1_000_000, -1])
async def test_an_event_that_was_never_sent(
    playground: Playground, web: aiohttp.ClientSession, wire: Wire, seq: int
) -> None:
    session_id = (await wire.identify())["session_id"]
    await wire.event("GUILD_CREATE")
    assert wire.seq == 2
    back = await another(playground, web)
    await back.resume(session_id, seq)
    assert await back.closed() == 4007
    assert playground.gateway.sessions == {}


async def refused(wire: Wire, session_id: str) -> None:
    """The session cannot be resumed, and the same connection may log in anew."""
    await wire.resume(session_id, wire.seq)
    assert (await wire.next(INVALID_SESSION))["d"] is False
    assert (await wire.identify(0))["session_id"] != session_id


async def test_an_unknown_session(wire: Wire) -> None:
    await refused(wire, "gone")


async def test_a_session_that_waited_too_long(playground: Playground, web: aiohttp.ClientSession, wire: Wire) -> None:
    session_id = (await wire.identify(0))["session_id"]
    await lost(playground, wire)
    playground.gateway.session_lifetime = 0.0
    await refused(await another(playground, web), session_id)


async def test_a_session_that_missed_more_than_is_kept(
    playground: Playground, web: aiohttp.ClientSession, wire: Wire
) -> None:
    session_id = (await wire.identify(0))["session_id"]
    await lost(playground, wire)
    for _ in range(KEPT + 1):
        playground.gateway.dispatch("INTERACTION_CREATE", {})
    back = await another(playground, web)
    back.seq = wire.seq
    await refused(back, session_id)


async def test_a_session_that_the_bot_has_ended(playground: Playground, web: aiohttp.ClientSession, wire: Wire) -> None:
    session_id = (await wire.identify(0))["session_id"]
    await wire.socket.close(code=1000)
    await playground.offline()
    await refused(await another(playground, web), session_id)


async def test_a_resume_with_a_wrong_token(playground: Playground, web: aiohttp.ClientSession, wire: Wire) -> None:
    session_id = (await wire.identify(0))["session_id"]
    back = await another(playground, web)
    await back.send(6, {"token": "wrong", "session_id": session_id, "seq": 1})
    assert await back.closed() == 4004
    assert session_id in playground.gateway.sessions
