"""The damaged records of a database or a copy, for `referee check --deep` and `referee restore`."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.errors import StoreUnavailable
from bot.game.journal.damage import damage
from bot.game.store.home.schema import NEWEST, migrate, stored_revision

CLOSED = "an encounter whose last entry is damaged takes no orders, and all others continue"


def damaged(address: Path | str) -> list[str]:
    """Return a clause about each damaged record. Raises CannotStart, StoreUnavailable.

    An SQLite file of an older revision is looked at as the next start will make it.
    """
    if isinstance(address, str) or stored_revision(address) in (None, NEWEST):
        return asyncio.run(_listed(address))
    try:
        with TemporaryDirectory() as folder:
            copy = Path(shutil.copy(address, Path(folder) / "copy.sqlite3"))
            migrate(copy)
            return asyncio.run(_listed(copy))
    except OSError as error:
        raise StoreUnavailable(f"The copy cannot be made ready: {error.strerror}.") from error


async def _listed(address: Path | str) -> list[str]:
    return [clause async for clause in damage(address)]
