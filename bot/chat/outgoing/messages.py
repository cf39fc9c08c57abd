"""A reply as a Discord message: how it is sent or replaces another, and why Discord may refuse it.

Nothing here knows the journal; `bot.chat.outgoing.delivery` shows what is stored.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeAlias, TypeVar, cast

import aiohttp
import discord

from bot.chat import render
from bot.chat.outgoing import permissions
from bot.chat.outgoing.permissions import Permission
from bot.chat.outgoing.rows import Rows
from bot.chat.render import Reply
from bot.game.entries.bounded_mapping import BoundedMapping
from bot.watch import interaction_tracker
from rules.engine.records.copies import replace

log = logging.getLogger(__name__)

V = TypeVar("V", Rows, None, Rows | None)
AnyInteraction: TypeAlias = discord.Interaction[Any]
"""An interaction of any client: answering it needs no desk."""

TROUBLE = (discord.HTTPException, aiohttp.ClientError, OSError, json.JSONDecodeError, UnicodeDecodeError)
"""The errors of a call to Discord, including timeouts and damaged answers."""

MISSING_PERMISSIONS = 50013
ALREADY_ANSWERED, _UNKNOWN_MESSAGE, _UNKNOWN_INTERACTION, _TOO_MANY_OLD_EDITS = 40060, 10008, 10062, 30046
# Data kept with an interaction: that its answer was promised, and that it has one of which discord.py does not know.
_PROMISED, _ANSWERED = "promised", "answered"
_IN_PRIVATE, _IN_PUBLIC = "in private", "in public"
# discord.py itself would try a server error again for 25 seconds; Discord has long stopped waiting by then.
_LONGEST_ANSWER = 8.0
_LOOK_BACK = 100
_MOST_REMEMBERED = 4096
GONE = "the channel is gone"
# 50083 is a thread that was locked when it was archived: any other would open again by itself.
_FOR_GOOD = {
    10003: GONE,
    10004: "the server is gone",
    10008: "the message is gone",
    50001: permissions.lack((permissions.VIEW_CHANNEL,)),
    50083: "the thread is archived",
    160005: "the thread is locked",
}


async def send(
    interaction: AnyInteraction,
    reply: Reply,
    view: Rows | None = None,
    *,
    private: bool = False,
    unpictured: Reply | None = None,
) -> str:
    """Answer an interaction, or follow up one that is answered, and return the message's id ("" if Discord names none).

    `unpictured` is the reply where Discord refuses its pictures, by default the same without them: answers to
    interactions are not bound to the permission Attach Files, but a refusal must not cost the words. However often
    Discord breaks down after it has shown the reply, it is shown once. Raises TROUBLE, and RuntimeError (aiohttp's word
    for it) once the bot has hung up.
    """
    promised = interaction.extras.get(_PROMISED, "")
    if plain_text := await interaction.client.reads_plain_text(interaction, private=private):
        reply, view = await in_plain_text(reply, view)
    try:
        return await _sent(interaction, reply, view, private)
    except discord.Forbidden as error:
        if error.code != MISSING_PERMISSIONS or not reply.pictures:
            raise
        log.warning("pictures are refused in channel %s", interaction.channel_id)
    if promised:
        interaction.extras[_PROMISED] = promised
    if unpictured and plain_text:
        unpictured, _ = await in_plain_text(unpictured, None)
    return await _sent(interaction, unpictured or replace(reply, pictures=()), view, private)


async def in_plain_text(reply: Reply, view: V) -> tuple[Reply, V]:
    """A message for screen readers."""
    # A large map in words takes longer than the event loop may wait.
    text = await asyncio.to_thread(render.plain_text, reply)
    return text, view and view.in_words(render.label_in_words)


async def _sent(interaction: AnyInteraction, reply: Reply, view: Rows | None, private: bool) -> str:
    parts = message_parts(reply, view)
    _first_delivery(interaction)
    if promised := interaction.extras.pop(_PROMISED, ""):
        return await _instead_of_promise(interaction, parts, private, promised)
    if interaction.response.is_done() or _ANSWERED in interaction.extras:
        return await _followed_up(interaction, parts, private)
    try:
        async with asyncio.timeout(_LONGEST_ANSWER):
            response = await interaction.response.send_message(**parts, ephemeral=private)
    except discord.HTTPException as error:
        _check_answered(interaction, error)
        return ""
    return str(response.message_id or "")


async def no_suggestions(interaction: AnyInteraction) -> None:
    """Answer that there are no suggestions; one that comes too late, or is answered already, needs none."""
    try:
        await interaction.response.autocomplete([])
    # RuntimeError is what aiohttp says once the bot has hung up.
    except (*TROUBLE, RuntimeError) as error:
        log.debug("suggestions could not be refused: %r", error)


async def defer(interaction: AnyInteraction, *, private: bool = True) -> None:
    """Promise an answer that takes longer than the 3 seconds Discord waits; `send` keeps it. A public answer may be
    promised in private, if its promise may be deleted and it may mention somebody.

    Raises TROUBLE.
    """
    if interaction.response.is_done():
        return
    interaction_tracker.promising()
    try:
        async with asyncio.timeout(_LONGEST_ANSWER):
            await interaction.response.defer(ephemeral=private, thinking=True)
    except discord.HTTPException as error:
        _check_answered(interaction, error)
    interaction.extras[_PROMISED] = _IN_PRIVATE if private else _IN_PUBLIC


async def promise(interaction: AnyInteraction) -> None:
    """`defer` for an order, which is carried out even if nobody can be promised an answer, unless it came too late.

    Raises discord.NotFound for that.
    """
    try:
        await defer(interaction)
    # RuntimeError is what aiohttp says once the bot has hung up.
    except (*TROUBLE, RuntimeError) as error:
        if is_unknown(error):
            raise
        log.warning("an answer could not be deferred: %r", error)


def is_unknown(error: BaseException) -> bool:
    """Whether Discord knows no such interaction any more: its user has read that the bot did not respond."""
    return isinstance(error, discord.NotFound) and error.code == _UNKNOWN_INTERACTION


async def _instead_of_promise(interaction: AnyInteraction, parts: dict[str, Any], private: bool, promised: str) -> str:
    """Put the answer where its promise is, by an edit; one that is not promised as it is given comes after the promise,
    which is deleted.

    "" if another run of the bot may have made the promise: that run answers, or else the sweep does.
    """
    doubtful = _ANSWERED in interaction.extras
    if doubtful and not await _has_private_answer(interaction):
        return ""
    try:
        if private != (promised == _IN_PRIVATE):
            # Nothing else can be sent while it is there, and an edit mentions nobody.
            await interaction.delete_original_response()
            return "" if doubtful else await _followed_up(interaction, parts, private)
        # An edit that is repeated changes nothing.
        edited = {key: value for key, value in parts.items() if key != "files"}
        files = parts.get("files", [])
        return str((await interaction.edit_original_response(**edited, attachments=files)).id)
    except discord.NotFound as error:
        if error.code != _UNKNOWN_MESSAGE:
            raise
    # The user has removed the promise, or the run that made it.
    if doubtful:
        return ""
    for file in parts.get("files", []):
        file.reset()
    return await _followed_up(interaction, parts, private)


async def _has_private_answer(interaction: AnyInteraction) -> bool:
    try:
        return (await interaction.original_response()).flags.ephemeral
    except discord.NotFound:
        return False


def _check_answered(interaction: AnyInteraction, error: discord.HTTPException) -> None:
    """Note that Discord has answered the interaction already, by an earlier try or delivery; raises any other error."""
    if error.code != ALREADY_ANSWERED:
        raise error
    interaction.extras[_ANSWERED] = True


async def _followed_up(interaction: AnyInteraction, parts: Mapping[str, Any], private: bool) -> str:
    followup = interaction.followup
    # It is the same one for every followup of an interaction.
    if not isinstance(followup.session, _OneTry):
        followup.session = cast("aiohttp.ClientSession", _OneTry(followup.session))
    return str((await followup.send(**parts, ephemeral=private, wait=True)).id)


class _OneTry:
    """A session that gives up at a server error: nobody knows whether Discord has applied the request nevertheless.

    discord.py would repeat it, and nothing but a nonce, which followups don't have, keeps it from being shown twice.
    """

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    def request(self, method: str, url: str, **options: Any) -> Any:
        return self._session.request(method, url, **options, raise_for_status=_stop_at_server_errors)


async def _stop_at_server_errors(response: aiohttp.ClientResponse) -> None:
    if response.status >= 500:
        raise aiohttp.ClientResponseError(response.request_info, response.history, status=response.status)


async def edit(interaction: AnyInteraction, reply: Reply, view: Rows | None = None) -> None:
    """Put this in place of the message whose button or select was used. Raises TROUBLE."""
    reply, view = await _as_read(interaction, reply, view)
    parts = message_parts(reply, view)
    parts["attachments"] = parts.pop("files", [])
    await _edited(interaction, {"view": None, **parts})


async def _as_read(interaction: AnyInteraction, reply: Reply, view: Rows | None) -> tuple[Reply, Rows | None]:
    """The message in place of the one whose button or select was used, as its readers have set it."""
    private = interaction.message is not None and interaction.message.flags.ephemeral
    if await interaction.client.reads_plain_text(interaction, private=private):
        return await in_plain_text(reply, view)
    return reply, view


async def answer_in_place(interaction: AnyInteraction, reply: Reply, view: Rows) -> bool:
    """Answer a press with this, in place of the message whose button was used.

    Return whether Discord accepts it as the answer. If it does not, the interaction is already answered. Raises
    TROUBLE.
    """
    parts = message_parts(*await _as_read(interaction, reply, view))
    _first_delivery(interaction)
    try:
        async with asyncio.timeout(_LONGEST_ANSWER):
            await interaction.response.edit_message(**parts, attachments=[])
    except discord.HTTPException as error:
        _check_answered(interaction, error)
        return False
    return True


async def edit_posted(message: discord.PartialMessage, reply: Reply, view: Rows) -> bool:
    """Put this in place of a message of the bot's, and return whether Discord allows it.

    Raises TROUBLE.
    """
    try:
        async with asyncio.timeout(_LONGEST_ANSWER):
            await message.edit(**message_parts(reply, view), attachments=[])
    except discord.HTTPException as error:
        if not refused(error):
            raise
        return False
    return True


async def edit_buttons(interaction: AnyInteraction, view: Rows | None) -> None:
    """Change the buttons of the message whose button was used; what is sent then follows it up. Raises TROUBLE."""
    await _edited(interaction, {"view": view})


async def _edited(interaction: AnyInteraction, parts: Mapping[str, Any]) -> None:
    first = _first_delivery(interaction)
    try:
        async with asyncio.timeout(_LONGEST_ANSWER):
            await interaction.response.edit_message(**parts)
    except discord.HTTPException as error:
        # Of an interaction that is delivered twice, the first delivery has answered.
        if not first:
            raise
        _check_answered(interaction, error)


def _first_delivery(interaction: AnyInteraction) -> bool:
    """Return whether this is the first delivery of the interaction; only the latest are remembered."""
    delivery = interaction.extras.setdefault("delivery", object())
    return _first_deliveries.setdefault(interaction.id, delivery) is delivery


_first_deliveries = BoundedMapping[int, object](_MOST_REMEMBERED)


async def posted(
    channel: discord.abc.Messageable,
    author: discord.abc.User | None,
    wanted: Callable[[discord.Message], bool],
    at: datetime,
) -> str:
    """Return the id of the author's message that is `wanted`: among the latest, or those after `at`.

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


def nonce(of: str) -> str:
    """Return the nonce of a message that the bot posts once; `of` tells it from all others.

    Discord takes 25 characters.
    """
    return hashlib.sha256(of.encode()).hexdigest()[:25]


def has_button(message: discord.Message, wanted: Collection[str]) -> bool:
    """Return whether a button under the message has one of these custom ids."""
    return any(custom_id in wanted for custom_id in custom_ids(message.components))


def custom_ids(components: Iterable[Any]) -> Iterator[str]:
    """Yield the custom ids of a message's buttons and selects."""
    for component in components:
        if custom_id := getattr(component, "custom_id", None):
            yield custom_id
        yield from custom_ids(getattr(component, "children", ()))


def refused(error: Exception, lacked: Sequence[Permission] = ()) -> str:
    """Return why Discord refuses it, as a clause ("the channel is gone"); "" if trying again may help.

    Discord does not say which permission is missing: `lacked` is what is known to be.
    """
    if not isinstance(error, discord.HTTPException) or unreachable(error):
        return ""
    if error.code == MISSING_PERMISSIONS:
        return permissions.lack(lacked)
    if reason := _FOR_GOOD.get(error.code):
        return reason
    return error.text[:100] or "Discord forbids it" if error.status in (403, 404) else ""


def is_gone(error: Exception) -> bool:
    """Return whether somebody has deleted the message."""
    return isinstance(error, discord.NotFound) and error.code == _UNKNOWN_MESSAGE


def too_many_old_edits(error: Exception) -> bool:
    """Return whether Discord takes no more edits of messages older than an hour in the channel for now."""
    return isinstance(error, discord.HTTPException) and error.code == _TOO_MANY_OLD_EDITS


def unreachable(error: BaseException) -> bool:
    """Return whether this is an outage or a rate limit, not a refusal: refusals have one of Discord's error numbers."""
    if isinstance(error, discord.HTTPException):
        # Proxies in front of Discord answer with any status, and without one of Discord's error numbers.
        return error.status >= 500 or error.status == 429 or not error.code
    return isinstance(error, TROUBLE)


def lacked_by(interaction: AnyInteraction) -> tuple[Permission, ...]:
    """Return the permissions that the bot needs and lacks in the interaction's channel; Discord sends them with every
    one.
    """
    if interaction.guild_id is None:
        return ()
    thread = isinstance(interaction.channel, discord.Thread)
    return permissions.missing(interaction.app_permissions.value, thread=thread)


def message_parts(reply: Reply, view: Rows | None) -> dict[str, Any]:
    """Return a reply as discord.py's `send` and its like take it."""
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
