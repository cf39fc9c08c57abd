"""A database in an SQLite file: two connections to it, and what its errors mean in our words.

Every write is one statement in autocommit, or several in a transaction that begins and ends in one turn of the writer's
thread, so the writer's queue is the only lock, and no transaction can stay open.
Transactions that wait for their turn at the same time are committed together, because a commit waits for the disk. If
anything is wrong with one of them, nothing of them is kept, and each has a transaction of its own.
Reads have a connection of their own and never wait for the writer (write-ahead log). Records are packed and unpacked
in the connections' threads and not on the event loop.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import takewhile
from pathlib import Path
from typing import Any

import aiosqlite

from bot.errors import FILE, READ_ONLY, CannotStart, StoreDamaged, StoreFull, StoreLocked, StoreUnavailable
from bot.game.store.home.compression import packed, unpacked
from bot.game.store.home.connection import PATIENCE, Conflict, Database, Row, Statement
from bot.game.store.home.files import check_not_emptied, make_private
from rules.engine.records.frozen import dataclass

# Seconds in the writer's queue that are not worth counting.
_SHORT = 0.05
# Transactions in one commit: all of them wait for the last.
_MOST_TOGETHER = 32
# Empty pages that are given back at once: the writer is not held longer than some milliseconds.
_PAGES_AT_ONCE = 128
# Pages of 4 KiB: how long the log grows before it is copied into the file, which delays an order; and the bytes above
# which the log's file is cut. SQLite itself never shortens it, and it grows on as long as somebody is reading.
_PAGES_IN_LOG = 4000
# Bytes that show whether there is room for an order, and pages in the writer's memory: SQLite's own number, in KiB.
_LARGE, _FEW_PAGES, _PAGES_IN_MEMORY = bytes(256 * 1024), 8, -2000
LONGEST_LOG = 2 * _PAGES_IN_LOG * 4096

_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_MOVED = "The journal's file was moved or deleted, so nothing can be stored until it is back."
_ERRORS: Mapping[int, Callable[[], StoreUnavailable]] = {
    sqlite3.SQLITE_READONLY: lambda: StoreUnavailable(
        "The journal is read-only, so nothing can be stored until its file is writable.", READ_ONLY
    ),
    sqlite3.SQLITE_FULL: StoreFull,
    sqlite3.SQLITE_IOERR: lambda: StoreUnavailable("The journal's disk reports an error, so nothing was stored.", FILE),
    sqlite3.SQLITE_CANTOPEN: lambda: StoreUnavailable(
        "The journal's file cannot be opened, so nothing was stored.", FILE
    ),
    sqlite3.SQLITE_PERM: lambda: StoreUnavailable(
        "The bot has no permission to open the journal's file, so nothing was stored.", FILE
    ),
    sqlite3.SQLITE_CORRUPT: lambda: StoreDamaged("The journal's file is damaged, so nothing was stored."),
    sqlite3.SQLITE_NOTADB: lambda: StoreDamaged(
        "The journal's file is not a database, so nothing can be stored until a backup replaces it."
    ),
}


@contextmanager
def as_store_errors() -> Iterator[None]:
    """Turns what is wrong with the file into `StoreUnavailable`, and a broken constraint into `Conflict`."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise Conflict(str(error)) from error
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code is not None and code & 0xFF in _LOCKED:
            raise StoreLocked from error
        kind = None if code is None else _ERRORS.get(code & 0xFF)
        if kind is None:
            raise
        raise kind() from error


def copy_database(source: Path, target: Path) -> None:
    """Copies a database that may be in use, as of one moment; `target` is replaced only by a complete copy.

    Only its owner may read the copy. Raises StoreUnavailable, and CannotStart if the database was emptied.
    """
    check_not_emptied(source)
    if not source.is_file():
        raise StoreUnavailable(f"There is no database at {source}.")
    half = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        half.unlink(missing_ok=True)
        try:
            make_private(half)
            with as_store_errors(), closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(half)) as new:
                old.backup(new)
                new.execute("PRAGMA journal_mode = DELETE")
            half.replace(target)
        finally:
            half.unlink(missing_ok=True)
    except OSError as error:
        raise StoreUnavailable(f"The copy cannot be written: {error.strerror}.") from error


def _connect(path: Path, patience: float) -> aiosqlite.Connection:
    connection = aiosqlite.connect(path, timeout=patience, isolation_level=None)
    # A store that was not closed must not keep the process from ending.
    connection._thread.daemon = True
    return connection


def _repacked(blob: bytes) -> bytes:
    """Return a record as the newest dictionary packs it; a damaged one stays as it is, for those who look for it."""
    try:
        return packed(unpacked(blob))
    except ValueError:
        return blob


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        stat = os.stat(path)  # noqa: PTH116 (for each write, and Path takes four times as long)
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


@dataclass(frozen=True, slots=True)
class _Write:
    """Statements in the writer's queue, when they came there, and how many rows the last of them changed."""

    statements: Sequence[Statement]
    asked: float
    done: asyncio.Future[int]

    @property
    def joins(self) -> bool:
        """Whether it may be committed together with others; some pragmas do nothing in a transaction."""
        return len(self.statements) > 1


def _committed(connection: sqlite3.Connection, writes: Sequence[_Write]) -> list[int]:
    """All statements of all writes in one transaction, or nothing; returns how many rows each write's last changed."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        changed = [_run_through(connection, write.statements) for write in writes]
        connection.execute("COMMIT")
    except BaseException:
        # After some errors, such as a full disk, SQLite has rolled back by itself.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return changed


def _run_through(connection: sqlite3.Connection, statements: Sequence[Statement]) -> int:
    for sql, values in statements:
        cursor = connection.execute(sql, values)
        # Some pragmas work row by row.
        cursor.fetchall()
    return cursor.rowcount


class SQLite(Database):
    """One SQLite file, opened for a writer and a reader."""

    # A row that is written again, and not changed in its place, leaves no gap in its page.
    REPACK = (
        "REPLACE INTO states (encounter_id, guild_id, seq, fresh, state) "
        "SELECT encounter_id, guild_id, seq, FALSE, repacked(state) FROM states"
    )

    def __init__(self, path: Path, writer: aiosqlite.Connection, reader: aiosqlite.Connection, patience: float) -> None:
        super().__init__()
        self.path = path
        self._writer = writer
        self._reader = reader
        self._patience = patience
        self._file = _identity(path)
        self._queued: list[_Write] = []
        self._writing: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, path: Path, patience: float = PATIENCE) -> SQLite:
        """Opens a file that has its schema already.

        Raises CannotStart if SQLite is too old, StoreUnavailable also if the file can only be read.
        """
        if sqlite3.sqlite_version_info < (3, 35):
            raise CannotStart(f"SQLite 3.35 or newer is needed; this Python has {sqlite3.sqlite_version}.")
        with as_store_errors():
            writer = await _connect(path, patience)
            try:
                await writer.execute("PRAGMA journal_mode = WAL")
                await writer.execute("PRAGMA synchronous = FULL")
                await writer.execute(f"PRAGMA wal_autocheckpoint = {_PAGES_IN_LOG}")
                await writer.execute("PRAGMA foreign_keys = ON")
                await writer.create_function("repacked", 1, _repacked, deterministic=True)
                # Deleted data is overwritten: a user who was forgotten must not stay in free pages.
                await writer.execute("PRAGMA secure_delete = ON")
                # Changes nothing, but finds out now whether the file can be written at all.
                await writer.execute("DELETE FROM secrets WHERE 0")
                reader = await _connect(path, patience)
            except BaseException:
                await writer.close()
                raise
        database = cls(path, writer, reader, patience)
        try:
            await database.read("PRAGMA query_only = ON")
        except BaseException:
            await database.close()
            raise
        return database

    async def close(self) -> None:
        """Finishes what is queued and closes; twice does no harm."""
        self._closed = True
        if self._writing:
            await asyncio.wait([self._writing])
        await self._reader.close()
        await self._writer.close()

    async def read_all(self, queries: Sequence[Statement], to: Callable[[Row], Any] | None = None) -> list[list[Any]]:
        """Return all rows of several queries, in one turn of the reader's thread."""
        self._check_open()
        with self._as_store_errors():
            results: list[list[Any]] = await self._reader._execute(self._rows, queries, to)  # type: ignore[no-untyped-call]
            return results

    def _rows(self, queries: Sequence[Statement], to: Callable[[Row], Any] | None) -> list[list[Any]]:
        connection = self._reader._conn
        cursors = (connection.execute(sql, values) for sql, values in queries)
        if len(queries) == 1:
            return [[*map(to, cursor)] if to else cursor.fetchall() for cursor in cursors]
        # All of them see the database as of one moment.
        connection.execute("BEGIN")
        try:
            return [[*map(to, cursor)] if to else cursor.fetchall() for cursor in cursors]
        finally:
            # After some errors, SQLite has ended it by itself.
            if connection.in_transaction:
                connection.execute("COMMIT")

    async def write_all(self, statements: Sequence[Statement]) -> int:
        """Like `write`, for several statements: all of them are done, or nothing. Returns what the last one changed."""
        self._check_open()
        write = _Write(statements, time.monotonic(), asyncio.get_running_loop().create_future())
        self._queued.append(write)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_queued())
        try:
            with self._as_store_errors():
                return await asyncio.shield(write.done)
        except asyncio.CancelledError:
            await asyncio.wait([write.done])
            raise

    @contextmanager
    def _as_store_errors(self) -> Iterator[None]:
        try:
            with as_store_errors():
                yield
        except StoreDamaged as error:
            self.damage = str(error)
            raise

    async def try_room(self) -> None:
        """Write more than an order into the log, behind the last commit, and take it back."""
        self._check_open()
        with self._as_store_errors():
            await self._writer._execute(self._try_room, time.monotonic())  # type: ignore[no-untyped-call]

    async def isolation(self) -> str:
        """Return how a write is kept apart from others: SQLite knows one way."""
        return "serializable, one write at a time"

    def _try_room(self, asked: float) -> None:
        with self._patient_since(asked) as connection:
            self._write_and_take_back(connection)

    @staticmethod
    def _write_and_take_back(connection: sqlite3.Connection) -> None:
        # With few pages in memory, the others have to go to the disk before the commit that never comes.
        connection.execute(f"PRAGMA cache_size = {_FEW_PAGES}")
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO secrets (name, value) VALUES ('room', ?)", (_LARGE,))
        finally:
            # After some errors, such as a full disk, SQLite has rolled back by itself.
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            connection.execute(f"PRAGMA cache_size = {_PAGES_IN_MEMORY}")

    async def shrink(self) -> None:
        """Give the file's empty pages back, and cut the write-ahead log if a flood has left it long."""
        [(empty,)] = await self.read("PRAGMA freelist_count")
        before = empty + 1
        while 0 < empty < before:
            await self.write(f"PRAGMA incremental_vacuum({_PAGES_AT_ONCE})")
            before, [(empty,)] = empty, await self.read("PRAGMA freelist_count")
        if await asyncio.to_thread(self._log_bytes) > LONGEST_LOG:
            # First by a connection of its own, so that no order waits for the writer while much is copied.
            await asyncio.to_thread(self._copy_log)
            self._check_open()
            await self._writer._execute(self._cut_log)  # type: ignore[no-untyped-call]

    def _log_bytes(self) -> int:
        with suppress(OSError):
            return self.path.with_name(self.path.name + "-wal").stat().st_size
        return 0

    def _copy_log(self) -> None:
        address = f"{self.path.absolute().as_uri()}?mode=rw"
        with self._as_store_errors(), closing(sqlite3.connect(address, uri=True, isolation_level=None)) as connection:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _cut_log(self) -> None:
        """Copy the rest of the log and cut it, in the writer's thread; while somebody is reading, it stays as it is."""
        connection = self._writer._conn
        connection.execute("PRAGMA busy_timeout = 0")
        try:
            with self._as_store_errors():
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        finally:
            connection.execute(f"PRAGMA busy_timeout = {self._patience * 1000:.0f}")

    async def wipe_log(self) -> None:
        """Copy the write-ahead log into the file and empty it, unless somebody is reading."""
        await self.write("PRAGMA wal_checkpoint(TRUNCATE)")

    async def _write_queued(self) -> None:
        """Has the writer's thread do what is queued, turn by turn, until nothing is."""
        writes: Sequence[_Write] = ()
        try:
            while self._queued:
                writes = list(takewhile(lambda write: write.joins, self._queued[:_MOST_TOGETHER])) or self._queued[:1]
                del self._queued[: len(writes)]
                outcomes = await self._writer._execute(self._run, writes)  # type: ignore[no-untyped-call]
                for write, outcome in zip(writes, outcomes, strict=True):
                    if isinstance(outcome, Exception):
                        write.done.set_exception(outcome)
                    else:
                        write.done.set_result(outcome)
        finally:
            self._writing = None
            # The loop ends; otherwise all are done.
            for write in (*writes, *self._queued):
                write.done.cancel()

    def _run(self, writes: Sequence[_Write]) -> list[int | Exception]:
        """Run writes in the writer's thread: together, or else each alone."""
        if len(writes) > 1:
            with suppress(Exception):
                return [*self._patiently(writes)]
        outcomes: list[int | Exception] = []
        for write in writes:
            try:
                outcomes += self._patiently([write])
            except Exception as error:
                outcomes.append(error)
        return outcomes

    def _patiently(self, writes: Sequence[_Write]) -> list[int]:
        """Writes in a transaction, or one in autocommit."""
        with self._patient_since(writes[0].asked) as connection:
            if writes[0].joins:
                return _committed(connection, writes)
            return [_run_through(connection, writes[0].statements)]

    @contextmanager
    def _patient_since(self, asked: float) -> Iterator[sqlite3.Connection]:
        """Yields the writer's connection; the time since it was asked for counts against the patience."""
        # SQLite would keep writing to a file that was deleted.
        if _identity(self.path) != self._file:
            raise StoreUnavailable(_MOVED, FILE)
        connection = self._writer._conn
        queued = time.monotonic() - asked
        if queued < _SHORT:
            yield connection
            return
        connection.execute(f"PRAGMA busy_timeout = {max(0.0, self._patience - queued) * 1000:.0f}")
        try:
            yield connection
        finally:
            connection.execute(f"PRAGMA busy_timeout = {self._patience * 1000:.0f}")
