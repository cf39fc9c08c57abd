"""An encounter in a thread: a channel of its own, that may be archived or locked meanwhile."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from standin.driver import Answer
from standin.faults import CALLBACK, CHANNEL_MESSAGE
from tests.bot.owed import gave_up, shown, sweeping_when_told, swept, unanswered, until_idle
from tests.served import CHANNEL, Served

THREAD = "the-vents"


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    """The bot with a skirmish in a thread: Ann's Apone, Ben's Rifleman, an Alien of the GM's."""
    async with sweeping_when_told(tmp_path / "bot.sqlite3") as bot:
        gm = bot.person("GM")
        bot.playground.world.open_thread(gm.channel_id(CHANNEL), THREAD, gm.id)
        await gm.slash(THREAD, "encounter start", ruleset="aliens", title="The vents")
        await gm.slash(THREAD, "combatant add", sheet="apone", owner=bot.person("Ann"))
        await gm.slash(THREAD, "combatant add", sheet="rifleman", owner=bot.person("Ben"))
        await gm.slash(THREAD, "combatant add", sheet="alien", count=2)
        await until_idle(bot)
        await bot.client.delivery.flush()
        yield bot


def thread(bot: Served) -> str:
    return bot.person("GM").channel_id(THREAD)


def archived(bot: Served) -> bool:
    return bot.playground.world.archived(thread(bot))


async def fires(bot: Served) -> Answer:
    return await bot.person("Ben").slash(THREAD, "fire", target="Alien 2", range=1, dice="9")


async def test_it_is_played_there_apart_from_the_channel_around_it(bot: Served) -> None:
    answer = await fires(bot)
    assert answer.message["channel_id"] == thread(bot)
    turn = await bot.person("GM").click(answer, "Next")
    # Ann was called when she was given her fighter, and has not decided anything since.
    assert {user["username"] for user in turn.message["mentions"]} == {"ben"}
    assert shown(bot, "Rifleman fires", CHANNEL) == 0
    refused = await bot.person("GM").slash(THREAD, "encounter start", ruleset="aliens")
    assert refused.ephemeral and "already has an open encounter" in refused.content
    await bot.person("GM").slash(THREAD, "encounter end")
    assert await bot.seqs()


@pytest.mark.parametrize(
    ("forbidden", "told"), [("send_messages", ""), ("send_messages_in_threads", "I lack Send Messages in Threads")]
)
async def test_threads_have_a_permission_of_their_own(bot: Served, forbidden: str, told: str) -> None:
    gm = bot.person("GM")
    await gm.slash(THREAD, "encounter end")
    bot.playground.world.forbid(gm.channel_id(CHANNEL), forbidden)
    answer = await gm.slash(THREAD, "encounter start", ruleset="aliens")
    await until_idle(bot)
    said = "".join(followup["content"] for followup in answer.followups)
    assert told in said and bool(told) == bool(said)


async def test_a_result_is_not_posted_where_the_bot_may_not_write_in_threads(bot: Served) -> None:
    await unanswered(bot, THREAD)
    bot.playground.world.forbid(bot.person("GM").channel_id(CHANNEL), "send_messages_in_threads")
    assert await swept(bot) == 0
    assert gave_up(bot) == ["I lack Send Messages in Threads"]


async def test_a_result_brings_an_archived_thread_back(bot: Served) -> None:
    await unanswered(bot, THREAD)
    bot.playground.world.archive(thread(bot))
    assert await swept(bot) == 1
    assert await swept(bot) == 0
    assert shown(bot, channel=THREAD) == 1
    assert not archived(bot) and gave_up(bot) == []


async def test_a_locked_thread_keeps_the_result_in_the_log_until_people_are_back(bot: Served) -> None:
    await unanswered(bot, THREAD)
    bot.playground.world.archive(thread(bot), locked=True)
    assert [await swept(bot) for _ in range(3)] == [0, 0, 0]
    assert gave_up(bot) == ["the thread is locked"]
    assert len(bot.playground.asked(CHANNEL_MESSAGE)) == 1
    assert shown(bot, channel=THREAD) == 0
    bot.playground.world.archive(thread(bot), False, locked=False)
    answer = await fires(bot)
    await until_idle(bot)
    (followup,) = answer.followups
    assert followup["content"] == "1 result could not be posted here (the thread is locked): #5; /log shows it."
    log = await bot.person("Ann").slash(THREAD, "log")
    assert "not posted: the thread is locked" in log.content


async def test_a_press_in_an_archived_thread_is_an_order_like_any_other(bot: Served) -> None:
    answer = await fires(bot)
    bot.playground.world.archive(thread(bot))
    turn = await bot.person("GM").click(answer, "Next")
    assert "Turn 2" in turn.content
    assert not archived(bot)


@pytest.mark.parametrize("code", [50083, 160005])
async def test_a_press_whose_answer_a_lock_keeps_out_loses_nothing(
    bot: Served, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    answer = await fires(bot)
    await bot.person("Ann").slash(THREAD, "pass", who="Apone")
    for who in ("Rifleman", "Alien 1", "Alien 2"):
        await bot.person("GM").slash(THREAD, "pass", who=who)
    await until_idle(bot)
    asked = len(bot.playground.asked(CALLBACK))
    bot.playground.faults.answer(CALLBACK, 403, code=code)
    bot.playground.faults.answer(CHANNEL_MESSAGE, 403, code=code, times=None)
    await bot.person("GM").click(answer, "Next", wait=False)
    await bot.playground.until_asked(CALLBACK, asked + 1)
    await until_idle(bot)
    assert [await swept(bot) for _ in range(2)] == [0, 0]
    assert len(gave_up(bot)) == 1
    assert not [record for record in caplog.records if record.exc_info]
    bot.playground.faults.clear()
    again = await bot.person("GM").click(answer, "Next")
    await again.until(lambda a: bool(a.followups))
    assert "it is Turn 2 now" in again.followups[0]["content"]
