"""Orders that wait for the disk at the same time share a commit, and nothing else."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.errors import ChannelTaken, Stale, StoreUnavailable, Twice
from bot.game.store import Store
from bot.game.store.home.connection import Row
from bot.game.store.home.sqlite import SQLite
from tests.bot.store.samples import begin, count, encounter, entry
from tests.bot.store.test_faults import locked
from tests.homes import file_of

ENCOUNTERS = [f"E{n}" for n in range(40)]


async def commits(store: Store) -> list[str]:
    """Every COMMIT of the writer from now on."""
    written: list[str] = []
    assert isinstance(store._database, SQLite)
    await store._database._writer.set_trace_callback(lambda sql: written.append(sql) if sql == "COMMIT" else None)
    return written


async def order(store: Store, encounter_id: str, seq: int = 2, **changes: object) -> None:
    await store.journal.append(
        [entry(seq, encounter_id=encounter_id, **{"interaction_id": f"{encounter_id} {seq}"} | changes)]
    )


@pytest.fixture
async def begun(store: Store) -> Store:
    for id in ENCOUNTERS:
        await begin(store, id, f"channel {id}")
    return store


@pytest.mark.sqlite
async def test_orders_at_the_same_time_share_commits(begun: Store) -> None:
    written = await commits(begun)
    await asyncio.gather(*(order(begun, id) for id in ENCOUNTERS))
    assert 1 < len(written) < 5
    assert [await count(begun, id) for id in ENCOUNTERS] == [2] * len(ENCOUNTERS)


@pytest.mark.sqlite
async def test_an_order_alone_has_its_own(begun: Store) -> None:
    written = await commits(begun)
    for id in ENCOUNTERS[:3]:
        await order(begun, id)
    assert len(written) == 3


async def test_one_that_cannot_be_stored_leaves_the_others(begun: Store) -> None:
    wrong = {
        "E3": order(begun, "E3", 1),
        "E7": order(begun, "E7", interaction_id="start E8"),
        "E9": begun.journal.append([entry(1, encounter_id="E99")], begins=encounter("E99", "channel E10")),
    }
    outcomes = await asyncio.gather(*(wrong.get(id) or order(begun, id) for id in ENCOUNTERS), return_exceptions=True)
    refused = {id: type(outcome) for id, outcome in zip(ENCOUNTERS, outcomes, strict=True) if outcome is not None}
    assert refused == {"E3": Stale, "E7": Twice, "E9": ChannelTaken}
    assert {id for id in ENCOUNTERS if await count(begun, id) == 1} == set(refused)
    assert await begun.journal.encounter("E99") is None


@pytest.mark.sqlite
async def test_one_that_has_no_room_on_the_disk_leaves_the_others(begun: Store) -> None:
    ((pages,),) = await begun._database.read("PRAGMA page_count")
    await begun._database.write(f"PRAGMA max_page_count = {pages + 20}")
    large = b"x" * 1_000_000
    outcomes = await asyncio.gather(
        *(order(begun, id, state=large if id == "E5" else b"{}") for id in ENCOUNTERS), return_exceptions=True
    )
    (error,) = [outcome for outcome in outcomes if outcome is not None]
    assert isinstance(error, StoreUnavailable) and "full" in str(error)
    assert [id for id in ENCOUNTERS if await count(begun, id) == 1] == ["E5"]


@pytest.mark.sqlite
async def test_a_foreign_lock_refuses_all_and_passes(begun: Store) -> None:
    with locked(file_of(begun)) as other:
        outcomes = await asyncio.gather(*(order(begun, id) for id in ENCOUNTERS), return_exceptions=True)
        assert all(isinstance(outcome, StoreUnavailable) for outcome in outcomes)
        other.execute("ROLLBACK")
    await asyncio.gather(*(order(begun, id) for id in ENCOUNTERS))
    assert [await count(begun, id) for id in ENCOUNTERS] == [2] * len(ENCOUNTERS)


# Writes of one process to a file are carried out in their order; a server has no such queue.
@pytest.mark.sqlite
async def test_upkeep_among_orders_keeps_its_place(begun: Store) -> None:
    outcomes = await asyncio.gather(
        *(order(begun, id) for id in ENCOUNTERS[:20]),
        begun.outbox.marked([("E1", 2, "7001")]),
        *(order(begun, id) for id in ENCOUNTERS[20:]),
        begun.upkeep.shrink(),
    )
    assert set(outcomes) <= {None, 1}
    marked = await begun.journal.entry("E1", 2)
    assert marked is not None and marked.message_id == "7001"


@pytest.mark.sqlite
async def test_queries_in_one_turn_see_the_same_moment(begun: Store) -> None:
    file = file_of(begun)

    def ended_meanwhile(row: Row) -> str:
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("UPDATE encounters SET title = 'changed meanwhile'")
        return str(row[0])

    query = "SELECT title FROM encounters WHERE id = 'E1'"
    assert await begun._database.read_all([(query, ()), (query, ())], ended_meanwhile) == [["Hadley's Hope"]] * 2
    assert await begun._database.read(query) == [("changed meanwhile",)]
