"""The time of day, and waiting for it. It is a parameter, so that a test need not wait.

The bot has one clock, a `Steady` one: what is due, deleted or announced never follows a jump of the machine's clock.
"""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import UTC, datetime, timedelta

log = logging.getLogger(__name__)


class Clock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the time, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds since any moment; they only ever increase, and a suspended machine's count as well."""
        return _monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait until so much time has passed."""
        await asyncio.sleep(seconds)


class Steady(Clock):
    """The time of day without jumps of the machine's clock: while the bot runs, it follows the monotonic clock.

    Small corrections are followed. A start takes the time from the machine's clock again, and so does the first
    interaction for which Discord's clock agrees with the machine's: then that was put right, or the machine was paused.
    """

    def __init__(self, machine: Clock) -> None:
        self.machine = machine
        self._wall, self._monotonic = machine.now(), machine.monotonic()
        self._off = timedelta()

    def now(self) -> datetime:
        """Return the time, in UTC."""
        wall, monotonic = self.machine.now(), self.machine.monotonic()
        jumped = (wall - self._wall) - timedelta(seconds=monotonic - self._monotonic)
        if abs(jumped) > _JUMP:
            self._off -= jumped
        self._wall, self._monotonic = wall, monotonic
        return wall + self._off

    def monotonic(self) -> float:
        """Return the machine's."""
        return self.machine.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait until so much time has passed."""
        await self.machine.sleep(seconds)

    def agree(self, at: datetime) -> None:
        """Take the time from the machine's clock again if it is `at` there, which is what Discord's clock shows."""
        self.now()
        if self._off and abs(self._wall - at) <= _JUMP:
            log.info("the clock agrees with Discord's again; following it by %s", -self._off)
            self._off = timedelta()


def _monotonic() -> float:
    # On Linux, time.monotonic stands still while the machine is suspended.
    return time.clock_gettime(_BOOT) if _BOOT is not None else time.monotonic()


_BOOT: int | None = getattr(time, "CLOCK_BOOTTIME", None)
_JUMP = timedelta(seconds=30)
"""The least correction of the clock between two looks that counts as a jump."""
