"""An update from the last release and the way back, from a database as that release wrote it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from bot.game.files.library import Library
from bot.game.journal.replay import replay
from bot.game.pages.encounter_check import checked
from bot.game.referee.referee import Referee
from bot.game.store import Store, prepare
from bot.game.store.home.schema import NEWEST
from bot.settings import Settings
from rules.engine.books.table_options import FOG, PICTURES, TABLE_OPTIONS
from rules.engine.records.copies import replace as altered
from rules.shelf import shelf
from tests.bot.table import invocation

pytestmark = pytest.mark.sqlite

WRITTEN = Path(__file__).parents[1] / "golden" / "databases" / "revision-11.sql"
"""An open encounter of twelve entries, as the release with revision 0011 wrote it, with an undo."""
HOME = Path("var/referee.sqlite3")
BEFORE = HOME.with_name("referee.sqlite3.0011.backup")


@pytest.fixture(autouse=True)
def released(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The last release's database in an empty directory; returns its content."""
    monkeypatch.chdir(tmp_path)
    # An older file is updated in a process of its own.
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    # As people have them, for the encounter is resolved again.
    for option, default in ((FOG, "hidden"), (PICTURES, "all")):
        monkeypatch.setitem(TABLE_OPTIONS, option, altered(TABLE_OPTIONS[option], default=default))
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    HOME.parent.mkdir()
    with closing(sqlite3.connect(HOME)) as connection:
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.executescript(WRITTEN.read_text(encoding="utf-8"))
        connection.execute("PRAGMA journal_mode = WAL")
    return stored(HOME)


def stored(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [*connection.iterdump()]


def referee(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


async def played_on() -> int:
    """Read everything, take the last order back, end, and check the dice; returns the number of the undo."""
    await prepare(HOME)
    async with await Store.open(HOME) as store:
        table = Referee(Library(store, shelf(), "aliens"))
        [(id, channel, guild)] = await store._database.read("SELECT id, channel_id, guild_id FROM encounters")
        entries = await table.journal.whole(id)
        assert [entry.seq for entry in entries] == [*range(1, 13)]
        assert replay(entries, shelf()).alarms == ()
        here = replace(invocation(), user=entries[0].user, channel=channel, guild=guild)
        seq = (await table.undo(here))[-1].seq
        # Until the end the seed of the dice is secret.
        await table.end(replace(here, interaction=invocation().interaction))
        verdict = await checked(table, here)
        assert verdict.report.checked > 0 and verdict.report.problems == ()
        return seq


async def test_an_update_reads_everything_and_leaves_a_copy_to_go_back_to(released: list[str]) -> None:
    assert await played_on() == 13
    assert stored(BEFORE) == released, "the copy is what the last release wrote"
    with closing(sqlite3.connect(HOME)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (NEWEST,)


async def test_the_copy_is_restored_for_the_last_release_and_updated_again_later(released: list[str]) -> None:
    await played_on()
    shown = await asyncio.to_thread(referee, "restore", str(BEFORE), "--replace")
    assert shown.exit_code == 0, shown.output
    assert "revision 0011" in shown.output
    # As the last release finds it.
    assert stored(HOME) == released
    assert await played_on() == 13


async def test_what_was_played_since_stays_beside_it() -> None:
    await played_on()
    await asyncio.to_thread(referee, "restore", str(BEFORE), "--replace")
    (aside,) = (file for file in HOME.parent.glob("*.backup") if file != BEFORE)
    with closing(sqlite3.connect(aside)) as connection:
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (14,)
    assert (await asyncio.to_thread(referee, "restore", str(aside), "--replace")).exit_code == 0
    async with await Store.open(HOME) as store:
        assert (await store._database.read("SELECT count(*) FROM entries"))[0][0] == 14


def test_a_backup_before_the_first_start_of_the_new_version_is_of_the_old_revision(released: list[str]) -> None:
    assert referee("backup", "before.sqlite3").exit_code == 0
    assert stored(Path("before.sqlite3")) == released


def test_an_older_program_refuses_a_newer_database() -> None:
    with closing(sqlite3.connect(HOME)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0099'")
    shown = referee("check")
    assert "revision 0099, newer than this program's" in shown.output
    for arguments in (["restore", str(HOME)], ["backup", "copy.sqlite3"]):
        assert referee(*arguments).exit_code == 1
    assert not Path("copy.sqlite3").exists()
