"""The seven verbs, the same in every rulebook, and the odds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.chat import suggestions
from bot.chat.commands import attack_odds, rolls, rulings
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction, attack_meant
from bot.chat.suggestions.options import Family, anywhere, options
from bot.game.requests import ActionRequest, AttackRequest, Undecided
from rules.engine.records.errors import Refusal
from rules.engine.records.orders import VERBS, Aim, Attack, Burst, Duck, Fire, Heal, Reload, Throw


async def _answered_or_ordered(interaction: Interaction, request: AttackRequest, dice: str, ruleset: str) -> None:
    """Answer in private if the attack is only a question in this rulebook; else carry it out."""
    try:
        context, order = await attack_meant(interaction, request, ruleset)
    except Undecided:
        # The form asks who it is.
        await orders.give(interaction, request, dice, ruleset)
        return
    if context.ruleset.inquiry(order):
        await attack_odds.tell_odds(interaction, context, order)
    else:
        await orders.give(interaction, request, dice, ruleset)


def _attack(
    verb: type[Attack],
    description: str,
    give: Callable[[Interaction, AttackRequest, str, str], Awaitable[object]] = orders.give,
) -> app_commands.Command[Any, ..., None]:
    """Return a command with the options that all attacks share, in the order a phone shows them."""

    @app_commands.command(name=VERBS[verb], description=description)
    @options()
    async def attack(
        interaction: Interaction,
        who: str = "",
        target: str = "",
        aim: int | None = None,
        weapon: str = "",
        range: int | None = None,
        how: str = "",
        mod: str = "",
        dice: str = "",
        ruleset: str = "",
    ) -> None:
        await give(interaction, AttackRequest(verb, target, aim, weapon, range, how, mod, who), dice, ruleset)

    return attack


aim = _attack(Aim, "Aim without firing, or show the chances of each aim", _answered_or_ordered)
fire = _attack(Fire, "Fire one shot")
burst = _attack(Burst, "Fire a burst at one target or several")
throw = _attack(Throw, "Throw a grenade or something like it")


@anywhere
@app_commands.command(description="Show the chances of an attack or of dice without a roll; only you see the answer")
@options(
    {"compare": suggestions.compare, "text": suggestions.ruling},
    who="The fighter who would attack, or a sheet line; default: your own fighter",
    compare="Compare in a picture with one or two weapons or ranges: Uzi, M870 or 20, 40",
    dice="Loose dice instead of an attack, for example 4d6kh3, 10d10>=7 or s8",
)
async def odds(
    interaction: Interaction,
    who: str = "",
    target: str = "",
    aim: int | None = None,
    weapon: str = "",
    range: int | None = None,
    how: str = "",
    mod: str = "",
    text: str = "",
    compare: str = "",
    dice: str = "",
    ruleset: str = "",
) -> None:
    if dice:
        if any((who, target, aim is not None, weapon, range is not None, how, mod, text, compare, ruleset)):
            raise Refusal("dice: shows the chances of loose dice. Leave the other options out.")
        await rolls.tell_chances(interaction, dice)
        return
    if text:
        if any((who, target, aim is not None, weapon, range is not None, how, mod)):
            raise Refusal("Say it all in text:, or leave text: out.")
        await rulings.tell_odds(interaction, text, compare, ruleset)
        return
    request = AttackRequest(Fire, target, aim, weapon, range, how, mod, who)
    context, order = await attack_meant(interaction, request, ruleset)
    if compare:
        await attack_odds.tell_comparison(interaction, context, order, compare)
    else:
        await attack_odds.tell_odds(interaction, context, order)


@app_commands.command(description="Get behind cover before the shot")
@options()
async def duck(interaction: Interaction, who: str = "", how: str = "", dice: str = "", ruleset: str = "") -> None:
    await orders.give(interaction, ActionRequest(Duck, who, how=how), dice, ruleset)


@app_commands.command(description="Reload a weapon")
@options()
async def reload(
    interaction: Interaction, who: str = "", weapon: str = "", how: str = "", dice: str = "", ruleset: str = ""
) -> None:
    await orders.give(interaction, ActionRequest(Reload, who, weapon=weapon, how=how), dice, ruleset)


@app_commands.command(description="Treat a wound")
@options(target="The patient's name")
async def heal(
    interaction: Interaction, who: str = "", target: str = "", how: str = "", dice: str = "", ruleset: str = ""
) -> None:
    await orders.give(interaction, ActionRequest(Heal, who, target, how=how), dice, ruleset)


FAMILY: Family = (aim, fire, burst, throw, duck, reload, heal, odds)


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    for command in FAMILY:
        client.tree.add_command(command)
