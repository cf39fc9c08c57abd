"""A reply as a Discord message: how it is sent or replaces another, and why Discord may refuse it.

Nothing here knows the journal; `bot.chat.delivery` shows what is stored.
"""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeAlias

import aiohttp
import discord
from discord.ui import View

from bot.chat import permissions
from bot.chat.permissions import Permission
from bot.chat.render import Reply

AnyInteraction: TypeAlias = discord.Interaction[Any]
"""An interaction of any client: answering it needs nothing of the service."""

TROUBLE = (discord.HTTPException, aiohttp.ClientError, OSError, json.JSONDecodeError, UnicodeDecodeError)
"""What a call to Discord may raise, timeouts and damaged answers included."""

MISSING_PERMISSIONS = 50013
# discord.py itself would try a server error again for 25 seconds; Discord has long stopped waiting by then.
_LONGEST_ANSWER = 8.0
_LOOK_BACK = 100
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


async def defer(interaction: AnyInteraction) -> None:
    """Promise a private answer that takes longer than the 3 seconds Discord waits; `send` keeps it. Raises TROUBLE."""
    if not interaction.response.is_done():
        async with asyncio.timeout(_LONGEST_ANSWER):
            await interaction.response.defer(ephemeral=True, thinking=True)


async def edit(interaction: AnyInteraction, reply: Reply, view: View | None = None) -> None:
    """Put this in place of the message whose button or select was used. Raises TROUBLE."""
    parts = message_parts(reply, view)
    parts["attachments"] = parts.pop("files", [])
    async with asyncio.timeout(_LONGEST_ANSWER):
        await interaction.response.edit_message(**{"view": None, **parts})


async def posted(
    channel: discord.abc.Messageable,
    author: discord.abc.User | None,
    wanted: Callable[[discord.Message], bool],
    at: datetime,
) -> str:
    """The id of the author's message that is `wanted`: among the latest, or those after `at`.

    "" if there is none, or if the bot may not read the history: then a message sent just before a crash is sent again,
    for twice is better than not at all. Raises TROUBLE.
    """
    start = discord.Object(discord.utils.time_snowflake(at - timedelta(minutes=1)))
    try:
        found = [message async for message in channel.history(limit=_LOOK_BACK)]
        if len(found) == _LOOK_BACK and found[-1].id > start.id:
            found += [message async for message in channel.history(limit=_LOOK_BACK, after=start)]
    except (discord.Forbidden, discord.NotFound) as error:
        if unreachable(error):
            raise
        return ""
    return next((str(m.id) for m in found if m.author == author and wanted(m)), "")


def has_button(message: discord.Message, custom_ids: Collection[str]) -> bool:
    """Whether a button under the message has one of these custom ids."""
    return any(custom_id in custom_ids for custom_id in _custom_ids(message.components))


def _custom_ids(components: Iterable[Any]) -> Iterator[str]:
    for component in components:
        if custom_id := getattr(component, "custom_id", None):
            yield custom_id
        yield from _custom_ids(getattr(component, "children", ()))


def refused(error: Exception, lacked: Sequence[Permission] = ()) -> str:
    """Why Discord refuses it, as a clause ("the channel is gone"); "" if trying again may help.

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
    """Whether this is an outage or a rate limit, not a refusal: refusals have one of Discord's error numbers."""
    if isinstance(error, discord.HTTPException):
        # Proxies in front of Discord answer with any status, and without one of Discord's error numbers.
        return error.status >= 500 or error.status == 429 or not error.code
    return isinstance(error, TROUBLE)


def lacked_by(interaction: AnyInteraction) -> tuple[Permission, ...]:
    """The permissions that the bot needs and lacks in the interaction's channel; Discord sends them with every one."""
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
    files += [discord.File(file, name) for name, file in reply.opened]
    files += [discord.File(io.BytesIO(data), name, description=alt) for name, data, alt in reply.pictures]
    if files:
        parts["files"] = files
    return parts
