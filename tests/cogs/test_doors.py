"""Doors, windows and ways around walls over the real protocol: asked, planned, drawn, exported, suggested."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from standin.driver import Person
from tests.cogs.conftest import CHANNEL, Game, laid_out, says, told, types
from tests.cogs.exporting import file_of

HOUSE = (
    "GM: /encounter start ruleset: phoenix title: The house",
    "GM: /encounter map size: 12x8 walls: A4-L4",
    "GM: /encounter map add: door D4 barred south, door J4 open",
    "GM: /combatant add name: Axly owner: @Ann side: Blue at: D5 sheet: SAL 14, CA 8, M16A1, facing 0",
    "GM: /combatant add name: Cole owner: @Ben side: Red at: D3 sheet: line, AKM 47, facing 180",
    "GM: /adjust who: Axly changes: actions left 20",
)
ANYWAY = "Act anyway"
OTHER = "quiet-ruins"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", HOUSE) as game:
        yield game


async def state_of_door(game: Game, at: str) -> str:
    battle_map = (await game.encounter()).battle_map
    assert battle_map
    [door] = [piece for piece in battle_map.pieces if at in map(str, piece.places)]
    return "open" if door.open else f"barred {door.bar}" if door.bar else "closed"


async def test_nobody_drops_a_weapon_to_force_a_door_without_being_asked(house: Game) -> None:
    before = (await house.encounter()).combatants
    asked = await types(house, "Ann: /act what: force the door")
    assert asked.ephemeral and asked.content.startswith("Axly puts the M16A1 on the ground to swing the sledge.")
    assert (await house.encounter()).combatants == before
    forced = await house.ann.click(asked, ANYWAY)
    assert "Axly forces the door (6 actions" in told(forced)


async def test_a_plan_goes_around_and_opens_what_is_in_its_way(house: Game) -> None:
    lines = "unbar the door; open the door; move to D2"
    await types(house, f"Ann: /plan set who: Axly lines: {lines}")
    foreseen = told(await types(house, "Ann: /plan show who: Axly"))
    assert "Axly unbars the door at D4" in foreseen and "Axly opens the door at D4" in foreseen
    await types(house, "Ben: /plan set who: Cole lines: move to D6")
    assert "Cole moves from D3 to D6" in told(await types(house, "Ben: /plan show who: Cole"))
    await says(house, "GM: /next time: 10 phases")  # it stops, because a plan is done
    await types(house, "Ann: /pass until: for 20 phases")
    await says(house, "GM: /next time: 10 phases")
    assert await state_of_door(house, "D4") == "open"
    places = {one.name: str(one.place) for one in (await house.encounter()).combatants}
    assert places == {"Axly": "D2", "Cole": "D6"}


async def offered(person: Person, typed: str) -> list[str]:
    return [one["name"] for one in await person.autocomplete(CHANNEL, "act", focused="what", what=typed)]


async def test_acts_on_a_door_are_suggested_where_they_can_be_done(house: Game) -> None:
    assert (await offered(house.ann, ""))[:2] == ["Unbar the door at D4 · 3", "Force the door at D4 · 6 a try"]
    assert await offered(house.ben, "door at") == ["Force the door at D4 · 6 a try"]


async def test_an_export_keeps_the_bar_and_an_import_brings_it_back(house: Game) -> None:
    _, content = await file_of(house, house.gm)
    answer = await house.gm.slash(OTHER, "encounter import", file=("encounter.json", content))
    assert "is imported and continues here" in told(answer)
    found = await house.gm.slash(OTHER, "encounter map", add="door D4")
    assert "the door at D4 is no longer barred" in told(found)
