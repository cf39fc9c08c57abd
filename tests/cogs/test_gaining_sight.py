"""Ways to see more than one's side does, and dice that others could not check: closed by the switch “fog”."""

from __future__ import annotations

import pytest

from tests.cogs.conftest import Game, refused, says, told, types

HIDDEN = "GM: /encounter options name: fog value: hidden"
SIDES = "GM: /encounter options name: fog value: sides"


async def begun(game: Game, *lines: str, ruleset: str = "aliens") -> None:
    for line in (f"GM: /encounter start ruleset: {ruleset}", *lines):
        await types(game, line)


@pytest.mark.parametrize("joining", ["one each", "open"])
async def test_players_do_not_change_sides_in_the_fog(game: Game, joining: str) -> None:
    await begun(game, HIDDEN, f"GM: /encounter options name: joining value: {joining}")
    await types(game, "Ann: /combatant add sheet: apone side: Marines")
    await types(game, "GM: /combatant add sheet: alien side: Aliens")
    await refused(game, "Ann: /combatant edit who: Apone side: Aliens", "Ask a GM to change the side")
    await types(game, "GM: /combatant edit who: Apone side: Aliens")
    assert (await game.encounter()).combatants[0].side == "Aliens"


@pytest.mark.parametrize("joining", ["one each", "open"])
async def test_players_hand_their_fighters_to_the_gm_alone_in_the_fog(game: Game, joining: str) -> None:
    await begun(game, HIDDEN, f"GM: /encounter options name: joining value: {joining}")
    await types(game, "Ann: /combatant add sheet: apone side: Marines")
    await refused(game, "Ann: /combatant owner who: Apone user: @Ben", "Players can hand a fighter only to the GM")
    await types(game, "Ann: /combatant owner who: Apone")
    assert (await game.encounter()).combatants[0].owner is None


@pytest.mark.parametrize("joining", ["one each", "open"])
async def test_a_side_with_other_peoples_fighters_is_joined_by_leave_in_the_fog(game: Game, joining: str) -> None:
    await begun(game, HIDDEN, f"GM: /encounter options name: joining value: {joining}")
    await types(game, "GM: /combatant add sheet: alien side: Aliens")
    asked = await types(game, "Ann: /combatant add sheet: apone side: Aliens")
    assert "Ann asks to bring in a fighter. A GM decides" in asked.content
    assert "everyone who joins a side sees what it sees" in told(asked)
    await types(game, "Ann: /undo")
    await types(game, "GM: /encounter side name: Aliens")
    assert "Apone joins the encounter (Aliens)." in await says(game, "Ann: /combatant add sheet: apone side: Aliens")


async def test_a_second_side_needs_leave_though_it_is_open(game: Game) -> None:
    await begun(
        game,
        HIDDEN,
        "GM: /encounter side name: Marines",
        "GM: /encounter side name: Aliens",
        "GM: /combatant add sheet: apone side: Marines owner: @Ann",
    )
    asked = await types(game, "Ann: /combatant add sheet: rifleman side: Aliens")
    assert "Ann asks to bring in" in asked.content
    assert "you have a fighter on another side" in told(asked)


async def test_a_side_of_ones_own_is_free_in_the_fog(game: Game) -> None:
    await begun(game, HIDDEN, "GM: /encounter options name: joining value: open")
    for _ in range(2):
        assert "joins the encounter" in await says(game, "Ann: /combatant add sheet: rifleman side: Marines")


async def test_only_a_gm_types_dice_where_each_side_sees_its_own(game: Game) -> None:
    await begun(game, "GM: /combatant add sheet: apone owner: @Ann side: Marines", "GM: /combatant add sheet: alien")
    await types(game, SIDES)
    line = "/fire who: Apone target: Alien range: 2 dice: 3 4 5"
    await refused(game, f"Ann: {line}", "Leave out dice: and the bot throws; only a GM may type them")
    answer = await types(game, f"GM: {line}")
    assert "eave out dice:" not in answer.content


async def test_players_type_dice_for_fighters_whom_all_see(game: Game) -> None:
    await begun(game, "GM: /combatant add sheet: apone owner: @Ann side: Marines", "GM: /combatant add sheet: alien")
    await types(game, HIDDEN)
    answer = await types(game, "Ann: /fire who: Apone target: Alien range: 2 dice: 3 4 5")
    assert "typed by Ann" in told(answer)


async def test_only_a_gm_types_dice_for_time_that_goes_on_in_the_fog(game: Game) -> None:
    await begun(game, "GM: /combatant add sheet: line owner: @Ann", ruleset="phoenix")
    await types(game, HIDDEN)
    await types(game, "Ann: /pass")
    await refused(game, "Ann: /next dice: 5", "Not everybody may see everything in that time. Leave out dice:")
