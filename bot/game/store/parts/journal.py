"""Encounters, their entries and their seeds: the orders and their results. Entries are only ever appended.

The last entry's state is the encounter. Undo and redo are entries too: `bot.game.referee.undo` says what they restore.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from bot.errors import ChannelTaken, Stale, StoreError, StoreUnavailable, Twice
from bot.game.store.home.connection import Conflict, Database, Row, Statement, among
from bot.game.store.keys import beside
from bot.game.store.parts.boards import wanting
from bot.game.store.parts.deadlines import CONCERNED
from bot.game.store.rows import (
    ENCOUNTER_COLUMNS,
    ENTRY_COLUMNS,
    RULING,
    STATELESS_COLUMNS,
    WRITTEN_COLUMNS,
    WRITTEN_PLACES,
    EncounterRow,
    EntryRow,
    Outset,
    OwedRow,
    Restoration,
    SeedRow,
    entry_values,
    to_encounter,
    to_entry,
    to_moment,
    to_text,
)
from bot.game.store.stamps import stamp

log = logging.getLogger(__name__)

_OPEN_HERE = (
    "(SELECT id FROM encounters WHERE channel_id = {0} AND open = 1 {1} "
    "UNION ALL SELECT encounter_id FROM threads WHERE channel_id = {0} {1} LIMIT 1)"
)
"""The encounter that is open in a channel, or whose thread it is."""
# Whatever was in the way is gone.
_GOT_IN_THE_WAY = "Something else was stored here at the same moment, so your order was not. Try again."
_PACED = beside("paces") + "ON CONFLICT DO NOTHING"
_OF_AN_ENCOUNTER = ", ".join(f"e.{column}" for column in ENCOUNTER_COLUMNS.split(", "))


class StoredJournal:
    """The part of the store that holds encounters and entries. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- encounters and seeds

    async def encounter(self, encounter_id: str) -> EncounterRow | None:
        """Return the encounter of that id."""
        row = await self._database.read_one(f"SELECT {ENCOUNTER_COLUMNS} FROM encounters WHERE id = ?", (encounter_id,))
        return None if row is None else to_encounter(row)

    async def open_encounter(self, channel_id: str) -> EncounterRow | None:
        """Return the channel's open encounter; in a thread of an encounter, that one."""
        row = await self._database.read_one(
            f"SELECT {ENCOUNTER_COLUMNS} FROM encounters WHERE id = {_OPEN_HERE.format('?1', '')} AND open = 1",
            (channel_id,),
        )
        return None if row is None else to_encounter(row)

    async def outset(
        self,
        guild_id: str,
        channel_id: str = "",
        encounter_id: str = "",
        user_id: str = "",
        at: datetime | None = None,
    ) -> Outset | None:
        """Return the outset for an order of that server, in the channel's open encounter or the one of that id; it is
        given by that user at that time.

        All of it is read in one turn.
        """
        # With the server, a divided table is looked up in one part.
        here = "guild_id = ?2"
        id, value = ("?1", encounter_id) if encounter_id else (_OPEN_HERE.format("?1", f"AND {here}"), channel_id)
        of_it = f"encounter_id = {id} AND {here}"
        encounters, threads, homebrew, people = await self._database.read_all(
            [
                (
                    f"SELECT {_OF_AN_ENCOUNTER}, (SELECT max(seq) FROM entries WHERE {of_it}), "
                    f"(SELECT wanted AND gave_up IS NULL FROM boards WHERE {of_it} AND reader = 'channel') "
                    f"FROM encounters e WHERE e.id = {id} AND e.{here}{'' if encounter_id else ' AND e.open = 1'}",
                    (value, guild_id),
                ),
                (f"SELECT reader, channel_id FROM threads WHERE {of_it} ORDER BY reader", (value, guild_id)),
                (
                    "SELECT name, record FROM houses "
                    f"WHERE {here} AND ruleset = (SELECT ruleset FROM encounters WHERE id = {id} AND {here}) "
                    "ORDER BY lower(name)",
                    (value, guild_id),
                ),
                (
                    CONCERNED,
                    (guild_id, user_id, at and to_text(at)),
                ),
            ]
        )
        if not encounters:
            return None
        *encounter, last, board = encounters[0]
        return Outset(
            to_encounter(encounter),
            last,
            dict(homebrew),
            dict(threads),
            frozenset(user for user, is_away, _ in people if is_away),
            bool(board),
            frozenset(user for user, _, by_message in people if by_message),
        )

    async def last_encounter(self, channel_id: str) -> EncounterRow | None:
        """Return the channel's latest encounter, open or ended; in a thread of an encounter, that one."""
        row = await self._database.read_one(
            f"SELECT {ENCOUNTER_COLUMNS} FROM encounters "
            "WHERE channel_id = ?1 OR id = (SELECT encounter_id FROM threads WHERE channel_id = ?1) "
            "ORDER BY started_at DESC LIMIT 1",
            (channel_id,),
        )
        return None if row is None else to_encounter(row)

    async def latest_encounters(self, guild_id: str, limit: int) -> tuple[EncounterRow, ...]:
        """Return the server's encounters, the latest first."""
        rows = await self._database.read(
            f"SELECT {ENCOUNTER_COLUMNS} FROM encounters WHERE guild_id = ? ORDER BY started_at DESC LIMIT ?",
            (guild_id, limit),
        )
        return tuple(map(to_encounter, rows))

    async def encounters_with(self, guild_id: str, user: str, limit: int) -> tuple[EncounterRow, ...]:
        """Return those among the server's latest 1,000 encounters in which a user gave an order, the latest first."""
        rows = await self._database.read(
            f"SELECT {ENCOUNTER_COLUMNS} FROM (SELECT * FROM encounters WHERE guild_id = ?1 ORDER BY started_at DESC "
            "LIMIT 1000) e WHERE EXISTS (SELECT 1 FROM entries WHERE encounter_id = e.id AND actor = ?2) LIMIT ?3",
            (guild_id, user, limit),
        )
        return tuple(map(to_encounter, rows))

    async def open_encounters(self, guild_id: str, limit: int) -> tuple[EncounterRow, ...]:
        """Return the server's open encounters, the latest first."""
        rows = await self._database.read(
            f"SELECT {ENCOUNTER_COLUMNS} FROM encounters WHERE guild_id = ? AND open = 1 "
            "ORDER BY started_at DESC LIMIT ?",
            (guild_id, limit),
        )
        return tuple(map(to_encounter, rows))

    async def seed(self, commitment: str) -> bytes | None:
        """Return the secret behind a commitment."""
        row = await self._database.read_one("SELECT seed FROM seeds WHERE commitment = ?", (commitment,))
        return None if row is None else bytes(row[0])

    async def seeds_of(self, encounter_id: str) -> tuple[SeedRow, ...]:
        """Return every seed drawn for an encounter, the first first."""
        rows = await self._database.read(
            "SELECT commitment, encounter_id, seed, drawn_at FROM seeds WHERE encounter_id = ? ORDER BY drawn_at",
            (encounter_id,),
        )
        return tuple(
            SeedRow(commitment=row[0], encounter_id=row[1], seed=row[2], drawn_at=to_moment(row[3])) for row in rows
        )

    # --- writing entries

    async def append(
        self,
        entries: Sequence[EntryRow],
        *,
        begins: EncounterRow | None = None,
        seed: SeedRow | None = None,
        owed: Sequence[OwedRow] = (),
        paced: bool = False,
        board_in: str = "",
    ) -> None:
        """Store the entries of one interaction, all of them or none, and let the encounter follow the last.

        The encounter that they begin, the seed drawn for them and what is owed of them to further channels are stored
        together with them, or not at all; so is that time may continue by itself now (`paced`), and in which channel
        the encounter gets a live board.
        A task that is cancelled meanwhile sees the cancellation only when everything is stored, or nothing.
        Raises Stale if a seq is taken, Twice if the interaction is stored already, ChannelTaken if this would open
        a second encounter in a channel; ValueError for entries that are not one encounter's in ascending order, and
        for an encounter's id that would be taken for a quick ruling's.
        """
        first = entries[0] if entries else None
        if first is None or [(e.encounter_id, e.seq) for e in entries] != [
            (first.encounter_id, first.seq + n) for n in range(len(entries))
        ]:
            raise ValueError("append takes consecutive entries of one encounter")
        if begins is not None and begins.id.lower().startswith(RULING):
            raise ValueError(f"an encounter's id must not start with {RULING!r}")
        try:
            await self._database.write_all(
                [
                    *([] if begins is None else [_beginning(begins)]),
                    *([] if seed is None else [_sowing(seed, first.guild_id)]),
                    *_written(entries),
                    *(_owing(row, first.guild_id) for row in owed),
                    *([(_PACED, (first.encounter_id,))] if paced else []),
                    *([wanting(first.encounter_id, board_in)] if board_in else []),
                ]
            )
        except Conflict as error:
            broken = await self._broken(first, begins)
            if isinstance(broken, StoreUnavailable):
                log.warning("an entry of %s was refused: %s", first.encounter_id, error)
            raise broken from error

    async def _broken(self, entry: EntryRow, begins: EncounterRow | None) -> StoreError:
        """Why an entry cannot be stored. A second delivery usually finds its seq taken too: Twice comes first."""
        if entry.interaction_id is not None and await self._database.read_one(
            "SELECT 1 FROM entries WHERE interaction_id = ?", (entry.interaction_id,)
        ):
            return Twice(entry.interaction_id)
        if await self.entry(entry.encounter_id, entry.seq, state=False):
            return Stale(entry.encounter_id, entry.seq)
        encounter = begins or await self.encounter(entry.encounter_id)
        there = encounter and await self.open_encounter(encounter.channel_id)
        return ChannelTaken() if there and there.id != entry.encounter_id else StoreUnavailable(_GOT_IN_THE_WAY)

    # --- reading entries

    async def head(self, encounter_id: str) -> EntryRow | None:
        """The last entry, whose state is the encounter's."""
        return await self._entry("WHERE encounter_id = ? ORDER BY seq DESC LIMIT 1", (encounter_id,), state=True)

    async def last_seq(self, encounter_id: str) -> int | None:
        """Return the number of the last entry; None if there is none."""
        row = await self._database.read_one(
            "SELECT seq FROM entries WHERE encounter_id = ? ORDER BY seq DESC LIMIT 1", (encounter_id,)
        )
        return None if row is None else int(row[0])

    async def entry(self, encounter_id: str, seq: int, *, state: bool = True) -> EntryRow | None:
        """One entry."""
        return await self._entry("WHERE encounter_id = ? AND seq = ?", (encounter_id, seq), state=state)

    async def _entry(self, which: str, values: Sequence[object], *, state: bool) -> EntryRow | None:
        return next(iter(await self._entries(which, values, state=state)), None)

    async def _entries(
        self, which: str, values: Sequence[object], *, state: bool, most: int | None = None
    ) -> tuple[EntryRow, ...]:
        columns = ENTRY_COLUMNS if state else STATELESS_COLUMNS
        sql = f"SELECT {columns} FROM entries {which}"
        if most is None:
            return tuple(await self._database.read(sql, values, to_entry))
        return tuple(row for row in await self._database.read(sql, values, _within(most)) if row)

    async def stamped(self, encounter_id: str, number: int, wanted: str) -> tuple[EntryRow, ...]:
        """The entries with that stamp which somebody may know by that number, in order and without states.

        Nobody counts more orders than there are, and nothing has a number above its seq.
        """
        rows = await self._database.read(
            "SELECT seq, interaction_id FROM entries WHERE encounter_id = ?1 AND (number >= ?2 OR seq = ?2)",
            (encounter_id, number),
            lambda row: (row[0], stamp(row[1])),
        )
        seqs = [seq for seq, stamped in rows if stamped == wanted]
        return await self._entries(
            f"WHERE encounter_id = ? AND seq IN {among(seqs)} ORDER BY seq", (encounter_id, *seqs), state=False
        )

    async def entries(
        self,
        encounter_id: str,
        *,
        first: int = 0,
        last: int | None = None,
        limit: int = 100,
        state: bool = False,
        most: int | None = None,
        backwards: bool = False,
    ) -> tuple[EntryRow, ...]:
        """A page of the entries with seq from `first` to `last`, both included, in order.

        It ends with the entry that reaches `most` bytes. `backwards`: it has the last entries and not the first.
        """
        rows = await self._entries(
            f"WHERE encounter_id = ? AND seq BETWEEN ? AND ? ORDER BY seq {'DESC' if backwards else 'ASC'} LIMIT ?",
            (encounter_id, first, 2**62 if last is None else last, limit),
            state=state,
            most=most,
        )
        return rows[::-1] if backwards else rows

    async def by_interaction(
        self, interaction_id: str, *, state: bool = False, most: int | None = None
    ) -> tuple[EntryRow, ...]:
        """The entries that an interaction led to, by part, up to the one that reaches `most` bytes; none if it is
        new."""
        return await self._entries("WHERE interaction_id = ? ORDER BY part", (interaction_id,), state=state, most=most)

    async def way(self, encounter_id: str, seq: int) -> tuple[EntryRow, ...]:
        """Return the entries whose effects make the state of entry `seq`, in order, from the nearest kept state on.

        If none is, the encounter's first entry is the first.
        """
        rows = await self._database.read(
            f"""
            WITH RECURSIVE way (stop) AS (
                VALUES (CAST(?2 AS BIGINT))
                UNION ALL
                SELECT CASE WHEN kind IN ('undo', 'redo') THEN origin ELSE parent END
                FROM way JOIN entries ON encounter_id = ?1 AND seq = stop
                WHERE parent IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM states s WHERE s.encounter_id = ?1 AND s.seq = stop)
            )
            SELECT {ENTRY_COLUMNS} FROM way CROSS JOIN entries WHERE encounter_id = ?1 AND seq = stop ORDER BY stop
            """,
            (encounter_id, seq),
            to_entry,
        )
        return tuple(rows)

    async def last_actor(self, encounter_id: str, user: str) -> str:
        """Return the id of the combatant that a user ordered last in an encounter; "" if none."""
        row = await self._database.read_one(
            "SELECT fighter FROM entries "
            "WHERE encounter_id = ? AND actor = ? AND kind = 'order' AND fighter IS NOT NULL ORDER BY seq DESC LIMIT 1",
            (encounter_id, user),
        )
        return "" if row is None else str(row[0])

    async def restorations(self, encounter_id: str) -> dict[int, int]:
        """Return every undo and redo, with the entry whose state it restored."""
        rows = await self._database.read(
            "SELECT seq, origin FROM entries WHERE encounter_id = ? AND kind IN ('undo', 'redo')", (encounter_id,)
        )
        return {int(row[0]): int(row[1]) for row in rows}

    async def users(self, encounter_id: str) -> frozenset[str]:
        """Return the ids of those who gave orders in an encounter."""
        rows = await self._database.read("SELECT DISTINCT actor FROM entries WHERE encounter_id = ?", (encounter_id,))
        return frozenset(str(row[0]) for row in rows)

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


def _within(most: int) -> Callable[[Row], EntryRow | None]:
    """Return a function like `to_entry`: once the entries have `most` bytes, the others are not read but None."""
    size = 0

    def to_entry_or_none(row: Row) -> EntryRow | None:
        nonlocal size
        if size >= most:
            return None
        entry = to_entry(row)
        size += entry.size
        return entry

    return to_entry_or_none


def _beginning(encounter: EncounterRow) -> Statement:
    return (
        "INSERT INTO encounters (id, guild_id, channel_id, ruleset, title, started_at) VALUES (?, ?, ?, ?, ?, ?)",
        (
            encounter.id,
            encounter.guild_id,
            encounter.channel_id,
            encounter.ruleset,
            encounter.title,
            to_text(encounter.started_at),
        ),
    )


def _sowing(seed: SeedRow, guild_id: str) -> Statement:
    return (
        "INSERT INTO seeds (commitment, encounter_id, seed, drawn_at, guild_id) VALUES (?, ?, ?, ?, ?)",
        (seed.commitment, seed.encounter_id, seed.seed, to_text(seed.drawn_at), guild_id),
    )


def _owing(row: OwedRow, guild_id: str) -> Statement:
    values = (row.encounter_id, row.seq, row.reader, row.channel_id, guild_id)
    return "INSERT INTO owed (encounter_id, seq, reader, channel_id, guild_id) VALUES (?, ?, ?, ?, ?)", values


def _written(entries: Sequence[EntryRow]) -> Iterator[Statement]:
    """Yield the statements that add entries, with those states that they have."""
    places = ", ".join([WRITTEN_PLACES] * len(entries))
    values = [value for entry in entries for value in entry_values(entry)]
    yield f"INSERT INTO entries ({WRITTEN_COLUMNS}) VALUES {places}", values
    if states := [entry for entry in entries if entry.state is not None]:
        places = ", ".join(["(?, ?, ?, TRUE, ?)"] * len(states))
        values = [value for entry in states for value in (entry.encounter_id, entry.guild_id, entry.seq, entry.state)]
        yield f"INSERT INTO states (encounter_id, guild_id, seq, fresh, state) VALUES {places}", values


def _restoration(row: Sequence[int]) -> Restoration:
    return Restoration(head=row[0], first=row[1], last=row[2], restores=row[3], origin=row[4])
