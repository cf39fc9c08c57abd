"""Discord breaks down after it has shown something in private: it is shown once, and what is under it works."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from standin.driver import Person
from standin.faults import CALLBACK, EDIT_ORIGINAL, FOLLOWUP
from tests.bot.owed import shown, sweeping_when_told, until_idle
from tests.served import CHANNEL, Served
from tests.waiting import until

SHOT: dict[str, Any] = {"target": "Alien 1", "range": 2}


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    async with sweeping_when_told(tmp_path / "bot.sqlite3") as bot:
        yield bot


@pytest.fixture
def ann(bot: Served) -> Person:
    return bot.person("Ann")


def times(person: Person, text: str, channel: str = CHANNEL) -> int:
    """In how many messages this person sees the text."""
    return sum(text in str((message["content"], message["embeds"])) for message in person.sees(channel))


def private(person: Person) -> int:
    """Return how many messages nobody but this person can see, the waiting ones included."""
    return sum(bool(message["flags"] & 64) for message in person.sees(CHANNEL))


@pytest.mark.parametrize("failures", [1, 3])
async def test_a_refusal(bot: Served, ann: Person, failures: int) -> None:
    bot.playground.faults.outage(CALLBACK, after=True, times=failures)
    answer = await ann.slash(CHANNEL, "fire", target="Nobody", range=2)
    await bot.playground.until_asked(CALLBACK, len(bot.playground.asked(CALLBACK)))
    await until(lambda: bot.playground.asked(CALLBACK)[-1].done)
    assert answer.ephemeral and times(ann, "Nobody") == 1 and private(ann) == 1


async def test_the_board(bot: Served, ann: Person) -> None:
    bot.playground.faults.outage(CALLBACK, after=True)
    answer = await ann.slash(CHANNEL, "encounter show")
    assert answer.ephemeral and private(ann) == 1


@pytest.mark.parametrize("route", [CALLBACK, EDIT_ORIGINAL, FOLLOWUP])
@pytest.mark.parametrize("command", ["odds", "export", "dice verify"])
async def test_an_answer_that_was_promised(bot: Served, ann: Person, route: str, command: str) -> None:
    gm = bot.person("GM")
    if command == "dice verify":
        await gm.slash(CHANNEL, "encounter end")
    fault = bot.playground.faults.outage(route, after=True)
    asking = ann if command == "odds" else gm
    answer = await asking.slash(CHANNEL, command, **(SHOT if command == "odds" else {}))
    await until(lambda: not answer.message["flags"] & 128)
    assert fault.hits == (route != FOLLOWUP)
    assert answer.ephemeral and private(asking) == 1
    assert answer.followups == []


async def test_a_promise_of_a_refusal(bot: Served) -> None:
    gm = bot.person("GM")
    bot.playground.faults.outage(CALLBACK, after=True)
    bot.playground.faults.outage(EDIT_ORIGINAL, after=True)
    answer = await gm.slash("quiet-ruins", "export")
    assert "No encounter" in answer.content or "no encounter" in answer.content.lower()
    assert times(gm, answer.content, "quiet-ruins") == 1


async def test_a_prompt_works(bot: Served, ann: Person) -> None:
    bot.playground.faults.outage(CALLBACK, after=True)
    prompt = await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, dice="?")
    assert private(ann) == 1
    window = await ann.click(prompt, "Type the dice")
    answer = await ann.submit(window, {"text": "9"})
    assert not answer.ephemeral and shown(bot) == 1


async def test_an_again_that_asks_for_the_range_may_be_pressed_again(bot: Served, ann: Person) -> None:
    shot = await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, dice="9")
    await until_idle(bot)
    bot.playground.faults.outage(CALLBACK, after=True)
    await ann.click(shot, "Again", wait=False)
    await until(lambda: shown(bot) == 2)
    await until_idle(bot)
    assert shown(bot) == 2


@pytest.mark.parametrize("route", [CALLBACK, FOLLOWUP])
async def test_the_reason_why_an_old_button_does_nothing(bot: Served, ann: Person, route: str) -> None:
    shot = await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, dice="9")
    await bot.person("GM").slash(CHANNEL, "next")
    fault = bot.playground.faults.outage(route, after=True)
    late = await ann.click(shot, "Next")
    await late.until(lambda answer: bool(answer.followups))
    await until(lambda: all(request.done for request in bot.playground.asked(FOLLOWUP)))
    assert fault.hits == 1 and len(bot.playground.asked(FOLLOWUP)) == 1
    assert times(ann, "That button is old") == 1
    bot.playground.redeliver(late)
    await ann.slash(CHANNEL, "encounter show")
    await until_idle(bot)
    assert times(ann, "That button is old") == 1


async def test_what_is_told_besides(bot: Served) -> None:
    gm = bot.person("GM")
    bot.playground.world.forbid(gm.channel_id("quiet-ruins"), "embed_links")
    bot.playground.faults.outage(FOLLOWUP, after=True)
    await gm.slash("quiet-ruins", "encounter start", ruleset="aliens")
    await until(lambda: times(gm, "I lack Embed Links", "quiet-ruins") == 1)
    await until_idle(bot)
    assert len(bot.playground.asked(FOLLOWUP)) == 1


async def test_a_second_delivery_of_what_was_promised_is_no_second_answer(bot: Served, ann: Person) -> None:
    answer = await ann.slash(CHANNEL, "odds", **SHOT)
    told = answer.message["content"], answer.message["embeds"]
    edits = len(bot.playground.asked(EDIT_ORIGINAL))
    bot.playground.redeliver(answer)
    await bot.playground.until_asked(EDIT_ORIGINAL, edits + 1)
    await until(lambda: all(request.done for request in bot.playground.asked(EDIT_ORIGINAL)))
    assert (answer.message["content"], answer.message["embeds"]) == told
    assert private(ann) == 1 and answer.followups == []
