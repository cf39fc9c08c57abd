"""A database as after years of play: 10,000 encounters of 100 entries, copied from one that was played."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from bot.game.store.packing import packed, unpacked

ENCOUNTERS, ENTRIES = 10_000, 100
_CHUNK = 500


def crowded(played: Path, target: Path, say: Callable[[str], None]) -> None:
    """Copy a played database to `target` and multiply its longest encounter; `say` gets reports of progress."""
    source = sqlite3.connect(played)
    copy = sqlite3.connect(target, isolation_level=None)
    source.backup(copy)
    source.close()
    copy.execute("PRAGMA synchronous = OFF")
    (model,) = copy.execute("SELECT encounter_id FROM entries GROUP BY 1 ORDER BY count(*) DESC LIMIT 1").fetchone()
    names = [row[1] for row in copy.execute("PRAGMA table_info(entries)")]
    values = {
        "encounter_id": "printf('%010x', e.value)",
        "seq": "s.value",
        "parent": "CASE WHEN s.value > 1 THEN s.value - 1 END",
        "origin": "s.value",
        "interaction_id": "printf('9%09d%03d', e.value, s.value)",
        "part": "0",
        "token": "NULL",
        "token_until": "NULL",
        "message_id": "'1'",
        "ended": "s.value = ?3",
    }
    (state,) = copy.execute("SELECT state FROM states WHERE encounter_id = ? ORDER BY seq DESC", (model,)).fetchone()
    state = packed(unpacked(state))
    columns = ", ".join(f'"{name}"' for name in names)
    chosen = ", ".join(values.get(name, f'm."{name}"') for name in names)
    (trigger,) = copy.execute("SELECT sql FROM sqlite_master WHERE name = 'encounter_follows_journal'").fetchone()
    copy.execute("DROP TRIGGER encounter_follows_journal")
    copy.execute("CREATE TEMP TABLE n (value INTEGER PRIMARY KEY)")
    copy.executemany("INSERT INTO n VALUES (?)", ((n,) for n in range(1, ENCOUNTERS + 1)))
    began = time.perf_counter()
    for first in range(1, ENCOUNTERS + 1, _CHUNK):
        bounds = (first, first + _CHUNK - 1, ENTRIES, model)
        copy.execute("BEGIN")
        copy.execute(
            f"INSERT INTO entries ({columns}) SELECT {chosen} FROM n AS e, n AS s, "
            "(SELECT * FROM entries WHERE encounter_id = ?4 ORDER BY seq DESC LIMIT 1) AS m "
            "WHERE e.value BETWEEN ?1 AND ?2 AND s.value <= ?3",
            bounds,
        )
        # States are thinned out and packed, as the bot does it.
        copy.execute(
            "INSERT INTO states SELECT printf('%010x', e.value), s.value, 0, ?4 FROM n AS e, n AS s "
            "WHERE e.value BETWEEN ?1 AND ?2 AND (s.value = ?3 OR s.value < ?3 AND s.value % 50 = 0)",
            (*bounds[:3], state),
        )
        copy.execute(
            "INSERT INTO encounters (id, guild_id, channel_id, ruleset, title, started_at, open) "
            "SELECT printf('%010x', n.value), guild_id, channel_id, ruleset, title, started_at, 0 "
            "FROM n, encounters WHERE encounters.id = ?4 AND n.value BETWEEN ?1 AND ?2",
            bounds,
        )
        copy.execute("COMMIT")
        done = bounds[1] * ENTRIES
        say(f"filling the large database: {done:,} entries, {time.perf_counter() - began:.0f} s")
    copy.execute(trigger)
    copy.execute("PRAGMA journal_mode = WAL")
    copy.close()
