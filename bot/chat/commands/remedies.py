"""Buttons under a refusal: orders that would be accepted now, for the user who was refused."""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.chat.commands.guide import START_ID
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction, ground_here, may, open_context
from bot.chat.desk.noted_request import NotedRequest, noted_request
from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.rows import Rows, button
from bot.errors import BotError
from bot.game.people.rights import Deed
from bot.game.referee.referee import NO_ENCOUNTER
from bot.game.referee.remedies import Offer, offers, ruling_offers
from bot.game.requests import ActionRequest, AttackRequest, Undecided
from rules.engine.records.errors import NotAllowed, NotNow, Refusal, UnknownName

log = logging.getLogger(__name__)
_FIRST_FIGHT = "Start a first fight"


async def remedies(interaction: Interaction, refusal: Refusal) -> Rows | None:
    """Return the buttons under a refusal; None if nothing helps. Without them, the sentence says as much."""
    if isinstance(refusal, NotNow) and str(refusal) == NO_ENCOUNTER:
        return await _start(interaction)
    noted = noted_request(interaction)
    may_help = refusal.remedies or isinstance(refusal, UnknownName | Undecided | NotAllowed)
    if noted is None or not may_help:
        return None
    try:
        return await _remedies(interaction, noted, refusal)
    except (Refusal, BotError):
        return None
    except Exception:
        log.exception("what helps after a refusal could not be worked out")
        return None


async def _start(interaction: Interaction) -> Rows | None:
    """The way to the first fight, where no encounter is open and one can be."""
    try:
        allowed = not invocation_of(interaction).is_guest and await may(interaction, Deed.START)
    except BotError:
        return None
    return Rows([[button(_FIRST_FIGHT, discord.ButtonStyle.primary, START_ID)]]) if allowed else None


async def _remedies(interaction: Interaction, noted: NotedRequest, refusal: Refusal) -> Rows | None:
    context = None if noted.ruleset else await open_context(interaction)
    if context is None:
        found = await _for_ruling(interaction, noted, refusal)
    elif noted.encounter and noted.encounter != context.encounter.id:
        return None
    else:
        # Orders are tried, which takes longer than the event loop may wait.
        found = await asyncio.to_thread(offers, noted.request, refusal, context)
    return Rows(orders.offered(interaction, found, context, None, noted)) if found else None


async def _for_ruling(interaction: Interaction, noted: NotedRequest, refusal: Refusal) -> tuple[Offer, ...]:
    request = noted.request
    if not isinstance(request, AttackRequest | ActionRequest):
        return ()
    ground = await ground_here(interaction, noted.ruleset)
    return await asyncio.to_thread(ruling_offers, request, refusal, ground)
