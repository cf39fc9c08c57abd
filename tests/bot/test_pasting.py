"""Many combatants from one paste: all of them or none, and as one order."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.game.people.rosters import Kept
from bot.game.requests import MOST_PASTED, KeepRequest, PastedMusterRequest, SideRequest, owners_named
from rules.engine.records.copies import replace
from rules.engine.records.errors import BadSheet, NotAllowed, Refusal
from rules.engine.records.orders import Muster, Several
from tests.bot.table import ANN, BEN, GM, Table, invocation, laid


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with laid(tmp_path / "referee.sqlite3") as table:
        yield table


async def names(table: Table) -> list[str]:
    return [c.name for c in (await table.head()).state.combatants]


async def test_every_line_brings_one_in_and_one_undo_takes_all_back(table: Table) -> None:
    before = await names(table)
    group = await table.group(PastedMusterRequest("Vasquez: Rifleman, Pistol\n\nAlien\n  Alien  \n", side="Guests"))
    assert [entry.part for entry in group] == [0, 1, 2]
    assert await names(table) == [*before, "Vasquez", "Alien", "Alien 4"]
    assert {c.side for c in group[-1].state.combatants[-3:]} == {"Guests"}
    await table.referee.undo(invocation())
    assert await names(table) == before


async def test_place_and_owner_may_stand_behind_the_sheet_line(table: Table) -> None:
    lines = [f"Vasquez: Rifleman, Pistol at B4 <@{ANN}>", f"Drake: Rifleman <@!{ANN}>", "Alien at c5"]
    *_, vasquez, drake, alien = (await table.group(PastedMusterRequest("\n".join(lines), owner="77")))[
        -1
    ].state.combatants
    assert [(str(c.place), c.owner) for c in (vasquez, drake, alien)] == [("B4", ANN), ("None", ANN), ("C5", "77")]
    assert vasquez.carried[0].weapon.name == "Pistol"


async def test_a_line_takes_place_side_and_owner_by_name_in_any_order(table: Table) -> None:
    lines = (
        "Vasquez: Rifleman, Pistol at B4 side: Marines @Ann",
        "Drake: Rifleman owner: Ben Smith side: Colonial Marines at B5",
        "Alien, side: Aliens",
        "Hicks: Rifleman",
    )
    text = "\n".join(lines)
    assert owners_named(text) == ("Ann", "Ben Smith")
    request = PastedMusterRequest(text, side="Guests", owner="77", owners={"ann": ANN, "ben smith": BEN})
    added = (await table.group(request))[-1].state.combatants[-4:]
    assert [(c.name, str(c.place), c.side, c.owner) for c in added] == [
        ("Vasquez", "B4", "Marines", ANN),
        ("Drake", "B5", "Colonial Marines", BEN),
        ("Alien", "None", "Aliens", "77"),
        ("Hicks", "None", "Guests", "77"),
    ]
    with pytest.raises(BadSheet, match=r"Line 1: I find no member called .Zoe. here"):
        await table.group(PastedMusterRequest("Hudson: Rifleman @Zoe"))


async def test_taken_back_it_is_told_in_a_sentence(table: Table) -> None:
    await table.group(PastedMusterRequest("Alien\nAlien"))
    assert (await table.referee.undo(invocation()))[-1].resolution.outcome == (
        "Undone: Alien joins the encounter. Alien 4 joins the encounter."
    )
    await table.group(
        PastedMusterRequest("\n".join(["Drake: Rifleman", "Vasquez: Rifleman", "Hudson: Rifleman", "Alien"]))
    )
    assert (await table.referee.undo(invocation()))[-1].resolution.outcome == (
        "Undone: Drake joins the encounter. Vasquez joins the encounter. Hudson joins the encounter."
        " Alien joins the encounter."
    )


async def test_a_stored_paste_reads_back_as_the_same_order(table: Table) -> None:
    group = await table.group(PastedMusterRequest("Alien\nVasquez: Rifleman"))
    stored = await table.referee.journal.by_interaction(group[0].interaction_id or "")
    assert [e.order for e in stored] == [group[0].order] * 2
    assert stored[-1].state == group[-1].state


async def test_the_problems_of_all_lines_are_named_and_nobody_is_brought_in(table: Table) -> None:
    before = await table.head()
    with pytest.raises(BadSheet) as refused:
        await table.group(PastedMusterRequest("Alien\nRiflemann\nVasquez: Rifleman, Pistol\n: \nTwo, names: Alien"))
    assert len(refused.value.problems) == 3
    assert [problem.partition(":")[0] for problem in refused.value.problems] == ["Line 2", "Line 4", "Line 5"]
    assert "Rifleman" in str(refused.value)
    assert await table.head() == before


@pytest.mark.parametrize("text", ["", "\n \n", "Alien\n" * (MOST_PASTED + 1)])
async def test_nothing_and_too_much_are_refused(table: Table, text: str) -> None:
    with pytest.raises(Refusal, match="1 to 30 lines"):
        await table.group(PastedMusterRequest(text))


async def test_players_paste_one_of_their_own(table: Table) -> None:
    await table.order(SideRequest("Marines", True))
    entry = await table.order(PastedMusterRequest("Hicks: Rifleman", owner=ANN), user=ANN)
    assert entry.state.combatants[-1].owner == ANN
    with pytest.raises(NotAllowed, match="one fighter of their own at a time"):
        await table.order(PastedMusterRequest("A: Rifleman\nB: Rifleman", owner=ANN), user=ANN)
    with pytest.raises(NotAllowed, match="one fighter of their own at a time"):
        await table.order(PastedMusterRequest("A: Rifleman"), user=ANN)


async def test_a_player_brings_back_whom_he_keeps_by_name_alone(table: Table) -> None:
    await table.fire(dice="7")
    await table.order(KeepRequest("Apone", ANN), ANN)
    ended = await table.referee.end(invocation(GM))
    await table.referee.settle(ended)
    await table.referee.start(invocation(GM))
    entry = await table.order(PastedMusterRequest("apone", owner=ANN), user=ANN)
    flame = entry.state.combatants[-1].carried[0].ammunition
    assert flame is not None and flame.loaded == 15


@pytest.mark.parametrize("id", ["9" * 19, "9" * 20, "1" * 30, "&101", "", "x"])
async def test_who_cannot_be_mentioned_owns_nobody(table: Table, id: str) -> None:
    head = await table.head()
    with pytest.raises(BadSheet, match=r"Line 2: I don't know “.*” \(known: "):
        await table.order(PastedMusterRequest(f"alien\nalien <@{id}>"))
    assert await table.head() == head


async def test_a_list_is_pasted_as_it_is(table: Table) -> None:
    before = await names(table)
    text = "```\n- **Vasquez**: Rifleman, Pistol\n- [ ] Guard x2: Rifleman\n> Alien\n```"
    await table.group(PastedMusterRequest(text))
    assert await names(table) == [*before, "Vasquez", "Guard 1", "Guard 2", "Alien"]
    await table.referee.undo(invocation())
    assert await names(table) == before
    group = await table.group(
        PastedMusterRequest("Name\tSheet\tCount\tAt\nGuard\tRifleman\t2\tB4 C4\nHicks\tRifleman\t\t\n")
    )
    assert [str(c.place) for c in group[-1].state.combatants[-3:]] == ["B4", "C4", "None"]


async def test_a_count_is_no_way_around_what_players_may_bring_in(table: Table) -> None:
    await table.order(SideRequest("Marines", True))
    head = await table.head()
    with pytest.raises(NotAllowed, match="one fighter of their own at a time"):
        await table.order(PastedMusterRequest("Guard x3: Rifleman", owner=ANN), user=ANN)
    with pytest.raises(Refusal, match="1 to 30 lines"):
        await table.order(PastedMusterRequest("Guard x31: Rifleman"))
    with pytest.raises(BadSheet, match="Line 1: A count is 1 to 30, not 0"):
        await table.order(PastedMusterRequest("Guard x0: Rifleman\nAlien"))
    assert await table.head() == head


async def test_a_table_may_name_owners_as_the_server_shows_them(table: Table) -> None:
    text = "Name;Sheet;Player\nHicks;Rifleman;Ann"
    assert owners_named(text) == ("Ann",)
    entry = await table.order(PastedMusterRequest(text, owners={"ann": ANN}))
    assert entry.state.combatants[-1].owner == ANN
    with pytest.raises(BadSheet, match="I find no member called “Ann” here"):
        await table.order(PastedMusterRequest(text))


async def test_a_line_that_names_a_profile_of_the_roster_brings_that_fighter_in(table: Table) -> None:
    context = await table.referee.context(invocation(ANN))
    assert context is not None
    profile = context.ruleset.profile("Rifleman, Pistol", {})
    own = replace(context, roster={"vasquez": Kept(profile)})
    order = PastedMusterRequest("Vasquez\nDrake: Rifleman", owner=ANN).order(own)
    assert isinstance(order, Several)
    assert [(one.name, one.profile) for one in order.orders if isinstance(one, Muster)] == [
        ("Vasquez", profile),
        ("Drake", context.ruleset.profile("Rifleman", {})),
    ]
