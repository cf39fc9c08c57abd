"""A store on a PostgreSQL server that is slow, away, busy with others, or has lost the connection."""

from __future__ import annotations

import asyncio
import logging
import shutil
import sqlite3
import traceback
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest

from bot.errors import NO_DATABASE, CannotStart, Stale, StoreAway, StoreUnavailable
from bot.game.store import Store
from bot.game.store.home import schema_postgresql
from bot.game.store.home.connection import APPLICATION, when_unlocked
from bot.game.store.home.inspection import glance
from bot.game.store.home.postgresql import numbered
from bot.game.store.home.schema import MIGRATIONS, REVISIONS
from bot.host.logs import leave_out_the_foreseen
from tests.bot.store.samples import begin, count, entry
from tests.homes import ask, created, named, server
from tests.new_database import migrated
from tests.proxied import Proxy, proxied
from tests.waiting import patience

pytestmark = pytest.mark.sqlite  # Each test chooses its database itself.


@pytest.fixture
async def behind() -> AsyncIterator[tuple[Proxy, Store]]:
    """A store behind a proxy, with an encounter of one entry."""
    async with proxied(await created()) as (proxy, url), await Store.open(url, patience=0.4) as store:
        await begin(store, "E1", "channel 1")
        yield proxy, store


async def test_a_connection_that_is_cut_is_replaced_and_nothing_is_lost(behind: tuple[Proxy, Store]) -> None:
    proxy, store = behind
    proxy.cut()
    await store.journal.append([entry(2, encounter_id="E1", interaction_id="i2")])
    proxy.cut()
    assert await count(store, "E1") == 2


async def test_a_server_that_does_not_answer_is_told_and_the_next_order_works(behind: tuple[Proxy, Store]) -> None:
    proxy, store = behind
    proxy.hold_answers()
    with pytest.raises(StoreUnavailable, match=r"^The journal's database does not answer in time\. If your order was"):
        await store.journal.append([entry(2, encounter_id="E1", interaction_id="i2")])
    with pytest.raises(StoreUnavailable):
        await store.journal.head("E1")
    proxy.cut()
    stored = await count(store, "E1")
    assert stored in (1, 2)
    await store.journal.append([entry(stored + 1, encounter_id="E1", interaction_id="i3")])
    assert await count(store, "E1") == stored + 1


async def test_a_commit_whose_answer_is_lost_is_not_made_again(behind: tuple[Proxy, Store]) -> None:
    proxy, store = behind
    # One statement is a transaction of its own: the server hears all of it, and only its answer is lost.
    proxy.hold_answers()
    with pytest.raises(StoreUnavailable, match="its result appears later"):
        await store.outbox.marked([("E1", 1, "7001")])
    proxy.cut()
    marked = await store.journal.entry("E1", 1)
    assert marked is not None and marked.message_id in (None, "7001")


async def test_what_is_stored_before_the_connection_is_lost_is_stored_once_and_told(
    behind: tuple[Proxy, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy, store = behind

    async def lost(connection: asyncpg.Connection, **options: float) -> None:
        proxy.cut()
        raise asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation")

    with monkeypatch.context() as patched:
        # What the pool does with a connection that it gets back.
        patched.setattr(asyncpg.Connection, "reset", lost)
        await store.journal.append([entry(2, encounter_id="E1", interaction_id="i2")])
    assert await count(store, "E1") == 2


async def test_a_connection_that_the_server_ends_before_it_is_used_is_replaced(behind: tuple[Proxy, Store]) -> None:
    proxy, store = behind
    await proxy.end_session()
    assert await count(store, "E1") == 1
    await proxy.end_session()
    await store.journal.append([entry(2, encounter_id="E1", interaction_id="i2")])
    assert await count(store, "E1") == 2


async def test_a_server_that_is_away_is_told_and_found_again(behind: tuple[Proxy, Store]) -> None:
    proxy, store = behind
    await proxy.close()
    for _ in range(2):
        with pytest.raises(StoreAway, match=r"^The journal's database cannot be reached, so nothing was stored\."):
            await store.journal.append([entry(2, encounter_id="E1", interaction_id="i2")])
    await proxy.open()
    await store.journal.append([entry(2, encounter_id="E1", interaction_id="i2")])
    assert await count(store, "E1") == 2


async def test_a_server_that_is_away_fills_no_log(
    behind: tuple[Proxy, Store], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy, store = behind
    tried = asyncio.Event()

    def note(record: logging.LogRecord) -> bool:
        tried.set()
        return True

    monkeypatch.setattr(logging.getLogger("asyncpg.pool"), "filters", [note])
    leave_out_the_foreseen()
    await proxy.close()
    async with asyncio.timeout(patience()):
        await tried.wait()
    await asyncio.sleep(0)
    assert [record.getMessage() for record in caplog.records if record.name.startswith("asyncpg")] == []
    await proxy.open()
    assert await count(store, "E1") == 1


async def test_a_start_waits_for_its_server(caplog: pytest.LogCaptureFixture) -> None:
    async with proxied(await created()) as (proxy, url):
        await proxy.close()
        opening = asyncio.create_task(when_unlocked(lambda: Store.open(url)))
        while "No PostgreSQL server answers at the address in DATABASE_URL." not in caplog.text:
            await asyncio.sleep(0.01)
        await proxy.open()
        async with await opening as store:
            assert await store.erasure.guilds() == frozenset()


async def test_orders_at_once_in_two_processes_stay_in_order() -> None:
    """Of two that take the same number one is stale, and no other encounter is refused for it."""
    url = await created()
    async with await Store.open(url) as one, await Store.open(url) as two:
        for n in range(8):
            await begin(one, f"E{n}", f"channel {n}")
        for seq in range(2, 7):
            outcomes = await asyncio.gather(
                *(
                    store.journal.append([entry(seq, encounter_id=f"E{n}", interaction_id=f"{name} {n} {seq}")])
                    for n in range(8)
                    for name, store in (("one", one), ("two", two))
                ),
                return_exceptions=True,
            )
            assert [type(outcome) for outcome in outcomes if outcome is not None] == [Stale] * 8
        assert [await count(one, f"E{n}") for n in range(8)] == [6] * 8


async def test_an_interaction_that_two_processes_get_is_stored_once() -> None:
    url = await created()
    async with await Store.open(url) as one, await Store.open(url) as two:
        await begin(one, "E1", "channel 1")
        outcomes = await asyncio.gather(
            *(store.journal.append([entry(2, encounter_id="E1", interaction_id="i2")]) for store in (one, two)),
            return_exceptions=True,
        )
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["NoneType", "Twice"]


async def test_starts_at_once_make_one_schema() -> None:
    name = "starts_at_once"
    connection = await asyncpg.connect(server())
    await connection.execute(f"DROP DATABASE IF EXISTS {name}")
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
    url = named(server(), name)
    assert await schema_postgresql.stored_revision(url) is None
    stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
    assert await schema_postgresql.stored_revision(url) == REVISIONS[-1]
    for store in stores:
        await store.close()


@pytest.fixture
def later(tmp_path: Path) -> Path:
    """The migrations, and one more."""
    migrations = shutil.copytree(MIGRATIONS, tmp_path / "migrations")
    (migrations / "versions" / "9999_later.py").write_text(
        f"""
revision = "9999"
down_revision = "{REVISIONS[-1]}"
POSTGRESQL = ("CREATE TABLE later (id TEXT PRIMARY KEY)",)

def upgrade():
    from alembic import op
    for statement in POSTGRESQL:
        op.execute(statement)
"""
    )
    return migrations


async def test_an_older_schema_is_brought_up_to_date_by_alembic(later: Path) -> None:
    url = await created()
    await schema_postgresql.migrate(url, later, (*REVISIONS, "9999"))
    assert await schema_postgresql.stored_revision(url) == "9999"
    with pytest.raises(CannotStart, match=r"^The database has revision 9999, which this program .* does not know\."):
        await Store.open(url)


async def test_a_server_that_refuses_to_change_an_older_schema_is_told(later: Path) -> None:
    url = await created()
    connection = await asyncpg.connect(url)
    await connection.execute(f"ALTER DATABASE {urlsplit(url).path[1:]} SET default_transaction_read_only = on")
    await connection.close()
    with pytest.raises(StoreUnavailable, match=r"^PostgreSQL reports: cannot execute CREATE TABLE in a read-only tr"):
        await schema_postgresql.migrate(url, later, (*REVISIONS, "9999"))
    assert await schema_postgresql.stored_revision(url) == REVISIONS[-1]


async def test_a_text_with_a_nul_is_refused_and_nothing_stored() -> None:
    async with await Store.open(await created()) as store:
        with pytest.raises(StoreUnavailable, match=r"^The journal's database refused that, so nothing was stored\.$"):
            await begin(store, "E1", "chan\0nel")
        assert await store.journal.encounter("E1") is None


async def test_another_programs_database_is_left_alone() -> None:
    url = await created()
    connection = await asyncpg.connect(url)
    await connection.execute("DROP TABLE alembic_version")
    await connection.close()
    with pytest.raises(CannotStart, match="another program's tables"):
        await Store.open(url)


@pytest.mark.parametrize("password", ["pa/s3cret", "s3cret/x", "x?s3cret", "x#s3cret", "s3cret#x", "[s3cret"])
async def test_a_password_that_makes_its_url_unreadable_is_not_shown(password: str) -> None:
    with pytest.raises(CannotStart) as refused:
        await schema_postgresql.connected(f"postgresql://me:{password}@localhost:1/referee")
    assert str(refused.value).startswith("The database's URL cannot be read. Replace special characters in")
    assert "s3cret" not in "".join(traceback.format_exception(refused.value))


async def test_a_database_that_is_deleted_meanwhile_is_told() -> None:
    url = await created()
    async with await Store.open(url) as store:
        connection = await asyncpg.connect(server())
        await connection.execute(f"DROP DATABASE {urlsplit(url).path[1:]} WITH (FORCE)")
        await connection.close()
        with pytest.raises(StoreUnavailable, match=r"^The journal's database refused that") as refused:
            await store.journal.head("E1")
        assert refused.value.cause == NO_DATABASE


async def test_a_server_that_refuses_the_first_start_is_told() -> None:
    url = await created()
    name = urlsplit(url).path[1:]
    connection = await asyncpg.connect(url)
    await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    await connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    await connection.close()
    with pytest.raises(StoreUnavailable, match=r"^PostgreSQL reports: cannot execute CREATE TABLE in a read-only tr"):
        await Store.open(url)


async def test_a_database_that_cannot_be_read_is_told() -> None:
    url = await created()
    connection = await asyncpg.connect(url)
    await connection.execute("ALTER TABLE alembic_version RENAME COLUMN version_num TO something_else")
    await connection.close()
    for asking in (schema_postgresql.stored_revision(url), asyncio.to_thread(glance, url)):
        with pytest.raises(StoreUnavailable, match=r'^PostgreSQL reports: column "version_num" does not exist'):
            await asking


async def test_who_has_the_database_open_is_named_by_the_address_alone() -> None:
    url = await created()
    connection = await asyncpg.connect(url)
    # The tests' server has no clients with an address.
    await connection.execute(
        f"CREATE VIEW public.pg_stat_activity AS SELECT '{APPLICATION}' AS application_name, "
        "current_database() AS datname, ip::inet AS client_addr FROM unnest(ARRAY['10.0.0.7', '::1', NULL]) ip"
    )
    await connection.execute(f"ALTER DATABASE {urlsplit(url).path[1:]} SET search_path = public, pg_catalog")
    await connection.close()
    assert (await asyncio.to_thread(glance, url)).holder == "A bot on 10.0.0.7, ::1, this machine"


async def test_a_database_that_is_not_there_is_named() -> None:
    with pytest.raises(CannotStart, match=r'^PostgreSQL refuses the connection: database "nowhere" does not exist'):
        await Store.open(named(server(), "nowhere"))


async def test_an_unknown_parameter_of_the_url_is_named() -> None:
    with pytest.raises(CannotStart, match=r'^PostgreSQL refuses the connection: unrecognized configuration .* "fast"'):
        url = await created()
        await Store.open(f"{url}{'&' if '?' in url else '?'}fast=1")


async def test_both_homes_have_the_same_columns() -> None:
    """The statements of SQLite's revisions, and those of PostgreSQL's first, make the same tables."""
    connection = await asyncpg.connect(await created())
    rows = await connection.fetch(
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
    )
    await connection.close()
    there = {(row[0], row[1]) for row in rows}
    with closing(sqlite3.connect(":memory:")) as file:
        file.deserialize(migrated())
        tables = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        here = {(table, row[1]) for table in tables for row in file.execute(f"PRAGMA table_info({table})")}
    assert here == there


@pytest.mark.parametrize(
    ("sql", "there"),
    [
        ("SELECT ?, ?", "SELECT $1, $2"),
        ("SELECT ?2, ?1, ?2", "SELECT $2, $1, $2"),
        ("SELECT ?3, ?", "SELECT $3, $4"),
    ],
)
def test_places_are_numbered_as_in_sqlite(sql: str, there: str) -> None:
    assert numbered(sql) == there


async def test_asking_beside_the_bot_does_not_wait_for_a_transaction_of_the_same_event_loop() -> None:
    url = await created()
    async with await Store.open(url) as store:
        await begin(store, "E1", "channel 1")
        connection = await asyncpg.connect(url)
        await connection.execute("BEGIN; UPDATE encounters SET title = 'one'")
        ask(url, "UPDATE encounters SET title = 'other'")
        assert ask(url, "SELECT title FROM encounters") == [("other",)]
        connection.terminate()
