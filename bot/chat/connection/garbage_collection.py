"""When the garbage collector looks at what: nothing else runs while it does.

A full collection takes a quarter of a microsecond for each object that is not frozen. With some hundred encounters in
memory it would hold the event loop for longer than any order, in the middle of whatever makes it due. So what stays is
frozen, and no collection looks at it: at the start everything that is loaded, and once a minute what has come since.
A collection that is due in between looks at a hundred thousand objects at most.

Frozen objects are freed when nothing refers to them any more; only objects that refer to each other would stay.
Records do not, nor does anything else that is kept for longer. The objects of an interaction do, and are garbage a
moment later: therefore nothing is frozen while one is being answered.

The allocator of C keeps what is freed amid what is in use, five megabytes after some thousand orders. Once a minute it
gives that back to the system.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable
from datetime import datetime

_OFTEN = 5_000, 10, 2
"""The thresholds of the three generations; the last is 100,000 new objects."""
# Other C libraries than glibc do not have this function.
give_back: Callable[[int], object] = getattr(ctypes.CDLL(None), "malloc_trim", int) if sys.platform == "linux" else int


class Collector:
    """Freezes what stays. `idle` says whether no interaction is being answered."""

    def __init__(self, idle: Callable[[], bool]) -> None:
        self._idle = idle

    def start(self) -> None:
        """Freeze what is loaded, and turn the collector on, which was off until now.

        It does not look for garbage first: that takes a tenth of the start and finds a few thousand objects.
        """
        gc.freeze()
        gc.set_threshold(*_OFTEN)
        gc.enable()

    async def upkeep(self, now: datetime) -> None:
        """Freeze what has come since the last time, unless an interaction is being answered, and give memory back."""
        if self._idle():
            gc.collect()
            gc.freeze()
        give_back(0)
