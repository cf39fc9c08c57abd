"""The host's clock is an hour behind Discord's, or ahead of it: results come as soon as otherwise, and once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from standin.faults import CALLBACK, CHANNEL_MESSAGE
from tests.bot.owed import database, shown, unanswered, until_idle
from tests.clocks import Hurried, Put
from tests.served import CHANNEL, Served, connected, skirmish, stand_in
from tests.waiting import until

pytestmark = pytest.mark.sqlite

HOUR = 3600.0
PATIENCE = timedelta(seconds=5)


@asynccontextmanager
async def apart(file: Path, ahead: float, clock: Put | Hurried) -> AsyncIterator[Served]:
    """The bot on a stand-in whose clock is ahead by so many seconds."""
    async with stand_in() as playground:
        playground.world.ahead = ahead
        async with connected(playground, file, clock) as bot:
            await skirmish(bot)
            await until_idle(bot)
            await bot.client.delivery.flush()
            yield bot
        assert playground.violations == [], playground.violations[:3]


async def swept(bot: Served) -> int:
    done = await bot.client.sweep.once(PATIENCE)
    await bot.client.delivery.flush()
    return done


@pytest.mark.parametrize("ahead", [HOUR, -HOUR])
async def test_a_result_waits_for_seconds_and_neither_less_nor_more(tmp_path: Path, ahead: float) -> None:
    clock = Put()
    async with apart(tmp_path / "bot.sqlite3", ahead, clock) as bot:
        await unanswered(bot)
        assert await swept(bot) == 0
        clock.forward(seconds=4)
        assert await swept(bot) == 0
        clock.forward(seconds=1)
        assert await swept(bot) == 1
        assert await swept(bot) == 0
        assert shown(bot) == 1


@pytest.mark.parametrize("ahead", [HOUR, -HOUR])
async def test_a_host_whose_clock_is_put_right_delays_nothing(tmp_path: Path, ahead: float) -> None:
    async with apart(tmp_path / "bot.sqlite3", 0, Hurried()) as bot:
        bot.playground.world.ahead = ahead
        bot.playground.faults.drop(CALLBACK)
        await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7", wait=False)
        await until(lambda: shown(bot) == 1)


@pytest.mark.parametrize("ahead", [HOUR, -HOUR])
async def test_tokens_live_as_long_and_an_answer_that_was_taken_is_found(tmp_path: Path, ahead: float) -> None:
    clock = Put()
    async with apart(tmp_path / "bot.sqlite3", ahead, clock) as bot:
        tokens = "SELECT count(*) FROM entries WHERE token IS NOT NULL"
        bot.playground.faults.drop(CALLBACK, after=True)
        asked = len(bot.playground.asked(CALLBACK))
        await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7", wait=False)
        await bot.playground.until_asked(CALLBACK, asked + 1)
        await until_idle(bot)
        clock.forward(minutes=13)
        await bot.client.referee.journal.tidy(clock.now(), clock.now() - timedelta(days=7))
        assert database(bot, tokens) == [(1,)]
        assert await swept(bot) == 0
        clock.forward(seconds=5)
        assert await swept(bot) == 1
        assert shown(bot) == 1 and not bot.playground.asked(CHANNEL_MESSAGE)
        await unanswered(bot)
        clock.forward(minutes=15)
        await bot.client.referee.journal.tidy(clock.now(), clock.now() - timedelta(days=7))
        assert database(bot, tokens) == [(0,)]


@pytest.mark.parametrize("ahead", [HOUR, -HOUR])
async def test_what_is_kept_and_which_encounter_was_last_go_by_one_clock(tmp_path: Path, ahead: float) -> None:
    async with apart(tmp_path / "bot.sqlite3", ahead, Put()) as bot:
        gm, home = bot.person("GM"), bot.playground.world.home.id
        await gm.slash(CHANNEL, "adjust", who="Apone", changes="loaded 3")
        await gm.slash(CHANNEL, "encounter end")
        (first,) = await bot.store.shelf.profiles(home, owner_id=bot.person("Ann").id)
        await gm.slash(CHANNEL, "encounter start", ruleset="aliens")
        await bot.person("Ann").slash(CHANNEL, "combatant add", name="Apone", side="Marines")
        await gm.slash(CHANNEL, "adjust", who="Apone", changes="loaded 1")
        await gm.slash(CHANNEL, "encounter end", wait=True)
        (second,) = await bot.store.shelf.profiles(home, owner_id=bot.person("Ann").id)
        assert second.updated_at > first.updated_at and second.record != first.record
        row = await bot.store.journal.last_encounter(gm.channel_id(CHANNEL))
        assert row is not None and row.id == (await bot.store.journal.latest_encounters(home, 1))[0].id
