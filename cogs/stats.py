"""The command for statistics of dice and fights."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat import suggestions
from bot.chat.commands import records
from bot.chat.desk.context import Interaction
from bot.chat.suggestions.options import options


@app_commands.command(
    description="Count throws, with a test of the dice, or shots, hits and wounds; only you see the answer"
)
@options(
    {"encounter": suggestions.countable, "who": None},
    of="dice (default) or fights",
    who="Only this user's throws or fighters",
    encounter="Another encounter, or all: your own throws and fighters on this whole server",
    die="The die, for example d100; default: the one thrown most often",
)
async def stats(
    interaction: Interaction,
    of: Literal["dice", "fights"] = "dice",
    who: discord.User | None = None,
    encounter: str = "",
    die: str = "",
) -> None:
    await records.tell_statistics(interaction, of, str(who.id) if who else "", encounter, die)


async def setup(client: commands.Bot) -> None:
    """Add the command to the bot."""
    client.tree.add_command(stats)
