"""The command for statistics of dice and fights."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat import stats_service, suggestions
from bot.chat.options import options
from bot.chat.service import Interaction


@app_commands.command(description="Count throws, with a fair-dice test, or shots, hits and wounds; for your eyes only")
@options(
    {"encounter": suggestions.countable, "who": None},
    of="Dice (left out, these) or fights",
    who="Only one person's throws, or fighters",
    encounter="Another one than this channel's, or all: your own throws and fighters in all of this server",
    die="Which die, as d100; otherwise the one that was thrown most",
)
async def stats(
    interaction: Interaction,
    of: Literal["dice", "fights"] = "dice",
    who: discord.User | None = None,
    encounter: str = "",
    die: str = "",
) -> None:
    await stats_service.tell(interaction, of, str(who.id) if who else "", encounter, die)


async def setup(client: commands.Bot) -> None:
    """Add the command to the bot."""
    client.tree.add_command(stats)
