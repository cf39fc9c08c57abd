"""The files of a database: who may read them, and whether the database was emptied from outside.

SQLite gives its log and the log's index the mode of the database file.
"""

from __future__ import annotations

import os
import shlex
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from bot.errors import CannotStart

_ITS_OWNERS = 0o600


def make_private(path: Path) -> None:
    """Make an empty file that only its owner may read and write; one that is there stays as it is. Raises OSError."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _ITS_OWNERS))


def check_not_emptied(path: Path) -> None:
    """Raise CannotStart if the file is empty or missing and what lies beside it shows that it was not always so."""
    try:
        missing = not path.exists()
    except PermissionError as error:
        raise CannotStart(f"The bot has no permission to look for {path}.") from error
    if not missing and path.stat().st_size:
        return
    wal = _beside(path, "-wal")
    left = [wal] if wal.exists() else [] if missing else _backups(path)
    if left:
        # SQLite would delete the log of an empty file.
        what = f"{path} is {'missing' if missing else 'empty'}, although {left[-1].name} is beside it"
        away = f"delete {path.name}-wal and {path.name}-shm"
        raise CannotStart(f"{what}. Put a backup in its place and {away}, or move all of them away to begin again.")


def exposed(environment: Path, database: Path | str) -> str:
    """A sentence about the files with secrets that others on this machine can read; "" if there are none."""
    files = [environment]
    if isinstance(database, Path):
        files += [database, *(_beside(database, end) for end in ("-wal", "-shm")), *_backups(database)]
    wide = [shlex.quote(str(file)) for file in _readable_by_others(files)]
    return f"Others on this machine can read {', '.join(wide)}; run: chmod 600 {' '.join(wide)}" if wide else ""


def _readable_by_others(files: Iterable[Path]) -> Iterable[Path]:
    # Elsewhere the bits of a mode say nothing.
    if os.name != "posix":
        return
    for file in files:
        with suppress(OSError):
            if stat.S_IMODE(file.stat().st_mode) & 0o077:
                yield file


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def _backups(path: Path) -> list[Path]:
    """Return the copies that migrations have made, the oldest first."""
    backups = (file for file in path.parent.glob("*.backup") if file.name.startswith(f"{path.name}."))
    return sorted(backups)
