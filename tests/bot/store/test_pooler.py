"""A store behind PgBouncer, in both of its modes: nothing is lost, doubled or less isolated than without it."""

from __future__ import annotations

import asyncio
import os
import shutil
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import parse_qs, urlsplit

import asyncpg
import pytest

from bot.errors import CannotStart, Stale
from bot.game.store import Store
from bot.game.store.home.database_move import move
from bot.game.store.home.inspection import glance, look
from bot.game.store.home.postgresql import PostgreSQL
from bot.game.store.home.schema import NEWEST
from bot.game.store.home.server_address import ServerAddress
from tests.bot.store.samples import begin, count, entry
from tests.homes import ask, created
from tests.waiting import patience
from tests.watching import free_port

PGBOUNCER = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
pytestmark = [pytest.mark.sqlite, pytest.mark.skipif(PGBOUNCER is None, reason="pgbouncer is not installed")]
MODES = ("session", "transaction")


@asynccontextmanager
async def pooled(url: str, mode: str, connections: int) -> AsyncIterator[str]:
    """PgBouncer before the server of that URL; yields the database's URL through it."""
    with TemporaryDirectory() as folder:
        await asyncio.to_thread(os.chmod, folder, 0o755)
        async with _pooled(url, Path(folder), mode, connections) as through:
            yield through


@asynccontextmanager
async def _pooled(url: str, folder: Path, mode: str, connections: int) -> AsyncIterator[str]:
    parts, port = urlsplit(url), free_port()
    socket_folder = parse_qs(parts.query)["host"][0]
    config = folder / "pgbouncer.ini"
    lines = [
        "[databases]",
        f"* = host={socket_folder}",
        "[pgbouncer]",
        "listen_addr = 127.0.0.1",
        f"listen_port = {port}",
        "unix_socket_dir =",
        "auth_type = trust",
        f"auth_file = {folder / 'users.txt'}",
        f"pool_mode = {mode}",
        f"default_pool_size = {connections}",
    ]
    config.write_text("\n".join(lines))
    (folder / "users.txt").write_text('"postgres" ""\n')
    assert PGBOUNCER is not None
    # It does not run as root, and reads only what its user may read.
    user: dict[str, Any] = {"user": await asyncio.to_thread(_owner, socket_folder)} if os.getuid() == 0 else {}
    process = await asyncio.create_subprocess_exec(PGBOUNCER, str(config), stdout=DEVNULL, stderr=DEVNULL, **user)
    try:
        through = f"postgresql://postgres@127.0.0.1:{port}{parts.path}"
        async with asyncio.timeout(patience()):
            while True:
                try:
                    await (await asyncpg.connect(through, statement_cache_size=0)).close()
                    break
                except OSError:
                    assert process.returncode is None, "PgBouncer has ended"
                    await asyncio.sleep(0.05)
        yield through
    finally:
        process.kill()
        await process.wait()


def _owner(folder: str) -> int:
    return Path(folder).stat().st_uid


@pytest.fixture(params=MODES)
async def behind(request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """The URL of a database through PgBouncer; in session mode each of the bot's connections needs one of its own."""
    async with pooled(await created(), request.param, 3 if request.param == "transaction" else 20) as url:
        yield url


async def test_a_pooler_is_noticed(behind: str) -> None:
    assert await ServerAddress.of(behind).is_pooled()
    assert not await ServerAddress.of(await created()).is_pooled()


async def test_orders_at_once_are_stored_once_each(behind: str) -> None:
    async with (
        await Store.open(behind, patience=patience()) as one,
        await Store.open(behind, patience=patience(), connections=2) as two,
    ):
        for n in range(4):
            await begin(one, f"E{n}", f"channel {n}")
        for seq in range(2, 6):
            outcomes = await asyncio.gather(
                *(
                    store.journal.append([entry(seq, encounter_id=f"E{n}", interaction_id=f"{name} {n} {seq}")])
                    for n in range(4)
                    for name, store in (("one", one), ("two", two))
                ),
                return_exceptions=True,
            )
            assert [type(outcome) for outcome in outcomes if outcome is not None] == [Stale] * 4
        assert [await count(two, f"E{n}") for n in range(4)] == [5] * 4
        assert (await look(one)).free is None


async def test_a_write_is_serializable_whatever_the_session_was_set_to(behind: str) -> None:
    database = await PostgreSQL.open(behind, patience())
    seen = (
        "INSERT INTO secrets (name, value) SELECT 'level', convert_to(current_setting('transaction_isolation'), 'UTF8')"
    )
    for statements in ([(seen, ())], [("DELETE FROM secrets", ()), (seen, ())]):
        await database.write_all([("DELETE FROM secrets", ())])
        await database.write_all(statements)
        assert await database.read("SELECT value FROM secrets") == [(b"serializable",)]
    await database.close()


async def test_its_revision_is_known_and_not_who_has_it_open(behind: str) -> None:
    async with await Store.open(behind, patience=patience()):
        seen = await asyncio.to_thread(glance, behind)
        assert (seen.revision, seen.holder) == (NEWEST, None)


async def test_a_schema_in_the_address_is_refused_with_the_way_out(behind: str) -> None:
    with pytest.raises(CannotStart, match=r"^The pooler before PostgreSQL does not take search_path\. Leave it out of"):
        await Store.open(f"{behind}?schema=referee", patience=patience())


async def test_the_bot_can_be_told_of_a_pooler(behind: str) -> None:
    async with await Store.open(
        f"{behind}?pgbouncer=true&connect_timeout=10&sslmode=disable&channel_binding=prefer", patience=patience()
    ):
        pass


async def test_a_start_is_not_held_up_by_the_lock_of_an_earlier_one(behind: str) -> None:
    for _ in range(6):
        async with asyncio.timeout(patience()), await Store.open(behind, patience=patience()):
            pass


async def test_a_move_into_it_is_refused_and_a_copy_out_of_it_is_made(behind: str, tmp_path: Path) -> None:
    async with await Store.open(behind, patience=patience()) as store:
        await begin(store)
    with pytest.raises(CannotStart, match=r"^A pooler is before the target, and a move needs a session\."):
        await move(behind, behind, lambda *_: None, alone=False)
    copy = tmp_path / "copy.sqlite3"
    await move(behind, copy, lambda *_: None, alone=False)
    assert ask(copy, "SELECT id FROM encounters") == [("E1",)]
