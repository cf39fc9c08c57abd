"""`referee backup` and `referee restore`: where copies are kept, which old ones are removed, and what is said of it.

A folder of dated copies has a list, `SHA256SUMS`, of each copy that was written there and its digest; `sha256sum -c`
reads it as well. A copy is removed only if its name and its digest are in that list, and only after a newer one was
found whole. If no copy that stays has anything in it, the newest one that has stays too: a bot that was started with an
empty database must not crowd out what was there before.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.errors import CannotStart, StoreUnavailable
from bot.game.store.home import copies
from bot.game.store.home.copies import Contents
from bot.game.store.home.files import make_private
from bot.game.store.home.forgotten import Remembered, ask_again, remembered
from bot.game.store.home.schema import NEWEST, migrate
from bot.host import people
from bot.host.damaged_records import CLOSED, damaged

LIST = "SHA256SUMS"
_STAMP = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"referee-\d{8}T\d{6}Z\.sqlite3")
_LINE = re.compile(r"([0-9a-f]{64})  (.+)")


@dataclass(frozen=True, slots=True)
class Shown:
    """Shows the person at the terminal how many bytes of a file and rows of a table are done, and sentences."""

    bytes: Callable[[int, int], None]
    rows: Callable[[str, int, int], None]
    say: Callable[[str], None]


def back_up(home: Path | str, file: Path, shown: Shown) -> Contents:
    """Copy the database to a new file, and check the copy. Raises CannotStart, StoreUnavailable."""
    if file.exists():
        raise CannotStart(f"{file} already exists. Name a new file.")
    if isinstance(home, str):
        _copy_from_server(home, file, shown)
    else:
        copies.copy(home, file, shown.bytes)
    try:
        return copies.contents(file)
    except CannotStart as error:
        file.unlink(missing_ok=True)
        raise StoreUnavailable(f"The database is not fit to be copied, and nothing was kept: {error}") from None


def _copy_from_server(url: str, file: Path, shown: Shown) -> None:
    """Write what a PostgreSQL database has into an SQLite file."""
    # Who has an SQLite file need not wait for this to be imported.
    from bot.game.store.home.database_move import move

    half = file.with_name(f"{file.name}.part")
    try:
        half.unlink(missing_ok=True)
        try:
            asyncio.run(move(url, half, shown.rows, alone=False))
            half.replace(file)
        finally:
            half.unlink(missing_ok=True)
    except OSError as error:
        raise StoreUnavailable(f"The copy cannot be written: {error.strerror}.") from error


def back_up_into(home: Path | str, folder: Path, keep: int | None, shown: Shown) -> Path:
    """Write a dated copy into a folder, and remove the oldest copies beyond `keep`. Raises CannotStart,
    StoreUnavailable; then nothing is removed."""
    file = folder / f"referee-{datetime.now(UTC):{_STAMP}}.sqlite3"
    made = back_up(home, file, shown)
    try:
        listed = _listed(folder) | {file.name: copies.digest_of(file)}
        _list(folder, listed)
        if keep is not None:
            for old in _beyond(folder, listed, keep, made):
                old.unlink()
                del listed[old.name]
                _list(folder, listed)
                shown.say(f"Removed {old}.")
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


def restore(home: Path | str, file: Path, shown: Shown, *, replace: bool, damage: bool = False) -> None:
    """Put a copy in the place of the database, after checking it; `damage` is whether it may have damaged records.

    Raises CannotStart, StoreUnavailable; then the database is as it was.
    """
    if isinstance(home, Path) and home.exists() and file.exists() and home.samefile(file):
        raise CannotStart(f"{file} is the database itself. Name a copy.")
    shown.say(f"Checking {file} ...")
    found = copies.contents(file)
    wanted = _listed(file.parent).get(file.name)
    if wanted and copies.digest_of(file) != wanted:
        raise CannotStart(f"{file} has changed since it was made: its digest is not the one in {LIST}.")
    again = _Again(remembered(file, _relatives(home, file)))
    if clauses := damaged(file):
        for clause in clauses:
            shown.say(f"Damaged: {clause}")
        if not damage:
            raise CannotStart(
                f"{file} has {len(clauses):,} damaged record(s). Choose another copy, or add --damaged: {CLOSED}."
            )
    if isinstance(home, str):
        _restore_to_server(home, file, shown, again, replace=replace)
        kept = None
    else:
        kept = _restore_to_file(home, file, shown, again, replace=replace)
    place = "the PostgreSQL database" if isinstance(home, str) else home
    shown.say(f"Restored {place}: {found.encounters:,} encounter(s), revision {found.revision}.")
    if kept:
        shown.say(f"The database that was there is now {kept}. Delete it when you no longer need it.")
    if not again.users:
        return
    shown.say(f"Of those who were forgotten since the copy was made, {again.users:,} are in it.")
    if isinstance(home, Path) and found.revision != NEWEST:
        shown.say("The next start forgets them again.")
    else:
        people.finish_requests(home)
        shown.say("They are forgotten again.")


@dataclass(slots=True)
class _Again:
    """The requests to forget people that a copy lacks, and of how many `users` it has anything."""

    requests: Sequence[Remembered]
    users: int = 0

    def write(self, copy: Path) -> None:
        """Write the requests into the copy."""
        self.users = ask_again(copy, self.requests)


def _relatives(home: Path | str, file: Path) -> list[Path]:
    """Return the files that may remember who was forgotten since a copy was made: the database in use, databases that
    were set aside, and other copies."""
    folders = {file.parent, *([home.parent] if isinstance(home, Path) else [])}
    there = [path for folder in sorted(folders) if folder.exists() for path in sorted(folder.iterdir())]
    return [path for path in there if _is_file(path) and copies.is_database(path)]


def _restore_to_file(home: Path, file: Path, shown: Shown, again: _Again, *, replace: bool) -> Path | None:
    """Returns where the database is now that was there."""
    now = datetime.now(UTC)
    names = (f"{home.name}.{now:{_STAMP}}{more}.backup" for more in chain([""], (f"-{n}" for n in count(2))))
    aside = next(path for path in map(home.with_name, names) if not path.exists())
    with copies.claimed(home) as used:
        if used and not replace:
            raise CannotStart(f"{home} is not empty. To keep it aside and put the copy in its place, add --replace.")
        return aside if copies.placed(file, home, aside, shown.bytes, again.write) else None


def _restore_to_server(url: str, file: Path, shown: Shown, again: _Again, *, replace: bool) -> None:
    """Move a copy into an empty PostgreSQL database, by a second copy that is brought up to date."""
    from bot.game.store.home.database_move import move

    if replace:
        raise CannotStart("--replace is for SQLite files. For PostgreSQL, name an empty database in DATABASE_URL.")
    try:
        with TemporaryDirectory() as folder:
            copy = Path(shutil.copy(file, Path(folder) / "copy.sqlite3"))
            migrate(copy)
            again.write(copy)
            asyncio.run(move(copy, url, shown.rows))
    except OSError as error:
        raise StoreUnavailable(f"The copy cannot be made ready: {error.strerror}.") from error
