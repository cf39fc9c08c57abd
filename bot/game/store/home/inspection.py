"""A look at the database of a running bot: how much waits in it, how fast it is, which process has it open."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import struct
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from time import perf_counter

from bot.errors import StoreDamaged
from bot.game.store import Store
from bot.game.store.home.connection import APPLICATION, Database
from bot.game.store.home.schema import NEWEST, stored_revision
from bot.game.store.home.sqlite import SQLite, as_store_errors
from rules.engine.records.frozen import dataclass

if sys.platform != "win32":
    import fcntl

_WAITING = (
    "SELECT (SELECT count(*) FROM entries WHERE message_id IS NULL AND gave_up IS NULL AND part = 0 AND {0}) + "
    "(SELECT count(*) FROM owed WHERE gave_up IS NULL AND {0})"
)
_OPEN = "SELECT count(*) FROM encounters WHERE open = 1"
# Where SQLite keeps the lock that every connection holds, in the file beside the database ("WAL-index locks").
_HELD_BY_ALL = 128
_LOCK = struct.Struct("hhqqi4x")
ELSEWHERE = -1
"""In place of the id of a process in another container."""


@dataclass(frozen=True, slots=True)
class Look:
    """How many results on this process's servers wait to be shown, how many seconds the database took to read this and
    to write something, and how many bytes are free on the disk of its file (None on a server).

    `shared` are counts of the whole database, by their names in the metrics; only the process with shard 0 takes them.
    """

    waiting: int
    shared: Mapping[str, int]
    read_seconds: float
    write_seconds: float
    free: int | None


async def look(store: Store) -> Look:
    """Look at the database; nothing in it changes. Raises StoreUnavailable if it cannot be read or written now, if it
    has no room for an order, or if some of it was found to be damaged."""
    if store._database.damage:
        raise StoreDamaged(store._database.damage)
    began = perf_counter()
    scope = store._database.shard_scope
    counts = {"waiting": _WAITING.format(scope.condition("guild_id"))}
    # Of the processes that share a database, one counts what belongs to all.
    if scope.holds(""):
        counts |= {"waiting_results": _WAITING.format("TRUE"), "open_encounters": _OPEN}
    found = await store._database.read_all([(sql, ()) for sql in counts.values()])
    shared = {name: int(rows[0][0]) for name, rows in zip(counts, found, strict=True)}
    read = perf_counter()
    await store._database.try_room()
    written = perf_counter() - read
    path = store._database.path if isinstance(store._database, SQLite) else None
    return Look(shared.pop("waiting"), shared, read - began, written, free_on(path) if path else None)


def free_on(path: Path) -> int:
    """Return the bytes that are free on the disk of a file, which need not be there yet."""
    folder = next(each for each in (path, *path.absolute().parents) if each.exists())
    return shutil.disk_usage(folder).free


@dataclass(frozen=True, slots=True)
class Trial:
    """A database that was tried: how many seconds a write took, how writes are isolated, and whether a pooler is before
    its server (None for a file)."""

    write_seconds: float
    isolation: str
    pooler: bool | None


async def tried(address: Path | str) -> Trial | None:
    """Write into a database and take it back; None if it has not the tables of this program.

    Raises CannotStart, StoreUnavailable.
    """
    if isinstance(address, Path):
        return await _tried(await SQLite.open(address), None) if stored_revision(address) == NEWEST else None
    from bot.game.store.home import schema_postgresql
    from bot.game.store.home.postgresql import PostgreSQL

    if await schema_postgresql.stored_revision(address) != NEWEST:
        return None
    database = await PostgreSQL.open(address, connections=2)
    return await _tried(database, database.pooled)


async def _tried(database: Database, pooled: bool | None) -> Trial:
    try:
        began = perf_counter()
        await database.try_room()
        return Trial(perf_counter() - began, await database.isolation(), pooled)
    finally:
        await database.close()


@dataclass(frozen=True, slots=True)
class Glance:
    """The facts about a database without asking the bot: its name, its revision (None: it is empty), when
    its last entry was made, in UTC, and who has it open ("": nobody; None: that cannot be known here)."""

    name: str
    revision: str | None
    last_entry: str
    holder: str | None


def glance(database: Path | str) -> Glance:
    """Look at a database from outside. Raises CannotStart, StoreUnavailable."""
    if isinstance(database, str):
        return asyncio.run(_glance_at_server(database))
    # First of all: looking into the database opens it.
    holder = opened_by(database)
    revision = stored_revision(database)
    last = ""
    if revision == NEWEST:
        with as_store_errors(), closing(sqlite3.connect(database)) as connection:
            row = connection.execute("SELECT at FROM entries ORDER BY rowid DESC LIMIT 1").fetchone()
            last = str(row[0]) if row else ""
    name = "A process in another container" if holder == ELSEWHERE else f"Process {holder}" if holder else ""
    return Glance(str(database), revision, last, None if holder is None else name)


async def _glance_at_server(url: str) -> Glance:
    from bot.game.store.home import schema_postgresql
    from bot.game.store.home.server_address import behind_pooler

    revision = await schema_postgresql.stored_revision(url)
    async with schema_postgresql.asked(url) as connection:
        last = await connection.fetchval("SELECT max(at) FROM entries") if revision == NEWEST else ""
        clients = await connection.fetch(
            "SELECT DISTINCT coalesce(host(client_addr), 'this machine') FROM pg_stat_activity "
            "WHERE application_name = $1 AND datname = current_database()",
            APPLICATION,
        )
        pooled = await behind_pooler(connection)
    names = ", ".join(sorted(row[0] for row in clients))
    holder = f"A bot on {names}" if names else ""
    # A pooler gives one connection to many programs.
    return Glance("the PostgreSQL database", revision, last or "", None if pooled else holder)


def opened_by(path: Path) -> int | None:
    """Return the id of a process that has the database open: 0 if there is none, ELSEWHERE if it has no id here, None
    if this cannot be known here."""
    if sys.platform != "linux":
        return None
    try:
        with path.with_name(f"{path.name}-shm").open("rb") as file:
            asked = _LOCK.pack(fcntl.F_WRLCK, 0, _HELD_BY_ALL, 1, 0)
            kind, _, _, _, holder = _LOCK.unpack(fcntl.fcntl(file, fcntl.F_GETLK, asked))
    except FileNotFoundError:
        return 0
    except OSError:
        return None
    return 0 if kind == fcntl.F_UNLCK else int(holder) or ELSEWHERE
