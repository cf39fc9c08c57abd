"""Words before they are orders: what a book has no rule for is said at once, and what cannot be read is refused."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.game.entries.names import entry_named
from bot.game.files.library import Library
from bot.game.referee.referee import Referee
from bot.game.requests import (
    ActionRequest,
    AttackRequest,
    MapRequest,
    MoveRequest,
    MusterRequest,
    NextRequest,
    Request,
    adjusting,
    dismissing,
)
from bot.game.requests.context.context import OrderContext
from rules.engine.conduct.conduct import stage
from rules.engine.records.errors import NoRule, Refusal
from rules.engine.records.orders import Act, Attack, Burst, Duck, Fire, Heal, Next, Reload, Throw
from rules.engine.records.records import Order
from rules.shelf import shelf
from tests.bot.table import ANN, BEN, GM, Table, invocation, laid


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with laid(tmp_path / "referee.sqlite3") as table:
        yield table


@pytest.mark.parametrize(
    ("player_request", "instead"),
    [
        *((AttackRequest(verb, target, weapon=weapon, who=who), instead)
          for verb, instead in [(Burst, "Use /fire once for each Alien"), (Throw, "/fire works for a Grenade Launcher")]
          for target, weapon, who in [("", "", ""), ("Predator", "", ""), ("", "catapult", ""), ("", "", "Ripley")]),
        (ActionRequest(Duck), "Use /move to get out of reach or out of sight"),
        (ActionRequest(Duck, who="Ripley"), "Use /move to get out of reach or out of sight"),
        (ActionRequest(Heal, target="Ripley"), "with /adjust"),
        (ActionRequest(Heal, how="x" * 500), "with /adjust"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("user", [GM, ANN])
async def test_what_the_book_has_no_rule_for_is_said_at_once(
    table: Table, user: str, player_request: Request, instead: str
) -> None:
    head = await table.head()
    with pytest.raises(NoRule, match=instead):
        await table.order(player_request, user)
    assert await table.head() == head


@pytest.mark.parametrize("verb", [Burst, Throw])
async def test_a_quick_ruling_says_so_before_it_asks_who(table: Table, verb: type[Attack]) -> None:
    with pytest.raises(NoRule, match="/fire"):
        await table.referee.carry_out(invocation(channel="elsewhere"), AttackRequest(verb))
    with pytest.raises(NoRule, match="/fire"):
        await table.referee.carry_out(invocation(), AttackRequest(verb), ruleset="aliens")


async def test_naming_a_book_asks_for_a_sheet_line_although_an_encounter_is_open(table: Table) -> None:
    with pytest.raises(Refusal, match=r"^Naming a rulebook makes this a quick ruling\. .* who: a sheet line"):
        await table.referee.carry_out(invocation(), AttackRequest(Fire, target="Alien 1"), ruleset="aliens")


@pytest.mark.parametrize(("who", "target"), [("PD 30", ""), ("", "PD 30")])
async def test_who_is_alone_in_a_quick_ruling_cares_for_himself(table: Table, who: str, target: str) -> None:
    group = await table.referee.carry_out(
        invocation(), ActionRequest(Heal, who, target, how="aid station"), ruleset="phoenix"
    )
    assert entry_named(group[-1]).resolution.outcome == (
        "Target gets themselves to an Aid Station: "
        "Recovery Roll 94 or less, 25 days after the wound; healed in 41 days."
    )


async def test_a_quick_ruling_needs_somebody_to_be_cared_for(table: Table) -> None:
    with pytest.raises(Refusal, match="who: a sheet line"):
        await table.referee.carry_out(invocation(), ActionRequest(Heal), ruleset="phoenix")


@pytest.mark.parametrize(
    "size", ["x", "12", "0x8", "8x0", "41x1", "1x41", "-3x4", "²x4", "٣x4", "4x4x4", f"1x{'9' * 5000}", "a\nb"]
)
async def test_a_map_has_a_size_that_can_be_shown(table: Table, size: str) -> None:
    with pytest.raises(Refusal, match="as 12x8, each from 1 to 40"):
        await table.order(MapRequest(size))


@pytest.mark.parametrize("size", ["12x8", " 12 X 8 ", "12×8"])
async def test_a_size_may_be_written_in_several_ways(table: Table, size: str) -> None:
    battle_map = (await table.order(MapRequest(size))).state.battle_map
    assert battle_map is not None and (battle_map.width, battle_map.height) == (12, 8)


@pytest.mark.parametrize(
    ("player_request", "option"),
    [
        (AttackRequest(Fire, "Alien 1", how="x" * 6000), "how: has 6,000 characters. The limit is 200."),
        (AttackRequest(Fire, "Alien 1", mod="x" * 6000), "mod: has 6,000 characters. The limit is 200."),
    ],
)
async def test_long_words_are_refused_by_the_name_of_their_option(
    table: Table, player_request: Request, option: str
) -> None:
    with pytest.raises(Refusal, match=re.escape(option)):
        await table.order(player_request, ANN)


@pytest.mark.parametrize(
    ("player_request", "option"),
    [
        (adjusting("Apone", "x" * 6000), "changes: has 6,000 characters. The limit is 500."),
        (MapRequest("4x4", "A1 " * 2000), "walls: has 5,999 characters. The limit is 2,000."),
        (MapRequest("4x4", "", "A1 " * 2000), "rough: has 5,999 characters. The limit is 2,000."),
    ],
)
async def test_a_gm_s_long_words_are_too(table: Table, player_request: Request, option: str) -> None:
    with pytest.raises(Refusal, match=re.escape(option)):
        await table.order(player_request, GM)


@pytest.mark.parametrize("weapon", [" ", "\n", " Pistol "])
async def test_blanks_around_a_weapon_are_not_kept(table: Table, weapon: str) -> None:
    order = (await table.order(AttackRequest(Fire, "Alien 1", weapon=weapon, range=2), BEN)).order
    assert isinstance(order, Fire) and order.weapon == weapon.strip()
    await table.order(adjusting("Rifleman", "actions 2"))
    order = (await table.order(ActionRequest(Reload, weapon=weapon), BEN)).order
    assert isinstance(order, Reload) and order.weapon == weapon.strip()


@pytest.mark.parametrize("what", ["", " ", "\u200b", "\u202e\u200f", ".", "**", "…", "x" * 201])
async def test_an_act_says_something(table: Table, what: str) -> None:
    with pytest.raises(Refusal, match="200"):
        await table.order(ActionRequest(Act, how=what, cost=1), ANN)


@pytest.mark.parametrize(
    "player_request", [adjusting("Alien", "dead"), dismissing("Al"), AttackRequest(Fire, "Alien", range=2)]
)
async def test_a_name_that_fits_several_is_no_name(table: Table, player_request: Request) -> None:
    with pytest.raises(Refusal, match="Alien 1"):
        await table.order(player_request, GM if not isinstance(player_request, AttackRequest) else ANN)


async def test_who_is_left_out_is_whom_the_user_ordered_last(table: Table) -> None:
    await table.order(MusterRequest(sheet="rifleman", name="Drake", owner=ANN))
    with pytest.raises(Refusal, match=r"Apone or Drake"):
        await table.order(ActionRequest(Reload), ANN)
    await table.order(AttackRequest(Fire, "Alien 2", range=2, who="Drake"), ANN, "9")
    for referee in (table.referee, Referee(Library(table.referee.store, shelf(), "aliens"))):
        shot = (await Table(referee).fire("Alien 3", dice="9")).order
        assert isinstance(shot, Fire) and shot.actor == (await table.head()).state.combatants[-1].id
        await table.order(adjusting("Drake", "actions 1"))
    await table.order(adjusting("Drake", "actions 0"))
    shot = (await table.fire("Alien 3", dice="9")).order
    assert isinstance(shot, Fire) and shot.actor == "c1"


async def test_a_gm_who_moved_an_alien_may_mean_anybody_next(table: Table) -> None:
    await table.order(MoveRequest("C4", "Alien 1"))
    with pytest.raises(Refusal, match="Alien 2, Alien 3, Apone, Rifleman or Alien 1"):
        await table.order(ActionRequest(Reload))


class TestTimeInTheUnitsOfTheBook:
    @staticmethod
    def order(ruleset: str, time: str) -> Order:
        book = shelf()[ruleset]
        return NextRequest(time).order(OrderContext(stage(book), book, {}, GM))

    @pytest.mark.parametrize(
        ("time", "seconds"),
        [("1 phase", 2), ("10 phases", 20), ("3phases", 6), ("1 minute and 5 phases", 70), ("2 h 1 phase 1 s", 7203)],
    )
    def test_phases_have_two_seconds(self, time: str, seconds: int) -> None:
        assert self.order("phoenix", time) == Next(seconds)

    @pytest.mark.parametrize("time", ["10 turns", "0 phases", "phases", "phase 3", "1 phasers", "200000000 phases"])
    def test_a_refusal_names_them(self, time: str) -> None:
        with pytest.raises(
            Refusal,
            match=r"^How much time .*\? Give it in phases, seconds, minutes, hours and days, up to ten years: 30",
        ):
            self.order("phoenix", time)

    def test_a_book_without_lengths_of_turns_has_none(self) -> None:
        with pytest.raises(Refusal, match="Give it in seconds, minutes, hours and days, up to ten years: 30"):
            self.order("aliens", "10 phases")
