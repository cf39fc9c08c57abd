"""The places of results in the fog: a private answer for the user who orders, the channel's own reading, each once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from standin.driver import Answer, Person
from standin.faults import CALLBACK, CHANNEL_MESSAGE
from tests.bot.owed import database, sweeping_when_told, swept, until_idle
from tests.clocks import Stopped
from tests.homes import ask
from tests.served import CHANNEL, Process, Served, served, skirmish, stand_in
from tests.waiting import until

OWED = "SELECT reader, gave_up FROM owed ORDER BY seq"


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    """A skirmish in which each side sees what it sees."""
    async with sweeping_when_told(tmp_path / "bot.sqlite3") as bot:
        await bot.person("GM").slash(CHANNEL, "encounter options", name="fog", value="sides")
        await settled(bot)
        yield bot


async def settled(bot: Served) -> None:
    await until_idle(bot)
    await bot.client.delivery.flush()


def seen(person: Person, text: str, *, private: bool) -> int:
    """In how many private or public messages of the channel this person sees the text."""
    return sum(
        text in message["content"] and bool(message["flags"] & 64) == private for message in person.sees(CHANNEL)
    )


async def fires(bot: Served, *, wait: bool = True) -> Answer:
    return await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, wait=wait)


async def test_with_the_fog_off_nothing_but_the_answer_is_there(tmp_path: Path) -> None:
    async with sweeping_when_told(tmp_path / "bot.sqlite3") as bot:
        answer = await fires(bot)
        await settled(bot)
        assert not answer.ephemeral and not bot.playground.asked(CHANNEL_MESSAGE)
        assert database(bot, OWED) == [] and database(bot, "SELECT count(*) FROM entries WHERE private") == [(0,)]


async def test_a_shot_is_seen_by_all_and_answered_to_its_shooter(bot: Served) -> None:
    asked = len(bot.playground.asked(CHANNEL_MESSAGE))
    answer = await fires(bot)
    await settled(bot)
    assert answer.ephemeral and "Apone fires" in answer.content
    assert seen(bot.person("Ben"), "Apone fires", private=False) == 1
    assert seen(bot.person("Ann"), "Apone fires", private=True) == 1
    assert len(bot.playground.asked(CHANNEL_MESSAGE)) == asked + 1
    assert database(bot, OWED) == []
    assert await swept(bot) == 0


async def test_hidden_fighters_act_in_private_and_what_is_open_is_answered_in_public(tmp_path: Path) -> None:
    """Two players, a GM and a spectator, with a fighter whom the GM keeps secret."""
    async with sweeping_when_told(tmp_path / "bot.sqlite3") as bot:
        gm, ann, cleo = (bot.person(name) for name in ("GM", "Ann", "Cleo"))
        opened = await gm.slash(CHANNEL, "encounter options", name="fog", value="hidden")
        assert not opened.ephemeral
        added = await gm.slash(CHANNEL, "combatant add", sheet="alien", name="Zorro", side="Aliens", secret=True)
        passed = await gm.slash(CHANNEL, "pass", who="Zorro")
        await settled(bot)
        assert added.ephemeral and "Zorro joins" in added.content
        assert passed.ephemeral and "Zorro" in passed.content
        shot = await fires(bot)
        assert not shot.ephemeral and seen(cleo, "Apone fires", private=False) == 1
        undone = await gm.slash(CHANNEL, "undo")
        assert not undone.ephemeral
        undone = await gm.slash(CHANNEL, "undo")
        await settled(bot)
        assert undone.ephemeral and "Zorro" in undone.content
        for person in (ann, bot.person("Ben"), cleo):
            assert not any("Zorro" in str(message) for message in person.sees(CHANNEL)), person
        assert await swept(bot) == 0 and database(bot, OWED) == []


async def test_what_a_fighter_has_declared_is_for_its_side_and_that_it_has_for_all(tmp_path: Path) -> None:
    async with served(tmp_path / "bot.sqlite3", Stopped()) as bot:
        gm, ann, ben = (bot.person(name) for name in ("GM", "Ann", "Ben"))
        await gm.slash(CHANNEL, "encounter start", ruleset="phoenix")
        for name, value in (("fog", "hidden"), ("fire", "declared"), ("joining", "open")):
            assert not (await gm.slash(CHANNEL, "encounter options", name=name, value=value)).ephemeral
        await gm.slash(CHANNEL, "encounter map", size="9x9")
        await ann.slash(CHANNEL, "combatant add", sheet="green, M16", name="Trent", side="Blue", at="C5")
        await ben.slash(CHANNEL, "combatant add", sheet="green, AKM 47", name="Guard", side="Red", at="F5")
        moved = await ben.slash(CHANNEL, "move", to="F6")
        assert not moved.ephemeral
        answer = await ann.slash(CHANNEL, "fire", target="Guard", aim=1)
        await settled(bot)
        assert answer.ephemeral and "M16 at Guard" in answer.content
        assert ben.sees(CHANNEL)[-1]["content"] == f"Trent declares fire.\n<@{gm.id}>"


async def test_only_the_channel_calls_people(bot: Served) -> None:
    answer = await bot.person("GM").slash(CHANNEL, "next")
    await settled(bot)
    assert answer.ephemeral and answer.message["mentions"] == []
    last = bot.person("Ben").sees(CHANNEL)[-1]
    assert {user["username"] for user in last["mentions"]} == {"ann", "ben"}


@pytest.mark.parametrize("fault", ["429", "500", "502 after", "drop before", "drop after"])
async def test_a_post_that_fails_is_there_once(bot: Served, fault: str) -> None:
    faults = bot.playground.faults
    match fault:
        case "429":
            faults.rate_limit(CHANNEL_MESSAGE)
        case "500":
            faults.answer(CHANNEL_MESSAGE, 500)
        case "502 after":
            faults.answer(CHANNEL_MESSAGE, 502, after=True)
        case "drop before":
            faults.drop(CHANNEL_MESSAGE)
        case "drop after":
            faults.drop(CHANNEL_MESSAGE, after=True)
    await fires(bot)
    await settled(bot)
    for _ in range(3):
        await swept(bot)
    assert seen(bot.person("Ben"), "Apone fires", private=False) == 1
    assert seen(bot.person("Ann"), "Apone fires", private=True) == 1
    assert database(bot, OWED) == []


async def test_a_lost_private_answer_is_named_once_and_the_channel_has_its_reading(bot: Served) -> None:
    asked = len(bot.playground.asked(CALLBACK))
    bot.playground.faults.drop(CALLBACK)
    answer = await fires(bot, wait=False)
    await bot.playground.until_asked(CALLBACK, asked + 1)
    await settled(bot)
    bot.playground.expire(answer, 50027)
    await swept(bot)
    assert seen(bot.person("Ben"), "Apone fires", private=False) == 1
    assert seen(bot.person("Ann"), "Apone fires", private=True) == 0
    await bot.person("Ben").slash(CHANNEL, "encounter show")
    assert seen(bot.person("Ben"), "refused my private", private=True) == 0
    for _ in range(2):
        await bot.person("Ann").slash(CHANNEL, "encounter show")
    await until(lambda: seen(bot.person("Ann"), "Discord refused my private answer to #6", private=True) == 1)


async def test_where_the_bot_may_not_post_the_one_who_orders_learns_why(bot: Served) -> None:
    bot.playground.world.forbid(bot.person("GM").channel_id(CHANNEL))
    await fires(bot)
    await settled(bot)
    assert seen(bot.person("Ann"), "Apone fires", private=True) == 1
    assert seen(bot.person("Ann"), "I lack Send Messages", private=True) == 1
    # It is heard once, and is kept no longer.
    assert database(bot, OWED) == []
    assert await swept(bot) == 0


async def test_killed_between_any_two_steps_each_gets_it_once(tmp_path: Path) -> None:
    file = tmp_path / "bot.sqlite3"

    def owes_nothing() -> bool:
        [(owed,)] = ask(file, "SELECT count(*) FROM owed")
        [(due,)] = ask(file, "SELECT count(*) FROM entries WHERE message_id IS NULL AND gave_up IS NULL")
        return not (owed or due)

    async with stand_in() as playground:
        async with Process(playground, file) as process:
            await skirmish(playground)
            gm, ann, ben = (playground.person(name) for name in ("GM", "Ann", "Ben"))
            await gm.slash(CHANNEL, "combatant add", sheet="alien", count=3, side="Aliens")
            await gm.slash(CHANNEL, "encounter options", name="fog", value="sides")
            await until(owes_nothing)
            steps = [(CALLBACK, False), (CALLBACK, True), (CHANNEL_MESSAGE, False), (CHANNEL_MESSAGE, True)]
            for n, (route, after) in enumerate(steps, 1):
                stall = playground.faults.stall(route, after=after)
                await ann.slash(CHANNEL, "fire", target=f"Alien {n}", range=2, wait=False)
                await stall.reached.wait()
                await process.kill()
                stall.release()
                await process.start()
                await until(owes_nothing)
                assert seen(ben, "Apone fires", private=False) == n, (route, after)
                [(lost,)] = ask(file, "SELECT count(*) FROM entries WHERE gave_up IS NOT NULL")
                assert seen(ann, "Apone fires", private=True) + lost == n, (route, after)
                await gm.slash(CHANNEL, "next")
                await until(owes_nothing)
        assert playground.violations == [], playground.violations[:3]
