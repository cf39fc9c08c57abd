"""The chain of entries: worked out once more by hand, kept whole by forgetting and renaming, and begun late."""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from functools import partial, reduce
from operator import getitem
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from bot.fairness import verify
from bot.game.journal import journal as journals
from bot.game.journal.journal import Journal
from bot.game.people.people import People
from bot.game.referee import new_encounter
from bot.game.referee.erasure import Eraser
from bot.game.requests import (
    AttackRequest,
    DirectRequest,
    MusterRequest,
    SwitchRequest,
    adjusting,
    appointing,
    renaming,
)
from bot.game.store import Store
from rules.engine.records.orders import Fire
from rules.engine.table.secrecy import Jot
from tests.bot.table import ANN, BEN, GM, NAMES, Table, document, invocation, laid
from tests.clocks import Stopped
from tests.cogs.conftest import CHANNEL, Game
from tests.served import served, skirmish

Document = dict[str, Any]


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with laid(tmp_path / "referee.sqlite3") as table:
        yield table


async def played(table: Table) -> None:
    """People, names and typed texts in orders, results and effects; undo, redo, an end that is undone."""
    await table.fire()
    await table.referee.undo(invocation())
    await table.fire("Alien 2", dice="7")
    await table.order(appointing(BEN, "Ben"), GM)
    await table.referee.undo(invocation())
    await table.referee.redo(invocation())
    await table.order(adjusting("Alien 3", "dead"))
    await table.order(renaming("Rifleman", f"Mate of <@{ANN}>", ""))
    await table.order(DirectRequest(Jot(f"Ask <@{BEN}>")))
    await table.order(SwitchRequest("fog", "hidden"))
    await table.order(MusterRequest(sheet="alien", side="", owner=BEN))
    await table.order(adjusting("Alien 1", "alive"))
    await table.referee.end(invocation())
    await table.referee.undo(invocation())
    await table.referee.end(invocation())


def canonical(record: Any) -> bytes:
    return json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(*pieces: bytes) -> bytes:
    return hashlib.sha256(b"".join(pieces)).digest()


async def test_the_hashes_are_those_of_the_page(table: Table) -> None:
    """docs/export.md, once more from its words."""
    await played(table)
    given = await table.exported()
    seeds = {each["commitment"]: bytes.fromhex(each["seed"]) for each in given["seeds"]}
    assert len(seeds) == 2
    before, commitment = bytes(32), ""
    for entry in copy.deepcopy(given["entries"]):
        for effect in entry["effects"]:
            commitment = {"Opened": effect.get("encounter", {}), "Committed": effect}.get(effect["kind"], {}).get(
                "commitment", commitment
            )
        leaves = []
        for n, leaf in enumerate(entry["chain"]["leaves"]):
            *way, last = leaf["at"]
            inner = reduce(getitem, way, entry)
            leaves.append(sha256(bytes.fromhex(leaf["salt"]), inner[last].encode()))
            inner[last] = {"leaf": n}
        numbers = ("seq", "parent", "origin", "kind", "group", "part", "at", "rules_version")
        parts = {
            "entry": {"encounter": given["encounter"]["id"], **{name: entry[name] for name in numbers}},
            "order": entry["order"],
            "resolution": {"resolution": entry["resolution"], "steps": entry["steps"]},
            "effects": entry["effects"],
        }
        nonce = hmac.new(
            seeds[commitment], f"chain:{given['encounter']['id']}:{entry['seq']}".encode(), "sha256"
        ).digest()
        hashes = [sha256(nonce, f"{name}:".encode(), canonical(part)) for name, part in parts.items()]
        before = sha256(before, *hashes, *leaves)
        assert entry["chain"]["hash"] == before.hex(), entry["seq"]
        assert entry["digest"] == sha256(canonical(entry["order"])).hex()
    report = verify(given)
    assert (report.problems, report.first, report.last_hash, report.replaced) == ((), 1, before.hex(), 0)


async def test_users_names_and_typed_texts_are_leaves(table: Table) -> None:
    await played(table)
    given = await table.exported()
    texts = {reduce(getitem, leaf["at"], entry) for entry in given["entries"] for leaf in entry["chain"]["leaves"]}
    assert {GM, ANN, BEN, "Ann", "Ben", "dead", f"Mate of <@{ANN}>", f"Ask <@{BEN}>", "Alien 2"} <= texts
    assert "Ben is now a GM of this encounter as well." in texts
    [start] = [entry for entry in given["entries"] if entry["order"]["kind"] == "Start"]
    title = given["encounter"]["title"]
    assert {leaf["at"][-1] for leaf in start["chain"]["leaves"] if reduce(getitem, leaf["at"], start) == title} == {
        "title"
    }


async def test_an_export_with_names_has_hashes_in_place_of_their_salts(table: Table) -> None:
    await played(table)
    row = await table.referee.store.journal.encounter((await table.head()).encounter_id)
    assert row is not None
    entries = await table.referee.journal.whole(row.id)
    people = People({ANN: "Ann Lee", BEN: "Ben Ray"}, (GM,))
    given = document(row, entries, await table.referee.store.journal.seeds_of(row.id), people)
    true = (await table.exported())["entries"]
    for entry, whole in zip(given["entries"], true, strict=True):
        for leaf, its in zip(entry["chain"]["leaves"], whole["chain"]["leaves"], strict=True):
            before, after = reduce(getitem, its["at"], whole), reduce(getitem, its["at"], entry)
            kept = (
                {"salt": its["salt"]}
                if before == after
                else {"hash": sha256(bytes.fromhex(its["salt"]), before.encode()).hex()}
            )
            assert leaf == {"at": its["at"], **kept}
    report = verify(given)
    assert report.problems == () and report.replaced > len(true)
    given["entries"][-1]["order"]["redacted"] = True
    assert verify(given).problems


async def test_forgetting_leaves_the_chain_whole_and_no_trace(table: Table) -> None:
    await played(table)
    before = await table.exported()
    eraser = Eraser(table.referee)
    await eraser.forget(ANN, "1", datetime.now(UTC))
    await eraser.work()
    await eraser.forget(BEN, "1", datetime.now(UTC))
    await eraser.work()
    after = await table.exported()
    assert verify(after).problems == ()
    assert verify(after).last_hash == verify(before).last_hash
    hashes = [entry["chain"]["hash"] for entry in before["entries"]]
    assert [entry["chain"]["hash"] for entry in after["entries"]] == hashes
    # What is left of a leaf cannot be tried out: its salt is gone, from the database as well.
    gone = 0
    for old, new in zip(before["entries"], after["entries"], strict=True):
        for was, leaf in zip(old["chain"]["leaves"], new["chain"]["leaves"], strict=True):
            text = reduce(getitem, was["at"], old)
            if text in (ANN, BEN, "Ann", "Ben"):
                gone += 1
                assert "salt" not in leaf and was["salt"] not in json.dumps(new)
                assert leaf["hash"] == sha256(bytes.fromhex(was["salt"]), text.encode()).hex()
        assert old["digest"] == new["digest"]
    assert gone > 10
    entries = await Journal(table.referee.store).whole((await table.head()).encounter_id)
    assert all(entry.original is None for entry in entries)


async def test_an_older_encounter_begins_its_chain_at_the_next_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_encounter, "MARKED_BY_THROW", 3)
    with monkeypatch.context() as older:
        older.setattr(journals.Journal, "_seed", lambda *_: _nothing())
        async with laid(tmp_path / "referee.sqlite3") as table:
            await table.fire()
            assert (await table.head()).chain == b""
    async with await Store.open(tmp_path / "referee.sqlite3") as store:
        table = Table(type(table.referee)(type(table.referee.library)(store, table.referee.library.shelf, "aliens")))
        await table.fire("Alien 2", BEN)
        await table.referee.undo(invocation())
        await table.referee.end(invocation())
        given = await table.exported()
        assert given["version"] == 3
        report = verify(given)
        assert (report.problems, report.first) == ((), 6)
        assert ["chain" in entry for entry in given["entries"]] == [False] * 5 + [True] * 3
        given["entries"][6]["verdict"] = given["entries"][6]["resolution"]["verdict"] = "hit"
        assert verify(given).problems == ("entry 7: its content does not match its hash",)


async def _nothing() -> None:
    return None


async def test_the_chain_continues_after_a_restart_and_beside_another_process(table: Table) -> None:
    await table.fire()
    other = Table(type(table.referee)(table.referee.library))
    await other.order(AttackRequest(Fire, target="Alien 2", range=2), BEN)
    table.referee.journal.forget((await table.head()).encounter_id)
    await table.fire("Alien 3")
    await table.referee.end(invocation())
    assert verify(await table.exported()).problems == ()
    assert NAMES[ANN] == "Ann"


def calls(frame: FrameType, event: str, _: object) -> None:
    COUNTED[0] += event in ("call", "c_call")


COUNTED = [0]


async def counted(work: Callable[[], Awaitable[object]], before: Callable[[], Awaitable[object]]) -> int:
    """The fewest calls that some of these take."""
    found = []
    for _ in range(6):
        await before()
        COUNTED[0] = 0
        sys.setprofile(calls)
        try:
            await work()
        finally:
            sys.setprofile(None)
        found.append(COUNTED[0])
    return min(found)


async def test_the_chain_costs_a_shot_two_percent_of_its_calls(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ready() -> None:
        await table.order(adjusting("Apone", "actions 3"))
        await table.order(adjusting("Alien 1", "alive"))

    async with served(tmp_path / "bot.sqlite3", Stopped()) as bot:
        game = Game(bot.playground, bot.client)
        await skirmish(bot)

        async def prepared() -> None:
            await game.gm.slash(CHANNEL, "adjust", who="Apone", changes="actions 3")
            await game.gm.slash(CHANNEL, "adjust", who="Alien 1", changes="alive")

        whole = await counted(lambda: game.ann.slash(CHANNEL, "fire", target="Alien 1", range=4), prepared)
    # A hit makes more calls. At four squares some of the shots miss.
    far = partial(table.fire, range=4)
    chained = await counted(far, ready)
    monkeypatch.setattr(Journal, "_seed", lambda *_: _nothing())
    assert 0 < chained - await counted(far, ready) <= 0.02 * whole
