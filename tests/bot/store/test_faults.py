"""A store under bad conditions: cancelled tasks, foreign locks, a read-only file, a full disk, damage.

Each time: one clear error, nothing half stored, and the next order works.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.errors import CannotStart, StoreUnavailable
from bot.game.store import Store
from bot.game.store.home.sqlite import copy_database
from tests.bot.store.samples import begin, count, encounter, entry
from tests.waiting import patience

pytestmark = pytest.mark.sqlite


@contextmanager
def locked(path: Path) -> Iterator[sqlite3.Connection]:
    """Another program in the middle of a transaction."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield other


async def test_cancelled_orders_leave_whole_groups_and_a_working_store(store: Store) -> None:
    chance = random.Random(2183)
    sizes = {f"E{n}": chance.randint(1, 6) for n in range(300)}

    async def start(encounter_id: str) -> None:
        size = sizes[encounter_id]
        await store.journal.append(
            [entry(n, encounter_id=encounter_id, interaction_id=encounter_id, part=n) for n in range(size)]
        )

    tasks = {encounter_id: asyncio.create_task(start(encounter_id)) for encounter_id in sizes}
    doomed = set(chance.sample(sorted(sizes), 150))
    for encounter_id in sorted(doomed):
        for _ in range(chance.randint(0, 3)):
            await asyncio.sleep(0)
        tasks[encounter_id].cancel()
    outcomes = dict(zip(tasks, await asyncio.gather(*tasks.values(), return_exceptions=True), strict=True))

    assert any(isinstance(outcome, asyncio.CancelledError) for outcome in outcomes.values())
    # What a cancelled task left is final once it has ended: look once, write on, look again.
    found = {encounter_id: await count(store, encounter_id) for encounter_id in sizes}
    for encounter_id, outcome in outcomes.items():
        if outcome is None:
            assert found[encounter_id] == sizes[encounter_id]
        else:
            assert isinstance(outcome, asyncio.CancelledError)
            assert found[encounter_id] in (0, sizes[encounter_id])
    await begin(store, "after", "501")
    assert await count(store, "after") == 1
    assert found == {encounter_id: await count(store, encounter_id) for encounter_id in sizes}


async def test_a_cancelled_order_is_settled_before_its_task_ends(store: Store, path: Path) -> None:
    with locked(path) as other:
        task = asyncio.create_task(store.journal.append([entry(1)]))
        await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.sleep(0)
        assert not task.done()
        other.execute("ROLLBACK")
        with pytest.raises(asyncio.CancelledError):
            await task
    assert await count(store) == 1


async def test_an_order_cancelled_twice_still_leaves_the_store_working(store: Store, path: Path) -> None:
    with locked(path) as other:
        task = asyncio.create_task(store.journal.append([entry(1)]))
        for _ in range(3):
            await asyncio.sleep(0)
            task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        other.execute("ROLLBACK")
    await store.journal.append([entry(1, encounter_id="E2", interaction_id="next")])
    assert await count(store) in (0, 1)
    assert await count(store, "E2") == 1


async def test_a_foreign_lock_is_said_and_passes(store: Store, path: Path) -> None:
    await begin(store)
    with locked(path) as other:
        with pytest.raises(StoreUnavailable, match=r"^Another program locks the journal, so nothing was stored:"):
            await store.journal.append([entry(2)])
        # Readers don't mind.
        assert await count(store) == 1
        other.execute("ROLLBACK")
    await store.journal.append([entry(2)])
    assert await count(store) == 2


async def test_a_lock_that_passes_soon_is_waited_for(path: Path) -> None:
    async with await Store.open(path, patience=30) as store:
        with locked(path) as other:
            waiting = asyncio.create_task(store.journal.append([entry(1)]))
            await asyncio.sleep(0.02)
            assert await count(store) == 0
            assert not waiting.done()
            other.execute("ROLLBACK")
            await waiting
        assert await count(store) == 1


async def test_a_locked_file_cannot_be_opened(path: Path) -> None:
    await (await Store.open(path)).close()
    with (
        locked(path),
        pytest.raises(StoreUnavailable, match=r"^Another program locks the journal, so nothing was stored:"),
    ):
        await Store.open(path, patience=0.01)
    await (await Store.open(path)).close()


async def test_a_file_that_turns_read_only_is_said_and_passes(store: Store) -> None:
    await begin(store)
    await store._database.write("PRAGMA query_only = ON")
    with pytest.raises(StoreUnavailable, match="read-only"):
        await store.journal.append([entry(2)])
    with pytest.raises(StoreUnavailable, match="read-only"):
        await store.outbox.marked([("E1", 1, "7001")])
    assert await count(store) == 1
    await store._database.write("PRAGMA query_only = OFF")
    await store.journal.append([entry(2)])
    assert await count(store) == 2


async def test_a_read_only_file_cannot_be_opened(path: Path) -> None:
    await (await Store.open(path)).close()
    # A format version to write that SQLite doesn't know makes the file read-only for it, even for root.
    with path.open("r+b") as file:
        file.seek(18)
        file.write(b"\x03")
    with pytest.raises(StoreUnavailable, match="read-only"):
        await Store.open(path)


async def test_a_full_disk_is_said_and_passes(store: Store) -> None:
    await begin(store)
    ((pages,),) = await store._database.read("PRAGMA page_count")
    await store._database.write(f"PRAGMA max_page_count = {pages + 2}")
    large = b"x" * 100_000
    with pytest.raises(StoreUnavailable, match="full"):
        await store.journal.append(
            [entry(2, interaction_id="next"), entry(3, interaction_id="next", part=1, state=large)]
        )
    assert await count(store) == 1
    assert await store.journal.open_encounter("500") == encounter(open=True)

    await store._database.write("PRAGMA max_page_count = 1000000")
    await store.journal.append([entry(2, interaction_id="next"), entry(3, interaction_id="next", part=1, state=large)])
    assert await count(store) == 3


async def test_a_closed_store_says_so(path: Path) -> None:
    store = await Store.open(path)
    await store.close()
    await store.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.journal.append([entry(1)])
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.journal.head("E1")


async def test_what_is_queued_is_stored_before_closing(path: Path) -> None:
    store = await Store.open(path)
    queued = [
        asyncio.create_task(store.journal.append([entry(1, encounter_id=f"E{n}", interaction_id=f"{n}")]))
        for n in range(50)
    ]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*queued)
    async with await Store.open(path) as store:
        assert [await count(store, f"E{n}") for n in range(50)] == [1] * 50


def test_rubbish_is_not_a_database(path: Path) -> None:
    path.write_bytes(b"Game over, man! " * 1000)
    with pytest.raises(StoreUnavailable, match="not a database"):
        asyncio.run(Store.open(path))


async def test_a_directory_is_not_a_database(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="cannot be opened"):
        await Store.open(tmp_path)


async def test_a_path_below_a_file_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotStart, match="directory"):
        await Store.open(tmp_path / "file" / "deeper" / "referee.sqlite3")


async def test_a_backup_is_a_whole_store_taken_in_use(store: Store, path: Path, tmp_path: Path) -> None:
    await begin(store)
    copy = tmp_path / "copies" / "monday.sqlite3"
    writing = asyncio.create_task(store.journal.append([entry(2)]))
    await asyncio.to_thread(copy_database, path, copy)
    await writing
    assert [file.name for file in copy.parent.iterdir()] == ["monday.sqlite3"]
    async with await Store.open(copy) as opened:
        assert await opened.journal.entry("E1", 1) == entry(1, interaction_id="start E1")
        await opened.outbox.marked([("E1", 1, "7001")])
    assert [e.seq for e in await store.outbox.undelivered()] == [1, 2]


async def test_a_backup_to_nowhere_is_said(store: Store, path: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnavailable, match="cannot be written"):
        await asyncio.to_thread(copy_database, path, tmp_path / "file" / "copy.sqlite3")


def test_a_store_left_open_does_not_keep_the_process_alive(path: Path) -> None:
    program = (
        "import asyncio, sys; from pathlib import Path; from bot.game.store import Store\n"
        "store = asyncio.run(Store.open(Path(sys.argv[1])))"
    )
    assert subprocess.run([sys.executable, "-c", program, str(path)], timeout=patience(), check=False).returncode == 0
