"""`referee backup` and `referee restore`: dated copies, which of them go, and what takes the database's place."""

from __future__ import annotations

import asyncio
import hashlib
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from bot.errors import StoreUnavailable
from bot.game.store import Store
from bot.game.store.home import copies
from bot.host import backups
from bot.settings import Settings
from tests import homes
from tests.bot.store.samples import WHOLE, begin, entry

pytestmark = pytest.mark.sqlite

HOME = Path("var/referee.sqlite3")
FOLDER = Path("copies")


@pytest.fixture(autouse=True)
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty directory and no settings."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture(autouse=True)
def days(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each copy is made on another day."""
    noon = datetime(2026, 11, 1, 12, tzinfo=UTC)

    class Days:
        passed = 0

        @classmethod
        def now(cls, _: object) -> datetime:
            cls.passed += 1
            return noon + timedelta(days=cls.passed)

    monkeypatch.setattr(backups, "datetime", Days)


def referee(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def play(path: Path = HOME, orders: int = 2) -> None:
    """Make a database with one encounter, if there is none, and add orders to it."""

    async def ordered() -> None:
        async with await Store.open(path) as store:
            before = len(await store.outbox.undelivered())
            if not before:
                await begin(store, **WHOLE)
            await store.journal.append([entry(n, **WHOLE) for n in range(max(before, 1) + 1, orders + 1)])

    asyncio.run(ordered())


def clear() -> None:
    """Remove the files that a bot makes if it is started without its database."""
    for file in HOME.parent.iterdir():
        file.unlink()

    async def made() -> None:
        await (await Store.open(HOME)).close()

    asyncio.run(made())


def orders(file: Path = HOME) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("SELECT count(*) FROM entries").fetchone()[0])


def back_up(keep: int) -> Result:
    return referee("backup", "--folder", str(FOLDER), "--keep", str(keep))


def kept() -> list[str]:
    """The days of November whose copies are there."""
    return sorted(file.name.removeprefix("referee-202611")[:2] for file in FOLDER.glob("referee-*"))


def test_the_oldest_copies_go_and_the_list_says_what_is_there() -> None:
    play()
    for day in range(5):
        made = back_up(3)
        assert made.exit_code == 0, made.output
        assert made.output.endswith(f"Copied the database to copies/referee-202611{day + 2:02}T120000Z.sqlite3.\n")
    assert made.output.startswith("Removed copies/referee-20261103T120000Z.sqlite3.\n")
    assert kept() == ["04", "05", "06"]
    digests = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in FOLDER.glob("referee-*")}
    assert (FOLDER / "SHA256SUMS").read_text() == "".join(f"{digests[name]}  {name}\n" for name in sorted(digests))
    assert {orders(file) for file in FOLDER.glob("referee-*")} == {2}


def test_without_a_number_every_copy_stays() -> None:
    play()
    for _ in range(3):
        assert referee("backup", "--folder", "copies").exit_code == 0
    assert kept() == ["02", "03", "04"]


def test_what_it_did_not_write_stays() -> None:
    play()
    FOLDER.mkdir()
    strange = ("referee-20250101T000000Z.sqlite3", "notes.txt", "referee-monday.sqlite3", "a.sqlite3")
    for name in strange:
        (FOLDER / name).write_text("somebody's")
    for _ in range(2):
        back_up(1)
    # Under the name of a copy that was listed.
    mine = FOLDER / "referee-20261103T120000Z.sqlite3"
    mine.write_text("somebody's as well")
    back_up(1)
    assert {file.name for file in FOLDER.iterdir()} == {
        *strange,
        mine.name,
        "referee-20261104T120000Z.sqlite3",
        "SHA256SUMS",
    }
    # A link leads to a file elsewhere.
    elsewhere = Path("elsewhere.sqlite3")
    (FOLDER / "referee-20261104T120000Z.sqlite3").rename(elsewhere)
    (FOLDER / "referee-20261104T120000Z.sqlite3").symlink_to(elsewhere.resolve())
    back_up(1)
    assert elsewhere.exists() and (FOLDER / "referee-20261104T120000Z.sqlite3").is_symlink()


def test_copies_of_an_empty_database_do_not_crowd_out_the_last_with_something_in_it() -> None:
    play()
    back_up(2)
    play(orders=3)
    back_up(2)
    clear()
    for _ in range(4):
        assert back_up(2).exit_code == 0
    assert kept() == ["03", "06", "07"]
    assert orders(FOLDER / "referee-20261103T120000Z.sqlite3") == 3
    play(orders=4)
    back_up(2)
    assert kept() == ["07", "08"]


def test_a_damaged_database_costs_no_copy() -> None:
    play()
    back_up(1)
    HOME.write_bytes(HOME.read_bytes()[:4096] + b"?" * 4096 + HOME.read_bytes()[8192:])
    made = back_up(1)
    assert made.exit_code == 1
    assert made.output.startswith("Error: The ") and "damaged" in made.output and made.output.count("\n") == 1
    assert kept() == ["02"]


def test_a_copy_that_cannot_be_made_costs_none(monkeypatch: pytest.MonkeyPatch) -> None:
    play()
    back_up(1)

    def full(*_: object) -> None:
        raise StoreUnavailable("The copy cannot be written: No space left on device.")

    monkeypatch.setattr(copies, "copy", full)
    assert back_up(1).output == "Error: The copy cannot be written: No space left on device.\n"
    assert kept() == ["02"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Name a FILE or a --folder"),
        (["a.sqlite3", "--folder", "copies"], "Name a FILE or a --folder"),
        (["a.sqlite3", "--keep", "3"], "--keep needs a --folder"),
        (["--folder", "copies", "--keep", "0"], "0 is not in the range"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: list[str], sentence: str) -> None:
    play()
    refused = referee("backup", *arguments)
    assert refused.exit_code == 2 and sentence in refused.output
    assert not FOLDER.exists()


def test_progress_is_shown_of_large_files_only(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(1000))
    monkeypatch.setattr("bot.__main__.time.monotonic", lambda: next(seconds))
    play()
    assert "%" not in referee("backup", "small.sqlite3").stderr
    monkeypatch.setattr("bot.__main__._LARGE", 1 << 16)
    assert referee("backup", "large.sqlite3").stderr == "Copying: 100% of 0 MiB\n"
    shown = referee("restore", "--replace", "large.sqlite3").stderr.splitlines()
    assert shown == ["Restoring: 50% of 0 MiB", "Restoring: 100% of 0 MiB"]


def test_a_copy_is_restored_where_nothing_is() -> None:
    play()
    referee("backup", "monday.sqlite3")
    shutil.rmtree("var")
    restored = referee("restore", "monday.sqlite3")
    assert restored.exit_code == 0, restored.output
    assert restored.output.splitlines() == [
        "Checking monday.sqlite3 ...",
        "Restored var/referee.sqlite3: 1 encounter(s), revision 0020.",
    ]
    assert orders() == 2


def test_an_empty_database_makes_room_and_another_only_when_told() -> None:
    play()
    referee("backup", "monday.sqlite3")
    play(orders=5)
    refused = referee("restore", "monday.sqlite3")
    assert refused.exit_code == 1
    assert refused.stderr == (
        "Error: var/referee.sqlite3 is not empty. To keep it aside and put the copy in its place, add --replace.\n"
    )
    assert orders() == 5
    assert referee("restore", "monday.sqlite3", "--replace").exit_code == 0
    assert orders() == 2
    (aside,) = HOME.parent.glob("*.backup")
    assert orders(aside) == 5
    aside.unlink()
    clear()
    assert referee("restore", "monday.sqlite3").exit_code == 0
    assert orders() == 2


def test_two_restores_in_one_second_keep_both_databases(monkeypatch: pytest.MonkeyPatch) -> None:
    play()
    referee("backup", "monday.sqlite3")
    monkeypatch.setattr(backups, "datetime", SimpleNamespace(now=lambda _: datetime(2026, 11, 1, tzinfo=UTC)))
    for n in (3, 4):
        play(orders=n)
        assert referee("restore", "monday.sqlite3", "--replace").exit_code == 0
    aside = {file.name.removeprefix("referee.sqlite3."): orders(file) for file in HOME.parent.glob("*.backup")}
    assert aside == {"20261101T000000Z.backup": 3, "20261101T000000Z-2.backup": 4}


def test_a_running_bot_keeps_its_database() -> None:
    play()
    referee("backup", "monday.sqlite3")

    async def running() -> Result:
        async with await Store.open(HOME) as store:
            shown = await asyncio.to_thread(referee, "restore", "monday.sqlite3", "--replace")
            await store.journal.append([entry(3)])
        return shown

    shown = asyncio.run(running())
    assert shown.stderr == "Error: A bot or another program has var/referee.sqlite3 open. Stop it first.\n"
    assert orders() == 3


def test_a_copy_that_has_changed_since_is_refused() -> None:
    play()
    back_up(2)
    (copy,) = FOLDER.glob("referee-*")
    assert referee("restore", str(copy), "--replace").exit_code == 0
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("DELETE FROM entries WHERE seq = 2")
    refused = referee("restore", str(copy), "--replace")
    assert "has changed since it was made" in refused.stderr
    assert orders() == 2


def test_the_database_itself_is_no_copy_of_it() -> None:
    play()
    assert "is the database itself" in referee("restore", str(HOME), "--replace").stderr
    assert orders() == 2


def test_a_home_on_postgresql_is_copied_into_a_file_and_restored_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    play()
    referee("backup", "monday.sqlite3")
    there = asyncio.run(homes.created())
    monkeypatch.setenv("DATABASE_URL", there)
    restored = referee("restore", "monday.sqlite3")
    assert restored.exit_code == 0, restored.output
    assert "Restored the PostgreSQL database: 1 encounter(s)" in restored.output
    assert there not in restored.output
    for _ in range(2):
        assert back_up(1).exit_code == 0
    (copy,) = FOLDER.glob("referee-*")
    assert orders(copy) == 2
    assert sorted(file.name for file in FOLDER.iterdir()) == ["SHA256SUMS", copy.name]
    again = referee("restore", str(copy))
    assert again.exit_code == 1 and "The target is not empty" in again.stderr
    assert "name an empty database" in referee("restore", str(copy), "--replace").stderr
    # And back into a file.
    monkeypatch.delenv("DATABASE_URL")
    assert referee("restore", str(copy), "--replace").exit_code == 0
    assert orders() == 2


def test_a_server_that_is_not_there_costs_no_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    play()
    back_up(1)
    monkeypatch.setenv("DATABASE_URL", "postgresql://referee:hunter2@127.0.0.1:1/referee")
    failed = back_up(1)
    assert failed.exit_code == 1 and "hunter2" not in failed.output
    assert kept() == ["02"]
    assert sorted(file.name for file in FOLDER.iterdir())[0] == "SHA256SUMS" and len([*FOLDER.iterdir()]) == 2
