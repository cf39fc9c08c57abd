"""Which process has which shards: a lease for each, which has to be renewed."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from bot.game.store.home.connection import Database, Statement, among
from bot.game.store.rows import to_text

_CLAIM = (
    "INSERT INTO leases (shard, shards, owner, until) "
    "SELECT CAST(?1 AS INTEGER), CAST(?2 AS INTEGER), CAST(?3 AS TEXT), CAST(?4 AS TEXT) WHERE NOT EXISTS "
    "(SELECT 1 FROM leases WHERE owner <> ?3 AND until >= ?5 AND (shards <> ?2 OR shard IN {})) "
    "ON CONFLICT (shard) DO UPDATE SET shards = excluded.shards, owner = excluded.owner, until = excluded.until"
)


class Leases:
    """The part of the store that knows leases. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(
        self, shards: int, ids: Collection[int], owner: str, now: datetime, until: datetime
    ) -> dict[int, str]:
        """Claim or renew these shards for a process, all or none of them; returns those that another process has, with
        who has them.

        A process that counts another number of shards is in the way as a whole: its servers are dealt out differently.
        A process that waits has no lease, so it is in nobody's way.
        """
        all_ids, until_text, now_text = sorted(ids), to_text(until), to_text(now)
        claim = _CLAIM.format(among(all_ids))
        claims: list[Statement] = [(claim, (id, shards, owner, until_text, now_text, *all_ids)) for id in all_ids]
        await self._database.write_all(claims)
        rows = await self._database.read(
            "SELECT shard, shards, owner FROM leases WHERE owner <> ? AND until >= ?", (owner, now_text)
        )
        return {shard: by for shard, count, by in rows if count != shards or shard in ids}

    async def release(self, owner: str) -> None:
        """Give back every shard that a process has."""
        await self._database.write("DELETE FROM leases WHERE owner = ?", (owner,))
