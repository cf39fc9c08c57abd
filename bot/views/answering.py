"""What every press shares: its failures go to the one reporter, and its message may be put away afterwards."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, cast

import aiohttp
import discord

if TYPE_CHECKING:
    from bot.desk import Interaction

log = logging.getLogger(__name__)


def ours(interaction: discord.Interaction) -> Interaction:
    """The interaction, known to come through the referee's own client."""
    return cast("Interaction", interaction)


async def report(interaction: discord.Interaction, error: BaseException) -> None:
    """Hand a failure to the one error reporter."""
    # Reporting stands on delivery and delivery on these views: imported when it is needed.
    from bot import reporting

    await reporting.report(ours(interaction), error)


async def put_away(interaction: discord.Interaction, content: str) -> None:
    """Leave only this of the message whose part was used and answered; a courtesy that may fail."""
    if interaction.message is None:
        return
    try:
        # A private message can be changed through the interaction alone, by its id.
        await interaction.followup.edit_message(interaction.message.id, content=content, embeds=[], view=None)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.debug("message %s stays as it was: %s", interaction.message.id, error)
