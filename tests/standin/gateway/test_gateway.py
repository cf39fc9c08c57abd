"""Sessions of the gateway: login, cut connections, what was missed, tokens that are refused."""

from __future__ import annotations

import aiohttp
import discord
import orjson
import pytest

from standin import Playground
from standin.driver import Person

from ..conftest import Rest
from ..sample_client import Sample


async def test_login_knows_bot_guild_and_channels(playground: Playground, client: Sample) -> None:
    await client.wait_until_ready()
    assert client.user is not None
    assert str(client.user.id) == playground.world.bot["id"]
    (guild,) = client.guilds
    assert [channel.name for channel in guild.text_channels] == ["lobby", "side-room", "lounge"]
    assert guild.me.guild_permissions.embed_links
    assert [command["name"] for command in playground.world.all_commands()][:2] == ["everything", "pick"]


async def test_cut_connection_is_resumed_and_nothing_is_missed(
    playground: Playground, client: Sample, ann: Person
) -> None:
    await playground.gateway.disconnect()
    answer = await ann.slash("lobby", "panel")
    assert answer.content == "count 0"
    await playground.until(lambda: playground.gateway.online)
    assert client.resumes == 1
    assert len(playground.gateway.sessions) == 1


async def test_unknown_session_is_refused(playground: Playground) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(playground.base_url + "/gateway") as socket:
        assert (await socket.receive_json())["op"] == 10
        resume = {"op": 6, "d": {"token": "any", "session_id": "gone", "seq": 1}}
        await socket.send_str(orjson.dumps(resume).decode())
        answer = await socket.receive_json()
        assert (answer["op"], answer["d"]) == (9, False)


async def test_wrong_token(playground: Playground, discord_is_here: None) -> None:
    async with discord.Client(intents=discord.Intents.none()) as client:
        with pytest.raises(discord.LoginFailure):
            await client.login("wrong")
    async with aiohttp.ClientSession() as session, session.ws_connect(playground.base_url + "/gateway") as socket:
        await socket.receive_json()
        await socket.send_str('{"op": 2, "d": {"token": "wrong", "intents": 0}}')
        assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
        assert socket.close_code == 4004


async def test_without_a_bot_nobody_answers(playground: Playground, client: Sample, ann: Person) -> None:
    await client.close()
    await playground.offline()
    playground.invoker.time_limit = 0.02
    assert (await ann.slash("lobby", "panel")).failed


async def test_the_way_to_the_gateway_with_what_it_recommends(playground: Playground, rest: Rest) -> None:
    playground.gateway.shards, playground.gateway.max_concurrency = 3, 16
    address = playground.base_url.replace("http://", "ws://") + "/gateway"
    assert await rest("GET", "/gateway") == (200, {"url": address})
    _, found = await rest("GET", "/gateway/bot")
    assert (found["url"], found["shards"]) == (address, 3)
    assert found["session_start_limit"]["max_concurrency"] == 16
