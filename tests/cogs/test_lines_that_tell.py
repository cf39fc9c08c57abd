"""Each line tells its reader who, what and where: corrections, new players, work that ends, the end of a fight."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cogs.conftest import CHANNEL, Game, laid_out, opened, told, types

YARD = (
    "GM: /encounter start ruleset: phoenix-advanced title: The yard",
    "GM: /encounter map size: 30x30",
    "GM: /combatant add name: Trent owner: @Ann side: Squad at: C3 sheet: SAL 14, CA 8, KV 48, M16A1, facing south",
    "GM: /combatant add name: Guard owner: @Ben side: Guards at: C5 sheet: SAL 10, CA 8, KV 10, AKM 47, facing north",
)
BOOKS = {
    "aliens": ("Apone", "alien", "The Marines win: no Aliens are left in play."),
    "space-marines": ("Marine", "Bug Warrior", "The Good Guys win: no Bad Guys are left in play."),
    "savage": ("Shooting d8", "Shooting d6", ""),
    "phoenix-basic": ("skill 8, M16", "green, AKM 47", ""),
}


@pytest.fixture
async def yard(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", YARD) as game:
        yield game


async def last_of(game: Game, reader: str) -> str:
    """The last line of the log, as a person reads it."""
    return told(await types(game, f"{reader}: /log")).split("\n")[1]


async def test_a_correction_says_what_changed_to_those_who_may_know(yard: Game) -> None:
    await types(yard, "GM: /encounter options name: fog value: sides")
    for changes, seen in (
        ("at C7, facing east", "GM correction: Guard is at C7, facing 90°."),
        ("prone", "GM correction: Guard: prone."),
        ("loaded 7", "GM correction: Guard: the change is not known to you."),
    ):
        await types(yard, f"GM: /adjust who: Guard changes: {changes}")
        assert seen in await last_of(yard, "Ann")
        assert ("AKM 47 7 of 30 rounds" if changes == "loaded 7" else seen[-6:]) in await last_of(yard, "Ben")


async def test_a_new_player_is_named(yard: Game) -> None:
    answer = await types(yard, "GM: /combatant owner who: Trent user: @Ben")
    line = f"Trent now belongs to <@{yard.ben.id}>."
    assert line in answer.content
    assert line in await last_of(yard, "Ann")
    await types(yard, "GM: /combatant owner who: Trent")
    assert "Trent now belongs to the GM." in await last_of(yard, "Ann")


async def test_work_that_ends_has_its_reason(yard: Game) -> None:
    for line in ("Ann: /fire target: Guard aim: 12", "GM: /combatant remove who: Guard", "GM: /next"):
        await types(yard, line)
    log = told(await types(yard, "Ann: /log"))
    assert "Trent stops what they were doing (fire at somebody who left, aim 12): The target has left" in log


async def test_acts_are_told_by_what_they_are(yard: Game) -> None:
    turns = told(await types(yard, "Ann: /act what: turn to 246"))
    assert "Trent turns to face SW (246°)" in turns
    await types(yard, "Ann: /pass who: Trent")
    act = told(await types(yard, "Ben: /act what: dig a hole cost: 40"))
    assert "Guard carries out “dig a hole”: " in act


@pytest.mark.parametrize("ruleset", BOOKS)
async def test_the_end_names_the_result_and_the_casualties(ruleset: str, tmp_path: Path) -> None:
    ours, theirs, result = BOOKS[ruleset]
    async with opened(tmp_path / "referee.sqlite3") as game:
        for line in (
            f"GM: /encounter start ruleset: {ruleset} title: The end",
            f"GM: /combatant add name: Ash owner: @Ann side: Squad sheet: {ours}",
            f"GM: /combatant add name: Foe side: Foes sheet: {theirs}",
            "GM: /adjust who: Foe changes: dead",
        ):
            await types(game, line)
        end = (await types(game, "GM: /encounter end")).content
        fate = "dead" if ruleset.startswith("phoenix") else "out of play"
        assert f" Still in the fight: Squad. Foe (Foes) is {fate}." in end, end
        assert result in end and end.startswith("The encounter ends.")
        assert end in [message["content"] for message in game.ben.sees(CHANNEL)]


@pytest.mark.parametrize("detail", ["short", "normal", "full"])
async def test_the_winner_stands_above_the_story(detail: str, tmp_path: Path) -> None:
    async with opened(tmp_path / "referee.sqlite3") as game:
        for line in (
            "GM: /encounter start ruleset: space-marines title: Lab",
            f"GM: /channel set detail: {detail}",
            "GM: /encounter map size: 9x1",
            "GM: /combatant add name: Gunner side: Marines owner: @Ann at: A1 sheet: Marine",
            "GM: /combatant add name: Bug side: Bugs at: C1 sheet: Bug Leader",
            "GM: /combatant add name: Bug 2 side: Bugs at: D1 sheet: Bug Warrior",
            "GM: /adjust who: Gunner changes: points 1",
        ):
            await types(game, line)
        for _ in range(20):
            answer = await types(game, "GM: /next run: True")
            if "win" in told(answer):
                break
        assert answer.content.startswith("**The Bad Guys win")
