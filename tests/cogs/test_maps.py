"""A part of the map changes at the table, and a GM moves several at once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from standin.driver import Answer
from tests.cogs.conftest import Game, laid_out, refused, says, told, types

LINES = (
    "GM: /encounter start ruleset: aliens",
    "GM: /encounter map size: 6x5 walls: C3 D3-D5",
    "GM: /combatant add sheet: apone owner: @Ann side: Marines at: F4",
    "GM: /combatant add sheet: alien count: 2 side: Aliens at: A4 A5",
)


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", LINES) as game:
        yield game


async def test_a_door_opens_in_a_wall_and_the_aliens_come_through(game: Game) -> None:
    changed = await says(game, "GM: /encounter map add: wall A1-D1, door D4 open remove: wall C3")
    assert "The map changes: the door at D4 opens; walls at A1, B1, C1 and D1; no more wall at C3." in changed
    moved = await says(game, "GM: /move who: Alien 1, Alien 2 to: each one square nearer")
    assert "Alien 1 moves from A4 to B4, 1 square." in moved and "Alien 2 moves from A5 to" in moved
    moved = await says(game, "GM: /move who: Aa, Ab to: D4, C4")
    assert "Alien 1 moves from B4 to D4, 2 squares." in moved
    shown = told(await types(game, "GM: /encounter show"))
    assert "4 ·  ·  Ab Aa ·  Ap" in shown.replace("\u2060", "")
    await refused(game, "GM: /encounter map add: door D4 closed", "Alien 1 is at D4. Move them away first.")
    await says(game, "GM: /undo")
    assert "The map changes: the door at D4 closes." in await says(game, "GM: /encounter map add: door D4 closed")


MAP_OPTIONS = "A new map needs size: (walls: and rough: are optional). To change this map, give add: or remove:."
TABLE = "Only the GM of this encounter can do that. You give orders to your own fighters (yours: Apone)."


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("GM: /encounter map", MAP_OPTIONS),
        ("GM: /encounter map walls: A1", MAP_OPTIONS),
        ("GM: /encounter map size: 4x4 add: wall A1", MAP_OPTIONS),
        ("GM: /encounter map add: wall G1", "The map ends at F5. All obstructions must be on it."),
        ("GM: /encounter map add: rough A1", "has no rule for rough ground"),
        ("GM: /encounter map remove: C2", "The map is already like that."),
        ("Ann: /encounter map add: wall A1", TABLE),
        ("Ann: /move who: Apone, Alien 1 to: F3, A3", "Alien 1 is not yours to order"),
    ],
)
async def test_what_is_refused(game: Game, line: str, sentence: str) -> None:
    await refused(game, line, sentence)


async def test_a_map_of_pieces_is_played_on(game: Game) -> None:
    changed = await says(
        game,
        'GM: /encounter map add: wall brick A1-B1, window E2, water A3-B3, bridge B3, cover log F3, label "Mill" A2',
    )
    assert (
        "The map changes: walls (brick) at A1 and B1; water at A3 and B3; a bridge at B3; cover (log) at F3;"
        " a window at E2; the label “Mill” at A2." in changed
    )
    await refused(game, "Ann: /move to: E2", "There is a window at E2. Choose another place.")
    await refused(game, "GM: /move who: Alien 1 to: A3", "There is water at A3. Choose another place.")
    assert "Alien 1 moves from A4 to B3" in await says(game, "GM: /move who: Alien 1 to: B3")
    await refused(game, "GM: /encounter map remove: bridge B3", "Alien 1 is at B3. Move them away first.")
    assert "The map changes: the window at E2 opens." in await says(game, "GM: /encounter map add: window E2 open")
    assert "moves from F4 to E2" in await says(game, "Ann: /move to: E2")


def drawn(window: Answer) -> str:
    """Return the text that the form has from the start."""
    assert window.modal
    [row] = window.modal["components"]
    return str(row["component"].get("value", ""))


async def test_a_map_is_drawn_in_letters(game: Game) -> None:
    window = await types(game, "GM: /encounter map grid: True")
    assert drawn(window) == "......\n......\n..##..\n...#..\n...#.."
    answer = await game.gm.submit(window, {"text": "....b.\n..+#..\n=~~#..\n.....\n......\nb = cover log"})
    assert "The map is 6 by 5 squares." in told(answer)
    battle_map = (await game.encounter()).battle_map
    assert battle_map and sorted(map(str, battle_map.obstructions)) == ["C2", "D2", "D3"]
    assert sorted(map(str, battle_map.barred)) == ["B3", "C3"]
    again = await types(game, "GM: /encounter map grid: True")
    assert drawn(again).endswith('a = cover "log"')
    refusal = await game.gm.submit(again, {"text": "..x.."})
    assert "I don't understand the letter “x” at C1" in told(refusal)
    assert (await game.encounter()).battle_map == battle_map


async def test_only_a_gm_draws_the_map(game: Game) -> None:
    await refused(game, "Ann: /encounter map grid: True", TABLE)
    await refused(game, "GM: /encounter map grid: True size: 4x4", "Give grid: alone")


async def test_cover_is_named_where_somebody_moves(game: Game) -> None:
    await says(game, 'GM: /encounter map add: cover crates E4, label "The mill" E3')
    assert "moves from F4 to E4 (cover: crates), 1 square" in await says(game, "Ann: /move to: E4")
    await types(game, "GM: /encounter secret at: E3")
    assert "moves from E4 to E3, 1 square" in await says(game, "Ann: /move to: E3")


async def test_nearer_leads_around_ground_that_costs_more(tmp_path: Path) -> None:
    lines = (
        "GM: /encounter start ruleset: phoenix preset: advanced",
        "GM: /encounter map size: 9x12",
        "GM: /encounter map add: brush dense D4-D7",
        "GM: /combatant add sheet: SAL 14, CA 8, M16 name: Trent owner: @Ann at: D3",
        "GM: /combatant add sheet: green, AKM 47 name: Guard owner: @Ben at: D9",
    )
    async with laid_out(tmp_path / "ground.sqlite3", lines) as game:
        told = await says(game, "Ann: /move to: one hex nearer")
        assert "Trent moves from D3 to C" in told or "Trent moves from D3 to E" in told
