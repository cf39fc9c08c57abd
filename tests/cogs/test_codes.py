"""The codes on the map: no places, accepted wherever a name is; and an attack that would reach a friend asks first."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from standin.driver import Answer
from tests.cogs.conftest import Game, laid_out, person, says, told, types

HIVE = (
    "GM: /encounter start ruleset: space_marines template: hive",
    "GM: /combatant owner who: Sarge user: @Ann",
)
HALL = (
    "GM: /encounter start ruleset: space_marines",
    "GM: /encounter options name: cover areas value: anywhere",
    "GM: /encounter options name: bad guys value: people",
    "GM: /encounter map size: 12x5",
    "GM: /combatant add sheet: Marine, rifle, grenade name: Sarge owner: @Ann at: A3",
    "GM: /combatant add sheet: Marine, rifle name: Rookie owner: @Ben at: F4",
    "GM: /combatant add sheet: Bug Warrior at: H3",
    "Ann: /fire target: F3 how: cover fire weapon: grenade",
    "GM: /next",
    "GM: /move who: Bug Warrior to: F3",
)
"""Sarge covers F3, beside Rookie, with a grenade, and a bug enters it."""
CODE = re.compile(r"^`(..)` \*\*(.+?)\*\*", re.MULTILINE)
PHOENIX = (
    "GM: /encounter start ruleset: phoenix preset: phoenix-advanced",
    "GM: /combatant add sheet: SAL 14, CA 14, M16, 2 M 61, facing south name: Trent owner: @Ann side: Green at: C3",
    "GM: /combatant add sheet: green, AKM 47 name: Axly owner: @Ben side: Green at: D11",
    "GM: /combatant add sheet: green, AKM 47 name: Guard side: Red at: C12",
)
SAVAGE = (
    "GM: /encounter start ruleset: savage",
    "GM: /combatant add sheet: Shooting d6, Pistol name: Cooper owner: @Ann side: Law",
    "GM: /combatant add sheet: Shooting d6, Pistol name: Diaz owner: @Ben side: Law",
    "GM: /combatant add sheet: Shooting d6, Pistol name: Thug side: Gang",
)


@pytest.fixture
async def hive(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", HIVE) as game:
        yield game


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", HALL) as game:
        yield game


@pytest.fixture
async def phoenix(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", PHOENIX) as game:
        yield game


@pytest.fixture
async def savage(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", SAVAGE) as game:
        yield game


async def codes(game: Game) -> dict[str, str]:
    """The codes of the board by name."""
    shown = told(await types(game, "GM: /encounter show"))
    return {name: code for code, name in CODE.findall(shown)}


async def asked(game: Game, typed: str, *sentences: str) -> Answer:
    """The question that the line leads to; nothing is done."""
    before = await game.head()
    answer = await types(game, typed)
    assert answer.ephemeral, answer.content
    for sentence in sentences:
        assert sentence in answer.content, answer.content
    assert [part["label"][-7:] for part in answer.components if part["type"] == 2] == [" anyway"]
    assert await game.head() == before
    return answer


async def unasked(game: Game, typed: str) -> str:
    """Return the channel's post about an order that is carried out without a question."""
    answer = await types(game, typed)
    assert not answer.ephemeral, answer.content
    return told(answer)


async def test_no_code_of_the_board_is_a_place(hive: Game) -> None:
    """The hive drew B4 for Bug Warrior 4, and B4 is where Sarge stands."""
    by_name = await codes(hive)
    assert len(by_name) == 11 and by_name["Bug Warrior 4"] == "Bd"
    assert all(re.fullmatch(r"[A-Z][A-Za-z]", code) for code in by_name.values())


async def test_a_code_is_accepted_wherever_a_name_is(hive: Game) -> None:
    await says(hive, "GM: /combatant remove who: Straggler")  # whose place is thrown, and may be in the way
    by_name = await codes(hive)
    assert "Sarge moves from B4 to C4" in await says(hive, f"Ann: /move who: {by_name['Sarge'].lower()} to: C4")
    bug = by_name["Bug Warrior 4"]
    shot = await says(hive, f"Ann: /fire who: {by_name['Sarge']} target: {bug.lower()} range: 7")
    assert "Sarge fires the Rifle at Bug Warrior 4" in shot
    assert "Bug Warrior 4" in told(await types(hive, f"GM: /combatant show who: {bug.upper()}"))
    corrected = await says(hive, f"GM: /adjust who: {bug} changes: wounds 1")
    assert "Bug Warrior 4" in corrected


async def test_a_place_with_a_friend_asks_first(hive: Game) -> None:
    question = await asked(
        hive,
        "Ann: /throw target: B5",
        "This attack can hit Rookie and Torch, on Sarge’s own side.\nSarge is within reach of their own attack.",
    )
    answer = await person(hive, "Ann").click(question, "Throw anyway")
    assert "Sarge throws a Grenade at Rookie" in answer.content


async def test_a_shot_at_a_friend_asks_first(hive: Game) -> None:
    question = await asked(hive, "Ann: /fire target: Rookie", "This attack can hit Rookie, on Sarge’s own side.")
    assert "Sarge fires the Rifle at Rookie" in (await person(hive, "Ann").click(question, "Fire anyway")).content


async def test_an_attack_at_enemies_alone_asks_nothing(hive: Game) -> None:
    assert "Sarge throws a Grenade at Bug Warrior" in await unasked(hive, "Ann: /throw target: H5 aim: 1")


async def test_a_covering_grenade_asks_before_it_reaches_a_friend(hall: Game) -> None:
    await asked(hall, "Ann: /answer choice: fire", "This attack can hit Rookie, on Sarge’s own side.")
    assert "Sarge holds fire" in await says(hall, "Ann: /answer choice: hold fire")


async def test_a_grenade_of_phoenix_command_asks_before_it_reaches_a_friend(phoenix: Game) -> None:
    """Axly is two hexes from Guard; Trent nine; the M 61 does harm up to 10 hexes in the Advanced Rules."""
    question = await asked(
        phoenix, "Ann: /throw target: Guard aim: 1", "This attack can hit Axly, on Trent’s own side."
    )
    assert "Trent" in (await person(phoenix, "Ann").click(question, "Throw anyway")).content


async def test_a_burst_of_phoenix_command_asks_before_it_sweeps_a_friend(phoenix: Game) -> None:
    await asked(
        phoenix, "Ann: /burst target: Guard how: arc 3 aim: 1", "This attack can hit Axly, on Trent’s own side."
    )
    await asked(phoenix, "Ann: /fire target: Axly aim: 1", "This attack can hit Axly, on Trent’s own side.")
    assert "Trent" in await unasked(phoenix, "Ann: /fire target: Guard aim: 1")


async def test_a_round_that_may_fly_on_to_a_friend_asks_first(phoenix: Game) -> None:
    """Axly is behind Guard on Trent's line, and the rounds of scenario 2 fly on."""
    await says(phoenix, "GM: /adjust who: Axly changes: at C14")
    assert "Trent" in await unasked(phoenix, "Ann: /fire target: Guard aim: 1")
    await says(phoenix, "GM: /undo")
    await says(phoenix, "GM: /encounter options name: stray fire value: on")
    await asked(phoenix, "Ann: /fire target: Guard aim: 1", "This attack can hit Axly, on Trent’s own side.")


async def test_blind_fire_asks_about_friends_on_its_line(phoenix: Game) -> None:
    """Nobody is at C16; Axly stands on the line to it, and is asked about only where no solid wall stops the round."""
    blind = "Ann: /fire target: C16"
    for line in ("/encounter options name: stray fire value: on", "/encounter map size: 12x20"):
        await says(phoenix, f"GM: {line}")
    assert "Trent fires 1 round" in await unasked(phoenix, blind)
    await says(phoenix, "GM: /undo")
    await says(phoenix, "GM: /adjust who: Axly changes: at C9")
    await asked(phoenix, blind, "This attack can hit Axly, on Trent’s own side.")
    await says(phoenix, "GM: /encounter options name: walls value: solid")
    await says(phoenix, "GM: /encounter map add: wall C6")
    assert "Trent fires 1 round" in await unasked(phoenix, blind)


@pytest.mark.parametrize("where", ["Axly", "D11"])
async def test_cover_fire_for_a_friend_asks_only_if_its_rounds_may_fly_on_to_them(phoenix: Game, where: str) -> None:
    """It attacks opponents who appear there (5.10); a burst that misses its hexes may hit anybody on its line."""
    order = f"Ann: /burst target: {where} how: cover fire aim: 1"
    await says(phoenix, "GM: /encounter options name: cover fire value: on")
    assert "Trent covers D11" in await unasked(phoenix, order)
    await says(phoenix, "GM: /undo")
    await says(phoenix, "GM: /encounter options name: stray fire value: on")
    await asked(phoenix, order, "This attack can hit Axly, on Trent’s own side.")


async def test_a_shot_of_savage_worlds_at_a_friend_asks_first(savage: Game) -> None:
    await asked(savage, "Ann: /fire target: Diaz", "This attack can hit Diaz, on Cooper’s own side.")
    assert "Cooper fires the Pistol" in await unasked(savage, "Ann: /fire target: Thug")


@pytest.mark.parametrize("line", ["Ann: /fire who: Marine, rifle target: Marine range: 4 ruleset: space_marines"])
async def test_a_quick_ruling_asks_nothing(hive: Game, line: str) -> None:
    assert "fires the Rifle at" in await says(hive, line)
