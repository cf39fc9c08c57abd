"""The state that an order was given on is the same from memory and from the database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.game.journal.journal import Journal
from bot.game.requests import DirectRequest
from rules.engine.records.orders import Next
from tests.bot.table import ANN, Table, laid


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with laid(tmp_path / "referee.sqlite3") as table:
        yield table


async def test_the_state_before_an_order_is_what_the_one_before_it_left(table: Table) -> None:
    earlier = await table.fire(user=ANN, dice="9")
    group = await table.group(DirectRequest(Next()))
    journal = table.referee.journal
    assert await journal.before(group) == earlier.state != group[-1].state
    # Another run of the bot has nothing in memory.
    assert await Journal(table.referee.store).before(group) == earlier.state
    journal.forget(earlier.encounter_id)
    assert await journal.before(group) == earlier.state
    # An older order's is not the one that is kept.
    assert await journal.before([earlier]) == (await journal.entries(earlier.encounter_id, 1, earlier.seq))[-2].state


async def test_nothing_is_before_the_first(table: Table) -> None:
    journal = table.referee.journal
    first = await journal.entries((await table.head()).encounter_id, 1, 1)
    assert await journal.before(first) is None
