"""The server of the database ends all connections again and again while people order, and half of what they say is
delivered twice: what they were told, what is stored and what the channel shows agree."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from standin.driver import Answer
from standin.world.scenery import Json
from tests.bot.owed import database
from tests.homes import POSTGRESQL, ask
from tests.served import CHANNEL, Served, served, skirmish
from tests.waiting import until

END = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
ORDERS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("Ann", "fire", {"target": "Alien 1", "range": 2, "dice": "9"}),
    ("Ben", "fire", {"target": "Alien 2", "range": 2, "dice": "9"}),
    ("GM", "adjust", {"who": "Apone", "changes": "loaded 16"}),
    ("GM", "undo", {}),
)
ROUNDS = 6


def twice(bot: Served, chance: random.Random) -> None:
    """Deliver half of all interactions once more, a moment later."""
    invoker, loop = bot.playground.invoker, asyncio.get_running_loop()
    dispatch = invoker._dispatch

    def dispatched(event: str, payload: Json) -> None:
        dispatch(event, payload)
        if chance.random() < 0.5:
            loop.call_later(chance.choice((0.0, 0.01, 0.1)), dispatch, event, payload)

    invoker._dispatch = dispatched


def details(bot: Served) -> Counter[str]:
    """Return how many messages of the channel have each Details button."""
    return Counter(
        button["custom_id"]
        for message in bot.person("Ben").sees(CHANNEL)
        for row in message["components"]
        for button in row["components"]
        if button.get("label") == "Details"
    )


@pytest.mark.parametrize("home", [POSTGRESQL], indirect=True)
async def test_what_is_told_stored_and_shown_agrees(tmp_path: Path, home: str) -> None:
    chance = random.Random(7)
    async with served(tmp_path / "bot.sqlite3") as bot:
        await skirmish(bot)
        twice(bot, chance)
        answers: list[Answer] = []
        for _ in range(ROUNDS):
            said = [
                asyncio.ensure_future(bot.person(name).slash(CHANNEL, command, **options))
                for name, command, options in ORDERS
            ]
            await asyncio.sleep(chance.uniform(0, 0.05))
            ask(bot.store, END)
            answers += await asyncio.gather(*said)

        def quiet() -> bool:
            waiting = "SELECT count(*) FROM entries WHERE message_id IS NULL AND gave_up IS NULL"
            return database(bot, waiting) == [(0,)]

        await until(quiet)
        stored = {id for (id,) in database(bot, "SELECT interaction_id FROM entries WHERE part = 0")}
        told = {str(answer.interaction.id): answer for answer in answers}
        assert len(told) == ROUNDS * len(ORDERS)
        assert {id for id, answer in told.items() if not answer.ephemeral} <= stored
        refused = {id for id, answer in told.items() if "nothing was stored" in answer.content}
        assert not refused & stored
        assert not [answer.content for answer in answers if "went wrong" in answer.content]
        assert set(details(bot).values()) == {1}
        seqs = await bot.seqs()
        assert seqs == list(range(1, len(seqs) + 1))
