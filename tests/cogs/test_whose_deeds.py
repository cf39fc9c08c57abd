"""The users to whom the log, /stats and replays give what time carries out: the owners of those who act."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cogs.conftest import Game, laid_out, told, types

YARD = (
    "GM: /encounter start ruleset: phoenix-advanced title: The yard",
    "GM: /encounter map size: 30x30",
    "GM: /combatant add name: Trent owner: @Ann side: Squad at: C3 sheet: SAL 14, CA 8, KV 48, M16A1, facing south",
    "GM: /combatant add name: Guard owner: @Ben side: Guards at: C9 sheet: SAL 10, CA 8, KV 10, AKM 47, facing north",
    "Ann: /plan set who: Trent lines: stay",
    "Ben: /plan set who: Guard lines: fire at Trent aim 2; stay",
)


@pytest.fixture
async def yard(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", YARD) as game:
        yield game


async def signed(game: Game, who: str, line: str) -> str:
    """The user to whom somebody's log gives a line; "" if it names nobody."""
    log = told(await types(game, f"{who}: /log"))
    found = re.search(rf"{line}.* · (?:(.*) )?<t:\d+:R>$", log, re.MULTILINE)
    assert found, log
    return found[1] or ""


@pytest.mark.parametrize("fog", ["off", "sides"])
async def test_the_shot_of_a_plan_is_its_owners(yard: Game, fog: str) -> None:
    await types(yard, f"GM: /encounter options name: fog value: {fog}")
    while "Guard fires" not in told(await types(yard, "Ann: /log")):
        await types(yard, "Ann: /next")
    for who in ("GM", "Ann", "Ben"):
        assert await signed(yard, who, "Guard fires the AKM 47") == f"<@{yard.ben.id}>"
        assert await signed(yard, who, "It is Phase 1, Impulse 1") == f"<@{yard.ann.id}>"
        stats = told(await types(yard, f"{who}: /stats"))
        assert re.search(rf"Thrown by: <@{yard.ben.id}> \d+\.", stats), stats
    mine = told(await types(yard, "GM: /stats who: @Ann"))
    assert "The bot has thrown no dice yet." in mine


async def test_nobody_is_named_for_fighters_without_a_player(yard: Game) -> None:
    await types(yard, "GM: /combatant owner who: Guard")
    await types(yard, "GM: /plan set who: Guard lines: fire at Trent aim 2; stay")
    while "Guard fires" not in told(await types(yard, "Ann: /log")):
        await types(yard, "Ann: /next")
    assert await signed(yard, "Ann", "Guard fires the AKM 47") == "by itself"
    assert "Thrown by: while time continued by itself" in told(await types(yard, "Ann: /stats"))
