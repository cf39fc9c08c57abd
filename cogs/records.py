"""What has happened, and that the dice were fair: the log, the recap, files to keep, loose dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import attachments, history, render, rolling, suggestions
from bot.desk import Interaction, occasion_of
from bot.options import Family, options

if TYPE_CHECKING:
    from bot.client import RefereeClient

dice = app_commands.Group(name="dice", description="See that the dice were fair")


@app_commands.command(description="What has happened in this channel's encounter, the latest first; for your eyes only")
@options(page="Which page: 1 is the latest")
async def log(interaction: Interaction, page: int = 1) -> None:
    desk = interaction.client.desk
    leaf = await history.leaf(desk.referee, occasion_of(interaction), page)
    await desk.tell(interaction, render.log(leaf.entries, page, leaf.pages))


@app_commands.command(description="Who did what in this channel's encounter so far, for your eyes only")
async def recap(interaction: Interaction) -> None:
    desk = interaction.client.desk
    await interaction.response.defer(ephemeral=True)
    entries = await history.whole(desk.referee, occasion_of(interaction))
    state = entries[-1].state
    await desk.tell(interaction, render.recap(entries, state, desk.library.shelf[state.ruleset]))


@app_commands.command(description="The whole encounter of this channel as a file (JSON), for your eyes only")
@options({"encounter": suggestions.led}, encounter="Another one that you led, also where its channel is gone")
async def export(interaction: Interaction, encounter: str = "") -> None:
    desk = interaction.client.desk
    await interaction.response.defer(ephemeral=True)
    name, text = await history.exported(desk.referee, occasion_of(interaction), encounter)
    await desk.tell(
        interaction, render.file(name, text, "Check its dice with /dice verify, or offline with referee verify.")
    )


@dice.command(description="Check the dice of this channel's last encounter, or of an exported file")
@options(file="A file that /export gave; otherwise the last encounter here")
async def verify(interaction: Interaction, file: discord.Attachment | None = None) -> None:
    desk = interaction.client.desk
    await interaction.response.defer(ephemeral=True)
    if file is not None:
        text = await attachments.text_of(file, attachments.MOST_OF_AN_EXPORT)
        verdict = await history.checked_file(text)
    else:
        verdict = await history.checked(desk.referee, occasion_of(interaction))
    await desk.tell(interaction, render.verdict(verdict.report, verdict.commitments))


@app_commands.command(description="Throw loose dice, no part of any encounter; a d10 shows 1 to 10")
@options(dice="Which dice, as: d100, 2d6+1")
async def roll(interaction: Interaction, dice: str) -> None:
    desk = interaction.client.desk
    thrown = await rolling.rolled(desk.referee.store, occasion_of(interaction), dice)
    await desk.tell(interaction, render.thrown(thrown), private=False)


FAMILY: Family = (log, recap, export, roll)


async def setup(client: RefereeClient) -> None:
    """Add the family to the bot."""
    client.tree.add_command(dice)
    for command in FAMILY:
        client.tree.add_command(command)
