"""A database on a PostgreSQL server: connections to it, and what its errors mean in our words.

1. Reads have connections of their own, which never wait for those that write.
2. A write is one transaction, isolated from all others as if they came one after another (SERIALIZABLE), and says so
   itself: a pooler may lose what a session was set to. If the server refuses it because of another one, it is tried
   again.
3. Whatever the server does, an answer comes within the patience: an interaction must be answered within three seconds.
   If the connection breaks while a write is committed, nobody knows whether it is stored. The user reads that, and the
   sweep shows a result that is stored.
4. A server that was away is found again by itself: a broken connection is replaced when the next one is needed. So are
   all connections to a server that takes no writes any more: of several servers, another may have taken its place.
5. Behind a pooler, which may give each transaction to another connection, nothing is prepared.
"""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import lru_cache, partial
from itertools import groupby
from typing import Any, Final, TypeAlias, TypeVar

import asyncpg

from bot.errors import StoreUnavailable, Undecided
from bot.game.store.home.causes import LOST, at_start, while_running
from bot.game.store.home.compression import Packed, packed
from bot.game.store.home.connection import APPLICATION, Conflict, Database, Row, Statement
from bot.game.store.home.server_address import ServerAddress

T = TypeVar("T")
_Connection: TypeAlias = "asyncpg.pool.PoolConnectionProxy[asyncpg.Record]"

# Seconds until an answer is given up, with the time in which a connection gets free: an interaction has three.
PATIENCE = 2.5
CONNECTIONS = 12
"""Connections of a process, a third of them for reading: a server allows a hundred, and several bots may share it.
Transactions that commit at the same time wait for the disk once."""
# How often a write is tried that others got in the way of, and the seconds of the first pause between.
_TRIES, _PAUSE = 12, 0.01
# Bytes of blobs that are packed or read on the event loop; more of them have a thread.
_LIGHT = 16 * 1024
_ISOLATION: Final = "serializable"
# Different statements that a connection keeps prepared.
_PREPARED = 300

# Another transaction got in the way.
_GOT_IN_THE_WAY = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError)
_REFUSALS = (
    *LOST,
    *_GOT_IN_THE_WAY,
    asyncpg.InsufficientResourcesError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.InsufficientPrivilegeError,
    # The database was deleted or renamed; the server's disk or files are damaged.
    asyncpg.InvalidCatalogNameError,
    asyncpg.PostgresSystemError,
    asyncpg.InternalServerError,
    # A text with a NUL.
    asyncpg.CharacterNotInRepertoireError,
    # A pooler that the bot was not told of.
    asyncpg.InvalidSQLStatementNameError,
    asyncpg.DuplicatePreparedStatementError,
)
# Gone at the end of its transaction, it always takes new pages of the disk: 8,000 rows are some 280 KiB.
_ROOM = "CREATE TEMPORARY TABLE room ON COMMIT DROP AS SELECT n FROM generate_series(1, 8000) n"
# Where nobody may create such a table.
_ROOM_IN_SECRETS = "INSERT INTO secrets (name, value) VALUES ('room', $1)"
# Seconds between two tries for room: each leaves some rows in the catalogue for the server to clean up.
_ROOM_EVERY = 10.0
_PLACE = re.compile(r"\?(\d*)")


class PostgreSQL(Database):
    """One database on a PostgreSQL server, with its schema."""

    # The server compresses large values by itself.
    REPACK = "UPDATE states SET fresh = FALSE"

    def __init__(self, readers: asyncpg.Pool, writers: asyncpg.Pool, patience: float, *, pooled: bool) -> None:
        super().__init__()
        self.pooled = pooled
        """Whether a pooler is before the server."""
        self._readers = readers
        self._writers = writers
        self._patience = patience
        self._writing = set[asyncio.Task[int]]()
        self._room_at = -_ROOM_EVERY

    @classmethod
    async def open(cls, url: str, patience: float = PATIENCE, connections: int = CONNECTIONS) -> PostgreSQL:
        """Connect to a database that has its schema already. Raises CannotStart, StoreUnavailable."""
        address = ServerAddress.of(url)
        reading = max(1, connections // 3)
        try:
            pooled = await address.is_pooled()
            readers = await _pool(address, reading, patience, pooled=pooled)
            try:
                writers = await _pool(address, max(1, connections - reading), patience, pooled=pooled)
            except BaseException:
                readers.terminate()
                raise
        except (*LOST, TimeoutError, ValueError, asyncpg.PostgresError) as error:
            raise at_start(error) from None
        return cls(readers, writers, patience, pooled=pooled)

    async def read_all(self, queries: Sequence[Statement], to: Callable[[Row], Any] | None = None) -> list[list[Any]]:
        """Return all rows of several queries, over one connection."""
        self._check_open()

        async def fetched(connection: _Connection) -> list[list[asyncpg.Record]]:
            return [await connection.fetch(numbered(sql), *values) for sql, values in queries]

        results = await self._tried(self._readers, fetched)
        if to is None:
            return results
        convert = partial(_converted, results, to)
        if sum(len(value) for rows in results for row in rows for value in row if isinstance(value, bytes)) < _LIGHT:
            return convert()
        return await asyncio.to_thread(convert)

    async def write_all(self, statements: Sequence[Statement]) -> int:
        """Run statements in one transaction and return how many rows the last one changed."""
        self._check_open()
        task = asyncio.create_task(self._write(statements))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait([task])
            raise

    async def _write(self, statements: Sequence[Statement]) -> int:
        statements = await _with_blobs(statements)
        return await self._tried(self._writers, lambda connection: _run_through(connection, statements))

    async def _tried(self, pool: asyncpg.Pool, work: Callable[[_Connection], Awaitable[T]]) -> T:
        """Return the result of `work`, which is tried again as long as nothing can have come of it."""
        lost: Exception | None = None
        read_only = False
        try:
            async with self._as_store_errors(), asyncio.timeout(self._patience):
                for attempt in range(_TRIES):
                    try:
                        async with _acquired(pool) as connection:
                            lost = None
                            return await _or_terminated(connection, work)
                    except _GOT_IN_THE_WAY:
                        if attempt == _TRIES - 1:
                            raise
                    except asyncpg.ReadOnlySQLTransactionError:
                        await self._renew()
                        if read_only:
                            raise
                        read_only = True
                    except LOST as error:
                        # The server may have been started again meanwhile, which each connection has to find out.
                        if attempt > pool.get_max_size():
                            raise
                        lost = error
                    await asyncio.sleep(_PAUSE * (attempt + 1))
        except StoreUnavailable:
            if lost is None:
                raise
            # Between two tries, nothing is under way.
            raise while_running(lost) from lost
        raise AssertionError("the last try returns or raises")

    async def _renew(self) -> None:
        """Have each connection be replaced when it is needed next: its server is not the one that takes writes."""
        for pool in (self._readers, self._writers):
            await pool.expire_connections()

    async def try_room(self) -> None:
        """Have the server write and take it back; now and then, as much as an order needs."""
        self._check_open()
        with_room = time.monotonic() - self._room_at >= _ROOM_EVERY
        await self._tried(self._writers, partial(_try_room, with_room=with_room))
        if with_room:
            self._room_at = time.monotonic()

    async def isolation(self) -> str:
        """Return what the server says of a transaction that writes."""
        self._check_open()
        return await self._tried(self._writers, _isolation)

    async def close(self) -> None:
        """Finish what is being written and close; twice does no harm."""
        self._closed = True
        if self._writing:
            await asyncio.wait(self._writing)
        for pool in (self._readers, self._writers):
            try:
                await asyncio.wait_for(pool.close(), self._patience)
            except (TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                pool.terminate()

    @asynccontextmanager
    async def _as_store_errors(self) -> AsyncIterator[None]:
        """Turn what is wrong with the server into `StoreUnavailable`, and a broken constraint into `Conflict`."""
        try:
            yield
        except asyncpg.IntegrityConstraintViolationError as error:
            raise Conflict(str(error)) from error
        except (TimeoutError, _CutOff) as error:
            raise Undecided from error
        except _REFUSALS as error:
            raise while_running(error) from error


class _CutOff(Exception):
    """The connection was lost when a transaction may have been committed."""


def _pool(address: ServerAddress, size: int, patience: float, *, pooled: bool) -> asyncpg.Pool:
    return asyncpg.create_pool(
        address.url,
        min_size=1,
        max_size=size,
        timeout=patience,
        statement_cache_size=0 if pooled else _PREPARED,
        server_settings={"application_name": APPLICATION, **address.settings},
    )


@asynccontextmanager
async def _acquired(pool: asyncpg.Pool) -> AsyncIterator[_Connection]:
    """Yield a connection of a pool. Its work is done even if the connection is lost on its way back."""
    connection = await pool.acquire()
    try:
        yield connection
    finally:
        # The pool ends a connection that it cannot reset.
        with suppress(Exception):
            await pool.release(connection)


async def _or_terminated(connection: _Connection, work: Callable[[_Connection], Awaitable[T]]) -> T:
    """Return the result of `work`, and end a connection whose state is unknown after it."""
    try:
        return await work(connection)
    except asyncpg.PostgresError:
        raise
    except BaseException:
        # The server may not answer, and then it could not be asked to roll back either.
        connection.terminate()
        raise


def _converted(results: Sequence[Sequence[Any]], to: Callable[[Row], Any]) -> list[list[Any]]:
    return [[*map(to, rows)] for rows in results]


async def _run_through(connection: _Connection, statements: Sequence[Statement]) -> int:
    """Run statements in one transaction."""
    *first, (last, values) = statements
    transaction = connection.transaction(isolation=_ISOLATION)
    await transaction.start()
    try:
        # The same statement several times takes the way to the server and back once.
        for sql, group in groupby(first, lambda statement: statement[0]):
            await connection.executemany(numbered(sql), [values for _, values in group])
        changed = _changed(await connection.execute(numbered(last), *values))
    except asyncpg.PostgresError:
        if not connection.is_closed():
            await transaction.rollback()
        raise
    with _undecided():
        await transaction.commit()
    return changed


async def _isolation(connection: _Connection) -> str:
    async with connection.transaction(isolation=_ISOLATION):
        return str(await connection.fetchval("SELECT current_setting('transaction_isolation')"))


async def _try_room(connection: _Connection, with_room: bool) -> None:
    transaction = connection.transaction()
    await transaction.start()
    try:
        await connection.execute("DELETE FROM secrets WHERE FALSE")
        if with_room:
            try:
                async with connection.transaction():
                    await connection.execute(_ROOM)
            except asyncpg.InsufficientPrivilegeError:
                await connection.execute(_ROOM_IN_SECRETS, os.urandom(256 * 1024))
    finally:
        if not connection.is_closed():
            await transaction.rollback()


@contextmanager
def _undecided() -> Iterator[None]:
    """Tell a connection that is lost from here on apart: the server may have done what it was asked."""
    try:
        yield
    except LOST as error:
        raise _CutOff from error


async def _with_blobs(statements: Sequence[Statement]) -> Sequence[Statement]:
    """Return the statements with their records packed."""
    texts = [value.text for _, values in statements for value in values if isinstance(value, Packed)]
    if not texts:
        return statements
    if sum(map(len, texts)) < _LIGHT:
        return _packed(statements)
    return await asyncio.to_thread(_packed, statements)


def _packed(statements: Sequence[Statement]) -> Sequence[Statement]:
    return [
        (sql, [packed(value.text) if isinstance(value, Packed) else value for value in values])
        for sql, values in statements
    ]


def _changed(status: str) -> int:
    """Return how many rows a statement has changed by its status, as `INSERT 0 1`."""
    count = status.rpartition(" ")[2]
    return int(count) if count.isdecimal() else 0


@lru_cache(maxsize=4 * _PREPARED)
def numbered(sql: str) -> str:
    """Return a statement with the places for its values as the server names them: `?` as `$1`, `?2` as `$2`.

    As in SQLite, a place without a number has the one after the largest so far.
    """
    largest = 0

    def place(match: re.Match[str]) -> str:
        nonlocal largest
        number = int(match[1]) if match[1] else largest + 1
        largest = max(largest, number)
        return f"${number}"

    return _PLACE.sub(place, sql)
