"""The board and the Status Sheet with the Optional Rules off: as they were before there were any, word for word."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.cogs.conftest import CHANNEL, Game, opened

FIGURE_1 = "skill 8, STR 16, INT 13, WIL 12, HLT 12, AGI 10, M16, 2 magazines, clothing, facing north"
PLAYED = f"""\
GM: /encounter map size: 6x8
GM: /combatant add name: Trent owner: @Ann side: Squad at: C6 sheet: {FIGURE_1}
GM: /combatant add name: Guard 1 side: Guards at: C2 sheet: green, AKM 47, facing south
GM: /combatant add name: Guard 2 side: Guards at: E2 sheet: green, M92F, facing south, hidden
GM: /combatant add name: Guard 3 side: Guards at: F2 sheet: CA 4, KV 10, facing south
Ann: /fire target: Guard 1 aim: 1 dice: 99
GM: /next
Ann: /fire target: Guard 1 aim: 1 dice: """
AFTERWARDS = """
GM: /act who: Guard 2 what: look over cover
GM: /act who: Guard 3 what: kick open a door
Ann: /act what: cock"""
HITS = {"phoenix-basic": ("0 60 9 99", "16 PD"), "phoenix-advanced": ("0 60 99", "11 PD")}
"""The dice of the shot, and the damage they do."""
FIGURES = ("Characteristics", "Skill", "Speed", "Combat Actions", "Knockout Value", "In hand")
WEAPON = ("Data", "Shot Accuracy", "Aim Time ALM", "FMJ by range", "Minimum Arc by range")
BOARD = """\
**Squad**
`Tr` **Trent** (C6): 0 of 2 · M16 28/30 · cock 1 of 2 · faces N

**Guards**
`Ga` **Guard 1** (C2): 1 of 1 · AKM 47 30/30 · {} · faces S
`Gb` **Guard 2** (E2): 0 of 1 · M92F 15/15 · looking over cover S
`Gc` **Guard 3** (F2): 0 of 1 · kick open a door 1 of 2 · faces S
"""
SHEET = """\
**Guard 3**
**Side** Guards
**Now** 0 of 1 actions left, kick open a door 1 of 2
**Combat Actions** 4 (impulses 1 1 1 1)
**Knockout Value** 10
**Stands** standing, no Firing Stance, facing S (180°), does not duck
**Place** F2
**Sheet line** CA 4, KV 10, facing south
-# Phase 1, Impulse 2"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Game]:
    async with opened(Path(tmp_path_factory.mktemp("boards")) / "referee.sqlite3") as game:
        yield game


async def played(game: Game, lines: str) -> str:
    """The answer to the last of these lines."""
    people = {"GM": game.gm, "Ann": game.ann}
    for line in lines.splitlines():
        name, _, typed = line.partition(": ")
        answer = await people[name].types(CHANNEL, typed)
    return answer.content


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("preset", ["phoenix-basic", "phoenix-advanced"])
async def test_nothing_of_a_switch_that_is_off_is_shown(running: Game, preset: str) -> None:
    dice, damage = HITS[preset]
    await running.says(running.gm, "encounter start", ruleset=preset)
    try:
        await played(running, f"{PLAYED}{dice}{AFTERWARDS}")
        board = await played(running, "GM: /encounter show")
        legend = board.rpartition("```\n")[2]
        assert legend.startswith(f"{BOARD.format(damage)}\n**GM**"), board
        assert "Switches" not in legend
        assert await played(running, "GM: /combatant show who: Guard 3") == SHEET
        trent = await played(running, "GM: /combatant show who: Trent")
        labels = re.findall(r"^\*\*([^*]+)\*\*", trent, re.MULTILINE)
        assert labels[:9] == ["Trent", "Side", "Now", *FIGURES]
        assert [label for label in labels[9:] if label not in WEAPON] == [
            *("Equipment", "Encumbrance", "Stands", "Place", "Sheet line")
        ]
    finally:
        await running.says(running.gm, "encounter end")
