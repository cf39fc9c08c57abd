"""Declared fire with the fog on, over the real protocol: others read that it is declared, and what when it is due."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cogs.conftest import Game, laid_out, told, types

DUEL = (
    "GM: /encounter start ruleset: phoenix title: The duel",
    "GM: /encounter options name: joining value: open",
    "GM: /encounter options name: fire value: declared",
    "GM: /encounter map size: 20x20",
    "GM: /combatant add name: Trent owner: @Ann side: Squad at: D4 sheet: SAL 14, CA 8, M16A1, standing, facing south",
    "GM: /combatant add name: Axly owner: @Ben side: Guards at: D9 sheet: SAL 14, CA 8, AKM 47, standing, facing north",
    "GM: /combatant add name: Hudson owner: @Cleo side: Police at: A1 sheet: SAL 14, CA 8, AKM 47, standing",
)
QUESTIONS = ("/log", "/recap", "/encounter show", "/combatant show who: Trent", "/ammo show who: Trent")
KEPT = ("at Axly", "fires at", "MPC")


@pytest.fixture
async def duel(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", DUEL) as game:
        await types(game, "GM: /encounter options name: fog value: hidden")
        yield game


async def all_shown(game: Game, name: str) -> str:
    return "\n".join([told(await types(game, f"{name}: {question}")) for question in QUESTIONS])


async def test_others_read_that_fire_is_declared_but_not_what(duel: Game) -> None:
    await types(duel, "Ann: /fire target: Axly aim: 1")
    for name in ("Ben", "Cleo"):
        text = await all_shown(duel, name)
        assert "Trent declares fire." in text
        assert [kept for kept in KEPT if kept in text] == []
    for name in ("Ann", "GM"):
        text = await all_shown(duel, name)
        assert "Trent declares fire, to fire the M16A1 at Axly on MPC 2" in text
        assert "fires at Axly on 2" in text


async def test_what_was_declared_is_told_when_it_is_due(duel: Game) -> None:
    await types(duel, "Ann: /fire target: Axly aim: 1")
    await types(duel, "GM: /next")
    for name in ("Ann", "Ben", "GM"):
        assert "Trent fires the M16A1 at Axly" in await all_shown(duel, name)


async def test_fire_that_is_held_tells_nothing(duel: Game) -> None:
    await types(duel, "Ann: /fire target: Axly aim: 2")
    await types(duel, "Ann: /act what: hold fire")
    text = await all_shown(duel, "Ben")
    assert "Trent holds fire." in text
    assert "aim of" not in text
