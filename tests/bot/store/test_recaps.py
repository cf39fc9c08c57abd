"""The last entry of an encounter's story that a user has read."""

from __future__ import annotations

from bot.game.store import Store
from tests.bot.store.samples import begin, entry

READER, OTHER = "100", "101"


async def test_the_last_recap_counts_and_an_earlier_one_changes_nothing(store: Store) -> None:
    await begin(store)
    for seq in (2, 3):
        await store.journal.append([entry(seq, number=seq)])
    assert await store.recaps.of("E1", OTHER) is None
    for seq in (2, 3, 2):
        await store.recaps.note("E1", OTHER, seq)
    told = await store.recaps.of("E1", OTHER)
    assert told is not None and (told.seq, told.number) == (3, 3)
    await store.recaps.note("gone", OTHER, 1)
    assert await store.recaps.of("gone", OTHER) is None


async def test_who_has_ordered_is_caught_up_to_there_and_who_has_read_a_recap_to_its_end(store: Store) -> None:
    await begin(store)
    await store.journal.append([entry(2, actor=OTHER)])
    assert [await store.recaps.caught_up("E1", user) for user in (READER, OTHER, "102")] == [1, 2, 0]
    await store.recaps.note("E1", READER, 2)
    await store.recaps.note("E1", OTHER, 1)
    assert [await store.recaps.caught_up("E1", user) for user in (READER, OTHER)] == [2, 2]
