"""The store counts a user's secret rolls in a channel for a day: each once, and none after it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.game.journal.journal import Journal
from bot.game.store import DAY, Store

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


async def count(store: Store, interaction: int, at: datetime, user: str = "1", channel: str = "2") -> int:
    return await store.hidden_rolls.count(user, channel, "9", str(interaction), at)


async def test_rolls_are_counted_by_user_and_channel(store: Store) -> None:
    assert [await count(store, n, NOON + n * MINUTE) for n in (1, 2, 3)] == [1, 2, 3]
    assert await count(store, 4, NOON + 4 * MINUTE, user="5") == 1
    assert await count(store, 5, NOON + 5 * MINUTE, channel="6") == 1
    # Two at the same moment.
    assert await count(store, 6, NOON + 3 * MINUTE) == 4


async def test_a_roll_that_is_delivered_twice_is_one(store: Store) -> None:
    assert [await count(store, n, NOON + n * MINUTE) for n in (1, 2, 1, 3, 2)] == [1, 2, 1, 3, 2]
    assert await store.hidden_rolls.since("1", "2", "1", NOON + MINUTE) == 2


async def test_a_day_is_24_hours(store: Store) -> None:
    await count(store, 1, NOON)
    await count(store, 2, NOON + MINUTE)
    assert await count(store, 3, NOON + DAY) == 2
    assert await count(store, 4, NOON + DAY + MINUTE) == 2
    assert await store.hidden_rolls.since("1", "2", "1", NOON) == 1


async def test_notes_are_deleted_after_a_day(store: Store) -> None:
    await count(store, 1, NOON)
    await count(store, 2, NOON + MINUTE)
    await Journal(store).tidy(NOON + DAY + MINUTE, NOON)
    assert await store.hidden_rolls.since("1", "2", "0", NOON) == 1
    await Journal(store).tidy(NOON + DAY + 2 * MINUTE, NOON)
    assert await store.hidden_rolls.since("1", "2", "0", NOON) == 0
