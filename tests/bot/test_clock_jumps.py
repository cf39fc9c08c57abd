"""The host's clock jumps while the bot runs, is put right, or the machine is suspended: nothing is deleted or announced
before its time, and nothing is late for longer than that lasts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import CLOCK_BOOTTIME

import pytest

from bot.chat.background.clock import Clock
from standin import Playground
from tests.bot.owed import database
from tests.bot.test_due import Set, head, looked, passes, posts
from tests.clocks import Put
from tests.served import CHANNEL, Served, connected, skirmish, stand_in

RULINGS = "SELECT count(*) FROM entries WHERE encounter_id LIKE 'q%'"
YEAR = 366


def agree(playground: Playground, clock: Put) -> None:
    """Put Discord's clock to where the host's is."""
    playground.world.ahead = (clock.now() - datetime.now(UTC)).total_seconds()


@asynccontextmanager
async def pressed(file: Path, clock: Set, wrong: float = 0) -> AsyncIterator[Served]:
    """A skirmish with a decision that is due in 72 hours, after which the clock passes for Ben.

    The host's clock is wrong by so many hours."""
    async with stand_in() as playground:
        agree(playground, clock)
        clock.jump(hours=wrong)
        async with connected(playground, file, clock, inactive_days=30) as bot:
            await laid_out(bot)
            yield bot


async def laid_out(bot: Served) -> None:
    await skirmish(bot)
    await bot.person("GM").slash(CHANNEL, "encounter deadline", time="24h")
    await bot.person("GM").slash(CHANNEL, "encounter options", name="timeout", value="pass")
    await passes(bot, "Alien 1", "Alien 2", "Alien 3", "Apone")
    await looked(bot)


@pytest.mark.parametrize("days", [YEAR, -YEAR])
async def test_a_clock_that_jumps_by_a_year_ends_and_deletes_nothing(tmp_path: Path, days: int) -> None:
    clock = Set()
    async with pressed(tmp_path / "bot.sqlite3", clock) as bot:
        await bot.person("Ann").slash(CHANNEL, "rule", text="pulse rifle at alien 4 squares", ruleset="aliens")
        await bot.client.delivery.flush()
        rulings = database(bot, RULINGS)
        seqs = await bot.seqs()
        assert rulings != [(0,)]
        clock.jump(days=days)
        for _ in range(3):
            clock.forward(minutes=2)
            await bot.client.inactive.once()
            await bot.client.sweep.tidy()
            await looked(bot)
        assert (database(bot, RULINGS), await bot.seqs()) == (rulings, seqs)
        assert database(bot, "SELECT * FROM notices") == []
        assert not posts(bot, "has had no order since")


@pytest.mark.parametrize("hours", [10, -10])
async def test_a_clock_that_agrees_with_discord_s_again_is_followed(tmp_path: Path, hours: int) -> None:
    """It was wrong at the start, as on a computer whose clock has no battery, and is put right afterwards."""
    clock = Set()
    async with pressed(tmp_path / "bot.sqlite3", clock, hours) as bot:
        clock.jump(hours=-hours)
        shown = await bot.person("Cleo").slash(CHANNEL, "encounter show")
        assert shown.ephemeral
        await bot.person("GM").slash(CHANNEL, "encounter deadline", time="24h")
        await looked(bot)
        due = int(clock.now().timestamp()) + 24 * 3600
        assert f"<t:{due}:R>" in (await bot.person("Ann").slash(CHANNEL, "encounter deadline")).content


async def test_a_machine_that_was_paused_for_a_day_passes_for_those_who_are_late(tmp_path: Path) -> None:
    """Its monotonic clock has not noticed; the first that anybody says shows that the day is over."""
    clock = Set()
    async with pressed(tmp_path / "bot.sqlite3", clock) as bot:
        clock.forward(hours=60)
        await looked(bot)
        clock.jump(hours=24)
        agree(bot.playground, clock)
        await looked(bot)
        assert (await head(bot)).user != "clock"
        await bot.person("Cleo").slash(CHANNEL, "encounter show")
        await looked(bot)
        assert (await head(bot)).user == "clock"


async def test_a_jump_that_discord_s_clock_does_not_share_is_ignored_by_orders_too(tmp_path: Path) -> None:
    clock = Set()
    async with pressed(tmp_path / "bot.sqlite3", clock) as bot:
        clock.jump(hours=3)
        await bot.person("Cleo").slash(CHANNEL, "encounter show")
        assert bot.client.clock.now() == clock.now() - timedelta(hours=3)


def test_the_time_in_which_a_machine_is_suspended_has_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def shown(which: int) -> float:
        asked.append(which)
        return 86_400.0

    monkeypatch.setattr("time.clock_gettime", shown)
    assert Clock().monotonic() == 86_400.0
    assert asked == [CLOCK_BOOTTIME]
