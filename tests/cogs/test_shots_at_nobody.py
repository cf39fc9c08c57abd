"""An order at a target that is on no list asks first: whom, a ruling without the encounter, or anyway."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.engine.records.orders import Attack, Heal
from standin.driver import Answer
from tests.cogs.conftest import laid_out, stored, types

RULING = "Ruling without the encounter"
FIGHTS = {
    "aliens": (
        "GM: /encounter start ruleset: aliens",
        "GM: /combatant add sheet: Rifleman, loaded 16, spares 2 name: Ash owner: @Ann side: Marines",
        "GM: /combatant add sheet: Rifleman name: Bo side: Marines",
    ),
    "space_marines": (
        "GM: /encounter start ruleset: space_marines",
        "GM: /combatant add sheet: Marine, smart gun, grenade name: Ash owner: @Ann",
        "GM: /combatant add sheet: Marine, rifle name: Bo",
    ),
    "savage": (
        "GM: /encounter start ruleset: savage",
        "GM: /combatant add sheet: Shooting d8, Assault Rifle, 2 grenades name: Ash owner: @Ann",
        "GM: /combatant add sheet: Shooting d8, pistol name: Bo",
    ),
    "phoenix": (
        "GM: /encounter start ruleset: phoenix-advanced",
        "GM: /combatant add sheet: skill 8, STR 16, AGI 10, M16, M 61 2 name: Ash owner: @Ann side: Blue",
        "GM: /combatant add sheet: line, M16 name: Bo side: Blue",
    ),
}


def buttons(answer: Answer) -> list[str]:
    return [part["label"] for part in answer.components if "label" in part]


SHOTS = [
    ("aliens", "fire target: alien range: 4 aim: 1", "Shoot anyway"),
    ("aliens", "fire target: Xenomorph range: 4 aim: 1", "Shoot anyway"),
    ("space_marines", "fire target: bug warrior range: 4", "Shoot anyway"),
    ("space_marines", "burst target: bug, bug range: 4", "Shoot anyway"),
    ("space_marines", "throw target: bug range: 2", "Throw anyway"),
    ("savage", "fire target: extra", "Shoot anyway"),
    ("savage", "burst target: thug how: automatic", "Shoot anyway"),
    ("phoenix", "fire target: in the open range: 20 aim: 1", "Shoot anyway"),
    ("phoenix", "fire target: guard range: 20 aim: 1", "Shoot anyway"),
    ("phoenix", "burst target: green range: 20 aim: 1", "Shoot anyway"),
]


@pytest.mark.parametrize(("book", "line", "anyway"), SHOTS)
async def test_it_asks_in_every_book(tmp_path: Path, book: str, line: str, anyway: str) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", FIGHTS[book]) as game:
        before = await stored(game)
        asked = await types(game, f"Ann: /{line}")
        assert asked.ephemeral and "I don't know the name" in asked.content, asked.content
        assert await stored(game) == before
        assert buttons(asked)[-2:] == [RULING, anyway]
        ruled = await game.ann.click(asked, RULING)
        assert not ruled.ephemeral and "Ash" in ruled.content, ruled.content
        assert await stored(game) == before
        asked = await types(game, f"Ann: /{line}")
        shot = await game.ann.click(asked, anyway)
        assert not shot.ephemeral, shot.content
        head = await game.head()
        assert isinstance(head.order, Attack) and head.order.targets[0].profile


async def test_a_name_that_is_nearly_right_comes_first(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", FIGHTS["phoenix"]) as game:
        asked = await types(game, "Ann: /fire target: Boo range: 4 aim: 1")
        assert asked.ephemeral and buttons(asked) == ["Bo", RULING, "Shoot anyway"]
        meant = await game.ann.click(asked, "Bo")
        assert meant.ephemeral and "This attack can hit Bo" in meant.content, meant.content


async def test_the_round_counts(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", FIGHTS["aliens"]) as game:
        asked = await types(game, "Ann: /fire target: alien range: 4 aim: 1")
        before = (await game.encounter()).combatant("c1").carried[0].ammunition
        await game.ann.click(asked, "Shoot anyway")
        after = (await game.encounter()).combatant("c1").carried[0].ammunition
        assert before is not None and after is not None and after.loaded == before.loaded - 1


async def test_care_for_nobody_asks_too(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", FIGHTS["phoenix"]) as game:
        before = await stored(game)
        asked = await types(game, "Ann: /heal target: PD 300 how: first aid")
        assert asked.ephemeral and await stored(game) == before
        assert "Heal anyway" in buttons(asked), asked.content
        await game.ann.click(asked, "Heal anyway")
        assert isinstance((await game.head()).order, Heal)


@pytest.mark.parametrize(("fog", "offered"), [("hidden", [RULING, "Shoot anyway"]), ("sides", ["Shoot anyway"])])
async def test_in_the_fog_the_hidden_change_nothing(tmp_path: Path, fog: str, offered: list[str]) -> None:
    lines = (
        *FIGHTS["phoenix"],
        "GM: /combatant add sheet: green, AKM 47 name: Lurk side: Red secret: True",
        f"GM: /encounter options name: fog value: {fog}",
    )
    async with laid_out(tmp_path / "referee.sqlite3", lines) as game:
        hidden = await types(game, "Ann: /fire target: Lurk range: 20 aim: 1")
        made_up = await types(game, "Ann: /fire target: Nemo range: 20 aim: 1")
        assert buttons(hidden) == buttons(made_up) == offered
        assert hidden.content.replace("Lurk", "Nemo") == made_up.content
        # Nobody else learns the figures of the GM's fighters.
        of_the_gm = await types(game, "GM: /fire who: Bo target: Nemo range: 20 aim: 1")
        assert buttons(of_the_gm) == ["Shoot anyway"]
