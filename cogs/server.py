"""Commands for what the server itself has set: the role that keeps its records, and its rulebook."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat import render
from bot.chat.options import options
from bot.chat.service import Interaction
from rules.engine.errors import Refusal

server = app_commands.Group(name="server", description="See and choose what is so on the whole server")


@server.command(description="Who keeps the server's weapons, cards and rulebook, besides those who may manage it")
@options(role="The role that keeps them from now on", nobody="True: no role keeps them any more, only the managers")
async def keeper(interaction: Interaction, role: discord.Role | None = None, nobody: bool = False) -> None:
    service = interaction.client.service
    if role and nobody:
        raise Refusal("Give role: or nobody:, not both.")
    if role or nobody:
        await service.name_keeper(interaction, str(role.id) if role else None)
    await service.tell(interaction, render.keeper(await service.keeper(interaction)))


@server.command(description="The rulebook that this server's encounters and quick rulings go by if none is named")
@options(ruleset="By which rulebook; without it the present one is told")
async def rulebook(interaction: Interaction, ruleset: str = "") -> None:
    service = interaction.client.service
    if ruleset:
        await service.choose_rulebook(interaction, ruleset)
    book, preset = await service.rulebook(interaction)
    title = f"{book.title}, {book.presets[preset].title}" if len(book.presets) > 1 else book.title
    await service.tell(interaction, render.sentence(f"This server goes by {title} where no rulebook is named."))


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(server)
