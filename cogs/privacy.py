"""Commands for what the bot keeps: see it, be forgotten, delete a server's data."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.chat.commands import privacy
from bot.chat.desk.context import Interaction
from bot.chat.suggestions.options import options

group = app_commands.Group(name="privacy", description="The data the bot keeps about you and this server")


@group.command(description="Get all your data as a JSON file; only you see the answer")
@options(everywhere="True: every server and direct messages; default: this server")
async def show(interaction: Interaction, everywhere: bool = False) -> None:
    await privacy.show(interaction, everywhere)


@group.command(description="Replace your user id with an anonymous one; the bot asks first")
@options(everywhere="True: every server and direct messages; default: this server")
async def forget(interaction: Interaction, everywhere: bool = False) -> None:
    await privacy.ask_to_forget(interaction, everywhere)


@group.command(description="For managers: delete all data of this server; the bot asks first")
async def server(interaction: Interaction) -> None:
    await privacy.ask_to_delete(interaction)


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(group)
