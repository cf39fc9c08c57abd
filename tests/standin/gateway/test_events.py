"""The events that a bot gets: by intent, by what it may see, by shard; and the members it asks for."""

from __future__ import annotations

import itertools
from typing import Any

import aiohttp
import pytest

from standin import Playground
from standin.driver import Person
from standin.gateway.protocol import EVERY_INTENT, Intent
from standin.world import World, messages, scenery

from .wire import Wire

LAST = "INTERACTION_CREATE"
"""Sent at the end: what has not come by then does not come."""


@pytest.fixture
def world(playground: Playground) -> World:
    return playground.world


@pytest.fixture
def ann(playground: Playground) -> Person:
    return playground.person("Ann")


async def heard(playground: Playground, wire: Wire) -> list[str]:
    """The names of the events that have come."""
    playground.gateway.dispatch(LAST, {})
    names = []
    while (frame := await wire.next(0))["t"] != LAST:
        names.append(frame["t"])
    return names


def happen(world: World, ann: Person) -> None:
    """A little of everything."""
    home = world.home
    message = world.message(ann.channel_id("lobby"), ann.say("lobby", "hello")["id"])
    messages.revise(world, message, {"content": "good day"}, [])
    world.changed(message)
    world.pin(message)
    world.delete(message)
    world.type(ann.channel_id("lobby"), ann.id)
    channel = world.add_channel("ruins")
    world.change_channel(channel["id"], topic="old")
    thread = world.open_thread(channel["id"], "aside", ann.id)
    world.join(thread["id"], "1100000000000000203")
    world.archive(thread["id"])
    world.delete_channel(thread["id"])
    world.delete_channel(channel["id"])
    role = world.add_role("Scouts", "send_messages")
    world.change_role(role["id"], name="Pathfinders")
    world.give_role(ann.id, role["id"])
    world.delete_role(role["id"])
    world.tell("guild_update", {"guild_id": home.id, **home.data()})


BY_INTENT = {
    Intent.GUILDS: [
        "CHANNEL_PINS_UPDATE",
        "CHANNEL_CREATE",
        "CHANNEL_UPDATE",
        "THREAD_CREATE",
        "THREAD_UPDATE",
        "THREAD_DELETE",
        "CHANNEL_DELETE",
        "GUILD_ROLE_CREATE",
        "GUILD_ROLE_UPDATE",
        "GUILD_ROLE_DELETE",
        "GUILD_UPDATE",
    ],
    Intent.GUILD_MEMBERS: ["THREAD_MEMBERS_UPDATE", "GUILD_MEMBER_UPDATE"],
    Intent.GUILD_MESSAGES: ["MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"],
    Intent.GUILD_MESSAGE_TYPING: ["TYPING_START"],
    Intent.DIRECT_MESSAGES: [],
    Intent.DIRECT_MESSAGE_TYPING: [],
    Intent(0): [],
}


@pytest.mark.parametrize("intent", BY_INTENT, ids=lambda intent: intent.name or "none")
async def test_each_intent_brings_its_events_and_no_other(
    playground: Playground, world: World, wire: Wire, ann: Person, intent: Intent
) -> None:
    await wire.identify(intent)
    if intent == Intent.GUILDS:
        await wire.event("GUILD_CREATE")
    happen(world, ann)
    assert await heard(playground, wire) == BY_INTENT[intent]


async def test_direct_messages_need_an_intent_of_their_own(
    playground: Playground, world: World, web: aiohttp.ClientSession, wire: Wire, ann: Person
) -> None:
    for intents, expected in (
        (Intent.DIRECT_MESSAGES, ["MESSAGE_CREATE", "MESSAGE_DELETE"]),
        (Intent.DIRECT_MESSAGE_TYPING, ["TYPING_START"]),
        (EVERY_INTENT & ~(Intent.DIRECT_MESSAGES | Intent.DIRECT_MESSAGE_TYPING | Intent.GUILDS), []),
    ):
        async with web.ws_connect(playground.base_url + "/gateway") as socket:
            wire = Wire(socket)
            await wire.next(10)
            await wire.identify(intents)
            channel_id = world.direct(ann.id)["id"]
            message = messages.compose(world, channel_id, ann.id, {"content": "psst"}, [])
            world.post(message)
            world.delete(message)
            world.type(channel_id, ann.id)
            assert await heard(playground, wire) == expected


async def test_the_words_of_others_are_hidden_without_the_intent_for_them(
    playground: Playground, wire: Wire, ann: Person
) -> None:
    await wire.identify(Intent.GUILD_MESSAGES | Intent.DIRECT_MESSAGES)
    said = ann.say("lobby", "in passing")
    shown = await wire.event("MESSAGE_CREATE")
    assert (shown["content"], shown["guild_id"]) == ("", playground.world.home.id)
    assert shown["member"]["roles"] == [scenery.PLAYER_ROLE_ID]
    assert "user" not in shown["member"]
    assert said["content"] == "in passing"
    ann.say("lobby", f"hello <@{playground.world.bot['id']}>")
    assert (await wire.event("MESSAGE_CREATE"))["content"].startswith("hello")
    channel_id = playground.world.direct(ann.id)["id"]
    playground.world.post(messages.compose(playground.world, channel_id, ann.id, {"content": "psst"}, []))
    alone = await wire.event("MESSAGE_CREATE")
    assert alone["content"] == "psst"
    assert "guild_id" not in alone


async def test_what_only_one_person_sees_is_not_told(playground: Playground, wire: Wire, ann: Person) -> None:
    await wire.identify(Intent.GUILD_MESSAGES)
    message = messages.compose(playground.world, ann.channel_id("lobby"), ann.id, {"content": "private"}, [])
    message.audience = ann.id
    playground.world.post(message)
    assert await heard(playground, wire) == []


async def test_a_channel_that_the_bot_may_not_see_is_silent(
    playground: Playground, world: World, wire: Wire, ann: Person
) -> None:
    channel_id = ann.channel_id("side-room")
    world.forbid(channel_id, "view_channel")
    old = world.open_thread(channel_id, "old", ann.id)
    seen = world.open_thread(ann.channel_id("lobby"), "seen", ann.id)
    gone = world.open_thread(ann.channel_id("lobby"), "gone", ann.id)
    world.archive(gone["id"])
    await wire.identify()
    guild = await wire.event("GUILD_CREATE")
    assert [thread["id"] for thread in guild["threads"]] == [scenery.THREAD_ID, seen["id"]]
    assert {channel["type"] for channel in guild["channels"]} == {0}
    ann.say("side-room", "unheard")
    world.type(channel_id, ann.id)
    world.change_channel(channel_id, topic="secret")
    world.open_thread(channel_id, "new", ann.id)
    world.archive(old["id"])
    world.delete_channel(old["id"])
    world.delete_channel(channel_id)
    ann.say("lobby", "heard")
    assert await heard(playground, wire) == ["MESSAGE_CREATE"]


async def test_a_private_thread_is_silent_until_the_bot_is_in_it(
    playground: Playground, world: World, wire: Wire, ann: Person
) -> None:
    bot, lobby = world.bot["id"], ann.channel_id("lobby")
    theirs = world.open_thread(lobby, "theirs", ann.id, private=True)
    ours = world.open_thread(lobby, "ours", bot, private=True, invitable=False)
    await wire.identify()
    threads = {thread["id"]: thread for thread in (await wire.event("GUILD_CREATE"))["threads"]}
    assert set(threads) == {scenery.THREAD_ID, ours["id"]}
    assert threads[ours["id"]]["member"]["user_id"] == bot
    ann.say(theirs["id"], "unheard")
    world.join(theirs["id"], "1100000000000000203")
    world.archive(theirs["id"])
    world.archive(theirs["id"], False)
    unheard = world.open_thread(lobby, "unheard", ann.id, private=True)
    world.delete_channel(unheard["id"])
    assert await heard(playground, wire) == []
    world.join(theirs["id"], bot)
    created = await wire.event("THREAD_CREATE")
    assert (created["id"], created["member"]["user_id"], "newly_created" in created) == (theirs["id"], bot, False)
    update = await wire.event("THREAD_MEMBERS_UPDATE")
    assert (update["id"], update["member_count"], update["removed_member_ids"]) == (theirs["id"], 3, [])
    (added,) = update["added_members"]
    assert (added["user_id"], added["member"]["user"]["id"], added["presence"]) == (bot, bot, None)
    world.join(theirs["id"], bot, joined=False)
    assert (await wire.event("THREAD_MEMBERS_UPDATE"))["removed_member_ids"] == [bot]
    world.delete_channel(theirs["id"])
    world.delete_channel(ours["id"])
    deleted = {"id": ours["id"], "guild_id": world.home.id, "parent_id": lobby, "type": 12}
    assert await wire.event("THREAD_DELETE") == deleted
    assert await heard(playground, wire) == []


async def test_of_others_in_a_thread_a_bot_hears_with_the_intent_for_members(
    playground: Playground, world: World, wire: Wire, ann: Person
) -> None:
    thread = world.open_thread(ann.channel_id("lobby"), "ours", world.bot["id"], private=True)
    await wire.identify(Intent.GUILD_MESSAGES | Intent.GUILDS)
    await wire.event("GUILD_CREATE")
    world.join(thread["id"], ann.id)
    world.join(thread["id"], ann.id, joined=False)
    assert await heard(playground, wire) == []
    world.join(thread["id"], world.bot["id"], joined=False)
    assert (await wire.event("THREAD_MEMBERS_UPDATE"))["removed_member_ids"] == [world.bot["id"]]


async def test_the_bot_always_hears_of_its_own_roles(playground: Playground, world: World, wire: Wire) -> None:
    await wire.identify(Intent.GUILDS)
    await wire.event("GUILD_CREATE")
    role = world.add_role("Scouts")
    await wire.event("GUILD_ROLE_CREATE")
    world.give_role(world.bot["id"], role["id"])
    changed = await wire.event("GUILD_MEMBER_UPDATE")
    assert changed["roles"] == [scenery.BOT_ROLE_ID, role["id"]]


async def test_a_guild_that_comes_and_goes(world: World, wire: Wire) -> None:
    await wire.identify(Intent.GUILDS)
    await wire.event("GUILD_CREATE")
    guild = world.add_guild("Second Range")
    shown = await wire.event("GUILD_CREATE")
    assert (shown["name"], shown["member_count"]) == ("Second Range", 2)
    assert [channel["name"] for channel in shown["channels"]] == ["general"]
    world.remove_guild(guild.id)
    assert (await wire.event("GUILD_DELETE"))["id"] == guild.id


# Shards


def two_guilds(world: World) -> tuple[str, str]:
    """The ids of guilds that belong to the first and to the second of two shards."""
    found = [world.home.id]
    while len({int(id) >> 22 & 1 for id in found}) < 2:
        found.append(world.add_guild(f"Range {len(found)}").id)
    even, odd = sorted((found[0], found[-1]), key=lambda id: int(id) >> 22 & 1)
    return even, odd


async def test_each_shard_hears_of_its_own_guilds(
    playground: Playground, world: World, web: aiohttp.ClientSession, ann: Person
) -> None:
    ids = two_guilds(world)
    wires = []
    for shard in range(2):
        wire = Wire(await web.ws_connect(playground.base_url + "/gateway"))
        await wire.next(10)
        ready = await wire.identify(EVERY_INTENT & ~Intent.GUILDS, shard=[shard, 2])
        assert ready["shard"] == [shard, 2]
        assert ids[shard] in [guild["id"] for guild in ready["guilds"]]
        assert ids[1 - shard] not in [guild["id"] for guild in ready["guilds"]]
        wires.append(wire)
    for id in ids:
        playground.gateway.dispatch(LAST, {"guild_id": id})
        world.give_role(world.bot["id"], world.guild(id).members[world.bot["id"]]["roles"][0], id)
    world.type(world.direct(ann.id)["id"], ann.id)
    playground.gateway.dispatch(LAST, {})
    for shard, wire in enumerate(wires):
        assert (await wire.event(LAST))["guild_id"] == ids[shard]
        assert (await wire.event("GUILD_MEMBER_UPDATE"))["guild_id"] == ids[shard]
    # What belongs to no guild goes to the first shard.
    await wires[0].event("TYPING_START")
    assert await wires[0].event(LAST) == {}
    playground.gateway.dispatch("END", {"guild_id": ids[1]})
    await wires[1].event("END")


# Members


def more_members(world: World, count: int) -> None:
    for number in range(count):
        world.home.add_member(scenery.user(str(2_000_000 + number), f"Soldier {number:04}"))


async def chunks(wire: Wire, **asked: Any) -> list[dict[str, Any]]:
    """The chunks that answer the request, all of them."""
    await wire.send(8, asked)
    found = []
    for at in itertools.count():
        chunk = await wire.event("GUILD_MEMBERS_CHUNK")
        assert chunk["chunk_index"] == at
        found.append(chunk)
        if at + 1 == chunk["chunk_count"]:
            break
    return found


def called(found: list[dict[str, Any]]) -> list[str]:
    return [member["user"]["username"] for chunk in found for member in chunk["members"]]


async def test_everybody_comes_in_chunks_of_a_thousand(world: World, wire: Wire) -> None:
    more_members(world, 2000)
    await wire.identify(Intent.GUILD_MEMBERS)
    found = await chunks(wire, guild_id=world.home.id, query="", limit=0, nonce="n1", presences=True)
    assert [len(chunk["members"]) for chunk in found] == [1000, 1000, 5]
    assert {chunk["nonce"] for chunk in found} == {"n1"}
    assert len(set(called(found))) == 2005
    # Presences would need an intent.
    assert all("presences" not in chunk and "not_found" not in chunk for chunk in found)


async def test_members_by_the_beginning_of_their_name(world: World, wire: Wire) -> None:
    more_members(world, 300)
    await wire.identify(Intent.GUILD_PRESENCES)
    assert called(await chunks(wire, guild_id=world.home.id, query="AN", limit=5)) == ["ann"]
    assert called(await chunks(wire, guild_id=world.home.id, query="soldier-000", limit=2)) == [
        "soldier-0000",
        "soldier-0001",
    ]
    assert len(called(await chunks(wire, guild_id=world.home.id, query="soldier", limit=250))) == 100
    (nobody,) = await chunks(wire, guild_id=world.home.id, query="zed", limit=1, presences=True, nonce="n" * 33)
    assert (nobody["members"], nobody["presences"], "nonce" in nobody) == ([], [], False)


async def test_members_by_id(world: World, wire: Wire, ann: Person) -> None:
    await wire.identify(0)
    (found,) = await chunks(wire, guild_id=world.home.id, user_ids=[ann.id, "5"], limit=0)
    assert (called([found]), found["not_found"]) == (["ann"], ["5"])


async def test_a_request_that_gets_no_answer(playground: Playground, world: World, wire: Wire) -> None:
    await wire.identify(0)
    await wire.send(8, {"guild_id": world.home.id, "query": "", "limit": 0})
    await wire.send(8, {"guild_id": "5", "query": "a", "limit": 1})
    (found,) = await chunks(wire, guild_id=world.home.id, query="cleo", limit=1)
    assert called([found]) == ["cleo"]
