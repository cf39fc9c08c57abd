"""SQLite's plans of frequent queries: each uses its index and reads no whole table."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.game.store import Store
from bot.game.store.home.connection import Statement
from tests.bot.store.samples import NOON, begin
from tests.homes import file_of

pytestmark = pytest.mark.sqlite

_ENTRY = "SEARCH entries USING INDEX sqlite_autoindex_entries_1 (encounter_id=? AND seq=?)"

_QUERIES: dict[str, tuple[Callable[[Store], Awaitable[object]], Sequence[str]]] = {
    "private answers": (
        lambda store: store.outbox.unanswered("E1", "100"),
        ["SEARCH entries USING INDEX unanswered (encounter_id=? AND actor=?)"],
    ),
    "threads to be woken": (
        lambda store: store.threads.drowsy(NOON, 50),
        [
            "SCAN e USING INDEX one_open_encounter",
            "SEARCH t USING INDEX sqlite_autoindex_threads_2 (encounter_id=?)",
        ],
    ),
    # One search for each entry on the way, in both parts of the query.
    "the way to a state": (lambda store: store.journal.way("E1", 1), [_ENTRY, _ENTRY]),
    "the last entry": (
        lambda store: store.journal.head("E1"),
        ["SEARCH entries USING INDEX sqlite_autoindex_entries_1 (encounter_id=?)"],
    ),
    "undelivered": (lambda store: store.outbox.undelivered(), ["SCAN entries USING INDEX undelivered"]),
    "owed": (lambda store: store.outbox.owed(), ["SCAN owed USING INDEX owed_still", _ENTRY]),
    "losing": (lambda store: store.outbox.losing(), ["SCAN owed USING INDEX owed_no_longer"]),
    "untidied": (lambda store: store.upkeep.untidied(50), ["SCAN states USING INDEX untidied"]),
    "deadlines": (
        lambda store: store.deadlines.due(NOON, 50),
        ["SCAN e USING INDEX one_open_encounter", "SEARCH d USING PRIMARY KEY (encounter_id=? AND guild_id=?)"],
    ),
}


@pytest.mark.parametrize("query", _QUERIES)
async def test_a_frequent_query_uses_its_index(query: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, wanted = _QUERIES[query]
    async with await Store.open(tmp_path / "plans.sqlite3") as store:
        await begin(store)
        statements: list[Statement] = []
        read_all = store._database.read_all

        async def remembered(queries: Sequence[Statement], *more: Any) -> list[list[Any]]:
            statements.extend(queries)
            return await read_all(queries, *more)

        monkeypatch.setattr(store._database, "read_all", remembered)
        await asked(store)
        with closing(sqlite3.connect(file_of(store))) as connection:
            ((sql, values),) = statements
            plan = [str(row[3]) for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", values)]
    for line in set(wanted):
        assert plan.count(line) == wanted.count(line), plan
    assert not [line for line in plan if "AUTOMATIC" in line], plan
