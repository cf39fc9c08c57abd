"""Commands for what the server itself has set: the role that keeps its records, and its rulebook."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat import render
from bot.chat.commands import server
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction
from bot.chat.suggestions.options import options
from rules.engine.records.errors import Refusal

group = app_commands.Group(name="server", description="Show and change the server's settings")


@group.command(description="Show or set the role that may change the server's weapons, cards and rulebook")
@options(role="The role that may change them from now on", nobody="True: no role, only the server's managers")
async def keeper(interaction: Interaction, role: discord.Role | None = None, nobody: bool = False) -> None:
    if role and nobody:
        raise Refusal("Give role: or nobody:, not both.")
    if role or nobody:
        await server.name_keeper(interaction, str(role.id) if role else None)
    await orders.tell(interaction, render.keeper(await server.keeper(interaction)))


@group.command(description="Show or set this server's default rulebook")
@options(ruleset="The new rulebook; default: show the present one")
async def rulebook(interaction: Interaction, ruleset: str = "") -> None:
    if ruleset:
        await server.choose_rulebook(interaction, ruleset)
    book, preset = await server.server_rulebook(interaction)
    title = f"{book.title}, {book.presets[preset].title}" if len(book.presets) > 1 else book.title
    await orders.tell(interaction, render.sentence(f"This server uses {title} where no rulebook is named."))


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(group)
