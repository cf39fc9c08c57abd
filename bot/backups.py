"""`referee backup` and `referee restore`: where copies are kept, which old ones are removed, and what is said of it.

A folder of dated copies has a list, `SHA256SUMS`, of each copy that was written there and its digest; `sha256sum -c`
reads it as well. A copy is removed only if its name and its digest are in that list, and only after a newer one was
found whole. If no copy that stays has anything in it, the newest one that has stays too: a bot that was started with an
empty database must not crowd out what was there before.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from bot.game.errors import CannotStart, StoreUnavailable
from bot.game.store import copies
from bot.game.store.copies import Contents, Progress
from bot.game.store.files import make_private

LIST = "SHA256SUMS"
_STAMP = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"referee-\d{8}T\d{6}Z\.sqlite3")
_LINE = re.compile(r"([0-9a-f]{64})  (.+)")

Say = Callable[[str], None]


def back_up(home: Path | str, file: Path, progress: Progress) -> Contents:
    """Copy the database to a new file, and check the copy. Raises CannotStart, StoreUnavailable."""
    if file.exists():
        raise CannotStart(f"{file} already exists. Name a new file.")
    if isinstance(home, str):
        raise CannotStart("This copies an SQLite file. For PostgreSQL, use: referee move-database")
    copies.copy(home, file, progress)
    try:
        return copies.contents(file)
    except CannotStart as error:
        file.unlink(missing_ok=True)
        raise StoreUnavailable(f"The database is not fit to be copied, and nothing was kept: {error}") from None


def back_up_into(home: Path | str, folder: Path, keep: int | None, progress: Progress, say: Say) -> Path:
    """Write a dated copy into a folder, and remove the oldest copies beyond `keep`. Raises CannotStart,
    StoreUnavailable; then nothing is removed."""
    file = folder / f"referee-{datetime.now(UTC):{_STAMP}}.sqlite3"
    made = back_up(home, file, progress)
    try:
        listed = _listed(folder) | {file.name: copies.digest_of(file)}
        _list(folder, listed)
        if keep is not None:
            for old in _beyond(folder, listed, keep, made):
                old.unlink()
                del listed[old.name]
                _list(folder, listed)
                say(f"Removed {old}.")
    except OSError as error:
        raise StoreUnavailable(f"{folder} cannot be changed: {error.strerror}.") from error
    return file


def _beyond(folder: Path, listed: dict[str, str], keep: int, made: Contents) -> list[Path]:
    """Return the copies to remove, the oldest first: ours, as we wrote them, beyond the newest `keep`."""
    there = sorted(folder / name for name in listed if _NAME.fullmatch(name) and _is_file(folder / name))
    staying, leaving = there[-keep:], there[:-keep]
    if not (made.used or any(_used(copy) for copy in reversed(staying))):
        last = next((copy for copy in reversed(leaving) if _used(copy)), None)
        leaving = [copy for copy in leaving if copy != last]
    return [copy for copy in leaving if copies.digest_of(copy) == listed[copy.name]]


def _is_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _used(copy: Path) -> bool:
    try:
        return copies.contents(copy).used
    except CannotStart:
        return False


def _listed(folder: Path) -> dict[str, str]:
    """Return the digests of the copies in a folder, by their names."""
    file = folder / LIST
    if not file.exists():
        return {}
    lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    return {found[2]: found[1] for line in lines if (found := _LINE.fullmatch(line))}


def _list(folder: Path, listed: dict[str, str]) -> None:
    half = folder / f"{LIST}.part"
    half.unlink(missing_ok=True)
    make_private(half)
    half.write_text("".join(f"{listed[name]}  {name}\n" for name in sorted(listed)), encoding="utf-8")
    half.replace(folder / LIST)


def restore(home: Path | str, file: Path, *, replace: bool, progress: Progress, say: Say) -> None:
    """Put a copy in the place of the database, after checking it. Raises CannotStart, StoreUnavailable; then the
    database is as it was."""
    if isinstance(home, str):
        raise CannotStart(
            "This restores an SQLite file. For PostgreSQL, restore a dump with pg_restore, or move a copy into an "
            "empty database with: referee move-database"
        )
    if home.exists() and file.exists() and home.samefile(file):
        raise CannotStart(f"{file} is the database itself. Name a copy.")
    say(f"Checking {file} ...")
    found = copies.contents(file)
    wanted = _listed(file.parent).get(file.name)
    if wanted and copies.digest_of(file) != wanted:
        raise CannotStart(f"{file} has changed since it was made: its digest is not the one in {LIST}.")
    aside = home.with_name(f"{home.name}.{datetime.now(UTC):{_STAMP}}.backup")
    with copies.claimed(home) as used:
        if used and not replace:
            raise CannotStart(f"{home} is not empty. To keep it aside and put the copy in its place, add --replace.")
        kept = copies.placed(file, home, aside, progress)
    say(f"Restored {home}: {found.encounters:,} encounter(s), revision {found.revision}.")
    if kept:
        say(f"The database that was there is now {aside}. Delete it when you no longer need it.")
    say("Everyone who was forgotten since the copy was made must be forgotten again: `/privacy forget`.")
