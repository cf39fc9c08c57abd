"""The rights of each user, in sentences that say who may and which things are their own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.game.entries.invocation import Powers
from bot.game.people import rights
from bot.game.people.rights import Deed
from bot.game.requests import (
    ActionRequest,
    AttackRequest,
    KeepRequest,
    MapRequest,
    MoveRequest,
    MusterRequest,
    OrderContext,
    PastedMusterRequest,
    Request,
    SwitchRequest,
    adjusting,
    appointing,
    dismissing,
    handing_over,
    renaming,
)
from rules.engine.records.errors import NotAllowed
from rules.engine.records.orders import (
    Act,
    Adjust,
    Appoint,
    Chart,
    Fire,
    Move,
    Next,
    Pass,
    Reload,
    Rename,
    Several,
    Switch,
)
from rules.engine.records.records import Order
from tests.bot.table import ANN, BEN, CLEO, GM, Table, invocation, laid


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with laid(tmp_path / "referee.sqlite3") as table:
        yield table


@pytest.mark.parametrize("whose", ["Rifleman", "Alien 1"])
@pytest.mark.parametrize(
    "make",
    [
        lambda who: AttackRequest(Fire, "Alien 1", range=2, who=who),
        lambda who: AttackRequest(Fire, who=who, target="Alien 2"),
        lambda who: ActionRequest(Reload, who),
        lambda who: ActionRequest(Pass, who),
        lambda who: ActionRequest(Act, who, how="dances", cost=1),
        lambda who: MoveRequest("C4", who),
        lambda who: renaming(who, "Mine", ""),
        dismissing,
        lambda who: handing_over(who, ANN),
    ],
)
async def test_nobody_orders_what_is_another_s(table: Table, make: Callable[[str], Request], whose: str) -> None:
    head = await table.head()
    player_request = make(whose)
    with pytest.raises(NotAllowed, match=rf"{whose} is not yours to order \(yours: Apone\)"):
        await table.order(player_request, ANN)
    assert await table.head() == head


@pytest.mark.parametrize(
    "player_request",
    [adjusting("Apone", "loaded 3"), SwitchRequest("ammunition", "off"), MapRequest("4x4"), appointing(ANN, "Ann")],
)
async def test_the_table_is_the_gm_s(table: Table, player_request: Request) -> None:
    with pytest.raises(NotAllowed, match=r"Only the GM .* \(yours: Apone\)"):
        await table.order(player_request, ANN)


@pytest.mark.parametrize(
    "player_request",
    [
        MusterRequest(sheet="rifleman", owner=BEN),
        MusterRequest(sheet="rifleman"),
        MusterRequest(sheet="rifleman", owner=ANN, count=2),
        PastedMusterRequest("rifleman\nrifleman", owner=ANN),
    ],
)
async def test_players_bring_in_one_of_their_own(table: Table, player_request: Request) -> None:
    with pytest.raises(NotAllowed, match="one fighter of their own at a time"):
        await table.order(player_request, ANN)


async def test_many_names_are_cut_in_a_sentence(table: Table) -> None:
    for _ in range(12):
        await table.order(MusterRequest(sheet="rifleman", name="Marine of a very long name indeed", owner=ANN))
    with pytest.raises(NotAllowed) as refused:
        await table.order(dismissing("Alien 1"), ANN)
    assert "and 7 more" in str(refused.value) and len(str(refused.value)) < 400


@dataclass(frozen=True)
class Unread:
    """A request that nobody may read."""

    makes: type[Order]

    def order(self, context: OrderContext) -> Order:
        raise AssertionError("it was read")


@pytest.mark.parametrize("makes", [Chart, Adjust, Switch, Appoint, Fire, Move, Rename, Next, Several])
async def test_what_a_spectator_may_not_order_is_not_read(table: Table, makes: type[Order]) -> None:
    head = await table.head()
    with pytest.raises(NotAllowed):
        await table.order(Unread(makes), CLEO)
    assert await table.head() == head


async def test_another_s_fighter_is_refused_before_the_rest_is_read(table: Table) -> None:
    with pytest.raises(NotAllowed, match="Rifleman is not yours"):
        await table.order(AttackRequest(Fire, "no such target", who="Rifleman"), ANN)


async def test_a_spectator_does_not_let_time_go_on(table: Table) -> None:
    for fighter in ("Apone", "Rifleman", "Alien 1", "Alien 2", "Alien 3"):
        await table.order(ActionRequest(Pass, fighter))
    with pytest.raises(NotAllowed, match="Only the players and GMs"):
        await table.next(CLEO)
    assert (await table.next(ANN)).state.clock.turn == 2


async def test_what_the_gm_took_back_only_the_gm_brings_back(table: Table) -> None:
    referee = table.referee
    await table.order(ActionRequest(Pass, "Apone"), ANN)
    await referee.undo(invocation(ANN))
    await referee.redo(invocation(ANN))
    await table.order(MusterRequest(sheet="rifleman", name="Drake", owner=ANN), GM)
    await referee.undo(invocation(GM))
    await referee.undo(invocation(GM))
    await referee.redo(invocation(GM))
    await referee.undo(invocation(ANN))
    await referee.redo(invocation(ANN))
    await referee.undo(invocation(GM))
    head = await table.head()
    with pytest.raises(NotAllowed, match="The GM undid that order"):
        await referee.redo(invocation(ANN))
    assert await table.head() == head
    await referee.redo(invocation(GM))


async def test_a_gm_made_one_later_is_one(table: Table) -> None:
    await table.order(appointing(BEN, "Ben"), GM)
    await table.order(adjusting("Apone", "loaded 3"), BEN)


async def test_the_server_s_own_cards_are_kept_by_its_managers_alone(table: Table) -> None:
    state = (await table.head()).state
    manages = Powers(manages_server=True)
    for encounter in (state, None):
        rights.check(Deed.KEEP_RECORDS, rights.roles(ANN, manages, encounter))
        for user in (GM, ANN):
            with pytest.raises(NotAllowed, match=r"Manage Server.*/server keeper"):
                rights.check(Deed.KEEP_RECORDS, rights.roles(user, Powers(), encounter))


async def test_what_ann_hands_over_does_not_overwrite_what_ben_keeps(table: Table) -> None:
    library = table.referee.library
    book = library.shelf["aliens"]
    await table.order(MusterRequest(sheet="rifleman, loaded 9", name="Apone", owner=BEN))
    await table.order(KeepRequest("Apone 2", BEN), BEN)
    await table.order(handing_over("Apone", BEN))
    await table.order(KeepRequest("Apone", BEN), BEN)
    await table.referee.settle(await table.referee.end(invocation()))
    kept = await library.rosters.of("1", BEN, book)
    assert {*kept} == {"apone 2", "apone"}
    assert kept["apone 2"].profile.sheet == "rifleman, loaded 9"
    assert kept["apone"].profile.sheet == "apone"
