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

from bot.errors import CannotStart, StoreAway, StoreUnavailable
from bot.game.store.home.connection import PATIENCE
from bot.game.store.home.schema import MIGRATIONS, REVISIONS, UNFINISHED

FIRST = "0012"
"""The revision that a database on PostgreSQL begins with."""
# The number of the lock, which nothing else on the server should use: "srm" as a number.
_LOCK = 0x73726D
# Seconds to wait for another process that migrates.
_LONGEST = 120.0
_NOT_ACCEPTED = (
    asyncpg.InvalidCatalogNameError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.ClientConfigurationError,
    # An unknown parameter in the URL.
    asyncpg.UndefinedObjectError,
)
_UNREADABLE = (
    "The database's URL cannot be read. Replace special characters in the user's name and the password: / by %2F, "
    "@ by %40, : by %3A, # by %23, ? by %3F, % by %25."
)
_VERSION = "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL CONSTRAINT alembic_version_pkc PRIMARY KEY)"


async def stored_revision(url: str) -> str | None:
    """Return the revision of the database, None for a new one.

    Raises CannotStart if it has another program's tables, StoreUnavailable.
    """
    async with asked(url) as connection:
        return await _revision(connection)


@asynccontextmanager
async def asked(url: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection of its own inside the block. Raises as `connected`, and StoreUnavailable for what the server reports
    in the block."""
    connection = await connected(url)
    try:
        yield connection
    except (asyncpg.PostgresError, asyncpg.InterfaceError, ConnectionError) as error:
        raise StoreUnavailable(f"PostgreSQL reports: {error}.") from error
    finally:
        await connection.close()


async def connected(url: str) -> asyncpg.Connection:
    """Return a connection of its own. Raises CannotStart for a database that is not there, StoreUnavailable."""
    try:
        return await asyncpg.connect(url, timeout=2 * PATIENCE)
    except _NOT_ACCEPTED as error:
        raise CannotStart(f"PostgreSQL refuses the connection: {str(error).rstrip('.')}.") from error
    # Its message may quote a part of the password.
    except ValueError:
        raise CannotStart(_UNREADABLE) from None
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise StoreAway from error


async def migrate(url: str, migrations: Path = MIGRATIONS, revisions: tuple[str, ...] = REVISIONS) -> None:
    """Bring the database to the last revision, in one transaction.

    Raises CannotStart for a revision that this program doesn't know, StoreUnavailable.
    """
    async with asked(url) as connection:
        try:
            async with asyncio.timeout(_LONGEST):
                await connection.execute(f"SELECT pg_advisory_lock({_LOCK})")
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

    async def connect() -> asyncpg.Connection:
        return await asyncpg.connect(url, timeout=2 * PATIENCE)

    engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=NullPool)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(upgrade)
    except DBAPIError as error:
        # SQLAlchemy wraps it twice.
        raise (error.orig and error.orig.__cause__) or error from error
    finally:
        await engine.dispose()
