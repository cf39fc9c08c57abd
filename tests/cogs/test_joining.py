"""The right to bring fighters in: the switch “joining”, sides that are open to players, and requests that a GM
answers.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from standin.driver import Answer
from tests.cogs.conftest import CHANNEL, Game, opened, refused, says, told, types

SECOND = "each player adds one fighter; more need a GM's permission"


async def begun(game: Game, *lines: str) -> None:
    for line in ("GM: /encounter start ruleset: aliens", *lines):
        await says(game, line)


async def late(press: Answer) -> None:
    """The press is told that its request is no longer open."""
    await press.until(lambda answer: bool(answer.followups))
    assert "That request is no longer open. Nothing changed." in press.followups[0]["content"]


async def names(game: Game) -> list[str]:
    return [c.name for c in (await game.encounter()).combatants]


async def test_a_player_brings_in_one_and_a_second_waits_for_the_gm(game: Game) -> None:
    await begun(game, "Ann: /combatant add sheet: apone")
    asked = await types(game, "Ann: /combatant add sheet: rifleman name: Ash")
    assert "Ann asks to bring in Ash. A GM decides: Let in or Refuse." in asked.content
    assert f"<@{game.gm.id}>" in asked.content
    assert SECOND in told(asked).replace("’", "'")
    assert await names(game) == ["Apone"]
    for _ in range(50):
        await refused(game, "Ann: /combatant add sheet: rifleman", "Your request to bring in Ash still waits")
    answer = await game.gm.click(asked, "Let in Ann: Ash")
    assert "Ash joins the encounter." in answer.content
    assert await names(game) == ["Apone", "Ash"]
    assert (await game.encounter()).combatants[1].owner == str(game.ann.id)


async def test_a_request_is_answered_once_and_by_a_gm(game: Game) -> None:
    await begun(game, "GM: /encounter options name: joining value: by leave")
    asked = await types(game, "Ann: /combatant add sheet: apone")
    for who in (game.ann, game.ben):
        answer = await who.click(asked, "Let in Ann: Apone")
        assert answer.ephemeral and "Only the GM of this encounter lets fighters in." in answer.content
    first, second = await asyncio.gather(
        game.gm.click(asked, "Refuse Ann: Apone"), game.gm.click(asked, "Let in Ann: Apone")
    )
    one_too_late = second if "does not let" in first.content else first
    await late(one_too_late)
    assert len((await game.encounter()).applications) == 0
    assert len(await names(game)) <= 1


async def test_a_request_outlives_a_restart_and_a_change_of_gms(tmp_path: Path) -> None:
    database = tmp_path / "referee.sqlite3"
    async with opened(database) as game:
        await begun(game, "GM: /encounter options name: joining value: by leave")
        await says(game, "Ann: /combatant add sheet: apone")
        await says(game, "GM: /encounter gm user: @Ben")
    async with opened(database) as game:
        board = await types(game, "Ben: /encounter show")
        answer = await game.ben.click(board, "Let in Ann: Apone")
        assert "Apone joins the encounter." in answer.content


async def test_a_request_of_an_ended_or_undone_encounter_says_so(game: Game) -> None:
    await begun(game, "GM: /encounter options name: joining value: by leave")
    asked = await types(game, "Ann: /combatant add sheet: apone")
    await says(game, "Ann: /undo")
    await late(await game.gm.click(asked, "Let in Ann: Apone"))
    assert "Let in" not in str(asked.components)
    asked = await types(game, "Ann: /combatant add sheet: apone")
    await says(game, "GM: /encounter end")
    await late(await game.gm.click(asked, "Let in Ann: Apone"))


async def test_three_refusals_are_enough(game: Game) -> None:
    await begun(game, "GM: /encounter options name: joining value: by leave")
    for _ in range(3):
        asked = await types(game, "Ann: /combatant add sheet: apone")
        answer = await game.gm.click(asked, "Refuse Ann: Apone")
        assert "The GM does not let Ann bring in Apone." in answer.content
    await refused(game, "Ann: /combatant add sheet: apone", "A GM has refused you 3 times in this encounter")
    await says(game, "GM: /combatant add sheet: apone owner: @Ann")


async def test_sides_open_to_players(game: Game) -> None:
    await begun(
        game, "GM: /combatant add sheet: alien side: Aliens", "GM: /combatant add sheet: rifleman side: Marines"
    )
    asked = await types(game, "Ann: /combatant add sheet: apone side: Marines")
    assert "No side is open to players here; another side needs a GM's permission" in told(asked).replace("’", "'")
    await says(game, "Ann: /undo")
    await refused(game, "Ann: /encounter side name: Marines", "Only the GM")
    assert "Marines is now open to players." in await says(game, "GM: /encounter side name: marines")
    await refused(game, "GM: /encounter side name: Marines", "Marines is already open to players.")
    await refused(game, "GM: /encounter side name: Bots players: False", "No side is called “Bots”")
    assert "Apone joins the encounter (Marines)." in await says(game, "Ann: /combatant add sheet: apone")
    await says(game, "GM: /encounter side name: Aliens")
    await refused(
        game,
        "Ben: /combatant add sheet: rifleman name: Hudson",
        "Players join Marines or Aliens here. Name one with side:",
    )
    await says(game, "Ben: /combatant add sheet: rifleman name: Hudson side: aliens")
    assert (await game.encounter()).combatants[-1].side == "Aliens"
    assert "Aliens is now closed to players." in await says(game, "GM: /encounter side name: Aliens players: False")


async def test_nobody_gets_around_it(game: Game) -> None:
    await begun(game, "GM: /combatant add sheet: alien side: Aliens", "Ann: /combatant add sheet: apone")
    await says(game, "GM: /combatant edit who: Apone side: Marines")
    await says(game, "GM: /combatant add sheet: rifleman name: Ash side: Marines")
    await says(game, "GM: /encounter side name: Marines")
    await refused(
        game,
        "Ann: /combatant edit who: Apone side: Aliens",
        "Players join Marines here. Ask a GM to change the side.",
    )
    await refused(game, "Ann: /combatant owner who: Apone user: @Ben", "Players can hand a fighter only to the GM")
    await says(game, "Ann: /combatant remove who: Apone")
    assert "Ann asks to bring in Apone" in await says(game, "Ann: /combatant add sheet: apone")


async def test_the_only_player_of_a_side_does_not_change_to_the_gm_s(game: Game) -> None:
    await begun(game, "Ann: /combatant add sheet: apone side: Marines")
    await says(game, "Ann: /combatant edit who: Apone side: Colonial Marines")
    await says(game, "GM: /combatant add sheet: alien side: Aliens")
    await refused(game, "Ann: /combatant edit who: Apone side: Aliens", "No side is open to players here")


async def test_a_fighter_from_the_gm_does_not_count(game: Game) -> None:
    await begun(game, "GM: /combatant add sheet: apone owner: @Ann", "GM: /combatant add sheet: rifleman name: Ash")
    await says(game, "GM: /combatant owner who: Ash user: @Ann")
    assert "Hudson joins" in await says(game, "Ann: /combatant add sheet: rifleman name: Hudson")


@pytest.mark.parametrize("line", ["Ann: /combatant add sheet: apone", "Ann: /combatant add sheet: apone owner: @Ann"])
async def test_closed(game: Game, line: str) -> None:
    await begun(game, "GM: /encounter options name: joining value: closed")
    await refused(game, line, "Only GMs add fighters to this encounter. Ask one")


async def test_open_is_without_limits(game: Game) -> None:
    await begun(game, "GM: /encounter options name: joining value: open")
    for n in range(3):
        await says(game, f"Ann: /combatant add sheet: rifleman side: Side {n}")
    await says(game, "Ann: /combatant edit who: Rifleman side: Side 2")
    await says(game, "Ann: /combatant owner who: Rifleman user: @Ben")


async def test_requests_are_bounded(game: Game) -> None:
    await begun(game, "GM: /encounter options name: joining value: by leave")
    people = [person for name in ("Ann", "Ben", "Cleo") if (person := game.playground.person(name))]
    for person in people:
        await person.types(CHANNEL, "/combatant add sheet: apone")
    assert len((await game.encounter()).applications) == len(people)
    board = await types(game, "GM: /encounter show")
    assert sum("Let in" in part.get("label", "") for part in board.components) == len(people)
