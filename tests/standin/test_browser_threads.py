"""The page's threads and rights: who may start, archive, lock and write in what, and who sees it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from standin import Playground
from standin.driver import Person
from standin.world.scenery import Json

from .sample_client import Sample


@pytest.fixture
async def page(playground: Playground, client: Sample) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(playground.page_url) as session:
        yield session


@pytest.fixture
def gm(playground: Playground, client: Sample) -> Person:
    return playground.person("GM")


@pytest.fixture
def lobby(ann: Person) -> str:
    return ann.channel_id("lobby")


@pytest.fixture
def thread(playground: Playground, ann: Person, lobby: str) -> Json:
    return playground.world.open_thread(lobby, "Tactics", ann.id)


async def post(page: aiohttp.ClientSession, path: str, person: Person, **asked: Any) -> tuple[int, Any]:
    async with page.post(f"/page/{path}", json={"user": person.id, **asked}) as answer:
        return answer.status, await answer.json()


async def channels(page: aiohttp.ClientSession, person: Person) -> dict[str, Json]:
    """The channels a person sees, by name."""
    async with page.get("/page/state", params={"user": person.id}) as answer:
        return {channel["name"]: channel for channel in (await answer.json())["channels"]}


async def test_a_thread_is_started_in_the_channel_and_at_a_message(
    page: aiohttp.ClientSession, ann: Person, lobby: str
) -> None:
    message = ann.say("lobby", "shall we go left?")
    async with page.ws_connect(f"/page/live?user={ann.id}") as live:
        status, free = await post(page, "thread", ann, channel=lobby, name=" Plans ")
        assert (status, free["name"], free["parent_id"], free["owner_id"]) == (200, "Plans", lobby, ann.id)
        push = await live.receive_json(timeout=5)
        assert push == {"t": "places", "d": {"event": "thread_create", "id": free["id"]}}
    _, at_message = await post(page, "thread", ann, channel=lobby, name="Left", message_id=message["id"])
    assert at_message["id"] == message["id"]
    assert {"Plans", "Left"} < set(await channels(page, ann))


async def test_a_command_is_used_in_a_thread(
    playground: Playground, page: aiohttp.ClientSession, ann: Person, thread: Json
) -> None:
    status, _ = await post(page, "slash", ann, channel=thread["id"], name="panel", options=[])
    assert status == 200
    await playground.until(lambda: bool(list(playground.world.history(thread["id"]))))
    assert [m.data["content"] for m in playground.world.history(thread["id"])] == ["count 0"]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"name": " "}, "The name of a thread has 1 to 100 characters."),
        ({"name": "x" * 101}, "The name of a thread has 1 to 100 characters."),
        ({"name": "x", "message_id": "1"}, "That message is gone."),
        ({"name": "x", "channel": "the thread"}, "You cannot start a thread here."),
    ],
)
async def test_a_thread_that_cannot_be(
    page: aiohttp.ClientSession, ann: Person, lobby: str, thread: Json, asked: Json, sentence: str
) -> None:
    if "channel" in asked:
        asked = {**asked, "channel": thread["id"]}
    assert await post(page, "thread", ann, **{"channel": lobby, **asked}) == (400, {"error": sentence})


async def test_a_message_has_one_thread_and_a_private_one_none(
    page: aiohttp.ClientSession, ann: Person, lobby: str
) -> None:
    message = ann.say("lobby", "hello")
    private = (await ann.slash("lobby", "slow", private=True)).message
    await post(page, "thread", ann, channel=lobby, name="One", message_id=message["id"])
    status, refused = await post(page, "thread", ann, channel=lobby, name="Two", message_id=message["id"])
    assert (status, refused["error"]) == (400, "That message already has a thread.")
    status, refused = await post(page, "thread", ann, channel=lobby, name="Mine", message_id=private["id"])
    assert (status, refused["error"]) == (400, "Only you can see that message; you cannot start a thread at it.")


async def test_writing_in_an_archived_thread_reopens_it(
    playground: Playground, page: aiohttp.ClientSession, ben: Person, thread: Json
) -> None:
    playground.world.archive(thread["id"])
    status, _ = await post(page, "say", ben, channel=thread["id"], content="one more thing")
    assert status == 200
    assert playground.world.channel(thread["id"])["thread_metadata"]["archived"] is False


async def test_in_a_locked_thread_only_those_who_manage_threads_write(
    playground: Playground, page: aiohttp.ClientSession, ann: Person, gm: Person, thread: Json
) -> None:
    status, _ = await post(page, "archive", gm, channel=thread["id"], archived=True, locked=True)
    assert status == 200
    status, refused = await post(page, "say", ann, channel=thread["id"], content="but")
    assert (status, refused["error"]) == (400, "This thread is locked. Only managers of threads can write in it.")
    assert playground.world.channel(thread["id"])["thread_metadata"]["archived"] is True
    status, _ = await post(page, "say", gm, channel=thread["id"], content="closed")
    assert status == 200


async def test_who_may_archive_and_lock(
    page: aiohttp.ClientSession, ann: Person, ben: Person, gm: Person, thread: Json
) -> None:
    no = (400, {"error": "Only the thread's owner and its managers can do that."})
    assert await post(page, "archive", ben, channel=thread["id"], archived=True) == no
    assert await post(page, "archive", ann, channel=thread["id"], archived=True, locked=True) == no
    status, changed = await post(page, "archive", ann, channel=thread["id"], archived=True)
    assert (status, changed["thread_metadata"]["archived"]) == (200, True)
    shown = [(await channels(page, person))["Tactics"]["can"] for person in (ann, ben, gm)]
    assert [(can["archive"], can["lock"]) for can in shown] == [(True, False), (False, False), (True, True)]


async def test_a_channel_one_may_not_see_is_not_there(
    playground: Playground, page: aiohttp.ClientSession, ann: Person, gm: Person, lobby: str, thread: Json
) -> None:
    gm.say("lobby", "secret")
    async with page.ws_connect(f"/page/live?user={ann.id}") as live:
        playground.world.overwrite(lobby, ann.id, deny=("view_channel",))
        gm.say("lobby", "more")
        gm.say("side-room", "hello")
        heard = [await live.receive_json(timeout=5)]
        while heard[-1]["d"].get("content") != "hello":
            heard.append(await live.receive_json(timeout=5))
    assert heard[0] == {"t": "places", "d": {"event": "channel_update", "id": lobby}}
    assert [push["d"]["content"] for push in heard if push["t"] == "message_create"] == ["hello"]
    assert ann.id not in [push["d"]["user_id"] for push in heard if push["t"] == "marks"]
    assert not {"lobby", "Tactics"} & set(await channels(page, ann))
    assert {"lobby", "Tactics"} < set(await channels(page, gm))
    async with page.get(f"/page/channels/{lobby}/messages", params={"user": ann.id}) as answer:
        assert await answer.json() == []


async def test_whoever_may_not_write_is_told(
    playground: Playground, page: aiohttp.ClientSession, ann: Person, lobby: str
) -> None:
    playground.world.overwrite(lobby, ann.id, deny=("send_messages",))
    assert (await channels(page, ann))["lobby"]["can"]["send"] is False
    status, refused = await post(page, "say", ann, channel=lobby, content="x")
    assert (status, refused["error"]) == (400, "You do not have permission to send messages in this channel.")
    assert ann.sees("lobby") == []


async def test_a_private_thread_is_there_for_its_members_and_for_those_who_manage_threads(
    playground: Playground, page: aiohttp.ClientSession, ann: Person, ben: Person, gm: Person, lobby: str
) -> None:
    thread = playground.world.open_thread(lobby, "Blue side", ann.id, private=True)["id"]
    ann.say(thread, "left")
    assert "Blue side" in await channels(page, ann) and "Blue side" in await channels(page, gm)
    async with page.get("/page/state", params={"user": ben.id}) as answer:
        assert thread not in await answer.text()
    for person, seen in ((ann, 1), (gm, 1), (ben, 0)):
        async with page.get(f"/page/channels/{thread}/messages", params={"user": person.id}) as answer:
            assert len(await answer.json()) == seen


async def test_nothing_of_a_private_thread_is_pushed_to_others(
    playground: Playground, page: aiohttp.ClientSession, ann: Person, ben: Person, lobby: str
) -> None:
    world = playground.world
    async with page.ws_connect(f"/page/live?user={ben.id}") as live:
        thread = world.open_thread(lobby, "Blue side", ann.id, private=True)["id"]
        ann.say(thread, "left")
        await post(page, "typing", ann, channel=thread)
        world.join(thread, playground.person("GM").id)
        world.archive(thread)
        await ann.slash(thread, "panel")
        ann.say("lobby", "hello")
        while (push := await live.receive_json(timeout=5))["t"] != "message_create":
            assert thread not in str(push)
        assert push["d"]["content"] == "hello"
        world.join(thread, ben.id)
        ann.say(thread, "welcome")
        world.join(thread, ben.id, joined=False)
        ann.say(thread, "goodbye")
        world.delete_channel(thread)
        ann.say("lobby", "end")
        heard = []
        while (push := await live.receive_json(timeout=5))["d"].get("content") != "end":
            heard.append(push)
    places = [push["d"] for push in heard if push["t"] == "places"]
    assert [place["event"] for place in places if place["event"] == "thread_create"] == ["thread_create"]
    assert places[-1] == {"event": "thread_members_update", "id": thread}
    assert [push["d"]["content"] for push in heard if push["t"] == "message_create"] == ["welcome"]
