"""Looks for damaged records: decodes every one of a whole database, which SQLite and PostgreSQL only store.

Some damage decodes, such as a digit in the place of another. The hashes of an encounter's entries show that
(`referee verify`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from bot.errors import DamagedRecord, decoding
from bot.game.entries import codec
from bot.game.files import setups
from bot.game.store import EntryRow, entry_name, every_record
from rules.shelf import shelf

_LONGEST = 100


async def damage(address: Path | str) -> AsyncIterator[str]:
    """Yield a clause about each damaged record of a database, in a file or on a server.

    Raises CannotStart, StoreUnavailable.
    """
    # The rulebooks declare the kinds of records that they have.
    shelf()
    where = await every_record.channels(address)
    async for id, entry in every_record.entries(address):
        if (found := _in_entry(entry) if isinstance(entry, EntryRow) else entry) is not None:
            server, channel = where.get(id, ("", ""))
            place = f", server {server}, channel {channel}" if server else ""
            yield f"{found.record}{place}: {_cause(found)}"
    async for table, row, record in every_record.kept(address):
        if (found := _in_record(table, row, record)) is not None:
            yield f"{found.record}: {_cause(found)}"


def _in_entry(row: EntryRow) -> DamagedRecord | None:
    try:
        with decoding(entry_name(row.encounter_id, row.seq)):
            codec.order(row.order, row.schema)
            codec.resolution(row.resolution, row.schema)
            if row.state is not None:
                codec.state(row.state, row.schema)
            if row.leaves is not None:
                codec.parsed(row.leaves)
    except DamagedRecord as error:
        return error
    return None


def _in_record(table: str, row: dict[str, str], record: bytes) -> DamagedRecord | None:
    name = row.get("name", "settings")
    try:
        with decoding(f"{name} of server {row['guild_id']}"):
            if table == every_record.PROFILES:
                codec.profile(record)
            elif table == every_record.SETTINGS:
                codec.server_settings(record)
            elif setups.is_shelf(row["ruleset"]):
                setups.read(record)
            else:
                codec.parsed(record)
    except DamagedRecord as error:
        return error
    return None


def _cause(found: DamagedRecord) -> str:
    return repr(found.__cause__)[:_LONGEST]
