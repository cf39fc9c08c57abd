"""Commands for what the server and a channel have set: who keeps the records, the rulebook, how results are written."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat import render
from bot.chat.commands import server
from bot.chat.desk import context, orders
from bot.chat.desk.context import Interaction
from bot.chat.suggestions.options import options
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.errors import Refusal
from rules.words.catalogue import normalized

group = app_commands.Group(name="server", description="Show and change the server's settings")


@group.command(description="Show or set the role that may change the server's weapons, cards and rulebook")
@options(role="The role that may change them from now on", nobody="True: no role, only the server's managers")
async def keeper(interaction: Interaction, role: discord.Role | None = None, nobody: bool = False) -> None:
    if role and nobody:
        raise Refusal("Give role: or nobody:, not both.")
    if role or nobody:
        await server.name_keeper(interaction, str(role.id) if role else None)
    await orders.tell(interaction, render.keeper(await server.keeper(interaction)))


@group.command(description="Show or set this server's default rulebook")
@options(ruleset="The new rulebook; default: show the present one")
async def rulebook(interaction: Interaction, ruleset: str = "") -> None:
    if ruleset:
        await server.choose_rulebook(interaction, ruleset)
    book, preset = await server.server_rulebook(interaction)
    await orders.tell(
        interaction, render.sentence(f"This server uses {_title(book, preset)} where no rulebook is named.")
    )


_SERVERS = "server"
"""The word for the server's rulebook."""
channel = app_commands.Group(name="channel", description="Show and change this channel's settings")


@channel.command(name="set", description="Show or set how results in this channel are written, and its rulebook")
@options(
    detail="One or two lines, the result with its rolls, or every step (Details always has every step)",
    screen_reader="Results in plain text: no code blocks, boxes or drawn maps; tables and maps in sentences",
    ruleset="The rulebook where none is named, instead of the server's; server: the server's again",
)
async def set_(
    interaction: Interaction,
    detail: Literal["short", "normal", "full"] | None = None,
    screen_reader: Literal["on", "off"] | None = None,
    ruleset: str = "",
) -> None:
    if ruleset:
        await server.choose_channel_rulebook(interaction, "" if normalized(ruleset) == _SERVERS else ruleset)
    if detail or screen_reader:
        await server.set_channel(interaction, detail, screen_reader)
    book, preset = await context.rulebook(interaction)
    style = await server.channel_written(interaction)
    await orders.tell(interaction, render.channel_page(*style, _title(book, preset)))


def _title(book: Ruleset, preset: str) -> str:
    return f"{book.title}, {book.presets[preset].title}" if len(book.presets) > 1 else book.title


async def setup(client: commands.Bot) -> None:
    """Add the families to the bot."""
    client.tree.add_command(group)
    client.tree.add_command(channel)
