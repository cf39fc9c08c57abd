"""`make bench-flow`: what it counts, and the goals beside it."""

from __future__ import annotations

from pathlib import Path

from bench.flow import WAYS, Count, Goal, Table, cells, idle, medians, played
from bench.flow_fights import FIGHTS, Fight
from tests.cogs.conftest import opened, types

TURN = Fight("A turn", FIGHTS[3].opening, FIGHTS[3].tactics, 1, 3, each_turn=True)


def test_a_missed_goal_is_marked() -> None:
    assert [*cells(Count(9, 0, 12, 2.5, 1000), Goal(8, 12))] == ["9 (≤ 8, MISSED)", "0", "12 (≤ 12)", "2.5", "1,000"]
    assert [*cells(Count(9), None)] == ["9", "0", "0", "0", "0"]


def test_the_median_is_that_of_each_figure() -> None:
    assert medians([Count(1, 5, 3), Count(2, 4, 1), Count(9, 3, 2)]) == Count(2, 4, 2)


async def test_posts_words_and_orders_are_counted_and_refusals_are_not(tmp_path: Path) -> None:
    async with opened(tmp_path / "referee.sqlite3") as game:
        table = Table(game, TURN)
        await types(game, "GM: /encounter start ruleset: aliens title: Sub-level 3")
        table.channel.count = Count()
        assert await table.says("Ann", "/combatant add sheet: apone side: Marines")
        count = table.channel.count
        assert (count.posts, count.commands) == (1, 1)
        assert count.words > 2
        assert not await table.says("Ann", "/reload who: Ripley")
        assert (count.posts, count.commands) == (1, 1)
        assert table.refusal


async def test_an_idle_impulse_by_plans_takes_one_order() -> None:
    by_hand, by_plans = [await idle(way, 1) for way in WAYS]
    assert (by_hand.commands, by_plans.commands) == (7, 1)
    assert by_plans.posts <= 1


async def test_a_turn_by_plans_takes_less_than_by_hand() -> None:
    by_hand, by_plans = [await played(TURN, way, 1) for way in WAYS]
    assert by_plans.posts <= 3 < by_hand.posts
    assert by_plans.commands < by_hand.commands
    assert by_hand.words > 0
