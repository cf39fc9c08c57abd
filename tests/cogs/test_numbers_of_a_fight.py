"""The counts of /recap and /stats after shots that Next, plans and automatons carry out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat.render.pages import statistics
from bot.game.pages.statistics import Counted, Dice, Scope
from rules.phoenix.basics.soldier import soldier
from tests.cogs.conftest import Game, laid_out, told, types

YARD = (
    "GM: /encounter start ruleset: phoenix-advanced title: The yard",
    "GM: /encounter map size: 30x30",
    "GM: /combatant add name: Trent owner: @Ann side: Squad at: C3 sheet: SAL 14, CA 8, KV 48, M16A1, facing south",
    "GM: /combatant add name: Guard owner: @Ben side: Guards at: C5 sheet: SAL 10, CA 8, KV 10, AKM 47, facing north",
)
LAB = (
    "GM: /encounter start ruleset: space-marines title: Lab",
    "GM: /encounter map size: 9x1",
    "GM: /combatant add name: Gunner owner: @Ann side: Marines at: A1 sheet: Marine",
    "GM: /combatant add name: Bug side: Bugs at: D1 sheet: Bug Warrior",
)


@pytest.fixture
async def yard(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", YARD) as game:
        yield game


@pytest.fixture
async def lab(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", LAB) as game:
        yield game


@pytest.mark.parametrize("fog", ["off", "hidden"])
async def test_shots_of_a_plan_count_as_hits(yard: Game, fog: str) -> None:
    for line in (
        f"GM: /encounter options name: fog value: {fog}",
        "Ann: /plan set who: Trent lines: fire at Guard aim 6; stay",
        "Ben: /plan set who: Guard lines: stay",
        "GM: /next run: True",
    ):
        await types(yard, line)
    assert soldier((await yard.head()).state.combatant("c2")).wounds
    for name in ("GM", "Ann", "Ben"):
        recap = told(await types(yard, f"{name}: /recap"))
        assert "**Trent** fired once and hit Guard." in recap, recap
        stats = told(await types(yard, f"{name}: /stats of: fights"))
        assert re.search(r"^Trent +1 +1 \(100%\) +0", stats, re.MULTILINE), stats
        assert re.search(r"^Guard +0 +0 +1", stats, re.MULTILINE), stats


async def test_the_unconscious_are_not_in_play(yard: Game) -> None:
    await types(yard, "GM: /adjust who: Guard changes: unconscious 100")
    for name in ("GM", "Ben"):
        recap = told(await types(yard, f"{name}: /recap"))
        assert "Down: Guard." in recap and "In play: Trent." in recap
        assert "Down: Guard." in told(await types(yard, f"{name}: /stats of: fights"))


async def test_attacks_without_counted_ammunition_have_their_attacker(lab: Game) -> None:
    attack = told(await types(lab, "GM: /next"))
    assert "attacks Gunner" in attack, attack
    for name in ("GM", "Ann"):
        recap = told(await types(lab, f"{name}: /recap"))
        assert "**Bug** fired" in recap and "unseen" not in recap, recap
        assert "unseen" not in told(await types(lab, f"{name}: /stats of: fights"))


def test_throws_while_time_continued_by_itself_are_nobodys() -> None:
    scope = Scope("Yard", (), "")
    thrown = Dice({(0, 9): Counter({4: 3})}, {"clock": Counter({(0, 9): 2}), "7": Counter({(0, 9): 1})})
    text = str(statistics.dice(scope, thrown, Counted(1, cut=False), (0, 9), None))
    assert "Thrown by: <@7> 1, while time continued by itself 2." in text and "clock" not in text


async def test_the_recap_tells_what_is_new_since_the_last_order(yard: Game) -> None:
    await types(yard, "Ann: /pass who: Trent")
    nothing = told(await types(yard, "Ann: /recap"))
    assert "Nothing is new since your last order." in nothing
    await types(yard, "GM: /adjust who: Guard changes: at C9")
    await types(yard, "Ben: /fire target: Trent who: Guard aim: 1 dice: 99")
    for _ in range(2):
        recap = told(await types(yard, "Ann: /recap"))
        new = recap.partition("New since your last order:")[2].partition("The whole encounter:")[0]
        assert "Guard" in new and "C9" in new, recap
    assert "since your last order" not in told(await types(yard, "Cleo: /recap"))
