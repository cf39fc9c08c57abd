"""Copying a whole database from one home to another, or from a server into a file.

1. The source is read as of one moment; while it is moved, nobody else writes to it.
2. The target is new, or one that an earlier move has left half full: its revision is `UNFINISHED` until all is there,
   so that no bot starts on it.
3. Table by table, the rows go over in pages, in the order of their keys. A move that was interrupted continues after
   the last key that is in the target, if that row is the source's; the bot's secrets, which come first, differ in all
   databases.
4. In the end each table has the same digest on both sides, or the move has failed.

Entries and states come first: a trigger lets an encounter follow its entries, and here the encounter's own row counts.
"""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, TypeAlias

import asyncpg

from bot.errors import CannotStart, StoreUnavailable
from bot.game.store.home import schema, schema_postgresql
from bot.game.store.home.inspection import opened_by
from bot.game.store.home.schema import NEWEST, REVISIONS, UNFINISHED
from bot.game.store.home.server_address import behind_pooler
from bot.game.store.home.sqlite import as_store_errors

KEYS: Mapping[str, tuple[str, ...]] = {
    "secrets": ("name",),
    "entries": ("encounter_id", "seq"),
    "states": ("encounter_id", "seq"),
    "encounters": ("id",),
    "seeds": ("commitment", "guild_id"),
    "owed": ("encounter_id", "seq", "reader"),
    "threads": ("encounter_id", "reader"),
    "boards": ("encounter_id", "reader"),
    "deadlines": ("encounter_id",),
    "reminders": ("encounter_id", "decision", "user_id", "stage"),
    "misses": ("encounter_id", "user_id"),
    "paces": ("encounter_id",),
    "recaps": ("encounter_id", "user_id"),
    "notices": ("encounter_id",),
    "profiles": ("origin",),
    "houses": ("guild_id", "ruleset", "name"),
    "people": ("guild_id", "user_id"),
    "channels": ("channel_id", "guild_id"),
    "hidden_rolls": ("user_id", "channel_id", "at", "interaction_id", "guild_id"),
    "servers": ("guild_id",),
    "deleting": ("guild_id",),
    "departures": ("guild_id",),
    "forgetting": ("user_id", "guild_id"),
    "forgotten": ("hash", "guild_id"),
}
"""All tables that are moved, in this order, with the columns of their keys. Leases belong to running processes."""

_PAGE = 500
_OF_THE_SERVER = (asyncpg.PostgresError, asyncpg.InterfaceError, ConnectionError)
_Rows: TypeAlias = Sequence[tuple[Any, ...]]
Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with a table, how many of its rows are done and how many there are."""


class End(ABC):
    """A database at one end of a move."""

    @abstractmethod
    async def columns(self, table: str) -> dict[str, str]:
        """Return the columns of a table by name, each with its type in capitals."""

    @abstractmethod
    async def rows(self, sql: str, values: Sequence[object] = ()) -> _Rows:
        """Return the rows of a query; its places are `?`."""

    @abstractmethod
    async def insert(self, table: str, columns: Sequence[str], rows: _Rows) -> None:
        """Add rows, all or none of them."""

    @abstractmethod
    async def set_revision(self, revision: str) -> None:
        """Note which revision the database has."""

    async def revision(self) -> str:
        """Return which revision the database has."""
        ((revision,),) = await self.rows("SELECT version_num FROM alembic_version")
        return str(revision)

    async def count(self, table: str) -> int:
        """Return how many rows a table has."""
        ((number,),) = await self.rows(f"SELECT count(*) FROM {table}")
        return int(number)

    async def pages(self, table: str, after: tuple[Any, ...] | None = None) -> AsyncIterator[_Rows]:
        """Yield the rows of a table after that key, in the order of keys and with the columns in the order of names."""
        types = await self.columns(table)
        names, key = sorted(types), KEYS[table]
        places = [names.index(column) for column in key]
        sql = f"SELECT {_listed(names)} FROM {table} "
        order = f"ORDER BY {self.keyed(key)} LIMIT {_PAGE}"
        while True:
            where = f"WHERE ({self.keyed(key)}) > ({', '.join('?' * len(key))}) " if after else ""
            page = [_portable(row, names, types) for row in await self.rows(sql + where + order, after or ())]
            if not page:
                return
            yield page
            after = tuple(page[-1][place] for place in places)

    async def row(self, table: str, key: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """Return the row of that key, with the columns in the order of names."""
        types = await self.columns(table)
        names, columns = sorted(types), KEYS[table]
        where = f"WHERE ({self.keyed(columns)}) = ({', '.join('?' * len(columns))})"
        found = await self.rows(f"SELECT {_listed(names)} FROM {table} {where}", key)
        return _portable(found[0], names, types) if found else None

    async def last(self, table: str) -> tuple[Any, ...] | None:
        """Return the last key of a table."""
        key = KEYS[table]
        backwards = ", ".join(f"{self.keyed((column,))} DESC" for column in key)
        found = await self.rows(f"SELECT {_listed(key)} FROM {table} ORDER BY {backwards} LIMIT 1")
        return found[0] if found else None

    async def digest(self, table: str) -> str:
        """Return the SHA-256 of all rows of a table in the order of their keys, the same in both homes."""
        digest = hashlib.sha256()
        async for page in self.pages(table):
            for row in page:
                digest.update(repr(row).encode())
        return digest.hexdigest()

    @staticmethod
    @abstractmethod
    def keyed(columns: Sequence[str]) -> str:
        """Return columns as they are compared by their bytes."""


class _File(End):
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def columns(self, table: str) -> dict[str, str]:
        return {row[1]: row[2].upper() for row in self._connection.execute(f"PRAGMA table_info({table})")}

    async def rows(self, sql: str, values: Sequence[object] = ()) -> _Rows:
        with as_store_errors():
            return self._connection.execute(sql, values).fetchall()

    async def insert(self, table: str, columns: Sequence[str], rows: _Rows) -> None:
        sql = f"INSERT INTO {table} ({_listed(columns)}) VALUES ({', '.join('?' * len(columns))})"
        with as_store_errors():
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(sql, rows)
            self._connection.execute("COMMIT")

    async def set_revision(self, revision: str) -> None:
        with as_store_errors():
            self._connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))

    @staticmethod
    def keyed(columns: Sequence[str]) -> str:
        return ", ".join(f"{column} COLLATE BINARY" for column in columns)


class _Server(End):
    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection

    async def columns(self, table: str) -> dict[str, str]:
        rows = await self._connection.fetch(
            "SELECT column_name, data_type FROM information_schema.columns "
            "WHERE table_schema = current_schema() AND table_name = $1",
            table,
        )
        return {row[0]: row[1].upper() for row in rows}

    async def rows(self, sql: str, values: Sequence[object] = ()) -> _Rows:
        for number in range(1, len(values) + 1):
            sql = sql.replace("?", f"${number}", 1)
        return [tuple(row) for row in await self._connection.fetch(sql, *values)]

    async def insert(self, table: str, columns: Sequence[str], rows: _Rows) -> None:
        types = await self.columns(table)
        yes_or_no = {n for n, column in enumerate(columns) if types[column] == "BOOLEAN"}
        records = [tuple(bool(v) if n in yes_or_no else v for n, v in enumerate(row)) for row in rows]
        await self._connection.copy_records_to_table(table, columns=columns, records=records)

    async def set_revision(self, revision: str) -> None:
        await self._connection.execute("UPDATE alembic_version SET version_num = $1", revision)

    @staticmethod
    def keyed(columns: Sequence[str]) -> str:
        return ", ".join(columns)


async def move(source: Path | str, target: Path | str, progress: Progress, *, alone: bool = True) -> dict[str, str]:
    """Copy a database into a new one and return the digest of each table, which is the same in both.

    `alone` keeps others from writing to the source meanwhile. Raises CannotStart for a source that has not this
    program's revision and for a target that is not empty, StoreUnavailable also if the copy differs in the end.
    """
    async with opened(source, alone=alone) as here:
        if (revision := await here.revision()) != NEWEST:
            if revision == UNFINISHED:
                raise CannotStart("The source was itself moved only in part. Name the database that it came from.")
            way = "Start the bot on it once" if revision in REVISIONS else "Move it with the program that has it"
            raise CannotStart(f"The source has revision {revision} and not {NEWEST}. {way}.")
        async with _target(target) as there:
            await _check_continues(here, there)
            for table in KEYS:
                await _copy(table, here, there, progress)
            digests = {}
            for table in KEYS:
                digests[table] = await here.digest(table)
                if await there.digest(table) != digests[table]:
                    raise StoreUnavailable(
                        f"The table {table} has changed since the move began. Empty the target and move again."
                    )
            await there.set_revision(NEWEST)
            return digests


async def digests(address: Path | str) -> dict[str, str]:
    """Return the digest of each table's rows. Raises CannotStart, StoreUnavailable."""
    async with opened(address) as end:
        return {table: await end.digest(table) for table in KEYS}


async def _check_continues(here: End, there: End) -> None:
    """Raise CannotStart if the target has a part of another database."""
    for table in KEYS:
        last = await there.last(table)
        if last is not None and await there.row(table, last) != await here.row(table, last):
            raise CannotStart(
                "The target has a part of another database, or of this one as it was before. Continue the move of that "
                "one, or name another target."
            )


async def _copy(table: str, here: End, there: End, progress: Progress) -> None:
    total, done = await here.count(table), await there.count(table)
    names = sorted(await there.columns(table))
    progress(table, done, total)
    async for page in here.pages(table, await there.last(table)):
        await there.insert(table, names, page)
        done += len(page)
        progress(table, done, total)


@asynccontextmanager
async def opened(address: Path | str, *, alone: bool = False) -> AsyncIterator[End]:
    """Open a database as of one moment; `alone` keeps others from writing to it. Raises CannotStart,
    StoreUnavailable."""
    if isinstance(address, Path):
        if schema.stored_revision(address) is None:
            raise CannotStart(f"There is no database at {address}.")
        if alone and opened_by(address):
            raise CannotStart(f"A bot or another program has {address} open. Stop it first.")
        with closing(sqlite3.connect(address, isolation_level=None)) as connection:
            with as_store_errors():
                connection.execute("BEGIN IMMEDIATE" if alone else "BEGIN")
            yield _File(connection)
        return
    server = await schema_postgresql.connected(address)
    try:
        async with server.transaction(isolation="repeatable_read"):
            if alone:
                await server.execute(f"LOCK TABLE {_listed([*KEYS])} IN SHARE MODE")
            yield _Server(server)
    except _OF_THE_SERVER as error:
        raise StoreUnavailable(f"PostgreSQL reports: {error}.") from error
    finally:
        await server.close()


@asynccontextmanager
async def _target(address: Path | str) -> AsyncIterator[End]:
    if isinstance(address, Path):
        if schema.stored_revision(address) != UNFINISHED:
            await asyncio.to_thread(schema.migrate, address)
        with closing(sqlite3.connect(address, isolation_level=None)) as connection:
            end: End = _File(connection)
            await _begin(end)
            yield end
        return
    if await schema_postgresql.stored_revision(address) != UNFINISHED:
        await schema_postgresql.migrate(address)
    server = await schema_postgresql.connected(address)
    try:
        if await behind_pooler(server):
            raise CannotStart("A pooler is before the target, and a move needs a session. Name the server itself.")
        end = _Server(server)
        await _begin(end)
        yield end
    except _OF_THE_SERVER as error:
        raise StoreUnavailable(f"PostgreSQL reports: {error}.") from error
    finally:
        await server.close()


async def _begin(end: End) -> None:
    if await end.revision() == UNFINISHED:
        return
    for table in KEYS:
        if await end.count(table):
            raise CannotStart("The target is not empty. Name a new file, or a new PostgreSQL database.")
    await end.set_revision(UNFINISHED)


def _listed(columns: Sequence[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


def _portable(row: Sequence[Any], names: Sequence[str], types: Mapping[str, str]) -> tuple[Any, ...]:
    """Return a row as it is the same in both homes: yes and no as 1 and 0, blobs as bytes."""
    return tuple(
        value.encode() if isinstance(value, str) and types[name] in ("BLOB", "BYTEA")
        else int(value) if isinstance(value, bool)
        else value
        for name, value in zip(names, row, strict=True)
    )  # fmt: skip
