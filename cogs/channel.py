"""The command for what a channel has set."""

from __future__ import annotations

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.chat import render
from bot.chat.options import options
from bot.chat.service import Interaction
from bot.game.detail import Detail

channel = app_commands.Group(name="channel", description="See and choose what is set for this channel")


@channel.command(name="set", description="Show or set how much results in this channel tell at once")
@options(detail="One or two lines, the result with its rolls, or every step (Details always has every step)")
async def set_(interaction: Interaction, detail: Literal["short", "normal", "full"] | None = None) -> None:
    service = interaction.client.service
    if detail is not None:
        await service.set_channel_detail(interaction, Detail(detail))
    level = await service.channel_detail(interaction)
    await service.tell(interaction, render.channel_detail(level))


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(channel)
