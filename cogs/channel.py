"""The command for what a channel has set."""

from __future__ import annotations

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.chat import render
from bot.chat.commands import server
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction, rulebook
from bot.chat.suggestions.options import options
from rules.engine.books.ruleset import Ruleset
from rules.words.catalogue import plain

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
        await server.choose_channel_rulebook(interaction, "" if plain(ruleset) == _SERVERS else ruleset)
    if detail or screen_reader:
        await server.set_channel(interaction, detail, screen_reader)
    book, preset = await rulebook(interaction)
    style = await server.channel_written(interaction)
    await orders.tell(interaction, render.channel_page(*style, _title(book, preset)))


def _title(book: Ruleset, preset: str) -> str:
    return f"{book.title}, {book.presets[preset].title}" if len(book.presets) > 1 else book.title


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(channel)
