"""Commands for what users keep of their fighters between encounters."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.chat import render, suggestions
from bot.chat.commands import encounters, server
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction, book_here
from bot.chat.suggestions.options import BOOK, options
from bot.game.pages import encounter_pages

roster = app_commands.Group(name="roster", description="Show, rename and remove the fighters on your roster")


@roster.command(description="Show the fighters on your roster with their wounds and ammunition")
@options(ruleset=BOOK)
async def show(interaction: Interaction, ruleset: str = "") -> None:
    book, _ = await book_here(interaction, ruleset)
    kept, offers = await server.roster_of(interaction, book), await server.offers(interaction)
    await orders.tell(interaction, render.page(encounter_pages.roster(kept, offers, book)))


@roster.command(description="Give a fighter on your roster another name")
@options({"name": suggestions.profile}, name="The fighter on your roster", new="The new name", ruleset=BOOK)
async def rename(interaction: Interaction, name: str, new: str, ruleset: str = "") -> None:
    book, _ = await book_here(interaction, ruleset)
    old, new = await server.rename_kept(interaction, book, name, new)
    await orders.tell(interaction, render.sentence(f"{old} is now {new} on your roster."))


@roster.command(description="Remove a fighter from your roster, for good")
@options({"name": suggestions.profile}, name="The fighter on your roster", ruleset=BOOK)
async def remove(interaction: Interaction, name: str, ruleset: str = "") -> None:
    book, _ = await book_here(interaction, ruleset)
    gone = await server.remove_kept(interaction, book, name)
    await orders.tell(interaction, render.sentence(f"{gone} is removed from your roster."))


@roster.command(description="Keep on your roster a fighter that another user gave you")
@options({"who": suggestions.offered}, who="The name of your fighter in this channel's encounter")
async def accept(interaction: Interaction, who: str) -> None:
    await encounters.accept(interaction, who=who)


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(roster)
