"""Entries that still have to be shown, and tokens."""

from __future__ import annotations

from datetime import timedelta

from bot.game.store import Store
from tests.bot.store.samples import NOON, entry


async def waiting(store: Store) -> list[tuple[str, int]]:
    return [(e.encounter_id, e.seq) for e in await store.outbox.undelivered()]


async def test_entries_wait_until_they_are_marked_or_given_up(store: Store) -> None:
    await store.journal.append([entry(1)])
    await store.journal.append([entry(1, encounter_id="E2", interaction_id="other")])
    await store.journal.append([entry(3 + n, interaction_id="next", part=n) for n in range(3)])
    await store.journal.append([entry(2, encounter_id="E2")])
    assert await waiting(store) == [("E1", 1), ("E2", 1), ("E2", 2), ("E1", 3)]

    await store.outbox.marked([("E1", 1, "7001"), ("E2", 2, "7001"), ("E2", 1, "7002")])
    assert await waiting(store) == [("E1", 3)]
    await store.outbox.gave_up([("E1", 3, "403: may not post here")])
    assert await waiting(store) == []

    first, other, third = (
        await store.journal.entry("E1", 1),
        await store.journal.entry("E2", 1),
        await store.journal.entry("E1", 3),
    )
    assert first is not None and first.message_id == "7001" and first.gave_up is None
    assert other is not None and other.message_id == "7002"
    assert third is not None and third.message_id is None and third.gave_up == "403: may not post here"


async def test_a_large_snowflake_survives_marking(store: Store) -> None:
    await store.journal.append([entry(1)])
    await store.outbox.marked([("E1", 1, "18446744073709551615")])
    stored = await store.journal.entry("E1", 1)
    assert stored is not None
    assert stored.message_id == "18446744073709551615"


async def test_marking_nothing_does_nothing(store: Store) -> None:
    await store.journal.append([entry(1)])
    await store.outbox.marked([])
    await store.outbox.marked([("E1", 99, "7001")])
    assert await waiting(store) == [("E1", 1)]


async def test_entries_wait_oldest_first(store: Store) -> None:
    for n in (1, 2, 3):
        await store.journal.append([entry(n)])
    found = await store.outbox.undelivered(limit=1)
    assert [e.seq for e in found] == [1]
    assert found[0].state is None
    assert [e.seq for e in await store.outbox.undelivered()] == [1, 2, 3]


async def test_expired_tokens_are_forgotten(store: Store) -> None:
    for seq, minutes in ((1, 10), (2, 20)):
        await store.journal.append([entry(seq, token=f"t{seq}", token_until=NOON + timedelta(minutes=minutes))])
    assert await store.outbox.forget_tokens(NOON + timedelta(minutes=15)) == 1
    first, second = await store.journal.entry("E1", 1), await store.journal.entry("E1", 2)
    assert first is not None and (first.token, first.token_until) == (None, None)
    assert second is not None and second.token == "t2"


async def test_the_token_of_what_is_shown_is_forgotten(store: Store) -> None:
    await store.journal.append([entry(1, token="t1", token_until=NOON + timedelta(minutes=10))])
    await store.outbox.marked([("E1", 1, "7001")])
    stored = await store.journal.entry("E1", 1)
    assert stored is not None and (stored.message_id, stored.token, stored.token_until) == ("7001", None, None)
