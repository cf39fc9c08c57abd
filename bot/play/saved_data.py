"""The data kept between two starts: the bot's database, the stand-in's memory, and a note of the fight they hold.

The three belong together. If one is missing or is of another fight, all start again."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import orjson

from bot.errors import CannotStart
from bot.game.store.home.schema import REVISIONS, encounters, stored_revision

if sys.platform != "win32":
    import fcntl


@contextmanager
def in_a_sentence(done: str) -> Iterator[None]:
    """Turn OSError into CannotStart, which names the file and what cannot be `done` to it."""
    try:
        yield
    except OSError as error:
        raise CannotStart(f"{error.filename or 'The playground'} cannot be {done}: {error.strerror}.") from None


@dataclass(frozen=True)
class Claim:
    """The lock of a running playground; the file holds its address."""

    _file: BinaryIO

    def note(self, address: str) -> None:
        """Write the page's address for those who start another one. Raises CannotStart."""
        with in_a_sentence("used"):
            self._file.truncate(0)
            self._file.write(address.encode())
            self._file.flush()


@dataclass(frozen=True)
class SavedData:
    """The places of the three; `database` is a file, `folder` the stand-in's."""

    database: Path
    folder: Path

    @property
    def _note(self) -> Path:
        return self.folder / "fight.json"

    @property
    def _database_files(self) -> list[Path]:
        return [path for end in ("", "-wal", "-shm") if (path := Path(f"{self.database}{end}")).exists()]

    @contextmanager
    def claimed(self) -> Iterator[Claim]:
        """Keep these files from any other playground. Raises CannotStart if one has them."""
        lock = self.folder.with_suffix(".lock")
        with in_a_sentence("used"):
            lock.parent.mkdir(parents=True, exist_ok=True)
            file = lock.open("a+b")
        with file:
            if sys.platform != "win32":
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    file.seek(0)
                    address = file.read().decode(errors="replace")
                    where = f"open {address}, or end it first" if address else "end it first"
                    raise CannotStart(f"The playground is running already: {where} (Ctrl-C where it runs).") from None
            claim = Claim(file)
            claim.note("")
            yield claim

    def reason_to_begin_anew(self, ruleset: str) -> str | None:
        """Return the reason why this ruleset's fight cannot continue from the saved files: None if it can, "" if
        nothing is saved.

        Raises CannotStart, StoreUnavailable if the database cannot be read.
        """
        if not self.folder.exists() and not self._database_files:
            return ""
        try:
            note = orjson.loads(self._note.read_bytes())
            laid_out, laid_out_ids, _ = str(note["ruleset"]), set(note["encounters"]), note["id"]
        except (OSError, ValueError, KeyError, TypeError):
            return "No complete fight was saved"
        if laid_out != ruleset:
            return f"The saved fight is of {laid_out}"
        if (revision := stored_revision(self.database)) not in (None, *REVISIONS):
            raise CannotStart(f"{self.database} is of a newer version of the bot (revision {revision}).")
        if not laid_out_ids <= encounters(self.database):
            return "The database does not belong to the saved fight"
        return None

    def clear(self) -> None:
        """Delete everything. Raises CannotStart if that fails."""
        with in_a_sentence("removed"):
            for path in self._database_files:
                path.unlink()
            if self.folder.exists():
                shutil.rmtree(self.folder)

    def put_aside(self) -> Path:
        """Move everything into a folder beside it, which replaces the one put there before. Raises CannotStart."""
        aside = self.folder.with_name(f"{self.folder.name}-broken")
        with in_a_sentence("moved"):
            if aside.exists():
                shutil.rmtree(aside)
            aside.mkdir(parents=True)
            for path in (self.folder, *self._database_files):
                if path.exists():
                    path.rename(aside / path.name)
        return aside

    def note(self, ruleset: str, id: str) -> None:
        """Record that the fight is laid out, which one it is, and its id. Raises CannotStart, StoreUnavailable."""
        whole = self._note.with_suffix(".part")
        ids = sorted(encounters(self.database))
        with in_a_sentence("used"):
            whole.write_bytes(orjson.dumps({"id": id, "ruleset": ruleset, "encounters": ids}))
            whole.replace(self._note)

    @property
    def id(self) -> str:
        """The id of the fight that is kept."""
        return str(orjson.loads(self._note.read_bytes())["id"])
