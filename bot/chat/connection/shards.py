"""Shards: the number that Discord recommends, connections that resume, and the pauses until they are tried again."""

from __future__ import annotations

import asyncio
from typing import Literal

from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import EventItem, EventType, Shard

LONGEST_PAUSE = 60.0
"""Seconds at most until a connection to Discord is tried again."""
_HELD = 3 * LONGEST_PAUSE
"""Seconds without a try after which the pauses begin at a second again."""


class MoreShards(Exception):
    """Discord recommends this number of shards, and the client has one."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Backoff(ExponentialBackoff[Literal[False]]):
    """The pauses between tries to connect: up to 2, 4, 8 seconds and so on. discord.py's own grow to a quarter of an
    hour, and begin again only after half an hour without a loss."""

    def __init__(self) -> None:
        super().__init__()
        self._reset_time = round(_HELD)

    def delay(self) -> float:
        """Return the seconds of the next pause."""
        return min(super().delay(), LONGEST_PAUSE)


class ResumingShard(Shard):
    """One of several connections of a process. discord.py's own begins a new session if it cannot reconnect at once,
    and then misses what happened meanwhile; this one resumes its session, as the client with one connection does."""

    async def reconnect(self) -> None:
        """Connect again, and resume the session."""
        self._cancel_task()
        try:
            resumed = DiscordWebSocket.from_client(
                self._client,
                shard_id=self.id,
                gateway=self.ws.gateway,
                resume=True,
                session=self.ws.session_id,
                sequence=self.ws.sequence,
            )
            self.ws = await asyncio.wait_for(resumed, timeout=60.0)
        except self._handled_exceptions as error:
            await self._handle_disconnect(error)
        except ReconnectWebSocket as error:
            event = EventType.resume if error.resume else EventType.identify
            self._queue_put(EventItem(event, self, error))
        except asyncio.CancelledError:
            return
        except Exception as error:
            self._queue_put(EventItem(EventType.terminate, self, error))
        else:
            self.launch()
