"""Answers of records and refusals, typed: own ammunition, own hits in the recap, words that belong to other orders."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cogs.conftest import Game, laid_out, refused, told, types

YARD = (
    "GM: /encounter start ruleset: phoenix-advanced title: The yard",
    "GM: /encounter map size: 12x12",
    "GM: /combatant add name: Trent owner: @Ann side: Blue at: B2 sheet: line, M16A1, M 67 2, facing south",
    "GM: /combatant add name: Axly owner: @Ann side: Blue at: B3 sheet: line, AKM 47, facing south",
    "GM: /combatant add name: Cole owner: @Ben side: Red at: B8 sheet: line, AKM 47, facing north",
)


@pytest.fixture
async def yard(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", YARD) as game:
        yield game


async def test_ammunition_of_all_own_fighters_is_shown(yard: Game) -> None:
    shown = told(await types(yard, "Ann: /ammo show"))
    assert "Ammunition of your fighters" in shown and "Cole" not in shown
    assert shown.index("Trent") < shown.index("M16A1") < shown.index("M 67") < shown.index("Axly") < shown.index("AKM")
    assert "Ammunition of Axly" in told(await types(yard, "Ann: /ammo show who: Axly"))
    assert "Ammunition of Cole" in told(await types(yard, "Ben: /ammo show"))


async def test_words_of_other_orders_say_where_they_belong(yard: Game) -> None:
    a_command = "“burst” is a command, not a word for how:. Use /burst; /odds shows a burst beside the shot."
    assert a_command in told(await types(yard, "Ann: /odds who: Trent target: Cole how: burst"))
    await refused(yard, "Ann: /fire who: Trent target: Cole aim: 1 how: burst", a_command)
    an_act = "“look over cover” is an order of its own, not a word for how:. Give it first,"
    await refused(yard, "Ann: /throw who: Trent target: B8 how: look over cover", an_act)
    line = "Ann: /plan set who: Trent lines: throw M 67 at B8 look over cover"
    assert an_act in told(await types(yard, line))
    arming = "Arming is part of the throw: /throw takes the grenade from the pouch, arms it, aims and throws it."
    await refused(yard, "Ann: /act who: Trent what: arm the M 67", arming)
    planned = "Arming is a part of the throw. Write throw M 67 at NAME, or throw M 67 at C7."
    assert planned in told(await types(yard, "Ann: /plan set who: Trent lines: arm the M 67; stay"))
    help_ = told(await types(yard, "Ann: /help topic: arm a grenade"))
    assert "it takes the grenade from the pouch, arms it, aims and throws" in help_


async def test_the_preview_of_first_aid_ends_in_a_sentence(yard: Game) -> None:
    await types(yard, "GM: /adjust who: Axly changes: PD 300")
    await types(yard, "Ann: /plan set who: Trent lines: heal Axly; stay")
    shown = told(await types(yard, "Ann: /plan show who: Trent"))
    assert any(line.endswith("Trent gives Axly First Aid.") for line in shown.split("\n")), shown


async def test_hits_on_the_own_side_are_called_so(yard: Game) -> None:
    answer = await types(yard, "Ann: /fire who: Trent target: Axly aim: 1 dice: 01 50 10 5")
    if not answer.message.get("embeds"):
        answer = await yard.ann.click(answer, "Fire anyway")
    recap = told(await types(yard, "GM: /recap"))
    assert "**Trent** fired once and hit Axly (own side)." in recap, recap
