"""Threads, with a real client and by hand: beginning, writing, archive, lock, members."""

from __future__ import annotations

import discord
import pytest

from standin import Playground
from standin.driver import Person
from standin.world.scenery import THREAD_ID
from tests.standin.conftest import Rest
from tests.standin.sample_client import Sample

PLACE = "1100000000000000301"


def channel(client: Sample) -> discord.TextChannel:
    found = client.get_channel(int(PLACE))
    assert isinstance(found, discord.TextChannel)
    return found


async def test_a_bot_begins_a_thread_writes_and_hears_of_it(playground: Playground, client: Sample) -> None:
    message = await channel(client).send("Turn 1")
    thread = await message.create_thread(name="Turn 1 in detail")
    await thread.send("A door opens.")
    assert thread.id == message.id and thread.parent_id == int(PLACE)
    found = await client.fetch_channel(thread.id)
    assert isinstance(found, discord.Thread)
    assert (found.name, found.message_count, found.archived) == ("Turn 1 in detail", 1, False)
    assert [m.content async for m in thread.history()] == ["A door opens."]
    assert (await channel(client).fetch_message(message.id)).flags.has_thread
    with pytest.raises(discord.HTTPException, match="160004"):
        await message.create_thread(name="Again")


async def test_a_private_thread_begins_without_a_message(playground: Playground, client: Sample) -> None:
    thread = await channel(client).create_thread(name="The plan", type=discord.ChannelType.private_thread)
    await thread.add_user(discord.Object(int(playground.person("Ann").id)))
    assert {member.id for member in await thread.fetch_members()} == {
        int(playground.world.bot["id"]),
        int(playground.person("Ann").id),
    }
    await thread.leave()
    with pytest.raises(discord.Forbidden, match="50001"):
        await thread.send("Anybody?")


async def test_writing_brings_a_thread_back_from_the_archive_unless_it_is_locked(
    playground: Playground, client: Sample
) -> None:
    thread_id = playground.world.open_thread(PLACE, "Old", playground.person("Ann").id)["id"]
    thread = await client.fetch_channel(int(thread_id))
    assert isinstance(thread, discord.Thread)
    message = await thread.send("One")
    playground.world.archive(thread_id)
    with pytest.raises(discord.HTTPException, match="50083"):
        await message.edit(content="Uno")
    await thread.send("Two")
    assert not playground.world.archived(thread_id)
    await message.edit(content="Uno")
    playground.world.archive(thread_id, locked=True)
    with pytest.raises(discord.HTTPException, match="160005"):
        await thread.send("Three")


async def test_archiving_is_the_owners_and_the_managers(playground: Playground, client: Sample) -> None:
    bot = playground.world.bot["id"]
    theirs = await client.fetch_channel(int(playground.world.open_thread(PLACE, "Ann's", "1100000000000000202")["id"]))
    own = await client.fetch_channel(int(playground.world.open_thread(PLACE, "Mine", bot)["id"]))
    assert isinstance(own, discord.Thread) and isinstance(theirs, discord.Thread)
    assert (await own.edit(archived=True)).archived
    with pytest.raises(discord.Forbidden, match="50013"):
        await theirs.edit(archived=True)
    with pytest.raises(discord.Forbidden, match="50013"):
        await own.edit(archived=False, locked=True)
    playground.world.overwrite(PLACE, bot, allow=("manage_threads",))
    assert (await theirs.edit(archived=True, locked=True)).locked


async def test_lists_of_threads(playground: Playground, rest: Rest) -> None:
    ann = playground.person("Ann").id
    first, second, third = (playground.world.open_thread(PLACE, name, ann)["id"] for name in "abc")
    for thread in (first, second):
        playground.world.archive(thread)
    _, active = await rest("GET", f"/guilds/{playground.world.home.id}/threads/active")
    assert [thread["id"] for thread in active["threads"]] == [THREAD_ID, third]
    _, archived = await rest("GET", f"/channels/{PLACE}/threads/archived/public?limit=2")
    assert [thread["id"] for thread in archived["threads"]] == [second, first]
    assert archived["has_more"] is False


async def test_the_channel_takes_its_threads_with_it(playground: Playground, ann: Person, client: Sample) -> None:
    thread = playground.world.open_thread(PLACE, "Below", ann.id)["id"]
    ann.say(thread, "Here I am.")
    heard = client.wait_for("guild_channel_delete", timeout=5)
    playground.world.delete_channel(PLACE)
    assert (await heard).id == int(PLACE)
    with pytest.raises(discord.NotFound, match="10003"):
        await client.fetch_channel(int(thread))
    assert thread not in playground.world.messages


async def test_commands_work_in_a_thread(playground: Playground, ann: Person) -> None:
    thread = playground.world.open_thread(PLACE, "Below", ann.id)["id"]
    answer = await ann.slash(thread, "pick", target="Apone")
    assert answer.content == "Apone x 1"
    assert answer.message["channel_id"] == thread


async def test_a_thread_rests_by_the_clock_of_the_stand_in_since_it_was_last_used(
    playground: Playground, client: Sample
) -> None:
    world = playground.world
    thread = await channel(client).create_thread(name="The plan", auto_archive_duration=10_080)
    world.forward(days=6)
    await thread.send("Still here.")
    world.forward(days=6)
    # A time that stays as it was is no use of the thread, another one is.
    await client.http.edit_channel(thread.id, archived=False, auto_archive_duration=10_080)
    assert not world.archived(str(thread.id))
    await client.http.edit_channel(thread.id, auto_archive_duration=4_320)
    world.forward(days=2)
    assert not world.archived(str(thread.id))
    world.forward(days=1)
    assert world.archived(str(thread.id))
    await client.http.edit_channel(thread.id, archived=False, auto_archive_duration=10_080)
    world.forward(days=6)
    await client.http.edit_channel(thread.id, archived=False, auto_archive_duration=10_080)
    world.forward(days=1)
    assert world.archived(str(thread.id))
