"""The bot on a database as after years of play: 10,000 encounters of 100 entries, copied from one that was played."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

from bench.fights import FIGHTS
from bench.fire import EACH, ROUNDS
from bench.load import channel, in_turn, lay_out, round_of
from bench.report import Line, at_most, progress, ratio_at_most
from bench.run import Run
from bench.start import GOALS
from bot.game.store.home.compression import packed, unpacked
from bot.game.store.home.database_move import move

ENCOUNTERS, ENTRIES = (10_000, 10_000, 2), 100
_CHUNK = 500
_NAME = "Aliens"
_SHOTS = 100, 100, 1


async def lines(run: Run) -> AsyncIterator[Line]:
    """Measure /fire, start and memory with a million entries."""
    fight = FIGHTS[_NAME]
    async with AsyncExitStack() as stack:
        empty = await run.started("empty", run.folder / "empty.sqlite3")
        stack.push_async_callback(empty.close)
        await lay_out(empty, fight, 1, 8)
        for _ in range(run.of(_SHOTS)):
            await round_of(empty, 0)
        large = run.folder / "large.sqlite3"
        await asyncio.to_thread(_crowd, run.folder / "empty.sqlite3", large, run.of(ENCOUNTERS))
        full = await run.started("full", large)
        stack.push_async_callback(full.close)
        idle = full.memory
        await full.playground.person("GM").slash(channel(0), "encounter end")
        await lay_out(full, fight, 1, 8)
        progress("/fire with a large database")
        small_times, times = await in_turn([empty, full], run.of(ROUNDS), run.of(EACH))
        what = f"{run.of(ENCOUNTERS) * ENTRIES:,} entries"
        yield Line(
            f"/fire, {what} against none: median",
            times.percentile(50),
            "ms",
            ratio_at_most(1.2),
            small_times.percentile(50),
        )
        yield Line(f"start, {what}", full.started_in, "s", GOALS["existing"])
        yield Line(f"memory when idle, {what}", idle, "MiB", at_most(110))
        yield Line(f"the database, {what}", large.stat().st_size / 2**20, "MiB")
    async for line in _on_a_server(run, large, what):
        yield line


async def _on_a_server(run: Run, large: Path, what: str) -> AsyncIterator[Line]:
    """Move the large database to PostgreSQL and measure there."""
    fight = FIGHTS[_NAME]
    async with AsyncExitStack() as stack:
        server = await run.new_database("large")
        began = time.perf_counter()
        await move(large, server, lambda table, done, total: progress(f"moving {table}: {done:,} of {total:,}"))
        yield Line(f"referee move-database to PostgreSQL, {what}", time.perf_counter() - began, "s")
        empty = await run.started("empty on PostgreSQL", await run.new_database("empty"))
        stack.push_async_callback(empty.close)
        await lay_out(empty, fight, 1, 8)
        full = await run.started("full on PostgreSQL", server)
        stack.push_async_callback(full.close)
        await full.playground.person("GM").slash(channel(0), "encounter end")
        await lay_out(full, fight, 1, 8)
        small_times, times = await in_turn([empty, full], run.of(ROUNDS), run.of(EACH))
        median = f"/fire on PostgreSQL, {what} against none: median"
        yield Line(median, times.percentile(50), "ms", ratio_at_most(1.2), small_times.percentile(50))
        yield Line(f"start on PostgreSQL, {what}", full.started_in, "s", GOALS["existing"])


def _crowd(played: Path, target: Path, encounters: int) -> None:
    """Copy a played database to `target`, with so many encounters made of its longest."""
    source = sqlite3.connect(played)
    copy = sqlite3.connect(target, isolation_level=None)
    source.backup(copy)
    source.close()
    copy.execute("PRAGMA synchronous = OFF")
    model, guild = copy.execute(
        "SELECT encounter_id, guild_id FROM entries GROUP BY 1 ORDER BY count(*) DESC LIMIT 1"
    ).fetchone()
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
    copy.executemany("INSERT INTO n VALUES (?)", ((n,) for n in range(1, encounters + 1)))
    began = time.perf_counter()
    for first in range(1, encounters + 1, _CHUNK):
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
            "INSERT INTO states (encounter_id, guild_id, seq, fresh, state) "
            "SELECT printf('%010x', e.value), ?5, s.value, 0, ?4 FROM n AS e, n AS s "
            "WHERE e.value BETWEEN ?1 AND ?2 AND (s.value = ?3 OR s.value < ?3 AND s.value % 50 = 0)",
            (*bounds[:3], state, guild),
        )
        copy.execute(
            "INSERT INTO encounters (id, guild_id, channel_id, ruleset, title, started_at, open) "
            "SELECT printf('%010x', n.value), guild_id, channel_id, ruleset, title, started_at, 0 "
            "FROM n, encounters WHERE encounters.id = ?4 AND n.value BETWEEN ?1 AND ?2",
            bounds,
        )
        copy.execute("COMMIT")
        done = bounds[1] * ENTRIES
        if done % (10 * _CHUNK * ENTRIES) == 0:
            progress(f"filling the large database: {done:,} entries, {time.perf_counter() - began:.0f} s")
    copy.execute(trigger)
    copy.execute("PRAGMA journal_mode = WAL")
    copy.close()
