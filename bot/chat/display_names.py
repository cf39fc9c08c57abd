"""The names of users on Discord, for files with names instead of user ids."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import discord

from bot.chat.messages import TROUBLE, AnyInteraction
from rules.engine.references import without_marks

MOST_ASKED = 20
"""The most users that Discord is asked about for one file. The others get no name."""
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


async def _name(guild: discord.Guild, user: int) -> str:
    return (guild.get_member(user) or await guild.fetch_member(user)).display_name
