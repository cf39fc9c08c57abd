"""The live boards of encounters: where each is, what it shows, and what still has to be done about it.

The row of the channel says whether an encounter has boards; then each of its threads has one as well. Every write is
conditional on what was read, so that two processes on one database make one board.
"""

from __future__ import annotations

from datetime import datetime

from bot.game.store.home.connection import Database, Statement
from bot.game.store.keys import beside
from bot.game.store.rows import BoardRow, to_moment_or_none, to_text

_COLUMNS = "channel_id, wanted, made, made_at, message_id, former_id, shown, digest, gave_up"
_WANTED = "SELECT encounter_id FROM boards WHERE reader = 'channel' AND wanted AND gave_up IS NULL"
_PLACES = f"""
    SELECT encounter_id, reader, channel_id FROM boards WHERE reader = 'channel' AND encounter_id IN ({_WANTED})
    UNION ALL SELECT encounter_id, reader, channel_id FROM threads WHERE encounter_id IN ({_WANTED})
"""
"""Where boards should be."""


class Boards:
    """The part of the store that knows boards. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def want(self, encounter_id: str, channel_id: str, wanted: bool) -> None:
        """Record whether an encounter has boards; what could not be posted before is tried again."""
        await self._database.write_all(
            [
                wanting(encounter_id, channel_id, wanted),
                ("UPDATE boards SET gave_up = NULL WHERE encounter_id = ?", (encounter_id,)),
            ]
        )

    async def has(self, encounter_id: str) -> bool:
        """Return whether an encounter has a board in its channel, or will have one."""
        row = await self._database.read_one(
            "SELECT wanted AND gave_up IS NULL FROM boards WHERE encounter_id = ? AND reader = 'channel'",
            (encounter_id,),
        )
        return bool(row and row[0])

    async def of(self, encounter_id: str) -> tuple[BoardRow, ...]:
        """Return the boards of an encounter: where they should be, and where they are and should not be."""
        rows = await self._database.read(
            f"WITH places AS ({_PLACES}) "
            f"SELECT p.reader, p.channel_id, b.* FROM places p LEFT JOIN (SELECT reader AS r, {_COLUMNS} FROM boards "
            "WHERE encounter_id = ?1) b ON b.r = p.reader WHERE p.encounter_id = ?1 "
            f"UNION ALL SELECT reader, NULL, reader, {_COLUMNS} FROM boards WHERE encounter_id = ?1 "
            "AND reader NOT IN (SELECT reader FROM places WHERE encounter_id = ?1)",
            (encounter_id,),
        )
        return tuple(
            BoardRow(
                encounter_id=encounter_id,
                reader=reader,
                place=place,
                channel_id=channel or place,
                made=made or 0,
                made_at=to_moment_or_none(made_at),
                message_id=message,
                former_id=former,
                shown=shown or 0,
                digest=digest,
                gave_up=gave_up,
            )
            for reader, place, _, channel, _, made, made_at, message, former, shown, digest, gave_up in rows
        )

    async def behind(self, limit: int) -> tuple[str, ...]:
        """Return the encounters with boards that need work, those that have waited longest first."""
        rows = await self._database.read(
            f"""
            WITH places AS ({_PLACES})
            SELECT p.encounter_id FROM places p JOIN encounters e ON e.id = p.encounter_id
            LEFT JOIN boards b ON b.encounter_id = p.encounter_id AND b.reader = p.reader
            WHERE b.gave_up IS NULL AND {self._database.shard_scope.condition("e.guild_id")} AND (
                (e.open = 1 AND (b.message_id IS NULL OR b.channel_id <> p.channel_id))
                OR b.former_id IS NOT NULL
                OR (b.message_id IS NOT NULL
                    AND b.shown < (SELECT max(seq) FROM entries WHERE encounter_id = p.encounter_id))
            )
            UNION SELECT b.encounter_id FROM boards b
            WHERE b.made_at IS NOT NULL AND {self._database.shard_scope.condition("b.guild_id")} AND NOT EXISTS (
                SELECT 1 FROM places p WHERE p.encounter_id = b.encounter_id AND p.reader = b.reader
            )
            LIMIT ?
            """,
            (limit,),
        )
        return tuple(str(row[0]) for row in rows)

    async def begin(self, row: BoardRow, channel_id: str, now: datetime) -> BoardRow | None:
        """Record that a board is about to be posted in place of that one, if there is any.

        Return None if another process is about to.
        """
        former = row.former_id or row.message_id
        changed = await self._database.write(
            beside("boards", "reader, channel_id, made, made_at", "?2, ?3, 1, ?4")
            + "ON CONFLICT (encounter_id, reader, guild_id) DO UPDATE SET channel_id = excluded.channel_id, "
            "made = boards.made + 1, made_at = excluded.made_at, message_id = NULL, "
            "former_id = ?5, digest = NULL, gave_up = NULL WHERE boards.made = ?6",
            (row.encounter_id, row.reader, channel_id, to_text(now), former, row.made),
        )
        if not changed:
            return None
        return BoardRow(
            encounter_id=row.encounter_id,
            reader=row.reader,
            place=channel_id,
            channel_id=channel_id,
            made=row.made + 1,
            made_at=now,
            former_id=former,
        )

    async def shows(self, row: BoardRow, message_id: str, shown: int, digest: str) -> None:
        """Record which message the board is, the last entry that it takes into account and what it shows."""
        await self._database.write(
            "UPDATE boards SET message_id = ?, shown = ?, digest = ? "
            "WHERE encounter_id = ? AND reader = ? AND made = ?",
            (message_id, shown, digest, row.encounter_id, row.reader, row.made),
        )

    async def former_gone(self, row: BoardRow, message_id: str) -> None:
        """Record that the board before this one is deleted."""
        await self._database.write(
            "UPDATE boards SET former_id = NULL WHERE encounter_id = ? AND reader = ? AND former_id = ?",
            (row.encounter_id, row.reader, message_id),
        )

    async def gone(self, row: BoardRow, gave_up: str | None = None) -> None:
        """Record that there is no board, and why nobody can post one."""
        await self._database.write(
            "UPDATE boards SET message_id = NULL, former_id = NULL, made_at = NULL, digest = NULL, gave_up = ? "
            "WHERE encounter_id = ? AND reader = ? AND made = ?",
            (gave_up, row.encounter_id, row.reader, row.made),
        )


def wanting(encounter_id: str, channel_id: str, wanted: bool = True) -> Statement:
    """Return the statement that notes whether an encounter has boards."""
    return (
        beside("boards", "reader, channel_id, wanted", "'channel', ?2, ?3")
        + "ON CONFLICT (encounter_id, reader, guild_id) DO UPDATE SET wanted = excluded.wanted",
        (encounter_id, channel_id, wanted),
    )


def outdating(encounter_id: str) -> Statement:
    """Return the statement that notes that the boards of an encounter may show something that no entry tells."""
    return "UPDATE boards SET shown = 0 WHERE encounter_id = ? AND message_id IS NOT NULL", (encounter_id,)
