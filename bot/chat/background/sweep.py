"""The sweep shows entries that were stored and not shown, at the start and every few seconds.

1. It lists the groups that have neither a message nor a reason not to have one, were listed a few seconds ago as well,
   and are not in hand (`bot.chat.outgoing.delivery`). Quick rulings of several processes are left alone for longer:
   only the process that has one in hand knows it. How old an entry is does not matter: that would compare Discord's
   clock with the host's. Channels are swept side by side; within a channel the order is kept.
2. For each group it settles what follows from it, then looks whether a message shows it in the end: the interaction's
   original answer, then the bot's messages just after the order and the latest ones, by their Details button.
3. If there is none it posts one, with a nonce that Discord enforces, so that a repeated request posts nothing twice.
4. The id of the message found or posted is noted (`Delivery.mark`); the group is delivered then.
5. Failed entries are tried again at growing intervals: three times for a refusal or an error of ours, for about
   a day if Discord or the network is out. A missing permission, a locked thread or a deleted channel ends the attempts
   at once.
6. A group that is given up stays in the log with the reason, and is stored until somebody is told (`Delivery.give_up`).
7. Where a group is owed besides its answer, it is looked for in that channel and posted there in the same way. A
   private answer is only looked for: its user hears with their next one that it did not get through.

Once a minute the sweep also deletes expired tokens, old quick rulings and states that can be folded again, and calls
the upkeep of others.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime, timedelta

import discord

from bot.chat.background.clock import Clock
from bot.chat.outgoing.delivery import Delivery
from bot.chat.outgoing.messages import TROUBLE, refused, unreachable
from bot.chat.outgoing.poster import Key
from bot.errors import StoreError
from bot.game.entries.entries import Group
from bot.game.referee.referee import Referee
from bot.game.store import RULING, EntryRow, OwedRow
from bot.game.store.parts.outbox import UNANSWERED
from bot.watch.interaction_tracker import about
from rules.engine.records.errors import MissingBook, Unplayable
from rules.engine.records.frozen import dataclass

log = logging.getLogger(__name__)

_TIDY_EVERY = 60.0
_BATCH = 100
# Counted from the time of the interaction, which is Discord's: clocks may be hours apart.
_RULINGS_KEPT = timedelta(days=7)
_LONGEST_PAUSE = 600.0
# discord.py itself would try a server error again for 25 seconds.
_LONGEST_TRY = 10.0
# How long an answer of another process may take.
_ELSEWHERE = 30.0
# A refusal of Discord's or an error of ours does not pass; the network, Discord and a rulebook that cannot be used are
# given about a day.
_MOST_TRIES = 3
_MOST_TRIES_IN_TROUBLE = 150


@dataclass(frozen=True, slots=True)
class _Retry:
    tries: int
    at: float


_NOT_TRIED = _Retry(0, -math.inf)


@dataclass(frozen=True, slots=True)
class _Due:
    """A group that has to be shown, identified by its first entry: as the answer to its order, or in a further channel
    to which it is `owed`.
    """

    row: EntryRow
    owed: OwedRow | None = None

    @property
    def group(self) -> Key:
        return self.row.encounter_id, self.row.seq

    @property
    def key(self) -> tuple[str, int, str]:
        return *self.group, self.owed.reader if self.owed else ""

    @property
    def channel(self) -> str | None:
        return self.owed.channel_id if self.owed else self.row.channel_id


class Sweep:
    """Shows what delivery could not; `seconds` is how often it looks, and how long it leaves an entry to delivery
    first.

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
        self._retries: dict[tuple[str, int, str], _Retry] = {}
        self._first_listed: dict[tuple[str, int, str], float] = {}
        self._running: asyncio.Task[None] | None = None
        self._began: float | None = None
        self._undecided = frozenset[str]()

    @property
    def oldest(self) -> float | None:
        """For how many seconds the oldest result has been waiting, as far as this run knows; None if none is."""
        return self._clock.monotonic() - min(self._first_listed.values()) if self._first_listed else None

    @property
    def round(self) -> float | None:
        """For how many seconds the present round has lasted; None between two rounds."""
        return None if self._began is None else self._clock.monotonic() - self._began

    def start(self) -> None:
        """Sweep now and from now on."""
        if self._running is None:
            self._running = asyncio.create_task(self._forever())

    async def close(self) -> None:
        """Stop. The next start finds the posts that were under way."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])

    async def once(self, patience: timedelta) -> int:
        """Show what was undelivered `patience` ago and still is, and return how many messages were found or posted.

        Raises StoreError. Whatever else fails with one entry is tried again later.
        """
        await self._delivery.flush()
        await self._delivery.recall()
        await self._decide()
        channels: defaultdict[str | None, list[_Due]] = defaultdict(list)
        store, most = self._referee.store, _BATCH + len(self._retries)
        dues = [_Due(row) for row in await store.outbox.undelivered(most)]
        dues += [_Due(row, owed) for owed, row in await store.outbox.owed(most)]
        now = self._clock.monotonic()
        self._first_listed = {due.key: self._first_listed.get(due.key, now) for due in dues}
        for due in sorted(dues, key=lambda due: (due.row.at.isoformat(timespec="microseconds"), due.key)):
            if now - self._first_listed[due.key] >= self._patience_for(due, patience.total_seconds()):
                channels[due.channel].append(due)
        # In order within a channel; a slow one does not hold up the others.
        sweeping = [self._channel_swept(dues) for dues in channels.values()]
        done = 0
        for found in await asyncio.gather(*sweeping, return_exceptions=True):
            if isinstance(found, BaseException):
                raise found
            done += found
        return done

    async def _decide(self) -> None:
        """Log what has become of orders of which that was not known in the round before either: a server that was
        stopped may still store them when it continues."""
        known, self._undecided = self._undecided, self._delivery.undecided
        for interaction in sorted(known & self._undecided):
            await self._delivery.decide(interaction)

    def _patience_for(self, due: _Due, seconds: float) -> float:
        """Return how many seconds a group is left alone: another process may answer a quick ruling of no server."""
        ruling = due.row.encounter_id.startswith(RULING) and not due.row.guild_id.isdecimal()
        elsewhere = ruling and not self._referee.store.is_alone
        return max(seconds, _ELSEWHERE) if elsewhere else seconds

    async def _channel_swept(self, dues: Iterable[_Due]) -> int:
        done = 0
        for due in dues:
            retry = self._retries.get(due.key, _NOT_TRIED)
            if retry.at > self._clock.monotonic() or self._delivery.has(due.row.interaction_id, due.group):
                continue
            if due.owed and self._delivery.has_posted(due.owed):
                continue
            with about(due.row.interaction_id):
                done += await self._tried(due, retry.tries)
        return done

    async def _tried(self, due: _Due, tries: int) -> bool:
        done = False
        try:
            async with asyncio.timeout(_LONGEST_TRY):
                group = await self._referee.journal.group(*due.group)
                done = await (self._deliver_owed(group, due.owed) if due.owed else self._deliver(group))
            self._retries.pop(due.key, None)
        except StoreError:
            raise
        except Exception as error:
            await self._failed(due, tries + 1, error)
        return done

    async def tidy(self) -> None:
        """Delete what is kept no longer, and call the upkeep of others. Raises StoreError."""
        now = self._clock.now()
        await self._referee.journal.tidy(now, now - _RULINGS_KEPT)
        for upkeep in self._upkeep:
            await upkeep(now)

    async def _forever(self) -> None:
        patience = timedelta(0)
        tidy_at = self._clock.monotonic()
        while True:
            self._began = self._clock.monotonic()
            try:
                await self.once(patience)
                if self._clock.monotonic() >= tidy_at:
                    tidy_at = self._clock.monotonic() + _TIDY_EVERY
                    await self.tidy()
            except StoreError as error:
                log.warning("the sweep failed: %s", error)
            except Exception:
                log.exception("the sweep failed; continuing")
            patience = timedelta(seconds=self._seconds)
            self._began = None
            await self._clock.sleep(self._seconds)

    async def _deliver(self, group: Group) -> bool:
        # A server's data may have been deleted since it was listed.
        if not group or group[-1].message_id:
            return False
        await self._referee.settle(group)
        message, reason = await self._delivery.original(group), UNANSWERED
        if not message and not group[-1].private:
            poster = self._delivery.poster
            message = await poster.already(group, group[-1].channel_id)
            if not message:
                message, reason = await poster.post_answer(group)
        if message:
            self._delivery.mark(group, message)
        else:
            await self._delivery.give_up(group, reason)
        return bool(message)

    async def _deliver_owed(self, group: Group, owed: OwedRow) -> bool:
        if not group:
            return False
        await self._referee.settle(group)
        poster = self._delivery.poster
        if not await poster.already_owed(group, owed) and (reason := await poster.post(group, owed)):
            await self._delivery.give_up_owed(group, owed, reason)
            return False
        self._delivery.mark_posted(owed)
        return True

    async def _failed(self, due: _Due, tries: int, error: Exception) -> None:
        row = due.row
        passing = unreachable(error) or isinstance(error, MissingBook)
        if tries >= (_MOST_TRIES_IN_TROUBLE if passing else _MOST_TRIES):
            self._retries.pop(due.key, None)
            if due.owed:
                group: Group = []
                # Nobody can be told about an entry that cannot be read.
                with contextlib.suppress(Exception):
                    group = await self._referee.journal.group(*due.group)
                await self._delivery.give_up_owed(group, due.owed, _why(error))
                return
            parts: Sequence[EntryRow] = [row]
            if row.interaction_id is not None:
                parts = await self._referee.store.journal.by_interaction(row.interaction_id)
            await self._delivery.give_up(parts, UNANSWERED if row.private else _why(error))
            return
        pause = min(self._seconds * 2.0**tries, _LONGEST_PAUSE)
        self._retries[due.key] = _Retry(tries, self._clock.monotonic() + pause)
        # One traceback says it all.
        traceback = error if tries == 1 and not isinstance(error, (*TROUBLE, MissingBook)) else None
        log.warning("entry %s #%s is undelivered; next try in %.0f s: %r", *due.group, pause, error, exc_info=traceback)


def _why(error: Exception) -> str:
    """Return the reason for giving up, as a clause for people. The details are in the log by then."""
    if unreachable(error):
        return "Discord could not be reached"
    if isinstance(error, Unplayable):
        return error.reason
    if isinstance(error, discord.HTTPException):
        return refused(error) or "Discord refuses it"
    return "the bot failed on it"
