"""Trouble on demand: what the gateway shall refuse, swallow, lose, repeat or hold back.

Here it is laid out and counted; the gateway asks at each turn whether something goes wrong."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from standin.world.scenery import Json

When = Callable[[Json], bool]
Point = Literal["connection", "identify", "resume", "heartbeat", "lost", "repeated", "held"]


@dataclass
class Mishap:
    """One thing that goes wrong. `hits` counts how often it did; `reached` is set by the first time.

    `number` is the status or close code with which something is refused, if any."""

    left: int | None
    number: int = 0
    event: str | None = None
    when: When | None = None
    let_out: Callable[[], None] | None = None
    hits: int = 0
    reached: asyncio.Event = field(default_factory=asyncio.Event)

    def release(self) -> None:
        """All is well again."""
        self.left = 0
        if self.let_out is not None:
            self.let_out()

    def strikes(self, event: str | None, data: Json) -> bool:
        """Whether it goes wrong this time as well."""
        if self.left == 0 or self.event not in (None, event) or not (self.when is None or self.when(data)):
            return False
        self.hits += 1
        self.reached.set()
        if self.left is not None:
            self.left -= 1
        return True


class Trouble:
    """Common to all: `times` is how often it happens (None: until it is released), `when` looks at the event."""

    def __init__(self) -> None:
        self._laid: defaultdict[Point, list[Mishap]] = defaultdict(list)

    def refuse_connection(self, times: int | None = 1, *, status: int = 503) -> Mishap:
        """The websocket is not even opened, but answered with this HTTP status."""
        return self._lay("connection", Mishap(times, status))

    def refuse_identify(self, times: int | None = 1, *, code: int = 0) -> Mishap:
        """INVALID_SESSION (false), as for too many logins at once; or the connection is closed with `code`."""
        return self._lay("identify", Mishap(times, code))

    def refuse_resume(self, times: int | None = 1) -> Mishap:
        """The session is gone: INVALID_SESSION (false)."""
        return self._lay("resume", Mishap(times))

    def deaf(self, times: int | None = None) -> Mishap:
        """Heartbeats are not acknowledged."""
        return self._lay("heartbeat", Mishap(times))

    def lose(self, event: str, times: int | None = 1, *, when: When | None = None) -> Mishap:
        """Events of this name never get out, and no resume brings them back."""
        return self._lay("lost", Mishap(times, event=event, when=when))

    def repeat(self, event: str, times: int | None = 1, *, when: When | None = None) -> Mishap:
        """Events of this name are sent twice."""
        return self._lay("repeated", Mishap(times, event=event, when=when))

    def _lay(self, point: Point, mishap: Mishap) -> Mishap:
        self._laid[point].append(mishap)
        return mishap

    def _struck(self, point: Point, event: str | None = None, data: Json | None = None) -> Mishap | None:
        """The first mishap laid out there that happens now."""
        return next((mishap for mishap in self._laid[point] if mishap.strikes(event, data or {})), None)

    def _lies_at(self, point: Point) -> bool:
        """Whether there is trouble to come."""
        return any(mishap.left != 0 for mishap in self._laid[point])
