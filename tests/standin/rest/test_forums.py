"""Forums, whose messages are all in posts; threads of announcements; and members who leave."""

from __future__ import annotations

import asyncio

import discord
import pytest

from standin import Playground
from standin.driver import Person
from standin.errors import ApiError, PageError
from standin.world.permissions import ANNOUNCEMENTS, FORUM
from standin.world.threads import REQUIRE_TAG
from tests.standin.conftest import Rest
from tests.standin.sample_client import Sample


@pytest.fixture
def ann(playground: Playground) -> Person:
    return playground.person("Ann")


async def test_a_bot_answers_in_a_post_and_not_in_the_forum(
    playground: Playground, client: Sample, rest: Rest, ann: Person
) -> None:
    made = client.wait_for("thread_create", timeout=5)
    forum = playground.world.add_channel("fights", kind=FORUM)
    post = ann.opens_post("fights", "The yard", "Who plays?")
    thread = await made
    assert isinstance(thread.parent, discord.ForumChannel) and thread.id == int(post["id"])
    await thread.send("We do.")
    assert [message["content"] for message in ann.sees(post["id"])] == ["Who plays?", "We do."]
    assert ann.sees(post["id"])[0]["id"] == post["id"]
    status, refused = await rest("POST", f"/channels/{forum['id']}/messages", {"content": "Hello"})
    assert (status, refused["code"]) == (400, 50008)
    with pytest.raises(PageError, match="only posts"):
        ann.say("fights", "Hello")


async def test_posts_need_a_tag_where_the_forum_says_so(playground: Playground, ann: Person) -> None:
    world = playground.world
    forum = world.add_channel("fights", kind=FORUM)
    world.change_channel(forum["id"], flags=REQUIRE_TAG)
    with pytest.raises(ApiError, match="tag is required"):
        ann.opens_post("fights", "The yard", "Who plays?")
    assert world.threads(forum["id"]) == []
    assert ann.opens_post("fights", "The yard", "Who plays?", "7")["applied_tags"] == ["7"]
    world.overwrite(forum["id"], ann.id, deny=("send_messages",))
    with pytest.raises(PageError, match="cannot open a post"):
        ann.opens_post("fights", "The yard", "Who plays?", "7")
    with pytest.raises(PageError, match="cannot open a post"):
        ann.opens_post("lobby", "The yard", "Who plays?")


async def test_threads_of_announcements_are_public(playground: Playground, client: Sample, rest: Rest) -> None:
    news = playground.world.add_channel("news", kind=ANNOUNCEMENTS)
    playground.world.overwrite(news["id"], playground.world.bot["id"], allow=("create_public_threads",))
    status, refused = await rest("POST", f"/channels/{news['id']}/threads", {"name": "Blue", "type": 12})
    assert (status, refused["code"]) == (400, 50024)
    status, thread = await rest("POST", f"/channels/{news['id']}/threads", {"name": "Blue", "type": 10})
    assert (status, thread["type"]) == (201, 10)


async def test_who_leaves_is_in_no_thread(playground: Playground, client: Sample, ann: Person) -> None:
    world = playground.world
    side = world.open_thread(ann.channel_id("lobby"), "Blue", world.bot["id"], private=True)
    world.join(side["id"], ann.id)
    world.remove_member(ann.id)
    await asyncio.sleep(0)
    assert ann.id not in world.joined[side["id"]] and ann.sees(side["id"]) == ann.sees("lobby") == []
    world.home.add_member(world.user(ann.id))
    assert ann.sees(side["id"]) == [] and world.sees(ann.id, ann.channel_id("lobby"))
    with pytest.raises(ApiError, match="Unknown Member"):
        world.remove_member("1")
