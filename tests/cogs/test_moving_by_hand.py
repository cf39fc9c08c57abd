"""/move without a place: where a fighter can go, with a button for each."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from standin import limits
from standin.driver import Answer
from tests.cogs.conftest import CHANNEL, Game, helped, laid_out, meant, refused, told, types

PHOENIX = (
    "GM: /encounter start ruleset: phoenix",
    "GM: /encounter map size: 12x8 walls: F1-F7",
    "GM: /encounter map add: water C2, cover log timber wall B5, door D4",
    "GM: /combatant add sheet: skill 6, CA 6, M16, exposed, facing 180 name: Trent at: B3 owner: @Ann side: Red",
    "GM: /combatant add sheet: skill 3, CA 5, AKM 47, exposed name: Guard at: L3 owner: @Ben side: Blue",
)
MARINES = (
    "GM: /encounter start ruleset: space_marines",
    "GM: /encounter map size: 12x8 walls: F1-F7 rough: C3",
    "GM: /combatant add sheet: Marine, rifle name: Trent at: B3 owner: @Ann side: Red",
    "GM: /combatant add sheet: Bug Warrior name: Guard at: L3 owner: @Ben side: Blue",
)


@pytest.fixture
async def hexes(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", PHOENIX) as game:
        yield game


@pytest.fixture
async def squares(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", MARINES) as game:
        yield game


def buttons(answer: Answer) -> dict[str, dict[str, Any]]:
    return {c["label"]: c for c in limits.walk(answer.message["components"]) if c["type"] == limits.BUTTON}


def farther(answer: Answer) -> dict[str, Any]:
    [select] = [c for c in limits.walk(answer.message["components"]) if "options" in c]
    return select


async def place(game: Game, name: str = "Trent") -> str:
    return next(str(one.place) for one in (await game.encounter()).combatants if one.name == name)


async def test_hexsides_cover_and_back(hexes: Game) -> None:
    offered = await types(hexes, "Ann: /move")
    text = told(offered)
    assert offered.ephemeral and text.startswith("Trent is at B3. ")
    assert "1 action: " in text and "B5 (cover: log timber wall)" in text and "C2" not in text
    labels = buttons(offered)
    assert [label[:4] for label in labels][:6] == ["↖ A3", "↑ B2", "↗ C3", "↙ A4", "↓ B4", "↘ C4"]
    assert "To cover B5 · 2 actions" in labels and "Back to B2" in labels
    moved = await hexes.ann.click(offered, "↓ B4 · 1 action")
    assert "Trent moves from B3 to B4" in told(moved)
    again = await hexes.ann.click(offered, "↓ B4 · 1 action")
    helped(again, "That button is old: Trent has moved")
    helped(await hexes.ann.click(offered, "↑ B2 · 2 actions"), "That button is old: Trent has moved")
    assert await place(hexes) == "B4"


async def test_water_and_closed_doors_are_no_way(hexes: Game) -> None:
    labels = buttons(await types(hexes, "Ann: /move"))
    assert not any("C2" in label for label in labels) or labels["→ C2"].get("disabled")
    await types(hexes, "GM: /adjust who: Trent changes: at C4")
    text = told(await types(hexes, "Ann: /move"))
    assert "D4" not in text
    await types(hexes, "GM: /encounter map add: door D4 open")
    assert "D4 (door)" in told(await types(hexes, "Ann: /move"))


async def test_a_button_is_old_once_anything_has_changed(hexes: Game) -> None:
    one, two = [await types(hexes, "Ann: /move") for _ in range(2)]
    await hexes.ann.click(one, "↓ B4 · 1 action")
    before = await hexes.head()
    helped(await hexes.ann.click(two, "↓ B4 · 1 action"), "That button is old: Trent has moved")
    assert await hexes.head() == before
    three = await types(hexes, "Ann: /move")
    await types(hexes, "Ann: /pass who: Trent")
    while (await hexes.encounter()).clock == before.state.clock:
        await meant(hexes.gm, await types(hexes, "GM: /next"))
    helped(await hexes.ann.click(three, next(iter(buttons(three)))), "That button is old")


async def test_nobody_moves_the_fighter_of_another(hexes: Game) -> None:
    await refused(hexes, "Ben: /move who: Trent", "Trent is not yours to order")
    offered = await types(hexes, "Ann: /move")
    await types(hexes, "GM: /combatant owner who: Trent user: @Ben")
    before = await hexes.head()
    helped(await hexes.ann.click(offered, "↓ B4 · 1 action"), "Only a fighter's owner and the GM can give them orders")
    assert await hexes.head() == before


async def test_how_goes_with_the_buttons(hexes: Game) -> None:
    offered = await types(hexes, "Ann: /move how: low crouch")
    assert "(low crouch)" in told(offered)
    label = next(label for label in buttons(offered) if label.startswith("↓ B4"))
    moved = await hexes.ann.click(offered, label)
    assert "Trent moves" in told(moved) or "Trent:" in told(moved) or "moves to B4" in told(moved)
    await refused(
        hexes,
        f"Ann: /move how: {'crouch ' * 8}",
        "Give a place with to:, or shorten how: to 30 characters to choose from the map.",
    )
    await refused(
        hexes, "Ann: /move who: Trent, Guard", "Give a place for each fighter with to:, or use to: one space nearer."
    )
    await refused(hexes, "Ann: /move cost: 3", "name its place as well")


async def test_squares_and_their_points(squares: Game) -> None:
    offered = await types(squares, "Ann: /move")
    labels = buttons(offered)
    assert len(labels) == 8 and any(label.startswith("→ C3") for label in labels)
    select = farther(offered)
    assert len(select["options"]) == 21 and all(" Point" in option["label"] for option in select["options"])
    to = select["options"][0]["value"]
    moved = await squares.ann.select(offered, select["custom_id"], to)
    assert f"to {to}" in told(moved) and await place(squares) == to


async def test_places_are_suggested_with_their_cost(hexes: Game) -> None:
    offered = await hexes.ann.autocomplete(CHANNEL, "move", focused="to", to="B")
    names = {choice["value"]: choice["name"] for choice in offered}
    assert names["B4"] == "B4 · 1 action" and names["B5"] == "B5 (cover: log timber wall) · 2 actions"
    several = await hexes.gm.autocomplete(CHANNEL, "move", focused="to", who="Trent, Guard", to="")
    assert [choice["value"] for choice in several][:1] == ["one hex nearer"]


async def test_a_fighter_is_placed_by_a_choice(hexes: Game) -> None:
    await types(hexes, "GM: /combatant add sheet: skill 6, CA 6, M16 name: Axly owner: @Ann side: Red")
    await refused(hexes, "Ann: /move who: Axly", "Axly is not on the map. Give a place with to:")
    await types(hexes, "GM: /encounter deploy side: Red zone: A1-A8")
    offered = await types(hexes, "Ann: /move who: Axly")
    assert told(offered).startswith("Where will Axly appear?") and "A1, A2" in told(offered)
    select = farther(offered)
    assert [option["value"] for option in select["options"]] == [f"A{row}" for row in range(1, 9)]
    await hexes.ann.select(offered, select["custom_id"], "A4")
    assert await place(hexes, "Axly") == "A4"


async def test_what_the_side_does_not_know_is_offered(hexes: Game) -> None:
    """A secret wall, and a fighter who is secret, look like open ground."""
    before = told(await types(hexes, "Ann: /move"))
    await types(hexes, "GM: /encounter map add: wall B4 secret: True")
    await types(hexes, "GM: /combatant add sheet: skill 3, CA 5, AKM 47 name: Zorro at: A4 side: Blue secret: True")
    assert told(await types(hexes, "Ann: /move")) == before
