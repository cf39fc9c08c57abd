"""An order comes out the same wherever it is resolved."""

from __future__ import annotations

import random
import secrets
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from bot.chat.workers.executor import WorkerExecutor
from bot.errors import ChannelTaken
from bot.game.entries.invocation import Invocation
from bot.game.files.library import Library
from bot.game.referee.referee import Referee
from bot.game.referee.resolver import Executor, InProcess
from bot.game.requests import Incomplete
from bot.game.requests.order_questions import AskFirst
from bot.game.store import Store
from rules.engine.books.table_options import ALL, FOG, HIDDEN, PICTURES, TABLE_OPTIONS
from rules.engine.records.copies import replace
from rules.engine.records.errors import DiceWanted, Refusal
from rules.shelf import shelf
from tests.bot.said_at_random import GAMES, offered
from tests.homes import ask
from tests.long_orders import make_long
from tests.waiting import patience

ORDERS = 40
AT = datetime(2026, 1, 1, tzinfo=UTC)
TYPED = (*[""] * 8, "3", "9 9", "?", "50 7 4 0 0")
NOTHING_DONE = (Refusal, Incomplete, DiceWanted, ChannelTaken)


async def played(name: str, database: Path, executor: Executor) -> list[str]:
    """Play a fight at random; return what was refused or asked, word for word."""
    game, luck, numbers, said = GAMES[name], random.Random(name), count(1), list[str]()

    def invocation(user: str) -> Invocation:
        return Invocation(str(next(numbers)), user, f"user {user}", "1", "10", "token", AT)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", luck.randbytes)
        patch.setattr(secrets, "token_hex", lambda n: luck.randbytes(n).hex())
        async with await Store.open(database) as store:
            referee = Referee(Library(store, shelf(), game.ruleset), executor)
            await referee.start(invocation("100"), ruleset=game.ruleset)
            for request in game.begin:
                await referee.carry_out(invocation("100"), request)
            for _ in range(ORDERS):
                id = await referee.current(invocation("100"), ended_too=True)
                head = await referee.journal.head(id)
                assert head is not None
                gm = head.state.gms[0]
                request = offered(game, head.state, referee.library.shelf[head.state.ruleset], luck)
                dice = luck.choice(TYPED)
                try:
                    await referee.carry_out(invocation(gm), request, dice)
                except AskFirst as asked:
                    said += asked.sentences
                except NOTHING_DONE as refusal:
                    said.append(f"{type(refusal).__name__}: {refusal} {getattr(refusal, 'thrown', '')}")
    return said


def stored(database: Path) -> list[tuple[object, ...]]:
    """Everything that is stored of the encounters, but when it was stored."""
    columns = 'seq, parent, origin, kind, part, actor, ended, fighter, changes, "order", resolution'
    entries = ask(database, f"SELECT {columns} FROM entries ORDER BY encounter_id, seq")
    return [*entries, *ask(database, "SELECT seq, state FROM states ORDER BY encounter_id, seq")]


@pytest.mark.parametrize("name", GAMES)
async def test_a_fight_is_the_same_wherever_it_is_resolved(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_long(monkeypatch)
    # The other process has the switch as it is delivered.
    monkeypatch.setitem(TABLE_OPTIONS, FOG, replace(TABLE_OPTIONS[FOG], default=HIDDEN))
    monkeypatch.setitem(TABLE_OPTIONS, PICTURES, replace(TABLE_OPTIONS[PICTURES], default=ALL))
    here, there = tmp_path / "here.sqlite3", tmp_path / "there.sqlite3"
    said = await played(name, here, InProcess())
    executor = WorkerExecutor(patience())
    try:
        assert await played(name, there, executor) == said
        assert executor.pid is not None
    finally:
        await executor.close()
    assert stored(there) == stored(here)
    assert len(stored(here)) > ORDERS // 4
