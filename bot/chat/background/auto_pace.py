"""Lets time continue by itself in encounters whose switch `pace` says so (`bot.game.flow.pace`).

1. After every turn in an encounter (`EncounterLocks.listeners`) its last entry is looked at. If time is to run after
   it, a timer begins; if there is a timer for an earlier entry, it is over: any order stops it.
2. Once a minute, and at the start, the store is asked where time continues by itself. Encounters whose last entry has
   not been looked at are: another run of the bot stored it, or this one begins. A timer begins again with a restart.
3. When a timer is over, the actor `clock` orders Next if the entry is still the last. The interaction names that entry,
   so several runs of the bot order it once.
4. The result is posted at once; what fails is left to the sweep, as after a crash.

Only one Next of an encounter is under way at a time, so results are posted in order. A run that is refused or fails
is not tried again before the next order.
"""

from __future__ import annotations

import asyncio
import logging

from bot.chat.background.clock import Clock
from bot.chat.outgoing.delivery import Delivery
from bot.errors import StoreError
from bot.game.entries.entries import Entry
from bot.game.entries.invocation import id_by_clock
from bot.game.flow import pace
from bot.game.referee.referee import Referee
from rules.engine.flow.pending_decisions import flows
from rules.engine.records.errors import Refusal, Unplayable

log = logging.getLogger(__name__)

_EVERY = 60.0
"""Seconds between two looks at the store."""
_LAST_RUNS = 1.0
"""Seconds that a Next under way is given when the bot is stopped."""


class AutoPace:
    """One per process."""

    def __init__(self, referee: Referee, delivery: Delivery, clock: Clock) -> None:
        self._referee = referee
        self._delivery = delivery
        self._clock = clock
        self._changed: set[str] = set()
        self._awake = asyncio.Event()
        self._looked: dict[str, int] = {}
        self._timers: dict[str, tuple[int, asyncio.Task[None]]] = {}
        self._running: dict[str, asyncio.Task[None]] = {}
        self._rest: dict[str, int] = {}
        self._failed: set[str] = set()
        self._asleep = False
        self._loop: asyncio.Task[None] | None = None
        self._pause: asyncio.Task[None] | None = None
        referee.locks.listeners.append(self.changed)

    def start(self) -> None:
        """Look now and from now on."""
        if self._loop is None:
            self._loop = asyncio.create_task(self._forever())

    async def close(self) -> None:
        """Stop; a Next under way has a moment to be posted."""
        if self._loop is not None:
            self._loop.cancel()
            await asyncio.wait([self._loop])
        if self._pause is not None:
            self._pause.cancel()
        tasks = [task for _, task in self._timers.values()]
        for task in tasks:
            task.cancel()
        if self._running:
            await asyncio.wait(self._running.values(), timeout=_LAST_RUNS)
        for task in self._running.values():
            task.cancel()
        if tasks := [*tasks, *self._running.values()]:
            await asyncio.wait(tasks)

    def changed(self, encounter_id: str) -> None:
        """Look at an encounter soon, because it has changed."""
        self._changed.add(encounter_id)
        self._awake.set()

    def waiting(self, encounter_id: str) -> bool:
        """Return whether time is running in an encounter, or will run soon."""
        return encounter_id in self._timers or encounter_id in self._running

    @property
    def idle(self) -> bool:
        """Whether nothing is left to look at and no Next is under way."""
        return self._asleep and not (self._changed or self._running)

    async def look(self) -> None:
        """Look at every encounter in which time continues by itself and whose last entry is new. Raises StoreError."""
        paces = await self._referee.store.paces.all()
        for id in (self._looked.keys() - paces.keys()) | self._failed:
            self._looked.pop(id, None)
            self._rest.pop(id, None)
        self._failed.clear()
        for id, seq in paces.items():
            if self._looked.get(id) != seq:
                await self._consider(id, seq)

    async def _forever(self) -> None:
        look_at = self._clock.monotonic()
        while True:
            self._awake.clear()
            try:
                if self._clock.monotonic() >= look_at:
                    look_at = self._clock.monotonic() + _EVERY
                    await self.look()
                while self._changed:
                    # The entry that was appended just now is in memory.
                    await self._consider(next(iter(self._changed)), 0)
            except StoreError as error:
                log.warning("looking for encounters whose time runs failed: %s", error)
            except Exception:
                log.exception("looking for encounters whose time runs failed; continuing")
            if not self._changed:
                await self._sleep()

    async def _sleep(self) -> None:
        # Every order wakes it: the task that wakes it for a look is kept meanwhile.
        if self._pause is None or self._pause.done():
            self._pause = asyncio.create_task(self._clock.sleep(_EVERY))
            self._pause.add_done_callback(lambda _: self._awake.set())
        self._asleep = True
        try:
            await self._awake.wait()
        finally:
            self._asleep = False

    async def _consider(self, id: str, seq: int) -> None:
        """Begin or end the timer of an encounter, as its last entry says; `seq` is that one, or an earlier one."""
        self._changed.discard(id)
        if id in self._running:
            return
        try:
            head = await self._referee.journal.head_at(id, seq)
        except Unplayable as error:
            self._looked[id] = seq
            log.warning("time in %s does not continue: %s", id, error.reason)
            return
        if head is None:
            self._stop(id)
            return
        if not flows(head.state):
            self._stop(id)
            if id in self._looked or seq:
                self._looked.pop(id, None)
                await self._referee.store.paces.drop(id, head.seq)
            return
        self._looked[id] = head.seq
        if id in self._timers and self._timers[id][0] == head.seq:
            return
        self._stop(id)
        book = self._referee.library.shelf.get(head.state.ruleset)
        seconds = pace.delay(head, book) if book else None
        if seconds is not None and self._rest.get(id) != head.seq:
            self._timers[id] = head.seq, asyncio.create_task(self._timer(head, seconds))

    def _stop(self, id: str) -> None:
        if id in self._timers:
            self._timers.pop(id)[1].cancel()

    async def _timer(self, head: Entry, seconds: int) -> None:
        """Wait, then let time run; from then on no order stops it."""
        id = head.encounter_id
        if seconds:
            await self._clock.sleep(seconds)
        _, task = self._timers.pop(id)
        self._running[id] = task
        self._rest[id] = head.seq
        try:
            await self._run(head)
        except StoreError as error:
            self._failed.add(id)
            log.warning("time in %s does not continue yet: %s", id, error)
        except Refusal as error:
            log.debug("time in %s does not continue: %s", id, error)
        except Exception:
            log.exception("time in %s does not continue after #%s", id, head.seq)
        finally:
            del self._running[id]
            self.changed(id)

    async def _run(self, head: Entry) -> None:
        id = head.encounter_id
        last = await self._referee.journal.head(id)
        row = await self._referee.store.journal.encounter(id)
        if last is None or last.seq != head.seq or row is None:
            return
        with self._delivery.handling(id_by_clock(id, str(head.seq))) as first:
            if first and (group := await pace.run(self._referee, row, head, self._clock.now())):
                await self._delivery.show(group)
