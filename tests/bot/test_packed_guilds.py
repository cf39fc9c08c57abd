"""Servers are packed until they are used; what Discord says meanwhile counts as if they were not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from bot.chat.connection import packed_guilds
from bot.chat.connection.packed_guilds import PackedGuild
from standin.world import scenery
from standin.world.guild import Guild
from tests.served import CHANNEL, Served, served
from tests.waiting import until

SEND = discord.Permissions(send_messages=True).value


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path / "bot.sqlite3") as bot:
        yield bot


def packed(guild: PackedGuild) -> bool:
    return guild._open is None


def known(bot: Served, guild: Guild | None = None) -> PackedGuild:
    found = bot.client.get_guild(int(guild.id if guild else scenery.GUILD_ID))
    assert isinstance(found, PackedGuild)
    return found


async def invited(bot: Served, *names: str) -> Guild:
    """A further server with these channels besides #general."""
    world = bot.playground.world
    guild = world.add_guild("Elsewhere")
    made = [world.add_channel(name, guild_id=guild.id) for name in names]
    await until(lambda: bot.client.get_guild(int(guild.id)))
    await until(lambda: all(bot.client.get_channel(int(channel["id"])) for channel in made))
    return guild


def may_send(bot: Served, channel_id: str) -> bool:
    channel = bot.client.get_channel(int(channel_id))
    assert isinstance(channel, discord.TextChannel)
    return channel.permissions_for(channel.guild.me).send_messages


async def test_a_server_is_packed_until_somebody_plays_there(bot: Served) -> None:
    home = known(bot)
    assert packed(home)
    await bot.person("GM").slash(CHANNEL, "encounter start", ruleset="aliens", title="Depot")
    assert not packed(home)


async def test_one_channel_is_made_and_not_the_others(bot: Served) -> None:
    here = bot.client.get_channel(int(bot.person("GM").channel_id(CHANNEL)))
    assert isinstance(here, discord.TextChannel) and here.name == CHANNEL
    assert [*known(bot)._channels._made] == [here.id]
    assert bot.client.get_channel(here.id) is here
    assert len(known(bot).text_channels) == sum(
        channel["type"] == 0 for channel in bot.playground.world.channels.values()
    )


async def test_those_used_longest_ago_are_packed_again(bot: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = [await invited(bot, "one"), await invited(bot, "two")]
    monkeypatch.setattr(packed_guilds, "_MOST_OPEN", known(bot, first).size + known(bot, second).size)
    for one in bot.client.guilds:
        known(bot).pack() if one is known(bot) else one.pack()  # type: ignore[attr-defined]
    assert [channel.name for channel in known(bot, first).text_channels] == ["general", "one"]
    assert [channel.name for channel in known(bot, second).text_channels] == ["general", "two"]
    assert not packed(known(bot, first)) and not packed(known(bot, second))
    assert known(bot).text_channels
    assert packed(known(bot, first)) and not packed(known(bot))
    assert [channel.name for channel in known(bot, first).text_channels] == ["general", "one"]


@pytest.mark.parametrize("again", [False, True], ids=["open", "packed again"])
async def test_changes_count(bot: Served, again: bool) -> None:
    world = bot.playground.world
    guild = await invited(bot, "one", "two")
    one, two = [id for id, channel in world.channels.items() if channel["name"] in ("one", "two")]

    async def after(condition: object) -> None:
        await until(condition)  # type: ignore[arg-type]
        if again:
            known(bot, guild).pack()

    assert may_send(bot, one)
    everyone = {"id": guild.id, "type": 0, "allow": "0", "deny": str(SEND)}
    world.change_channel(one, permission_overwrites=[everyone])
    await after(lambda: not may_send(bot, one))
    assert may_send(bot, two)
    role = world.add_role("Speakers", guild_id=guild.id)
    await after(lambda: known(bot, guild).get_role(int(role["id"])))
    world.change_role(role["id"], guild.id, name="Quiet")
    await after(lambda: known(bot, guild).get_role(int(role["id"])).name == "Quiet")  # type: ignore[union-attr]
    world.delete_role(role["id"], guild.id)
    await after(lambda: known(bot, guild).get_role(int(role["id"])) is None)
    world.delete_channel(one)
    await after(lambda: bot.client.get_channel(int(one)) is None)
    assert [channel.name for channel in known(bot, guild).text_channels] == ["general", "two"]


async def test_a_server_that_was_away_has_the_channels_that_it_has_now(bot: Served) -> None:
    guild = await invited(bot, "one", "two")
    known_guild = known(bot, guild)
    channels = [channel for channel in known_guild._channels.payloads.values() if channel["name"] != "one"]
    known_guild._from_data({"id": guild.id, "name": "Back", "channels": channels, "unavailable": False})
    assert packed(known_guild) and known_guild.name == "Back"
    assert [channel.name for channel in known_guild.text_channels] == ["general", "two"]
    assert known_guild.default_role.id == known_guild.id


@pytest.mark.parametrize("id", [0, -1, 1 << 63, 1 << 64, 10**40, None])
async def test_an_id_of_no_channel_is_none(bot: Served, id: int | None) -> None:
    assert bot.client._connection.get_channel(id) is None


async def test_threads_are_found(bot: Served) -> None:
    thread = bot.client.get_channel(int(scenery.THREAD_ID))
    assert isinstance(thread, discord.Thread) and thread.parent is not None
    assert thread.permissions_for(thread.guild.me).view_channel
