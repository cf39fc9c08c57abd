"""Commands for ammunition: see it, buy a supply, weigh it, give a supply up."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.chat import render, suggestions
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction, open_encounter
from bot.chat.suggestions.options import options
from bot.game.pages import encounter_pages
from bot.game.requests import BuyRequest, DropRequest
from rules.engine.ammunition import ammunition_weight

ammo = app_commands.Group(name="ammo", description="Show, buy, weigh and drop ammunition")


@ammo.command(description="Show all the ammunition of a fighter; only you see the answer")
@options({"who": suggestions.anybody}, who="The fighter's name; default: all of your own fighters")
async def show(interaction: Interaction, who: str = "") -> None:
    context = await open_encounter(interaction)
    await orders.tell(interaction, render.page(encounter_pages.ammunition(context.shown(who), context)))


@ammo.command(description="Roll to buy an unlimited supply of a kind of ammunition, if the rulebook has that rule")
@options(
    {
        "sort": suggestions.how,
        "die": suggestions.of("d4", "d6", "d8", "d10", "d12"),
        "per": suggestions.of("50", "item"),
        "term": suggestions.of("lifetime", "one month", "single mission"),
    },
    sort="The kind of ammunition, for example AP",
    price="The price of 50 shots or of one item",
    die="The trait die of the Purchase roll, for example d8",
    per="The price is per 50 shots, or per item (grenades, rockets); default: 50",
    term="How long it lasts: lifetime, one month, single mission; default: you choose after the roll",
    who="The fighter who buys; default: your own fighter",
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
    await orders.give(interaction, BuyRequest(sort, price, die, per, term, mod, who), dice)


@ammo.command(description="The weight of ammo tokens or a magazine in Significant Items; only you see the answer")
@options(
    tokens="The number of tokens; default: a full magazine",
    magazine="The number of rounds that the magazine holds",
    extended="True for an extended magazine: 1.5 times the rounds and 1.5 times the cost",
    caseless="True for caseless ammunition: half the weight",
    cost="The cost of the weapon with its normal magazine",
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
    await orders.tell(interaction, render.page(page))


@ammo.command(description="Drop a supply of ammunition when its mission or month is over")
@options(
    {"sort": suggestions.how},
    sort="The kind of ammunition, for example AP",
    who="The fighter's name; default: your own fighter",
)
async def drop(interaction: Interaction, sort: str, who: str = "") -> None:
    await orders.give(interaction, DropRequest(sort, who))


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(ammo)
