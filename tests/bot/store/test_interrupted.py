"""A tidying that ends between any two writes: every state can be read, and the next tidying finishes the work."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.errors import StoreUnavailable
from bot.game.journal.journal import Journal
from bot.game.requests import adjusting
from bot.game.store import Store
from tests.bot.table import invocation, laid


async def test_it_leaves_every_state(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.game.store.parts.upkeep._DROPPED_AT_ONCE", 7)
    monkeypatch.setattr("bot.game.store.parts.upkeep._PACKED_AT_ONCE", 1)
    async with laid(path) as table:
        for n in range(60):
            await table.order(adjusting("Rifleman", f"loaded {n % 16}"))
            if n % 9 == 0:
                await table.referee.undo(invocation())
        encounter = (await table.head()).encounter_id
        left = [entry.state for entry in await table.referee.journal.whole(encounter)]

    tidyings = 0
    while await interrupted(path, monkeypatch):
        tidyings += 1
        async with await Store.open(path) as store:
            journal = Journal(store)
            assert [entry.state for entry in await journal.entries(encounter, 1, len(left))] == left
            assert await store.upkeep.untidied(1) == (encounter,)
    assert tidyings > 10
    async with await Store.open(path) as store:
        assert [entry.state for entry in await Journal(store).entries(encounter, 1, len(left))] == left
        assert await store.upkeep.untidied(1) == ()


async def interrupted(path: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Thin until the second write; whether there was one."""
    async with await Store.open(path) as store:
        [encounter] = await store.upkeep.untidied(1) or [""]
        write, writes = store._database.write, 0

        async def once(sql: str, values: Sequence[object] = ()) -> int:
            nonlocal writes
            writes += 1
            if writes > 1:
                raise StoreUnavailable("killed")
            return await write(sql, values)

        with monkeypatch.context() as patch:
            patch.setattr(store._database, "write", once)
            try:
                await store.upkeep.thin(encounter)
            except StoreUnavailable:
                return True
        now = datetime.now(UTC)
        await Journal(store).tidy(now, now - timedelta(days=7))
    return False
