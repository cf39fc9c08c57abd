"""Messages of the bot by hand: replies, mentions, flags, and the places that refusals name."""

from __future__ import annotations

from typing import Any

import pytest

from standin import Playground
from standin.driver import Person
from tests.standin.conftest import Rest


@pytest.fixture
def ann(playground: Playground) -> Person:
    return playground.person("Ann")


@pytest.fixture
def channel(ann: Person) -> str:
    return f"/channels/{ann.channel_id('lobby')}/messages"


async def test_a_reply(playground: Playground, rest: Rest, ann: Person, channel: str) -> None:
    asked = ann.say("lobby", "anything?")
    body: dict[str, Any] = {"content": "nothing", "message_reference": {"message_id": asked["id"]}}
    _, said = await rest("POST", channel, body)
    assert (said["type"], said["referenced_message"]["content"]) == (19, "anything?")
    assert [user["id"] for user in said["mentions"]] == [ann.id]
    _, quiet = await rest("POST", channel, {**body, "allowed_mentions": {"parse": ["users"]}})
    assert quiet["mentions"] == []
    playground.world.forbid(asked["channel_id"], "read_message_history")
    status, refused = await rest("POST", channel, body)
    assert (status, refused["code"]) == (403, 160002)


async def test_a_reply_to_what_is_gone(rest: Rest, channel: str) -> None:
    gone: dict[str, Any] = {"message_id": "1100000000000009999"}
    status, refused = await rest("POST", channel, {"content": "x", "message_reference": gone})
    assert (status, refused["code"]) == (400, 50035)
    assert refused["errors"]["message_reference"]["_errors"][0]["code"] == "REPLIES_UNKNOWN_MESSAGE"
    _, said = await rest("POST", channel, {"content": "x", "message_reference": {**gone, "fail_if_not_exists": False}})
    assert said["type"] == 0
    assert "message_reference" not in said


async def test_whom_a_message_may_mention(rest: Rest, ann: Person, channel: str) -> None:
    body = {"content": f"{ann.mention} and @everyone"}
    _, said = await rest("POST", channel, body)
    assert [user["id"] for user in said["mentions"]] == [ann.id]
    assert not said["mention_everyone"]  # the bot lacks the permission
    _, said = await rest("POST", channel, {**body, "allowed_mentions": {"parse": []}})
    assert said["mentions"] == []
    _, said = await rest("POST", channel, {**body, "allowed_mentions": {"users": [ann.id]}})
    assert [user["id"] for user in said["mentions"]] == [ann.id]
    both = {"parse": ["users"], "users": [ann.id]}
    status, refused = await rest("POST", channel, {**body, "allowed_mentions": both})
    assert (status, list(refused["errors"])) == (400, ["allowed_mentions"])


async def test_flags_that_a_message_may_not_have(rest: Rest, channel: str) -> None:
    _, said = await rest("POST", channel, {"content": "seen by all", "flags": 1 << 6 | 1 << 7 | 1 << 12})
    assert said["flags"] == 1 << 12


async def test_embeds_are_suppressed(playground: Playground, rest: Rest, ann: Person, channel: str) -> None:
    _, said = await rest("POST", channel, {"content": "x", "embeds": [{"title": "t"}]})
    _, edited = await rest("PATCH", f"{channel}/{said['id']}", {"flags": 4})
    assert (edited["flags"], edited["embeds"]) == (4, [])
    theirs = f"{channel}/{ann.say('lobby', 'mine')['id']}"
    assert (await rest("PATCH", theirs, {"flags": 4}))[1]["code"] == 50013
    assert (await rest("PATCH", theirs, {"content": "yours"}))[1]["code"] == 50005
    playground.world.overwrite(said["channel_id"], playground.world.bot["id"], allow=("manage_messages",))
    assert (await rest("PATCH", theirs, {"flags": 4}))[1]["flags"] == 4


async def test_a_message_of_components_stays_one(rest: Rest, channel: str) -> None:
    text = {"type": 10, "content": "words"}
    _, said = await rest("POST", channel, {"flags": 1 << 15, "components": [text]})
    status, _ = await rest("PATCH", f"{channel}/{said['id']}", {"components": [text] * 6})
    assert status == 200
    status, refused = await rest("PATCH", f"{channel}/{said['id']}", {"content": "plain"})
    assert (status, list(refused["errors"])) == (400, ["content"])
