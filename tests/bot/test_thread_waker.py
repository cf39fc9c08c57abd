"""Threads of open encounters stay out of Discord's archive, silently, and whatever happens to the bot meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from standin import Playground
from tests.bot.owed import database, until_idle
from tests.clocks import Put
from tests.served import CHANNEL, Served, connected, skirmish, stand_in

CHANNELS = "PATCH /channels/*"


async def begun(bot: Served) -> list[str]:
    """A skirmish with threads; their ids."""
    gm = bot.person("GM")
    await skirmish(bot)
    await gm.slash(CHANNEL, "encounter threads")
    return [id for (id,) in database(bot, "SELECT channel_id FROM threads")]


async def day(bot: Served, clock: Put, days: float = 1) -> None:
    """Time passes for everybody, then the sweep looks after what is due once a minute."""
    clock.forward(days=days)
    bot.playground.world.forward(days=days)
    await bot.client.waking.upkeep(clock.now())


def asleep(playground: Playground, threads: list[str]) -> list[str]:
    return [thread for thread in threads if playground.world.archived(thread)]


async def test_threads_of_an_open_encounter_never_reach_the_archive(tmp_path: Path) -> None:
    clock = Put()
    async with stand_in() as playground, connected(playground, tmp_path / "bot.sqlite3", clock) as bot:
        threads = await begun(bot)
        said = [len(playground.person("GM").sees(thread)) for thread in threads]
        before = len(playground.asked(CHANNELS))
        await day(bot, clock, 0.5)
        for _ in range(30):
            await day(bot, clock)
            assert asleep(playground, threads) == []
        # Two requests a thread in five days, and not a word.
        assert len(playground.asked(CHANNELS)) - before == 2 * 3 * 6
        assert [len(playground.person("GM").sees(thread)) for thread in threads] == said
        durations = {
            t["thread_metadata"]["auto_archive_duration"] for t in playground.world.threads() if t["type"] == 12
        }
        assert durations == {10_080}
        await bot.person("GM").slash(CHANNEL, "encounter end")
        await until_idle(bot)
        for _ in range(10):
            await day(bot, clock)
        assert asleep(playground, threads) == threads
        assert len(playground.asked(CHANNELS)) - before == 2 * 3 * 6
        assert playground.violations == []


async def test_when_a_thread_was_woken_survives_a_restart_and_an_absence(tmp_path: Path) -> None:
    clock, file = Put(), tmp_path / "bot.sqlite3"
    async with stand_in() as playground:
        async with connected(playground, file, clock) as bot:
            threads = await begun(bot)
            await day(bot, clock, 4)
        async with connected(playground, file, clock) as bot:
            before = len(playground.asked(CHANNELS))
            await bot.client.waking.upkeep(clock.now())
            assert len(playground.asked(CHANNELS)) == before
            await day(bot, clock, 2)
            await day(bot, clock, 2)
            assert asleep(playground, threads) == []
        clock.forward(days=20)
        playground.world.forward(days=20)
        assert asleep(playground, threads) == threads
        async with connected(playground, file, clock) as bot:
            await bot.client.waking.upkeep(clock.now())
            assert asleep(playground, threads) == []


@pytest.mark.parametrize("trouble", ["500", "outage", "dropped", "dropped after", "429"])
async def test_trouble_of_discords_is_tried_again_and_holds_nobody_up(tmp_path: Path, trouble: str) -> None:
    clock = Put()
    async with stand_in() as playground, connected(playground, tmp_path / "bot.sqlite3", clock) as bot:
        first, *others = await begun(bot)
        route = CHANNELS.replace("*", first)
        match trouble:
            case "500":
                playground.faults.answer(route, 500, times=8)
            case "outage":
                playground.faults.outage(route, times=8)
            case "429":
                playground.faults.ban(route)
            case _:
                playground.faults.drop(route, after=trouble.endswith("after"), times=8)
        await day(bot, clock, 6)
        playground.faults.clear()
        await day(bot, clock, 0.99)
        assert asleep(playground, [first, *others]) == []
        await day(bot, clock, 4)
        assert asleep(playground, [first, *others]) == []


async def test_what_discord_refuses_is_left_alone_until_it_is_due_again(tmp_path: Path) -> None:
    clock = Put()
    async with stand_in() as playground, connected(playground, tmp_path / "bot.sqlite3", clock) as bot:
        locked, gone, other = await begun(bot)
        playground.world.archive(locked, locked=True)
        playground.world.delete_channel(gone)
        await day(bot, clock, 5.5)
        asked = len(playground.asked(CHANNELS))
        for _ in range(4):
            await day(bot, clock)
            assert len(playground.asked(CHANNELS)) == asked
        assert asleep(playground, [locked, other]) == [locked]


async def test_many_threads_take_their_turns_and_channels_are_let_be(tmp_path: Path) -> None:
    clock = Put()
    async with stand_in() as playground, connected(playground, tmp_path / "bot.sqlite3", clock) as bot:
        gm = bot.person("GM")
        await skirmish(bot)
        for n in range(6):
            await gm.slash(CHANNEL, "combatant add", sheet="alien", name=f"One {n}", side=f"Hive {n}")
        await gm.slash(CHANNEL, "encounter threads")
        await gm.slash(CHANNEL, "encounter threads", side="Hive 5", channel="quiet-ruins")
        database(bot, "UPDATE threads SET wake_at = '' WHERE reader = 'side:Hive 5'")
        clock.forward(days=6)
        asked = len(playground.asked(CHANNELS))
        for wanted in (4, 8, 8):
            await bot.client.waking.upkeep(clock.now())
            clock.forward(minutes=1)
            assert len(playground.asked(CHANNELS)) - asked == 2 * wanted
        assert database(bot, "SELECT wake_at FROM threads WHERE reader = 'side:Hive 5'") == [(None,)]
