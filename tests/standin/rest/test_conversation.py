"""The REST routes by hand: messages, commands and webhooks as any library would use them."""

from __future__ import annotations

import aiohttp
import orjson
import pytest

from standin import Playground
from standin.world.scenery import APPLICATION_ID, GUILD_ID, Json
from tests.standin.conftest import Rest

FIRE = {"name": "fire", "type": 1, "description": "Fires", "options": []}


@pytest.fixture
def messages(playground: Playground) -> str:
    return f"/channels/{playground.person('Ann').channel_id('lobby')}/messages"


async def test_post_edit_read_and_delete(rest: Rest, messages: str) -> None:
    embed = {"title": "T", "fields": [{"name": "n", "value": "v"}]}
    status, sent = await rest("POST", messages, {"content": "one <@1100000000000000202>", "embeds": [embed]})
    assert status == 200
    assert sent["embeds"][0]["fields"][0]["inline"] is False
    assert [user["global_name"] for user in sent["mentions"]] == ["Ann"]
    _, edited = await rest("PATCH", f"{messages}/{sent['id']}", {"content": "two"})
    assert (edited["content"], edited["embeds"]) == ("two", sent["embeds"])
    assert edited["edited_timestamp"] is not None
    assert await rest("GET", f"{messages}/{sent['id']}") == (200, edited)
    assert await rest("DELETE", f"{messages}/{sent['id']}") == (204, None)
    status, gone = await rest("GET", f"{messages}/{sent['id']}")
    assert (status, gone["code"]) == (404, 10008)


async def test_nobody_is_mentioned_who_is_not_allowed(rest: Rest, messages: str) -> None:
    body = {"content": "<@1100000000000000202> <@1100000000000000203>"}
    _, silent = await rest("POST", messages, {**body, "allowed_mentions": {"parse": []}})
    _, one = await rest("POST", messages, {**body, "allowed_mentions": {"users": ["1100000000000000203"]}})
    assert silent["mentions"] == []
    assert [user["global_name"] for user in one["mentions"]] == ["Ben"]


async def test_direct_messages_reach_those_who_take_them_and_share_a_guild(playground: Playground, rest: Rest) -> None:
    ann, world = playground.person("Ann"), playground.world
    _, channel = await rest("POST", "/users/@me/channels", {"recipient_id": ann.id})
    messages = f"/channels/{channel['id']}/messages"
    assert (await rest("POST", messages, {"content": "one"}))[0] == 200
    world.closed.add(ann.id)
    status, refused = await rest("POST", messages, {"content": "two"})
    assert (status, refused["code"]) == (403, 50007)
    world.closed.clear()
    world.remove_member(ann.id)
    status, refused = await rest("POST", messages, {"content": "three"})
    assert (status, refused["code"]) == (403, 50278)
    assert [message["content"] for message in ann.sees(channel["id"])] == ["one"]


async def test_lists_are_newest_first_and_paged(rest: Rest, messages: str) -> None:
    ids = [(await rest("POST", messages, {"content": str(number)}))[1]["id"] for number in range(5)]

    async def listed(query: str) -> list[str]:
        return [message["content"] for message in (await rest("GET", f"{messages}?{query}"))[1]]

    assert await listed("limit=3") == ["4", "3", "2"]
    assert await listed(f"before={ids[2]}") == ["1", "0"]
    assert await listed(f"after={ids[1]}&limit=2") == ["3", "2"]
    assert await listed(f"around={ids[2]}&limit=3") == ["3", "2", "1"]


async def test_the_same_nonce_is_one_message(rest: Rest, messages: str) -> None:
    body = {"content": "x", "nonce": "7", "enforce_nonce": True}
    _, first = await rest("POST", messages, body)
    _, second = await rest("POST", messages, body)
    _, third = await rest("POST", messages, {**body, "enforce_nonce": False})
    assert first["id"] == second["id"] != third["id"]


async def test_refusals(playground: Playground, rest: Rest, messages: str) -> None:
    theirs = playground.person("Ann").say("lobby", "mine")
    for method, path, body, wanted in [
        ("POST", messages, {"content": ""}, (400, 50006)),
        ("PATCH", f"{messages}/{theirs['id']}", {"content": "x"}, (403, 50005)),
        ("DELETE", f"{messages}/{theirs['id']}", None, (403, 50013)),
        ("POST", "/channels/5/messages", {"content": "x"}, (404, 10003)),
        ("GET", "/guilds/5", None, (404, 10004)),
        ("GET", "/users/5", None, (404, 10013)),
        ("POST", "/interactions/5/x/callback", {"type": 4, "data": {"content": "x"}}, (404, 10062)),
        ("POST", f"/webhooks/{APPLICATION_ID}/x", {"content": "x"}, (404, 10015)),
        ("GET", f"/applications/{APPLICATION_ID}/commands/5", None, (404, 10063)),
    ]:
        status, answer = await rest(method, path, body)
        assert (method, path, status, answer["code"]) == (method, path, *wanted)


async def test_without_a_token(playground: Playground) -> None:
    async with aiohttp.ClientSession(playground.base_url) as session:
        for headers in ({}, {"Authorization": "Bot wrong"}, {"Authorization": "Bearer any"}):
            async with session.get("/api/v10/users/@me", headers=headers) as answer:
                assert answer.status == 401


async def test_files_stay_unless_an_edit_leaves_them_out(playground: Playground, rest: Rest, messages: str) -> None:
    form = aiohttp.FormData(quote_fields=False)
    embed = {"image": {"url": "attachment://map.png"}}
    attachments = [{"id": 0, "filename": "map.png"}, {"id": 1, "filename": "a b.txt", "description": "notes"}]
    form.add_field("payload_json", orjson.dumps({"embeds": [embed], "attachments": attachments}).decode())
    form.add_field("files[0]", b"png", filename="map.png", content_type="application/octet-stream")
    form.add_field("files[1]", b"text", filename="a b.txt", content_type="application/octet-stream")
    headers = {"Authorization": "Bot any"}
    async with aiohttp.ClientSession(playground.base_url, headers=headers) as session:
        async with session.post("/api/v10" + messages, data=form) as answer:
            sent = await answer.json()
        picture, notes = sent["attachments"]
        assert sent["embeds"][0]["image"]["url"] == picture["url"]
        assert (picture["content_type"], notes["description"]) == ("image/png", "notes")
        async with session.get(notes["url"]) as download:
            assert await download.read() == b"text"
    address = f"{messages}/{sent['id']}"
    _, edited = await rest("PATCH", address, {"content": "x"})
    assert edited["attachments"] == sent["attachments"]
    _, edited = await rest("PATCH", address, {"attachments": [{"id": notes["id"]}]})
    assert edited["attachments"] == [notes]


@pytest.mark.parametrize("scope", ["", f"/guilds/{GUILD_ID}"])
async def test_commands_are_replaced_added_changed_and_removed(playground: Playground, rest: Rest, scope: str) -> None:
    commands = f"/applications/{APPLICATION_ID}{scope}/commands"
    _, (fire,) = await rest("PUT", commands, [FIRE])
    status, aim = await rest("POST", commands, {**FIRE, "name": "aim"})
    assert status == 201
    assert (await rest("POST", commands, {**FIRE, "description": "again"}))[1]["id"] == fire["id"]
    _, changed = await rest("PATCH", f"{commands}/{aim['id']}", {"description": "Aims"})
    assert changed["description"] == "Aims"
    assert names((await rest("GET", commands))[1]) == ["fire", "aim"]
    assert await rest("DELETE", f"{commands}/{fire['id']}") == (204, None)
    _, kept = await rest("PUT", commands, [{**FIRE, "name": "aim"}])
    assert kept[0]["id"] == aim["id"]
    assert names(playground.world.all_commands()) == ["aim"]


async def test_too_big_a_command_refuses_them_all(playground: Playground, rest: Rest) -> None:
    option = {"type": 3, "description": "d"}
    big = {**FIRE, "name": "big", "options": [{**option, "name": f"o{n}"} for n in range(26)]}
    status, answer = await rest("PUT", f"/applications/{APPLICATION_ID}/commands", [FIRE, big])
    assert (status, answer["code"]) == (400, 50035)
    assert "1" in answer["errors"]
    assert playground.world.all_commands() == []
    playground.violations.clear()


def names(commands: list[Json]) -> list[str]:
    return [command["name"] for command in commands]
