"""Commands for combatants: bring them in, see them, rename them, hand them over, take them out."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat import render, suggestions, views
from bot.chat.options import options
from bot.chat.service import Interaction
from bot.game import encounter_pages
from bot.game.requests import MusterRequest, PastedMusterRequest, dismissing, handing_over, renaming

combatant = app_commands.Group(name="combatant", description="Bring fighters in, see them, change them, take them out")

_WHO = "Which combatant, by name"


@combatant.command(description="Bring in a combatant; with nothing filled in, a form takes many, one on each line")
@options(
    {"sheet": suggestions.sheet, "name": suggestions.kept},
    sheet="A sheet line in the book's words",
    name="What he is called; a name you keep between encounters needs no sheet",
    count="How many of the same, numbered",
    owner="The player he belongs to; otherwise you, or the GM if you are one",
    at="Where: a place for each, by blanks, as: C4 C5",
    secret="For GMs: other sides do not know of them until they meet them or you reveal them",
)
async def add(
    interaction: Interaction,
    sheet: str = "",
    name: str = "",
    count: int = 1,
    owner: discord.User | None = None,
    side: str = "",
    at: str = "",
    secret: bool = False,
) -> None:
    service = interaction.client.service
    context = await service.context(interaction)
    owned = context.owner(str(owner.id) if owner else "")
    if sheet or name or at or count != 1:
        await service.order(interaction, MusterRequest(name, sheet, count, side, at, owned, secret))
        return

    async def bring_in(answer: Interaction, text: str) -> None:
        await service.order(answer, PastedMusterRequest(text, side, owned, secret))

    window = views.TextWindow(
        title="Bring combatants in",
        label="One on each line, as Name: sheet line",
        placeholder=context.ruleset.sheet_example,
        long=True,
        on_text=bring_in,
        hint="A place may follow, as: at C4",
    )
    await interaction.response.send_modal(views.TextModal(window))


@combatant.command(description="Give a combatant another name or side")
@options({"who": suggestions.own}, who=_WHO, name="The new name", side="The new side")
async def edit(interaction: Interaction, who: str, name: str = "", side: str = "") -> None:
    await interaction.client.service.order(interaction, renaming(who, name, side))


@combatant.command(description="See a combatant as he stands, for your eyes only")
@options({"who": suggestions.anybody}, who=f"{_WHO}; otherwise your own")
async def show(interaction: Interaction, who: str = "") -> None:
    service = interaction.client.service
    context = await service.context(interaction)
    await service.tell(interaction, render.page(encounter_pages.combatant(context.actor(who), context)))


@combatant.command(description="Take a combatant out of the encounter")
@options({"who": suggestions.anybody}, who=_WHO)
async def remove(interaction: Interaction, who: str) -> None:
    await interaction.client.service.order(interaction, dismissing(who))


@combatant.command(description="Give a combatant to another player, or to the GM")
@options({"who": suggestions.anybody}, who=_WHO, user="The player; left out, the GM takes him")
async def owner(interaction: Interaction, who: str, user: discord.User | None = None) -> None:
    await interaction.client.service.order(interaction, handing_over(who, str(user.id) if user else None))


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(combatant)
