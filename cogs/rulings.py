"""The command for a ruling of one line."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.chat import suggestions
from bot.chat.commands import rulings
from bot.chat.desk.context import Interaction
from bot.chat.suggestions.options import Family, anywhere, options


@anywhere
@app_commands.command(description="Rule on a shot in one line, for example rifle at guard, 4 squares")
@options({"text": suggestions.ruling})
async def rule(interaction: Interaction, text: str, dice: str = "", ruleset: str = "") -> None:
    await rulings.rule(interaction, text, dice, ruleset)


FAMILY: Family = (rule,)


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    for command in FAMILY:
        client.tree.add_command(command)
