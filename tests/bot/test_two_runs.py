"""Two runs of the bot on one database: what one of them stores, the other sees at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import Mock

import pytest

from bot.game.files.library import Library
from bot.game.referee.referee import NO_ENCOUNTER, Referee
from bot.game.requests import ActionRequest, DirectRequest, MusterRequest
from bot.game.store import Store
from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Next, Pass
from rules.shelf import shelf
from tests.bot.table import ANN, GM, Table, invocation
from tests.waiting import until

CARD = """
name = "Vasquez"
actions = 2
[[weapons]]
name = "Smartgun"
type = "Machinegun"
aim.1 = [9, 9, 9, 9, 9]
"""


@dataclass
class Runs:
    """Two referees, each with a store of its own on the same file."""

    one: Table
    other: Table


@pytest.fixture
async def runs(tmp_path: Path) -> AsyncIterator[Runs]:
    path = tmp_path / "referee.sqlite3"
    async with await Store.open(path) as first, await Store.open(path) as second:
        one, other = (Table(Referee(Library(store, shelf(), "aliens"))) for store in (first, second))
        yield Runs(one, other)


async def open_in(table: Table) -> str | None:
    """The id of the open encounter, as this run knows it."""
    return await table.referee.open_in(invocation().channel)


async def test_an_encounter_that_one_opens_is_open_to_the_other(runs: Runs) -> None:
    assert await open_in(runs.one) is None and await open_in(runs.other) is None
    (entry,) = await runs.one.referee.start(invocation())
    assert await open_in(runs.other) == entry.encounter_id
    mustered = await runs.other.order(MusterRequest(sheet="Apone", owner=ANN))
    assert (mustered.encounter_id, mustered.seq) == (entry.encounter_id, 2)


async def test_an_encounter_that_one_ends_is_over_for_the_other(runs: Runs) -> None:
    await runs.one.referee.start(invocation())
    assert await open_in(runs.other)
    await runs.other.referee.context(invocation())
    await runs.one.referee.end(invocation())
    assert await open_in(runs.other) is None
    with pytest.raises(NotNow, match=NO_ENCOUNTER[:20]):
        await runs.other.order(DirectRequest(Next()))
    again = await runs.one.referee.start(invocation())
    assert await open_in(runs.other) == again[0].encounter_id


async def test_each_sees_the_orders_of_the_other(runs: Runs) -> None:
    await runs.one.referee.start(invocation())
    assert (await runs.other.head()).seq == 1
    await runs.one.order(MusterRequest(sheet="Apone", owner=ANN))
    context = await runs.other.referee.context(invocation(ANN))
    assert context is not None and [c.name for c in context.encounter.combatants] == ["Apone"]
    assert (await runs.other.head()).seq == 2
    await runs.other.order(MusterRequest(sheet="Rifleman", owner=ANN))
    assert [c.name for c in (await runs.one.head()).state.combatants] == ["Apone", "Rifleman"]


async def test_whom_somebody_ordered_last_is_the_same_for_both(runs: Runs) -> None:
    await runs.one.referee.start(invocation())
    for sheet in ("Apone", "Rifleman", "Alien"):
        await runs.one.order(MusterRequest(sheet=sheet, owner=None if sheet == "Alien" else ANN))
    for run, name in ((runs.one, "Apone"), (runs.other, "Rifleman")):
        await run.referee.carry_out(invocation(ANN), ActionRequest(Pass, name))
        for each in (runs.one, runs.other):
            context = await each.referee.context(invocation(ANN))
            assert context is not None and context.encounter.combatant(context.last).name == name


async def test_homebrew_of_one_is_homebrew_of_the_other(runs: Runs) -> None:
    ours, theirs = runs.one.referee.library, runs.other.referee.library
    book = shelf()["aliens"]
    assert await theirs.homebrew("1", book) == {}
    await ours.keep_homebrew(invocation(GM), book, book.homebrew_record(CARD))
    assert set(await theirs.homebrew("1", book)) == {"Vasquez"}
    await runs.one.referee.start(invocation())
    await runs.other.order(MusterRequest(sheet="Vasquez", owner=ANN))
    await theirs.drop_homebrew("1", book, "Vasquez")
    assert await ours.homebrew("1", book) == {}


# Two orders at once queue in the order in which their first questions are answered: a server has no order for these.
@pytest.mark.sqlite
async def test_an_order_that_waited_for_its_turn_goes_by_what_the_other_did_meanwhile(runs: Runs) -> None:
    (start,) = await runs.one.referee.start(invocation())
    async with runs.one.referee.locks.taken(start.encounter_id):
        waiting = asyncio.create_task(runs.one.order(MusterRequest(sheet="Apone", owner=ANN)))
        later = asyncio.create_task(runs.one.order(MusterRequest(sheet="Vasquez", owner=ANN)))
        await asyncio.sleep(0)
        theirs = runs.other.referee.library
        await theirs.keep_homebrew(invocation(GM), shelf()["aliens"], shelf()["aliens"].homebrew_record(CARD))
        await runs.other.order(MusterRequest(sheet="Rifleman", owner=ANN))
        assert not waiting.done() and not later.done()
    assert (await waiting).seq == 3
    assert [c.name for c in (await later).state.combatants] == ["Rifleman", "Apone", "Vasquez"]


async def test_an_order_is_refused_that_waited_while_the_other_ended_the_encounter(
    runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    (start,) = await runs.one.referee.start(invocation())
    locks = runs.one.referee.locks
    async with locks.taken(start.encounter_id):
        wanted = Mock(wraps=locks.lock)
        monkeypatch.setattr(locks, "lock", wanted)
        waiting = asyncio.create_task(runs.one.order(MusterRequest(sheet="Apone", owner=ANN)))
        await until(lambda: wanted.called)
        await runs.other.referee.end(invocation())
    with pytest.raises(NotNow, match=r"ended|over"):
        await waiting
