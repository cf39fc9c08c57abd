"""GMs who have left the server: those who are refused are told so, seldom asked for, and managers get a button."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from standin.driver import Answer, Person
from standin.faults import FOLLOWUP, MEMBER
from standin.world.scenery import Json
from tests.clocks import Put
from tests.served import CHANNEL, Served, served, skirmish
from tests.waiting import until

GONE = "The GM of this encounter has left the server."
OTHERS = f"{GONE} Managers of this channel or of the server can take it over (`/encounter takeover`) or end it."
AT_WORK = ("CommandTree-invoker", "on_not_allowed")
"""The names of discord.py's tasks."""
MANAGER = f"{GONE} You can take it over (`/encounter takeover`) or end it."


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    """A skirmish whose GM manages nothing, and Cleo, who manages the channels and does not play."""
    async with served(tmp_path / "bot.sqlite3", Put()) as bot:
        role = bot.playground.world.add_role("Managers", "manage_channels")
        bot.playground.world.give_role(bot.person("Cleo").id, role["id"])
        await skirmish(bot)
        yield bot


def leaves(bot: Served, who: Person) -> None:
    del bot.playground.world.home.members[who.id]


async def refused(bot: Served, name: str) -> Answer:
    """An order that is refused for want of rights, once all that follows from it is done."""
    answer = await bot.person(name).slash(CHANNEL, "encounter map", size="4x4")
    assert answer.ephemeral and answer.content.startswith("Only the GM")
    await idle(bot)
    return answer


async def idle(bot: Served) -> None:
    """Wait until every command has been carried out, and what its refusal brings."""
    await until(lambda: not any(name in task.get_name() for task in asyncio.all_tasks() for name in AT_WORK))


def told(answer: Answer) -> list[str]:
    return [message["content"] for message in answer.followups]


def asked(bot: Served) -> int:
    return len(bot.playground.asked(MEMBER))


async def test_whoever_is_refused_is_told_that_the_gm_has_left(bot: Served) -> None:
    assert told(await refused(bot, "Ann")) == [] and asked(bot) == 1
    leaves(bot, bot.person("GM"))
    # What Discord said counts for some minutes.
    assert told(await refused(bot, "Ann")) == [] and asked(bot) == 1
    later(bot, minutes=11)
    answer = await refused(bot, "Ann")
    assert told(answer) == [OTHERS] and asked(bot) == 2
    assert answer.followups[0]["components"] == [] and answer.followups[0]["flags"] & 64
    # Once is enough for each; nobody asks Discord meanwhile.
    assert told(await refused(bot, "Ann")) == []
    assert told(await refused(bot, "Ben")) == [OTHERS] and asked(bot) == 2


def later(bot: Served, **by: float) -> None:
    clock = bot.client.clock.machine
    assert isinstance(clock, Put)
    clock.forward(**by)


async def offer(bot: Served) -> Json:
    leaves(bot, bot.person("GM"))
    answer = await refused(bot, "Cleo")
    assert told(answer) == [MANAGER]
    return answer.followups[0]


async def test_who_manages_the_channel_takes_over_by_the_button(bot: Served) -> None:
    cleo = bot.person("Cleo")
    message = await offer(bot)
    taken = await cleo.click(message, "Take over")
    assert not taken.ephemeral and "Cleo takes over the encounter" in taken.content
    drawn = await cleo.slash(CHANNEL, "encounter map", size="4x4")
    assert not drawn.ephemeral
    again = await cleo.click(message, "Take over")
    assert again.ephemeral and "is already a GM of this encounter" in again.content
    await idle(bot)
    assert told(await refused(bot, "Ben")) == []


async def test_the_right_is_checked_at_the_press(bot: Served) -> None:
    message, cleo = await offer(bot), bot.person("Cleo")
    bot.playground.world.home.members[cleo.id]["roles"].clear()
    pressed = await cleo.click(message, "Take over")
    assert pressed.ephemeral and pressed.content.startswith("Only managers of this channel")


async def test_an_order_in_between_and_an_end(bot: Served) -> None:
    message, cleo = await offer(bot), bot.person("Cleo")
    await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="99")
    await cleo.slash(CHANNEL, "encounter end")
    pressed = await cleo.click(message, "Take over")
    assert pressed.ephemeral and "This encounter has ended" in pressed.content


async def test_one_gm_who_is_there_is_enough(bot: Served) -> None:
    await bot.person("GM").slash(CHANNEL, "encounter gm", user=bot.person("Ben"))
    leaves(bot, bot.person("GM"))
    assert told(await refused(bot, "Ann")) == [] and asked(bot) == 2
    later(bot, minutes=11)
    leaves(bot, bot.person("Ben"))
    (sentence,) = told(await refused(bot, "Ann"))
    assert sentence.startswith("The GMs of this encounter have left the server.")


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (404, 10004), (500, 0)])
async def test_what_discord_does_not_say_is_not_told(bot: Served, status: int, code: int) -> None:
    leaves(bot, bot.person("GM"))
    bot.playground.faults.answer(MEMBER, status, code=code, times=None)
    assert told(await refused(bot, "Ann")) == []
    bot.playground.faults.clear()
    later(bot, minutes=11)
    assert told(await refused(bot, "Ann")) == [OTHERS]


@pytest.mark.parametrize("code", [10007, 10013])
async def test_members_and_whole_accounts_can_be_gone(bot: Served, code: int) -> None:
    bot.playground.faults.answer(MEMBER, 404, code=code)
    assert told(await refused(bot, "Ann")) == [OTHERS]


async def test_the_refusal_does_not_wait_for_discord(bot: Served) -> None:
    leaves(bot, bot.person("GM"))
    stall = bot.playground.faults.stall(MEMBER)
    answer = await bot.person("Ann").slash(CHANNEL, "encounter map", size="4x4")
    assert answer.ephemeral and answer.content.startswith("Only the GM") and answer.followups == []
    await stall.reached.wait()
    stall.release()
    await answer.until(lambda a: told(a) == [OTHERS])


async def test_an_answer_that_gets_lost_harms_nobody(bot: Served) -> None:
    leaves(bot, bot.person("GM"))
    bot.playground.faults.drop(FOLLOWUP)
    assert told(await refused(bot, "Ann")) == []
    assert (await bot.person("Ann").slash(CHANNEL, "log")).ephemeral
