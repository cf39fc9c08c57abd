"""The interface of a database to the rest of the store: reading, writing, and errors.

A database is at home in an SQLite file (`sqlite`) or on a PostgreSQL server (`postgresql`). Both run the same SQL, the
part of the language that they share: `?` and `?1` for values, ON CONFLICT with its columns, CASE, coalesce. Each
difference between them is a method of `Database`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any, ClassVar, TypeAlias, TypeVar, overload

from bot.errors import StoreAway, StoreLocked, StoreUnavailable
from bot.game.store.home.shard_scope import EVERYWHERE

log = logging.getLogger(__name__)

T = TypeVar("T")
Row: TypeAlias = Sequence[Any]
Statement: TypeAlias = tuple[str, Sequence[object]]
"""SQL and its values."""

APPLICATION = "skirmish-referee"
"""The name of the bot's connections on a server."""

# Seconds to wait for another program's lock or for the server: an interaction must be answered within three.
PATIENCE = 1.5
# Seconds that a start waits for it, and between its tries.
LONGEST_LOCK, _TRY_EVERY = 120.0, 0.25


class Conflict(Exception):
    """A statement would break a constraint, such as a second row with the same key; nothing of its write is stored."""


class Database(ABC):
    """One database, open. Every method may raise StoreUnavailable.

    `shard_scope` is which servers this process looks after; what happens by itself is read for these alone.
    """

    REPACK: ClassVar[str]
    """The beginning of a statement on `states` that makes the rows chosen by its WHERE small for a long time."""

    def __init__(self) -> None:
        self.shard_scope = EVERYWHERE
        self.damage = ""
        """A sentence on the damage that was found since it was opened; other parts may still be read and written."""
        self._closed = False

    @overload
    async def read(self, sql: str, values: Sequence[object] = ()) -> list[Row]: ...
    @overload
    async def read(self, sql: str, values: Sequence[object], to: Callable[[Row], T]) -> list[T]: ...
    async def read(self, sql: str, values: Sequence[object] = (), to: Callable[[Row], Any] | None = None) -> list[Any]:
        """Return all rows of a query, each turned into something by `to`, which may take its time."""
        (rows,) = await self.read_all([(sql, values)], to)
        return rows

    async def read_one(self, sql: str, values: Sequence[object] = ()) -> Row | None:
        """Return the first row of a query, if there is one."""
        rows = await self.read(sql, values)
        return rows[0] if rows else None

    @abstractmethod
    async def read_all(self, queries: Sequence[Statement], to: Callable[[Row], Any] | None = None) -> list[list[Any]]:
        """Return all rows of several queries, in one turn."""

    async def write(self, sql: str, values: Sequence[object] = ()) -> int:
        """Run one statement durably and return how many rows it changed. All of it is done, or nothing.

        A task that is cancelled meanwhile sees the cancellation only when the statement has ended, done or not.
        Raises Conflict.
        """
        return await self.write_all([(sql, values)])

    @abstractmethod
    async def write_all(self, statements: Sequence[Statement]) -> int:
        """Like `write`, for several statements: all of them are done, or nothing. Returns what the last one changed."""

    @abstractmethod
    async def try_room(self) -> None:
        """Write more than an order and take it back, so that nothing changes. Raises StoreUnavailable, StoreFull."""

    @abstractmethod
    async def isolation(self) -> str:
        """Return how a write is kept apart from others, in words. Raises StoreUnavailable."""

    async def shrink(self) -> None:  # noqa: B027 (a server does it by itself)
        """Give empty pages back, and cut a log that is long."""

    async def wipe_log(self) -> None:  # noqa: B027 (a server's log is its host's)
        """Take what was deleted out of the log."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what is queued and close; twice does no harm."""

    def _check_open(self) -> None:
        if self._closed:
            raise StoreUnavailable("The journal is closed because the referee is shutting down.")


def among(values: Collection[object]) -> str:
    """The places for these values in `IN`, as in `(?, ?)`."""
    return f"({', '.join('?' * len(values)) or 'NULL'})"


async def when_unlocked(work: Callable[[], Awaitable[T]], patience: float = LONGEST_LOCK) -> T:
    """Return the result of `work`; while another program holds the database locked, or its server is away, it is tried
    again, for `patience` seconds.

    The wait is logged. Raises StoreLocked or StoreAway after it, and what else `work` raises.
    """
    until = time.monotonic() + patience
    waiting = False
    while True:
        try:
            return await work()
        except (StoreLocked, StoreAway) as error:
            if time.monotonic() >= until:
                raise
            reason = "Another program locks the database." if isinstance(error, StoreLocked) else error.detail
        if not waiting:
            log.warning("%s Waiting up to %.0f s.", reason, patience)
        waiting = True
        await asyncio.sleep(_TRY_EVERY)
