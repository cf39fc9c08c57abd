"""A part of the map changes at the table, and a GM moves several at once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

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
    assert "The map changes: the door at D4 opens; walls at A1, B1, C1 and D1; no wall at C3 any more." in changed
    moved = await says(game, "GM: /move who: Alien 1, Alien 2 to: each one square nearer")
    assert "Alien 1 moves from A4 to B4, 1 square." in moved and "Alien 2 moves from A5 to" in moved
    moved = await says(game, "GM: /move who: Aa, Ab to: D4, C4")
    assert "Alien 1 moves from B4 to D4, 2 squares." in moved
    shown = told(await types(game, "GM: /encounter show"))
    assert "4 ·  ·  Ab Aa ·  Ap" in shown.replace("\u2060", "")
    await refused(game, "GM: /encounter map add: door D4 closed", "Alien 1 stands at D4: move them away first.")
    await says(game, "GM: /undo")
    assert "The map changes: the door at D4 closes." in await says(game, "GM: /encounter map add: door D4 closed")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("GM: /encounter map", "Give size: for a new map, with walls: and rough:, or add: and remove: to change"),
        ("GM: /encounter map walls: A1", "Give size: for a new map"),
        ("GM: /encounter map size: 4x4 add: wall A1", "Give size: for a new map"),
        ("GM: /encounter map add: wall G1", "The map ends at F5; all obstructions must lie on it."),
        ("GM: /encounter map add: rough A1", "has no rule for rough ground"),
        ("GM: /encounter map remove: C2", "The map is like that already."),
        ("Ann: /encounter map add: wall A1", "Only the GM of this encounter may do that"),
        ("Ann: /move who: Apone, Alien 1 to: F3, A3", "Alien 1 is not yours to order"),
    ],
)
async def test_what_is_refused(game: Game, line: str, sentence: str) -> None:
    await refused(game, line, sentence)
