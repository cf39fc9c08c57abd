"""The store: all SQL of the project, behind one class with a part for each sort of data.

`parts` has the parts: `journal` encounters, entries and what an undo restores, `deadlines` when decisions are due and
what people have set for themselves, `details` how answers are written, `hidden_rolls` the secret rolls of a day,
`paces` where time continues by itself, `outbox` what still has to be shown, `notices` what was said of inactive
encounters, `threads` which channels are a reader's own, `boards` where the live boards are, `recaps` how far people
have been told what happened, `shelf` what outlives encounters, `upkeep` drops what is not needed any more, `erasure`
takes users and servers out, `leases` says which process has which servers. They share a database (`home`), which is a
file (`sqlite`) or a server (`postgresql`). `schema` and `schema_postgresql` bring a database up to date before it is
opened; `database_move` copies one into the other.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import TracebackType

from bot.game.store.counts import NO_CALLS, Calls, Count, Tallies, Tally
from bot.game.store.home.connection import PATIENCE, Database
from bot.game.store.home.schema import migrate, migrate_apart
from bot.game.store.home.shard_scope import ShardScope
from bot.game.store.home.sqlite import SQLite
from bot.game.store.parts.boards import Boards
from bot.game.store.parts.deadlines import DeadlineRow, Deadlines, People, PersonRow, ReminderRow
from bot.game.store.parts.details import NOT_SET, Details, Written
from bot.game.store.parts.erasure import Erasure, RulingRow
from bot.game.store.parts.hidden_rolls import DAY, HiddenRolls
from bot.game.store.parts.journal import StoredJournal
from bot.game.store.parts.leases import Leases
from bot.game.store.parts.notices import Notices
from bot.game.store.parts.outbox import Outbox
from bot.game.store.parts.paces import Paces
from bot.game.store.parts.recaps import Recaps
from bot.game.store.parts.shelf import ServerRow, Shelf
from bot.game.store.parts.threads import Threads
from bot.game.store.parts.upkeep import Upkeep
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
    ThreadRow,
    entry_name,
)

__all__ = [
    "DAY",
    "NOT_SET",
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
    "RulingRow",
    "SeedRow",
    "ServerRow",
    "ShardScope",
    "Store",
    "Tallies",
    "Tally",
    "ThreadRow",
    "Written",
    "entry_name",
    "prepare",
]


_MASKING = "ids of fighters"


async def prepare(address: Path | str) -> None:
    """Bring a database up to date before it is opened, an SQLite file of an older version in a process of its own.

    Raises CannotStart, StoreUnavailable.
    """
    if isinstance(address, Path):
        await asyncio.to_thread(migrate_apart, address)


class Store:
    """Everything the bot remembers, in one SQLite file or PostgreSQL database; each part knows its own tables.

    `masking` is the database's secret by which the ids of fighters are masked (`bot.game.sight.masks`).
    """

    masking: bytes

    def __init__(self, database: Database) -> None:
        self._database = database
        self.boards = Boards(database)
        self.deadlines = Deadlines(database)
        self.details = Details(database)
        self.erasure = Erasure(database)
        self.hidden_rolls = HiddenRolls(database)
        self.journal = StoredJournal(database)
        self.leases = Leases(database)
        self.notices = Notices(database)
        self.outbox = Outbox(database)
        self.paces = Paces(database)
        self.people = People(database)
        self.recaps = Recaps(database)
        self.shelf = Shelf(database)
        self.threads = Threads(database)
        self.upkeep = Upkeep(database)

    @classmethod
    async def open(cls, address: Path | str, *, patience: float | None = None, connections: int | None = None) -> Store:
        """Opens the file, or the database of that URL, made or migrated if need be; `patience` is how many seconds to
        wait for another's lock and for the server, `connections` how many to the server.

        Raises CannotStart, StoreUnavailable.
        """
        if isinstance(address, str):
            # Who has an SQLite file need not wait for these to be imported.
            from bot.game.store.home import postgresql, schema_postgresql

            await schema_postgresql.migrate(address)
            database = await postgresql.PostgreSQL.open(
                address, patience or postgresql.PATIENCE, connections or postgresql.CONNECTIONS
            )
            store = cls(database)
        else:
            await asyncio.to_thread(migrate, address)
            store = cls(await SQLite.open(address, PATIENCE if patience is None else patience))
        try:
            store.masking = await store.shelf.secret(_MASKING)
        except BaseException:
            await store.close()
            raise
        return store

    def look_after(self, shard_scope: ShardScope) -> None:
        """Have this process look after these servers, because others look after the rest."""
        self._database.shard_scope = shard_scope

    @property
    def is_alone(self) -> bool:
        """Whether no other process shares the servers."""
        return self._database.shard_scope.whole

    async def close(self) -> None:
        """Finish queued writes and close; afterwards every method raises StoreUnavailable."""
        await self._database.close()

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
