"""An order and what it was read from are freed with its answer: neither the collector nor a private question has it."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from pathlib import Path
from types import TracebackType

import discord
import pytest

from bot.chat.views.private.order_questions import waiting
from bot.chat.views.private.prompt import prompts
from bot.chat.views.private.remedies import offered
from bot.game.requests.order_questions import AskFirst
from rules.engine.records.errors import DiceWanted, Refusal
from rules.engine.records.model import Encounter
from tests.cogs.conftest import CHANNEL, Game, laid_out, types
from tests.waiting import idle

LINES = (
    "GM: /encounter start ruleset: phoenix",
    "GM: /combatant add sheet: SAL 14, CA 14, M16, 2 magazines, facing south name: Trent owner: @Ann",
    "GM: /combatant add sheet: green, AKM 47 name: Guard",
    "GM: /combatant add sheet: green, AKM 47 name: Sniper",
    "Ann: /aim target: Guard range: 20 aim: 1",
)
ASKED = "Ann: /fire target: Sniper range: 10 aim: 1"
DICE_WANTED = "Ann: /fire target: Guard range: 20 aim: 1 dice: ?"
REFUSED = "Ann: /fire target: Nobody range: 10"
ENDED = AskFirst, DiceWanted, Refusal
"""The ends of the answers to the orders above."""


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", LINES) as game:
        yield game


async def act(game: Game) -> None:
    """Give orders that are carried out, asked about and refused, press buttons and type."""
    for line in (ASKED, DICE_WANTED, REFUSED, "GM: /encounter show", "GM: /next"):
        assert (await types(game, line)).content
    shot = await types(game, "Ann: /fire target: Guard range: 20 aim: 1")
    assert (await game.ann.click(shot, "Details")).ephemeral
    await game.ann.autocomplete(CHANNEL, "fire", focused="target", target="g")
    await idle(game.client)


async def test_the_collector_finds_nothing_of_what_was_answered(game: Game) -> None:
    await act(game)
    gc.collect()
    before = alive()
    gc.disable()
    try:
        await act(game)
        after = [one for one in alive() if id(one) not in {*map(id, before)}]
    finally:
        gc.enable()
    assert after == []


def alive() -> list[object]:
    kinds = discord.Interaction, discord.InteractionResponse, *ENDED
    # Others' weak proxies may be dead, and cannot be asked for their class.
    return [one for one in gc.get_objects() if issubclass(type(one), kinds)]


async def test_private_questions_keep_their_orders_alone(game: Game) -> None:
    memories = waiting, prompts, offered
    before = {word for memory in memories for word in memory._kept}
    await act(game)
    for memory in memories:
        added = [kept for word, (kept, *_) in memory._kept.items() if word not in before]
        assert added, memory._sentence
        for kept in added:
            assert [one for one in reached(kept) if isinstance(one, (TracebackType, Encounter, *ENDED))] == []


def reached(kept: object) -> list[object]:
    """The objects that this refers to, by records and the variables of functions, but not through the bot itself."""
    seen: dict[int, object] = {}
    ahead = [kept]
    while ahead:
        one = ahead.pop()
        if id(one) in seen or isinstance(one, (type, discord.Client)) or type(one).__name__ in ("Referee", "module"):
            continue
        seen[id(one)] = one
        ahead += [one.__closure__] if hasattr(one, "__closure__") else gc.get_referents(one)
    return [*seen.values()]
