"""The world's events and their listeners, and ids that hold the time they were made."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from standin.world.scenery import Json

_EPOCH_MS = 1_420_070_400_000

Listener = Callable[[str, Json | list[Json], str | None], None]


def snowflake_time(id: str | None) -> datetime:
    """Return the time at which an id was made; for None, the time of the first possible id."""
    return datetime.fromtimestamp(((int(id or 0) >> 22) + _EPOCH_MS) / 1000, UTC)


@dataclass
class Events:
    """`tell` is the only way a change gets out: to the gateway, the page, the memory, a waiting test.

    `patience` (seconds) is how long tests wait for the bot before they give up; `confirms` are the labels of buttons
    that people press at once if an answer for them alone has one; `ahead` is how many seconds this world's clock is
    ahead of the machine's."""

    patience: float = 10.0
    confirms: frozenset[str] = frozenset()
    ahead: float = 0.0
    _listeners: list[Listener] = field(default_factory=list)
    _last_snowflake: int = 0

    def snowflake(self) -> str:
        """Return a new id. Later ids are greater, and ids contain their time as Discord's do."""
        now = (int((time.time() + self.ahead) * 1000) - _EPOCH_MS) << 22
        self._last_snowflake = max(now, self._last_snowflake + 1)
        return str(self._last_snowflake)

    def now(self) -> str:
        """Return the present time as Discord writes it."""
        return (datetime.now(UTC) + timedelta(seconds=self.ahead)).isoformat()

    def no_ids_up_to(self, snowflake: int) -> None:
        """Makes new ids greater than this one, whatever the clock says."""
        self._last_snowflake = max(self._last_snowflake, snowflake)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Calls `listener(event, data, audience)` at every change, until the returned function is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell(self, event: str, data: Json | list[Json], audience: str | None = None) -> None:
        """Discord's own events have its names in lower case; `audience` is the only user who may hear of it."""
        for listener in list(self._listeners):
            listener(event, data, audience)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits until the condition holds; it is asked again after every change. Raises TimeoutError."""
        changed = asyncio.Event()
        stop = self.listen(lambda *_: changed.set())
        try:
            async with asyncio.timeout(self.patience):
                while not condition():
                    await changed.wait()
                    changed.clear()
        finally:
            stop()
