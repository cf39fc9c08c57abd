"""Who may do what, in sentences that say who may and what is one's own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot import access
from bot.wishes import (
    Attacking,
    Charting,
    Doing,
    Moving,
    Mustering,
    Pasted,
    Switching,
    Wish,
    adjusting,
    appointing,
    dismissing,
    handing_over,
    renaming,
)
from rules.errors import NotAllowed
from rules.orders import Act, Fire, Pass, Reload
from tests.bot.table import ANN, BEN, GM, Table, laid, occasion


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with laid(tmp_path / "referee.sqlite3") as table:
        yield table


@pytest.mark.parametrize("whose", ["Rifleman", "Alien 1"])
@pytest.mark.parametrize(
    "make",
    [
        lambda who: Attacking(Fire, "Alien 1", range=2, who=who),
        lambda who: Attacking(Fire, who=who, target="Alien 2"),
        lambda who: Doing(Reload, who),
        lambda who: Doing(Pass, who),
        lambda who: Doing(Act, who, how="dances", cost=1),
        lambda who: Moving("C4", who),
        lambda who: renaming(who, "Mine", ""),
        dismissing,
        lambda who: handing_over(who, ANN),
    ],
)
async def test_nobody_orders_what_is_another_s(table: Table, make: Callable[[str], Wish], whose: str) -> None:
    head = await table.head()
    wish = make(whose)
    with pytest.raises(NotAllowed, match=rf"{whose} is not yours to order \(yours: Apone\)"):
        await table.order(wish, ANN)
    assert await table.head() == head


@pytest.mark.parametrize(
    "wish",
    [adjusting("Apone", "loaded 3"), Switching("ammunition", "off"), Charting("4x4"), appointing(ANN, "Ann")],
)
async def test_the_table_is_the_gm_s(table: Table, wish: Wish) -> None:
    with pytest.raises(NotAllowed, match=r"Only the GM .* \(yours: Apone\)"):
        await table.order(wish, ANN)


@pytest.mark.parametrize(
    "wish",
    [
        Mustering(sheet="rifleman", owner=BEN),
        Mustering(sheet="rifleman"),
        Mustering(sheet="rifleman", owner=ANN, count=2),
        Pasted("rifleman\nrifleman", owner=ANN),
    ],
)
async def test_players_bring_in_one_of_their_own(table: Table, wish: Wish) -> None:
    with pytest.raises(NotAllowed, match="one combatant of their own at a time"):
        await table.order(wish, ANN)


async def test_many_names_are_cut_in_a_sentence(table: Table) -> None:
    for _ in range(12):
        await table.order(Mustering(sheet="rifleman", name="Marine of a very long name indeed", owner=ANN), ANN)
    with pytest.raises(NotAllowed) as refused:
        await table.order(dismissing("Alien 1"), ANN)
    assert "and 7 more" in str(refused.value) and len(str(refused.value)) < 400


async def test_a_gm_made_one_later_is_one(table: Table) -> None:
    await table.order(appointing(BEN, "Ben"), GM)
    await table.order(adjusting("Apone", "loaded 3"), BEN)


async def test_the_server_s_own_cards_are_kept_by_its_managers_and_the_gm_of_the_encounter(table: Table) -> None:
    state = (await table.head()).state
    access.check_keeping(GM, state, manages=False)
    access.check_keeping(ANN, state, manages=True)
    access.check_keeping(ANN, None, manages=True)
    for encounter in (state, None):
        with pytest.raises(NotAllowed, match=r"Manage Server.* GM of the encounter that is open in this channel"):
            access.check_keeping(ANN, encounter, manages=False)


async def test_what_ann_hands_over_does_not_overwrite_what_ben_keeps(table: Table) -> None:
    library = table.referee.library
    book = library.shelf["aliens"]
    await table.order(Mustering(sheet="rifleman, loaded 9", name="Apone", owner=BEN), BEN)
    await table.order(handing_over("Apone", BEN), ANN)
    await table.referee.settle(await table.referee.end(occasion()))
    kept = await library.roster("1", BEN, book)
    assert kept["apone"].sheet == "rifleman, loaded 9"
