"""Encounters, entries and seeds in a real file: what is stored comes back, and what must not be stored is refused."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from datetime import timedelta, timezone
from pathlib import Path

import pytest

from bot.errors import ChannelTaken, Stale, StoreUnavailable, Twice
from bot.game.store import HomebrewRow, Outset, SeedRow, Store
from bot.game.store.home import sqlite
from bot.game.store.home.connection import Conflict
from tests.bot.store.samples import NOON, begin, count, encounter, entry


async def test_an_entry_comes_back_as_it_was_stored(store: Store) -> None:
    stored = entry(
        1,
        order='{"verb":"fire","target":"Sgt. *Apone* 🔥"}'.encode(),
        token="secret",
        token_until=NOON + timedelta(minutes=15),
        private=True,
        ended=True,
    )
    await store.journal.append([stored])
    assert await store.journal.head("E1") == stored
    assert await store.journal.entry("E1", 1) == stored
    assert await store.journal.by_interaction("i1", state=True) == (stored,)


async def test_times_come_back_as_the_same_moment_from_any_zone(store: Store) -> None:
    await store.journal.append([entry(1, at=NOON.astimezone(timezone(timedelta(hours=9))))])
    head = await store.journal.head("E1")
    assert head is not None
    assert head.at == NOON


async def test_a_time_without_a_zone_is_refused(store: Store) -> None:
    with pytest.raises(ValueError, match="time zone"):
        await store.journal.append([entry(1, at=NOON.replace(tzinfo=None))])


async def test_the_state_is_read_only_where_asked_for(store: Store) -> None:
    await store.journal.append([entry(1)])
    with_state, without = await store.journal.head("E1"), await store.journal.entry("E1", 1, state=False)
    assert with_state is not None and with_state.state == b'{"seq":1}'
    assert without is not None and without.state is None
    assert [e.state for e in await store.journal.entries("E1")] == [None]
    assert [e.state for e in await store.journal.entries("E1", state=True)] == [b'{"seq":1}']


def test_tokens_and_states_do_not_show_in_a_repr() -> None:
    shown = repr(entry(1, token="secret-token", state=b"secret-state"))
    assert "secret" not in shown


async def test_unknown_things_are_none(store: Store) -> None:
    assert await store.journal.head("E1") is None
    assert await store.journal.entry("E1", 1) is None
    assert await store.journal.encounter("E1") is None
    assert await store.journal.open_encounter("500") is None
    assert await store.journal.by_interaction("i1") == ()
    assert await store.journal.seed("c") is None
    assert await store.journal.undoable("E1") is None
    assert await store.journal.redoable("E1") is None


async def test_an_encounter_opens_with_its_first_entry_and_follows_the_journal(store: Store) -> None:
    assert await store.journal.open_encounter("500") is None

    await store.journal.append([entry(1)], begins=encounter())
    assert await store.journal.open_encounter("500") == encounter(open=True)

    await store.journal.append([entry(n, interaction_id="next", part=n - 2) for n in (2, 3, 4)])
    assert await store.journal.open_encounter("500") == encounter(open=True)

    await store.journal.append([entry(5, ended=True)])
    assert await store.journal.open_encounter("500") is None
    assert await store.journal.encounter("E1") == encounter(open=False)


async def test_the_last_encounter_of_a_channel_is_the_latest_that_began(store: Store) -> None:
    assert await store.journal.last_encounter("500") is None
    for hour, encounter_id, channel in ((2, "later", "500"), (1, "earlier", "500"), (3, "elsewhere", "501")):
        row = encounter(encounter_id, channel, started_at=NOON + timedelta(hours=hour))
        await store.journal.append(
            [entry(1, encounter_id=encounter_id, interaction_id=encounter_id, ended=True)], begins=row
        )
    last = await store.journal.last_encounter("500")
    assert last is not None
    assert last.id == "later"


async def test_a_taken_seq_is_stale(store: Store) -> None:
    await begin(store)
    await store.journal.append([entry(2)])
    with pytest.raises(Stale) as caught:
        await store.journal.append([entry(2, interaction_id="other"), entry(3, interaction_id="other", part=1)])
    assert (caught.value.encounter_id, caught.value.seq) == ("E1", 2)
    assert await count(store) == 2


async def test_an_interaction_is_stored_once_whatever_its_seq(store: Store) -> None:
    await begin(store)
    await store.journal.append([entry(2, interaction_id="same")])
    for seq in (2, 3):
        with pytest.raises(Twice) as caught:
            await store.journal.append([entry(seq, interaction_id="same")])
        assert caught.value.interaction_id == "same"
    assert await count(store) == 2


async def test_a_group_is_stored_whole_or_not_at_all(store: Store) -> None:
    await begin(store)
    await store.journal.append([entry(2, interaction_id="same", part=1)])
    with pytest.raises(Twice):
        await store.journal.append([entry(n, interaction_id="same", part=n - 3) for n in (3, 4)])
    assert await count(store) == 2
    head = await store.journal.head("E1")
    assert head is not None
    assert head.seq == 2


async def test_entries_without_an_interaction_are_not_each_others_repetition(store: Store) -> None:
    await store.journal.append([entry(1, interaction_id=None)])
    await store.journal.append([entry(2, interaction_id=None)])
    assert await count(store) == 2


async def test_a_channel_has_one_open_encounter(store: Store) -> None:
    await begin(store, "E1")
    seed = SeedRow(commitment="c2", encounter_id="E2", seed=b"\x00" * 32, drawn_at=NOON)
    second = [entry(1, encounter_id="E2", interaction_id="second start")]
    with pytest.raises(ChannelTaken):
        await store.journal.append(second, begins=encounter("E2"), seed=seed)
    assert await store.journal.head("E2") is None
    assert await store.journal.encounter("E2") is None
    assert await store.journal.seeds_of("E2") == ()

    await store.journal.append([entry(2, ended=True)])
    await store.journal.append(second, begins=encounter("E2"), seed=seed)
    opened = await store.journal.open_encounter("500")
    assert opened is not None
    assert opened.id == "E2"


async def test_what_got_in_the_way_and_is_gone_is_told(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await begin(store)

    async def conflicts(*_: object) -> int:
        raise Conflict("encounters.channel_id")

    with monkeypatch.context() as patch:
        patch.setattr(store._database, "write_all", conflicts)
        with pytest.raises(
            StoreUnavailable, match=r"^Something else was stored here at the same moment, so your order"
        ):
            await store.journal.append(
                [entry(1, encounter_id="E2", interaction_id="two")], begins=encounter("E2", "501")
            )
    assert await count(store) == 1


async def test_an_outset_is_all_that_an_order_goes_by_at_first(store: Store) -> None:
    assert await store.journal.outset("900", channel_id="500") is None
    await begin(store)
    await store.journal.append([entry(2)])
    assert await store.journal.outset("900", channel_id="500") == Outset(encounter(open=True), 2, {})
    homebrew = [
        HomebrewRow(guild_id=guild, ruleset=ruleset, name=name, record=b"{}", added_by="100", added_at=NOON)
        for guild, ruleset, name in (
            ("900", "aliens", "Vasquez"),
            ("900", "aliens", "Drake"),
            ("901", "aliens", "Hicks"),
            ("900", "savage", "Gorman"),
        )
    ]
    await store.shelf.put_homebrew(homebrew)
    by_channel = await store.journal.outset("900", channel_id="500")
    assert by_channel == Outset(encounter(open=True), 2, {"Drake": b"{}", "Vasquez": b"{}"})
    assert await store.journal.outset("900", channel_id="500", encounter_id="E1") == by_channel

    await store.journal.append([entry(3, ended=True)])
    assert await store.journal.outset("900", channel_id="500") is None
    ended = await store.journal.outset("900", encounter_id="E1")
    assert ended is not None and (ended.encounter.open, ended.last) == (False, 3)


async def test_undoing_an_end_opens_the_encounter_again(store: Store) -> None:
    await begin(store)
    await store.journal.append([entry(2, ended=True)])
    await store.journal.append([entry(3, kind="undo", origin=1)])
    assert await store.journal.open_encounter("500") == encounter(open=True)


async def test_an_end_cannot_be_undone_when_another_encounter_has_opened(store: Store) -> None:
    await begin(store, "E1")
    await store.journal.append([entry(2, ended=True)])
    await begin(store, "E2")
    with pytest.raises(ChannelTaken):
        await store.journal.append([entry(3, kind="undo", origin=1)])
    assert await count(store) == 2
    assert await store.journal.encounter("E1") == encounter("E1", open=False)
    assert await store.journal.encounter("E2") == encounter("E2", open=True)


@pytest.mark.parametrize(
    "entries",
    [
        [],
        [entry(2), entry(1)],
        [entry(1), entry(3)],
        [entry(1), entry(2, encounter_id="E2")],
    ],
)
async def test_append_takes_one_encounters_consecutive_entries(store: Store, entries: list[object]) -> None:
    with pytest.raises(ValueError, match="consecutive"):
        await store.journal.append(entries)  # type: ignore[arg-type]


async def test_pages_of_entries(store: Store) -> None:
    await store.journal.append([entry(n, interaction_id="all", part=n) for n in range(1, 11)])

    async def page(**how: int | bool) -> list[int]:
        return [e.seq for e in await store.journal.entries("E1", **how)]  # type: ignore[arg-type]

    assert await page(limit=3) == [1, 2, 3]
    assert await page(first=4, limit=2) == [4, 5]
    assert await page(first=8, last=9) == [8, 9]


async def test_many_parts_fit_into_one_statement(store: Store) -> None:
    await store.journal.append([entry(n, interaction_id="next", part=n - 1) for n in range(1, 501)])
    assert await count(store) == 500


async def test_seeds(store: Store) -> None:
    first = SeedRow(commitment="c1", encounter_id="E1", seed=b"\x00" * 32, drawn_at=NOON)
    second = SeedRow(commitment="c0", encounter_id="E1", seed=b"\xff" * 32, drawn_at=NOON + timedelta(hours=1))
    await store.journal.append([entry(1)], begins=encounter(), seed=first)
    await store.journal.append([entry(2)], seed=second)
    assert await store.journal.seed("c1") == b"\x00" * 32
    assert await store.journal.seeds_of("E1") == (first, second)
    assert b"\\x00".decode() not in repr(first)


async def test_an_encounter_may_not_look_like_a_ruling(store: Store) -> None:
    with pytest.raises(ValueError, match="q"):
        await store.journal.append([entry(1, encounter_id="Quarry")], begins=encounter("Quarry"))


async def test_rulings_open_nothing_and_go_after_a_while(store: Store) -> None:
    await begin(store)
    for number, age in ((1, 8), (2, 6)):
        ruling = entry(
            1, encounter_id=f"q{number}", kind="ruling", interaction_id=f"r{number}", at=NOON - timedelta(days=age)
        )
        await store.journal.append([ruling])
    assert await store.journal.encounter("q1") is None
    assert await store.journal.open_encounter("500") == encounter(open=True)

    assert await store.upkeep.purge_rulings(NOON - timedelta(days=7)) == 1
    assert await store.journal.by_interaction("r1") == ()
    assert len(await store.journal.by_interaction("r2")) == 1
    assert await store.upkeep.purge_rulings(NOON + timedelta(days=7)) == 1
    assert await count(store) == 1


async def kept(store: Store) -> list[int]:
    return [e.seq for e in await store.journal.entries("E1", state=True, limit=1000) if e.state is not None]


async def test_thinning_keeps_the_head_three_undo_targets_and_every_fiftieth(store: Store) -> None:
    for n in range(1, 231):
        await store.journal.append([entry(n)])
    assert await store.upkeep.untidied(10) == ("E1",)
    assert await store.upkeep.thin("E1") == 222
    assert await kept(store) == [50, 100, 150, 200, 227, 228, 229, 230]
    assert await store.upkeep.thin("E1") == 0
    assert await store.upkeep.untidied(10) == ()
    base = await store.journal.entry("E1", 50)
    assert base is not None
    assert base.state == b'{"seq":50}'

    for n in (231, 232):
        await store.journal.append([entry(n)])
    assert await store.upkeep.thin("E1") == 2
    assert await kept(store) == [50, 100, 150, 200, 229, 230, 231, 232]


async def test_an_encounter_that_has_ended_keeps_the_head_and_every_fiftieth(store: Store) -> None:
    for n in range(1, 61):
        await store.journal.append([entry(n, ended=n == 60)])
    assert await store.upkeep.thin("E1") == 58
    assert await kept(store) == [50, 60]


async def test_a_state_is_kept_when_64_kib_of_effects_lead_to_it(store: Store) -> None:
    for n in range(1, 13):
        await store.journal.append([entry(n, changes=20_000, ended=n == 12)])
    await store.upkeep.thin("E1")
    assert await kept(store) == [4, 8, 12]


async def test_the_way_to_a_state_begins_at_the_nearest_that_is_kept(store: Store) -> None:
    for n in range(1, 56):
        await store.journal.append([entry(n)])
    await store.journal.append([entry(56, kind="undo", origin=3)])
    await store.journal.append([entry(n, interaction_id="group", part=n - 57, state=None) for n in (57, 58)])
    await store.journal.append([entry(59, ended=True)])
    await store.upkeep.thin("E1")
    assert await kept(store) == [50, 59]
    assert [e.seq for e in await store.journal.way("E1", 50)] == [50]
    assert [e.seq for e in await store.journal.way("E1", 53)] == [50, 51, 52, 53]
    assert [e.seq for e in await store.journal.way("E1", 58)] == [1, 2, 3, 56, 57, 58]
    assert await store.journal.way("E1", 99) == ()


@pytest.mark.sqlite
async def test_what_is_thinned_out_leaves_the_file(store: Store, path: Path) -> None:
    for n in range(1, 101):
        await store.journal.append([entry(n, state=b'{"s":"%b"}' % random.randbytes(20_000).hex().encode())])
    await store.upkeep.thin("E1")
    await store.upkeep.shrink()
    with closing(sqlite3.connect(path)) as connection:
        [(pages,)], [(empty,)] = (
            connection.execute(f"PRAGMA {name}_count").fetchall() for name in ("page", "freelist")
        )
    assert pages < 100 and empty == 0


@pytest.mark.sqlite
async def test_the_log_of_a_flood_is_cut(store: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = path.with_name(path.name + "-wal")
    monkeypatch.setattr(sqlite, "LONGEST_LOG", 1_000_000)
    monkeypatch.setattr(store._database, "_patience", 60.0)
    await store.journal.append([entry(1)])
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        # While somebody reads, the log is copied, but its beginning cannot be used again.
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM entries").fetchone()
        for n in range(2, 62):
            await store.journal.append([entry(n, state=b'{"s":"%b"}' % random.randbytes(20_000).hex().encode())])
        long = log.stat().st_size
        assert long > 2_000_000
        # Nobody waits for the reader, although the store is patient.
        await asyncio.wait_for(store.upkeep.shrink(), 30)
        assert log.stat().st_size == long
        await store.journal.append([entry(62)])
    await store.upkeep.shrink()
    assert log.stat().st_size == 0
    await store.journal.append([entry(63)])
    assert [row.seq for row in await store.journal.entries("E1", first=60)] == [60, 61, 62, 63]
    short = log.stat().st_size
    await store.upkeep.shrink()
    assert log.stat().st_size == short > 0


async def test_states_are_deleted_with_their_entries(store: Store) -> None:
    await store.journal.append([entry(1, encounter_id="q1", kind="ruling")])
    await store.upkeep.purge_rulings(NOON + timedelta(days=7))
    [(states,)] = await store._database.read("SELECT count(*) FROM states")
    assert states == 0


async def test_who_was_ordered_last(store: Store) -> None:
    for n, fighter in enumerate(("c1", "c2", None), 1):
        await store.journal.append([entry(n, fighter=fighter)])
    await store.journal.append([entry(4, actor="200", fighter="c3")])
    await store.journal.append([entry(5, kind="undo", fighter="c4")])
    assert [await store.journal.last_actor("E1", user) for user in ("100", "200", "300")] == ["c2", "c3", ""]


async def test_what_is_stored_is_there_after_reopening(path: Path) -> None:
    async with await Store.open(path) as store:
        await begin(store)
    async with await Store.open(path) as store:
        assert await store.journal.head("E1") == entry(1, interaction_id="start E1")
        assert await store.journal.open_encounter("500") == encounter(open=True)


@pytest.mark.parametrize("turn", [1, 2])
async def test_each_test_has_a_database_of_its_own(store: Store, turn: int) -> None:
    assert await store.journal.encounter("E1") is None
    await begin(store)
    assert await store.journal.encounter("E1") is not None
