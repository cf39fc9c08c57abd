"""Which servers a process looks after, if several share a database.

Discord deals servers out to shards by their ids, and a process has some of the shards. Work without an
order (the sweep, deadlines, boards, time that continues) is done by the process that has the server's shard. A
process that has none at the moment does none of it.
"""

from __future__ import annotations

from rules.engine.records.frozen import dataclass


@dataclass(frozen=True, slots=True)
class ShardScope:
    """The servers of the shards `ids` out of so many; the whole is all servers."""

    shards: int = 1
    ids: frozenset[int] = frozenset({0})

    @property
    def whole(self) -> bool:
        """Whether these are all servers."""
        return len(self.ids) == self.shards

    def holds(self, guild_id: str) -> bool:
        """Whether a server is among them; what belongs to no server is the first shard's, as Discord has it."""
        return self.shard_of(guild_id) in self.ids

    def shard_of(self, guild_id: str) -> int:
        """Return the shard of a server."""
        return (int(guild_id) >> 22 if guild_id.isdecimal() else 0) % self.shards

    def condition(self, guild_id: str) -> str:
        """Return the SQL condition that the server in this column is among them."""
        if self.whole:
            return "TRUE"
        if not self.ids:
            return "FALSE"
        shard = f"CASE WHEN {guild_id} < ':' AND {guild_id} <> '' THEN (CAST({guild_id} AS BIGINT) >> 22) ELSE 0 END"
        return f"({shard}) % {self.shards} IN ({', '.join(map(str, sorted(self.ids)))})"


EVERYWHERE = ShardScope()
