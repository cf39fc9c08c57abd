"""Results that tell the time and nothing else: the next of them takes the place of the last, so that idle time is not
posted line by line.

1. The message of such a line is remembered for its encounter and channel (`note`); any other result there makes it
   forgotten. It is kept in memory alone: after a restart the next line is posted.
2. A new line takes its place (`latest`) if it is the newer order's and the message is younger than an hour, because
   Discord limits edits of older ones.
3. The earlier order is noted as shown before that. Its message no longer names it: the sweep would not find it.
4. The edit gives the message the new order's buttons, by which the sweep finds it as that order's. If a kill or an
   outage leaves open whether Discord has taken the edit, the sweep finds it or posts the line; either is shown once.
5. Of two at once each waits for the other (`turn`); an older order never replaces a newer one, but is posted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TypeAlias
from weakref import WeakValueDictionary

import discord

from bot.chat.render import Reply
from bot.game.entries.bounded_mapping import BoundedMapping
from bot.game.entries.entries import Group
from rules.engine.records.frozen import dataclass

_LONGEST = timedelta(hours=1)
"""How old a message may be: Discord limits edits of those older than an hour (30046)."""
_MOST_REMEMBERED = 4096

Where: TypeAlias = tuple[str, str]
"""An encounter and a channel, by their ids."""


@dataclass(frozen=True, slots=True)
class _Line:
    message: str
    seq: int


class TimeLines:
    """The last results in each channel, where they tell the time alone. `noted` writes down what is shown by which
    message, and returns whether nothing is left to be written."""

    def __init__(self, noted: Callable[[], Awaitable[bool]]) -> None:
        self._noted = noted
        self._lines = BoundedMapping[Where, _Line](_MOST_REMEMBERED)
        self._newest = BoundedMapping[Where, int](_MOST_REMEMBERED)
        self._turns: WeakValueDictionary[Where, asyncio.Lock] = WeakValueDictionary()

    def turn(self, group: Group, channel: str) -> asyncio.Lock:
        """Return the lock under which a line of the encounter in that channel is replaced."""
        return self._turns.setdefault((group[0].encounter_id, channel), asyncio.Lock())

    async def latest(self, group: Group, channel: str, reply: Reply) -> int:
        """Return the id of the message whose place the reply may take; 0 if it has to be posted.

        Any reply makes the line forgotten: only an edit that Discord has taken is noted again.
        """
        line = self._lines.pop((group[0].encounter_id, channel), None)
        if line is None or not reply.passing or line.seq >= group[0].seq:
            return 0
        message = int(line.message)
        if group[-1].at - discord.utils.snowflake_time(message) >= _LONGEST:
            return 0
        return message if await self._noted() else 0

    def note(self, group: Group, channel: str, reply: Reply, message: str) -> None:
        """Note that this message of the channel shows the group as that reply, and is the last one there."""
        where = group[0].encounter_id, channel
        seq = group[0].seq
        # Another result may have been posted while this one was on its way.
        if reply.passing and message and seq >= self._newest.get(where, 0):
            self._lines[where] = _Line(message, seq)
        self._newest[where] = max(seq, self._newest.get(where, 0))
