"""Which schema a database on PostgreSQL has, and bringing an older one up to date at start.

As for SQLite (`schema`), a new database gets its tables without Alembic. Several processes may start at once: an
advisory lock lets one of them do it.
"""

from __future__ import annotations

import asyncio
import runpy
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg

from bot.errors import CannotStart, StoreUnavailable
from bot.game.store.home.causes import LOST, at_start, trouble
from bot.game.store.home.schema import MIGRATIONS, REVISIONS, UNFINISHED
from bot.game.store.home.server_address import ServerAddress

FIRST = "0012"
"""The revision that a database on PostgreSQL begins with."""
# The number of the lock, which nothing else on the server should use: "srm" as a number.
_LOCK = 0x73726D
# Seconds to wait for another process that migrates.
_LONGEST = 120.0
_VERSION = "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL CONSTRAINT alembic_version_pkc PRIMARY KEY)"


async def stored_revision(url: str) -> str | None:
    """Return the revision of the database, None for a new one.

    Raises CannotStart if it has another program's tables, StoreUnavailable.
    """
    async with asked(url) as connection:
        return await _revision(connection)


@asynccontextmanager
async def asked(url: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection of its own with a transaction inside the block, so that a pooler does not change it meanwhile.

    Raises as `connected`, and StoreUnavailable for what the server reports in the block.
    """
    connection = await connected(url)
    try:
        async with connection.transaction():
            yield connection
    except (*LOST, asyncpg.PostgresError) as error:
        raise StoreUnavailable(f"PostgreSQL reports: {error}.", *trouble(error)) from error
    finally:
        await connection.close()


async def connected(url: str) -> asyncpg.Connection:
    """Return a connection of its own. Raises CannotStart for a database that is not there, StoreUnavailable."""
    address = ServerAddress.of(url)
    try:
        return await address.connected()
    except (*LOST, TimeoutError, ValueError, asyncpg.PostgresError) as error:
        # The error may quote a part of the password.
        raise at_start(error) from None


async def migrate(url: str, migrations: Path = MIGRATIONS, revisions: tuple[str, ...] = REVISIONS) -> None:
    """Bring the database to the last revision, in one transaction.

    Raises CannotStart for a revision that this program doesn't know, StoreUnavailable.
    """
    async with asked(url) as connection:
        try:
            async with asyncio.timeout(_LONGEST):
                # It ends with the transaction: a pooler would give one of a session to others.
                await connection.execute(f"SELECT pg_advisory_xact_lock({_LOCK})")
        except TimeoutError as error:
            raise StoreUnavailable("Another process has been migrating the database for two minutes.") from error
        stored = await _revision(connection)
        if stored == revisions[-1]:
            return
        if stored == UNFINISHED:
            raise CannotStart("The database is the target of a move that has not finished. Run it again.")
        if stored not in (None, *revisions):
            raise CannotStart(
                f"The database has revision {stored}, which this program (revision {revisions[-1]}) does not know. "
                "Start a newer version of the bot, or name another database in DATABASE_URL."
            )
        try:
            await (_create(connection, migrations, revisions) if stored is None else _upgrade(url, migrations))
        except asyncpg.InsufficientPrivilegeError as error:
            raise CannotStart(f"PostgreSQL lets this user not create or change tables: {error}.") from error


async def _revision(connection: asyncpg.Connection) -> str | None:
    tables = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    names = {row[0] for row in tables}
    if not names:
        return None
    if "alembic_version" not in names:
        raise CannotStart("The database has another program's tables. Name another one in DATABASE_URL.")
    revision: str | None = await connection.fetchval("SELECT version_num FROM alembic_version")
    return revision


async def _create(connection: asyncpg.Connection, migrations: Path, revisions: tuple[str, ...]) -> None:
    async with connection.transaction():
        await connection.execute(_VERSION)
        for revision in revisions[revisions.index(FIRST) :]:
            (file,) = (migrations / "versions").glob(f"{revision}_*.py")
            for statement in runpy.run_path(str(file))["POSTGRESQL"]:
                await connection.execute(statement)
        await connection.execute("INSERT INTO alembic_version VALUES ($1)", revisions[-1])


async def _upgrade(url: str, migrations: Path) -> None:
    """Bring an older database to the last revision by Alembic, in one transaction. Raises what asyncpg does."""
    from alembic import command
    from alembic.config import Config
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.ext.asyncio import create_async_engine
    from sqlalchemy.pool import NullPool

    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))

    def upgrade(connection: Any) -> None:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")

    engine = create_async_engine(
        "postgresql+asyncpg://", async_creator=ServerAddress.of(url).connected, poolclass=NullPool
    )
    try:
        async with engine.begin() as connection:
            await connection.run_sync(upgrade)
    except DBAPIError as error:
        # SQLAlchemy wraps it twice.
        raise (error.orig and error.orig.__cause__) or error from error
    finally:
        await engine.dispose()
