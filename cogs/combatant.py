"""Commands for combatants: bring them in, see them, rename them, hand them over, take them out."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat import render, suggestions
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction, open_encounter
from bot.chat.desk.display_names import members_named
from bot.chat.desk.prompts import TextWindow
from bot.chat.suggestions.options import options
from bot.game.pages import encounter_pages
from bot.game.requests import MusterRequest, PastedMusterRequest, dismissing, handing_over, owners_named, renaming

combatant = app_commands.Group(name="combatant", description="Add, show, change and remove fighters")

_WHO = "The fighter's name"
_SEVERAL = f"{_WHO}; several with commas"


@combatant.command(description="Add a fighter; without options a form adds many, one on each line")
@options(
    {"sheet": suggestions.sheet, "name": suggestions.kept},
    sheet="A sheet line in the book's words",
    name="The fighter's name; a fighter on your roster needs no sheet",
    count="The number of identical fighters, numbered",
    owner="The player who owns them; default: you, or the GM if you are one",
    at="A place for each fighter, separated by spaces, for example C4 C5",
    secret="For GMs: hide them from other sides until they meet or you reveal them",
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
    context = await open_encounter(interaction)
    owned = context.owner(str(owner.id) if owner else "")
    if sheet or name or at or count != 1:
        await orders.give(interaction, MusterRequest(name, sheet, count, side, at, owned, secret))
        return

    async def bring_in(answer: Interaction, text: str) -> None:
        owners = await members_named(answer, owners_named(text))
        await orders.give(answer, PastedMusterRequest(text, side, owned, secret, owners))

    window = TextWindow(
        title="Add fighters",
        label="Name: sheet line, one on each line",
        placeholder=context.ruleset.sheet_example,
        long=True,
        on_text=bring_in,
        hint="At the end of a line, if you like: at C4 side: Blue @Ann",
    )
    await orders.ask_text(interaction, window)


@combatant.command(description="Change a fighter's name or side")
@options({"who": suggestions.own}, who=_SEVERAL, name="The new name, of one fighter", side="The new side")
async def edit(interaction: Interaction, who: str, name: str = "", side: str = "") -> None:
    await orders.give(interaction, renaming(who, name, side))


@combatant.command(description="Show a fighter's present state; only you see the answer")
@options({"who": suggestions.anybody}, who=f"{_WHO}; default: your own fighter")
async def show(interaction: Interaction, who: str = "") -> None:
    context = await open_encounter(interaction)
    await orders.tell(interaction, render.page(encounter_pages.combatant(context.actor(who), context)))


@combatant.command(description="Remove a fighter from the encounter")
@options({"who": suggestions.anybody}, who=_SEVERAL)
async def remove(interaction: Interaction, who: str) -> None:
    await orders.give(interaction, dismissing(who))


@combatant.command(description="Hand a fighter over to another player or to the GM")
@options({"who": suggestions.anybody}, who=_SEVERAL, user="The new player; default: the GM")
async def owner(interaction: Interaction, who: str, user: discord.User | None = None) -> None:
    await orders.give(interaction, handing_over(who, str(user.id) if user else None))


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(combatant)
