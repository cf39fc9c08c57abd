"""A reply as a Discord message: sent as an answer, or put in place of another, and what Discord may say to that.

Nothing here knows the journal; what is stored and has to be shown is answered by `bot.delivery`.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord.ui import View

from bot.render import Reply

if TYPE_CHECKING:
    from bot.desk import Interaction

TROUBLE = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What talking to Discord may raise; timeouts are among them."""


async def send(interaction: Interaction, reply: Reply, view: View | None = None, *, private: bool = False) -> str:
    """Answer an interaction, or follow up one that is answered; returns the message's id ("" if Discord names none).

    Raises TROUBLE, and RuntimeError (aiohttp's word for it) once the bot has hung up.
    """
    parts = message_parts(reply, view)
    if interaction.response.is_done():
        message = await interaction.followup.send(**parts, ephemeral=private, wait=True)
        return str(message.id)
    response = await interaction.response.send_message(**parts, ephemeral=private)
    return str(response.message_id or "")


async def edit(interaction: Interaction, reply: Reply, view: View | None = None) -> None:
    """Put this in place of the message whose button or select was used. Raises TROUBLE."""
    parts = message_parts(reply, view)
    parts["attachments"] = parts.pop("files", [])
    await interaction.response.edit_message(**{"view": None, **parts})


def message_parts(reply: Reply, view: View | None) -> dict[str, Any]:
    """A reply as discord.py's `send` and its like take it."""
    users = [discord.Object(int(user)) for user in reply.mentions if user.isdecimal()]
    parts: dict[str, Any] = {
        "content": reply.content or None,
        "embeds": list(reply.embeds),
        "allowed_mentions": discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False),
    }
    if view is not None:
        parts["view"] = view
    if reply.files:
        parts["files"] = [discord.File(io.BytesIO(data), name) for name, data in reply.files]
    return parts
