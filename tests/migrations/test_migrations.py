"""Databases of every age: made, left alone, brought up to date with a copy, refused, and never left half way."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from bot.errors import CannotStart
from bot.game.store.home.schema import MIGRATIONS, NEWEST, REVISIONS, migrate, migrate_apart, stored_revision, upgrade

LATER = "9999"
NEXT = f'''"""A later revision.

Revision ID: {LATER}
"""
from alembic import op

revision = "{LATER}"
down_revision = "{NEWEST}"
STATEMENTS = ("CREATE TABLE extra (a)", "INSERT INTO extra VALUES (1)", *{{statements}})


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
    {{more}}
'''


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "referee.sqlite3"


@pytest.fixture
def later(tmp_path: Path) -> Path:
    """The migrations with a directory to add later ones to."""
    copied = tmp_path / "migrations with % and space"
    shutil.copytree(MIGRATIONS, copied, ignore=shutil.ignore_patterns("__pycache__"))
    return copied


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def test_the_revisions_in_code_are_those_of_the_directory() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    assert [script.revision for script in scripts.walk_revisions()] == list(reversed(REVISIONS))
    assert scripts.get_current_head() == NEWEST


def test_a_new_database_is_made_with_its_directories(tmp_path: Path) -> None:
    path = tmp_path / "var" / "deeper" / "100% new.sqlite3"
    assert stored_revision(path) is None
    assert migrate(path) is None
    assert stored_revision(path) == NEWEST
    assert tables(path) == {
        "alembic_version",
        "encounters",
        "seeds",
        "entries",
        "profiles",
        "houses",
        "servers",
        "secrets",
        "forgetting",
        "forgotten",
        "deleting",
        "departures",
        "notices",
        "states",
        "owed",
        "threads",
        "boards",
        "people",
        "deadlines",
        "reminders",
        "misses",
        "paces",
        "recaps",
        "channels",
        "leases",
        "hidden_rolls",
    }
    assert [file.name for file in path.parent.iterdir()] == ["100% new.sqlite3"]


def test_a_new_database_is_what_alembic_makes_step_by_step(path: Path, tmp_path: Path) -> None:
    older, stepwise = tmp_path / "older", tmp_path / "stepwise.sqlite3"
    shutil.copytree(MIGRATIONS, older, ignore=shutil.ignore_patterns("__pycache__", "versions"))
    (older / "versions").mkdir()
    for revision in REVISIONS:
        (file,) = (MIGRATIONS / "versions").glob(f"{revision}_*.py")
        shutil.copy(file, older / "versions")
        upgrade(stepwise, older)
        assert stored_revision(stepwise) == revision
    migrate(path)
    assert made(path) == made(stepwise)


def made(path: Path) -> list[object]:
    """All that a new database is: its schema, its rows and its pragmas."""
    pragmas = ("auto_vacuum", "journal_mode", "page_size", "encoding", "user_version", "application_id")
    with closing(sqlite3.connect(path)) as connection:
        schema = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name").fetchall()
        names = [name for kind, name, *_ in schema if kind == "table"]
        rows = {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in names}
        return [schema, rows, *(connection.execute(f"PRAGMA {pragma}").fetchone() for pragma in pragmas)]


def test_a_new_database_needs_no_alembic_and_no_process(path: Path) -> None:
    told = "import subprocess, sys; from pathlib import Path; from bot.game.store.home.schema import migrate_apart\n"
    told += "subprocess.run = None\nmigrate_apart(Path(sys.argv[1]))\n"
    told += "print(*[name for name in ('alembic', 'sqlalchemy') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", told, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
    assert stored_revision(path) == NEWEST


def test_two_starts_that_make_the_same_new_database_both_find_it_made(path: Path) -> None:
    with ThreadPoolExecutor() as threads:
        list(threads.map(migrate, [path] * 8))
    assert stored_revision(path) == NEWEST


def test_an_empty_file_counts_as_new(path: Path) -> None:
    path.touch()
    migrate(path)
    assert stored_revision(path) == NEWEST


def test_a_database_up_to_date_does_not_import_alembic(path: Path) -> None:
    migrate(path)
    program = (
        "import asyncio, sys; from pathlib import Path; from bot.game.store import Store\n"
        "async def main():\n"
        "    async with await Store.open(Path(sys.argv[1])):\n"
        "        print(*[name for name in ('alembic', 'sqlalchemy', 'discord') if name in sys.modules])\n"
        "asyncio.run(main())"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


def test_an_older_database_is_copied_and_brought_up_to_date(path: Path, later: Path) -> None:
    migrate(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO secrets VALUES ('a', x'01')")
    (later / "versions" / "9999_later.py").write_text(NEXT.format(statements=(), more=""))

    copy = migrate(path, later, (*REVISIONS, LATER))

    assert copy == path.with_name(f"referee.sqlite3.{NEWEST}.backup")
    assert stored_revision(copy) == NEWEST
    assert stored_revision(path) == LATER
    assert "extra" in tables(path) and "extra" not in tables(copy)
    for file in (path, copy):
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("SELECT * FROM secrets").fetchall() == [("a", b"\x01")]
    assert migrate(path, later, (*REVISIONS, LATER)) is None


def test_what_refused_starts_left_is_deleted(path: Path, tmp_path: Path) -> None:
    older = tmp_path / "older"
    shutil.copytree(MIGRATIONS, older, ignore=shutil.ignore_patterns("__pycache__", "0002*"))
    migrate(path, older, ("0001",))
    with closing(sqlite3.connect(path)) as connection, connection:
        for id, opened in (("begun", 0), ("refused", None)):
            row = (id, "1", "2", "aliens", "T", "2026", opened)
            connection.execute("INSERT INTO encounters VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            connection.execute("INSERT INTO seeds VALUES (?, ?, x'00', '2026')", (f"seed of {id}", id))
    migrate(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT id FROM encounters").fetchall() == [("begun",)]
        assert connection.execute("SELECT encounter_id FROM seeds").fetchall() == [("begun",)]


def test_orders_of_older_encounters_are_numbered(path: Path, tmp_path: Path) -> None:
    older = tmp_path / "older"
    shutil.copytree(MIGRATIONS, older, ignore=shutil.ignore_patterns("__pycache__", "0003*"))
    migrate(path, older, ("0001", "0002"))
    parts = {"one": (0, 0, 1, 2, 0), "two": (0, 1, 0)}
    with closing(sqlite3.connect(path)) as connection, connection:
        for id, counts in parts.items():
            for seq, part in enumerate(counts, 1):
                connection.execute(
                    "INSERT INTO entries (encounter_id, seq, origin, kind, part, actor, at, ended, schema, "
                    'rules_version, private, "order", resolution) VALUES (?, ?, ?, ?, ?, ?, ?, 0, 2, ?, 0, ?, ?)',
                    (id, seq, seq, "order", part, "1", "2026", "1", b"{}", b"{}"),
                )
    migrate(path)
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT encounter_id, number FROM entries ORDER BY encounter_id, seq").fetchall()
    assert rows == [*(("one", n) for n in (1, 2, 2, 2, 3)), *(("two", n) for n in (1, 1, 2))]


@pytest.mark.parametrize("more", ["op.execute('no such statement')", "raise RuntimeError('half way')"])
def test_a_failed_migration_leaves_the_database_as_it_was(path: Path, later: Path, more: str) -> None:
    migrate(path)
    before = tables(path)
    (later / "versions" / "9999_later.py").write_text(NEXT.format(statements=(), more=more))
    with pytest.raises((RuntimeError, sqlite3.OperationalError)):
        migrate(path, later, (*REVISIONS, LATER))
    assert tables(path) == before
    assert stored_revision(path) == NEWEST


def test_a_failed_first_migration_leaves_no_tables(path: Path, later: Path) -> None:
    (later / "versions" / "9999_later.py").write_text(NEXT.format(statements=("no such statement",), more=""))
    with pytest.raises(sqlite3.OperationalError):
        migrate(path, later, (*REVISIONS, LATER))
    assert tables(path) == set()
    assert migrate(path) is None
    assert stored_revision(path) == NEWEST


def test_a_newer_database_is_refused_and_untouched(path: Path) -> None:
    migrate(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = path.read_bytes()
    with pytest.raises(CannotStart, match="revision 9999"):
        migrate(path)
    assert path.read_bytes() == before


def test_another_programs_database_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE recipes (title)")
    with pytest.raises(CannotStart, match="another program"):
        migrate(path)
    assert tables(path) == {"recipes"}


def test_the_sweep_and_the_head_use_their_indices(path: Path) -> None:
    migrate(path)
    queries = {
        "SELECT * FROM entries WHERE message_id IS NULL AND gave_up IS NULL AND at < '2' ORDER BY at": "undelivered",
        "SELECT * FROM entries WHERE message_id IS NULL AND gave_up IS NULL AND token_until < '2'": "undelivered",
        "SELECT * FROM entries WHERE interaction_id = '1' ORDER BY part": "sqlite_autoindex_entries_2",
        "SELECT * FROM entries WHERE encounter_id = '1' ORDER BY seq DESC LIMIT 1": "sqlite_autoindex_entries_1",
        "SELECT * FROM encounters WHERE channel_id = '1' AND open = 1": "one_open_encounter",
        "SELECT * FROM encounters WHERE channel_id = '1' ORDER BY started_at DESC": "encounters_of_a_channel",
    }
    with closing(sqlite3.connect(path)) as connection:
        for query, index in queries.items():
            plan = " / ".join(str(row[3]) for row in connection.execute("EXPLAIN QUERY PLAN " + query))
            assert f"USING INDEX {index}" in plan
            assert "TEMP B-TREE" not in plan


def test_apart_a_new_file_is_made_and_nothing_of_it_stays_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "new.sqlite3"
    told = "import sys; from pathlib import Path; from bot.game.store.home.schema import migrate_apart; "
    told += "migrate_apart(Path(sys.argv[1])); print('sqlalchemy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", told, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
    assert stored_revision(path) == NEWEST


def test_apart_what_cannot_be_is_the_same_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no directory")
    with pytest.raises(CannotStart, match=r"^Cannot create the directory .*file: File exists\.$"):
        migrate_apart(tmp_path / "file" / "new.sqlite3")
