"""Deletes parts of the journal in time: states that can be folded again, old quick rulings, empty pages, a long log."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime

from bot.game.store.home.connection import Database, among
from bot.game.store.rows import RULING, to_text
from bot.game.store.state_retention import Line, staying

# No statement of `thin` holds the writer longer than some milliseconds.
_DROPPED_AT_ONCE = 64
_PACKED_AT_ONCE = 4


class Upkeep:
    """The part of the store that keeps the file small. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def untidied(self, limit: int) -> tuple[str, ...]:
        """Return at most this many encounters with states that `thin` has not looked at yet."""
        rows = await self._database.read(
            "SELECT DISTINCT encounter_id FROM states WHERE fresh "
            f"AND {self._database.shard_scope.condition('guild_id')} LIMIT ?",
            (limit,),
        )
        return tuple(row[0] for row in rows)

    async def thin(self, encounter_id: str) -> int:
        """Drop the states that can be folded again, and packs those that stay, and return how many it dropped."""
        rows = await self._database.read(
            "SELECT e.seq, parent, origin, part, kind IN ('undo', 'redo'), ended, changes, s.seq IS NOT NULL, s.fresh "
            "FROM entries e LEFT JOIN states s ON s.encounter_id = e.encounter_id AND s.seq = e.seq "
            "WHERE e.encounter_id = ? ORDER BY e.seq",
            (encounter_id,),
        )
        if not rows:
            return 0
        stay = await asyncio.to_thread(lambda: staying([Line(*row[:8]) for row in rows]))
        gone = [row[0] for row in rows if row[7] and row[0] not in stay]
        fresh = [row[0] for row in rows if row[8] and row[0] in stay]
        for n in range(0, len(gone), _DROPPED_AT_ONCE):
            await self._on_states("DELETE FROM states", encounter_id, gone[n : n + _DROPPED_AT_ONCE])
        for n in range(0, len(fresh), _PACKED_AT_ONCE):
            await self._on_states(self._database.REPACK, encounter_id, fresh[n : n + _PACKED_AT_ONCE])
        return len(gone)

    async def _on_states(self, statement: str, encounter_id: str, seqs: Sequence[int]) -> None:
        which = f"WHERE encounter_id = ? AND seq IN {among(seqs)}"
        await self._database.write(f"{statement} {which}", (encounter_id, *seqs))

    async def shrink(self) -> None:
        """Give the database's empty pages back, and cut its log if it is long."""
        await self._database.shrink()

    async def purge_rulings(self, before: datetime) -> int:
        """Delete the quick rulings from before that moment, and return how many entries."""
        return await self._database.write(
            "DELETE FROM entries WHERE encounter_id >= ? AND encounter_id < ? AND at < ?",
            (RULING, chr(ord(RULING) + 1), to_text(before)),
        )
