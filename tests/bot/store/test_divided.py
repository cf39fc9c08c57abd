"""Tables on PostgreSQL that `host/partition.sql` divides by servers. Tests of the store run on such ones as well."""

from __future__ import annotations

import uuid
from pathlib import Path

import asyncpg
import pytest

from bot.game.store import Store
from bot.game.store.home.database_move import KEYS, digests, move
from tests.bot.store.samples import begin, count, encounter, entry
from tests.bot.store.test_database_move import played, quiet
from tests.homes import PARTITIONED, ask, created

__all__ = ["played"]

pytestmark = pytest.mark.sqlite  # Each test chooses its databases itself.

DIVIDE = (Path(__file__).parents[3] / "host" / "partition.sql").read_text(encoding="utf-8")
OF_NO_SERVER = {"alembic_version", "leases", "secrets"}
NAMES = """
    SELECT 'constraint', conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE conrelid::regclass::text = ANY (?1) AND conparentid = 0 AND contype <> 'n'
    UNION ALL SELECT 'index', indrelid::regclass::text, indexrelid::regclass::text,
        replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
    FROM pg_index WHERE indrelid::regclass::text = ANY (?1)
    UNION ALL SELECT 'trigger', tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger
    WHERE tgrelid::regclass::text = ANY (?1) AND NOT tgisinternal
    UNION ALL SELECT 'column', table_name, column_name, is_nullable || collation_name || coalesce(column_default, '')
    FROM information_schema.columns WHERE table_name = ANY (?1)
    ORDER BY 1, 2, 3, 4
"""


async def divide(url: str) -> None:
    connection = await asyncpg.connect(url)
    async with connection.transaction():
        await connection.execute(DIVIDE)
    await connection.close()


async def test_all_that_belongs_to_a_server_is_divided_and_nothing_else_changes(played: Path) -> None:
    url = await created()
    before = await move(played, url, quiet)
    names = ask(url, NAMES, [*KEYS])
    await divide(url)
    assert await digests(url) == before
    assert ask(url, NAMES, [*KEYS]) == names
    divided = {table for (table,) in ask(url, "SELECT partrelid::regclass::text FROM pg_partitioned_table")}
    whole = ask(url, "SELECT relname FROM pg_class WHERE relkind = 'r' AND NOT relispartition AND relnamespace = "
                "current_schema()::regnamespace")  # fmt: skip
    assert divided == set(KEYS) - OF_NO_SERVER
    assert {table for (table,) in whole} == OF_NO_SERVER


async def test_the_bot_plays_on_and_a_move_comes_back(played: Path, tmp_path: Path) -> None:
    url = await created(PARTITIONED)
    await move(played, url, quiet)
    async with await Store.open(url) as store:
        (row,) = await store.journal.latest_encounters("1", 2)
        last = await store.journal.last_seq(row.id)
        assert last is not None
        new = entry(last + 1, encounter_id=row.id, guild_id="1", interaction_id="new")
        await store.journal.append([new])
        assert await store.journal.last_seq(row.id) == last + 1
    back = tmp_path / "back.sqlite3"
    assert await move(url, back, quiet) == await digests(url)
    assert ask(back, "SELECT guild_id FROM entries WHERE interaction_id = 'new'") == [("1",)]


async def test_what_a_server_has_is_in_one_part_of_each_table() -> None:
    url = await created(PARTITIONED)
    guilds = [str(900 + n) for n in range(40)]
    async with await Store.open(url) as store:
        for guild in guilds:
            id = f"E{guild}"
            first = entry(1, encounter_id=id, guild_id=guild, interaction_id=id)
            await store.journal.append([first], begins=encounter(id, f"channel {guild}", guild_id=guild), board_in="7")
            await store.deadlines.set(id, "24h", 0)
    for table in ("encounters", "entries", "states", "boards", "deadlines"):
        parts = ask(url, f"SELECT guild_id, count(DISTINCT tableoid), min(tableoid::bigint) FROM {table} GROUP BY 1")
        assert {guild: parts for guild, parts, _ in parts} == dict.fromkeys(guilds, 1)
        assert len({part for *_, part in parts}) > 10


async def test_a_later_revision_changes_divided_tables(tmp_path: Path) -> None:
    url = await created(PARTITIONED)
    connection = await asyncpg.connect(url)
    for statement in (
        "ALTER TABLE entries ADD COLUMN mood TEXT NOT NULL DEFAULT ''",
        "DROP INDEX one_open_encounter",
        "CREATE UNIQUE INDEX one_open_encounter ON encounters (channel_id, guild_id) WHERE open = 1",
        "ALTER TABLE threads DROP CONSTRAINT threads_pkey, ADD PRIMARY KEY (encounter_id, reader, guild_id)",
    ):
        await connection.execute(statement)
    await connection.close()
    async with await Store.open(url) as store:
        await begin(store)
        assert await count(store) == 1


async def test_a_user_without_rights_on_the_server_divides_without_a_warning(played: Path) -> None:
    url = await created()
    await move(played, url, quiet)
    user, warnings = f"u{uuid.uuid4().hex}", list[str]()
    connection = await asyncpg.connect(url)
    await connection.execute(f"CREATE ROLE {user}; GRANT CREATE ON SCHEMA public TO {user}")
    for (table,) in await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"):
        await connection.execute(f"ALTER TABLE {table} OWNER TO {user}")
    connection.add_log_listener(lambda _, message: warnings.append(str(message)))
    try:
        async with connection.transaction():
            await connection.execute(f"SET LOCAL SESSION AUTHORIZATION {user}")
            await connection.execute(DIVIDE)
        assert warnings == []
        never = "SELECT relname FROM pg_class WHERE relkind = 'p' AND reltuples < 0"
        assert await connection.fetch(never) == []
        assert await connection.fetchval("SELECT reltuples FROM pg_class WHERE relname = 'entries'") > 0
    finally:
        await connection.execute(f"DROP OWNED BY {user} CASCADE; DROP ROLE {user}")
        await connection.close()


async def test_a_division_that_fails_changes_nothing(played: Path) -> None:
    url = await created()
    before = await move(played, url, quiet)
    names = ask(url, NAMES, [*KEYS])
    connection = await asyncpg.connect(url)
    await connection.execute("CREATE TABLE threads_15 (a INTEGER)")
    with pytest.raises(asyncpg.DuplicateTableError):
        await connection.execute(DIVIDE)
    await connection.close()
    assert ask(url, NAMES, [*KEYS]) == names
    assert await digests(url) == before
