"""How late an interaction arrives, by Discord's own clock, and the orders that were dropped because they came too late.

An interaction's id says when Discord made it. A host's clock may differ from Discord's by seconds, so the time now is
reckoned from the Date headers of Discord's answers: at the moment one arrives, it is at least that late at Discord. The
latest such answers count, because clocks drift.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from email.utils import parsedate_to_datetime
from math import inf
from typing import Any

import aiohttp
import discord

from bot.chat.background.clock import Clock

LONGEST = 3.0
"""Seconds after which Discord takes no answer any more, and has told the user so."""
_CURRENT = 300.0
"""Seconds for which the best answer so far counts, and then once more while others come."""


class DiscordTime:
    """The time at Discord, as far as it is known for certain."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        # By how much Discord's time is ahead of the seconds of `clock` at least; of these and the former minutes.
        self._ahead = self._before = -inf
        self._since = clock.monotonic()

    def heard(self, date: str | None) -> None:
        """Note the Date header of an answer that has just come; one that cannot be read tells nothing."""
        try:
            at = parsedate_to_datetime(date or "").timestamp()
        except ValueError:
            return
        now = self._clock.monotonic()
        if now - self._since > _CURRENT:
            self._before, self._ahead, self._since = self._ahead, -inf, now
        self._ahead = max(self._ahead, at - now)

    def age(self, interaction: int) -> float:
        """Return how many seconds ago an interaction was made at least; less than any number if that is not known."""
        made: datetime = discord.utils.snowflake_time(interaction)
        return max(self._ahead, self._before) + self._clock.monotonic() - made.timestamp()


class DatedSession:
    """A session of aiohttp that notes the time of Discord's answers."""

    def __init__(self, session: aiohttp.ClientSession, time: DiscordTime) -> None:
        self._session = session
        self._time = time

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    @asynccontextmanager
    async def request(self, method: str, url: str, **options: Any) -> AsyncIterator[aiohttp.ClientResponse]:
        """Ask, and note the time of the answer."""
        async with self._session.request(method, url, **options) as response:
            self._time.heard(response.headers.get("Date"))
            yield response
