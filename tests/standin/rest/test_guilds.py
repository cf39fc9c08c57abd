"""Guilds, channels, roles, members and overwrites, with a real client and by hand."""

from __future__ import annotations

import discord
import pytest

from standin import Playground
from standin.driver import Person
from tests.standin.conftest import Rest
from tests.standin.sample_client import Sample

PLACE = "1100000000000000301"


def bot_may(playground: Playground, *names: str) -> None:
    """Gives the bot these permissions everywhere."""
    role = playground.world.add_role("Further rights", *names)
    playground.world.give_role(playground.world.bot["id"], role["id"])


async def test_what_the_guild_is_made_of(playground: Playground, rest: Rest) -> None:
    guild = f"/guilds/{playground.world.home.id}"
    assert [role["name"] for role in (await rest("GET", f"{guild}/roles"))[1]] == [
        "@everyone", "Players", "Game Masters", "Test Bot"
    ]  # fmt: skip
    _, members = await rest("GET", f"{guild}/members?limit=10")
    assert [m["user"]["global_name"] for m in members] == ["Test Bot", "GM", "Ann", "Ben", "Cleo"]
    _, after = await rest("GET", f"{guild}/members?limit=1&after=1100000000000000202")
    assert [m["user"]["global_name"] for m in after] == ["Ben"]
    _, found = await rest("GET", f"{guild}/members/search?query=cl&limit=5")
    assert [m["user"]["global_name"] for m in found] == ["Cleo"]
    status, nobody = await rest("GET", f"{guild}/members/7")
    assert (status, nobody["code"]) == (404, 10007)
    _, guilds = await rest("GET", "/users/@me/guilds")
    assert [(g["name"], g["owner"]) for g in guilds] == [("Test Server", False)]


async def test_without_the_permission_nothing_is_changed(playground: Playground, rest: Rest) -> None:
    guild = f"/guilds/{playground.world.home.id}"
    playground.world.forbid(PLACE, "create_private_threads")
    for method, path, body in (
        ("POST", f"{guild}/channels", {"name": "new"}),
        ("PATCH", f"/channels/{PLACE}", {"name": "new"}),
        ("DELETE", f"/channels/{PLACE}", None),
        ("POST", f"{guild}/roles", {"name": "new"}),
        ("PUT", f"{guild}/members/1100000000000000202/roles/1100000000000000401", None),
        ("PUT", f"/channels/{PLACE}/permissions/1100000000000000202", {"type": 1, "deny": 2048}),
        ("POST", f"/channels/{PLACE}/threads", {"name": "new", "type": 12}),
        ("POST", f"/channels/{PLACE}/messages/bulk-delete", {"messages": ["1", "2"]}),
    ):
        status, answer = await rest(method, path, body)
        assert (status, answer.get("code")) == (403, 50013), (path, answer)
    assert playground.world.channel(PLACE)["name"] == "lobby"


async def test_channels_come_change_and_go(playground: Playground, client: Sample) -> None:
    bot_may(playground, "manage_channels")
    guild = client.guilds[0]
    made = await guild.create_text_channel("vault", topic="Deep below")
    assert (made.name, made.topic) == ("vault", "Deep below")
    await made.edit(name="strongroom")
    assert (await client.fetch_channel(made.id)).name == "strongroom"  # type: ignore[union-attr]
    heard = client.wait_for("guild_channel_delete", timeout=5)
    await made.delete()
    assert (await heard).id == made.id
    with pytest.raises(discord.NotFound, match="10003"):
        await client.fetch_channel(made.id)


async def test_roles_are_made_given_and_taken(playground: Playground, client: Sample, ann: Person) -> None:
    bot_may(playground, "manage_roles")
    guild = await client.fetch_guild(client.guilds[0].id)
    role = await guild.create_role(name="Wounded", permissions=discord.Permissions(view_channel=True))
    member = await guild.fetch_member(int(ann.id))
    await member.add_roles(role)
    assert str(role.id) in playground.world.member(ann.id)["roles"]
    await member.remove_roles(role)
    assert str(role.id) not in playground.world.member(ann.id)["roles"]
    await role.delete()
    assert role.id not in [r.id for r in await guild.fetch_roles()]


async def test_overwrites_bind_at_once(playground: Playground, client: Sample, ann: Person) -> None:
    bot_may(playground, "manage_roles")
    channel = client.get_channel(int(PLACE))
    assert isinstance(channel, discord.TextChannel)
    await channel.send("One")
    own = channel.guild.me
    await channel.set_permissions(own, send_messages=False)
    with pytest.raises(discord.Forbidden, match="50013"):
        await channel.send("Two")
    await channel.set_permissions(own, overwrite=None)
    await channel.send("Three")
    assert [m["content"] for m in ann.sees(PLACE)] == ["One", "Three"]


@pytest.mark.parametrize(
    ("denied", "body", "code"),
    [
        ("view_channel", {"content": "x"}, 50001),
        ("send_messages", {"content": "x"}, 50013),
        ("embed_links", {"embeds": [{"title": "x"}]}, 50013),
        ("read_message_history", {"content": "x", "message_reference": {"message_id": "1"}}, 160002),
    ],
)
async def test_each_message_takes_its_permissions(
    playground: Playground, rest: Rest, denied: str, body: dict[str, object], code: int
) -> None:
    playground.world.forbid(PLACE, denied)
    status, answer = await rest("POST", f"/channels/{PLACE}/messages", body)
    assert (status, answer["code"]) == (403, code)
    assert list(playground.world.history(PLACE)) == []


async def test_a_file_takes_its_permission(playground: Playground, client: Sample) -> None:
    channel = client.get_channel(int(PLACE))
    assert isinstance(channel, discord.TextChannel)
    playground.world.forbid(PLACE, "attach_files")
    with pytest.raises(discord.Forbidden, match="50013"):
        await channel.send(file=discord.File(__file__))


async def test_without_the_history_nothing_is_listed(playground: Playground, rest: Rest, ann: Person) -> None:
    said = ann.say(PLACE, "hello")
    playground.world.forbid(PLACE, "read_message_history")
    assert await rest("GET", f"/channels/{PLACE}/messages") == (200, [])
    status, answer = await rest("GET", f"/channels/{PLACE}/messages/{said['id']}")
    assert (status, answer["code"]) == (403, 50013)


async def test_pins(playground: Playground, client: Sample) -> None:
    bot_may(playground, "pin_messages")
    channel = client.get_channel(int(PLACE))
    assert isinstance(channel, discord.TextChannel)
    first, second = [await channel.send(text) for text in ("One", "Two")]
    heard = client.wait_for("guild_channel_pins_update", timeout=5)
    await first.pin()
    await second.pin()
    assert (await heard)[0].id == int(PLACE)
    assert [m.content async for m in channel.pins()] == ["Two", "One"]
    await second.unpin()
    assert [m.content async for m in channel.pins()] == ["One"]


async def test_several_messages_are_deleted_at_once(playground: Playground, client: Sample, ann: Person) -> None:
    bot_may(playground, "manage_messages")
    channel = client.get_channel(int(PLACE))
    assert isinstance(channel, discord.TextChannel)
    sent = [await channel.send(text) for text in "abc"]
    await channel.delete_messages(sent[:2])
    assert [m["content"] for m in ann.sees(PLACE)] == ["c"]


async def test_a_word_in_private(playground: Playground, client: Sample, ann: Person) -> None:
    user = await client.fetch_user(int(ann.id))
    await user.send("Psst.")
    assert [m["content"] for m in ann.sees(playground.world.direct(ann.id)["id"])] == ["Psst."]


async def test_the_bot_comes_into_a_guild_and_is_thrown_out(playground: Playground, client: Sample) -> None:
    await client.wait_until_ready()
    joined = client.wait_for("guild_join", timeout=5)
    guild = playground.world.add_guild("Elsewhere")
    assert (await joined).id == int(guild.id)
    left = client.wait_for("guild_remove", timeout=5)
    playground.world.remove_guild(guild.id)
    assert (await left).name == "Elsewhere"
    with pytest.raises(discord.NotFound, match="10004"):
        await client.fetch_guild(int(guild.id))
