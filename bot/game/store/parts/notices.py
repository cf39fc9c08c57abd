"""Encounters in which nobody orders any more, and what was said of them."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.game.store.home.connection import Database
from bot.game.store.keys import beside
from bot.game.store.rows import ENCOUNTER_COLUMNS, IdleRow, to_encounter, to_moment, to_moment_or_none, to_text

_ENCOUNTER = ", ".join(f"e.{column}" for column in ENCOUNTER_COLUMNS.split(", "))


class Notices:
    """The part of the store that holds notices of inactivity. Every method may raise StoreUnavailable.

    A notice holds for an encounter as long as its last entry is the same and nobody keeps it open.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def idle(
        self, since: datetime, ended_since: datetime, announced: datetime, limit: int = 50
    ) -> tuple[IdleRow, ...]:
        """Return open encounters in which nothing has happened since then and which need a notice or an end, oldest
        first.

        They have no notice, or one that is not announced yet, or one that was announced by `announced` if nothing has
        happened since `ended_since` either.
        """
        rows = await self._database.read(
            f"""
            WITH idle AS (
                SELECT {_ENCOUNTER}, last.seq, CASE WHEN last.at < n.kept_at THEN n.kept_at ELSE last.at END AS since,
                    CASE WHEN n.kept_at IS NULL THEN n.made_at END AS made_at, n.told_at AS told_at
                FROM encounters e
                JOIN entries last ON last.encounter_id = e.id
                    AND last.seq = (SELECT max(seq) FROM entries WHERE encounter_id = e.id)
                LEFT JOIN notices n ON n.encounter_id = e.id AND n.seq = last.seq
                WHERE e.open = 1 AND {self._database.shard_scope.condition("e.guild_id")}
            )
            SELECT * FROM idle
            WHERE since <= ?1 AND (made_at IS NULL OR told_at IS NULL OR (since <= ?2 AND told_at <= ?3))
            ORDER BY since LIMIT ?4
            """,
            (to_text(since), to_text(ended_since), to_text(announced), limit),
        )
        width = ENCOUNTER_COLUMNS.count(",") + 1
        return tuple(
            IdleRow(
                encounter=to_encounter(row),
                seq=row[width],
                since=to_moment(row[width + 1]),
                made_at=to_moment_or_none(row[width + 2]),
                announced=row[width + 2] is not None and row[width + 3] is not None,
            )
            for row in rows
        )

    async def note(self, encounter_id: str, seq: int, now: datetime) -> bool:
        """Make a notice for an encounter whose last entry is `seq`. Return False if there is one that holds."""
        changed = await self._database.write(
            beside("notices", "seq, made_at", "?2, ?3")
            + "ON CONFLICT (encounter_id, guild_id) DO UPDATE SET seq = excluded.seq, made_at = excluded.made_at, "
            "told_at = NULL, kept_at = NULL, ending_at = NULL "
            "WHERE notices.seq <> excluded.seq OR notices.kept_at IS NOT NULL",
            (encounter_id, seq, to_text(now)),
        )
        return changed > 0

    async def record_posted(self, encounter_id: str, seq: int, now: datetime) -> None:
        """Record that the notice is in the channel, or that it cannot be."""
        await self._database.write(
            "UPDATE notices SET told_at = ? WHERE encounter_id = ? AND seq = ? AND told_at IS NULL",
            (to_text(now), encounter_id, seq),
        )

    async def keep_open(self, encounter_id: str, made: int, now: datetime) -> bool:
        """Answer the notice that was made in that second (Unix time).

        Return False if it is answered already, made void or the encounter is being ended.
        """
        second = to_text(datetime.fromtimestamp(made, UTC))[:19]
        changed = await self._database.write(
            "UPDATE notices SET kept_at = ? WHERE encounter_id = ? AND substr(made_at, 1, 19) = ? "
            "AND kept_at IS NULL AND ending_at IS NULL",
            (to_text(now), encounter_id, second),
        )
        return changed > 0

    async def ending(self, encounter_id: str, seq: int, now: datetime) -> bool:
        """Record that the encounter is being ended. Return False if somebody keeps it open."""
        changed = await self._database.write(
            "UPDATE notices SET ending_at = ? WHERE encounter_id = ? AND seq = ? AND kept_at IS NULL",
            (to_text(now), encounter_id, seq),
        )
        return changed > 0
