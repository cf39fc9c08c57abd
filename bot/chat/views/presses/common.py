"""The parts that all presses share: errors go to the one error reporter, and the message may be put away afterwards."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import discord

from bot.chat.commands.error_report import report
from bot.chat.desk.context import Interaction, sit
from bot.chat.outgoing.messages import TROUBLE, edit_buttons
from bot.chat.outgoing.rows import Rows

log = logging.getLogger(__name__)


def referees(interaction: discord.Interaction) -> Interaction:
    """Return the interaction, as one that comes through the referee's own client."""
    return cast("Interaction", interaction)


@asynccontextmanager
async def reported(interaction: discord.Interaction) -> AsyncIterator[Interaction]:
    """Return the interaction to work with inside; what fails there goes to the one error reporter.

    A press in a direct message counts as in the channel of its encounter.
    """
    ours = referees(interaction)
    try:
        await sit(ours)
        yield ours
    except Exception as error:
        await report(ours, error)


async def put_away(interaction: discord.Interaction, content: str) -> None:
    """Replace the message whose button or select was used by this text; failing to is no error."""
    if interaction.message is None:
        return
    try:
        # A private message can be changed through the interaction alone, by its id.
        await interaction.followup.edit_message(interaction.message.id, content=content, embeds=[], view=None)
    except TROUBLE as error:
        log.debug("message %s could not be edited: %s", interaction.message.id, error)


async def take_away(interaction: discord.Interaction, beginning: str) -> None:
    """Remove the rows of buttons whose custom ids begin so; the reason follows as a private sentence."""
    if interaction.message is None or interaction.response.is_done():
        return
    rows = [[part.to_dict() for part in getattr(row, "children", ())] for row in interaction.message.components]
    kept = [row for row in rows if not str(row[0].get("custom_id")).startswith(beginning)]
    try:
        await edit_buttons(interaction, Rows(kept) if kept else None)
    except TROUBLE as error:
        log.debug("old buttons could not be removed: %s", error)
