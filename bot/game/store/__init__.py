"""The store: all SQL of the project, behind one class.

`journal` has encounters and entries, `deadlines` when decisions are due, `details` how detailed results are, `paces`
where time continues by itself, `outbox` what still has to be shown, `notices` what was said of inactive encounters,
`threads` which channels are a reader's own, `boards` where the live boards are, `recaps` how far people have been told
what happened, `shelf` what outlives encounters, `upkeep` drops what is not needed any more, `erasure` takes users and
servers out; they share the two connections of `connection`. `schema` brings a database up to date before it is opened.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import TracebackType

from bot.game.store.boards import Boards
from bot.game.store.connection import PATIENCE, Database
from bot.game.store.counts import NO_CALLS, Calls, Count, Tallies, Tally
from bot.game.store.deadlines import DeadlineRow, Deadlines, PersonRow, ReminderRow
from bot.game.store.details import Details
from bot.game.store.erasure import Erasure
from bot.game.store.journal import Journal
from bot.game.store.notices import Notices
from bot.game.store.outbox import Outbox
from bot.game.store.paces import Paces
from bot.game.store.recaps import Recaps
from bot.game.store.rows import (
    RULING,
    BoardRow,
    EncounterRow,
    EntryRow,
    Forgetting,
    HomebrewRow,
    IdleRow,
    Kind,
    OrderRow,
    Outset,
    OwedRow,
    ProfileRow,
    Restoration,
    Rewritten,
    SeedRow,
    ServerRow,
    ThreadRow,
)
from bot.game.store.schema import migrate
from bot.game.store.shelf import Shelf
from bot.game.store.threads import Threads
from bot.game.store.upkeep import Upkeep

__all__ = [
    "NO_CALLS",
    "RULING",
    "BoardRow",
    "Calls",
    "Count",
    "DeadlineRow",
    "EncounterRow",
    "EntryRow",
    "Forgetting",
    "HomebrewRow",
    "IdleRow",
    "Kind",
    "OrderRow",
    "Outset",
    "OwedRow",
    "PersonRow",
    "ProfileRow",
    "ReminderRow",
    "Restoration",
    "Rewritten",
    "SeedRow",
    "ServerRow",
    "Store",
    "Tallies",
    "Tally",
    "ThreadRow",
]


class Store(Boards, Journal, Deadlines, Details, Notices, Outbox, Paces, Recaps, Shelf, Threads, Upkeep, Erasure):
    """Everything the bot remembers, in one SQLite file."""

    @classmethod
    async def open(cls, path: Path, *, patience: float = PATIENCE) -> Store:
        """Open the file, made or migrated if need be; `patience` is how many seconds to wait for another's lock.

        Raises CannotStart, StoreUnavailable.
        """
        await asyncio.to_thread(migrate, path)
        return cls(await Database.open(path, patience))

    async def close(self) -> None:
        """Finish queued writes and close; afterwards every method raises StoreUnavailable."""
        await self._database.close()

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
