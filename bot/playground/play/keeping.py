"""What is kept between two starts: the bot's database, the stand-in's memory, and a note of the fight they hold.

The three belong together. Where one is missing or of another fight, all begin anew."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import orjson

from bot.errors import CannotStart, StoreError
from bot.store.schema import encounters


@dataclass(frozen=True)
class Kept:
    """The places of the three; `database` is a file, `folder` the stand-in's."""

    database: Path
    folder: Path

    @property
    def _note(self) -> Path:
        return self.folder / "fight.json"

    def reason_to_begin_anew(self, ruleset: str) -> str | None:
        """Why what is kept cannot go on with this ruleset's fight, in words; None if it can, "" if nothing is kept."""
        if not self.folder.exists() and not self.database.exists():
            return ""
        try:
            note = orjson.loads(self._note.read_bytes())
            laid_out, known = str(note["ruleset"]), set(note["encounters"])
        except (OSError, ValueError, KeyError, TypeError):
            return "no whole fight was kept"
        if laid_out != ruleset:
            return f"the fight that was kept is of {laid_out}"
        try:
            if known <= encounters(self.database):
                return None
        except (CannotStart, StoreError) as error:
            return str(error).rstrip(".")
        return "the database is not the one of the fight that was kept"

    def clear(self) -> None:
        """Forgets everything. Raises CannotStart where that cannot be done."""
        try:
            for suffix in ("", "-wal", "-shm"):
                Path(f"{self.database}{suffix}").unlink(missing_ok=True)
            if self.folder.exists():
                shutil.rmtree(self.folder)
        except OSError as error:
            raise CannotStart(f"{error.filename} cannot be removed: {error.strerror}.") from None

    def note(self, ruleset: str) -> None:
        """Notes that the fight is laid out, and which one it is."""
        whole = self._note.with_suffix(".part")
        whole.write_bytes(orjson.dumps({"ruleset": ruleset, "encounters": sorted(encounters(self.database))}))
        whole.replace(self._note)
