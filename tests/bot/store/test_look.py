"""A look at the database of a running bot, in both homes."""

from __future__ import annotations

from pathlib import Path

import asyncpg
import pytest

from bot.errors import StoreFull
from bot.game.store import Store
from bot.game.store.home.inspection import look
from tests.bot.store.samples import begin, entry
from tests.homes import created


async def test_a_look_counts_what_waits_and_whether_the_database_can_be_written(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "looked_at.sqlite3") as store:
        await begin(store)
        await store.journal.append([entry(2)])
        seen = await look(store)
        assert (seen.waiting, seen.shared["open_encounters"]) == (2, 1)
        assert seen.read_seconds > 0 and seen.write_seconds > 0
        assert await store.journal.last_seq("E1") == 2


@pytest.mark.sqlite
async def test_a_disk_that_was_full_is_looked_at_until_there_is_room(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "looked_at.sqlite3") as store:
        await begin(store)
        [(pages,)] = await store._database.read("PRAGMA page_count")
        await store._database.write(f"PRAGMA max_page_count = {pages + 20}")
        await look(store)
        with pytest.raises(StoreFull):
            await store.journal.append([entry(2, state=bytes(200_000))])
        for _ in range(2):
            with pytest.raises(StoreFull, match=r"^The journal's disk is full, so nothing can be stored until it has"):
                await look(store)
        await store._database.write("PRAGMA max_page_count = 1000000")
        await look(store)
        assert store._database.full == ""
        assert await store._database.read("SELECT * FROM secrets WHERE name = 'room'") == []


async def test_a_server_whose_disk_is_full_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with await Store.open(await created()) as store:

        async def full(*args: object) -> None:
            raise asyncpg.DiskFullError('could not extend file "base/5/1": No space left on device')

        with monkeypatch.context() as patched, pytest.raises(StoreFull, match="nothing was stored: could not extend"):
            patched.setattr(asyncpg.Connection, "execute", full)
            await begin(store)
        assert store._database.full
        await look(store)
        assert not store._database.full
