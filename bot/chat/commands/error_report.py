"""The one error reporter: every command, button and modal that fails ends here.

Users get one private sentence. Anything unexpected gets an id for the user, and a traceback with that id in the log.
"""

from __future__ import annotations

import logging
import secrets

import discord
from discord import app_commands

from bot.chat import render
from bot.chat.commands import maps
from bot.chat.commands.remedies import remedies
from bot.chat.outgoing import permissions
from bot.chat.outgoing.detail import take_usual_levels
from bot.chat.outgoing.illustrator import Picture, with_picture
from bot.chat.outgoing.messages import (
    MISSING_PERMISSIONS,
    TROUBLE,
    AnyInteraction,
    is_unknown,
    lacked_by,
    refused,
    send,
    unreachable,
)
from bot.errors import BotError, DamagedRecord, StoreAway, StoreError, StoreUnavailable, TooFast, Undecided
from bot.game.requests import Incomplete
from bot.watch.interaction_tracker import FAILED, REFUSED, TOO_FAST, UNAVAILABLE, UNDELIVERED, note
from rules.engine.records.errors import NoLine, NotAllowed, Refusal

log = logging.getLogger(__name__)

_OVER = {
    40060: "already answered",
    10062: "Discord no longer expects an answer",
    10015: "the token for the answer has expired",
    50027: "the token for the answer has expired",
}


async def report(interaction: AnyInteraction, error: BaseException) -> None:
    """Tell the user, and log what we have to fix."""
    while isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if is_unknown(error):
        interaction.client.delivery.drop(interaction)
    note(_outcome(error))
    if isinstance(error, discord.HTTPException) and error.code in _OVER:
        log.warning("%s: %s", _where(interaction), _OVER[error.code])
        return
    if isinstance(error, DamagedRecord):
        log.error("%s: %s: %r", _where(interaction), error.reason, error.__cause__)
    if sentence := _refused(interaction, error):
        log.warning("%s: %r", _where(interaction), error)
    else:
        sentence = _sentence(error)
    reply = render.refusal(sentence) if sentence else None
    if reply is not None and isinstance(error, NoLine):
        reply = with_picture(reply, await _line(interaction, error))
    if reply is None:
        reference = secrets.token_hex(4)
        log.error("error %s in %s", reference, _where(interaction), exc_info=error)
        reply = render.breakdown(reference)
    rows = await remedies(interaction, error) if isinstance(error, Refusal) else None
    if isinstance(error, StoreError):
        interaction.client.delivery.not_answered(str(interaction.id), error)
    if isinstance(error, StoreUnavailable):
        more = "" if error.detail == str(error) else f" ({error.detail})"
        log.warning("%s: %s%s", _where(interaction), error, more)
    if isinstance(error, StoreAway | Undecided):
        take_usual_levels(interaction)
    try:
        await send(interaction, reply, rows, private=True)
    # RuntimeError is what aiohttp says once the bot has hung up.
    except (*TROUBLE, RuntimeError) as failure:
        log.warning("a private answer failed (%s): %s", reply.content, failure)
        return
    if isinstance(error, NotAllowed):
        interaction.client.dispatch("not_allowed", interaction)


async def _line(interaction: AnyInteraction, error: NoLine) -> Picture | None:
    """Return the picture of a line of sight that is blocked; without it, the sentence says as much."""
    try:
        picture: Picture | None = await maps.refused_line(interaction, error)
    except Exception:
        log.exception("a picture of a blocked line failed")
        return None
    return picture


def _refused(interaction: AnyInteraction, error: BaseException) -> str:
    """Return the sentence about a refusal or an outage of Discord's; empty for other errors."""
    if unreachable(error):
        return "I could not send the answer to Discord. Try again."
    if not isinstance(error, discord.HTTPException):
        return ""
    lacked = lacked_by(interaction)
    if error.code == MISSING_PERMISSIONS:
        return f"Discord won't let me do that here: {refused(error, lacked)}. {permissions.grant(lacked)}"
    reason = refused(error, lacked)
    return f"Discord won't let me do that here: {reason}." if reason else ""


def _sentence(error: BaseException) -> str:
    """Return the sentence about an expected error; empty for an unexpected one."""
    match error:
        case Refusal() | BotError():
            return str(error)
        case Incomplete():
            return "Something is missing. Use the slash command, which offers the choices."
        case app_commands.NoPrivateMessage():
            return "That works only on a server, not in direct messages."
        case app_commands.TransformerError():
            return f"“{str(error.value)[:40]}” does not fit there. Pick one of the suggestions."
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return "This command has changed. Wait a minute or restart Discord, then try again."
        case app_commands.CheckFailure():
            return "You may not do that here."
    return ""


def _outcome(error: BaseException) -> str:
    """The outcome that the metrics count for an error."""
    match error:
        case TooFast():
            return TOO_FAST
        case Refusal() | Incomplete():
            return REFUSED
        case BotError():
            return UNAVAILABLE
        case app_commands.AppCommandError():
            return REFUSED
    return UNDELIVERED if isinstance(error, TROUBLE) else FAILED


def _where(interaction: AnyInteraction) -> str:
    if interaction.command is not None:
        return f"/{interaction.command.qualified_name}"
    return str(dict(interaction.data or {}).get("custom_id", "an interaction"))
