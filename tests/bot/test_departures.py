"""Servers that the bot has left: noted when it happens and at a start; after a time their data are deleted."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.chat.connection.departures import Departures
from bot.game.store import Store
from bot.game.store.home.shard_scope import ShardScope
from standin.world.guild import Guild
from tests.clocks import Put
from tests.homes import ask
from tests.served import Served, connected, served, stand_in
from tests.waiting import patience


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "referee.sqlite3"


def rows(database: Path, table: str) -> list[str]:
    """The servers of a table's rows."""
    return [str(row[0]) for row in ask(database, f"SELECT guild_id FROM {table} ORDER BY guild_id")]


async def play(bot: Served, guild: Guild) -> None:
    """An encounter of Ann's on that server."""
    world, ann = bot.playground.world, bot.person("Ann")
    guild.add_member(world.user(ann.id))
    await ann.slash(channel_of(bot, guild), "encounter start", ruleset="aliens", title="Elsewhere")


def channel_of(bot: Served, guild: Guild) -> str:
    return next(str(c["id"]) for c in bot.playground.world.channels.values() if c.get("guild_id") == guild.id)


async def until_noted(database: Path, guilds: list[str]) -> None:
    async with asyncio.timeout(patience()):
        while rows(database, "departures") != guilds:
            await asyncio.sleep(0.01)


async def days_pass(bot: Served, clock: Put, days: int) -> None:
    """Do the sweep's work of once a minute, that many days later."""
    await bot.client.wait_until_ready()
    clock.time += timedelta(days=days)
    await bot.client.departures.upkeep(clock.now())
    await bot.client.erasing.upkeep(clock.now())
    async with asyncio.timeout(patience()):
        while await bot.store.erasure.next_deletion():
            await asyncio.sleep(0.01)


async def test_what_is_kept_of_a_server_goes_thirty_days_after_the_bot(database: Path) -> None:
    clock = Put()
    async with served(database, clock) as bot:
        guild = bot.playground.world.add_guild("Elsewhere")
        await play(bot, guild)
        ann = bot.person("Ann")
        await ann.slash("skirmish", "encounter start", ruleset="aliens", title="Here")
        direct = bot.playground.world.direct(ann.id)["id"]
        await ann.slash(direct, "encounter start", ruleset="aliens", title="Alone")
        bot.playground.world.remove_guild(guild.id)
        await until_noted(database, [guild.id])
        await days_pass(bot, clock, 29)
        assert guild.id in rows(database, "encounters")
        await days_pass(bot, clock, 2)
        assert len(rows(database, "encounters")) == 2
        assert guild.id not in rows(database, "encounters") + rows(database, "departures") + rows(database, "deleting")


async def test_a_departure_while_the_bot_was_away_is_noted_at_its_start(database: Path) -> None:
    async with stand_in() as playground:
        world = playground.world
        guild = world.add_guild("Elsewhere")
        async with connected(playground, database, Put()) as bot:
            await play(bot, guild)
        world.remove_guild(guild.id)
        async with connected(playground, database, Put()) as bot:
            await until_noted(database, [guild.id])
            # Discord may list a server that it cannot reach just now: the bot is on it all the same.
            world.guilds[guild.id] = guild
        async with connected(playground, database, Put()):
            await until_noted(database, [])


async def test_a_bot_that_is_invited_again_keeps_everything(database: Path) -> None:
    clock = Put()
    async with served(database, clock) as bot:
        world = bot.playground.world
        guild = world.add_guild("Elsewhere")
        await play(bot, guild)
        world.remove_guild(guild.id)
        await until_noted(database, [guild.id])
        world.guilds[guild.id] = guild
        world.tell("guild_create", {"guild_id": guild.id, **guild.data()})
        await until_noted(database, [])
        await days_pass(bot, clock, 31)
        assert rows(database, "encounters") == [guild.id]


async def test_a_bot_that_comes_back_before_the_deletion_keeps_everything(database: Path) -> None:
    invited, asked = "11", "12"
    left = datetime(2026, 5, 1, tzinfo=UTC)
    later = left + timedelta(days=31)
    async with await Store.open(database) as store:
        # A manager's own request stays.
        await store.erasure.intend_deletion(asked, left - timedelta(days=1))
        await store.erasure.note_departures([invited, asked], left)
        await store.erasure.delete_departed(later, later)
        assert rows(database, "deleting") == [invited, asked]
        await store.erasure.note_returns({invited, asked})
        assert rows(database, "deleting") == [asked]
        assert rows(database, "departures") == []


async def test_a_process_deletes_only_what_its_shards_left(database: Path) -> None:
    first, second = str(6 << 22), str(7 << 22)
    now = datetime(2026, 5, 1, tzinfo=UTC)
    async with await Store.open(database) as store:
        await store.erasure.note_departures([first, second], now)
        store.look_after(ShardScope(2, frozenset({1})))
        # The process of the other shard alone knows whether the bot is on the first server again.
        later = now + timedelta(days=30)
        assert await store.erasure.delete_departed(later, later) == 1
        assert await store.erasure.next_deletion() == (second, later)
        assert await store.erasure.is_deleted(first)


async def test_an_outage_is_no_departure_and_never_means_never(database: Path) -> None:
    clock = Put()
    async with served(database, clock) as bot:
        guild = bot.playground.world.add_guild("Elsewhere")
        await play(bot, guild)
        gone = {"id": guild.id, "unavailable": True}
        bot.playground.world.tell("guild_delete", {"guild_id": guild.id, **gone})
        never = Departures(bot.client, bot.store, 0, clock)
        other = bot.playground.world.add_guild("Left")
        await play(bot, other)
        bot.playground.world.remove_guild(other.id)
        await until_noted(database, [other.id])
        await bot.client.wait_until_ready()
        clock.time += timedelta(days=1000)
        await never.upkeep(clock.now())
        assert rows(database, "deleting") == []
        assert sorted(rows(database, "encounters")) == sorted([guild.id, other.id])
