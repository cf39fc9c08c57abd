"""What has happened, and that the dice were fair: the log, the recap, files to keep, loose dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.chat import attachments, render, suggestions
from bot.chat.options import Family, options
from bot.chat.service import Interaction, invocation_of
from bot.game import history, rolling

if TYPE_CHECKING:
    from bot.chat.client import RefereeClient

dice = app_commands.Group(name="dice", description="See that the dice were fair")


@app_commands.command(description="What has happened in this channel's encounter, the latest first; for your eyes only")
@options(page="Which page: 1 is the latest")
async def log(interaction: Interaction, page: int = 1) -> None:
    service = interaction.client.service
    leaf = await history.leaf(service.referee, invocation_of(interaction), page)
    await service.tell(interaction, render.log(leaf.entries, page, leaf.pages))


@app_commands.command(description="Who did what in this channel's encounter so far, for your eyes only")
async def recap(interaction: Interaction) -> None:
    service = interaction.client.service
    await interaction.response.defer(ephemeral=True)
    entries = await history.whole(service.referee, invocation_of(interaction))
    state = entries[-1].state
    await service.tell(interaction, render.recap(entries, state, service.library.shelf[state.ruleset]))


@app_commands.command(description="The whole encounter of this channel as a file (JSON), for your eyes only")
@options({"encounter": suggestions.led}, encounter="Another one that you led, also where its channel is gone")
async def export(interaction: Interaction, encounter: str = "") -> None:
    service = interaction.client.service
    await interaction.response.defer(ephemeral=True)
    name, text = await history.exported(service.referee, invocation_of(interaction), encounter)
    await service.tell(
        interaction, render.file(name, text, "Check its dice with /dice verify, or offline with referee verify.")
    )


@dice.command(description="Check the dice of this channel's last encounter, or of an exported file")
@options(file="A file that /export gave; otherwise the last encounter here")
async def verify(interaction: Interaction, file: discord.Attachment | None = None) -> None:
    service = interaction.client.service
    await interaction.response.defer(ephemeral=True)
    if file is not None:
        text = await attachments.text_of(file, attachments.MOST_OF_AN_EXPORT)
        verdict = await history.checked_file(text)
    else:
        verdict = await history.checked(service.referee, invocation_of(interaction))
    await service.tell(interaction, render.verdict(verdict.report, verdict.commitments))


@app_commands.command(description="Throw loose dice, no part of any encounter; a d10 shows 1 to 10")
@options(dice="Which dice, as: d100, 2d6+1")
async def roll(interaction: Interaction, dice: str) -> None:
    service = interaction.client.service
    thrown = await rolling.rolled(service.referee.store, invocation_of(interaction), dice)
    await service.tell(interaction, render.thrown(thrown), private=False)


FAMILY: Family = (log, recap, export, roll)


async def setup(client: RefereeClient) -> None:
    """Add the family to the bot."""
    client.tree.add_command(dice)
    for command in FAMILY:
        client.tree.add_command(command)
