"""Several fighters move in one order: to places, or nearer to their enemies."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.game.requests import MapRequest, MoveRequest, MusterRequest, adjusting
from rules.engine.records.errors import NotAllowed, NotNow, Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Several
from tests.bot.table import ANN, Table, laid


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with laid(tmp_path / "referee.sqlite3") as table:
        await table.order(MapRequest("12x8", "F1-F3 F5-F8"))
        yield table


def places(state: Encounter) -> dict[str, str]:
    return {c.name: str(c.place) for c in state.combatants if c.place}


async def placed(table: Table, **where: str) -> None:
    for name, place in where.items():
        await table.order(adjusting(name.replace("_", " "), f"at {place}"))


async def test_a_gm_moves_several_to_places_of_their_own(table: Table) -> None:
    group = await table.group(MoveRequest("D4, E5", "Alien 1, Alien 2"))
    assert places(group[-1].state) == {"Alien 1": "D4", "Alien 2": "E5"}
    assert isinstance(group[0].order, Several) and len(group) == 2
    group = await table.group(MoveRequest("a1 a2 a3", "Alien 3, alien 2, alien 1"))
    assert places(group[-1].state) == {"Alien 1": "A3", "Alien 2": "A2", "Alien 3": "A1"}


async def test_each_one_square_nearer(table: Table) -> None:
    """Around the wall with its door at F4, one behind another, and no farther than next to the Marine."""
    await placed(table, Apone="H4", Alien_1="D4", Alien_2="C4", Alien_3="E1")
    group = await table.group(MoveRequest("each one square nearer", "Alien 2, Alien 1, Alien 3"))
    assert places(group[-1].state) == {"Apone": "H4", "Alien 1": "E4", "Alien 2": "D4", "Alien 3": "E2"}
    group = await table.group(MoveRequest("2 squares nearer", "Alien 1"))
    assert places(group[-1].state)["Alien 1"] == "G4"
    with pytest.raises(NotNow, match=r"^Alien 1 cannot get nearer to an enemy: they are next to one"):
        await table.order(MoveRequest("nearer", "Alien 1"))
    group = await table.group(MoveRequest("closer", "Alien 1, Alien 2, Alien 3"))
    assert places(group[-1].state) == {"Apone": "H4", "Alien 1": "G4", "Alien 2": "E4", "Alien 3": "E3"}


async def test_who_is_walled_in_gets_no_nearer(table: Table) -> None:
    await placed(table, Apone="H4", Alien_1="D4", Alien_2="C4")
    await table.order(MapRequest(add="door F4 closed"))
    with pytest.raises(NotNow, match=r"^None of them can get nearer to an enemy"):
        await table.order(MoveRequest("one square nearer", "Alien 1, Alien 2"))


@pytest.mark.parametrize(
    ("to", "who", "sentence"),
    [
        (
            "D4",
            "Alien 1, Alien 2",
            r"Give 2 places .*, not 1\. Or use to: one space nearer",
        ),
        ("D4, E5, F6", "Alien 1, Alien 2", "not 3"),
        ("D4, E5", "Alien 1, alien 1", "Alien 1 is named twice"),
        ("D4, F5", "Alien 1, Alien 2", "There is an obstruction at F5"),
        ("D4, D4", "Alien 1, Alien 2", "is at D4"),
        ("D4, mud", "Alien 1, Alien 2", "“mud” is not a place"),
        ("D4, E5", "Alien 1, Predator", "I don't know the name “Predator”"),
        ("nearer", "Alien 1, Alien 2", "Alien 1 is not on the map"),
        ("nearer", ", ".join(f"Alien {n}" for n in range(1, 60)), "at most 30 fighters"),
        ("one mile nearer", "Alien 1", "is not a place"),
    ],
)
async def test_what_is_refused(table: Table, to: str, who: str, sentence: str) -> None:
    head = await table.head()
    with pytest.raises(Refusal, match=sentence):
        await table.order(MoveRequest(to, who))
    assert await table.head() == head


async def test_nearer_needs_an_enemy(table: Table) -> None:
    await placed(table, Alien_1="D4", Alien_2="D5")
    with pytest.raises(NotNow, match="No enemy of Alien 1 is on the map"):
        await table.order(MoveRequest("nearer", "Alien 1"))


async def test_a_player_moves_several_of_their_own_alone(table: Table) -> None:
    await table.order(MusterRequest(sheet="rifleman", name="Drake", owner=ANN))
    assert places((await table.order(MoveRequest("B2, C2", "Apone, Drake"), ANN)).state) == {
        "Apone": "B2",
        "Drake": "C2",
    }
    head = await table.head()
    with pytest.raises(NotAllowed, match="Rifleman is not yours to order"):
        await table.order(MoveRequest("B3, C3", "Apone, Rifleman"), ANN)
    assert await table.head() == head
