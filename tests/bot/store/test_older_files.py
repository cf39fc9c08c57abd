"""Files of the first revision, with every state in its entry: they are rewritten at a start, and read as before."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.game.entries import codec
from bot.game.entries.entries import Entry
from bot.game.files.library import Library
from bot.game.journal.journal import Journal
from bot.game.journal.replay import replay
from bot.game.pages.encounter_check import checked
from bot.game.referee.referee import Referee
from bot.game.requests import adjusting
from bot.game.store import NO_CALLS, Store
from bot.game.store.home import schema
from bot.game.store.home.schema import MIGRATIONS, migrate
from rules.engine.scene.scene import Resolution
from rules.shelf import shelf
from tests.bot.table import ANN, invocation, laid

pytestmark = pytest.mark.sqlite

ORDERS = 200
WRITTEN = Path(__file__).parents[2] / "golden" / "databases" / "revision-1.sql"
"""An ended encounter as the release with the first revision wrote it, with its undos."""


async def played(path: Path) -> list[Entry]:
    """An encounter's entries."""
    async with laid(path) as table:
        for n in range(ORDERS):
            await table.order(adjusting("Rifleman", f"loaded {n % 16}"))
            if n % 9 == 0:
                await table.referee.undo(invocation())
        await table.fire()
        return list(await table.referee.journal.whole((await table.head()).encounter_id))


def first_revision(path: Path, entries: list[Entry]) -> None:
    """Make the file that release 1 would have made of these entries."""
    migrations = path.with_name("migrations")
    shutil.copytree(MIGRATIONS, migrations, ignore=shutil.ignore_patterns("__pycache__", "0002*"))
    migrate(path, migrations, ("0001",))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA auto_vacuum = NONE")
        connection.execute("VACUUM")
        one = entries[0]
        values = (one.encounter_id, "1", one.channel_id, "aliens", "T", one.at.isoformat())
        connection.execute(
            "INSERT INTO encounters (id, guild_id, channel_id, ruleset, title, started_at) VALUES (?, ?, ?, ?, ?, ?)",
            values,
        )
        names = (
            "encounter_id, seq, parent, origin, kind, interaction_id, part, actor, at, ended, schema, rules_version, "
            'private, channel_id, message_id, "order", resolution, state'
        )
        connection.executemany(
            f"INSERT INTO entries ({names}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, '1', ?, ?, ?)",
            (
                (
                    *(e.encounter_id, e.seq, e.parent, e.origin, e.kind, e.interaction_id, e.part, e.user),
                    *(e.at.isoformat(), e.state.ended, codec.SCHEMA, e.rules_version, e.channel_id),
                    *(e.written, codec.dump(e.resolution, Resolution), codec.dump_state(e.state)),
                )
                for e in entries
            ),
        )
        connection.execute("PRAGMA journal_mode = WAL")


def size_of(path: Path) -> int:
    return path.stat().st_size


async def test_it_is_rewritten_and_reads_as_before(path: Path, tmp_path: Path) -> None:
    entries = [
        replace(entry, message_id="1", token=None, calls=NO_CALLS)
        for entry in await played(tmp_path / "played.sqlite3")
    ]
    first_revision(path, entries)
    encounter, before = entries[0].encounter_id, size_of(path)
    async with await Store.open(path) as store:
        journal = Journal(store)
        assert await journal.last_actor(encounter, ANN) == "c1"
        assert await journal.entries(encounter, 1, len(entries)) == entries
        now = datetime.now(UTC)
        await journal.tidy(now, now - timedelta(days=7))
        assert await journal.entries(encounter, 1, len(entries)) == entries
        assert await journal.whole(encounter) == entries
        referee = Referee(Library(store, shelf(), "aliens"))
        assert (await referee.undo(invocation()))[-1].state.combatants == entries[-2].state.combatants
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA auto_vacuum").fetchone() == (2,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert size_of(path) < 0.55 * before


async def test_what_the_release_before_wrote_is_verified_and_undone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(WRITTEN.read_text(encoding="utf-8"))
        [(id, channel, guild)] = connection.execute("SELECT id, channel_id, guild_id FROM encounters")
        states = dict(connection.execute("SELECT seq, state FROM entries"))
    async with await Store.open(path) as store:
        referee = Referee(Library(store, shelf(), "aliens"))
        now = datetime.now(UTC)
        await referee.journal.tidy(now, now - timedelta(days=7))
        entries = await referee.journal.whole(id)
        assert {entry.seq: codec.dump_state(entry.state) for entry in entries} == states
        assert replay(entries, shelf()).alarms == ()
        here = replace(invocation(), user=entries[0].user, channel=channel, guild=guild)
        verdict = await checked(referee, here)
        assert verdict.report.checked > 0 and verdict.report.problems == ()
        taken = (await referee.undo(here))[-1]
        assert (taken.seq, taken.state.ended) == (entries[-1].seq + 1, False)


async def test_a_start_finishes_an_update_that_was_interrupted(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(path: Path) -> None:
        raise KeyboardInterrupt

    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(WRITTEN.read_text(encoding="utf-8"))
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(schema, "_compact", crash)
        migrate(path)
    async with await Store.open(path):
        pass
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA auto_vacuum").fetchone() == (2,)
        assert connection.execute("PRAGMA freelist_count").fetchone() == (0,)
