"""The use case on a real store: rights, undo and redo, typed dice, quick rulings, exactly once."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import reduce
from pathlib import Path

import pytest

from bot.errors import ChannelTaken, StoreUnavailable
from bot.game.entries import codec
from bot.game.requests import (
    ActionRequest,
    AttackRequest,
    DirectRequest,
    Incomplete,
    KeepRequest,
    MusterRequest,
    SwitchRequest,
    adjusting,
    foreseeing,
    handing_over,
)
from bot.game.store import Store
from rules.engine.conduct import conduct
from rules.engine.records.errors import BadDice, DiceWanted, NotAllowed, NotNow, UnknownName
from rules.engine.records.orders import Fire, Next, Pass, Reload
from rules.engine.records.steps import Note, Roll
from rules.engine.scene.dice import KeyedDice, order_digest
from rules.engine.scene.scene import Resolution
from tests.bot.table import ANN, BEN, GM, Table, invocation, laid, later


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with laid(tmp_path / "referee.sqlite3") as table:
        yield table


def rolls(resolution: Resolution) -> list[Roll]:
    return [step for step in resolution.steps if isinstance(step, Roll)]


async def test_a_shot_is_stored_with_its_roll_and_what_it_left(table: Table) -> None:
    entry = await table.fire(dice="7")
    stored = (await table.referee.journal.entries(entry.encounter_id, entry.seq, entry.seq))[0]
    assert [(roll.value, roll.typed_by) for roll in rolls(stored.resolution)] == [(7, "Ann")]
    assert stored.state == entry.state
    flame = entry.state.combatants[0].carried[0].ammunition
    assert flame is not None and flame.loaded == 15


async def test_the_dice_are_those_of_the_committed_seed(table: Table) -> None:
    before = await table.head()
    seed = await table.referee.store.journal.seed(before.state.commitment)
    assert seed is not None
    for k in range(3):
        entry = await table.fire()
        digest = order_digest(codec.canonical(entry.order))
        keyed = KeyedDice(seed, entry.encounter_id, 1, 1, "c1", k, digest)
        assert rolls(entry.resolution)[0].value == keyed.throw("", 0, 9)[0]
        await table.order(adjusting("Alien 1", "alive"))


async def test_the_same_order_after_an_undo_gets_the_same_dice(table: Table) -> None:
    thrown = []
    for _ in range(4):
        thrown.append(rolls((await table.fire()).resolution)[0].value)
        await table.referee.undo(invocation())
    assert len(set(thrown)) == 1


async def test_orders_in_sequence_get_fresh_dice(table: Table) -> None:
    thrown = set()
    for _ in range(12):
        thrown.add(rolls((await table.fire("Alien 2")).resolution)[0].value)
        await table.order(adjusting("Apone", "actions 3"))
        await table.order(adjusting("Alien 2", "alive"))
    assert len(thrown) > 2


async def test_undo_and_redo_walk_the_journal_and_delete_nothing(table: Table) -> None:
    start = await table.head()
    one = await table.fire(dice="7")
    two = await table.fire(dice="0")
    referee = table.referee
    assert (await referee.undo(invocation()))[-1].state == one.state
    assert (await referee.undo(invocation()))[-1].state == start.state
    assert (await referee.redo(invocation()))[-1].state == one.state
    assert (await referee.redo(invocation()))[-1].state == two.state
    with pytest.raises(NotNow):
        await referee.redo(invocation())
    assert (await table.head()).seq == start.seq + 6


async def test_a_fresh_order_ends_what_could_be_redone(table: Table) -> None:
    await table.fire(dice="7")
    await table.referee.undo(invocation())
    await table.fire("Alien 2", dice="7")
    with pytest.raises(NotNow):
        await table.referee.redo(invocation())


async def test_owners_take_back_only_their_own_orders_without_dice(table: Table) -> None:
    await table.order(ActionRequest(Pass), ANN)
    with pytest.raises(NotAllowed):
        await table.referee.undo(invocation(BEN))
    await table.referee.undo(invocation(ANN))
    await table.fire(dice="3")
    with pytest.raises(NotAllowed, match="Dice were thrown for that order"):
        await table.referee.undo(invocation(ANN))
    await table.referee.undo(invocation(GM))


async def test_the_start_cannot_be_taken_back(table: Table) -> None:
    for _ in range(3):
        await table.referee.undo(invocation())
    with pytest.raises(NotNow):
        await table.referee.undo(invocation())


async def test_what_ended_an_encounter_delivered_again_is_what_was_stored(table: Table) -> None:
    await table.fire(dice="9")
    await table.referee.undo(invocation())
    redo, end = invocation(), invocation()
    brought_back = await table.referee.redo(redo)
    ended = await table.referee.end(end)
    for again, stored in (
        (await table.referee.end(later(end)), ended),
        (await table.referee.redo(later(redo)), brought_back),
    ):
        assert [entry.seq for entry in again] == [entry.seq for entry in stored]
    with pytest.raises(NotNow, match="No encounter is open"):
        await table.referee.end(invocation())


async def test_undoing_the_end_draws_a_new_seed_that_later_undos_keep(table: Table) -> None:
    first = (await table.head()).state.commitment
    await table.fire(dice="7")
    ended = (await table.referee.end(invocation()))[-1]
    assert ended.state.ended and await table.referee.open_in("10") is None
    reopened = (await table.referee.undo(invocation()))[-1]
    assert reopened.resolution.outcome == (
        "Undone: The encounter ends. Nobody has won: 2 Marines and 3 Aliens are left in play."
        " Still in the fight: Marines. Still in the fight: Aliens."
    )
    assert not reopened.state.ended and reopened.state.commitment != first
    assert any(isinstance(s, Note) and reopened.state.commitment in s.text for s in reopened.resolution.steps)
    await table.fire()
    again = (await table.referee.undo(invocation()))[-1]
    assert again.state.commitment == reopened.state.commitment
    await table.fire()
    assert await table.referee.open_in("10") == again.encounter_id


async def test_a_redo_after_a_reopened_end_stays_with_the_new_seed(table: Table) -> None:
    await table.fire(dice="7")
    await table.referee.end(invocation())
    await table.referee.undo(invocation())
    shot = await table.fire()
    await table.referee.undo(invocation())
    redone = (await table.referee.redo(invocation()))[-1]
    assert redone.state == shot.state
    assert (await table.referee.journal.whole(redone.encounter_id))[-1].state == redone.state


async def test_no_seed_is_in_the_journal_before_the_end(table: Table) -> None:
    await table.fire()
    head = await table.head()
    seed = await table.referee.store.journal.seed(head.state.commitment)
    assert seed is not None
    for entry in await table.referee.journal.entries(head.encounter_id, 1, head.seq):
        assert seed.hex().encode() not in codec.dump(entry.resolution, Resolution) + codec.canonical(entry.order)


async def test_rights(table: Table) -> None:
    with pytest.raises(NotAllowed, match="not yours"):
        await table.order(AttackRequest(Fire, target="Alien 1", range=2, who="Apone"), BEN)
    await table.order(AttackRequest(Fire, target="Alien 1", range=2, who="Apone"), GM)
    for request in (adjusting("Apone", "loaded 3"), SwitchRequest("ammunition", "off"), MusterRequest(sheet="alien")):
        with pytest.raises(NotAllowed):
            await table.order(request, ANN)
    with pytest.raises(NotAllowed, match="Still to act: Apone, Rifleman, Alien"):
        await table.next(BEN)
    await table.order(handing_over("Apone", BEN), GM)
    with pytest.raises(NotAllowed):
        await table.order(handing_over("Apone", ANN), ANN)


async def test_anyone_may_go_on_once_all_are_done_unless_the_gm_alone_may(table: Table) -> None:
    await table.order(SwitchRequest("aliens", "skipped"))
    await table.order(ActionRequest(Pass), ANN)
    await table.order(ActionRequest(Pass), BEN)
    assert (await table.next(BEN)).state.clock.turn == 2
    await table.order(SwitchRequest("next", "gm"))
    await table.order(ActionRequest(Pass), ANN)
    await table.order(ActionRequest(Pass), BEN)
    with pytest.raises(NotAllowed):
        await table.next(BEN)
    assert (await table.next(GM)).state.clock.turn == 3


async def test_typed_dice(table: Table) -> None:
    head = await table.head()
    for text, error in (("17", BadDice), ("abc", BadDice), ("?", DiceWanted)):
        with pytest.raises(error):
            await table.fire(dice=text)
    assert await table.head() == head
    entry = await table.fire(dice="7 3 9")
    assert Note("Dice", "typed but not needed: 3, 9") in entry.resolution.steps
    await table.order(SwitchRequest("typed dice", "gm"))
    with pytest.raises(NotAllowed, match="only the GM"):
        await table.fire("Alien 2", dice="7")


async def test_what_is_lacking_is_asked_for_and_nothing_stored(table: Table) -> None:
    head = await table.head()
    with pytest.raises(Incomplete):
        await table.order(AttackRequest(Fire), ANN)
    with pytest.raises(UnknownName, match="Alien 1"):
        await table.fire("Alien 11")
    assert await table.head() == head


async def test_the_same_interaction_twice_is_one_entry(table: Table) -> None:
    shot = invocation(ANN)
    request = AttackRequest(Fire, target="Alien 1", range=2, aim=3)
    await table.order(adjusting("Apone", "actions 3"))
    with pytest.raises(UnknownName):
        await table.referee.carry_out(shot, AttackRequest(Fire, target="nobody", range=2))
    request = AttackRequest(Fire, target="Alien 1", range=2, aim=1)
    first = await table.referee.carry_out(shot, request)
    # All actions gone: only the stored entry can be the answer now.
    await table.order(adjusting("Apone", "actions 0"))
    second = await table.referee.carry_out(later(shot), request)
    assert [(e.seq, e.resolution) for e in second] == [(e.seq, e.resolution) for e in first]


async def test_deliveries_at_the_same_instant_are_one_entry(table: Table) -> None:
    shot = invocation(ANN)
    request = AttackRequest(Fire, target="Alien 1", range=2)
    results = await asyncio.gather(*(table.referee.carry_out(later(shot), request) for _ in range(8)))
    assert {group[-1].seq for group in results} == {(await table.head()).seq}


async def test_many_at_the_same_instant_all_happen_in_some_order(table: Table) -> None:
    start = await table.head()
    await asyncio.gather(*(table.order(adjusting("Apone", f"loaded {n}")) for n in range(16)))
    assert (await table.head()).seq == start.seq + 16


async def test_another_process_wrote_first(table: Table, tmp_path: Path) -> None:
    known = await table.head()
    async with await Store.open(tmp_path / "referee.sqlite3") as other:
        row = await other.journal.head(known.encounter_id)
        assert row is not None
        await other.journal.append([replace(row, seq=row.seq + 1, parent=row.seq, interaction_id="elsewhere")])
    entry = await table.fire(dice="7")
    assert (entry.seq, entry.parent) == (known.seq + 2, known.seq + 1)


async def test_a_cancelled_order_either_happened_or_not_and_the_next_one_works(table: Table) -> None:
    for delay in range(12):
        before = await table.head()
        task = asyncio.create_task(table.order(adjusting("Apone", f"loaded {delay}")))
        for _ in range(delay):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        after = await table.order(adjusting("Apone", "loaded 16"))
        assert after.seq - before.seq in (1, 2)


@pytest.mark.sqlite
async def test_a_locked_database_is_one_sentence_and_the_next_order_works(tmp_path: Path) -> None:
    async with laid(tmp_path / "locked.sqlite3") as table:
        other = sqlite3.connect(tmp_path / "locked.sqlite3", isolation_level=None)
        head = await table.head()
        other.execute("BEGIN EXCLUSIVE")
        try:
            with pytest.raises(StoreUnavailable):
                await table.fire(dice="7")
        finally:
            other.execute("ROLLBACK")
            other.close()
        assert (await table.head()).seq == head.seq
        assert (await table.fire(dice="7")).seq == head.seq + 1


async def test_one_open_encounter_a_channel(table: Table) -> None:
    with pytest.raises(ChannelTaken):
        await table.referee.start(invocation())
    await table.referee.start(invocation(channel="11"))
    ended = await table.referee.end(invocation())
    await table.referee.start(invocation())
    before = await rows(table)
    with pytest.raises(ChannelTaken):
        await table.referee.undo(invocation(), encounter_id=ended[-1].encounter_id)
    assert await rows(table) == before


@pytest.mark.sqlite
async def test_a_refused_or_repeated_start_leaves_no_row(tmp_path: Path) -> None:
    async with laid(tmp_path / "referee.sqlite3") as table:
        before = await rows(table)
        with pytest.raises(ChannelTaken):
            await table.referee.start(invocation())
        with pytest.raises(UnknownName):
            await table.referee.start(invocation(channel="11"), template="nowhere")
        with sqlite3.connect(tmp_path / "referee.sqlite3", isolation_level=None) as other:
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(StoreUnavailable):
                await table.referee.start(invocation(channel="12"))
            other.execute("ROLLBACK")
        other.close()
        assert await rows(table) == before
        twice = invocation(channel="13")
        first, second = await table.referee.start(twice), await table.referee.start(twice)
        assert [e.encounter_id for e in first] == [e.encounter_id for e in second]
        encounters, seeds = before
        assert await rows(table) == (encounters + 1, seeds + 1)


async def rows(table: Table) -> tuple[int, int]:
    """Return how many encounters and seeds are stored."""
    counts = "SELECT (SELECT count(*) FROM encounters), (SELECT count(*) FROM seeds)"
    ((encounters, seeds),) = await table.referee.store._database.read(counts)
    return encounters, seeds


async def test_quick_rulings_touch_no_state_and_can_be_had_again(table: Table) -> None:
    head = await table.head()
    request = AttackRequest(Fire, who="Rifleman", target="alien", range=2)
    asked = invocation(ANN, "12")
    first = await table.referee.carry_out(asked, request)
    assert [e.kind for e in first] == ["ruling", "ruling"]
    assert (await table.referee.carry_out(later(asked), request))[-1].resolution == first[-1].resolution
    again = await table.referee.again(invocation(BEN, "12"), first[-1].encounter_id, first[-1].seq)
    assert again[-1].order == first[-1].order and again[-1].encounter_id != first[-1].encounter_id
    # Naming a book makes it a quick ruling even beside an encounter.
    assert (await table.referee.carry_out(invocation(ANN), request, ruleset="aliens"))[0].kind == "ruling"
    assert await table.head() == head
    with pytest.raises(NotNow):
        await table.referee.carry_out(invocation(ANN, "12"), DirectRequest(Next()))


async def test_again_is_a_new_shot_at_the_present_state(table: Table) -> None:
    entry = await table.fire(dice="7")
    again = (await table.referee.again(invocation(ANN), entry.encounter_id, entry.seq))[-1]
    assert again.order == entry.order and again.seq == entry.seq + 1
    with pytest.raises(NotAllowed):
        await table.referee.again(invocation(BEN), entry.encounter_id, entry.seq)


async def test_only_what_a_combatant_does_is_ordered_again(table: Table) -> None:
    await table.next()
    await table.referee.end(invocation())
    head = (await table.referee.undo(invocation()))[-1]
    # Starting again would empty the encounter, ending again would show the seed of the first end.
    for entry in await table.referee.journal.entries(head.encounter_id, 1, head.seq):
        with pytest.raises(NotNow, match="Only a fighter's order can be repeated"):
            await table.referee.again(invocation(), head.encounter_id, entry.seq)
    assert await table.head() == head


async def test_the_roster_remembers_ammunition_between_encounters(table: Table) -> None:
    await table.fire(dice="7")
    await table.order(KeepRequest("Apone", ANN), ANN)
    await table.referee.settle(await table.referee.end(invocation()))
    await table.referee.start(invocation())
    back = await table.order(MusterRequest(name="apone", owner=ANN), ANN)
    flame = back.state.combatants[0].carried[0].ammunition
    assert flame is not None and flame.loaded == 15


async def test_folding_the_effects_gives_the_state_and_replay_gives_the_same(table: Table) -> None:
    await table.fire()
    await table.order(ActionRequest(Reload), BEN)
    for _ in range(4):
        await table.next()
    await table.referee.end(invocation())
    await table.referee.undo(invocation())
    head = await table.head()
    entries = await table.referee.journal.entries(head.encounter_id, 1, head.seq)
    by_seq = {e.seq: e for e in entries}
    for entry in entries:
        if entry.kind != "order":
            continue
        before = by_seq[entry.parent].state if entry.parent else conduct.UNOPENED
        folded = reduce(lambda state, effect: effect.on(state), entry.resolution.effects, before)
        assert folded == entry.state
        replayed = conduct.replay(
            entry.order, before, [entry.resolution], table.referee.library.shelf[entry.state.ruleset]
        )
        assert [part.encounter for part in replayed] == [entry.state]


async def test_states_that_were_thinned_out_are_folded_again(table: Table) -> None:
    for n in range(160):
        await table.order(adjusting("Apone", f"loaded {n % 16}"))
        if n % 7 == 0:
            await table.referee.undo(invocation())
    head = await table.head()
    before = await table.referee.journal.entries(head.encounter_id, 1, head.seq)
    assert await table.referee.store.upkeep.thin(head.encounter_id) > 50
    after = await table.referee.journal.entries(head.encounter_id, 1, head.seq)
    assert [e.state for e in after] == [e.state for e in before]


async def test_an_event_stores_no_other(table: Table) -> None:
    """The last event takes no more room than the first."""
    events = [await table.order(foreseeing(f"rain {n}", 2, 0)) for n in range(30)]
    sizes = [len(codec.dump(event.resolution, Resolution)) for event in events]
    assert max(sizes) < min(sizes) + 20
