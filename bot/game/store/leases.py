"""Which process has which shards: a lease for each, which has to be renewed."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from bot.game.store.connection import Database, Statement
from bot.game.store.rows import to_text

_CLAIM = (
    "INSERT INTO leases (shard, shards, owner, until) VALUES (?1, ?2, ?3, ?4) "
    "ON CONFLICT (shard) DO UPDATE SET shards = ?2, owner = ?3, until = ?4 "
    "WHERE leases.owner = ?3 OR leases.until < ?5"
)


class Leases:
    """The part of the store that knows leases. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(
        self, shards: int, ids: Collection[int], owner: str, now: datetime, until: datetime
    ) -> dict[int, str]:
        """Claim or renew these shards for a process; returns those that another process has, with who has them.

        A process that counts another number of shards is in the way as a whole: its servers are dealt out differently.
        """
        claims: list[Statement] = [(_CLAIM, (id, shards, owner, to_text(until), to_text(now))) for id in sorted(ids)]
        await self._database.write_all(claims)
        rows = await self._database.read(
            "SELECT shard, shards, owner FROM leases WHERE owner <> ? AND until >= ?", (owner, to_text(now))
        )
        return {shard: by for shard, count, by in rows if count != shards or shard in ids}

    async def release(self, owner: str) -> None:
        """Give back every shard that a process has."""
        await self._database.write("DELETE FROM leases WHERE owner = ?", (owner,))
