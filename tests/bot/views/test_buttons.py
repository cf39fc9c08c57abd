"""The buttons under each reply, and the checks of a button's order before it is one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.chat.outgoing.controls import control_id, controls, leftover
from bot.chat.views.buttons.reply_buttons import Pressed
from bot.errors import Outdated
from bot.game.entries.entries import Entry, Group
from bot.game.journal.anchors import Anchor
from bot.game.referee.undo.undo_redo import Wanted
from bot.game.requests import ActionRequest, AttackRequest, DirectRequest
from bot.game.sight.masks import masks_of
from bot.game.store.stamps import stamp
from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Fire, Next, Pass
from tests.bot.table import ANN, BEN, GM, Table, invocation, laid, later


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with laid(tmp_path / "buttons.sqlite3") as table:
        yield table


def shown(table: Table, group: Group) -> list[dict[str, Any]]:
    """The rows under a reply, as Discord gets them."""
    book = table.referee.library.shelf["aliens"]
    masks = masks_of(table.referee.store, group[-1].encounter_id)
    return controls(group, bool(book.awaited(group[-1].state)), masks).to_components()


def verbs(table: Table, group: Group) -> list[str]:
    """The verbs of the buttons under a reply, in order."""
    rows = shown(table, group)
    assert [row["type"] for row in rows] == [1] * len(rows)
    ids = [button["custom_id"] for row in rows for button in row["components"]]
    assert {f"{id.split(':')[2]}:{id.split(':')[3]}" for id in ids} == {f"{group[0].encounter_id}:{group[0].seq}"}
    return [id.split(":")[1] for id in ids]


async def test_an_attack_can_be_looked_into_repeated_and_taken_back(table: Table) -> None:
    group = await table.group(AttackRequest(Fire, target="Alien 1", range=2), ANN, "7")
    assert verbs(table, group) == ["details", "again", "undo", "done", "next", "run"]


async def test_other_orders_cannot_be_repeated(table: Table) -> None:
    assert verbs(table, await table.group(ActionRequest(Pass), ANN)) == ["details", "undo", "done", "next", "run"]


async def test_the_start_cannot_be_taken_back_and_has_nobody_to_wait_for(table: Table) -> None:
    start = await table.referee.journal.group((await table.head()).encounter_id, 1)
    assert verbs(table, start) == ["details"]


async def test_an_undo_has_no_undo(table: Table) -> None:
    await table.fire(dice="7")
    assert verbs(table, await table.referee.undo(invocation())) == ["details", "done", "next", "run"]
    redone = await table.referee.redo(invocation())
    assert verbs(table, redone) == ["details", "undo", "done", "next", "run"]


async def test_an_ended_encounter_has_details_and_whom_players_may_keep(table: Table) -> None:
    ended = await table.referee.end(invocation())
    keep, rest = shown(table, ended)
    # They belong to two players, and a button for each fighter would only refuse the other one.
    assert [part["label"] for part in keep["components"]] == ["Keep my fighters"]
    assert [part["label"] for part in rest["components"]] == ["Details"]


async def test_a_quick_ruling_can_be_looked_into_and_repeated(table: Table) -> None:
    request = AttackRequest(Fire, who="apone", range=2)
    group = await table.referee.carry_out(invocation(channel="20"), request)
    assert verbs(table, group) == ["details", "again"]


async def test_details_lead_from_every_part_to_the_same_message(table: Table) -> None:
    group = await table.group(AttackRequest(Fire, target="Alien 1", range=2), ANN, "7")
    first = group[0]
    mark = stamp(first.interaction_id)
    assert {details_id(entry) for entry in group} == {f"sr:details:{first.encounter_id}:{first.seq}:{mark}"}
    ruling = await table.referee.carry_out(invocation(channel="20"), AttackRequest(Fire, who="apone", range=2))
    mark = stamp(ruling[0].interaction_id)
    assert {details_id(entry) for entry in ruling} == {f"sr:details:{ruling[0].encounter_id}:1:{mark}"}


def details_id(entry: Entry) -> str:
    """The custom id of the Details button under the message that shows this entry."""
    return control_id("details", Anchor.of(entry))


async def test_what_is_left_of_an_old_reply(table: Table) -> None:
    group = await table.group(AttackRequest(Fire, target="Alien 1", range=2), ANN, "7")
    ids = [
        button["custom_id"]
        for row in leftover(group, Anchor.of(group[0])).to_components()
        for button in row["components"]
    ]
    assert [id.split(":")[1] for id in ids] == ["details", "again"]


async def test_next_holds_for_the_turn_it_was_offered_in(table: Table) -> None:
    shot = await table.fire(dice="7")
    request = Pressed(Next, shot, lambda _: Next())
    assert (await table.order(request)).state.clock.turn == 2
    with pytest.raises(Outdated, match="Turn 2"):
        await table.order(request)
    assert (await table.head()).state.clock.turn == 2
    await table.referee.undo(invocation())
    assert (await table.order(request)).state.clock.turn == 2


async def everybody_passes(table: Table) -> None:
    head = await table.head()
    for id in table.referee.library.shelf["aliens"].awaited(head.state):
        await table.order(DirectRequest(Pass(id)))


async def test_a_press_delivered_twice_is_answered_with_what_it_did(table: Table) -> None:
    shot = await table.fire(dice="7")
    press, request = invocation(), Pressed(Next, shot, lambda _: Next())
    await everybody_passes(table)
    first = await table.referee.carry_out(press, request, encounter_id=shot.encounter_id)
    again = await table.referee.carry_out(later(press), request, encounter_id=shot.encounter_id)
    assert [e.seq for e in again] == [e.seq for e in first]


async def test_a_button_of_an_ended_encounter_says_so_whatever_goes_on_in_the_channel(table: Table) -> None:
    shot = await table.fire(dice="7")
    request = Pressed(Next, shot, lambda _: Next(), any_time=True)
    await table.referee.end(invocation())
    with pytest.raises(Outdated, match="has ended"):
        await table.referee.carry_out(invocation(), request, encounter_id=shot.encounter_id)
    await table.referee.start(invocation())
    with pytest.raises(Outdated, match="has ended"):
        await table.referee.carry_out(invocation(), request, encounter_id=shot.encounter_id)


async def test_undo_takes_back_only_what_its_button_was_made_for(table: Table) -> None:
    first = await table.fire(dice="7")
    second = await table.fire("Alien 2", BEN, dice="9")
    with pytest.raises(Outdated, match=f"#{second.seq}"):
        await table.referee.undo(invocation(), first.encounter_id, wanted=Wanted(first.origin))
    assert (await table.head()).seq == second.seq
    await table.referee.undo(invocation(), first.encounter_id, wanted=Wanted(second.origin))
    with pytest.raises(Outdated):
        await table.referee.undo(invocation(), first.encounter_id, wanted=Wanted(second.origin))
    undone = await table.referee.undo(invocation(), first.encounter_id, wanted=Wanted(first.origin))
    assert undone[-1].kind == "undo"


async def test_what_a_redo_brought_back_can_be_taken_back_by_its_button(table: Table) -> None:
    shot = await table.fire(dice="7")
    await table.referee.undo(invocation())
    redone = (await table.referee.redo(invocation()))[-1]
    undone = await table.referee.undo(invocation(GM), shot.encounter_id, wanted=Wanted(redone.origin))
    with pytest.raises(NotNow):
        await table.referee.undo(invocation(GM), shot.encounter_id, wanted=Wanted(undone[-1].seq))
