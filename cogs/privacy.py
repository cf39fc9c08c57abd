"""Commands for what the bot keeps: see it, be forgotten, delete a server's data."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.chat.options import options
from bot.chat.privacy import PrivateInteraction

privacy = app_commands.Group(name="privacy", description="What the bot keeps about you and this server")


@privacy.command(description="Everything that is kept about you, as a file (JSON) for your eyes only")
@options(everywhere="On every server and in direct messages; otherwise on this server")
async def show(interaction: PrivateInteraction, everywhere: bool = False) -> None:
    await interaction.client.privacy.show(interaction, everywhere)


@privacy.command(description="Be forgotten: an anonymous id takes the place of yours; asks first")
@options(everywhere="On every server and in direct messages; otherwise on this server")
async def forget(interaction: PrivateInteraction, everywhere: bool = False) -> None:
    await interaction.client.privacy.ask_to_forget(interaction, everywhere)


@privacy.command(description="Delete everything that is kept of this server, for its managers; asks first")
async def server(interaction: PrivateInteraction) -> None:
    await interaction.client.privacy.ask_to_delete(interaction)


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(privacy)
