"""A whole fight of Savage Worlds shooting over the real protocol: tokens, a supply that is bought, the bot killed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules.engine.records.agenda import Question
from rules.savage.shooter import Supply, shooter
from standin.driver import Answer
from tests.cogs.conftest import Game
from tests.cogs.fight import Fight, checked, plain, prepared
from tests.served import Process

OPENING = (
    "GM: /encounter start ruleset: savage title: The warehouse",
    "GM: /encounter map size: 14x9 walls: D3-D4 H5",
    "GM: /combatant add name: Red owner: @Ann at: B4 sheet: Shooting d10, Wild Card, Assault Rifle, 2 grenades",
    "GM: /combatant add name: Blue owner: @Ben at: B6 sheet: Shooting d6, extra, Shotgun, spares 2",
    "GM: /combatant add name: Thug count: 3 at: I6 J3 J5 sheet: Shooting d6, extra, Submachine Gun, spares 1",
)


@pytest.fixture
async def fight(tmp_path: Path) -> AsyncIterator[Fight]:
    async with prepared(tmp_path / "fight.sqlite3") as fight:
        yield fight


async def test_a_whole_fight(fight: Fight) -> None:
    async with fight.scene() as game:
        for line in OPENING:
            assert not (await fight.type(line)).ephemeral
        await first_round(fight, game)
    asked = await killed_with_a_question_open(fight)
    async with fight.scene() as game:
        await bought(fight, game, asked)
        await second_round(fight, game)
    async with fight.scene() as game:
        report = await checked(fight, game)
        assert report.typed == 2 + 5 + 1 + 2 + 2 + 4
        await next_time(fight, game)


async def first_round(fight: Fight, game: Game) -> None:
    """By the table of depletion: 1 of a single shot, 1 to 3 of each die on automatic, the Wild Die never."""
    await fight.type(
        "Ann: /fire target: Thug 1 dice: 5 1", "at Thug 1 (rolled 5, Wild Die 1, needed 4): HIT", "2 of 2 tokens"
    )
    burst = await fight.type(
        "Ann: /burst target: Thug 1, Thug 2 dice: 1 2 9 6 3", "HIT with 1 raise", "Thug 2 MISS", "0 of 2 tokens"
    )
    fired = await game.encounter()
    fight.playground.redeliver(burst)
    await fight.type(
        "Ben: /fire target: Thug 2 how: double tap dice: 1", "at Thug 2 (rolled 1, needed 4): MISS", "0 of 1 token"
    )
    await fight.type("Ben: /fire target: Thug 2", "Shotgun is empty")
    await fight.type("GM: /undo")
    assert await game.encounter() == fired
    await fight.type("GM: /redo")
    await fight.type("Ann: /throw target: Thug 3 dice: 5 2", "HIT", "1 left")


async def killed_with_a_question_open(fight: Fight) -> Answer:
    """Price Level Expensive: a roll of 5 is enough for a month and for a mission."""
    async with Process(fight.playground, fight.database) as process:
        asked = await fight.type(
            "Ann: /ammo buy sort: AP price: 2500 die: d8 dice: 5 2", "one month or a single mission (Purchase roll 5)"
        )
        await process.kill()
    return asked


async def bought(fight: Fight, game: Game, asked: Answer) -> None:
    waiting = await game.encounter()
    assert [waiting.combatant(m.to).name for m in waiting.agenda if isinstance(m, Question)] == ["Red"]
    await fight.type("GM: /next", "Red must answer first")
    answer = await fight.people["Ann"].click(asked, "Red: one month")
    assert plain(answer).startswith("Red buys a one-month supply of AP.")
    supplied = await game.encounter()
    fight.playground.redeliver(answer)
    late = await fight.people["Ann"].click(asked, "Red: single mission")
    await late.until(lambda answer: bool(answer.followups))
    assert "no longer open" in late.followups[0]["content"]
    await fight.type("GM: /undo")
    assert await game.encounter() == waiting
    await fight.type("GM: /redo")
    assert await game.encounter() == supplied


async def second_round(fight: Fight, game: Game) -> None:
    await fight.type("Ann: /reload how: AP", "Red reloads the Assault Rifle with AP: 2 of 2 tokens")
    begun = await fight.type("GM: /next", "Round 2 begins")
    fight.playground.redeliver(begun)
    await fight.type(
        "GM: /fire target: Red who: Thug 1 how: rapid attack 4 dice: 4 4 1 1", "HIT, HIT, MISS, MISS", "0 of 2 tokens"
    )
    await fight.type("Ben: /reload", "1 of 1 token")
    await fight.type("Ben: /fire target: Thug 1")
    assert (await game.encounter()).clock.turn == 2


async def next_time(fight: Fight, game: Game) -> None:
    """The roster keeps the loaded rounds, the grenade that is left, and the supply."""
    await fight.type("Ann: /roster accept who: Red", "is on your roster now.")
    await fight.type("Ben: /roster accept who: Blue", "is on your roster now.")
    await fight.type("GM: /encounter start ruleset: savage")
    await fight.type("Ann: /combatant add name: Red", "d10 Wild Card", "Assault Rifle AP 2/2 tokens")
    await fight.type("Ben: /combatant add name: Blue", "d6 Extra")
    [red, _] = (await game.encounter()).combatants
    assert shooter(red).supplies == (Supply("AP", "one month"),)
    await fight.type("Ann: /ammo show", "AP, one month", "1 of 2 grenades")
