"""A reply as a Discord message: sent as an answer, or put in place of another, and why Discord may refuse it.

Nothing here knows the journal; what is stored and has to be shown is answered by `bot.chat.delivery`.
"""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Sequence
from typing import Any, TypeAlias

import aiohttp
import discord
from discord.ui import View

from bot.chat import permissions
from bot.chat.permissions import Permission
from bot.chat.render import Reply

AnyInteraction: TypeAlias = discord.Interaction[Any]
"""Of whatever client: to answer one, nothing of the service is needed."""

TROUBLE = (discord.HTTPException, aiohttp.ClientError, OSError, json.JSONDecodeError, UnicodeDecodeError)
"""What talking to Discord may raise; timeouts are among them, and an answer that came through spoilt."""

MISSING_PERMISSIONS = 50013
# discord.py itself would try a server error again for 25 seconds; Discord has long stopped waiting by then.
_LONGEST_ANSWER = 8.0
# 50083 is a thread that was locked when it was archived: any other would open again by itself.
_FOR_GOOD = {
    10003: "the channel is gone",
    10004: "the server is gone",
    10008: "the message is gone",
    50001: permissions.lack((permissions.VIEW_CHANNEL,)),
    50083: "the thread is archived",
    160005: "the thread is locked",
}


async def send(interaction: AnyInteraction, reply: Reply, view: View | None = None, *, private: bool = False) -> str:
    """Answer an interaction, or follow up one that is answered; returns the message's id ("" if Discord names none).

    Raises TROUBLE, and RuntimeError (aiohttp's word for it) once the bot has hung up.
    """
    parts = message_parts(reply, view)
    if interaction.response.is_done():
        message = await interaction.followup.send(**parts, ephemeral=private, wait=True)
        return str(message.id)
    async with asyncio.timeout(_LONGEST_ANSWER):
        response = await interaction.response.send_message(**parts, ephemeral=private)
    return str(response.message_id or "")


async def edit(interaction: AnyInteraction, reply: Reply, view: View | None = None) -> None:
    """Put this in place of the message whose button or select was used. Raises TROUBLE."""
    parts = message_parts(reply, view)
    parts["attachments"] = parts.pop("files", [])
    async with asyncio.timeout(_LONGEST_ANSWER):
        await interaction.response.edit_message(**{"view": None, **parts})


def refused(error: Exception, lacked: Sequence[Permission] = ()) -> str:
    """Why Discord will not take it, as a clause ("the channel is gone"); "" where trying again may help.

    Discord does not say which permission is missing: `lacked` is what is known to be.
    """
    if not isinstance(error, discord.HTTPException) or unreachable(error):
        return ""
    if error.code == MISSING_PERMISSIONS:
        return permissions.lack(lacked)
    if reason := _FOR_GOOD.get(error.code):
        return reason
    return error.text[:100] or "Discord forbids it" if error.status in (403, 404) else ""


def unreachable(error: BaseException) -> bool:
    """Whether this is trouble on the way and no word of Discord's on what was asked: that has a number of its own."""
    if isinstance(error, discord.HTTPException):
        # What stands before Discord answers with any status, and pages without a number.
        return error.status >= 500 or error.status == 429 or not error.code
    return isinstance(error, TROUBLE)


def lacked_by(interaction: AnyInteraction) -> tuple[Permission, ...]:
    """What the bot needs and is not permitted where this comes from; Discord tells it with every interaction."""
    if interaction.guild_id is None:
        return ()
    thread = isinstance(interaction.channel, discord.Thread)
    return permissions.missing(interaction.app_permissions.value, thread=thread)


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
    files = [discord.File(io.BytesIO(data), name) for name, data in reply.files]
    files += [discord.File(io.BytesIO(data), name, description=said) for name, data, said in reply.pictures]
    if files:
        parts["files"] = files
    return parts
