"""Encounters in which the clock lets time continue, and what counts of their entries for that."""

from __future__ import annotations

from bot.game.store.home.connection import Database


class Paces:
    """The part of the store that knows where time continues by itself. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self) -> dict[str, int]:
        """Return the last entries of the open encounters in which time may continue by itself, by encounter."""
        rows = await self._database.read(
            "SELECT p.encounter_id, (SELECT max(seq) FROM entries WHERE encounter_id = p.encounter_id) "
            "FROM paces p JOIN encounters e ON e.id = p.encounter_id "
            f"WHERE e.open = 1 AND {self._database.shard_scope.condition('e.guild_id')}",
            (),
        )
        return {str(id): int(seq) for id, seq in rows if seq is not None}

    async def drop(self, encounter_id: str, seq: int) -> None:
        """Record that time does not continue by itself after that entry, if it is still the last."""
        await self._database.write(
            "DELETE FROM paces WHERE encounter_id = ?1 AND ?2 = (SELECT max(seq) FROM entries WHERE encounter_id = ?1)",
            (encounter_id, seq),
        )

    async def last_but_by(self, encounter_id: str, user: str) -> int | None:
        """Return the number of the last entry that is not by a user; None if there is none."""
        row = await self._database.read_one(
            "SELECT seq FROM entries WHERE encounter_id = ? AND actor <> ? ORDER BY seq DESC LIMIT 1",
            (encounter_id, user),
        )
        return None if row is None else int(row[0])
