"""Dice typed for a shot that falls later: checked when they are given, and kept for it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.game.journal.replay import replay
from rules.engine.records.steps import Roll
from rules.shelf import shelf
from tests.cogs.conftest import Game, laid_out, refused, says, types

LINES = (
    "GM: /encounter start ruleset: phoenix",
    "GM: /combatant add sheet: SAL 14, CA 7, M16, 2 magazines name: Trent owner: @Ann",
    "GM: /combatant add sheet: green, AKM 47 name: Guard owner: @Ben",
)
LATER = "Ann: /fire target: Guard range: 10 aim: 6"
DICE = "47 62 4 40 0"


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", LINES) as game:
        yield game


async def thrown(game: Game) -> list[tuple[int, str]]:
    """Every throw of the encounter and who typed it; the whole of it comes out the same again."""
    journal = game.client.referee.journal
    head = await game.head()
    entries = await journal.entries(head.encounter_id, 1, head.seq)
    repeated = replay(entries, shelf())
    assert repeated.alarms == repeated.newer == ()
    return [(s.value, s.typed_by) for e in entries for s in e.resolution.steps if isinstance(s, Roll)]


async def until_fired(game: Game) -> None:
    for _ in range(8):
        if "Trent fires" in await says(game, "GM: /next"):
            return
    raise AssertionError("the shot never fell")


async def test_dice_for_a_shot_that_falls_later_are_kept_for_it(game: Game) -> None:
    assert "Trent aims at Guard" in await says(game, f"{LATER} dice: 99")
    assert await thrown(game) == []
    await until_fired(game)
    assert await thrown(game) == [(99, "Ann")]


async def test_they_are_checked_when_they_are_given(game: Game) -> None:
    await refused(
        game, f"{LATER} dice: 150", "Give a roll from 0 to 99 for Trent's shot at Guard. 150 is not possible."
    )
    await refused(
        game, f"{LATER} dice: cheese", "“cheese” is not a die roll. Give whole numbers and spaces, such as 3 1 4."
    )
    before = await game.head()
    prompt = await types(game, f"{LATER} dice: 0")
    assert prompt.ephemeral and "Throw the next die" in prompt.content
    prompt = await types(game, f"{LATER} dice: ?")
    assert prompt.ephemeral and "Throw a die" in prompt.content
    assert await game.head() == before


async def test_what_is_too_many_is_named(game: Game) -> None:
    assert "typed but not needed: 7, 8" in await says(game, f"{LATER} dice: 99 7 8")


async def test_a_shot_that_waits_for_an_answer_keeps_them(game: Game) -> None:
    await says(game, "Ben: /duck how: ask")
    await says(game, "Ann: /fire target: Guard range: 10 aim: 1 dice: 98")
    assert await thrown(game) == []
    await says(game, "Ben: /answer choice: stay")
    assert await thrown(game) == [(98, "Ann")]


async def test_declared_fire_keeps_them(game: Game) -> None:
    await says(game, "GM: /encounter options name: fire value: declared")
    await says(game, "Ann: /fire target: Guard range: 10 aim: 1 dice: 97")
    assert await thrown(game) == []
    await until_fired(game)
    assert await thrown(game) == [(97, "Ann")]


async def test_again_and_another_order_do_not_have_them(game: Game) -> None:
    aiming = await types(game, f"{LATER} dice: 99")
    again = await game.ann.click(aiming, "Again")
    assert not again.ephemeral
    await until_fired(game)
    assert [by for _, by in await thrown(game)][:1] == [""]
