"""Turns in an encounter: nobody waits long for one."""

from __future__ import annotations

import asyncio

import pytest

from bot.errors import StoreUnavailable
from bot.game.referee import encounter_locks


async def test_nobody_waits_long_behind_one_who_is_about_to_take_a_free_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encounter_locks, "_TURN", 0.01)
    all_turns, over = encounter_locks.EncounterLocks(), asyncio.Event()

    async def taken() -> None:
        async with all_turns.taken("one"):
            await over.wait()

    async with all_turns.taken("one"):
        second = asyncio.create_task(taken())
        await asyncio.sleep(0)
        third = asyncio.create_task(taken())
    # The third comes when the lock is free, and the second has not come to take it.
    done, _ = await asyncio.wait({second, third}, timeout=1)
    over.set()
    await second
    assert done == {third} and isinstance(third.exception(), StoreUnavailable)
