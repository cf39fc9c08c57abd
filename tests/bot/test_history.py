"""The past of an encounter: all of it folded forward, and log_page by log_page."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from pathlib import Path

import pytest

from bot.game.entries import codec, decoder
from bot.game.entries.entries import Group
from bot.game.journal import journal, reading_queue
from bot.game.journal.reading_queue import ReadingQueue
from bot.game.pages.encounter_check import checked
from bot.game.pages.history import LINES, exported, log_page, retraced
from bot.game.pages.statistics import dice, scope
from bot.game.requests import PastedMusterRequest, adjusting
from bot.game.store import EntryRow
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.scene.scene import Resolution
from tests.bot.table import Table, invocation, laid


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with laid(tmp_path / "referee.sqlite3") as table:
        yield table


async def test_folding_forward_gives_the_states_that_were_stored(table: Table) -> None:
    await table.fire(dice="7")
    await table.order(PastedMusterRequest("Alien\nAlien"))
    for _ in range(2):
        await table.referee.undo(invocation())
    await table.referee.redo(invocation())
    await table.next()
    await table.referee.end(invocation())
    await table.referee.undo(invocation())
    head = await table.head()
    folded = await table.referee.journal.whole(head.encounter_id)
    assert [entry.seq for entry in folded] == list(range(1, head.seq + 1))
    assert list(folded) == list(await table.referee.journal.entries(head.encounter_id, 1, head.seq))
    assert folded[-1].state == head.state


async def test_the_whole_is_there_when_states_have_been_thinned_out(table: Table) -> None:
    for n in range(150):
        await table.order(adjusting("Rifleman", f"loaded {n % 16}"))
    head = await table.head()
    assert await table.referee.store.upkeep.thin(head.encounter_id) > 0
    folded = await table.referee.journal.whole(head.encounter_id)
    # Four entries laid the table.
    loaded = [c.ammunition.loaded for e in folded[4:] if (c := e.state.combatants[1].carried[0]).ammunition]
    assert loaded == [n % 16 for n in range(150)]


async def test_pages_hold_whole_groups(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        await table.order(PastedMusterRequest("Alien\nAlien\nAlien"))
        await table.fire(dice="7")
        await table.referee.undo(invocation())
    head = await table.head()
    stored = list(await table.referee.journal.entries(head.encounter_id, 1, head.seq))
    for size in range(1, 8):
        monkeypatch.setattr(journal, "_BATCH", size)
        pages = [page async for page in table.referee.journal.pages(head.encounter_id)]
        assert [entry for page in pages for entry in page] == stored
        assert all(page[0].part == 0 for page in pages)
        assert max(map(len, pages)) <= size + 3


async def test_pages_end_by_what_they_hold(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        await table.order(PastedMusterRequest("Alien\nAlien\nAlien"))
        await table.fire(dice="7")
        await table.referee.undo(invocation())
    store, id = table.referee.journal.store, (await table.head()).encounter_id
    rows = await store.journal.entries(id, limit=99)
    stored = list(await table.referee.journal.entries(id, 1, rows[-1].seq))
    for most in (1, 1_000, 3_000, 20_000):
        monkeypatch.setattr(journal, "_PAGE", most)
        forwards = [page async for page in table.referee.journal.pages(id)]
        backwards = [page async for page in table.referee.journal.backwards(id, rows[-1].seq)][::-1]
        for pages in (forwards, backwards):
            assert [entry for page in pages for entry in page] == stored
            assert all(page[0].part == 0 for page in pages)
            for page in pages:
                # The last group, which may be larger, and what was read before it.
                sizes = [rows[entry.seq - 1].size for entry in page]
                groups = len({entry.interaction_id for entry in page})
                assert groups == 1 or sum(sizes) < most + 2 * max(row.size for row in rows)


async def test_pages_end_where_they_are_told(table: Table) -> None:
    id = (await table.head()).encounter_id
    pages = table.referee.journal.pages(id, 3)
    await table.referee.undo(invocation())
    assert [entry.seq async for page in pages for entry in page] == [1, 2, 3]


async def test_what_lasted_is_without_what_was_undone(table: Table) -> None:
    await table.fire(dice="7")
    await table.fire("Alien 2", dice="7")
    for _ in range(2):
        await table.referee.undo(invocation())
    await table.referee.redo(invocation())
    last = await table.fire("Alien 3", dice="7")
    seqs: list[int] = []
    await retraced(table.referee, invocation(), lambda page: seqs.extend(entry.seq for entry in page))
    assert seqs == [1, 2, 3, 4, 5, last.seq]
    # Its turn is over.
    async with asyncio.timeout(60), table.referee.readings.turn(invocation().channel):
        pass


async def test_a_channel_has_one_question_about_the_past_at_a_time(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.referee.end(invocation())
    async with table.referee.readings.turn(invocation().channel):
        with monkeypatch.context() as patch:
            patch.setattr(reading_queue, "_PATIENCE", 0.0)
            for question in (
                exported(table.referee, invocation(), nobody),
                retraced(table.referee, invocation(), lambda page: None),
                log_page(table.referee, invocation(), 1),
                checked(table.referee, invocation()),
            ):
                with pytest.raises(Refusal, match="I am still answering earlier questions about the past"):
                    await question
            counting = await scope(table.referee, invocation(), "", "")
            with pytest.raises(Refusal, match="I am still answering earlier questions about the past"):
                await dice(table.referee, invocation(), counting)
        waiting = [asyncio.create_task(checked(table.referee, invocation())) for _ in range(2)]
        await table.referee.store.journal.last_seq("none")
        assert not any(task.done() for task in waiting)
        # Another channel does not wait for this one.
        async with asyncio.timeout(60), table.referee.readings.turn("11"):
            pass
    assert [(await task).report.problems for task in waiting] == [(), ()]


async def test_the_questions_of_channels_take_turns_page_by_page() -> None:
    turns, begun = ReadingQueue(), asyncio.Event()
    taken: list[str] = []

    async def pages(channel: str, number: int) -> AsyncGenerator[Group, None]:
        for _ in range(number):
            await begun.wait()
            yield ()

    async def ask(channel: str, number: int) -> None:
        async with turns.turn(channel):
            await turns.go_through(pages(channel, number), lambda _: taken.append(channel))

    asked = [asyncio.create_task(ask(*one)) for one in (("long", 4), ("long", 1), ("short", 1), ("next", 1))]
    await asyncio.sleep(0)
    begun.set()
    await asyncio.gather(*asked)
    assert taken[:3] == ["long", "short", "next"] and taken[3:] == ["long"] * 4


async def nobody(users: Sequence[str]) -> dict[str, str]:
    """Discord tells no names."""
    return {}


async def test_the_log_is_read_leaf_by_leaf_the_latest_first(table: Table) -> None:
    for n in range(20):
        await table.order(adjusting("Rifleman", f"loaded {n % 16}"))
    first, second = [await log_page(table.referee, invocation(), page) for page in (1, 2)]
    assert (first.pages, second.pages) == (2, 2)
    seqs = [entry.seq for entry in (*first.entries, *second.entries)]
    assert seqs == list(range((await table.head()).seq, 0, -1))
    assert len(first.entries) == LINES
    for page in (0, -1, 3):
        with pytest.raises(Refusal, match="pages 1 to 2"):
            await log_page(table.referee, invocation(), page)


async def test_a_channel_without_a_past_says_so(table: Table) -> None:
    with pytest.raises(NotNow, match="No encounter"):
        await retraced(table.referee, invocation(channel="11"), lambda page: None)


# --- what is in memory, and what the event loop does itself


async def test_many_who_ask_at_once_have_an_encounter_read_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    head = await table.head()
    lower_the_limit(monkeypatch)
    asked = counting(table, monkeypatch)
    table.referee.journal.forget(head.encounter_id)
    heads = await asyncio.gather(*(table.referee.journal.head(head.encounter_id) for _ in range(9)))
    assert heads == [head] * 9 and asked == [head.encounter_id]


async def test_heads_are_kept_as_long_as_they_are_small_together(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    first = (await table.head()).encounter_id
    second = (await table.referee.start(invocation(channel="11"), ruleset="aliens"))[0].encounter_id
    asked = counting(table, monkeypatch)
    for id in (first, second, first):
        await table.referee.journal.head(id)
    assert asked == []
    monkeypatch.setattr(journal, "_BYTES_KEPT", 10)
    await table.fire(dice="7")
    # One is always kept.
    for id in (first, first, second, second, first):
        await table.referee.journal.head(id)
    assert asked == [second, first]


def lower_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have everything count as much."""
    for module in (decoder, journal):
        monkeypatch.setattr(module, "LIGHT", 1)


def counting(table: Table, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The encounters whose heads are read from the store from now on."""
    asked: list[str] = []
    read = table.referee.store.journal.head

    async def head(encounter_id: str) -> EntryRow | None:
        asked.append(encounter_id)
        return await read(encounter_id)

    monkeypatch.setattr(table.referee.store.journal, "head", head)
    return asked


async def test_much_is_decoded_in_a_thread_and_one_at_a_time(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    group = await table.group(PastedMusterRequest("Alien\nAlien\nAlien"))
    here, decoded, busy = threading.get_ident(), list[int](), list[int]()
    read = codec.resolution

    def resolution(data: bytes, schema: int) -> Resolution:
        busy.append(len(busy))
        assert busy == [0]
        decoded.append(threading.get_ident())
        try:
            return read(data, schema)
        finally:
            busy.clear()

    monkeypatch.setattr(codec, "resolution", resolution)
    interaction = group[0].interaction_id or ""
    stored = await table.referee.journal.by_interaction(interaction)
    assert {*decoded} == {here} and list(stored) == list(group)
    decoded.clear()
    lower_the_limit(monkeypatch)
    groups = await asyncio.gather(*(table.referee.journal.by_interaction(interaction) for _ in range(6)))
    assert [list(one) for one in groups] == [list(group)] * 6
    assert len(decoded) == 6 * len(group) and here not in decoded
