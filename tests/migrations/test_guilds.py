"""Revision 0014 gives the rows of an encounter its server, in both homes, and changes nothing else of them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.game.store.home import schema_postgresql
from bot.game.store.home.schema import MIGRATIONS, REVISIONS, migrate
from tests.homes import named, server

Rows = dict[str, list[tuple[Any, ...]]]
OLDER = REVISIONS[: REVISIONS.index("0014")]
WITH_IT = ("seeds", "owed", "threads", "boards", "deadlines", "reminders", "misses", "paces", "recaps", "notices")
ADDED_SINCE = {"hidden_rolls", "forgotten"}
"""The tables of later revisions."""
COLUMNS_SINCE = {"channels": {"ruleset"}, "entries": {"chain", "leaves"}}
"""The columns of later revisions, which are empty."""
ROWS = [
    "INSERT INTO encounters (id, guild_id, channel_id, ruleset, title, started_at) VALUES ('{id}', '{guild}', '{id}', "
    "'aliens', 'T', '2026')",
    "INSERT INTO entries (encounter_id, seq, origin, kind, interaction_id, part, actor, at, ended, schema, "
    "rules_version, private, \"order\", resolution) VALUES ('{id}', 1, 1, 'order', '{id}', 0, '5', '2026', {no}, 3, "
    "'1', {no}, '{{}}', '{{}}')",
    "INSERT INTO states VALUES ('{id}', 1, {yes}, '{{}}')",
    "INSERT INTO seeds VALUES ('of {id}', '{id}', '00', '2026')",
    "INSERT INTO owed VALUES ('{id}', 1, 'gm', '7', NULL)",
    "INSERT INTO threads VALUES ('{id}', 'gm', 'thread {id}', '2027')",
    "INSERT INTO boards VALUES ('{id}', 'channel', '7', {yes}, 2, '2026', '8', '9', 1, 'd', NULL)",
    "INSERT INTO deadlines VALUES ('{id}', '24h', 60, 2, 1, 'w', '2026', '2027', NULL, '2028', 3)",
    "INSERT INTO reminders VALUES ('{id}', 2, '5', 'half', '2026', NULL)",
    "INSERT INTO misses VALUES ('{id}', '5', 4)",
    "INSERT INTO paces VALUES ('{id}')",
    "INSERT INTO recaps VALUES ('{id}', '5', 1)",
    "INSERT INTO notices VALUES ('{id}', 1, '2026', '2027', NULL, NULL)",
]
OTHERS = [
    "INSERT INTO channels VALUES ('7', '1', 'short', 'on')",
    ROWS[1].format(id="q9", yes="{yes}", no="{no}"),
]


def filling(yes: str, no: str) -> list[str]:
    rows = [row.format(id=id, guild=guild, yes=yes, no=no) for id, guild in (("a", "1"), ("b", "2")) for row in ROWS]
    return [*rows, *(row.replace("{yes}", yes).replace("{no}", no) for row in OTHERS)]


def by_name(names: list[str], rows: list[tuple[Any, ...]]) -> list[tuple[tuple[str, Any], ...]]:
    return sorted((tuple(sorted(zip(names, row, strict=True))) for row in rows), key=repr)


def check(before: Rows, after: Rows) -> None:
    assert {*after} - {*before} == ADDED_SINCE
    for table, rows in after.items():
        if table in ADDED_SINCE:
            assert rows == []
            continue
        changes = table in (*WITH_IT, "entries", "states")
        added = COLUMNS_SINCE.get(table, set())
        assert {value for row in rows for name, value in row if name in added} <= {None}
        kept = [
            tuple(pair for pair in row if not (pair[0] in added or (changes and pair[0] == "guild_id"))) for row in rows
        ]
        assert sorted(kept, key=repr) == before[table], table
        if changes:
            servers = {dict(row).get("encounter_id"): dict(row)["guild_id"] for row in rows}
            assert servers == {"a": "1", "b": "2", **({"q9": ""} if table == "entries" else {})}, table


def in_file(path: Path) -> Rows:
    with closing(sqlite3.connect(path)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            table: by_name([one[0] for one in cursor.description], cursor.fetchall())
            for table in tables
            if table != "alembic_version"
            for cursor in [connection.execute(f"SELECT * FROM {table}")]
        }


def test_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite3"
    migrate(path, MIGRATIONS, OLDER)
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in filling("1", "0"):
            connection.execute(statement)
    before = in_file(path)
    copy = migrate(path)
    check(before, in_file(path))
    assert copy is not None
    assert in_file(copy) == before
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("DELETE FROM entries WHERE encounter_id = 'a'")
        connection.execute("DELETE FROM seeds WHERE encounter_id = 'a'")
        connection.execute("DELETE FROM encounters WHERE id = 'a'")
        left = {t: connection.execute(f"SELECT encounter_id FROM {t}").fetchall() for t in WITH_IT}
    assert left == {table: [("b",)] for table in WITH_IT}
    with closing(sqlite3.connect(path)) as connection, pytest.raises(sqlite3.IntegrityError, match="channel_id"):
        connection.execute("UPDATE encounters SET open = 1")
        connection.execute(ROWS[0].format(id="thread b", guild="2"))


async def on_a_server(url: str) -> Rows:
    connection = await asyncpg.connect(url)
    names = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    found: Rows = {}
    for (table,) in names:
        if table != "alembic_version":
            rows = await connection.fetch(f"SELECT * FROM {table}")
            found[table] = by_name([*rows[0].keys()] if rows else [], [tuple(row) for row in rows])
    await connection.close()
    return found


async def test_on_a_server(tmp_path: Path) -> None:
    name = f"guilds_{tmp_path.name.lower()}_{tmp_path.parent.name.replace('-', '_')}"
    url = named(server(), name)
    connection = await asyncpg.connect(server())
    await connection.execute(f"CREATE DATABASE {name}")
    await schema_postgresql.migrate(url, MIGRATIONS, OLDER)
    there = await asyncpg.connect(url)
    for statement in filling("TRUE", "FALSE"):
        await there.execute(statement)
    before = await on_a_server(url)
    await schema_postgresql.migrate(url)
    check(before, await on_a_server(url))
    await there.execute("DELETE FROM entries WHERE encounter_id = 'a'; DELETE FROM seeds WHERE encounter_id = 'a'")
    await there.execute("DELETE FROM encounters WHERE id = 'a'")
    assert {t: await there.fetchval(f"SELECT min(encounter_id) FROM {t}") for t in WITH_IT} == dict.fromkeys(
        WITH_IT, "b"
    )
    await there.execute("UPDATE encounters SET open = 1")
    with pytest.raises(asyncpg.UniqueViolationError, match="channel_id"):
        await there.execute(ROWS[0].format(id="thread b", guild="2"))
    await there.close()
    await connection.execute(f"DROP DATABASE {name}")
    await connection.close()
