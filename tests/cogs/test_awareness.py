"""A target's awareness of a threat is for the target's side to say, or for the GM (5.4, O74)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.game.journal.replay import replay
from rules.engine.records.steps import Sum
from tests.cogs.conftest import Game, laid_out, refused, says

LINES = (
    "GM: /encounter start ruleset: phoenix-optional title: The yard",
    "GM: /encounter options name: initiative value: off",
    "GM: /encounter options name: fire value: immediate",
    "GM: /encounter options name: spotting value: off",
    "GM: /encounter map size: 30x30",
    "GM: /combatant add name: Trent owner: @Ann side: Squad at: K25 sheet: SAL 10, CA 16, M16, KV 40, facing north",
    "GM: /combatant add name: Guard owner: @Ben side: Guards at: K6 sheet: ISF 35, CA 8, KV 40, facing north",
)
UNAWARE, DEFENDS = "unaware of the shooter", "defensive skill, ISF 35"


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", LINES) as game:
        yield game


@pytest.mark.parametrize("word", ["aware", "unaware"])
async def test_the_shooter_s_player_cannot_say_it(game: Game, word: str) -> None:
    before = await game.head()
    sentence = f"Only Guard's side and the GM say whether they are {word} (5.4). Leave {word} out of how:."
    for line in (
        f"Ann: /fire target: Guard aim: 2 how: {word}",
        f"Ann: /burst target: Guard aim: 2 how: hip, {word}",
        f"Ann: /plan set lines: fire at Guard aim 2, {word}",
    ):
        await refused(game, line, sentence)
    assert await game.head() == before


async def test_the_target_s_player_says_it_for_a_minute(game: Game) -> None:
    assert "Guard is aware of Trent for a minute." in await says(game, "Ben: /act what: aware of Trent")
    assert "Trent fires the M16 at Guard" in await says(game, "Ann: /fire target: Guard aim: 2 dice: 99")
    assert f"{DEFENDS}, as their side says" in await accuracy(game)
    assert "Guard is unaware of Trent for a minute." in await says(game, "Ben: /act what: unaware of Trent")
    await says(game, "GM: /next")
    assert "Trent fires the M16 at Guard" in await says(game, "Ann: /fire target: Guard aim: 2 dice: 99")
    assert f"{UNAWARE}, as their side says" in await accuracy(game)
    await says(game, "GM: /next time: 60 seconds")
    assert "Trent fires the M16 at Guard" in await says(game, "Ann: /fire target: Guard aim: 2 dice: 99")
    assert (await accuracy(game)).count("as their side says") == 0
    found = replay(await game.client.referee.journal.whole((await game.encounter()).id), game.client.library.shelf)
    assert (found.newer, found.alarms) == ((), ())


async def test_the_gm_says_it_for_one_shot(game: Game) -> None:
    assert "Trent fires the M16 at Guard" in await says(
        game, "GM: /fire who: Trent target: Guard aim: 2 how: aware dice: 99"
    )
    assert f"{DEFENDS}, as their side says" in await accuracy(game)


async def accuracy(game: Game) -> str:
    """The terms of the accuracy in the last shot."""
    steps = (await game.head()).resolution.steps
    [total] = [step for step in steps if isinstance(step, Sum) and step.label == "Accuracy"]
    return ", ".join(term.label for term in total.terms)
