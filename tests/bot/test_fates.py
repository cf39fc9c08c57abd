"""The log says what has become of each order while the database was away, with the id of its interaction."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.errors import StoreAway, Undecided
from bot.game.store.home.connection import Statement
from bot.game.store.home.sqlite import SQLite
from bot.game.store.parts.details import Details
from bot.watch.interaction_tracker import order_id
from standin.driver import Answer
from tests.served import CHANNEL, Served, served, skirmish
from tests.waiting import until

pytestmark = pytest.mark.sqlite


class Lines(logging.Handler):
    """The lines of the log about each order."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.of: dict[str, list[str]] = {}

    def emit(self, record: logging.LogRecord) -> None:
        self.of.setdefault(order_id(), []).append(record.getMessage())


@pytest.fixture
def lines() -> Iterator[Lines]:
    handler = Lines()
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path / "bot.sqlite3") as bot:
        await skirmish(bot)
        yield bot


async def fire(bot: Served, patch: pytest.MonkeyPatch, error: Exception, *, stores: bool = False) -> Answer:
    """Fire while the database fails when an entry is stored, before or after it is."""
    write_all = SQLite.write_all

    async def fails(database: SQLite, statements: Sequence[Statement]) -> int:
        if not any("INTO entries" in sql for sql, _ in statements):
            return await write_all(database, statements)
        if stores:
            await write_all(database, statements)
        raise error

    with patch.context() as context:
        context.setattr(SQLite, "write_all", fails)
        return await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="9")


@pytest.mark.parametrize("error", [StoreAway(), Undecided()], ids=["away", "undecided"])
async def test_a_user_does_not_wait_for_the_database_a_second_time(
    bot: Served, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """Discord waits three seconds for the sentence, and the database was given most of them."""
    asked, written = list[object](), Details.written

    async def counted(details: Details, *given: Any) -> Any:
        asked.append(given)
        return await written(details, *given)

    monkeypatch.setattr(Details, "written", counted)
    answer = await fire(bot, monkeypatch, error)
    assert answer.content == str(error) and asked == []


async def test_an_order_that_is_refused_is_in_the_log(
    bot: Served, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = await fire(bot, monkeypatch, StoreAway())
    assert answer.content == "The journal's database cannot be reached, so nothing was stored. Try again in a minute."
    assert lines.of[str(answer.interaction.id)] == [f"/fire: {answer.content}"]


@pytest.mark.parametrize("stores", [True, False])
async def test_an_order_of_which_nobody_knew_whether_it_is_stored_is_in_the_log_in_the_end(
    bot: Served, lines: Lines, monkeypatch: pytest.MonkeyPatch, stores: bool
) -> None:
    before = await bot.seqs()
    answer = await fire(bot, monkeypatch, Undecided(), stores=stores)
    sentence = "The journal's database does not answer in time. If your order was stored, its result appears later."
    assert answer.content == sentence
    id = str(answer.interaction.id)
    await until(lambda: len(lines.of.get(id, [])) >= 2)
    after = await bot.seqs()
    assert len(after) - len(before) == int(stores)
    head = await bot.store.journal.open_encounter(bot.person("GM").channel_id(CHANNEL))
    assert head is not None
    fate = f"the order was stored as entry {head.id} #{after[-1]}" if stores else "nothing of the order was stored"
    refusal, later = lines.of[id][:2]
    # What the host can do follows in brackets.
    assert refusal.startswith(f"/fire: {sentence} (The database's server does not answer in time.")
    assert later == fate
