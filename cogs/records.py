"""Commands for the past and the dice: log, recap, export, the check of the dice, loose dice."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat import render, suggestions
from bot.chat.messages import defer
from bot.chat.options import Family, anywhere, options
from bot.chat.service import Interaction
from rules.engine.errors import Refusal

dice = app_commands.Group(name="dice", description="See that the dice were fair")


@app_commands.command(description="What has happened in this channel's encounter, the latest first; for your eyes only")
@options(page="Which page: 1 is the latest")
async def log(interaction: Interaction, page: int = 1) -> None:
    service = interaction.client.service
    log_page = await service.log_page(interaction, page)
    await service.tell(interaction, render.log(log_page.entries, log_page.book, page, log_page.pages, log_page.more))


@app_commands.command(description="Who did what in this channel's encounter so far, for your eyes only")
async def recap(interaction: Interaction) -> None:
    await interaction.client.service.tell_recap(interaction)


@app_commands.command(description="The whole encounter of this channel as a file, for your eyes only")
@options(
    {"encounter": suggestions.led},
    encounter="Another one that you led, also where its channel is gone",
    ids="With user ids in place of names, for a GM (JSON only)",
    format="JSON to check the dice and keep, or a replay: a page to watch the fight again",
)
async def export(
    interaction: Interaction, encounter: str = "", ids: bool = False, format: Literal["json", "replay"] = "json"
) -> None:
    service = interaction.client.service
    replay = format == "replay"
    if replay and ids:
        raise Refusal("A replay has names in place of user ids. Leave ids: or format: out.")
    await defer(interaction)
    exported = await (
        service.replayed(interaction, encounter) if replay else service.exported(interaction, encounter, ids=ids)
    )
    with exported.file as file:
        shown = render.replay if replay else render.export
        await service.tell(interaction, shown(exported.name, file, exported.limited))


@dice.command(description="Check the dice of this channel's last encounter, or of an exported file")
@options(file="A file that /export gave; otherwise the last encounter here")
async def verify(interaction: Interaction, file: discord.Attachment | None = None) -> None:
    service = interaction.client.service
    await defer(interaction)
    verdict = await service.verified(interaction, file)
    await service.tell(interaction, render.verdict(verdict.report, verdict.commitments))


@anywhere
@app_commands.command(description="Throw loose dice, no part of any encounter; a d10 shows 1 to 10")
@options(
    dice="Which dice, as: d100, 2d6+1",
    secret="Only you see the result, until you press Reveal",
    blind="Only the GM of this channel's encounter sees the result",
)
async def roll(interaction: Interaction, dice: str, secret: bool = False, blind: bool = False) -> None:
    await interaction.client.service.roll(interaction, dice, secret=secret, blind=blind)


FAMILY: Family = (log, recap, export, roll)


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(dice)
    for command in FAMILY:
        client.tree.add_command(command)
