"""Which process has which shards: a lease for each, which has to be renewed, and how it is handed over."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.game.store.home.connection import Database, Statement, among
from bot.game.store.rows import to_moment_or_none, to_text

_CLAIM = (
    "INSERT INTO leases (shard, shards, owner, until) "
    "SELECT CAST(?1 AS INTEGER), CAST(?2 AS INTEGER), CAST(?3 AS TEXT), CAST(?4 AS TEXT) WHERE NOT EXISTS "
    "(SELECT 1 FROM leases WHERE owner <> ?3 AND until >= ?5 AND (shards <> ?2 OR shard = ?1)) "
    "ON CONFLICT (shard) DO UPDATE SET shards = excluded.shards, owner = excluded.owner, until = excluded.until, "
    # Nobody waits for this process yet.
    + ", ".join(
        f"{column} = CASE WHEN leases.owner = excluded.owner THEN leases.{column} END"
        for column in ("starting_until", "ready_until", "wanted_until")
    )
)


class Waiting(StrEnum):
    """How far a process is that waits for a shard of another one: it starts, it could take it over, or it wants to."""

    STARTING = "starting_until"
    READY = "ready_until"
    WANTS = "wanted_until"


@dataclass(frozen=True, slots=True)
class Lease:
    """The row of a shard, of which there are `shards`: `owner` has it until `until`, None if it was given back.

    `cut` is the last interaction of the owner before. `starting`, `ready` and `wanted` are until when another process
    waits for the shard, None if none does.
    """

    shard: int
    shards: int
    owner: str
    cut: int
    until: datetime | None
    starting: datetime | None
    ready: datetime | None
    wanted: datetime | None


class Leases:
    """The part of the store that knows leases. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self) -> tuple[Lease, ...]:
        """Return the leases of all processes, those that are over as well."""
        rows = await self._database.read(
            "SELECT shard, shards, owner, cut, until, starting_until, ready_until, wanted_until FROM leases"
        )
        return tuple(
            Lease(shard, shards, owner, int(cut or 0), *(to_moment_or_none(text or None) for text in (*times,)))
            for shard, shards, owner, cut, *times in rows
        )

    async def claim(self, shards: int, ids: Collection[int], owner: str, now: datetime, until: datetime) -> None:
        """Claim or renew those of these shards that no other process has.

        A process that counts another number of shards is in the way as a whole: its servers are dealt out differently.
        """
        texts = to_text(until), to_text(now)
        claims: list[Statement] = [(_CLAIM, (id, shards, owner, *texts)) for id in sorted(ids)]
        await self._database.write_all(claims)

    async def wait_for(
        self, shards: int, ids: Collection[int], owner: str, how: Collection[Waiting], until: datetime
    ) -> None:
        """Note that a process waits for these shards of others."""
        places = ", ".join(f"{column} = ?1" for column in how)
        await self._database.write(
            f"UPDATE leases SET {places} WHERE shards = ?2 AND owner <> ?3 AND shard IN {among(ids)}",
            (to_text(until), shards, owner, *sorted(ids)),
        )

    async def hand_over(self, shard: int, owner: str, cut: int) -> None:
        """Give back a shard; interactions after `cut` are those of the process that claims it next."""
        await self._database.write(
            "UPDATE leases SET until = '', cut = ? WHERE shard = ? AND owner = ?", (str(cut), shard, owner)
        )

    async def release(self, owner: str) -> None:
        """Give back every shard that a process has and has not handed over."""
        await self._database.write("DELETE FROM leases WHERE owner = ? AND until <> ''", (owner,))
