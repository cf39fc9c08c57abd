"""The messages of this process to its supervisor, which starts a process that hangs again.

1. systemd (`Type=notify`) names a socket. Until people can play, it is asked for more time to start; then it hears
   READY=1, and at a stop STOPPING=1.
2. A beat follows every few seconds, from the event loop, as long as a restart would not help (`live`). If systemd hears
   none for `WatchdogSec`, it ends the process and starts another one.
3. Docker restarts only what has ended. With HANG_SECONDS, the process ends itself (exit code 1) if there was no beat
   for so long, and writes to standard error where each of its threads is.
"""

from __future__ import annotations

import asyncio
import faulthandler
import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress

_EVERY = 10.0
"""Seconds between two beats, unless the supervisor or HANG_SECONDS needs them more often."""
_IN_TIME = 3
"""Beats in the time after which one is missed."""


class Supervisor:
    """Beats while the block runs. `ready` says whether people can play, `live` whether a restart would not help."""

    def __init__(
        self,
        ready: Callable[[], bool],
        live: Callable[[], bool],
        hang_seconds: float = 0.0,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._ready = ready
        self._live = live
        self._hang_seconds = hang_seconds
        self._address = environment.get("NOTIFY_SOCKET", "")
        watched = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        watchdog = int(environment.get("WATCHDOG_USEC", "0")) / 1e6 if watched else 0.0
        self._every = min((seconds / _IN_TIME for seconds in (watchdog, hang_seconds) if seconds), default=_EVERY)
        self._said_ready = False
        self._beating: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Supervisor:
        if self._address or self._hang_seconds:
            self._beating = asyncio.create_task(self._beat())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.wait([self._beating])
            faulthandler.cancel_dump_traceback_later()

    def stopping(self) -> None:
        """Say that the process has begun to stop."""
        self._say("STOPPING=1")

    async def _beat(self) -> None:
        while True:
            if self._live():
                self._say("WATCHDOG=1")
                if self._hang_seconds:
                    faulthandler.dump_traceback_later(self._hang_seconds, exit=True)
            if not self._said_ready:
                self._said_ready = self._ready()
                more = max(self._every * _IN_TIME, 2 * _EVERY)
                self._say("READY=1" if self._said_ready else f"EXTEND_TIMEOUT_USEC={more * 1e6:.0f}")
            # Soon ready, and said soon.
            await asyncio.sleep(self._every if self._said_ready else min(self._every, 1.0))

    def _say(self, message: str) -> None:
        """Send a message to systemd, if it listens. Whatever is wrong with its socket, the bot continues."""
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as there:
            # A name that begins with "@" is not in the file system.
            address = self._address
            there.sendto(message.encode(), f"\0{address[1:]}" if address.startswith("@") else address)
