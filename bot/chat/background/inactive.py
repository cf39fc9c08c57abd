"""Announces encounters without new orders, and ends them some time later; nothing is deleted.

1. Once an hour `once` lists the open encounters in which nothing has happened for too long, some at a time.
2. One without a notice gets one in the database first, and then in its channel, with a button to keep it open. If the
   bot dies in between, the next look searches for the message by its button before it posts.
3. Where nobody may post, or the channel is gone, the notice counts as told. During an outage it is tried again later.
4. A notice that was told long enough ago, and neither answered nor outdated by a new entry, ends the encounter: the
   actor `clock` gives the order End, and the sweep posts it like any entry that nobody was answered with.

An order makes the notice void because it counts from the last entry. Each write is conditional, so that two runs on one
database, or a press at the same moment, do each thing once and never both. An encounter whose rulebook is missing gets
no notice and does not end.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta

import discord

from bot.chat import render
from bot.chat.background.clock import Clock
from bot.chat.background.periodic import Periodic
from bot.chat.outgoing.controls import keep_open_id, keep_open_row
from bot.chat.outgoing.detail import as_posted
from bot.chat.outgoing.messages import TROUBLE, has_button, message_parts, nonce, posted, refused, unreachable
from bot.chat.outgoing.rows import Rows
from bot.errors import StoreError
from bot.game.flow import inactivity
from bot.game.referee.referee import Referee
from bot.game.store import IdleRow
from rules.engine.records.errors import NotNow, Unplayable

log = logging.getLogger(__name__)

_EVERY, _BETWEEN = 3600.0, 5.0
"""Seconds between two looks, and between two batches of one look."""
_BATCH = 20
_LONGEST_TRY = 10.0
# How far the host's clock may be from Discord's.
_APART = timedelta(hours=2)
_LONGEST_NOTICE = timedelta(days=7)


class Inactive:
    """Ends encounters without an order for `days`; 0 ends none. People are told a week before, or halfway."""

    def __init__(self, client: discord.Client, referee: Referee, clock: Clock, days: int) -> None:
        self._client = client
        self._referee = referee
        self._clock = clock
        self._days = timedelta(days=days)
        self._notice = min(_LONGEST_NOTICE, self._days / 2)
        self._broken: set[tuple[str, int]] = set()
        self._periodic = Periodic(clock, _EVERY if days else 0, self._all, "inactive encounters")

    def start(self) -> None:
        """Look now and from now on."""
        self._periodic.start()

    async def close(self) -> None:
        """Stop."""
        await self._periodic.close()

    async def once(self) -> int:
        """Do what is due, at most a batch, and return how many need not be looked at again soon. Raises StoreError."""
        if not self._days:
            return 0
        now = self._clock.now()
        rows = await self._referee.store.notices.idle(
            now - self._days + self._notice, now - self._days, now - self._notice, _BATCH + len(self._broken)
        )
        due = [row for row in rows if (row.encounter.id, row.seq) not in self._broken]
        done = 0
        for outcome in await asyncio.gather(*(self._done(row, now) for row in due), return_exceptions=True):
            if isinstance(outcome, BaseException):
                raise outcome
            done += outcome
        return done

    async def _all(self) -> None:
        while await self.once():
            await self._clock.sleep(_BETWEEN)

    async def _done(self, row: IdleRow, now: datetime) -> bool:
        """Announce or end one encounter. Return False if Discord is unreachable or the encounter has changed meanwhile.

        One that cannot be played stays as it is. It is not tried again by this process, and neither is one with a
        programming error, which is logged.
        """
        id = row.encounter.id
        if row.encounter.ruleset not in self._referee.library.shelf:
            self._broken.add((id, row.seq))
            log.info("the inactive encounter %s stays open: its rulebook %s is missing", id, row.encounter.ruleset)
            return True
        try:
            async with asyncio.timeout(_LONGEST_TRY):
                if row.announced:
                    await inactivity.end(self._referee, row, now)
                elif row.made_at is not None:
                    await self._announce(row, row.made_at, now, perhaps_posted=True)
                elif await self._referee.store.notices.note(id, row.seq, now):
                    await self._announce(row, now, now)
        except Unplayable as error:
            self._broken.add((id, row.seq))
            log.info("the inactive encounter %s stays open: %s", id, error.reason)
        except NotNow as error:
            log.debug("encounter %s was not ended: %s", id, error)
            return False
        except StoreError:
            raise
        except TROUBLE as error:
            log.warning("the notice about inactive encounter %s failed: %r", id, error)
            return False
        except Exception:
            self._broken.add((id, row.seq))
            log.exception("the inactive encounter %s could not be handled", id)
        return True

    async def _announce(self, row: IdleRow, made_at: datetime, now: datetime, *, perhaps_posted: bool = False) -> None:
        """Tell the channel, unless it was told just before a crash; a refusal of Discord's counts as told."""
        encounter = row.encounter
        head = await self._referee.journal.head(encounter.id)
        if head is None or head.seq != row.seq:
            return
        custom_id = keep_open_id(encounter.id, made_at)
        reply = render.inactive(head.state, row.since, max(row.since + self._days, now + self._notice))
        view = Rows([keep_open_row(custom_id)])
        reply, view = await as_posted(self._client, self._referee.store, reply, view, encounter.channel_id)
        channel = self._client.get_partial_messageable(int(encounter.channel_id))
        try:
            if not (perhaps_posted and await self._posted(channel, row, made_at)):
                await channel.send(**message_parts(reply, view), nonce=nonce(custom_id))
        except discord.HTTPException as error:
            if unreachable(error):
                raise
            log.warning("no notice about inactive encounter %s: %s", encounter.id, refused(error) or error)
        await self._referee.store.notices.record_posted(encounter.id, row.seq, now)

    async def _posted(self, channel: discord.PartialMessageable, row: IdleRow, made_at: datetime) -> bool:
        ids = {keep_open_id(row.encounter.id, made_at, seq) for seq in (None, row.seq)}

        def ours(message: discord.Message) -> bool:
            return has_button(message, ids)

        return bool(await posted(channel, self._client.user, ours, made_at - _APART))
