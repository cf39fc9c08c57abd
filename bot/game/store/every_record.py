"""Every record of a database, one after the other, for those who look for damaged ones.

They are read over a connection of their own, in a file or on a server, and nothing is changed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from bot.errors import DamagedRecord
from bot.game.store.home.database_move import opened
from bot.game.store.rows import ENTRY_COLUMNS, EntryRow, to_entry

# An entry may have a megabyte.
_PAGE = 20
PROFILES, HOMEBREW, SETTINGS = "profiles", "houses", "servers"
"""The tables with records besides entries."""
_RECORDS = {PROFILES: "record", HOMEBREW: "record", SETTINGS: "settings"}


async def entries(address: Path | str) -> AsyncIterator[tuple[str, EntryRow | DamagedRecord]]:
    """Yield the entries of all encounters with their states, each with its encounter.

    Raises CannotStart, StoreUnavailable; so does `kept`.
    """
    async with opened(address) as end:
        key, after = end.keyed(("encounter_id", "seq")), ("", 0)
        page = f"SELECT {ENTRY_COLUMNS} FROM entries WHERE ({key}) > (?, ?) ORDER BY {key} LIMIT {_PAGE}"
        while rows := await end.rows(page, after):
            for row in rows:
                try:
                    yield row[0], to_entry(row)
                except DamagedRecord as damage:
                    yield row[0], damage
            after = (rows[-1][0], rows[-1][1])


async def kept(address: Path | str) -> AsyncIterator[tuple[str, dict[str, str], bytes]]:
    """Yield the records that outlive encounters, each with its table and its other columns."""
    async with opened(address) as end:
        for table, column in _RECORDS.items():
            names = sorted(await end.columns(table))
            async for page in end.pages(table):
                for values in page:
                    row = dict(zip(names, values, strict=True))
                    yield table, row, row.pop(column)


async def channels(address: Path | str) -> dict[str, tuple[str, str]]:
    """Return the server and the channel of each encounter. Raises CannotStart, StoreUnavailable."""
    async with opened(address) as end:
        return {row[0]: (row[1], row[2]) for row in await end.rows("SELECT id, guild_id, channel_id FROM encounters")}
