"""The map as a picture."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.chat import suggestions
from bot.chat.commands import maps
from bot.chat.desk.context import Interaction
from bot.chat.suggestions.options import options


@app_commands.command(name="map", description="Show the map as your side knows it; only you see the answer")
@options(
    {"who": suggestions.anybody},
    who="The fighter in the middle; default: everyone you know of",
    whole="True: the whole map, however large",
    grid="True: write its coordinates into each space",
)
async def map_(interaction: Interaction, who: str = "", whole: bool = False, grid: bool = False) -> None:
    await maps.tell_map(interaction, who, whole, grid)


async def setup(client: commands.Bot) -> None:
    """Add the command to the bot."""
    client.tree.add_command(map_)
