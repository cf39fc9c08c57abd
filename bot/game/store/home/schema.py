"""Finds the schema of a database, and updates an older one at start.

Alembic and SQLAlchemy are imported only when there is something to migrate: they cost more than the whole rest of a
start. A new file gets its schema without them, from the statements that the migrations hold.
"""

from __future__ import annotations

import logging
import runpy
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.errors import CannotStart, StoreLocked, StoreUnavailable
from bot.game.store.home.files import check_not_emptied, make_private
from bot.game.store.home.sqlite import as_store_errors, copy_database

log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).resolve().parents[4] / "migrations"
# Every revision in order; a test compares them with the directory.
REVISIONS = (
    "0001",
    "0002",
    "0003",
    "0004",
    "0005",
    "0006",
    "0007",
    "0008",
    "0009",
    "0010",
    "0011",
    "0012",
    "0013",
    "0014",
    "0015",
    "0016",
    "0017",
    "0018",
    "0019",
    "0020",
)
NEWEST = REVISIONS[-1]
# The revision of a database that `database_move` has not finished.
UNFINISHED = "moving"
_GIVES_BACK = "PRAGMA auto_vacuum = INCREMENTAL"
_NEVER = 0


def stored_revision(path: Path) -> str | None:
    """Return the revision of the database, None for a new or empty file.

    Raises CannotStart if it is somebody else's database or was emptied, StoreUnavailable.
    """
    check_not_emptied(path)
    if not path.exists() or path.stat().st_size == 0:
        return None
    with as_store_errors(), closing(sqlite3.connect(path)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables:
            return None
        if "alembic_version" not in tables:
            raise CannotStart(f"{path} has another program's tables. Name another file in DATABASE_URL.")
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return None if row is None else str(row[0])


def encounters(path: Path) -> frozenset[str]:
    """Return the ids of all encounters in the database, none for a new or empty file.

    Raises CannotStart, StoreUnavailable.
    """
    if stored_revision(path) is None:
        return frozenset()
    with as_store_errors(), closing(sqlite3.connect(path)) as connection:
        return frozenset(id for (id,) in connection.execute("SELECT id FROM encounters"))


def migrate(path: Path, migrations: Path = MIGRATIONS, revisions: tuple[str, ...] = REVISIONS) -> Path | None:
    """Bring the database to the last revision, in one transaction, and return the copy that was made of an older one.

    Raises CannotStart for a revision that this program doesn't know, StoreUnavailable.
    """
    stored = stored_revision(path)
    if stored == revisions[-1]:
        # An update that was interrupted has left this.
        _compact(path)
        return None
    if stored == UNFINISHED:
        raise CannotStart(f"{path} is the target of a move that has not finished. Run `referee move-database` again.")
    if stored is not None and stored not in revisions:
        raise CannotStart(
            f"{path} has revision {stored}, which this program (revision {revisions[-1]}) does not know. Start a "
            "newer version of the bot, or name another file in DATABASE_URL."
        )
    copy = None
    if stored is not None:
        copy = path.with_name(f"{path.name}.{stored}.backup")
        copy_database(path, copy)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotStart(f"Cannot create the directory {path.parent}: {error.strerror}.") from error
    try:
        make_private(path)
    except OSError as error:
        raise CannotStart(f"Cannot create the file {path}: {error.strerror}.") from error
    if stored is None:
        _create(path, migrations, revisions)
    else:
        upgrade(path, migrations)
    _compact(path)
    return copy


def migrate_apart(path: Path) -> None:
    """`migrate`, for an older file in a process of its own: the imports take a quarter of the memory.

    Raises CannotStart, StoreUnavailable.
    """
    if stored_revision(path) in (None, NEWEST):
        migrate(path)
        return
    done = subprocess.run([sys.executable, "-c", _APART, str(path)], capture_output=True, text=True, check=False)
    if done.returncode == _TEMPORARY_FAILURE:
        raise StoreLocked
    if done.returncode:
        raise CannotStart(done.stderr.strip().rpartition("\n")[2] or "The database could not be prepared.")


_TEMPORARY_FAILURE = 75
_APART = f"""
import sys
from pathlib import Path
from bot.errors import CannotStart, StoreLocked, StoreUnavailable
from bot.game.store.home.schema import migrate
try:
    migrate(Path(sys.argv[1]))
except StoreLocked:
    sys.exit({_TEMPORARY_FAILURE})
except (CannotStart, StoreUnavailable) as error:
    sys.exit(str(error))
"""


def _compact(path: Path) -> None:
    """Rewrite a file that cannot give empty pages back: without gaps and what was deleted, and from then on it can.

    If there is no room for that, the next start tries it again. Raises StoreLocked.
    """
    try:
        with as_store_errors(), closing(sqlite3.connect(path, isolation_level=None)) as connection:
            if connection.execute("PRAGMA auto_vacuum").fetchone() == (_NEVER,):
                connection.execute(_GIVES_BACK)
                connection.execute("VACUUM")
    except StoreLocked:
        raise
    except StoreUnavailable as error:
        log.warning("%s could not be compacted; the next start tries again: %s", path, error)


def _create(path: Path, migrations: Path, revisions: tuple[str, ...]) -> None:
    """Give a new file what Alembic would give it, in one transaction."""
    with as_store_errors(), closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(_GIVES_BACK)
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(_VERSION)
        # Another start may have been quicker.
        if connection.execute("SELECT 1 FROM alembic_version").fetchone() is None:
            for revision in revisions:
                for statement in _statements(migrations, revision):
                    connection.execute(statement)
            connection.execute("INSERT INTO alembic_version VALUES (?)", (revisions[-1],))
        connection.execute("COMMIT")


def _statements(migrations: Path, revision: str) -> tuple[str, ...]:
    (file,) = (migrations / "versions").glob(f"{revision}_*.py")
    statements: tuple[str, ...] = runpy.run_path(str(file))["STATEMENTS"]
    return statements


# As Alembic writes it; SQLite leaves IF NOT EXISTS out of what it keeps.
_VERSION = """CREATE TABLE IF NOT EXISTS alembic_version (
\tversion_num VARCHAR(32) NOT NULL,\x20
\tCONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
)"""


def upgrade(path: Path, migrations: Path = MIGRATIONS) -> None:
    """Bring the database to the last revision by Alembic, in one transaction. Raises StoreUnavailable."""
    import sqlalchemy
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    engine = sqlalchemy.create_engine(
        sqlalchemy.URL.create("sqlite", database=str(path)),
        poolclass=sqlalchemy.NullPool,
        # The driver's own transactions leave out DDL; ours begins by hand.
        connect_args={"isolation_level": None},
    )

    @sqlalchemy.event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        # For a new file; another takes it up when it is rewritten.
        connection.exec_driver_sql(_GIVES_BACK)
        # Old versions of rows must not stay in the file after their user is forgotten.
        connection.exec_driver_sql("PRAGMA secure_delete = ON")
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except sqlalchemy.exc.DBAPIError as error:
        if isinstance(error.orig, sqlite3.Error):
            with as_store_errors():
                raise error.orig from error
        raise
    finally:
        engine.dispose()
