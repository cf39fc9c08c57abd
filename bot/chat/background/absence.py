"""Tells people who may take an encounter over when its GMs have left the server, with a button for it.

Without a privileged intent Discord does not tell the bot who leaves. It is asked when that matters: after an order was
refused for want of rights and the refusal was sent, and seldom, for the answers are kept for some minutes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Hashable

import discord

from bot.chat import render
from bot.chat.background.clock import Clock
from bot.chat.outgoing.controls import take_over_view
from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.messages import TROUBLE, AnyInteraction, send
from bot.errors import StoreError
from bot.game.entries.bounded_mapping import BoundedMapping
from bot.game.journal.anchors import last_anchor
from bot.game.people import rights
from bot.game.people.rights import Deed
from bot.game.referee.referee import Referee
from bot.game.sight import viewer_of

log = logging.getLogger(__name__)

_KEPT = 600.0
"""Seconds for which an answer of Discord counts, and for which nobody is told the same again."""
_MOST = 4096
_MOST_GMS = 10
_LONGEST_TRY = 10.0
# Unknown member, unknown user.
_GONE = (10007, 10013)


class Absences:
    """Remembers which GMs have left and who has been told. One per process."""

    def __init__(self, referee: Referee, clock: Clock) -> None:
        self._referee = referee
        self._clock = clock
        self._gone = BoundedMapping[Hashable, tuple[bool, float]](_MOST)

    async def offer(self, interaction: AnyInteraction) -> None:
        """Tell a user whose order was refused if no GM of the channel's encounter is there any more.

        Nothing is told if that is not known.
        """
        try:
            async with asyncio.timeout(_LONGEST_TRY):
                await self._offer(interaction)
        # RuntimeError is what aiohttp says once the bot has hung up.
        except (*TROUBLE, StoreError, RuntimeError) as error:
            log.debug("cannot find out whether the GM is there: %r", error)

    async def _offer(self, interaction: AnyInteraction) -> None:
        invocation = invocation_of(interaction)
        row = await self._referee.store.journal.open_encounter(invocation.channel)
        head = await self._referee.journal.head(row.id) if row else None
        if interaction.guild is None or row is None or head is None or invocation.user in head.state.gms:
            return
        notice = (head.encounter_id, invocation.user, head.state.gms)
        if self._kept(notice) is not None or len(head.state.gms) > _MOST_GMS:
            return
        for gm in head.state.gms:
            if not await self._has_left(interaction.guild, gm):
                return
        self._keep(notice, True)
        may = rights.may(
            Deed.TAKE_OVER, rights.roles(invocation.user, invocation.powers_in(row.channel_id), head.state)
        )
        viewer = viewer_of(invocation.user, head.state)
        view = take_over_view(await last_anchor(self._referee.store, head, viewer)) if may else None
        await send(interaction, render.gms_gone(len(head.state.gms), may=may), view, private=True)

    async def _has_left(self, guild: discord.Guild, user: str) -> bool:
        """Return whether that user is no longer a member. False if Discord does not say so."""
        key = (guild.id, user)
        if (kept := self._kept(key)) is not None:
            return kept
        if not user.isdecimal():
            # They were forgotten, and have an anonymous id.
            return True
        gone = False
        try:
            await guild.fetch_member(int(user))
        except discord.NotFound as error:
            gone = error.code in _GONE
        except TROUBLE as error:
            log.debug("Discord does not say whether %s is on the server: %r", user, error)
        self._keep(key, gone)
        return gone

    def _kept(self, key: Hashable) -> bool | None:
        gone, until = self._gone.get(key, (None, 0.0))
        return gone if self._clock.monotonic() < until else None

    def _keep(self, key: Hashable, gone: bool) -> None:
        self._gone[key] = gone, self._clock.monotonic() + _KEPT
