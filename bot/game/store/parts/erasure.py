"""Deletes the data of users and servers: a request is stored first and then carried out in steps.

Each statement changes a bounded number of rows, so that nobody waits long for the writer. Deleted data is
overwritten in the file (`secure_delete`), and `wipe_log` empties the write-ahead log, which holds older pages.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

import orjson

from bot.game.store.counts import from_calls, from_tallies
from bot.game.store.home.compression import Packed
from bot.game.store.home.connection import Database, Row, Statement
from bot.game.store.home.forgotten import REMEMBER, SECRET, remember
from bot.game.store.parts.shelf import Shelf
from bot.game.store.rows import (
    ENCOUNTER_COLUMNS,
    ORDER_COLUMNS,
    EncounterRow,
    Forgetting,
    OrderRow,
    Rewritten,
    to_encounter,
    to_moment,
    to_order,
    to_text,
)
from rules.engine.records.frozen import dataclass

_FORGETTING = "user_id, guild_id, anon, names, reached, asked_at"
_BEGUN_AGAIN = (
    "ON CONFLICT (user_id, guild_id) DO UPDATE SET reached = excluded.reached, asked_at = "
    "CASE WHEN excluded.asked_at > forgetting.asked_at THEN excluded.asked_at ELSE forgetting.asked_at END"
)
# The servers on which a user may be found. Encounters name them in their texts.
_WITH_USER = (
    "SELECT guild_id FROM encounters",
    "SELECT guild_id FROM profiles WHERE owner_id = ?1",
    "SELECT guild_id FROM houses WHERE added_by = ?1",
    "SELECT guild_id FROM people WHERE user_id = ?1 OR substitute = ?1",
    "SELECT guild_id FROM hidden_rolls WHERE user_id = ?1",
)
# The tables, besides those of encounters, that say which server their rows belong to.
_OF_SERVERS = ("profiles", "houses", "servers", "departures", "people", "channels", "hidden_rolls")
_BELONGINGS = {
    "rosters": (
        "SELECT guild_id, ruleset, name, updated_at, record FROM profiles WHERE owner_id = ?1",
        ("server", "rulebook", "name", "at", "record"),
    ),
    "homebrew that you added": (
        "SELECT guild_id, ruleset, name, added_at FROM houses WHERE added_by = ?1",
        ("server", "rulebook", "name", "at"),
    ),
    "what you have set with /my": (
        "SELECT guild_id, quiet, zone, pings, away_until, substitute, detail, screen_reader, notify FROM people "
        "WHERE user_id = ?1",
        ("server", "quiet", "zone", "pings", "away until", "substitute", "detail", "screen reader", "notify"),
    ),
    "players you are the substitute for": ("SELECT guild_id FROM people WHERE substitute = ?1", ("server",)),
    "decisions you were reminded of or late for": (
        "SELECT encounter_id, decision, stage, made_at FROM reminders WHERE user_id = ?1",
        ("encounter", "decision", "what", "at"),
    ),
    "decisions in a row you were late for": (
        "SELECT encounter_id, number FROM misses WHERE user_id = ?1",
        ("encounter", "number"),
    ),
    "secret rolls of the last day": (
        "SELECT guild_id, channel_id, at FROM hidden_rolls WHERE user_id = ?1",
        ("server", "channel", "at"),
    ),
}
"""For each thing that is kept for a user on a server: its rows, and what their columns are called."""
_REWRITE = (
    'UPDATE entries SET actor = ?, digest = coalesce(digest, ?), "order" = ?, resolution = ?, '
    "leaves = ?, tallies = ?, calls = ? WHERE encounter_id = ? AND seq = ?"
)
_REWRITE_STATE = "UPDATE states SET state = ? WHERE encounter_id = ? AND seq = ?"
_HERE = "(?2 = '' OR guild_id = ?2)"
"""That a row is of the server that is the second value, or of any ('')."""
_RULINGS = "encounter_id >= 'q' AND encounter_id < 'r'"


@dataclass(frozen=True, slots=True)
class RulingRow:
    """The order of a quick ruling, with the id of the ruling and of its server ('': unknown)."""

    id: str
    guild_id: str
    order: OrderRow


class Erasure:
    """The part of the store that takes out. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- what is kept

    async def orders(self, encounter_id: str, after: int, limit: int) -> tuple[OrderRow, ...]:
        """Return a page of the orders of an encounter, each once, from the entry behind `after`."""
        rows = await self._database.read(
            f"SELECT {ORDER_COLUMNS} FROM entries WHERE encounter_id = ? AND seq > ? AND part = 0 ORDER BY seq LIMIT ?",
            (encounter_id, after, limit),
        )
        return tuple(to_order(row, encounter_id) for row in rows)

    async def rulings_of(self, user_id: str, guild_id: str, after: str, limit: int) -> tuple[RulingRow, ...]:
        """Return a page of a user's quick rulings on a server, or ('') on all, by id.

        Rulings from before revision 0014 have no server and count on every one.
        """
        rows = await self._database.read(
            f"SELECT encounter_id, guild_id, {ORDER_COLUMNS} FROM entries WHERE actor = ?1 AND {_RULINGS} AND part = 1 "
            "AND encounter_id > ?2 AND (?3 = '' OR guild_id IN ('', ?3)) ORDER BY encounter_id LIMIT ?4",
            (user_id, after, guild_id, limit),
        )
        return tuple(RulingRow(row[0], row[1], to_order(row[2:], row[0])) for row in rows)

    async def belongings(self, user_id: str, guild_id: str) -> dict[str, list[dict[str, object]]]:
        """Return a user's data besides encounters, on a server or ('') on all: by table, each row by column."""
        kept = {}
        for thing, (sql, names) in _BELONGINGS.items():
            rows = await self._database.read(f"{sql} AND {_HERE}", (user_id, guild_id))
            kept[thing] = await asyncio.to_thread(_by_column, names, rows)
        return kept

    # --- users

    async def intend_forgetting(self, forgetting: Forgetting) -> None:
        """Write down that a user asks to be forgotten. A user who is being forgotten begins again, with the same id."""
        f = forgetting
        await self._database.write(
            f"INSERT INTO forgetting ({_FORGETTING}) VALUES (?, ?, ?, ?, ?, ?) {_BEGUN_AGAIN}",
            (f.user_id, f.guild_id, f.anon, json.dumps(sorted(f.names)), f.reached, to_text(f.asked_at)),
        )

    async def forget_on_each_server(self, forgetting: Forgetting, apart_from: str) -> None:
        """Store the request for each server that may have data about the user, except one."""
        f = forgetting
        servers = " UNION ".join(_WITH_USER)
        each = ", ".join(f"CAST({value} AS TEXT)" for value in ("?1", "guild_id", "?2", "?3", "''", "?4"))
        await self._database.write(
            f"INSERT INTO forgetting ({_FORGETTING}) SELECT {each} FROM ({servers}) s "
            f"WHERE guild_id NOT IN ('', ?5) {_BEGUN_AGAIN}",
            (f.user_id, f.anon, json.dumps(sorted(f.names)), to_text(f.asked_at), apart_from),
        )

    async def next_forgetting(self) -> Forgetting | None:
        """The user to be forgotten first."""
        row = await self._database.read_one(
            f"SELECT {_FORGETTING} FROM forgetting WHERE {self._database.shard_scope.condition('guild_id')} "
            "ORDER BY asked_at LIMIT 1"
        )
        if row is None:
            return None
        return Forgetting(row[0], row[1], row[2], frozenset(json.loads(row[3])), row[4], to_moment(row[5]))

    async def note_forgetting(self, forgetting: Forgetting) -> None:
        """Note how far it is, unless it was asked for again since, and the names that were met on the way."""
        f = forgetting
        await self._database.write(
            "UPDATE forgetting SET names = ?, reached = CASE WHEN asked_at = ? THEN ? ELSE reached END "
            "WHERE user_id = ? AND guild_id = ?",
            (json.dumps(sorted(f.names)), to_text(f.asked_at), f.reached, f.user_id, f.guild_id),
        )

    async def is_forgotten(self, user_id: str, guild_id: str) -> bool:
        """Return whether no request to forget a user on a server, or ('') on any, is left."""
        sql = f"SELECT 1 FROM forgetting WHERE user_id = ?1 AND {_HERE}"
        return await self._database.read_one(sql, (user_id, guild_id)) is None

    async def end_forgetting(self, forgetting: Forgetting) -> None:
        """Delete a request, unless it was made again since: nobody can tell then who the id was. A hash of it stays."""
        request = forgetting.user_id, forgetting.guild_id, to_text(forgetting.asked_at)
        secret = await Shelf(self._database).secret(SECRET)
        await self._database.write_all(
            [
                (REMEMBER, remember(secret, *request)),
                ("DELETE FROM forgetting WHERE user_id = ? AND guild_id = ? AND asked_at = ?", request),
            ]
        )

    async def encounters_of(self, guild_id: str, after: str, before: datetime, limit: int) -> tuple[EncounterRow, ...]:
        """Return a page of the encounters of a server, or ('') of all, by id: those added before that moment."""
        rows = await self._database.read(
            f"SELECT {ENCOUNTER_COLUMNS} FROM encounters "
            f"WHERE id > ?1 AND {_HERE} AND started_at <= ?3 ORDER BY id LIMIT ?4",
            (after, guild_id, to_text(before), limit),
        )
        return tuple(map(to_encounter, rows))

    async def count_waiting(self) -> int:
        """Return how many encounters this process has to go through for what is written down."""
        [[count]] = await self._database.read(
            "SELECT count(*) FROM (SELECT guild_id, asked_at, reached FROM forgetting "
            "UNION ALL SELECT guild_id, asked_at, '' FROM deleting) w "
            "JOIN encounters e ON e.guild_id = w.guild_id AND e.started_at <= w.asked_at AND e.id > w.reached "
            f"WHERE {self._database.shard_scope.condition('w.guild_id')}"
        )
        return int(count)

    async def rewrite(self, entries: Sequence[Rewritten]) -> None:
        """Put these texts in the place of the entries' own. A state that was dropped meanwhile stays dropped."""
        statements: list[Statement] = []
        for e in entries:
            which = e.encounter_id, e.seq
            counts = from_tallies(e.tallies), from_calls(e.calls)
            leaves = None if e.leaves is None else Packed(e.leaves)
            texts = Packed(e.order), Packed(e.resolution), leaves
            statements.append((_REWRITE, (e.actor, e.digest, *texts, *counts, *which)))
            if e.state is not None:
                statements.append((_REWRITE_STATE, (Packed(e.state), *which)))
        if statements:
            await self._database.write_all(statements)

    async def forget_belongings(self, forgetting: Forgetting, limit: int) -> bool:
        """Take a user out of a server's rosters, homebrew and settings, up to `limit` rows each, and out of all earlier
        quick rulings. Return whether more may be left."""
        user_id, guild_id = forgetting.user_id, forgetting.guild_id
        limited: list[Statement] = [
            (
                "DELETE FROM profiles WHERE origin IN "
                "(SELECT origin FROM profiles WHERE owner_id = ?1 AND guild_id = ?2 LIMIT ?3)",
                (user_id, guild_id, limit),
            ),
            (
                "UPDATE houses SET added_by = ?4 WHERE (guild_id, ruleset, name) IN "
                "(SELECT guild_id, ruleset, name FROM houses WHERE added_by = ?1 AND guild_id = ?2 LIMIT ?3)",
                (user_id, guild_id, limit, forgetting.anon),
            ),
            (
                "DELETE FROM entries WHERE (encounter_id, seq) IN "
                f"(SELECT encounter_id, seq FROM entries WHERE actor = ?1 AND {_RULINGS} AND at <= ?2 LIMIT ?3)",
                (user_id, to_text(forgetting.asked_at), limit),
            ),
        ]
        # The side of fighters without one is named by their owner's id; such fighters are the GM's by now.
        statements: list[Statement] = [
            (f"DELETE FROM {table} WHERE reader LIKE '%' || ?1 || '%' AND guild_id = ?2", (user_id, guild_id))
            for table in ("owed", "threads", "boards")
        ]
        statements += [
            ("DELETE FROM people WHERE user_id = ?1 AND guild_id = ?2", (user_id, guild_id)),
            ("UPDATE people SET substitute = NULL WHERE substitute = ?1 AND guild_id = ?2", (user_id, guild_id)),
        ]
        statements += [
            (f"DELETE FROM {table} WHERE user_id = ?1 AND guild_id = ?2", (user_id, guild_id))
            for table in ("reminders", "misses", "recaps", "hidden_rolls")
        ]
        await self._database.write_all(statements)
        changed = [await self._database.write(sql, values) for sql, values in limited]
        return any(rows >= limit for rows in changed)

    # --- servers

    async def intend_deletion(self, guild_id: str, now: datetime) -> None:
        """Write down that a server's data must be deleted, as far as it was there by now."""
        await self._database.write(
            "INSERT INTO deleting (guild_id, asked_at) VALUES (?, ?) "
            "ON CONFLICT (guild_id) DO UPDATE SET asked_at = excluded.asked_at",
            (guild_id, to_text(now)),
        )

    async def is_deleted(self, guild_id: str) -> bool:
        """Return whether no request to delete the data of a server is left."""
        return await self._database.read_one("SELECT 1 FROM deleting WHERE guild_id = ?", (guild_id,)) is None

    async def next_deletion(self) -> tuple[str, datetime] | None:
        """The server whose data is deleted first, and when that was asked for."""
        row = await self._database.read_one(
            f"SELECT guild_id, asked_at FROM deleting WHERE {self._database.shard_scope.condition('guild_id')} "
            "ORDER BY asked_at LIMIT 1"
        )
        return None if row is None else (str(row[0]), to_moment(row[1]))

    async def hide_encounters(self, guild_id: str, before: datetime) -> None:
        """Have no command find the encounters of a server any more."""
        await self._database.write(
            "UPDATE encounters SET open = NULL, channel_id = '' WHERE guild_id = ? AND started_at <= ?",
            (guild_id, to_text(before)),
        )

    async def delete_entries(self, encounter_id: str, limit: int) -> int:
        """Delete the latest entries of an encounter, and return how many."""
        return await self._database.write(
            "DELETE FROM entries WHERE (encounter_id, seq) IN "
            "(SELECT encounter_id, seq FROM entries WHERE encounter_id = ? ORDER BY seq DESC LIMIT ?)",
            (encounter_id, limit),
        )

    async def delete_rulings(self, guild_id: str, before: datetime, limit: int) -> int:
        """Delete quick rulings that were given on a server before that moment, and return how many entries."""
        return await self._database.write(
            "DELETE FROM entries WHERE (encounter_id, seq) IN "
            f"(SELECT encounter_id, seq FROM entries WHERE guild_id = ? AND {_RULINGS} AND at <= ? LIMIT ?)",
            (guild_id, to_text(before), limit),
        )

    async def delete_encounter(self, encounter_id: str) -> None:
        """Delete an encounter without entries, and its seeds."""
        await self._database.write_all(
            [
                ("DELETE FROM seeds WHERE encounter_id = ?", (encounter_id,)),
                ("DELETE FROM encounters WHERE id = ?", (encounter_id,)),
            ]
        )

    async def end_deletion(self, guild_id: str, at: datetime) -> None:
        """Delete what a server keeps besides its encounters, and what was written down, unless it was asked for again
        since."""
        statements: list[Statement] = [
            (f"DELETE FROM {table} WHERE guild_id = ?", (guild_id,)) for table in _OF_SERVERS
        ]
        statements.append(("DELETE FROM deleting WHERE guild_id = ? AND asked_at = ?", (guild_id, to_text(at))))
        await self._database.write_all(statements)

    # --- servers that the bot has left

    async def note_departures(self, guild_ids: Iterable[str], now: datetime) -> None:
        """Note that the bot is not on these servers any more; an earlier note stays."""
        left = "INSERT INTO departures (guild_id, left_at) VALUES (?, ?) ON CONFLICT DO NOTHING"
        if statements := [(left, (id, to_text(now))) for id in guild_ids]:
            await self._database.write_all(statements)

    async def note_returns(self, guild_ids: Collection[str]) -> None:
        """Note that the bot is on these servers: their data is not deleted any more for its departure."""
        departed = await self._database.read("SELECT guild_id, left_at FROM departures")
        statements: list[Statement] = []
        for guild, left_at in departed:
            if guild in guild_ids:
                # A manager can only have asked before that.
                statements.append(("DELETE FROM deleting WHERE guild_id = ? AND asked_at > ?", (guild, left_at)))
                statements.append(("DELETE FROM departures WHERE guild_id = ?", (guild,)))
        if statements:
            await self._database.write_all(statements)

    async def delete_departed(self, before: datetime, now: datetime) -> int:
        """Write down that the data of the servers that this process looks after, and that were left before that moment,
        will be deleted. Return how many.
        """
        return await self._database.write(
            "INSERT INTO deleting (guild_id, asked_at) SELECT guild_id, CAST(? AS TEXT) FROM departures "
            f"WHERE left_at < ? AND {self._database.shard_scope.condition('guild_id')} ON CONFLICT DO NOTHING",
            (to_text(now), to_text(before)),
        )

    async def guilds(self) -> frozenset[str]:
        """The servers that this process looks after and of which anything is kept."""
        rows = await self._database.read(
            "SELECT guild_id FROM encounters UNION SELECT guild_id FROM profiles "
            "UNION SELECT guild_id FROM houses UNION SELECT guild_id FROM servers UNION SELECT guild_id FROM channels"
        )
        return frozenset(id for (id,) in rows if self._database.shard_scope.holds(id))

    async def wipe_log(self) -> None:
        """Take what was deleted out of the database's log, where it has one of its own."""
        await self._database.wipe_log()


def _by_column(names: Sequence[str], rows: Iterable[Row]) -> list[dict[str, object]]:
    return [dict(zip(names, map(_shown, row), strict=True)) for row in rows]


def _shown(value: object) -> object:
    try:
        return orjson.loads(value) if isinstance(value, bytes) else value
    except ValueError:
        return "damaged in the database"
