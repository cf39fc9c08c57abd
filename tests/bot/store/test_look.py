"""A look at the database of a running bot, in both homes."""

from __future__ import annotations

from pathlib import Path

from bot.game.store import Store
from bot.game.store.watching import look
from tests.bot.store.samples import begin, entry


async def test_a_look_counts_what_waits_and_whether_the_database_can_be_written(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "looked_at.sqlite3") as store:
        await begin(store)
        await store.append([entry(2)])
        seen = await look(store)
        assert (seen.waiting, seen.open) == (2, 1)
        assert seen.read_seconds > 0 and seen.write_seconds > 0
        assert await store.last_seq("E1") == 2
