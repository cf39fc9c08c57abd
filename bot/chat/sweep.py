"""The sweep shows what was stored and not shown, at the start and every few seconds.

1. It lists the groups that have neither a message nor a reason not to have one, were listed a few seconds ago as well,
   and are not in hand (`bot.chat.delivery`). How old an entry is does not matter: that would compare Discord's clock
   with the host's. Channels are swept side by side; within a channel the order is kept.
2. For each group it settles what follows from it, then looks whether a message shows it after all: the interaction's
   original answer, then the bot's messages just after the order and the latest ones, by their Details button.
3. If there is none it posts one, with a nonce that Discord enforces, so that a repeated request posts nothing twice.
4. The id of the message found or posted is noted (`Delivery.mark`); the group is delivered then.
5. What fails is tried again at growing intervals: three times for a refusal or an error of ours, for about a day if
   Discord or the network is out. A missing permission, a locked thread or a deleted channel ends the attempts at once.
6. A group that is given up stays in the log with the reason, and the next user to order in that encounter is told.

Once a minute the sweep also deletes expired tokens, old quick rulings and states that can be folded again, and calls
the upkeep of others.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta

import discord

from bot.chat import permissions, render
from bot.chat.clock import Clock
from bot.chat.delivery import Delivery, Key, shown_as, shows
from bot.chat.messages import MISSING_PERMISSIONS, TROUBLE, message_parts, nonce, posted, refused, unreachable
from bot.chat.permissions import EMBED_LINKS, Permission
from bot.game.anchors import Anchor
from bot.game.errors import StoreError
from bot.game.journal import Group
from bot.game.referee import Referee
from bot.game.sight import PUBLIC
from bot.game.store import RULING, EntryRow
from rules.engine.frozen import dataclass

log = logging.getLogger(__name__)

_TIDY_EVERY = 60.0
_BATCH = 100
# Counted from the time of the interaction, which is Discord's: clocks may be hours apart.
_RULINGS_KEPT = timedelta(days=7)
_LONGEST_PAUSE = 600.0
# discord.py itself would try a server error again for 25 seconds.
_LONGEST_TRY = 10.0
# A refusal of Discord's or an error of ours does not pass; the network and Discord are given about a day.
_MOST_TRIES = 3
_MOST_TRIES_IN_TROUBLE = 150


@dataclass(frozen=True, slots=True)
class _Retry:
    tries: int
    at: float


_NOT_TRIED = _Retry(0, -math.inf)


class Sweep:
    """Shows what delivery could not; `seconds` is how often it looks, and how long it lets an entry be first.

    `upkeep` is called with the time, once a minute.
    """

    def __init__(
        self,
        client: discord.Client,
        referee: Referee,
        delivery: Delivery,
        seconds: float,
        clock: Clock,
        *upkeep: Callable[[datetime], Awaitable[None]],
    ) -> None:
        self._client = client
        self._referee = referee
        self._delivery = delivery
        self._seconds = seconds
        self._clock = clock
        self._upkeep = upkeep
        self._retries: dict[Key, _Retry] = {}
        self._first_listed: dict[Key, float] = {}
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Sweep now and from now on."""
        if self._running is None:
            self._running = asyncio.create_task(self._forever())

    async def close(self) -> None:
        """Stop; what was being posted is found by the next start."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])

    async def once(self, patience: timedelta) -> int:
        """Show what was undelivered `patience` ago and still is; returns how many messages were found or posted.

        Raises StoreError. Whatever else fails with one entry is tried again later.
        """
        await self._delivery.flush()
        channels: defaultdict[str | None, list[EntryRow]] = defaultdict(list)
        rows = await self._referee.store.undelivered(_BATCH + len(self._retries))
        now = self._clock.monotonic()
        listed = {(row.encounter_id, row.seq): row for row in rows}
        self._first_listed = {key: self._first_listed.get(key, now) for key in listed}
        for key, row in listed.items():
            if now - self._first_listed[key] >= patience.total_seconds():
                channels[row.channel_id].append(row)
        # In order within a channel; a slow one does not hold up the others.
        sweeping = [self._channel_swept(rows) for rows in channels.values()]
        done = 0
        for found in await asyncio.gather(*sweeping, return_exceptions=True):
            if isinstance(found, BaseException):
                raise found
            done += found
        return done

    async def _channel_swept(self, rows: Iterable[EntryRow]) -> int:
        done = 0
        for row in rows:
            key = row.encounter_id, row.seq
            retry = self._retries.get(key, _NOT_TRIED)
            if retry.at > self._clock.monotonic() or self._delivery.has(row.interaction_id, key):
                continue
            try:
                async with asyncio.timeout(_LONGEST_TRY):
                    done += await self._deliver(await self._referee.journal.group(*key))
                self._retries.pop(key, None)
            except StoreError:
                raise
            except Exception as error:
                await self._failed(row, retry.tries + 1, error)
        return done

    async def _forever(self) -> None:
        patience = timedelta(0)
        tidy_at = self._clock.monotonic()
        while True:
            try:
                await self.once(patience)
                if self._clock.monotonic() >= tidy_at:
                    tidy_at = self._clock.monotonic() + _TIDY_EVERY
                    now = self._clock.now()
                    await self._referee.journal.tidy(now, now - _RULINGS_KEPT)
                    for upkeep in self._upkeep:
                        await upkeep(now)
            except StoreError as error:
                log.warning("the sweep could not work: %s", error)
            except Exception:
                log.exception("the sweep failed and continues")
            patience = timedelta(seconds=self._seconds)
            await self._clock.sleep(self._seconds)

    async def _deliver(self, group: Group) -> bool:
        # A server's data may have been deleted since it was listed.
        if not group or group[-1].message_id:
            return False
        await self._referee.settle(group)
        message = await self._delivery.original(group) or await self._among_messages(group)
        if not message:
            message = await self._post(group)
        if message:
            self._delivery.mark(group, message)
        return bool(message)

    async def _failed(self, row: EntryRow, tries: int, error: Exception) -> None:
        key = row.encounter_id, row.seq
        if tries >= (_MOST_TRIES_IN_TROUBLE if unreachable(error) else _MOST_TRIES):
            self._retries.pop(key, None)
            parts = [row]
            if row.interaction_id is not None:
                parts = list(await self._referee.store.by_interaction(row.interaction_id))
            await self._give_up([(part.encounter_id, part.seq) for part in parts], _why(error))
            return
        pause = min(self._seconds * 2.0**tries, _LONGEST_PAUSE)
        self._retries[key] = _Retry(tries, self._clock.monotonic() + pause)
        # One traceback says it all.
        traceback = error if tries == 1 and not isinstance(error, TROUBLE) else None
        log.warning("entry %s #%s is undelivered; again in %.0f s: %r", *key, pause, error, exc_info=traceback)

    async def _among_messages(self, group: Group) -> str:
        """The id of the message if it is among the bot's own right after the order, or the latest ones."""
        channel = self._channel(group)
        if channel is None:
            return ""
        return await posted(channel, self._client.user, lambda message: shows(message, group), group[0].at)

    async def _post(self, group: Group) -> str:
        channel = self._channel(group)
        reason = "the channel is unknown"
        shown = None if group[-1].private else shown_as(group, self._referee, PUBLIC)
        if shown is None:
            reason = "it was meant for one person only"
        elif channel is not None:
            lacked = self._lacked(channel.id)
            reply, view = shown
            if lacked and EMBED_LINKS in lacked:
                reply = render.unembedded(reply, permissions.lack([EMBED_LINKS]))
            try:
                message = await channel.send(**message_parts(reply, view), nonce=nonce(str(Anchor.of(group[0]))))
            except discord.HTTPException as error:
                reason = refused(error, lacked or ())
                # Right after the start it is not known yet which permission it is: Discord does not say it here.
                if not reason or (error.code == MISSING_PERMISSIONS and lacked is None and not self._client.is_ready()):
                    raise
            else:
                return str(message.id)
        await self._give_up([(e.encounter_id, e.seq) for e in group], reason)
        return ""

    async def _give_up(self, entries: list[Key], reason: str) -> None:
        log.warning("entry %s #%s stays in the log alone: %s", *entries[0], reason)
        await self._referee.store.gave_up((*entry, reason) for entry in entries)
        if not entries[0][0].startswith(RULING):
            self._delivery.unposted(entries[0], reason)

    def _lacked(self, channel_id: int) -> tuple[Permission, ...] | None:
        """What is not permitted in the channel; None while that is not known."""
        channel = self._client.get_channel(channel_id)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return None
        try:
            granted = channel.permissions_for(channel.guild.me)
        except discord.ClientException:
            # A thread of a channel that is not known.
            return None
        return permissions.missing(granted.value, thread=isinstance(channel, discord.Thread))

    def _channel(self, group: Group) -> discord.PartialMessageable | None:
        channel = group[-1].channel_id
        return None if channel is None else self._client.get_partial_messageable(int(channel))


def _why(error: Exception) -> str:
    """Why nothing is tried any more, as a clause for people; the details are in the log by then."""
    if unreachable(error):
        return "Discord could not be reached"
    if isinstance(error, discord.HTTPException):
        return refused(error) or "Discord refuses it"
    return "the bot broke down over it"
