"""Moves that come upon secret fighters, over the real protocol: who reads what, and who may take it back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cogs.conftest import Game, laid_out, refused, told, types

YARD = (
    "GM: /encounter start ruleset: aliens title: The yard",
    "GM: /encounter options name: joining value: open",
    "GM: /encounter map size: 12x8",
    "GM: /combatant add name: Trent owner: @Ann side: Squad at: D4 sheet: apone",
    "GM: /combatant add name: Axly owner: @Ben side: Police at: L8 sheet: apone",
)
ZORRO = "GM: /combatant add name: Zorro side: Bugs at: D7 sheet: alien secret: True"


@pytest.fixture
async def yard(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", YARD) as game:
        await types(game, ZORRO)
        yield game


async def shown(game: Game, line: str) -> str:
    return told(await types(game, line))


@pytest.mark.parametrize("fog", ["off", "hidden"])
async def test_the_mover_learns_whom_they_come_upon_and_the_third_side_does_not(yard: Game, fog: str) -> None:
    await types(yard, f"GM: /encounter options name: fog value: {fog}")
    await types(yard, "Ann: /move to: D7 cost: 0")
    assert "Trent moves from D4 to D6, 2 squares (0 actions), and meets Zorro at D7." in await shown(yard, "Ann: /log")
    assert "Zorro" in await shown(yard, "Ann: /encounter show")
    for question in ("/log", "/encounter show", "/recap"):
        assert "Zorro" not in await shown(yard, f"Ben: {question}")
    assert "Trent moves from D4 to D6, 2 squares (0 actions)." in await shown(yard, "Ben: /log")


async def test_only_a_gm_takes_back_what_has_shown_somebody(yard: Game) -> None:
    await types(yard, "Ann: /move to: D7 cost: 0")
    await refused(yard, "Ann: /undo", "Your side has learned something from that order. Only the GM can undo it.")
    undone = await shown(yard, "GM: /undo")
    gms = await shown(yard, "GM: /log")
    assert "Squad has learned of Zorro at D7." in undone + gms
    assert "Zorro" not in await shown(yard, "Ben: /log")
    assert "has learned" not in await shown(yard, "Ann: /log") + await shown(yard, "Ben: /log")
    assert (await yard.encounter()).combatants[-1].met == ()


async def test_a_move_that_has_shown_nobody_is_the_players_to_take_back(yard: Game) -> None:
    await types(yard, "Ann: /move to: D5 cost: 0")
    assert "Undone: Trent moves from D4 to D5, 1 square (0 actions)." in await shown(yard, "Ann: /undo")


async def test_nobody_meets_by_asking(yard: Game) -> None:
    """A refusal to Ann does not depend on Zorro."""
    await refused(yard, "Ann: /move to: D9", "D9 is off the map")
    await refused(yard, "Ann: /move to: D8", "Moving 4 squares takes 4")
    assert (await yard.encounter()).combatants[-1].met == ()


async def test_a_secret_wall_that_was_found_stays_found_for_its_finder(yard: Game) -> None:
    await types(yard, "GM: /encounter map add: D6 secret: True")
    assert "finds the way blocked at D6" in await shown(yard, "Ann: /move to: D6 cost: 0")
    await refused(yard, "Ann: /undo", "Your side has learned something from that order. Only the GM can undo it.")
    assert "learned of the map" in await shown(yard, "GM: /undo") + await shown(yard, "GM: /log")


STATION = (
    "GM: /encounter start ruleset: space_marines title: The station",
    "GM: /encounter options name: joining value: open",
    "GM: /encounter map size: 9x3",
    "GM: /combatant add name: Rex owner: @Ann side: Good Guys at: A2 sheet: marine",
    "GM: /combatant add name: Kim owner: @Ben side: Bad Guys at: I1 sheet: bug",
)


async def test_secret_rough_ground_is_met_as_it_is_entered(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", STATION) as game:
        before = await shown(game, "Ann: /encounter show")
        await types(game, "GM: /encounter map add: rough B2 F1 secret: True")
        assert await shown(game, "Ann: /encounter show") == before
        moved = await shown(game, "Ann: /move to: B2")
        assert "Rex moves from A2 to B2, 1 space (2 Points), and finds rough ground at B2." in moved
        assert "F1" not in moved
        await refused(game, "Ann: /undo", "Your side has learned something from that order. Only the GM can undo it.")
        await types(game, "GM: /undo")
        # What was found is forgotten with the order.
        battle_map = (await game.encounter()).battle_map
        assert battle_map is not None
        assert sorted(map(str, battle_map.hidden_rough)) == ["B2", "F1"]
