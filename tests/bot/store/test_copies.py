"""Copies of an SQLite home: whole as of one moment, looked into before they are used, and put in its place or not."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import pytest

from bot.errors import CannotStart, StoreUnavailable
from bot.game.store import Store
from bot.game.store.home import copies
from bot.game.store.home.schema import NEWEST
from tests.bot.store.samples import begin, entry

pytestmark = pytest.mark.sqlite

# A user that systemd gives to a service.
SERVICE = 61184


def gives_files_away() -> bool:
    with suppress(OSError, AttributeError), NamedTemporaryFile() as file:
        os.chown(file.name, SERVICE, SERVICE)
        return True
    return False


as_root = pytest.mark.skipif(not gives_files_away(), reason="this user may not give files away, as root may")


def bytes_of(file: Path) -> bytes:
    return file.read_bytes()


def names(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir()]


def mode(file: Path) -> int:
    return file.stat().st_mode & 0o777


def owner(file: Path) -> int:
    return file.stat().st_uid


def write(file: Path, content: bytes) -> None:
    file.write_bytes(content)


def stored(file: Path) -> list[str]:
    """Everything that a database has, as SQL."""
    with closing(sqlite3.connect(file)) as connection:
        return [*connection.iterdump()]


def ignore(done: int, total: int) -> None:
    """Shows no progress."""


@pytest.fixture
async def copy(store: Store, path: Path, tmp_path: Path) -> Path:
    """A copy of a store with one encounter that is still open."""
    await begin(store)
    made = tmp_path / "copies" / "monday.sqlite3"
    await asyncio.to_thread(copies.copy, path, made, ignore)
    return made


async def test_a_copy_is_of_one_moment_although_orders_continue(store: Store, path: Path, tmp_path: Path) -> None:
    await begin(store)
    await store.journal.append([entry(2, state=os.urandom(20 << 20))])
    seen: list[tuple[int, int]] = []
    loop = asyncio.get_running_loop()

    def order(done: int, total: int) -> None:
        seen.append((done, total))
        more = store.journal.append([entry(2 + len(seen), parent=1 + len(seen))])
        asyncio.run_coroutine_threadsafe(more, loop).result(10)

    copy = tmp_path / "monday.sqlite3"
    await asyncio.to_thread(copies.copy, path, copy, order)
    assert len(seen) >= 2 and seen == sorted(seen) and seen[-1][0] == seen[-1][1] >= 20 << 20
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT max(seq) FROM entries").fetchone() == (2,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert [e.seq for e in await store.outbox.undelivered()] == [*range(1, 3 + len(seen))]


async def test_a_copy_is_private_alone_and_says_what_it_has(copy: Path) -> None:
    assert [file.name for file in copy.parent.iterdir()] == ["monday.sqlite3"]
    if os.name == "posix":
        assert mode(copy) == 0o600
    assert copies.contents(copy) == copies.Contents(NEWEST, 1, True)
    assert [file.name for file in copy.parent.iterdir()] == ["monday.sqlite3"]


async def test_a_copy_that_finds_no_room_blames_its_own_disk(
    store: Store, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect

    def small(file: object, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(str(file), **options)
        if "copied" in str(file):
            connection.execute("PRAGMA max_page_count = 2")
        return connection

    monkeypatch.setattr(sqlite3, "connect", small)
    with pytest.raises(StoreUnavailable, match=r"^The copy cannot be written: its disk is full\.$"):
        copies.copy(path, tmp_path / "copied.sqlite3", lambda done, size: None)
    assert not [name for name in names(tmp_path) if "copied" in name]


async def test_a_database_in_which_nothing_was_stored_is_unused(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "a.sqlite3"):
        pass
    assert copies.contents(tmp_path / "a.sqlite3") == copies.Contents(NEWEST, 0, False)


async def test_what_is_no_whole_copy_is_refused_in_one_sentence(copy: Path, tmp_path: Path) -> None:
    whole = bytes_of(copy)
    page = 4096
    for content, sentence in {
        whole[: len(whole) // 2]: "is damaged",
        whole[:page] + os.urandom(page) + whole[2 * page :]: "is damaged",
        b"notes": "is damaged or is no database",
        b"": "is not a database of this bot",
    }.items():
        write(copy, content)
        with pytest.raises(CannotStart, match=sentence) as caught:
            copies.contents(copy)
        assert "\n" not in str(caught.value)
    with pytest.raises(CannotStart, match="There is no file"):
        copies.contents(tmp_path / "nothing.sqlite3")


async def test_another_programs_and_a_newer_ones_are_refused(copy: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.sqlite3")) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
    with pytest.raises(CannotStart, match="not a database of this bot"):
        copies.contents(tmp_path / "other.sqlite3")
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(CannotStart, match="revision 9999, which this program"):
        copies.contents(copy)


async def test_a_database_in_use_is_no_copy(store: Store, path: Path) -> None:
    await begin(store)
    with pytest.raises(CannotStart, match="a database in use and not a copy"):
        copies.contents(path)


async def test_who_is_in_the_database_keeps_it(store: Store, path: Path, copy: Path) -> None:
    with pytest.raises(StoreUnavailable, match=r"has .*referee.sqlite3 open. Stop it first"), copies.claimed(path):
        pass
    await store.journal.append([entry(2)])
    await store.close()
    with copies.claimed(path) as used:
        assert used
        assert [file.name for file in path.parent.glob("referee*")] == ["referee.sqlite3"]
        with (
            closing(sqlite3.connect(path, timeout=0)) as other,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            other.execute("SELECT * FROM entries")


async def test_an_error_on_the_way_changes_nothing(store: Store, path: Path, copy: Path, tmp_path: Path) -> None:
    await store.close()
    before, aside = stored(path), tmp_path / "old.sqlite3"

    def full(done: int, total: int) -> None:
        raise OSError(28, "No space left on device")

    with copies.claimed(path), pytest.raises(StoreUnavailable, match="No space left on device"):
        copies.placed(copy, path, aside, full)
    assert stored(path) == before
    assert not aside.exists() and not path.with_name("referee.sqlite3.part").exists()


async def test_a_disk_that_forgets_is_noticed(
    store: Store, path: Path, copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.close()
    before = stored(path)

    def forget(file: Path) -> None:
        if file.name.endswith(".part"):
            write(file, bytes_of(file)[:-1] + b"?")

    monkeypatch.setattr(copies, "_flush", forget)
    with copies.claimed(path), pytest.raises(StoreUnavailable, match="does not give back what was written"):
        copies.placed(copy, path, tmp_path / "old.sqlite3", ignore)
    assert stored(path) == before


@pytest.mark.parametrize("links", [True, False])
async def test_a_copy_takes_the_place_and_what_was_there_is_kept(
    links: bool, store: Store, path: Path, copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Path) -> None:
        raise OSError(95, "Operation not supported")

    if not links:
        monkeypatch.setattr(os, "link", refuse)
    await store.journal.append([entry(2)])
    await store.close()
    aside = tmp_path / "old.sqlite3"
    with copies.claimed(path):
        assert copies.placed(copy, path, aside, ignore)
    assert bytes_of(path) == bytes_of(copy)
    async with await Store.open(path) as restored:
        assert [e.seq for e in await restored.outbox.undelivered()] == [1]
    async with await Store.open(aside) as old:
        assert [e.seq for e in await old.outbox.undelivered()] == [1, 2]


@pytest.mark.parametrize("end", ["-wal", "-journal"])
async def test_a_damaged_database_and_its_log_are_put_aside_together(
    end: str, copy: Path, path: Path, store: Store
) -> None:
    await store.close()
    log = path.with_name(f"referee.sqlite3{end}")
    for damaged in (b"not a database, and long enough for its head to be read " * 99, b""):
        write(path, damaged)
        write(log, b"log")
        aside = path.with_name(f"old-{len(damaged)}")
        with copies.claimed(path) as used:
            assert used
            copies.placed(copy, path, aside, ignore)
        assert bytes_of(aside) == damaged
        # SQLite has read this journal while the database was claimed, and deleted it.
        if end == "-wal" or not damaged:
            assert bytes_of(path.with_name(f"{aside.name}{end}")) == b"log"
        async with await Store.open(path) as restored:
            assert [e.seq for e in await restored.outbox.undelivered()] == [1]


async def test_a_missing_database_is_made(copy: Path, tmp_path: Path) -> None:
    missing = tmp_path / "new" / "referee.sqlite3"
    with copies.claimed(missing) as used:
        assert not used
        assert not copies.placed(copy, missing, tmp_path / "old", ignore)
    assert bytes_of(missing) == bytes_of(copy)


@as_root
async def test_what_root_restores_belongs_to_the_owner_of_what_was_there(
    store: Store, path: Path, copy: Path, tmp_path: Path
) -> None:
    await store.close()
    os.chown(path, SERVICE, SERVICE)
    with copies.claimed(path):
        copies.placed(copy, path, tmp_path / "old.sqlite3", ignore)
    assert (owner(path), owner(tmp_path / "old.sqlite3"), owner(copy)) == (SERVICE, SERVICE, 0)
    assert owner(path.parent) == 0 and mode(path) == 0o600
    # Without a database, it is the owner of the folder, and new folders are theirs as well.
    state = tmp_path / "state"
    state.mkdir()
    os.chown(state, SERVICE, SERVICE)
    missing = state / "var" / "data" / "referee.sqlite3"
    with copies.claimed(missing):
        copies.placed(copy, missing, tmp_path / "old", ignore)
    assert [owner(made) for made in (missing, *missing.parents[:3])] == [SERVICE] * 4
    assert owner(tmp_path) == 0 and bytes_of(missing) == bytes_of(copy)


@as_root
async def test_a_copy_is_restored_where_files_cannot_be_given_away(
    store: Store, path: Path, copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    await store.close()
    os.chown(path, SERVICE, SERVICE)
    monkeypatch.setattr(os, "chown", refuse)
    with copies.claimed(path):
        assert copies.placed(copy, path, tmp_path / "old.sqlite3", ignore)
    assert bytes_of(path) == bytes_of(copy)
