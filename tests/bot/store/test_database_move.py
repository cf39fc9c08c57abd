"""A database that is moved from one home to the other and back: every row, also after interruptions."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.__main__ import main
from bot.errors import CannotStart, StoreUnavailable
from bot.game.journal.journal import Journal
from bot.game.requests import DirectRequest
from bot.game.store import PersonRow, Store, Written
from bot.game.store.home.database_move import KEYS, digests, move
from bot.game.store.home.inspection import opened_by
from rules.engine.records.orders import Handover
from tests import forks
from tests.bot.store.samples import NOON
from tests.bot.store.test_shelf import APONE, CARD
from tests.bot.table import BEN, laid
from tests.homes import ask, created
from tests.proxied import proxied
from tests.waiting import until

pytestmark = pytest.mark.sqlite  # Each test chooses its databases itself.


class Killed(Exception):
    """The move ends here."""


def quiet(table: str, done: int, total: int) -> None:
    """Show no progress."""


@pytest.fixture
async def played(tmp_path: Path) -> Path:
    """A file with something in every table that play and people fill."""
    path = tmp_path / "played.sqlite3"
    async with laid(path) as table:
        store = table.referee.store
        id = (await table.head()).encounter_id
        for _ in range(25):
            await table.next()
        await table.order(DirectRequest(Handover("c1", BEN)))
        await store.upkeep.thin(id)
        await table.next()
        await store.shelf.add_profile(APONE)
        await store.shelf.put_homebrew([CARD])
        await store.shelf.put_ruleset("1", "aliens")
        await store.shelf.put_settings("2", b'{"quiet":true}')
        await store.people.put("1", BEN, PersonRow(quiet="22:00-07:00", zone="Europe/Berlin"))
        await store.details.put_channel("1", "10", Written("short", "on"))
        await store.deadlines.set(id, "24h", 0)
        await store.deadlines.remind(id, 0, [(BEN, "late")], NOON)
        await store.recaps.note(id, BEN, 3)
        await store.boards.want(id, "10", True)
        await store.threads.keep(id, "gm", "77", NOON)
        await store.notices.note(id, 5, NOON)
        await store.erasure.intend_deletion("9", NOON)
        await store.erasure.note_departures(["8"], NOON)
        await store.hidden_rolls.count(BEN, "10", "1", "5", NOON)
        await store.shelf.secret("dice")
    return path


async def test_there_and_back_every_table_has_the_same_digest(played: Path, tmp_path: Path) -> None:
    server, back = await created(), tmp_path / "back.sqlite3"
    before = await digests(played)
    assert await move(played, server, quiet) == before
    assert await move(server, back, quiet) == before == await digests(back)
    filled = [table for table in KEYS if ask(played, f"SELECT count(*) FROM {table}") != [(0,)]]
    assert set(KEYS) - set(filled) <= {"owed", "paces", "forgetting", "forgotten"}
    async with await Store.open(played) as one, await Store.open(back) as two, await Store.open(server) as three:
        id = (await one.journal.latest_encounters("1", 1))[0].id
        entries = [await Journal(store).whole(id) for store in (one, two, three)]
        assert entries[0] == entries[1] == entries[2]
        assert await three.journal.open_encounter("10") == await one.journal.open_encounter("10")


async def test_a_move_that_is_interrupted_continues(
    played: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("bot.game.store.home.database_move._PAGE", 7)
    server, back = await created(), tmp_path / "back.sqlite3"
    chance = random.Random(3)
    for source, target in ((played, server), (server, back)):
        starts = 0
        while starts < 1_000:
            starts += 1
            left = chance.randrange(1, 9)

            def until_killed(table: str, done: int, total: int) -> None:
                nonlocal left
                left -= 1
                if left == 0:
                    raise Killed

            try:
                await move(source, target, until_killed if starts < 15 else quiet)
                break
            except Killed:
                with pytest.raises(CannotStart, match="has not finished"):
                    await Store.open(target)
        assert 3 < starts < 1_000
    assert await digests(played) == await digests(server) == await digests(back)


async def test_a_target_with_something_in_it_is_left_alone(played: Path) -> None:
    server = await created()
    await move(played, server, quiet)
    before = await digests(server)
    with pytest.raises(CannotStart, match=r"^The target is not empty\."):
        await move(played, server, quiet)
    assert await digests(server) == before


async def test_a_move_is_not_continued_with_another_source(played: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite3"
    async with laid(other) as table:
        await table.referee.store.shelf.secret("dice")
        await table.next()
    for target in (await created(), tmp_path / "target.sqlite3"):
        entries = 0

        def killed(table: str, done: int, total: int) -> None:
            nonlocal entries
            entries += table == "entries"
            if entries == 2:
                raise Killed

        with pytest.raises(Killed):
            await move(played, target, killed)
        before = {table: ask(target, f"SELECT count(*) FROM {table}") for table in KEYS}
        assert before["entries"] != [(0,)]
        with pytest.raises(CannotStart, match=r"^The target has a part of another database"):
            await move(other, target, quiet)
        assert {table: ask(target, f"SELECT count(*) FROM {table}") for table in KEYS} == before
        assert await move(played, target, quiet) == await digests(played)


async def test_a_file_that_a_running_bot_has_open_is_not_moved(played: Path, tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    holder = forks.run(held, str(played), str(opened))
    try:
        # A store that opens looks into the file first, and closes it again.
        await until(opened.exists)
        assert opened_by(played)
        with pytest.raises(CannotStart, match=r"has .*played\.sqlite3 open\. Stop it first\.$"):
            await move(played, tmp_path / "target.sqlite3", quiet)
    finally:
        await forks.end(holder)
    assert not (tmp_path / "target.sqlite3").exists()


def held(file: str, opened: str) -> None:
    """Have a database open until the process ends, and make the file `opened` once it is."""
    note = Path(opened).touch

    async def hold() -> None:
        async with await Store.open(Path(file)):
            note()
            await asyncio.Event().wait()

    asyncio.run(hold())


async def test_a_half_of_a_move_is_no_source(played: Path, tmp_path: Path) -> None:
    def killed(table: str, done: int, total: int) -> None:
        raise Killed

    half = tmp_path / "half.sqlite3"
    with pytest.raises(Killed):
        await move(played, half, killed)
    with pytest.raises(CannotStart, match=r"^The source was itself moved only in part\."):
        await move(half, tmp_path / "target.sqlite3", quiet)


async def test_a_source_that_changed_between_two_starts_is_found_out(played: Path) -> None:
    server = await created()

    def killed_late(table: str, done: int, total: int) -> None:
        if table == "seeds":
            raise Killed

    with pytest.raises(Killed):
        await move(played, server, killed_late)
    ask(played, "UPDATE entries SET actor = ? WHERE seq = 2", "999")
    with pytest.raises(StoreUnavailable, match=r"^The table entries has changed since the move began"):
        await move(played, server, quiet)


async def test_nobody_writes_to_the_source_meanwhile(played: Path) -> None:
    server = await created()
    other = sqlite3.connect(played, timeout=0, isolation_level=None)
    with closing(other):
        refused: list[str] = []

        def trying(table: str, done: int, total: int) -> None:
            try:
                other.execute("UPDATE entries SET actor = '999' WHERE seq = 2")
            except sqlite3.OperationalError as error:
                refused.append(str(error))

        await move(played, server, trying)
        assert set(refused) == {"database is locked"}
        assert other.execute("UPDATE entries SET actor = '999' WHERE seq = 2").rowcount == 1


def test_the_command_moves_and_says_what_is_there(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    to = tmp_path / "to.sqlite3"
    result = CliRunner().invoke(main, ["move-database", f"sqlite:///{played}", f"sqlite:///{to}"])
    assert result.exit_code == 0, result.output
    assert "entries: 3" in result.output and "Both databases hold the same." in result.output
    again = CliRunner().invoke(main, ["move-database", f"sqlite:///{played}", f"sqlite:///{to}"])
    assert again.exit_code == 1 and "The target is not empty" in again.output
    wrong = CliRunner().invoke(main, ["move-database", "mysql://me:secret@host/x", f"sqlite:///{to}"])
    assert wrong.exit_code == 1 and "FROM must name an SQLite file" in wrong.output and "secret" not in wrong.output


async def test_a_connection_that_is_lost_is_one_sentence(played: Path, tmp_path: Path) -> None:
    server = await created()
    async with proxied(server) as (proxy, url):

        def cut(table: str, done: int, total: int) -> None:
            if table == "encounters":
                proxy.cut()

        with pytest.raises(StoreUnavailable, match=r"^PostgreSQL reports: .*connection.*\.$"):
            await move(played, url, cut)
        assert await move(played, url, quiet) == await digests(server)
        with pytest.raises(StoreUnavailable, match=r"^PostgreSQL reports: .*connection.*\.$"):
            await move(url, tmp_path / "back.sqlite3", cut)
        await move(url, tmp_path / "back.sqlite3", quiet)
    assert await digests(tmp_path / "back.sqlite3") == await digests(played)
