"""An order waits for the store a bounded number of times: each question and each write takes a turn of a thread."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.game.requests import ActionRequest
from bot.game.store.home.connection import Database
from bot.game.store.home.postgresql import PostgreSQL
from bot.game.store.home.sqlite import SQLite
from rules.engine.records.orders import Pass
from tests.bot.table import ANN, laid
from tests.homes import SQLITE


@pytest.fixture
def turns(home: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The turns that the store takes."""
    taken: list[str] = []
    database: type[Database] = SQLite if home == SQLITE else PostgreSQL
    read, write = database.read_all, database.write_all

    async def counted_read(self, *asked):  # type: ignore[no-untyped-def]
        taken.append("read")
        return await read(self, *asked)

    async def counted_write(self, written):  # type: ignore[no-untyped-def]
        taken.append("write")
        return await write(self, written)

    monkeypatch.setattr(database, "read_all", counted_read)
    monkeypatch.setattr(database, "write_all", counted_write)
    return taken


async def test_an_order_asks_once_and_writes_once(tmp_path: Path, turns: list[str]) -> None:
    async with laid(tmp_path / "referee.sqlite3") as table:
        # Whom a user ordered last is asked once.
        await table.order(ActionRequest(Pass, "Apone"), ANN)
        await table.next()
        turns.clear()
        await table.order(ActionRequest(Pass, "Apone"), ANN)
        assert turns == ["read", "write"]
