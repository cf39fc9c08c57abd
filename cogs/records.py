"""Commands for the past and the dice: log, recap, export, the check of the dice, loose dice."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat import render, suggestions
from bot.chat.commands import records, rolls
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction
from bot.chat.outgoing.messages import defer
from bot.chat.suggestions.options import Family, anywhere, options
from rules.engine.records.errors import Refusal

dice = app_commands.Group(name="dice", description="Check that the dice were fair")


@app_commands.command(description="This channel's encounter, latest events first; only you see the answer")
@options(page="The page; 1 is the latest")
async def log(interaction: Interaction, page: int = 1) -> None:
    log_page = await records.log_page(interaction, page)
    hash = log_page.hash.words if log_page.hash else ""
    reply = render.log(log_page.entries, log_page.book, page, log_page.pages, log_page.more, hash)
    await orders.tell(interaction, reply)


@app_commands.command(
    description="The news since your last order, and a summary of the encounter; only you see the answer"
)
async def recap(interaction: Interaction) -> None:
    await records.tell_recap(interaction)


@app_commands.command(description="Get this channel's encounter as a file; only you see the answer")
@options(
    {"encounter": suggestions.led},
    encounter="Another encounter that you led, even if its channel is gone",
    ids="True: user ids instead of names, for GMs (JSON only)",
    format="json to keep and to check the dice, or replay: a page that shows the fight again",
)
async def export(
    interaction: Interaction, encounter: str = "", ids: bool = False, format: Literal["json", "replay"] = "json"
) -> None:
    replay = format == "replay"
    if replay and ids:
        raise Refusal("A replay has names in place of user ids. Leave ids: or format: out.")
    await defer(interaction)
    exported = await (
        records.replayed(interaction, encounter) if replay else records.exported(interaction, encounter, ids=ids)
    )
    with exported.file as file:
        shown = render.replay if replay else render.export
        await orders.tell(interaction, shown(exported.name, file, exported.limited))


@dice.command(description="Check the dice of this channel's last encounter, or of an exported file")
@options(
    file="A file from /export; default: the last encounter here",
    head="A hash that you copied from Details, /log or /encounter show",
)
async def verify(interaction: Interaction, file: discord.Attachment | None = None, head: str = "") -> None:
    await defer(interaction)
    verdict = await records.verified(interaction, file, head)
    reply = render.verdict(verdict.report, verdict.commitments, verdict.opening, verdict.more)
    await orders.tell(interaction, reply)


@anywhere
@app_commands.command(description="Roll loose dice outside any encounter; a d10 shows 1 to 10")
@options(
    dice="The dice, for example d100, 2d6+1 # damage, 4d6kh3, 3#d20, 10d10>=7 or s8",
    secret="Only you see the result, until you press Reveal",
    blind="Only the GM of this channel's encounter sees the result",
)
async def roll(interaction: Interaction, dice: str, secret: bool = False, blind: bool = False) -> None:
    await rolls.roll(interaction, dice, secret=secret, blind=blind)


FAMILY: Family = (log, recap, export, roll)


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(dice)
    for command in FAMILY:
        client.tree.add_command(command)
