"""Commands for what users keep of their fighters between encounters."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.chat import render, suggestions
from bot.chat.options import BOOK, options
from bot.chat.service import Interaction
from bot.game import encounter_pages

roster = app_commands.Group(name="roster", description="See, rename and remove the fighters that you keep")


@roster.command(description="See whom you keep between encounters, with their wounds and ammunition")
@options(ruleset=BOOK)
async def show(interaction: Interaction, ruleset: str = "") -> None:
    service = interaction.client.service
    book, _ = await service.book(interaction, ruleset)
    kept, offers = await service.roster(interaction, book), await service.offers(interaction)
    await service.tell(interaction, render.page(encounter_pages.roster(kept, offers, book)))


@roster.command(description="Give a fighter on your roster another name")
@options({"name": suggestions.profile}, name="Which fighter on your roster", new="The new name", ruleset=BOOK)
async def rename(interaction: Interaction, name: str, new: str, ruleset: str = "") -> None:
    service = interaction.client.service
    book, _ = await service.book(interaction, ruleset)
    old, new = await service.rename_kept(interaction, book, name, new)
    await service.tell(interaction, render.sentence(f"{old} is now {new} on your roster."))


@roster.command(description="Remove a fighter from your roster, for good")
@options({"name": suggestions.profile}, name="Which fighter on your roster", ruleset=BOOK)
async def remove(interaction: Interaction, name: str, ruleset: str = "") -> None:
    service = interaction.client.service
    book, _ = await service.book(interaction, ruleset)
    gone = await service.remove_kept(interaction, book, name)
    await service.tell(interaction, render.sentence(f"{gone} is removed from your roster."))


@roster.command(description="Keep a fighter of yours whom another brought in or handed over")
@options({"who": suggestions.offered}, who="Which of your fighters in this channel's encounter, by name")
async def accept(interaction: Interaction, who: str) -> None:
    await interaction.client.service.accept(interaction, who=who)


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(roster)
