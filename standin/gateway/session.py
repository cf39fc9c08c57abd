"""A session: what one IDENTIFY opened, which outlives its connection and keeps what the bot has missed."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from typing import Any

from standin.gateway.line import Line
from standin.gateway.protocol import Intent, Op
from standin.world.scenery import Json

KEPT = 1000
"""Events that can be sent once more."""


def shard_of(guild_id: str | None, count: int) -> int:
    """The shard to which a guild belongs; what belongs to no guild goes to the first."""
    return (int(guild_id) >> 22) % count if guild_id else 0


class Session:
    """`line` is None while the bot is disconnected; `held` stops what is sent until it is flushed."""

    def __init__(self, intents: Intent, shard: int, shards: int) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.shards = shards
        self.presence: Json | None = None
        self.line: Line | None = None
        self.held = False
        self.seq = 0
        self._told = 0
        self._lost_at = 0.0
        self._kept: deque[tuple[str, Any]] = deque(maxlen=KEPT)

    def hears_of(self, guild_id: str | None, needed: Intent) -> bool:
        """Whether an event there, needing this intent (0: none), is for this session."""
        return needed & self.intents == needed and shard_of(guild_id, self.shards) == self.shard

    def dispatch(self, event: str, data: Any) -> None:
        """Sends the event, or keeps it for later. `data` must not change any more."""
        self.seq += 1
        self._kept.append((event, data))
        self.flush()

    def flush(self) -> None:
        """Sends what has not been sent on this connection."""
        if self.line is None or self.held:
            return
        # Counted from the end, where the last event has the number `seq`.
        for back in range(self._told - self.seq, 0):
            event, data = self._kept[back]
            self.line.send(Op.DISPATCH, data, event, self.seq + back + 1)
        self._told = self.seq

    def attach(self, line: Line, received: int = 0) -> None:
        """The session continues on this connection; events up to `received` have arrived."""
        self.line, self._told = line, received

    def detach(self) -> None:
        """The connection is gone."""
        self.line = None
        self._lost_at = asyncio.get_running_loop().time()

    def lost_for(self) -> float:
        """Seconds since the connection was lost; 0 while there is one."""
        return 0.0 if self.line is not None else asyncio.get_running_loop().time() - self._lost_at

    def keeps(self, seq: int) -> bool:
        """Whether everything after this event can be sent once more."""
        return self.seq - seq <= len(self._kept)
