"""Commands for ammunition: see it, buy a supply, weigh it, give a supply up."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.chat import render, suggestions
from bot.chat.options import options
from bot.chat.service import Interaction
from bot.game import encounter_pages
from bot.game.requests import BuyRequest, DropRequest
from rules.engine import ammunition_weight

ammo = app_commands.Group(name="ammo", description="See, buy, weigh and give up ammunition")


@ammo.command(description="See everything a combatant has of ammunition, for your eyes only")
@options({"who": suggestions.anybody}, who="Which combatant, by name; otherwise your own")
async def show(interaction: Interaction, who: str = "") -> None:
    service = interaction.client.service
    context = await service.context(interaction)
    await service.tell(interaction, render.page(encounter_pages.ammunition(context.actor(who), context)))


@ammo.command(description="Roll to buy an unlimited supply of a sort of ammunition, where the book has a rule for it")
@options(
    {
        "sort": suggestions.how,
        "die": suggestions.of("d4", "d6", "d8", "d10", "d12"),
        "per": suggestions.of("50", "item"),
        "term": suggestions.of("lifetime", "one month", "single mission"),
    },
    sort="Which sort of ammunition, as: AP",
    price="What it costs: 50 shots, or one item",
    die="The trait die of the Purchase roll, as: d8",
    per="What the price is for: 50 shots, or an item (grenades, rockets); otherwise 50",
    term="For how long: lifetime, one month, single mission; without it you choose after the roll",
    who="Who buys: a combatant's name; otherwise your own",
)
async def buy(
    interaction: Interaction,
    sort: str,
    price: int,
    die: str,
    per: str = "",
    term: str = "",
    mod: str = "",
    who: str = "",
    dice: str = "",
) -> None:
    await interaction.client.service.order(interaction, BuyRequest(sort, price, die, per, term, mod, who), dice)


@ammo.command(description="What ammo tokens or a magazine weigh in Significant Items, for your eyes only")
@options(
    tokens="How many tokens; otherwise a full magazine",
    magazine="How many rounds the magazine holds",
    extended="Whether it is an extended one: half as many rounds again, at half as much again",
    caseless="Whether the ammunition is caseless: half the weight",
    cost="What the weapon costs with the usual magazine",
)
async def weight(
    interaction: Interaction,
    tokens: int | None = None,
    magazine: int | None = None,
    extended: bool = False,
    caseless: bool = False,
    cost: int | None = None,
) -> None:
    page = ammunition_weight.page(tokens, magazine, cost, with_extended=extended, caseless=caseless)
    await interaction.client.service.tell(interaction, render.page(page))


@ammo.command(description="Give a supply of ammunition up: its mission or its month is over")
@options(
    {"sort": suggestions.how},
    sort="Of which sort, as: AP",
    who="Whose: a combatant's name; otherwise your own",
)
async def drop(interaction: Interaction, sort: str, who: str = "") -> None:
    await interaction.client.service.order(interaction, DropRequest(sort, who))


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(ammo)
