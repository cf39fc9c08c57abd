"""The map as a picture."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.chat import suggestions
from bot.chat.options import options
from bot.chat.service import Interaction


@app_commands.command(name="map", description="See the map as a picture, as your side knows it: for your eyes only")
@options(
    {"who": suggestions.anybody},
    who="Around which fighter; otherwise around everybody whom you know of",
    whole="The whole map, however large",
    grid="Whether each space has its coordinates written in it",
)
async def map_(interaction: Interaction, who: str = "", whole: bool = False, grid: bool = False) -> None:
    await interaction.client.service.tell_map(interaction, who, whole, grid)


async def setup(client: commands.Bot) -> None:
    """Add the command to the bot."""
    client.tree.add_command(map_)
