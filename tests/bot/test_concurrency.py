"""Orders and questions at the same instant: who comes second gets a sentence or what is stored, never a muddle."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.errors import ChannelTaken
from bot.game.referee.referee import Referee
from bot.game.requests import ActionRequest, AttackRequest, DirectRequest, adjusting
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.orders import Fire, Next, Reload
from tests.bot.table import ANN, BEN, Table, invocation, laid, later


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with laid(tmp_path / "referee.sqlite3") as table:
        yield table


class Slow:
    """A question to the store whose answer is on its way until it is let go."""

    def __init__(self, ask: Any) -> None:
        self._ask = ask
        self.asked = asyncio.Event()
        self.go = asyncio.Event()

    async def __call__(self, *values: Any) -> Any:
        answer = await self._ask(*values)
        if not self.asked.is_set():
            self.asked.set()
            await self.go.wait()
        return answer


async def test_two_starts_at_once_are_one_encounter(table: Table) -> None:
    referee = table.referee
    begun = await asyncio.gather(
        *(referee.start(invocation(user, "20")) for user in (ANN, BEN, ANN)), return_exceptions=True
    )
    groups = [group for group in begun if not isinstance(group, BaseException)]
    assert len(groups) == 1
    assert [str(e) for e in begun if isinstance(e, BaseException)] == [str(ChannelTaken())] * 2
    assert await referee.current(invocation(channel="20")) == groups[0][0].encounter_id
    begun_ids = await referee.store._database.read(
        "SELECT id FROM encounters WHERE channel_id = '20' AND open IS NOT NULL"
    )
    assert [id for (id,) in begun_ids] == [groups[0][0].encounter_id]


async def test_a_start_delivered_twice_at_once_is_one_encounter(table: Table) -> None:
    given = invocation(ANN, "20")
    begun = await asyncio.gather(*(table.referee.start(later(given)) for _ in range(4)))
    assert len({group[0].encounter_id for group in begun}) == 1


async def test_a_look_for_the_open_encounter_that_was_overtaken_is_not_kept(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = table.referee
    slow = Slow(referee.store.journal.open_encounter)
    monkeypatch.setattr(referee.store.journal, "open_encounter", slow)
    looking = asyncio.create_task(referee.open_in("20"))
    await slow.asked.wait()
    begun = await referee.start(invocation(channel="20"))
    slow.go.set()
    await looking
    assert await referee.open_in("20") == begun[0].encounter_id


async def test_a_look_at_the_head_that_was_overtaken_is_not_kept(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, store = table.referee.journal, table.referee.store
    id = await table.referee.current(invocation())
    overtaken, read = await store.journal.head(id), store.journal.head
    entry = await table.fire(dice="7")

    async def late(encounter_id: str) -> Any:
        monkeypatch.setattr(store.journal, "head", read)
        return overtaken

    monkeypatch.setattr(store.journal, "head", late)
    journal.forget(id)
    await journal.head(id)
    head = await journal.head(id)
    assert head is not None and head.seq == entry.seq


async def test_an_end_among_orders_is_the_last_that_happens(table: Table) -> None:
    referee = table.referee
    results: list[Any] = await asyncio.gather(
        *(table.order(adjusting("Apone", f"loaded {n}")) for n in range(4)),
        referee.end(invocation()),
        *(table.order(adjusting("Apone", f"loaded {n}")) for n in range(4)),
        return_exceptions=True,
    )
    [end] = results.pop(4)
    # On a server, which orders come before it depends on which connection answers first.
    refused = [result for result in results if isinstance(result, BaseException)]
    assert all(isinstance(error, NotNow) for error in refused)
    stored = [result.seq for result in results if not isinstance(result, BaseException)]
    assert sorted(stored) == [*range(end.seq - len(stored), end.seq)]
    assert (await table.head()).state.ended
    assert await referee.open_in("10") is None


async def test_an_end_taken_back_and_a_new_start_at_once(table: Table) -> None:
    referee = table.referee
    ended = (await referee.end(invocation()))[-1]
    results = await asyncio.gather(
        referee.undo(invocation(), ended.encounter_id), referee.start(invocation()), return_exceptions=True
    )
    assert sorted(isinstance(r, ChannelTaken) for r in results) == [False, True]
    won = next(r for r in results if not isinstance(r, BaseException))
    assert await referee.open_in("10") == won[-1].encounter_id


@pytest.mark.parametrize("dice", ["", "?"])
async def test_a_second_delivery_that_would_ask_for_more_is_answered_with_what_is_stored(
    table: Table, dice: str
) -> None:
    given = invocation(ANN)
    request = AttackRequest(Fire, target="Alien 1", range=2)
    first = await table.referee.carry_out(given, request, "7")
    second = await table.referee.carry_out(later(given), request if dice else AttackRequest(Fire), dice)
    assert [e.seq for e in second] == [e.seq for e in first]


async def test_a_quick_ruling_delivered_twice_at_once_is_one(table: Table) -> None:
    given = invocation(ANN, "20")
    request = AttackRequest(Fire, who="Rifleman", target="alien", range=2)
    groups = await asyncio.gather(*(table.referee.carry_out(later(given), request) for _ in range(6)))
    assert len({(g[-1].encounter_id, g[-1].resolution.outcome) for g in groups}) == 1
    assert len(await table.referee.journal.by_interaction(given.interaction)) == 2


async def test_cancelled_anywhere_every_kind_of_order_is_whole_or_not_there(table: Table) -> None:
    referee = table.referee

    async def ended() -> None:
        await referee.end(invocation())

    async def undone() -> None:
        await referee.undo(invocation())

    async def next_turn() -> None:
        await table.order(DirectRequest(Next()))

    async def reload() -> None:
        await table.order(ActionRequest(Reload, "Rifleman"))

    for work in (ended, undone, next_turn, reload):
        for steps in (*range(0, 40, 3), 60, 100):
            task = asyncio.create_task(work())
            for _ in range(steps):
                await asyncio.sleep(0)
            task.cancel()
            (raised,) = await asyncio.gather(task, return_exceptions=True)
            assert raised is None or isinstance(raised, asyncio.CancelledError | Refusal)
            head = await table.head()
            fresh = await Referee(referee.library).journal.head(head.encounter_id)
            assert fresh is not None
            assert (fresh.seq, fresh.state) == (head.seq, head.state)
            if head.state.ended:
                await referee.undo(invocation())
            assert not (await table.order(adjusting("Rifleman", "loaded 3, spares 9"))).state.ended
