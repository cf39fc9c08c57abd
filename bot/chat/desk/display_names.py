"""The names of users on Discord, for files with names instead of user ids, and users by the names in a text."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import discord

from bot.chat.outgoing.messages import TROUBLE, AnyInteraction
from rules.engine.records.references import without_marks

MOST_ASKED = 20
"""The most users that Discord is asked about for one file. The others get no name."""
_MOST_FOUND = 20
_SOON = 1.5
"""The most seconds for finding members by their names: a form waits for it."""
_PATIENCE = 8.0
"""The most seconds for all of these questions."""


async def display_names(interaction: AnyInteraction, users: Sequence[str]) -> dict[str, str]:
    """Return the display names of users on this server; those that Discord does not tell in time are left out."""
    names = {str(interaction.user.id): interaction.user.display_name}
    if interaction.guild is None:
        return names
    asked = [user for user in users if user.isdecimal() and user not in names][:MOST_ASKED]
    with suppress(TimeoutError):
        async with asyncio.timeout(_PATIENCE):
            for user in asked:
                with suppress(*TROUBLE):
                    names[user] = await _name(interaction.guild, int(user))
    return {user: name for user in users if (name := " ".join(without_marks(names.get(user, "")).split()))}


async def members_named(interaction: AnyInteraction, names: Sequence[str]) -> dict[str, str]:
    """Return the members of this server who are called so, as ids by name in lower case: by the name that the server
    shows, or by their username. A name that several members have, or that Discord does not find in time, is left out.
    """
    found: dict[str, str] = {}
    if interaction.guild_id is None:
        return found
    with suppress(TimeoutError):
        async with asyncio.timeout(_SOON):
            for name in names[:MOST_ASKED]:
                with suppress(*TROUBLE):
                    if id := await _member(interaction, name):
                        found[name.casefold()] = id
    return found


async def _member(interaction: AnyInteraction, name: str) -> str:
    route = discord.http.Route("GET", "/guilds/{guild_id}/members/search", guild_id=interaction.guild_id)
    members = await interaction.client.http.request(route, params={"query": name, "limit": _MOST_FOUND})
    for keys in (("nick", "global_name", "username"), ("username",)):
        called = [m["user"]["id"] for m in members if _first(m, keys).casefold() == name.casefold()]
        if len(called) == 1:
            return str(called[0])
    return ""


def _first(member: Mapping[str, Any], keys: Sequence[str]) -> str:
    return next((str(one) for key in keys if (one := member.get(key) or member["user"].get(key))), "")


async def _name(guild: discord.Guild, user: int) -> str:
    return (guild.get_member(user) or await guild.fetch_member(user)).display_name
