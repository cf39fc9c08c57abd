"""Trouble on every route that the bot uses: it comes online all the same, nothing is lost, nothing is shown twice."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from standin import faults
from standin.faults import Fault, Faults
from tests.bot.owed import database
from tests.served import CHANNEL, Process, Served, served, skirmish, stand_in
from tests.waiting import until

AT_START = (faults.OWN_USER, faults.APPLICATION, faults.GATEWAY, faults.SET_COMMANDS)
TROUBLE = ("429", "500 after", "502", "503", "drop", "drop after", "spoilt", "closing")


def lay(laid: Faults, trouble: str, route: str) -> Fault:
    """The next request on the route meets this trouble; "after": once it has been carried out."""
    kind, _, after = trouble.partition(" ")
    match kind:
        case "429":
            return laid.rate_limit(route, 0.05)
        case "500":
            return laid.answer(route, 500, after=bool(after))
        case "502" | "503":
            return laid.outage(route, int(kind), after=bool(after))
        case "drop":
            return laid.drop(route, after=bool(after))
        case "spoilt":
            return laid.spoil(route, faults.garbage)
        case "closing":
            return laid.spoil(route, faults.closing)
    raise ValueError(trouble)


@pytest.mark.parametrize("trouble", ["429", "502", "drop"])
async def test_it_comes_online(tmp_path: Path, trouble: str) -> None:
    async with stand_in() as playground:
        laid = [lay(playground.faults, trouble, route) for route in AT_START]
        async with Process(playground, tmp_path / "bot.sqlite3"):
            assert [fault.hits for fault in laid] == [1, 1, 1, 1]
            answer = await playground.person("Ann").slash(CHANNEL, "roll", dice="1d6")
            assert answer.content
        assert playground.violations == []


# Its clock runs with the turns of the loop, and a server makes more of them.
@pytest.mark.sqlite
@pytest.mark.parametrize("trouble", TROUBLE)
async def test_nothing_is_lost_and_nothing_shown_twice(tmp_path: Path, trouble: str) -> None:
    async with served(tmp_path / "bot.sqlite3") as bot:
        await skirmish(bot)
        ann, ben, laid = bot.person("Ann"), bot.person("Ben"), bot.playground.faults

        answering = lay(laid, trouble, faults.CALLBACK)
        await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, dice="9", wait=False)
        await everything_shown(bot, entries=5)
        assert answering.hits == 1

        # The sweep finds or posts what was not answered, through trouble of its own.
        sweeping = [lay(laid, trouble, route) for route in (faults.GET_ORIGINAL, faults.HISTORY)]
        posting = lay(laid, trouble, faults.CHANNEL_MESSAGE)
        laid.drop(faults.CALLBACK)
        await ben.slash(CHANNEL, "fire", target="Alien 2", range=2, dice="9", wait=False)
        await everything_shown(bot, entries=6)
        assert [fault.hits for fault in (*sweeping, posting)] == [1, 1, 1]

        # The form has done its work once the order is given, whether it can be put away or not.
        form = await ann.slash(CHANNEL, "fire", range=2, dice="9")
        await ann.select(form, "Target", "Alien 3")
        putting_away = lay(laid, trouble, faults.EDIT_FOLLOWUP)
        await ann.click(form, "Fire")
        await everything_shown(bot, entries=7)
        await bot.playground.until(lambda: putting_away.hits == 1)

        keeping = lay(laid, trouble, faults.EDIT_ORIGINAL)
        exported = await ann.slash(CHANNEL, "export")
        assert keeping.hits == 1
        assert "could not send the answer" in exported.content or "your side has seen" in exported.content

        # The buttons of an old answer go, and the reason follows up.
        old = next(message for message in reversed(ben.sees(CHANNEL)) if "details" in str(message["components"]))
        await bot.person("GM").slash(CHANNEL, "next")
        following_up = lay(laid, trouble, faults.FOLLOWUP)
        await ann.click(old, "Next", wait=False)
        await bot.playground.until(lambda: following_up.hits == 1)
        assert sum("That button is old" in message["content"] for message in ann.sees(CHANNEL)) <= 1

        await everything_shown(bot, entries=8)
        assert messages_by_entry(bot) == dict.fromkeys(range(1, 9), 1)


async def everything_shown(bot: Served, *, entries: int) -> None:
    """Waits until so many entries are stored and each has its message."""

    def all_shown() -> bool:
        rows = database(bot, "SELECT message_id FROM entries")
        return len(rows) == entries and all(message for (message,) in rows)

    await until(all_shown)


def messages_by_entry(bot: Served) -> Counter[int]:
    """In how many messages each entry's Details button is to be seen."""
    shown = [str(message["components"]) for message in bot.person("Ben").sees(CHANNEL)]
    seqs = [seq for (seq,) in database(bot, "SELECT seq FROM entries")]
    return Counter(seq for seq in seqs for text in shown if re.search(rf"details:\w+:{seq}\b", text))


def test_these_are_all_the_routes() -> None:
    """Routes that the stand-in's tests have the bot ask for are taken off the list here."""
    in_play = {faults.CALLBACK, faults.GET_ORIGINAL, faults.HISTORY, faults.CHANNEL_MESSAGE, faults.EDIT_FOLLOWUP}
    # Trouble with MEMBER is in test_absence.
    assert {*AT_START, *in_play, faults.FOLLOWUP, faults.MEMBER} == set(faults.ROUTES)
