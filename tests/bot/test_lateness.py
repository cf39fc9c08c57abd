"""Orders that arrive after Discord has told their users that the bot did not respond."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import discord
import pytest

from bot.chat.background.clock import Clock
from bot.chat.connection import lateness
from bot.chat.connection.lateness import DiscordTime
from standin.driver import Person
from standin.faults import CALLBACK
from tests.clocks import Put
from tests.long_orders import make_long
from tests.served import CHANNEL, Served, served, skirmish
from tests.waiting import idle, patience, until

NOON = "Mon, 30 Nov 2026 12:00:00 GMT"
NOTICE = "I did not carry out these orders of yours, because they reached me too late:"


def made(second: float) -> int:
    """The id of an interaction of that second after noon."""
    return discord.utils.time_snowflake(
        datetime.fromtimestamp(datetime(2026, 11, 30, 12, tzinfo=UTC).timestamp() + second, UTC)
    )


def test_the_age_of_an_interaction_follows_discords_clock_and_not_the_machines() -> None:
    clock = Put()
    clock.forward(days=-200)
    time = DiscordTime(clock)
    # Nothing is known yet, so nothing is late.
    assert time.age(made(-1000)) < 0
    time.heard(NOON)
    clock.forward(seconds=5)
    assert time.age(made(0)) == pytest.approx(5.0, abs=0.01)
    assert time.age(made(4)) == pytest.approx(1.0, abs=0.01)


def test_an_interaction_is_never_older_than_it_may_be() -> None:
    """A header names whole seconds, and an answer takes its time: of several, the best counts."""
    clock = Put()
    time = DiscordTime(clock)
    time.heard(NOON)
    clock.forward(seconds=0.2)
    # In truth, it is 12:00:01 only now.
    time.heard("Mon, 30 Nov 2026 12:00:01 GMT")
    assert time.age(made(0)) == pytest.approx(1.0, abs=0.01)
    # This answer took four seconds.
    clock.forward(seconds=5)
    time.heard("Mon, 30 Nov 2026 12:00:02 GMT")
    assert time.age(made(0)) == pytest.approx(6.0, abs=0.01)


def test_an_old_answer_counts_no_more_once_there_are_new_ones() -> None:
    clock = Put()
    time = DiscordTime(clock)
    time.heard("Mon, 30 Nov 2026 12:00:09 GMT")
    for minutes in (0, 6, 12):
        clock.forward(minutes=6 if minutes else 0)
        time.heard(f"Mon, 30 Nov 2026 12:{minutes:02}:00 GMT")
    assert time.age(made(12 * 60)) == pytest.approx(0.0, abs=0.01)


@pytest.mark.parametrize("header", [None, "", "soon", "30 Nov"])
def test_a_header_that_cannot_be_read_tells_nothing(header: str | None) -> None:
    time = DiscordTime(Put())
    time.heard(header)
    assert time.age(made(-1000)) < 0


class Later(Clock):
    """The machine's clock after a stall of eight seconds."""

    def monotonic(self) -> float:
        """Return its seconds."""
        return super().monotonic() + 8


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path / "bot.sqlite3") as bot:
        await skirmish(bot)
        yield bot


def notices(person: Person) -> list[str]:
    """Return what the person reads of orders that were dropped, in the channel."""
    return [m["content"] for m in person.sees(CHANNEL) if m["content"].startswith(NOTICE)]


async def stalls(bot: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann orders and presses while the bot stalls for eight seconds."""
    ann, invoker = bot.person("Ann"), bot.playground.invoker
    shot = await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, dice="9")
    await idle(bot.client)
    invoker.time_limit = 0.1
    held = bot.playground.gateway.hold()
    late = [await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7"), await ann.click(shot, "Details")]
    assert all(answer.failed for answer in late)
    invoker.time_limit = patience()
    clock = bot.client._discord_time._clock
    monkeypatch.setattr(lateness, "LONGEST", 3.0)
    bot.client._discord_time._clock = Later()
    held.release()
    await until(lambda: len(bot.client.delivery._dropped.get(int(ann.id), ())) == 2)
    bot.client._discord_time._clock = clock
    monkeypatch.setattr(lateness, "LONGEST", float("inf"))


async def test_an_order_after_a_stall_is_dropped_and_its_user_reads_so_with_the_next(
    bot: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = bot.person("Ann"), bot.person("Ben")
    await stalls(bot, monkeypatch)
    before, said = await bot.seqs(), [m["content"] for m in ben.sees(CHANNEL)]
    await idle(bot.client)
    assert await bot.seqs() == before and [m["content"] for m in ben.sees(CHANNEL)] == said
    assert notices(ann) == []
    await ben.slash(CHANNEL, "pass", who="Rifleman")
    assert notices(ann) == notices(ben) == []
    answer = await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7")
    assert "Apone fires" in answer.content
    await until(lambda: notices(ann))
    [notice] = notices(ann)
    _, second, third, last = notice.splitlines()
    assert second.startswith(f"- `/fire` in <#{ann.channel_id(CHANNEL)}>, <t:")
    assert third.startswith(f"- a button, a choice or a form in <#{ann.channel_id(CHANNEL)}>, <t:")
    assert last == "Nothing of them was stored. Give them again if you still want them."
    assert notices(ben) == []
    await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, dice="8")
    await idle(bot.client)
    assert len(notices(ann)) == 1


async def test_the_user_of_a_dropped_order_reads_of_it_on_their_board(
    bot: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = bot.person("Ann")
    await stalls(bot, monkeypatch)
    await ann.slash(CHANNEL, "encounter show")
    await until(lambda: notices(ann))
    assert len(notices(ann)) == 1


async def test_an_order_that_discord_knows_no_more_before_it_is_stored_is_dropped(
    bot: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long order, for which an answer cannot be promised."""
    ann, before = bot.person("Ann"), await bot.seqs()
    with monkeypatch.context() as patch:
        make_long(patch)
        patch.setattr("bot.game.referee.resolver._SOON", 0.0)
        bot.playground.faults.answer(CALLBACK, 404, code=10062)
        await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7", wait=False)
        await until(lambda: bot.client.delivery._dropped)
    await idle(bot.client)
    assert await bot.seqs() == before
    assert not any("Apone fires" in m["content"] for m in ann.sees(CHANNEL))
    await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7")
    await until(lambda: notices(ann))
    assert len(await bot.seqs()) == len(before) + 1


async def test_what_is_stored_is_shown_however_late_its_answer_is(bot: Served) -> None:
    ann, before = bot.person("Ann"), await bot.seqs()
    bot.playground.faults.answer(CALLBACK, 404, code=10062)
    await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7", wait=False)
    await until(lambda: any("Apone fires" in m["content"] for m in ann.sees(CHANNEL)))
    assert len(await bot.seqs()) == len(before) + 1
    assert not bot.client.delivery._dropped


async def test_the_bot_hears_discords_time(bot: Served) -> None:
    """The stand-in's answers have a date, as Discord's have."""
    assert abs(bot.client._discord_time.age(discord.utils.time_snowflake(datetime.now(UTC)))) < patience()
