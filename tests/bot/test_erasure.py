"""Forgetting and deleting after a crash at any step, with a second run on the database, and in a long journal."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.errors import StoreUnavailable
from bot.game.entries import codec
from bot.game.files.library import Library
from bot.game.pages.encounter_check import checked
from bot.game.referee import personal_data
from bot.game.referee.erasure import EVERYWHERE, Eraser, Progress
from bot.game.referee.referee import Referee
from bot.game.requests import AttackRequest, DirectRequest, MusterRequest, SwitchRequest
from bot.game.store import Forgetting, ShardScope, Store
from bot.game.store.home.connection import Statement
from bot.game.store.home.sqlite import SQLite
from bot.game.store.parts.erasure import Erasure
from rules.engine.records.errors import MissingBook, Refusal
from rules.engine.records.orders import Appoint, Fire, Handover, Next
from rules.engine.records.records import Condition, Weapon
from rules.engine.table.leadership import Depart
from rules.shelf import Shelf, shelf
from tests.bot.store.samples import entry
from tests.bot.table import ANN, BEN, GM, Table, invocation, laid
from tests.cogs.test_privacy import found
from tests.homes import ask

# As long as Discord's, so that no other number holds it.
DORA = "110000000000000777"
GUILD = invocation().guild


def now() -> datetime:
    return datetime.now(UTC) + timedelta(minutes=1)


pytestmark = pytest.mark.sqlite


async def play(table: Table) -> None:
    """Dora is handed fighters, becomes GM and shoots with typed dice; another encounter of hers has ended."""
    for n in (1, 2):
        await table.order(DirectRequest(Handover(f"c{n}", DORA)))
    await table.order(DirectRequest(Appoint(DORA, "Dora")))
    dora = replace(invocation(), user=DORA, name="Dora")
    await table.referee.carry_out(dora, AttackRequest(Fire, who="Apone", target="Alien 1", range=2), "9")
    await table.next()
    await table.referee.end(invocation())
    await table.referee.undo(invocation())


@pytest.fixture
async def played(tmp_path: Path) -> Path:
    path = tmp_path / "played.sqlite3"
    async with laid(path) as table:
        await play(table)
    return path


def holds(path: Path, word: str) -> bool:
    """Return whether that word is in a table, unpacked, or in a file as it is on the disk."""
    return bool(found(path, word))


def rows(path: Path, table: str) -> int:
    return int(ask(path, f"SELECT count(*) FROM {table}")[0][0])


class Crash:
    """The bot dies before its write number `at`; `reached` is whether it came to that."""

    def __init__(self, patch: pytest.MonkeyPatch, at: int) -> None:
        self.reached = False
        self._left = at
        self._write_all = SQLite.write_all
        patch.setattr(SQLite, "write_all", lambda database, statements: self._write(database, statements))

    async def _write(self, database: SQLite, statements: list[Statement]) -> int:
        if self._left == 0:
            self.reached = True
            raise StoreUnavailable("The bot has crashed.")
        self._left -= 1
        return await self._write_all(database, statements)


def referee(store: Store) -> Referee:
    return Referee(Library(store, shelf(), "aliens"))


async def test_a_user_is_forgotten_whatever_step_the_bot_dies_at(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, step = shutil.copy(played, played.with_name("begun")), 0
    while True:
        shutil.copy(begun, played)
        with monkeypatch.context() as patch:
            crash = Crash(patch, step)
            async with await Store.open(played) as store:
                eraser = Eraser(referee(store))
                try:
                    await eraser.forget(DORA, EVERYWHERE, now())
                    await eraser.work()
                except StoreUnavailable:
                    assert crash.reached
        async with await Store.open(played) as store:
            again = Eraser(referee(store))
            if step == 0:
                # It was not even written down.
                await again.forget(DORA, EVERYWHERE, now())
            await again.work()
            table = Table(referee(store))
            head = await table.head()
            entries = await table.referee.journal.whole(head.encounter_id)
            assert len([e for e in entries if isinstance(e.order, Depart)]) == 1
            assert head.state.gms == (GM,) and DORA not in str(entries)
            assert {c.owner for c in head.state.combatants} == {None}
            await table.referee.end(invocation())
            verdict = await checked(table.referee, invocation())
            assert verdict.report.problems == () and verdict.report.replaced >= 3
        assert not holds(played, DORA) and not holds(played, "Dora") and rows(played, "forgetting") == 0
        if not crash.reached:
            break
        step += 1
    assert step > 5


async def test_a_user_is_forgotten_where_the_rulebook_is_missing(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for family in (Condition, Weapon):
        for kind in [kind for kind in family.kinds if kind.startswith("aliens.")]:
            monkeypatch.delitem(family.kinds, kind)
    monkeypatch.setattr(codec, "_read", {})
    books = Shelf({id: book for id, book in shelf().items() if id != "aliens"}, {})
    async with await Store.open(played) as store:
        without = Referee(Library(store, books, "phoenix"))
        with pytest.raises(MissingBook, match=r"^The rulebook aliens cannot be used on this bot now\."):
            await without.end(invocation())
        eraser = Eraser(without)
        await eraser.forget(DORA, GUILD, now())
        await eraser.work()
    assert not holds(played, DORA) and not holds(played, "Dora")


async def test_a_server_is_deleted_whatever_step_the_bot_dies_at(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, step = shutil.copy(played, played.with_name("begun")), 0
    while True:
        shutil.copy(begun, played)
        with monkeypatch.context() as patch:
            crash = Crash(patch, step)
            async with await Store.open(played) as store:
                eraser = Eraser(referee(store))
                try:
                    await eraser.delete_server(GUILD, now())
                    await eraser.work()
                except StoreUnavailable:
                    assert crash.reached
        async with await Store.open(played) as store:
            again = Eraser(referee(store))
            if step == 0:
                await again.delete_server(GUILD, now())
            await again.work()
        assert not holds(played, DORA) and not holds(played, "Alien 1")
        assert [rows(played, table) for table in ("encounters", "entries", "seeds", "profiles", "deleting")] == [0] * 5
        if not crash.reached:
            break
        step += 1
    assert step > 5


async def test_a_long_journal_is_taken_in_small_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, most = tmp_path / "long.sqlite3", 0
    async with laid(path) as table:
        await table.order(DirectRequest(Handover("c1", DORA)))
        for _ in range(120):
            await table.next()
        write_all = SQLite.write_all

        async def counted(database: SQLite, statements: list[Statement]) -> int:
            nonlocal most
            most = max(most, len(statements))
            return await write_all(database, statements)

        monkeypatch.setattr(SQLite, "write_all", counted)
        eraser = Eraser(table.referee)
        await eraser.forget(DORA, GUILD, now())
        await eraser.work()
        assert (await table.next()).state.combatant("c1").owner is None
    assert 10 < most <= 60
    assert not holds(path, DORA)


async def test_a_second_run_cannot_bring_a_user_back(tmp_path: Path) -> None:
    path = tmp_path / "referee.sqlite3"
    async with laid(path) as one, await Store.open(path) as store:
        other = Table(referee(store))
        await one.order(DirectRequest(Handover("c1", DORA)))
        assert (await other.head()).state.combatant("c1").owner == DORA
        eraser = Eraser(one.referee)
        await eraser.forget(DORA, GUILD, now())
        await eraser.work()
        # The other run has the state with her in memory.
        await other.next()
    assert not holds(path, DORA)


async def test_each_server_is_the_work_of_the_process_that_has_it(played: Path) -> None:
    async with await Store.open(played) as first, await Store.open(played) as second:
        there = str(1 << 22)
        for table in ("encounters", "entries", "states", "seeds"):
            await first._database.write(f"UPDATE {table} SET guild_id = ?", (there,))
        for n, store in enumerate((first, second)):
            store.look_after(ShardScope(2, frozenset({n})))
        ours, theirs = Eraser(referee(first)), Table(referee(second))
        await ours.forget(DORA, EVERYWHERE, now())
        await ours.work()
        before = await theirs.head()
        assert holds(played, "Dora") and not await first.erasure.is_forgotten(DORA, EVERYWHERE)
        eraser = Eraser(theirs.referee)
        await eraser.work()
        assert eraser.progress == Progress(1, 1) and await first.erasure.is_forgotten(DORA, EVERYWHERE)
        assert (await theirs.head()).seq == before.seq + 1
        # What the process had in memory is gone as well.
        await theirs.referee.undo(replace(invocation(), guild=there))
    assert not holds(played, DORA) and not holds(played, "Dora") and rows(played, "forgetting") == 0


async def test_who_is_asked_for_twice_gets_one_anonymous_id(tmp_path: Path) -> None:
    async with laid(tmp_path / "referee.sqlite3") as table:
        eraser = Eraser(table.referee)
        for _ in range(2):
            await eraser.forget(ANN, GUILD, now())
        await eraser.work()
        await eraser.work()
        owners = {c.owner for c in (await table.head()).state.combatants}
        assert owners == {None, BEN}
        entries = await table.referee.journal.whole((await table.head()).encounter_id)
        assert len([e for e in entries if isinstance(e.order, Depart)]) == 1
        assert isinstance(entries[-1].order, Depart)
        assert entries[-1].user == "privacy"


async def test_the_next_encounter_of_a_user_is_left_alone(tmp_path: Path) -> None:
    async with laid(tmp_path / "referee.sqlite3") as table:
        eraser = Eraser(table.referee)
        await eraser.forget(GM, GUILD, datetime.now(UTC) - timedelta(days=1))
        await eraser.work()
        assert (await table.head()).state.gms == (GM,)
        await table.order(DirectRequest(Next()))
        await table.order(MusterRequest(sheet="rifleman", owner=GM))


async def test_a_file_of_what_is_kept_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with laid(tmp_path / "referee.sqlite3") as table:
        for _ in range(30):
            await table.next()
        whole = json.loads(await personal_data.personal_data(table.referee.store, GM, GUILD, now()))
        assert [len(encounter["your orders"]) for encounter in whole["encounters"]] == [34]
        monkeypatch.setattr(personal_data, "MOST_BYTES", 2_000)
        for where in (GUILD, EVERYWHERE):
            with pytest.raises(Refusal, match="does not fit into one file"):
                await personal_data.personal_data(table.referee.store, GM, where, now())


async def test_a_file_of_what_is_kept_has_every_ruling_of_the_server_or_of_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rulings = "quick rulings, each deleted after seven days"
    monkeypatch.setattr(personal_data, "_PAGE", 3)
    async with laid(tmp_path / "referee.sqlite3") as table:
        store = table.referee.store

        async def shown(where: str) -> list[dict[str, Any]]:
            return list(json.loads(await personal_data.personal_data(store, DORA, where, now()))[rulings])

        for n in range(12):
            guild = ("", GUILD, "elsewhere")[n % 3]
            stage = {"encounter_id": f"q{n:02}", "guild_id": guild, "kind": "ruling", "actor": DORA}
            ruling = entry(1, interaction_id=f"q{n}", order=b'{"kind":"Fire"}', **stage)
            await store.journal.append([ruling, replace(ruling, seq=2, parent=1, part=1)])
        assert [len(await shown(where)) for where in (GUILD, "elsewhere", "third", EVERYWHERE)] == [8, 8, 4, 12]
        assert [ruling["server"] for ruling in await shown(EVERYWHERE)] == ["unknown", GUILD, "elsewhere"] * 4
        assert {*(await shown(GUILD))[0]} == {"entry", "at", "kind", "order"}
        # Neither encounters nor rulings alone are too large.
        wide = await personal_data.personal_data(store, DORA, EVERYWHERE, now())
        monkeypatch.setattr(personal_data, "MOST_BYTES", len(wide) - 1)
        narrow = await personal_data.personal_data(store, DORA, EVERYWHERE, now())
        assert len(narrow) < len(wide) and json.loads(narrow)[rulings] == json.loads(wide)[rulings]
        monkeypatch.setattr(personal_data, "MOST_BYTES", len(narrow) - 1)
        with pytest.raises(Refusal, match="does not fit into one file"):
            await shown(EVERYWHERE)
        monkeypatch.setattr(personal_data, "MOST_BYTES", len(wide))
        assert len(await shown(EVERYWHERE)) == 12


async def test_no_roster_comes_back_by_an_end_after_an_undo(tmp_path: Path) -> None:
    path = tmp_path / "referee.sqlite3"
    async with laid(path) as table:
        await table.order(SwitchRequest("joining", "open"))
        dora = replace(invocation(), user=DORA, name="Dora")
        await table.referee.carry_out(dora, MusterRequest(sheet="rifleman", name="Hicks", owner=DORA, side="Marines"))
        eraser = Eraser(table.referee)
        await eraser.forget(DORA, GUILD, now())
        await eraser.work()
        await table.referee.undo(invocation())
        (hicks,) = [c for c in (await table.head()).state.combatants if c.name == "Hicks"]
        assert str(hicks.owner).startswith("anon-")
        await table.referee.settle(await table.referee.end(invocation()))
    assert rows(path, "profiles WHERE owner_id LIKE 'anon%'") == 0
    assert not holds(path, DORA)


async def test_who_asks_again_meanwhile_is_forgotten_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "referee.sqlite3"
    async with laid(path) as table:
        await table.order(DirectRequest(Handover("c1", DORA)))
        eraser, end = Eraser(table.referee), Erasure.end_forgetting

        async def plays_on(store: Erasure, forgetting: Forgetting) -> None:
            monkeypatch.setattr(Erasure, "end_forgetting", end)
            await table.order(DirectRequest(Handover("c2", DORA)))
            await eraser.forget(DORA, GUILD, now())
            await end(store, forgetting)

        monkeypatch.setattr(Erasure, "end_forgetting", plays_on)
        await eraser.forget(DORA, GUILD, now())
        await eraser.work()
    assert not holds(path, DORA) and rows(path, "forgetting") == 0


async def test_a_server_for_which_it_is_asked_again_meanwhile_is_deleted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "referee.sqlite3"
    async with laid(path) as table:
        eraser, end = Eraser(table.referee), Erasure.end_deletion

        async def plays_on(store: Erasure, *deletion: Any) -> None:
            monkeypatch.setattr(Erasure, "end_deletion", end)
            later = replace(invocation(), at=now() + timedelta(hours=1))
            await table.referee.start(later)
            await eraser.delete_server(GUILD, later.at)
            await end(store, *deletion)

        monkeypatch.setattr(Erasure, "end_deletion", plays_on)
        await eraser.delete_server(GUILD, now())
        await eraser.work()
    assert [rows(path, table) for table in ("encounters", "entries", "deleting")] == [0] * 3
