"""What an undo or a redo would restore."""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.store.connection import Database
from bot.game.store.rows import Restoration


class Undoing:
    """The part of the store that knows what can be undone and redone. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def undoable(self, encounter_id: str, at: int | None = None) -> Restoration | None:
        """Return the entries an undo would undo now, or if `at` were the last entry: the group from which the
        present state came. None at the very start."""
        row = await self._database.read_one(
            """
            SELECT head.seq, tip.seq - tip.part, tip.seq, target.seq, target.origin
            FROM entries head
            JOIN entries tip ON tip.encounter_id = head.encounter_id AND tip.seq = head.origin
            JOIN entries first ON first.encounter_id = tip.encounter_id AND first.seq = tip.seq - tip.part
            JOIN entries target ON target.encounter_id = first.encounter_id AND target.seq = first.parent
            WHERE head.encounter_id = ?1
            AND head.seq = coalesce(?2, (SELECT max(seq) FROM entries WHERE encounter_id = ?1))
            """,
            (encounter_id, at),
        )
        return None if row is None else _restoration(row)

    async def redoable(self, encounter_id: str, at: int | None = None) -> Restoration | None:
        """Return the entries a redo would restore now, or if `at` were the last entry: the last undo that no redo
        has answered. None after a fresh order. Of a group that was undone in part, these are the parts after the one
        restored."""
        rows = await self._database.read(
            """
            SELECT restoring.kind, CASE WHEN restoring.origin < tip.seq - tip.part THEN tip.seq - tip.part
                ELSE restoring.origin + 1 END, tip.seq, target.seq, target.origin,
                restoring.seq
            FROM entries restoring
            JOIN entries target ON target.encounter_id = restoring.encounter_id AND target.seq = restoring.parent
            JOIN entries tip ON tip.encounter_id = target.encounter_id AND tip.seq = target.origin
            WHERE restoring.encounter_id = ?1 AND restoring.seq > (
                SELECT seq FROM entries WHERE encounter_id = ?1 AND kind NOT IN ('undo', 'redo') AND seq <= ?2
                ORDER BY seq DESC LIMIT 1
            ) AND restoring.seq <= ?2
            ORDER BY restoring.seq DESC
            """,
            (encounter_id, 2**62 if at is None else at),
        )
        answered = 0
        for row in rows:
            if row[0] == "redo":
                answered += 1
            elif answered:
                answered -= 1
            else:
                return _restoration((rows[0][5], *row[1:5]))
        return None


def _restoration(row: Sequence[int]) -> Restoration:
    return Restoration(head=row[0], first=row[1], last=row[2], restores=row[3], origin=row[4])
