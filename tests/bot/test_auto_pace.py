"""Time that goes on by itself: once everyone has decided, after the delay, once for each entry, and never for ever."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.chat.background.auto_pace import AutoPace
from bot.game.flow import pace
from bot.game.requests import DirectRequest
from bot.game.store import EntryRow
from rules.engine.records.agenda import AT, Clock, When
from rules.engine.records.orders import Pass
from standin.driver import Answer
from standin.faults import CHANNEL_MESSAGE
from tests import forks
from tests.bot.owed import swept, until_idle
from tests.bot.table import invocation
from tests.clocks import Moved, Put
from tests.served import CHANNEL, Process, Served, connected, served, skirmish, stand_in
from tests.waiting import until

MARINES = {"Ann": "Apone", "Ben": "Rifleman"}
ALIENS = ("Alien 1", "Alien 2", "Alien 3")


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path / "bot.sqlite3", Moved()) as bot:
        await skirmish(bot)
        await paced(bot)
        yield bot


async def paced(bot: Served, delay: int = 5) -> None:
    gm = bot.person("GM")
    await gm.slash(CHANNEL, "encounter options", name="delay", value=str(delay))
    await gm.slash(CHANNEL, "encounter options", name="pace", value="auto")


async def passed(bot: Served, *but: str) -> Answer:
    """Everyone passes, except these; the last answer."""
    fighters = [*((who, name) for who, name in MARINES.items()), *(("GM", name) for name in ALIENS)]
    for who, name in fighters:
        if name not in but:
            answer = await bot.person(who).slash(CHANNEL, "pass", who=name)
    return answer


async def settled(bot: Served) -> None:
    """Wait until the bot has looked at everything that happened, and posted what came of it."""
    await until(lambda: bot.client.pacing.idle)
    await until_idle(bot)
    await bot.client.delivery.flush()


async def later(bot: Served, seconds: float = 5) -> None:
    """So much time passes."""
    await settled(bot)
    clock = bot.client.clock.machine
    assert isinstance(clock, Put)
    clock.forward(seconds=seconds)
    # A wait that is over continues with the next turn of the loop.
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await settled(bot)


async def entries(bot: Served) -> list[EntryRow]:
    row = await bot.store.journal.open_encounter(bot.person("GM").channel_id(CHANNEL))
    assert row is not None
    return list(await bot.store.journal.entries(row.id, limit=1000))


async def runs(bot: Served) -> list[str]:
    """The interactions of what the clock has ordered."""
    found = [e.interaction_id for e in await entries(bot) if e.actor == "clock" and e.part == 0]
    return [str(id) for id in found]


def shown(bot: Served, text: str) -> int:
    return sum(text in str(message) for message in bot.person("Ben").sees(CHANNEL))


async def test_once_all_have_passed_time_goes_on_after_the_delay(bot: Served) -> None:
    await passed(bot, "Alien 3")
    await later(bot, 60)
    assert await runs(bot) == []
    await bot.person("GM").slash(CHANNEL, "pass", who="Alien 3")
    seq = (await entries(bot))[-1].seq
    await later(bot, 4)
    assert await runs(bot) == []
    await later(bot, 1)
    head = (await entries(bot))[-1]
    assert await runs(bot) == [f"clock:{head.encounter_id}:{seq}"]
    assert head.token is None and head.message_id and not head.private
    assert shown(bot, "It is Turn 2.") == 1
    await later(bot, 600)
    await swept(bot)
    assert len(await runs(bot)) == 1 and shown(bot, "It is Turn 2.") == 1


async def test_any_order_stops_it_and_it_begins_again(bot: Served) -> None:
    await passed(bot)
    await later(bot, 4)
    await bot.person("Ann").slash(CHANNEL, "combatant edit", who="Apone", name="Sergeant")
    await later(bot, 4)
    assert await runs(bot) == []
    await later(bot, 1)
    assert len(await runs(bot)) == 1


async def test_a_second_thought_fits(bot: Served) -> None:
    await passed(bot)
    await later(bot, 4)
    await bot.person("GM").slash(CHANNEL, "undo")
    await later(bot, 60)
    assert await runs(bot) == []
    await bot.person("GM").slash(CHANNEL, "pass", who="Alien 3")
    await later(bot)
    assert len(await runs(bot)) == 1


async def test_without_a_delay_it_goes_on_at_once(bot: Served) -> None:
    await paced(bot, 0)
    await passed(bot)
    await until(lambda: shown(bot, "It is Turn 2."))
    await settled(bot)
    assert len(await runs(bot)) == 1


async def test_a_pause_stops_it_at_once_and_ends_with_the_next_one(bot: Served) -> None:
    await passed(bot)
    await later(bot, 4)
    paused = await bot.person("Ann").slash(CHANNEL, "encounter pause")
    assert "Paused" in paused.content
    await later(bot, 60)
    assert await runs(bot) == [] and not bot.client.pacing.waiting((await entries(bot))[0].encounter_id)
    await bot.person("GM").slash(CHANNEL, "encounter pause")
    await later(bot, 5)
    assert len(await runs(bot)) == 1


async def test_a_gm_lets_time_go_on_by_hand_while_it_is_paused(bot: Served) -> None:
    await passed(bot)
    await bot.person("GM").slash(CHANNEL, "encounter pause")
    onward = await bot.person("GM").slash(CHANNEL, "next")
    assert "Turn 2" in onward.content
    await passed(bot)
    await later(bot, 60)
    assert await runs(bot) == []


async def test_an_undone_run_does_not_come_again_by_itself(bot: Served) -> None:
    await passed(bot)
    await later(bot)
    await bot.person("GM").slash(CHANNEL, "undo")
    await later(bot, 600)
    assert len(await runs(bot)) == 1
    await bot.person("GM").slash(CHANNEL, "encounter note", text="Mind the gap")
    await later(bot)
    assert len(await runs(bot)) == 2


async def test_by_hand_and_after_the_end_nothing_runs(bot: Served) -> None:
    await passed(bot)
    await bot.person("GM").slash(CHANNEL, "encounter options", name="pace", value="by hand")
    await later(bot, 60)
    assert await runs(bot) == [] and await bot.store.paces.all() == {}
    await bot.person("GM").slash(CHANNEL, "encounter options", name="pace", value="auto")
    await bot.person("GM").slash(CHANNEL, "encounter end")
    await later(bot, 60)
    assert await bot.store.paces.all() == {}


async def test_without_a_persons_order_it_waits_after_twelve_turns_and_says_so_once(bot: Served) -> None:
    head = await bot.client.referee.journal.head((await entries(bot))[0].encounter_id)
    assert head is not None
    for fighter in head.state.combatants:
        wait = DirectRequest(Pass(fighter.id, When(AT, at=Clock(40))))
        given = replace(invocation(), user=bot.person("GM").id, guild=bot.playground.world.home.id)
        await bot.client.referee.carry_out(given, wait, encounter_id=head.encounter_id)
    for _ in range(30):
        await later(bot)
    head = await bot.client.referee.journal.head((await entries(bot))[0].encounter_id)
    assert head is not None and head.state.clock.turn == 1 + pace.MOST_WINDOWS
    assert shown(bot, "Time waits because nobody has given an order") == 1
    await bot.person("Ann").slash(CHANNEL, "combatant edit", who="Apone", name="Sergeant")
    for _ in range(30):
        await later(bot)
    head = await bot.client.referee.journal.head(head.encounter_id)
    assert head is not None and head.state.clock.turn == 1 + 2 * pace.MOST_WINDOWS
    assert shown(bot, "Time waits because nobody has given an order") == 2


async def test_passes_of_the_clock_are_no_persons_order(bot: Served) -> None:
    """Time-outs alone let time run for twelve turns, however many runs that takes."""
    for _ in range(20):
        seen = await entries(bot)
        await timed_out(bot, len(seen))
        await later(bot)
    head = await bot.client.referee.journal.head((await entries(bot))[0].encounter_id)
    assert head is not None and head.state.clock.turn == 1 + pace.MOST_WINDOWS
    assert shown(bot, "Time waits because nobody has given an order") == 1


async def timed_out(bot: Served, number: int) -> None:
    """The clock passes for everyone, as after a deadline."""
    from bot.game.flow import clock_orders
    from bot.game.flow.due import passes_for, several
    from bot.game.sight.undecided import still_asked

    referee = bot.client.referee
    row = await bot.store.journal.open_encounter(bot.person("GM").channel_id(CHANNEL))
    assert row is not None
    head = await referee.journal.head(row.id)
    assert head is not None
    book = referee.library.shelf[head.state.ruleset]
    if passes := passes_for(head.state, book, still_asked(head.state, book)):
        order, what = several(passes), f"due:{number}"
        await clock_orders.give(referee, order, head.state, what, row.guild_id, row.channel_id, head.at)


async def test_a_question_a_won_fight_and_nobody_left_stop_it(bot: Served) -> None:
    gm = bot.person("GM")
    for name in ALIENS:
        await gm.slash(CHANNEL, "adjust", who=name, changes="dead")
    await passed(bot, *ALIENS)
    await later(bot, 60)
    assert await runs(bot) == []
    for name in MARINES.values():
        await gm.slash(CHANNEL, "adjust", who=name, changes="dead")
    await later(bot, 60)
    assert await runs(bot) == []


# --- crashes and several processes


async def restarted(bot: Served) -> None:
    """As after a crash and a restart: nothing that was in memory is left."""
    client = bot.client
    await client.pacing.close()
    client.referee.locks.listeners.clear()
    client.referee.journal._heads.clear()
    bot.playground.world._by_nonce.clear()
    client.pacing = AutoPace(client.referee, client.delivery, client.pacing._clock)
    client.pacing.start()


async def test_killed_during_the_delay_it_runs_after_the_restart(bot: Served) -> None:
    await passed(bot)
    await later(bot, 4)
    await restarted(bot)
    await later(bot, 1)
    assert await runs(bot) == []
    await later(bot, 4)
    assert len(await runs(bot)) == 1 and shown(bot, "It is Turn 2.") == 1


@pytest.mark.parametrize("posted", [False, True])
async def test_killed_after_it_was_stored_it_is_posted_once(bot: Served, posted: bool) -> None:
    await passed(bot)
    bot.playground.faults.drop(CHANNEL_MESSAGE, after=posted)
    await later(bot)
    assert len(await runs(bot)) == 1 and shown(bot, "It is Turn 2.") == posted
    await restarted(bot)
    await later(bot, 60)
    await swept(bot)
    assert len(await runs(bot)) == 1 and shown(bot, "It is Turn 2.") == 1
    assert all(e.message_id for e in await entries(bot))


async def test_two_runs_on_one_database_let_time_go_on_once(tmp_path: Path) -> None:
    file = tmp_path / "bot.sqlite3"
    async with stand_in() as playground, connected(playground, file, Moved()) as one:
        await skirmish(one)
        await paced(one)
        await passed(one)
        async with connected(playground, file, Moved()) as two:
            await settled(two)
            for bot in (one, two):
                clock = bot.client.clock.machine
                assert isinstance(clock, Put)
                clock.forward(seconds=5)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            for bot in (one, two):
                await settled(bot)
            for _ in range(3):
                await asyncio.gather(later(one, 70), later(two, 70))
                await asyncio.gather(swept(one), swept(two))
            assert len(await runs(one)) == 1 and shown(one, "It is Turn 2.") == 1


async def test_what_another_run_of_the_bot_stored_is_found_within_a_minute(tmp_path: Path) -> None:
    file = tmp_path / "bot.sqlite3"
    async with stand_in() as playground, connected(playground, file, Moved()) as one:
        await skirmish(one)
        await paced(one)
        await passed(one)
        await one.client.pacing.close()
        async with connected(playground, file, Moved()) as two:
            await one.client.pacing.close()
            await later(two, 60)
            await later(two, 5)
            assert len(await runs(two)) == 1


async def test_processes_killed_at_any_moment_run_it_once(tmp_path: Path) -> None:
    file = tmp_path / "bot.sqlite3"
    async with stand_in() as playground:
        async with connected(playground, file, Put()) as bot:
            await skirmish(bot)
            await paced(bot, 0)
            await bot.client.pacing.close()
            await passed(bot)
            await bot.client.delivery.flush()
        ben = playground.person("Ben")

        def told() -> int:
            return sum("It is Turn 2." in message["content"] for message in ben.sees(CHANNEL))

        stall = playground.faults.stall(CHANNEL_MESSAGE, after=True)
        async with Process(playground, file) as one, Process(playground, file) as two:
            await stall.reached.wait()
            for process in (one, two):
                assert process._process is not None
                await forks.end(process._process)
            await playground.offline()
        playground.faults.clear()
        async with Process(playground, file):
            await until(told)
        async with connected(playground, file, Put()) as bot:
            await swept(bot)
            assert len(await runs(bot)) == 1 and told() == 1


# --- what is refused


async def test_what_breaks_is_not_tried_again_before_the_next_order(
    bot: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Any] = []

    async def broken(*given: Any) -> None:
        tried.append(given)
        raise AssertionError

    monkeypatch.setattr(pace, "run", broken)
    await passed(bot)
    for _ in range(5):
        await later(bot, 60)
    assert len(tried) == 1
    monkeypatch.undo()
    await bot.person("Ann").slash(CHANNEL, "combatant edit", who="Apone", name="Sergeant")
    await later(bot)
    assert len(await runs(bot)) == 1
