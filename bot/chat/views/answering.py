"""What every press shares: its failures go to the one reporter, and its message may be put away afterwards."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import discord

from bot.chat.messages import TROUBLE
from bot.chat.reporting import report
from bot.chat.service import Interaction

log = logging.getLogger(__name__)


def ours(interaction: discord.Interaction) -> Interaction:
    """The interaction, known to come through the referee's own client."""
    return cast("Interaction", interaction)


@asynccontextmanager
async def reported(interaction: discord.Interaction) -> AsyncIterator[Interaction]:
    """Answer `ours` inside; whatever fails there is told by the one error reporter."""
    given = ours(interaction)
    try:
        yield given
    except Exception as error:
        await report(given, error)


async def put_away(interaction: discord.Interaction, content: str) -> None:
    """Leave only this of the message whose part was used and answered; a courtesy that may fail."""
    if interaction.message is None:
        return
    try:
        # A private message can be changed through the interaction alone, by its id.
        await interaction.followup.edit_message(interaction.message.id, content=content, embeds=[], view=None)
    except TROUBLE as error:
        log.debug("message %s stays as it was: %s", interaction.message.id, error)
