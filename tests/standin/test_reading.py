"""People's progress in reading: unread marks and pings, as the page shows them and hears of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from standin import Playground
from standin.driver import Person

from .sample_client import Sample


@pytest.fixture
async def page(playground: Playground, client: Sample) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(playground.page_url) as session:
        yield session


async def marks(page: aiohttp.ClientSession, person: Person, place: str = "lobby") -> dict[str, Any]:
    async with page.get("/page/state", params={"user": person.id}) as answer:
        state = await answer.json()
    found: dict[str, Any] = state["marks"][person.id].get(person.channel_id(place), {})
    return found


async def read(page: aiohttp.ClientSession, person: Person, message: dict[str, Any]) -> dict[str, Any]:
    asked = {"user": person.id, "channel": message["channel_id"], "message_id": message["id"]}
    async with page.post("/page/read", json=asked) as answer:
        assert answer.status == 200
        found: dict[str, Any] = await answer.json()
        return found


async def test_what_others_said_is_unread_until_it_is_read(
    page: aiohttp.ClientSession, ann: Person, ben: Person
) -> None:
    assert await marks(page, ann) == {}
    first = ben.say("lobby", "hello")
    last = ben.say("lobby", f"{ann.mention}, are you there?")
    assert await marks(page, ann) == {"read": None, "unread": True, "pings": 1}
    assert await marks(page, ben) == {}
    assert await read(page, ann, first) == {"read": first["id"], "unread": True, "pings": 1}
    assert await read(page, ann, last) == {"read": last["id"], "unread": False, "pings": 0}
    assert await read(page, ann, first) == {"read": last["id"], "unread": False, "pings": 0}


async def test_whoever_writes_has_read_so_far(page: aiohttp.ClientSession, ann: Person, ben: Person) -> None:
    ben.say("lobby", f"{ann.mention} hello")
    said = {"user": ann.id, "channel": ann.channel_id("lobby"), "content": "hello"}
    async with page.post("/page/say", json=said) as answer:
        own = await answer.json()
    assert await marks(page, ann) == {"read": own["id"], "unread": False, "pings": 0}
    assert (await marks(page, ben))["unread"] is True


async def test_what_only_somebody_else_sees_is_not_unread(
    page: aiohttp.ClientSession, ann: Person, ben: Person
) -> None:
    await ann.slash("lobby", "slow", private=True)
    assert (await marks(page, ann))["unread"] is True
    assert await marks(page, ben) == {}


async def test_a_role_and_everybody_can_be_pinged(
    playground: Playground, page: aiohttp.ClientSession, ann: Person, ben: Person
) -> None:
    scouts = playground.world.add_role("Scouts")
    playground.world.give_role(ann.id, scouts["id"])
    message = ben.say("lobby", "look out")
    message["mention_roles"] = [scouts["id"]]
    assert (await marks(page, ann))["pings"] == 1
    assert (await marks(page, playground.person("Cleo")))["pings"] == 0
    message["mention_everyone"] = True
    assert (await marks(page, playground.person("Cleo")))["pings"] == 1


async def test_a_deleted_message_is_not_waited_for(
    playground: Playground, page: aiohttp.ClientSession, ann: Person, ben: Person
) -> None:
    message = ben.say("lobby", f"{ann.mention} never mind")
    playground.world.delete(playground.world.message(message["channel_id"], message["id"]))
    assert await marks(page, ann) == {}


async def test_everybodys_marks_are_told_to_every_window(page: aiohttp.ClientSession, ann: Person, ben: Person) -> None:
    async with page.ws_connect(f"/page/live?user={ann.id}") as live:

        async def next_marks_of(person: Person) -> tuple[bool, int]:
            while True:
                push = await live.receive_json(timeout=5)
                if push["t"] == "marks" and push["d"]["user_id"] == person.id:
                    assert push["d"]["channel"] == person.channel_id("lobby")
                    return push["d"]["unread"], push["d"]["pings"]

        message = ann.say("lobby", f"{ben.mention} your turn")
        assert await next_marks_of(ben) == (True, 1)
        await read(page, ben, message)
        assert await next_marks_of(ben) == (False, 0)


@pytest.mark.parametrize("asked", [{"user": "1"}, {"message_id": "last"}])
async def test_only_people_read_and_only_messages_are_read(
    page: aiohttp.ClientSession, ann: Person, asked: dict[str, str]
) -> None:
    body = {"user": ann.id, "channel": ann.channel_id("lobby"), "message_id": "1", **asked}
    async with page.post("/page/read", json=body) as answer:
        assert answer.status == 400
