"""The command for what a channel has set."""

from __future__ import annotations

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.chat import render
from bot.chat.options import options
from bot.chat.service import Interaction

channel = app_commands.Group(name="channel", description="Show and change this channel's settings")


@channel.command(name="set", description="Show or set how results in this channel are written")
@options(
    detail="One or two lines, the result with its rolls, or every step (Details always has every step)",
    screen_reader="Results in plain text: no code blocks, boxes or drawn maps; tables and maps in sentences",
)
async def set_(
    interaction: Interaction,
    detail: Literal["short", "normal", "full"] | None = None,
    screen_reader: Literal["on", "off"] | None = None,
) -> None:
    service = interaction.client.service
    if detail or screen_reader:
        await service.set_channel(interaction, detail, screen_reader)
    await service.tell(interaction, render.channel_written(*await service.channel_written(interaction)))


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(channel)
