"""Dashes from cover to cover as people type them: over a front, over a gap, with the gap pinned (2.4, 5.9, 5.10)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.cogs.fight import Fight, checked, prepared

OPENING = (
    "GM: /encounter start ruleset: phoenix-basic",
    "GM: /encounter options name: pinning fire value: on",
    "GM: /encounter options name: cover fire value: on",
)


@pytest_asyncio.fixture
async def fight(tmp_path: Path) -> AsyncIterator[Fight]:
    async with prepared(tmp_path / "journal.sqlite3") as prepared_fight:
        yield prepared_fight


async def typed(fight: Fight, *lines: str | tuple[str, str]) -> None:
    for line in lines:
        await fight.type(*((line,) if isinstance(line, str) else line))


async def test_across_the_front_into_cover(fight: Fight) -> None:
    async with fight.scene() as game:
        await typed(
            fight,
            *OPENING,
            "GM: /encounter map size: 30x20",
            "GM: /combatant add name: Trent owner: @Ann side: Blue at: X15 sheet: SAL 20, CA 8, M16A1, facing north",
            "GM: /combatant add name: Foe side: Red at: Z9 sheet: CA 8, KV 20, hidden",
            ("Ann: /fire target: Foe aim: 1 dice: 99", "Foe is out of sight"),
            ("Ann: /fire target: Y9 how: cover fire aim: 1 dice: 0", "Trent covers Y9"),
            ("GM: /move who: Foe to: E9 how: into cover dice: 99", "Foe appears at Y9 under Trent’s cover fire"),
            "GM: /next",
            ("Ann: /fire target: Foe aim: 1 dice: 99", "Trent fires the M16A1 at Foe"),
        )
        await checked(fight, game)


async def test_across_a_gap_and_a_pinned_gap(fight: Fight) -> None:
    async with fight.scene() as game:
        await typed(
            fight,
            *OPENING,
            "GM: /encounter map size: 20x20 walls: J8 L8",
            "GM: /combatant add name: Trent owner: @Ann side: Blue at: K3 sheet: SAL 14, CA 8, M16A1, facing south",
            "GM: /combatant add name: Foe side: Red at: L9 sheet: CA 16, KV 20",
            ("Ann: /fire target: Foe aim: 1 dice: 99", "The obstruction at L8 hides Foe"),
            "GM: /move who: Foe to: J9",
            (
                "Ann: /fire target: Foe aim: 1 dice: 99",
                "Trent fires the M16A1 at Foe, 6 hexes (rolled 99, needed 33): MISS",
            ),
            "GM: /next",
            "Ann: /act what: pin K9",
            ("GM: /move who: Foe to: L9", "Foe appears at K9, which Trent has pinned."),
            (
                "Ann: /fire target: Foe aim: 1 dice: 99",
                "Trent fires the M16A1 at Foe, 6 hexes (rolled 99, needed 94): MISS",
            ),
        )
        await checked(fight, game)
