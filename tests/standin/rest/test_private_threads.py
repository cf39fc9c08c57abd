"""Private threads: a real client makes them and adds people; everybody else sees and hears nothing of them."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from standin import Playground
from standin.driver import Person
from standin.errors import PageError
from tests.standin.conftest import Rest
from tests.standin.sample_client import Sample

PLACE = "1100000000000000301"
GRANTED = ("create_private_threads", "send_messages_in_threads")
PRIVATE = discord.ChannelType.private_thread


@pytest.fixture
def gm(playground: Playground, client: Sample) -> Person:
    return playground.person("GM")


@pytest.fixture(autouse=True)
def permitted(playground: Playground) -> None:
    playground.world.overwrite(PLACE, playground.world.bot["id"], allow=GRANTED)


async def private_thread(client: Sample, name: str = "Blue side", **more: Any) -> discord.Thread:
    channel = client.get_channel(int(PLACE))
    assert isinstance(channel, discord.TextChannel)
    return await channel.create_thread(name=name, type=PRIVATE, invitable=False, **more)


def someone(person: Person) -> discord.Object:
    return discord.Object(int(person.id))


async def test_a_bot_makes_one_with_all_that_it_asks_for(playground: Playground, client: Sample) -> None:
    created = client.wait_for("thread_create", timeout=5)
    thread = await private_thread(client, auto_archive_duration=10080)
    assert (thread.type, thread.invitable, thread.auto_archive_duration) == (PRIVATE, False, 10080)
    assert thread.parent_id == int(PLACE) and thread.me is not None
    heard = await created
    assert (heard.id, heard.invitable, heard.auto_archive_duration) == (thread.id, False, 10080)
    (starter,) = await thread.fetch_members()
    assert starter.id == int(playground.world.bot["id"])


@pytest.mark.parametrize("lacking", GRANTED)
async def test_making_one_needs_both_permissions(playground: Playground, client: Sample, lacking: str) -> None:
    playground.world.forbid(PLACE, lacking)
    with pytest.raises(discord.Forbidden, match="50013"):
        await private_thread(client)
    assert [thread["name"] for thread in playground.world.threads(PLACE)] == ["side-talk"]


async def test_only_text_channels_have_threads(playground: Playground, rest: Rest) -> None:
    world = playground.world
    thread = world.open_thread(PLACE, "Below", world.bot["id"])["id"]
    voice, stage = (world.add_channel(name, kind=kind)["id"] for name, kind in (("talk", 2), ("stage", 13)))
    for place in (thread, voice, stage):
        status, refused = await rest("POST", f"/channels/{place}/threads", {"name": "Blue", "type": 12})
        assert (status, refused["code"]) == (400, 50024)


async def test_members_come_and_go(playground: Playground, client: Sample, rest: Rest, ann: Person) -> None:
    thread = await private_thread(client)
    assert ann.sees(str(thread.id)) == []
    await thread.add_user(someone(ann))
    await thread.add_user(someone(ann))
    assert (await thread.fetch_member(int(ann.id))).id == int(ann.id)
    await thread.send("Hold the left door.")
    assert [message["content"] for message in ann.sees(str(thread.id))] == ["Hold the left door."]
    await thread.remove_user(someone(ann))
    assert ann.sees(str(thread.id)) == []
    status, refused = await rest("GET", f"/channels/{thread.id}/thread-members/{ann.id}")
    assert (status, refused["code"]) == (404, 10007)
    fetched = await client.fetch_channel(thread.id)
    assert isinstance(fetched, discord.Thread) and fetched.member_count == 1


async def test_who_may_add_and_remove(playground: Playground, client: Sample, rest: Rest, ann: Person) -> None:
    world, bot = playground.world, playground.world.bot["id"]
    for invitable, added in ((False, (403, 50013)), (True, (204, None))):
        thread = world.open_thread(PLACE, "Ann's", ann.id, private=True, invitable=invitable)["id"]
        world.join(thread, bot)
        status, answer = await rest("PUT", f"/channels/{thread}/thread-members/{playground.person('Ben').id}")
        assert (status, answer and answer["code"]) == added
        status, refused = await rest("DELETE", f"/channels/{thread}/thread-members/{ann.id}")
        assert (status, refused["code"]) == (403, 50013)
    own = await private_thread(client)
    world.forbid(PLACE, "send_messages_in_threads")
    with pytest.raises(discord.Forbidden, match="50013"):
        await own.add_user(someone(ann))
    assert set(world.joined[str(own.id)]) == {bot}


async def test_an_archived_one_is_brought_back_and_changed(
    playground: Playground, client: Sample, ann: Person, gm: Person
) -> None:
    thread = await private_thread(client)
    playground.world.archive(str(thread.id))
    with pytest.raises(discord.HTTPException, match="50083"):
        await thread.add_user(someone(ann))
    assert not (await thread.edit(archived=False)).archived
    await thread.add_user(someone(ann))
    changed = await thread.edit(name="Red side", invitable=True, auto_archive_duration=60)
    assert (changed.name, changed.invitable, changed.auto_archive_duration) == ("Red side", True, 60)
    playground.world.archive(str(thread.id))
    ann.say(str(thread.id), "Still here.")
    assert not playground.world.archived(str(thread.id))
    playground.world.archive(str(thread.id), locked=True)
    with pytest.raises(PageError, match="locked"):
        ann.say(str(thread.id), "And now?")
    gm.say(str(thread.id), "Closed.")


async def test_deleting_it_takes_the_right_to_manage_threads(playground: Playground, client: Sample) -> None:
    thread = await private_thread(client)
    with pytest.raises(discord.Forbidden, match="50013"):
        await thread.delete()
    playground.world.overwrite(PLACE, playground.world.bot["id"], allow=(*GRANTED, "manage_threads"))
    heard = client.wait_for("raw_thread_delete", timeout=5)
    await thread.delete()
    gone = await heard
    assert (gone.thread_id, gone.parent_id, gone.thread_type) == (thread.id, int(PLACE), PRIVATE)
    with pytest.raises(discord.NotFound, match="10003"):
        await client.fetch_channel(thread.id)


async def test_others_see_and_do_nothing_in_it(
    playground: Playground, client: Sample, ann: Person, ben: Person, gm: Person
) -> None:
    thread = str((await private_thread(client)).id)
    playground.world.join(thread, ann.id)
    said = ann.say(thread, "We go left.")
    assert ben.sees(thread) == []
    assert gm.sees(thread) == ann.sees(thread) == [said]
    with pytest.raises(PageError, match="permission"):
        ben.say(thread, "What was that?")
    with pytest.raises(PageError, match="do not see"):
        await ben.slash(thread, "panel")
    panel = await ann.slash(thread, "panel")
    with pytest.raises(PageError, match="do not see"):
        await ben.click(panel, "Count")
    assert (await ann.click(panel, "Count")).content == "count 1"


async def test_a_command_in_it_tells_what_it_is(playground: Playground, client: Sample, ann: Person) -> None:
    thread = await private_thread(client)
    await thread.add_user(someone(ann))
    answer = await ann.slash(str(thread.id), "panel")
    sent = answer.interaction.payload
    assert (sent["channel"]["type"], sent["channel"]["parent_id"]) == (12, PLACE)
    assert sent["channel"]["thread_metadata"]["invitable"] is False
    for granted in (sent["channel"]["permissions"], sent["app_permissions"], sent["member"]["permissions"]):
        assert discord.Permissions(int(granted)).send_messages_in_threads
    assert answer.message["channel_id"] == str(thread.id)


async def test_a_mention_adds_who_is_mentioned_where_the_author_may(
    playground: Playground, client: Sample, ann: Person, ben: Person
) -> None:
    thread = await private_thread(client)
    members = playground.world.joined[str(thread.id)]
    await thread.send(f"Hello {ann.mention}")
    assert ann.id in members
    ann.say(str(thread.id), f"Come in, {ben.mention}")
    assert ben.id not in members  # only the thread's owner and those who manage threads invite
    message = await thread.send("Hello")
    await message.edit(content=f"Hello {ben.mention}")
    assert ben.id in members


async def test_who_writes_in_it_is_a_member(playground: Playground, client: Sample, gm: Person) -> None:
    thread = str((await private_thread(client)).id)
    gm.say(thread, "I manage threads.")
    assert gm.id in playground.world.joined[thread]


async def test_nobody_from_elsewhere_is_added(playground: Playground, client: Sample) -> None:
    thread = await private_thread(client)
    with pytest.raises(discord.NotFound, match="10013"):
        await thread.add_user(discord.Object(5))
    assert len(playground.world.joined[str(thread.id)]) == 1


async def test_a_private_answer_adds_nobody(playground: Playground, client: Sample, ann: Person, ben: Person) -> None:
    thread = await private_thread(client)
    await thread.add_user(someone(ann))
    said = ann.say(str(thread.id), f"Where is {ben.mention}?")
    answer = await ann.menu(str(thread.id), "Repeat", said)
    assert answer.ephemeral and [user["id"] for user in answer.message["mentions"]] == [ben.id]
    assert ben.id not in playground.world.joined[str(thread.id)]
