"""`referee show` and `referee forget`, and copies that forget again who was forgotten since."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from bot.game.referee.erasure import EVERYWHERE, Eraser
from bot.game.requests import DirectRequest
from bot.game.store import Store
from bot.host import backups, people
from bot.settings import Settings
from rules.engine.records.orders import Appoint
from tests import forks, homes
from tests.bot.table import laid
from tests.bot.test_erasure import DORA, GUILD, play
from tests.bot.test_erasure import referee as referee_of
from tests.cogs.test_privacy import anonymous, found
from tests.waiting import until

pytestmark = pytest.mark.sqlite

HOME = Path("var/referee.sqlite3")
EMIL = "110000000000000778"


@pytest.fixture(autouse=True)
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty directory and no settings."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def referee(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def fight(path: Path = HOME) -> None:
    """An encounter in which Dora led, shot and owned fighters, and Emil became GM."""

    async def fought() -> None:
        async with laid(path) as table:
            await table.order(DirectRequest(Appoint(EMIL, "Emil")))
            await play(table)

    asyncio.run(fought())


def later() -> datetime:
    return datetime.now(UTC) + timedelta(minutes=1)


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home with the fight, whose entries are a moment older than requests."""
    fight()

    class Clock:
        @staticmethod
        def now(_: object) -> datetime:
            return later()

    monkeypatch.setattr(people, "datetime", Clock)
    return tmp_path / HOME


def test_a_host_forgets_a_user_while_no_bot_runs(played: Path) -> None:
    assert found(played, DORA)
    done = referee("forget", DORA)
    assert (done.exit_code, done.output) == (0, f"The bot has forgotten {DORA}.\n")
    assert not found(played, DORA) and not found(played, "Dora") and len(anonymous(played)) == 1
    assert found(played, EMIL)
    again = referee("forget", DORA)
    assert (again.exit_code, again.output) == (0, f"The bot has forgotten {DORA}.\n")


def serve(path: Path, eraser_at_work: bool) -> None:
    """Be a bot that has the database open, and looks for requests all the time if it is told to."""

    async def served() -> None:
        async with await Store.open(path) as store:
            path.with_name("open").touch()
            while True:
                if eraser_at_work:
                    await Eraser(referee_of(store)).work()
                await asyncio.sleep(0.01)

    asyncio.run(served())


async def beside_a_bot(path: Path, *arguments: str, eraser_at_work: bool) -> Result:
    """The command while a bot of another process has the database open."""
    bot = forks.run(serve, path, eraser_at_work)
    try:
        await until(path.with_name("open").exists)
        return await asyncio.to_thread(referee, *arguments)
    finally:
        await forks.end(bot)


async def test_a_running_bot_forgets_whom_its_host_names(played: Path) -> None:
    done = await beside_a_bot(played, "forget", DORA, eraser_at_work=True)
    assert done.output.splitlines() == [
        "The running bot forgets them. This takes up to two minutes.",
        f"The bot has forgotten {DORA}.",
    ]
    assert done.exit_code == 0
    assert not found(played, DORA)


async def test_a_bot_that_is_busy_forgets_later(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "_PATIENCE", 0)
    done = await beside_a_bot(played, "forget", DORA, eraser_at_work=False)
    assert done.exit_code == 1
    assert done.output.endswith("The bot has not finished. It continues by itself, also after a restart.\n")
    assert found(played, DORA)
    await asyncio.to_thread(people.finish_requests, played)
    assert not found(played, DORA)


def test_a_bot_that_starts_meanwhile_gets_the_request_once_more(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have read the encounter before it was rewritten."""
    runs = iter([False, True, True])
    monkeypatch.setattr(people, "_runs", lambda _: next(runs))
    monkeypatch.setattr(people, "_PATIENCE", 0)
    assert referee("forget", DORA).exit_code == 1
    assert homes.ask(played, "SELECT user_id, guild_id FROM forgetting") == [(DORA, "")]


def test_a_host_shows_what_is_kept_about_a_user(played: Path) -> None:
    shown = referee("show", DORA)
    assert shown.exit_code == 0
    document = json.loads(shown.output)
    (encounter,) = document["encounters"]
    assert document["user"] == DORA and encounter["server"] == GUILD and len(encounter["your orders"]) == 1
    assert json.loads(referee("show", EMIL[:-1] + "9").output)["encounters"] == []


@pytest.mark.parametrize("command", ["show", "forget"])
def test_ids_are_numbers_and_need_a_database(command: str) -> None:
    wrong = referee(command, "Dora")
    assert wrong.exit_code == 2 and "a user's id is a number" in wrong.stderr
    missing = referee(command, DORA)
    assert missing.exit_code == 1 and "There is no database yet" in missing.stderr
    assert not HOME.exists()


# --- copies


def test_a_copy_forgets_again_who_was_forgotten_since(played: Path) -> None:
    referee("backup", "monday.sqlite3")
    referee("forget", DORA)
    assert found(Path("monday.sqlite3"), DORA)
    restored = referee("restore", "monday.sqlite3", "--replace")
    assert restored.exit_code == 0, restored.output
    assert restored.output.splitlines()[-2:] == [
        "Of those who were forgotten since the copy was made, 1 are in it.",
        "They are forgotten again.",
    ]
    assert not found(played, DORA) and not found(played, "Dora") and found(played, EMIL)
    # The list is in the restored database as well.
    (aside,) = HOME.parent.glob("*.backup")
    aside.unlink()
    assert referee("restore", "monday.sqlite3", "--replace").exit_code == 0
    assert not found(played, DORA)


def test_later_copies_remember_who_was_forgotten_if_the_database_is_lost(played: Path) -> None:
    Path("copies").mkdir()
    referee("backup", "copies/monday.sqlite3")
    referee("forget", DORA)
    referee("backup", "copies/of tuesday")
    Path("copies/notes.txt").write_text("Not a copy.")
    shutil.rmtree("var")
    assert referee("restore", "copies/monday.sqlite3").exit_code == 0
    assert not found(played, DORA) and found(played, EMIL)


def test_a_request_that_the_copy_has_carried_out_is_not_carried_out_again(played: Path) -> None:
    """They may have come back before the copy was made."""
    referee("forget", DORA)

    async def comes_back() -> None:
        async with await Store.open(played) as store:
            await store.shelf.put_settings(GUILD, b'{"keepers":"%s"}' % DORA.encode())

    asyncio.run(comes_back())
    referee("backup", "monday.sqlite3")
    restored = referee("restore", "monday.sqlite3", "--replace")
    assert "forgotten" not in restored.output and found(played, DORA)


def test_another_bots_copies_are_not_asked(played: Path) -> None:
    referee("backup", "monday.sqlite3")
    fight(Path("other.sqlite3"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATABASE_URL", "sqlite:///other.sqlite3")
        assert referee("forget", DORA).exit_code == 0
    restored = referee("restore", "monday.sqlite3", "--replace")
    assert restored.exit_code == 0 and found(played, DORA)


def test_nothing_is_restored_if_the_requests_cannot_be_written(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    referee("backup", "monday.sqlite3")
    referee("forget", DORA)
    before = homes.ask(played, "SELECT * FROM entries")

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backups, "ask_again", full)
    failed = referee("restore", "monday.sqlite3", "--replace")
    assert failed.exit_code == 1 and "No space left on device" in failed.stderr
    assert homes.ask(played, "SELECT * FROM entries") == before and not [*HOME.parent.glob("*.part*")]


def test_a_restore_that_is_killed_is_finished_by_the_next_start(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    referee("backup", "monday.sqlite3")
    referee("forget", DORA)
    with monkeypatch.context() as patch:
        patch.setattr(people, "finish_requests", lambda _: None)
        referee("restore", "monday.sqlite3", "--replace")
    assert homes.ask(played, "SELECT user_id, guild_id FROM forgetting") == [(DORA, "")]
    people.finish_requests(played)
    assert not found(played, DORA)


def test_a_server_that_is_restored_into_forgets_again(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    referee("backup", "monday.sqlite3")
    referee("forget", DORA)
    referee("backup", "tuesday.sqlite3")
    there = asyncio.run(homes.created())
    monkeypatch.setenv("DATABASE_URL", there)
    restored = referee("restore", "monday.sqlite3")
    assert restored.exit_code == 0, restored.output
    assert referee("backup", "wednesday.sqlite3").exit_code == 0
    assert not found(Path("wednesday.sqlite3"), DORA) and found(Path("wednesday.sqlite3"), EMIL)
    forgotten = referee("forget", EMIL)
    assert (forgotten.exit_code, forgotten.output) == (0, f"The bot has forgotten {EMIL}.\n")
    assert referee("backup", "thursday.sqlite3").exit_code == 0
    assert not found(Path("thursday.sqlite3"), EMIL)


def test_a_copy_of_an_older_revision_has_the_requests_for_its_next_start(played: Path) -> None:
    referee("backup", "monday.sqlite3")
    with closing(sqlite3.connect("monday.sqlite3")) as copy, copy:
        copy.execute("DROP TABLE forgotten")
        copy.execute("DROP TABLE leases")
        copy.execute("CREATE TABLE leases (shards INTEGER, shard INTEGER, owner TEXT, until TEXT)")
        copy.execute("UPDATE alembic_version SET version_num = '0018'")
    referee("forget", DORA)
    restored = referee("restore", "monday.sqlite3", "--replace")
    assert restored.exit_code == 0, restored.output
    assert restored.output.splitlines()[-1] == "The next start forgets them again."
    assert homes.ask(played, "SELECT user_id, guild_id FROM forgetting") == [(DORA, "")]


async def test_a_request_for_all_servers_is_remembered_once(tmp_path: Path) -> None:
    async with laid(tmp_path / "one.sqlite3") as table:
        await play(table)
        await Eraser(table.referee).forget(DORA, EVERYWHERE, later())
        await Eraser(table.referee).work()
        await Eraser(table.referee).forget(EMIL, GUILD, later())
        await Eraser(table.referee).work()
    rows = homes.ask(tmp_path / "one.sqlite3", "SELECT guild_id, length(hash), length(secret) FROM forgotten")
    assert sorted(rows) == [("", 64, 64), (GUILD, 64, 64)]
