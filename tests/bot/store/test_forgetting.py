"""The users that must be forgotten on each server, and their data outside encounters."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.game.store import Forgetting, ShardScope, Store
from tests.bot.store.samples import NOON, begin, entry
from tests.bot.store.test_shelf import APONE, CARD

LATER = NOON + timedelta(hours=1)
EVERYWHERE = Forgetting("100", "", "anon-1", frozenset({"Dora"}), "", LATER)
# The servers of the first and of the second shard of two.
FIRST, SECOND = "900", str(1 << 22)


async def to_forget(store: Store) -> list[Forgetting]:
    """Carry out nothing, and return what this process is to carry out, the first first."""
    found = []
    while forgetting := await store.erasure.next_forgetting():
        found.append(forgetting)
        await store.erasure.end_forgetting(forgetting)
    return sorted(found, key=lambda f: f.guild_id)


async def test_everywhere_is_each_server_that_keeps_anything(store: Store) -> None:
    await begin(store)
    await store.shelf.add_profile(replace(APONE, guild_id=SECOND))
    await store.shelf.put_homebrew([replace(CARD, guild_id="7")])
    await store.shelf.add_profile(replace(APONE, guild_id="dm-100", origin="e:c2"))
    await store.erasure.intend_forgetting(EVERYWHERE)
    await store.erasure.forget_on_each_server(EVERYWHERE, apart_from="dm-100")
    assert not await store.erasure.is_forgotten("100", "")
    assert not await store.erasure.is_forgotten("100", FIRST) and await store.erasure.is_forgotten("101", FIRST)
    store.look_after(ShardScope(2, frozenset({1})))
    assert await to_forget(store) == [replace(EVERYWHERE, guild_id=SECOND)]
    assert not await store.erasure.is_forgotten("100", "")
    store.look_after(ShardScope(2, frozenset({0})))
    assert await to_forget(store) == [replace(EVERYWHERE, guild_id=guild) for guild in ("", "7", FIRST)]
    assert await store.erasure.is_forgotten("100", "")


async def test_who_is_being_forgotten_on_a_server_begins_again_with_the_same_id(store: Store) -> None:
    await begin(store)
    before = replace(EVERYWHERE, guild_id=FIRST, anon="anon-0", names=frozenset({"D"}), reached="E1", asked_at=NOON)
    await store.erasure.intend_forgetting(before)
    await store.erasure.note_forgetting(before)
    await store.erasure.forget_on_each_server(EVERYWHERE, apart_from="dm-100")
    assert await to_forget(store) == [replace(before, reached="", asked_at=LATER)]
    # A later request for one server stays later.
    await store.erasure.intend_forgetting(latest := replace(before, reached="", asked_at=LATER + timedelta(hours=1)))
    await store.erasure.forget_on_each_server(EVERYWHERE, apart_from="dm-100")
    assert await to_forget(store) == [latest]


async def test_how_many_encounters_wait(store: Store) -> None:
    for n in range(3):
        await begin(store, f"E{n}", f"50{n}")
    assert await store.erasure.count_waiting() == 0
    await store.erasure.intend_forgetting(EVERYWHERE)
    assert await store.erasure.count_waiting() == 0
    await store.erasure.forget_on_each_server(EVERYWHERE, apart_from="dm-100")
    assert await store.erasure.count_waiting() == 3
    await store.erasure.intend_deletion(FIRST, LATER)
    assert await store.erasure.count_waiting() == 6
    store.look_after(ShardScope(2, frozenset({1})))
    assert await store.erasure.count_waiting() == 0


async def test_what_a_user_keeps_on_one_server_goes_and_the_rest_stays(store: Store) -> None:
    for n, guild in enumerate((FIRST, SECOND)):
        await store.shelf.add_profile(replace(APONE, guild_id=guild, origin=f"e:c{n}"))
        await store.shelf.put_homebrew([replace(CARD, guild_id=guild)])
    here, there = (replace(EVERYWHERE, guild_id=guild) for guild in (FIRST, SECOND))
    assert not await store.erasure.forget_belongings(here, 10)
    assert await store.shelf.profiles(FIRST) == () and len(await store.shelf.profiles(SECOND)) == 1
    kept = [(await store.erasure.belongings("100", guild))["homebrew that you added"] for guild in (FIRST, SECOND)]
    assert [len(rows) for rows in kept] == [0, 1]
    assert len(await store.shelf.homebrew(FIRST, "aliens")) == 1
    assert await store.erasure.forget_belongings(there, 1)


async def test_the_quick_rulings_of_a_server_go_with_it_and_the_rest_stays(store: Store) -> None:
    await begin(store)
    for n, (guild, at) in enumerate(((FIRST, NOON), (FIRST, NOON), (SECOND, NOON), (FIRST, LATER))):
        ruling = entry(1, encounter_id=f"q{n}", guild_id=guild, kind="ruling", interaction_id=f"q{n}", at=at)
        await store.journal.append([ruling])
    before = LATER - timedelta(seconds=1)
    assert [await store.erasure.delete_rulings(FIRST, before, 1) for _ in range(3)] == [1, 1, 0]
    left = {row.encounter_id for row in await store.outbox.undelivered()}
    assert left == {"E1", "q2", "q3"}


async def test_the_quick_rulings_of_a_user_come_page_by_page_from_a_server_or_all(store: Store) -> None:
    await begin(store)
    guilds = FIRST, SECOND, "", FIRST, SECOND, FIRST
    for n, guild in enumerate(guilds):
        ruling = {"encounter_id": f"q{n}", "guild_id": guild, "kind": "ruling", "actor": "100" if n < 5 else "101"}
        stage = entry(1, interaction_id=f"q{n}", **ruling)
        # One order of two parts.
        await store.journal.append([replace(stage, seq=seq, parent=seq - 1 or None, part=seq - 1) for seq in (1, 2, 3)])

    async def pages(user: str, guild: str) -> list[list[tuple[str, str]]]:
        found, after = [], ""
        while page := await store.erasure.rulings_of(user, guild, after, 2):
            found.append([(row.id, row.guild_id) for row in page])
            after = page[-1].id
        return found

    assert await pages("100", "") == [[("q0", FIRST), ("q1", SECOND)], [("q2", ""), ("q3", FIRST)], [("q4", SECOND)]]
    assert await pages("100", FIRST) == [[("q0", FIRST), ("q2", "")], [("q3", FIRST)]]
    assert await pages("100", SECOND) == [[("q1", SECOND), ("q2", "")], [("q4", SECOND)]]
    assert await pages("101", SECOND) == []
    (row,) = await store.erasure.rulings_of("101", FIRST, "", 2)
    assert (row.order.actor, row.order.seq, row.order.order) == ("101", 2, b'{"verb":"fire"}')


async def test_everything_that_a_user_keeps_is_listed(store: Store) -> None:
    await store.shelf.put_homebrew([replace(CARD, guild_id=FIRST, name=f"Card {n}") for n in range(1001)])
    assert len((await store.erasure.belongings("100", FIRST))["homebrew that you added"]) == 1001
