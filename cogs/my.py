"""Commands for what people set for themselves on a server: quiet hours, pings, being away, a substitute."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat import suggestions
from bot.chat.deadline_service import TimedInteraction
from bot.chat.options import options

my = app_commands.Group(name="my", description="Your quiet hours, pings and absence on this server")


@my.command(name="set", description="Set when and by what the bot may mention you on this server")
@options(
    {"zone": suggestions.zone},
    quiet="Hours in which you are not reminded, as: 22-7 or 22:30-07:00; off ends them",
    zone="Your time zone, by its name or a city, as: Europe/Berlin",
    pings="What mentions you: decisions and reminders, decisions alone, or nothing",
)
async def set_(
    interaction: TimedInteraction, quiet: str = "", zone: str = "", pings: Literal["all", "once", "none"] | None = None
) -> None:
    await interaction.client.deadlines.settings(interaction, quiet, zone, pings or "")


@my.command(description="Say until when you are away: you are not reminded, and your substitute orders your fighters")
@options(until="A day, as: friday, 3 days, 12 december, 2026-12-12 18:00; off when you are back")
async def away(interaction: TimedInteraction, until: str) -> None:
    await interaction.client.deadlines.away(interaction, until)


@my.command(description="Name who orders your fighters while you are away; with fog a player of your side")
@options({"who": None}, who="Your substitute; left out, nobody is")
async def substitute(interaction: TimedInteraction, who: discord.User | None = None) -> None:
    await interaction.client.deadlines.substitute(interaction, who)


@my.command(description="See what you have set on this server")
async def show(interaction: TimedInteraction) -> None:
    await interaction.client.deadlines.show(interaction)


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(my)
