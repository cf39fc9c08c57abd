"""Copies of an SQLite home: making one while the bot runs, looking into one, and putting one in the home's place.

How a copy is restored:

1. `contents` looks into the copy: it must be whole, ours, and of a revision that this program knows.
2. `claimed` takes the database that is there for itself. That fails while a bot has it open. The write-ahead log goes
   into the file and stays away, so that the file alone is the database.
3. `placed` copies the bytes beside the database, reads them again from the disk, compares their digest, writes into
   the new file who has to be forgotten again, and keeps the old database under another name before the new one takes
   its place. Until that moment, an error changes nothing. The new file gets the owner of the old one, or else of the
   folder: root may restore what another user opens.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path

from bot.errors import CannotStart, StoreFull, StoreUnavailable
from bot.game.store.home.files import check_not_emptied, make_private
from bot.game.store.home.schema import NEWEST, REVISIONS
from bot.game.store.home.sqlite import as_store_errors
from rules.engine.records.frozen import dataclass

Progress = Callable[[int, int], None]
"""Told of the bytes that are done, and of all."""

# Pages of 4 KiB between two reports: about 8 MiB.
_PAGES = 2048
_PIECE = 8 << 20
_HEADER = b"SQLite format 3\0"
# SQLite adds these to a file when it opens it.
_LOGS = ("-wal", "-journal")
# Tables that the bot fills when it starts.
_BESIDES = {"alembic_version", "secrets", "leases"}


@dataclass(frozen=True, slots=True)
class Contents:
    """A database's revision, the number of its encounters, and whether anybody has stored anything in it."""

    revision: str
    encounters: int
    used: bool


def copy(source: Path, target: Path, progress: Progress) -> None:
    """Copy a database that may be in use, as of one moment; `target` must not exist, and appears when it is complete.

    Only its owner may read the copy. Raises StoreUnavailable, and CannotStart if the database was emptied.
    """
    check_not_emptied(source)
    if not source.is_file():
        raise StoreUnavailable(f"There is no database at {source}.")
    with _written_beside(target) as half:
        with as_store_errors(), closing(_opened(source)) as old, closing(sqlite3.connect(half)) as new:
            (size,) = old.execute("PRAGMA page_size").fetchone()
            # Without a snapshot of its own, the copy would begin again after each order.
            old.execute("BEGIN")
            old.execute("SELECT 1 FROM sqlite_master").fetchone()
            old.backup(new, pages=_PAGES, progress=lambda _, left, all: progress((all - left) * size, all * size))
            new.execute("PRAGMA journal_mode = DELETE")
        _flush(half)
        half.replace(target)


def is_database(file: Path) -> bool:
    """Return whether a file says that it is one of SQLite's; False also if it cannot be read."""
    with suppress(OSError), file.open("rb") as opened:
        return opened.read(len(_HEADER)) == _HEADER
    return False


def contents(file: Path) -> Contents:
    """Look into a copy. Raises CannotStart if it is damaged, not ours, or newer than this program."""
    if not file.is_file():
        raise CannotStart(f"There is no file {file}.")
    if log := next((log for log in map(partial(_beside, file), _LOGS) if _size(log)), None):
        raise CannotStart(
            f"{log} is beside {file}, so this is a database in use and not a copy. Make a copy of it with "
            "`referee backup`."
        )
    try:
        with closing(_opened(file, "mode=ro&immutable=1")) as connection:
            return _contents(file, connection)
    except sqlite3.Error as error:
        raise CannotStart(f"{file} is damaged or is no database: {error}.") from None


def _contents(file: Path, connection: sqlite3.Connection) -> Contents:
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    versions = connection.execute("SELECT version_num FROM alembic_version").fetchall() if _ours(tables) else []
    if not versions:
        raise CannotStart(f"{file} is not a database of this bot.")
    revision = str(versions[0][0])
    if revision not in REVISIONS:
        raise CannotStart(
            f"{file} has revision {revision}, which this program (revision {NEWEST}) does not know. Install the "
            "version of the bot that made it, or a newer one."
        )
    problems = [line for (line,) in connection.execute("PRAGMA integrity_check(1)")]
    if problems != ["ok"]:
        raise CannotStart(f"{file} is damaged: {problems[0].splitlines()[-1]}. Choose another copy.")
    return Contents(revision, _encounters(connection), _used(connection, tables))


def _ours(tables: list[str]) -> bool:
    return {"alembic_version", "encounters"} <= set(tables)


def _encounters(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM encounters").fetchone()[0])


def _used(connection: sqlite3.Connection, tables: list[str]) -> bool:
    ours = (table for table in tables if table not in _BESIDES and not table.startswith("sqlite_"))
    return any(connection.execute(f'SELECT 1 FROM "{table}" LIMIT 1').fetchone() for table in ours)


@contextmanager
def claimed(database: Path) -> Iterator[bool]:
    """Keep everyone else out of a database; yields whether there is something in it.

    A damaged file counts as something. Raises StoreUnavailable if a bot has it open.
    """
    with ExitStack() as stack:
        if not _size(database):
            yield any(_size(_beside(database, end)) for end in _LOGS)
            return
        connection = stack.enter_context(closing(_opened(database)))
        try:
            # SQLite refuses this while anybody else has the file open.
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
            connection.execute("BEGIN EXCLUSIVE")
            tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            used = bool(tables) and (not _ours(tables) or _used(connection, tables))
        except sqlite3.DatabaseError as error:
            code = error.sqlite_errorcode & 0xFF
            if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise StoreUnavailable(f"A bot or another program has {database} open. Stop it first.") from None
            if code not in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
                with as_store_errors():
                    raise
            used = True
        yield used


def placed(
    file: Path, database: Path, aside: Path, progress: Progress, finish: Callable[[Path], None] = lambda _: None
) -> bool:
    """Put a copy of `file` in the place of a claimed database, which is kept as `aside`; returns whether there was one.

    `finish` may write into the new file before. Raises StoreUnavailable; then the database is as it was.
    """
    missing = [path for path in (database.absolute(), *database.absolute().parents) if not path.exists()]
    model = missing[-1].parent if missing else database
    with _written_beside(database) as half:
        digest = _copied(file, half, progress)
        _flush(half)
        if digest_of(half, progress) != digest:
            raise StoreUnavailable("The disk does not give back what was written to it. Nothing was restored.")
        finish(half)
        _flush(half)
        kept = database.exists()
        for made in (half, *missing[1:]):
            _give_to_owner_of(model, made)
        if kept:
            _keep(database, aside)
        # A file that was damaged or emptied may have left these, and SQLite would read them with the new file.
        for end in (*_LOGS, "-shm"):
            with suppress(FileNotFoundError):
                _beside(database, end).rename(_beside(aside, end))
        half.replace(database)
        _flush(database.parent)
    return kept


def _give_to_owner_of(model: Path, path: Path) -> None:
    """Give a file to the owner of another, where files have owners and this user may give them away."""
    if sys.platform != "win32":
        owner = model.stat()
        if path.stat().st_uid != owner.st_uid:
            with suppress(PermissionError):
                os.chown(path, owner.st_uid, owner.st_gid)


def _keep(database: Path, aside: Path) -> None:
    """Give a file a second name, so that there is no moment without a database; or else move it."""
    try:
        os.link(database, aside)
    except FileExistsError:
        raise
    except OSError:
        database.rename(aside)


def _copied(file: Path, target: Path, progress: Progress) -> str:
    """Copy bytes, and return their digest."""
    digest, done, size = hashlib.sha256(), 0, file.stat().st_size
    with file.open("rb") as source, target.open("wb") as copy:
        while piece := source.read(_PIECE):
            copy.write(piece)
            digest.update(piece)
            done += len(piece)
            progress(done, 2 * size)
    return digest.hexdigest()


def digest_of(file: Path, progress: Progress | None = None) -> str:
    """Return the SHA-256 of a file, as `sha256sum` prints it. `progress` is told of the second half of the bytes."""
    digest, done, size = hashlib.sha256(), 0, file.stat().st_size
    with file.open("rb") as source:
        while piece := source.read(_PIECE):
            digest.update(piece)
            done += len(piece)
            if progress:
                progress(size + done, 2 * size)
    return digest.hexdigest()


@contextmanager
def _written_beside(target: Path) -> Iterator[Path]:
    """A new private file beside `target`, which is gone afterwards unless it was renamed. Raises StoreUnavailable."""
    half = _beside(target, ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        half.unlink(missing_ok=True)
        try:
            make_private(half)
            yield half
        finally:
            half.unlink(missing_ok=True)
    except OSError as error:
        raise StoreUnavailable(f"The copy cannot be written: {error.strerror}.") from error
    except StoreFull as error:
        # The database is only read.
        raise StoreUnavailable("The copy cannot be written: its disk is full.") from error


def _opened(file: Path, how: str = "mode=rw") -> sqlite3.Connection:
    with as_store_errors():
        return sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True, isolation_level=None, timeout=2)


def _flush(path: Path) -> None:
    """Wait until a file or folder is on the disk."""
    # Elsewhere a folder cannot be opened.
    if path.is_dir() and os.name != "posix":
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
