"""A new database in a test is a copy of one that was migrated: Alembic would keep a core busy for each.

tests/migrations migrate for themselves, and so does every bot that is started with `python -m bot`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.game.store.home.schema import migrate


def copied_or_migrated(path: Path) -> Path | None:
    """`migrate`, with its work done already for a file that does not exist."""
    if not path.exists() and path.parent.is_dir():
        path.write_bytes(migrated())
    return migrate(path)


@cache
def migrated() -> bytes:
    """The bytes of an empty database at the last revision."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "referee.sqlite3"
        migrate(path)
        return path.read_bytes()
