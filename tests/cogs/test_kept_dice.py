"""Dice typed for what falls later: kept in order until it is thrown, and told if they are left over."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.game.journal.replay import replay
from rules.engine.records.steps import Roll
from rules.shelf import shelf
from tests.cogs.conftest import Game, laid_out, refused, says, told, types

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


@pytest.fixture
async def advanced(tmp_path: Path) -> AsyncIterator[Game]:
    lines = (
        "GM: /encounter start ruleset: phoenix preset: advanced",
        "GM: /combatant add sheet: SAL 14, CA 7, KV 12, M16, 2 M61 grenades name: Trent owner: @Ann",
        "GM: /combatant add sheet: green, KV 12, AKM 47 name: Guard owner: @Ben",
    )
    async with laid_out(tmp_path / "advanced.sqlite3", lines) as game:
        yield game


async def thrown(game: Game) -> list[tuple[int, str]]:
    """Every throw of the encounter and who typed it; the whole of it comes out the same again."""
    journal = game.client.referee.journal
    head = await game.head()
    entries = await journal.entries(head.encounter_id, 1, head.seq)
    repeated = replay(entries, shelf())
    assert repeated.alarms == repeated.newer == ()
    return [(s.value, s.typed_by) for e in entries for s in e.resolution.steps if isinstance(s, Roll)]


async def until_fired(game: Game, what: str = "Trent fires") -> str:
    """Return the channel's post about the /next in which that happens."""
    for _ in range(16):
        if what in (told := await says(game, "GM: /next")):
            return told
    raise AssertionError(f"never: {what}")


async def until_it_fires_next(game: Game) -> None:
    await says(game, "GM: /next")
    await says(game, "GM: /next")


async def test_dice_for_a_shot_that_falls_later_are_kept_for_it(game: Game) -> None:
    assert "Trent aims at Guard" in await says(game, f"{LATER} dice: 99")
    assert await thrown(game) == []
    await until_fired(game)
    assert await thrown(game) == [(99, "Ann")]


async def test_the_first_is_checked_when_they_are_given(game: Game) -> None:
    await refused(
        game, f"{LATER} dice: 150", "Give a roll from 0 to 99 for Trent's shot at Guard. 150 is not possible."
    )
    await refused(
        game, f"{LATER} dice: cheese", "“cheese” is not a die roll. Give whole numbers and spaces, such as 3 1 4."
    )


async def test_they_are_asked_for_when_they_are_thrown(game: Game) -> None:
    answer = await types(game, f"{LATER} dice: 0")
    assert "kept for later throws: 0" in told(answer)
    assert "/next dice: gives more when they are thrown" in told(await game.ann.click(answer, "Details"))
    assert await thrown(game) == []
    await until_it_fires_next(game)
    prompt = await types(game, "GM: /next dice: ?")
    assert prompt.ephemeral and "Throw a die, 00 to 99, for where Guard is hit." in prompt.content
    assert "Trent fires" in await says(game, "GM: /next dice: 62 4 30 3")
    assert await thrown(game) == [(0, "Ann"), (62, "GM"), (4, "GM"), (30, "GM"), (3, "GM")]


@pytest.mark.parametrize(("fire", "aim"), [("immediate", 6), ("declared", 1)])
async def test_a_shot_that_is_fired_later_has_its_dice_asked_for_then(game: Game, fire: str, aim: int) -> None:
    await says(game, f"GM: /encounter options name: fire value: {fire}")
    answer = await types(game, f"Ann: /fire target: Guard range: 10 aim: {aim} dice: ?")
    assert not answer.ephemeral, told(answer)
    assert "none kept for later throws" in told(await game.ann.click(answer, "Details"))
    for _ in range(8):
        if (asked := await types(game, "GM: /next dice: ?")).ephemeral:
            break
    assert "Throw a die, 00 to 99, for Trent's shot at Guard." in asked.content
    assert await thrown(game) == []


async def test_when_they_run_out_the_bot_says_that_it_rolls(game: Game) -> None:
    await says(game, f"{LATER} dice: ?")
    assert "the typed dice have run out: the bot rolls from here on" in await until_fired(game)
    assert [by for _, by in await thrown(game)][:1] == [""]


async def test_a_value_that_is_not_on_its_die_is_named_when_it_is_thrown(game: Game) -> None:
    await says(game, f"{LATER} dice: 0 300 62")
    told = await until_fired(game)
    assert "300, 62 not used, because 300 is not on this die (0 to 99): the bot rolls from here on" in told
    assert [by for _, by in await thrown(game)][:2] == ["Ann", ""]


async def test_what_is_left_over_is_told_at_the_end(game: Game) -> None:
    assert "kept for later throws: 99, 7, 8" in await says(game, f"{LATER} dice: 99 7 8")
    assert "not needed" not in await says(game, "GM: /next")
    assert "typed but not needed: 7 and 8" in await until_fired(game)
    assert await thrown(game) == [(99, "Ann")]


async def test_what_is_left_over_is_told_when_another_order_takes_the_place_of_the_shot(game: Game) -> None:
    await says(game, f"{LATER} dice: 99 7")
    await says(game, "GM: /next")
    assert "typed but not needed: 99 and 7" in await says(game, "Ann: /duck")
    await says(game, "GM: /undo")
    await until_fired(game)
    assert await thrown(game) == [(99, "Ann")]


async def test_a_grenade_keeps_the_dice_of_its_blast(advanced: Game) -> None:
    await says(advanced, "Ann: /throw target: Guard range: 8 aim: 4 dice: 99 1 4 0 4")
    assert await thrown(advanced) == []
    await until_fired(advanced, "Trent throws")
    assert await thrown(advanced) == [(99, "Ann")]
    assert "the typed dice have run out" in await until_fired(advanced, "goes off")
    dice = await thrown(advanced)
    assert dice[:5] == [(value, "Ann") for value in (99, 1, 4, 0, 4)]
    assert {by for _, by in dice[5:]} == {""}
    await says(advanced, "GM: /undo")
    await until_fired(advanced, "goes off")
    assert await thrown(advanced) == [*dice, *dice[1:]]
    await says(advanced, "GM: /encounter end")
    verdict = (await types(advanced, "GM: /dice verify")).content
    assert "**Verified.**" in verdict and "9 typed by players" in verdict


async def test_what_a_blast_leaves_over_is_told_when_it_goes_off(advanced: Game) -> None:
    await says(advanced, "Ann: /throw target: Guard range: 8 aim: 4 dice: 99 1 4 0 4" + " 5" * 35)
    assert "not needed" not in await until_fired(advanced, "Trent throws")
    await says(advanced, "GM: /combatant remove who: Guard")
    assert "typed but not needed: 5, 5, 5, 5, 5, 5 and " in await until_fired(advanced, "goes off")


@pytest.mark.parametrize("fire", ["immediate", "declared"])
async def test_a_morale_roll_has_its_die(advanced: Game, fire: str) -> None:
    await says(advanced, "GM: /encounter options name: morale value: on")
    await says(advanced, f"GM: /encounter options name: fire value: {fire}")
    assert "not needed" not in await says(
        advanced, "Ann: /fire weapon: M16 target: Guard range: 100 aim: 6 dice: 41 95"
    )
    await until_fired(advanced)
    assert (await thrown(advanced))[:2] == [(41, "Ann"), (95, "Ann")]


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


async def test_a_player_does_not_undo_an_order_that_keeps_typed_dice(game: Game) -> None:
    """They are thrown already: a player who did not like them could give others."""
    await says(game, f"{LATER} dice: 99")
    await refused(game, "Ann: /undo", "Dice were thrown for that order. Only the GM can undo it.")
    await says(game, "GM: /undo")
    await says(game, LATER)
    await says(game, "Ann: /undo")
