"""A look at the database of a running bot, in both homes."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.errors import StoreFull
from bot.game.store import Store
from bot.game.store.home.inspection import look
from tests.bot.store.samples import begin, entry
from tests.forks import ROOT
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
async def test_a_full_disk_is_seen_before_any_order_is_refused(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "looked_at.sqlite3") as store:
        await begin(store)
        [(pages,)] = await store._database.read("PRAGMA page_count")
        # Room for a small order, and none for a large one.
        await store._database.write(f"PRAGMA max_page_count = {pages + 20}")
        for _ in range(2):
            with pytest.raises(StoreFull, match=r"^The host's disk is full, so nothing can be stored until there is"):
                await look(store)
        await store._database.write("PRAGMA max_page_count = 1000000")
        await look(store)
        assert await store._database.read("SELECT * FROM secrets WHERE name = 'room'") == []


_ON_A_SMALL_DISK = """
import asyncio, sys
from pathlib import Path
from bot.errors import StoreFull
from bot.game.store import Store
from bot.game.store.home.inspection import look

async def main():
    folder = Path(sys.argv[1])
    async with await Store.open(folder / "referee.sqlite3") as store:
        before = await look(store)
        (folder / "other").write_bytes(bytes(before.free))
        try:
            # What is in the log already is written over first, by orders as well.
            for n in range(100):
                await look(store)
                written = False
                await store.shelf.put_settings("1", bytes(20_000))
                written = True
        except StoreFull as error:
            print(error.cause, written, str(folder) in error.detail)
        (folder / "other").unlink()
        await look(store)
        print((await store._database.read("SELECT count(*) FROM secrets WHERE name = 'room'"))[0][0])

asyncio.run(main())
"""


@pytest.mark.sqlite
def test_a_disk_that_is_really_full_is_seen(tmp_path: Path) -> None:
    mounted = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
    mount = f"mount -t tmpfs -o size=4m none {shlex.quote(str(tmp_path))}"
    if not shutil.which("unshare") or subprocess.run([*mounted, mount], capture_output=True).returncode:
        pytest.skip("unshare cannot mount a small disk here")
    run = shlex.join([sys.executable, "-c", _ON_A_SMALL_DISK, str(tmp_path)])
    shown = subprocess.run([*mounted, f"{mount} && {run}"], capture_output=True, text=True, check=False, cwd=ROOT)
    assert shown.stdout.splitlines() == ["disk full True False", "0"], shown.stderr


async def test_a_server_whose_disk_is_full_is_seen_and_players_read_no_error_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await Store.open(await created()) as store:
        execute = asyncpg.Connection.execute

        async def full(connection: asyncpg.Connection, query: str, *values: object, **options: Any) -> Any:
            if query.startswith("CREATE TEMPORARY TABLE room"):
                raise asyncpg.DiskFullError('could not extend file "base/5/1": No space left on device')
            return await execute(connection, query, *values, **options)

        with monkeypatch.context() as patched:
            patched.setattr(asyncpg.Connection, "execute", full)
            for _ in range(2):
                with pytest.raises(StoreFull, match=r"^The host's disk is full, [^\d/]*$") as refused:
                    await look(store)
                assert 'could not extend file "base/5/1"' in refused.value.detail
        seen = await look(store)
        assert seen.free is None
        assert await store._database.read("SELECT * FROM pg_class WHERE relname = 'room'") == []
