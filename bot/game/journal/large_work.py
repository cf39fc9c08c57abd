"""Large work on encounters, done so that everybody else has a turn meanwhile.

An order that moves sixty fighters has hundreds of parts. Addressing, writing and reading them, once for each reader,
takes up to half a second, which the event loop must not be held. In a thread, other work has a turn every 5 ms.

The work changes nothing and depends on frozen records alone, and every thread remembers the same of it. Small work is
done immediately, because a thread would cost it more than it gains.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_SMALL = 100
"""Fighters times entries that are read at once: two parts of an order amid fifty."""


class _Entry(Protocol):
    @property
    def state(self) -> Any: ...


async def in_thread_if_large(entries: Sequence[_Entry], work: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
    """Return the result of work on these entries, from a thread if they are many, or have many fighters."""
    if len(entries) * len(entries[-1].state.combatants) <= _SMALL:
        return work(*given, **named)
    return await asyncio.to_thread(work, *given, **named)
