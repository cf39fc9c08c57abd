"""An idle bot on many servers with channels, roles and overwrites as servers have them: its memory, and its start until
the first of its connections is ready."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from itertools import count
from typing import Any

from bench.load import Bot
from bench.report import Line, at_most, progress
from bench.run import Run
from bench.trees import ROOT
from standin import Playground
from standin.world import permissions, scenery

SERVERS = (1_000, 2_500, 10_000), (1_000,), (2,)
CHANNELS, ROLES, OVERWRITES = 40, 25, 3
_VOICE_EVERY, _CATEGORY_EVERY, _TOPIC_EVERY = 5, 8, 3
_WORDS = ("general", "rules", "memes", "campaign", "dice", "lore", "session", "notes", "maps", "music", "bots", "chat")
_OF_A_SHARD = 2_500
"""How many servers Discord gives one connection."""
_PAUSE = 2.0
"""Seconds between two looks."""
_GOALS = {2_500: at_most(108)}


async def lines(run: Run) -> AsyncIterator[Line]:
    """Start the bot on so many servers, and the one to compare with beside it."""
    for servers in run.of(SERVERS):
        ours = await _idle(run, servers, "ours", ROOT)
        others = await _idle(run, servers, "against", run.against.tree) if run.against else (None, None)
        what = f"{servers:,} servers of {CHANNELS} channels, {ROLES} roles and {OVERWRITES} overwrites each"
        yield Line(f"memory when idle, {what}", ours[0], "MiB", _GOALS.get(servers), others[0])
        yield Line(f"start, {what}", ours[1], "s", None, others[1])


async def _idle(run: Run, servers: int, name: str, tree: Any) -> tuple[float, float]:
    """Return the resident MiB of a bot on so many servers, and the seconds until it is ready."""
    progress(f"{servers:,} servers")
    playground = Playground()
    invite(playground, servers)
    playground.gateway.shards = -(-servers // _OF_A_SHARD)
    playground.gateway.max_concurrency = 16
    bot: Bot = await run.started(name, run.folder / f"{name}-{servers}.sqlite3", 0, tree, playground)
    try:
        await playground.until(lambda: len(playground.gateway.sessions) >= playground.gateway.shards)
        await bot.playground.person("GM").slash(next(iter(playground.world.channels)), "encounter show")
        return await _at_rest(bot), bot.started_in
    finally:
        await bot.close()


async def _at_rest(bot: Bot) -> float:
    """Return its memory in MiB once it has read of all servers."""
    used = -1.0
    while (now := bot.cpu) > used:
        used = now
        await asyncio.sleep(_PAUSE)
    return bot.memory


def invite(playground: Playground, servers: int) -> None:
    """Invite the bot to so many servers more."""
    world = playground.world
    for n in range(servers):
        guild = world.add_guild(f"Server {n}")
        numbers = count()
        roles = [guild.id]
        for _ in range(ROLES - len(guild.roles)):
            role = guild.add_role(world.snowflake(), _name(n, next(numbers)), permissions.value("view_channel"))
            roles.append(role["id"])
        for id, channel in _channels(playground, guild.id, n, numbers):
            allowed = str(permissions.value("view_channel", "send_messages"))
            channel["permission_overwrites"] = [
                {"id": roles[next(numbers) % len(roles)], "type": 0, "allow": allowed, "deny": "0"}
                for _ in range(OVERWRITES)
            ]
            world.channels[id] = channel


def _channels(playground: Playground, guild_id: str, n: int, numbers: Iterator[int]) -> Iterator[tuple[str, Any]]:
    """Yield the channels of a server besides its first one, each below the category before it."""
    category = None
    for at in range(1, CHANNELS):
        id = playground.world.snowflake()
        kind = 2 if at % _VOICE_EVERY == 0 else 0
        topic = " ".join(_name(n, next(numbers)) for _ in range(6)) if at % _TOPIC_EVERY == 0 else ""
        channel = scenery.channel(id, _name(n, next(numbers)), topic, at, guild_id, kind)
        if at % _CATEGORY_EVERY == 1:
            channel, category = {**channel, "type": 4}, id
        else:
            channel["parent_id"] = category
        yield id, channel


def _name(*numbers: int) -> str:
    return "-".join(_WORDS[(number * 7 + number // 16) % len(_WORDS)] for number in numbers)
