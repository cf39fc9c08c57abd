"""Commands for what people set for themselves on a server: quiet hours, pings, detail, a screen reader, being away, a
substitute."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat import suggestions
from bot.chat.commands import my
from bot.chat.desk.context import Interaction
from bot.chat.suggestions.options import options

group = app_commands.Group(
    name="my", description="Your quiet hours, pings, form of answers and absences on this server"
)


@group.command(name="set", description="Set when the bot may mention you here, and how its answers to you are written")
@options(
    {"zone": suggestions.zone},
    quiet="Hours without reminders: 22-7 or 22:30-07:00; off removes them",
    zone="Your time zone or a city, for example Europe/Berlin",
    pings="The posts that mention you: decisions and reminders, only decisions, or nothing",
    notify="Where you are called: in the encounter's channel or your side's thread, or in direct messages",
    detail="Private answers to you: one or two lines, the result with its rolls, or every step",
    screen_reader="Answers to you in plain text: no code blocks, boxes or drawn maps; tables and maps in sentences",
)
async def set_(
    interaction: Interaction,
    quiet: str = "",
    zone: str = "",
    pings: Literal["all", "once", "none"] | None = None,
    notify: Literal["channel", "direct"] | None = None,
    detail: Literal["short", "normal", "full", "as the channel"] | None = None,
    screen_reader: Literal["on", "off", "as the channel"] | None = None,
) -> None:
    await my.settings(interaction, quiet, zone, pings or "", detail or "", screen_reader or "", notify or "")


@group.command(description="Set how long you are away: no reminders, and your substitute orders your fighters")
@options(until="A day: friday, 3 days, 12 december, 2026-12-12 18:00; off when you are back")
async def away(interaction: Interaction, until: str) -> None:
    await my.away(interaction, until)


@group.command(description="Name a player who orders your fighters while you are away; with fog, one of your side")
@options({"who": None}, who="Your substitute; default: nobody")
async def substitute(interaction: Interaction, who: discord.User | None = None) -> None:
    await my.substitute(interaction, who)


@group.command(description="Show your settings on this server")
async def show(interaction: Interaction) -> None:
    await my.show(interaction)


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(group)
