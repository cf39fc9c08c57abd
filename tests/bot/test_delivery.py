"""Exactly once, over the real protocol: whatever fails or dies, an entry is seen once and nothing happens twice."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from bot.errors import StoreAway
from bot.game.store.home.compression import unpacked
from standin.driver import Answer, Person
from standin.faults import CALLBACK, CHANNEL_MESSAGE
from standin.server import Playground
from tests.bot.owed import database, gave_up
from tests.clocks import Stopped
from tests.homes import ask
from tests.served import CHANNEL, Process, Served, connected, everybody_passes, served, skirmish, stand_in
from tests.waiting import until


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path / "bot.sqlite3") as bot:
        await skirmish(bot)
        yield bot


def shown(person: Person, text: str) -> int:
    """In how many messages of the channel a person sees this text."""
    return sum(text in message["content"] for message in person.sees(CHANNEL))


def delivered(file: Path) -> bool:
    """Return whether every entry is noted as shown."""
    return ask(file, "SELECT count(*) FROM entries WHERE message_id IS NULL") == [(0,)]


async def away(*args: object) -> None:
    """A database whose server is away."""
    raise StoreAway


async def until_delivered(file: Path) -> None:
    """Wait until every entry is noted as shown. Raises TimeoutError."""
    await until(lambda: delivered(file))


async def test_an_answer_is_public_and_noted(bot: Served, tmp_path: Path) -> None:
    answer = await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7")
    assert not answer.ephemeral
    assert "MISS" in answer.content
    await until_delivered(tmp_path / "bot.sqlite3")


@pytest.mark.parametrize("fault", ["429", "500", "502 after", "drop before", "drop after"])
async def test_a_callback_that_fails_is_shown_once(bot: Served, tmp_path: Path, fault: str) -> None:
    faults = bot.playground.faults
    match fault:
        case "429":
            faults.rate_limit(CALLBACK)
        case "500":
            faults.answer(CALLBACK, 500)
        case "502 after":
            faults.answer(CALLBACK, 502, after=True)
        case "drop before":
            faults.drop(CALLBACK)
        case "drop after":
            faults.drop(CALLBACK, after=True)
    before = await bot.seqs()
    await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7", wait=False)
    await until(lambda: shown(bot.person("Ben"), "MISS") and delivered(tmp_path / "bot.sqlite3"))
    assert shown(bot.person("Ben"), "MISS") == 1
    assert len(await bot.seqs()) == len(before) + 1


async def test_the_same_interaction_twice_is_answered_once(bot: Served, tmp_path: Path) -> None:
    before = await bot.seqs()
    answer = await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7")
    for _ in range(3):
        bot.playground.redeliver(answer)
    await until_delivered(tmp_path / "bot.sqlite3")
    following = await bot.person("Ben").slash(CHANNEL, "fire", target="Alien 2", range=1, dice="9")
    assert following.content
    assert shown(bot.person("Ben"), "Apone fires") == 1
    assert len(await bot.seqs()) == len(before) + 2


async def test_twice_at_the_same_instant_is_answered_once(bot: Served, tmp_path: Path) -> None:
    before = await bot.seqs()
    stall = bot.playground.faults.stall(CALLBACK)
    answer = await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7", wait=False)
    bot.playground.redeliver(answer)
    await stall.reached.wait()
    stall.release()
    await answer.settle()
    await until_delivered(tmp_path / "bot.sqlite3")
    assert shown(bot.person("Ben"), "Apone fires") == 1
    assert len(await bot.seqs()) == len(before) + 1


async def test_who_was_told_that_nothing_is_stored_was_told_the_truth(
    bot: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is away when the interaction comes, and back when it comes once more."""
    before = await bot.seqs()
    with monkeypatch.context() as patched:
        patched.setattr(bot.store.journal, "outset", away)
        answer = await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7")
    assert answer.ephemeral and "nothing was stored" in answer.content
    bot.playground.redeliver(answer)
    following = await bot.person("Ben").slash(CHANNEL, "fire", target="Alien 2", range=1, dice="9")
    assert not following.ephemeral
    await until_delivered(tmp_path / "bot.sqlite3")
    assert len(await bot.seqs()) == len(before) + 1
    assert shown(bot.person("Ben"), "Apone fires") == 0


async def test_a_database_that_is_lost_after_an_order_was_stored_is_no_reason_to_order_again(
    bot: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await bot.seqs()
    with monkeypatch.context() as patched:
        patched.setattr(bot.client.delivery, "_answered", away)
        answer = await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7")
    assert answer.ephemeral and answer.content.startswith("Your order is stored. Its result appears later")
    await until_delivered(tmp_path / "bot.sqlite3")
    assert shown(bot.person("Ben"), "Apone fires") == 1
    assert len(await bot.seqs()) == len(before) + 1


async def test_nobody_may_post_there_any_more(bot: Served, tmp_path: Path) -> None:
    bot.playground.faults.drop(CALLBACK)
    bot.playground.world.forbid(bot.person("GM").channel_id(CHANNEL))
    await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7", wait=False)
    owed = "SELECT count(*) FROM entries WHERE message_id IS NULL AND gave_up IS NULL"
    await until(lambda: gave_up(bot) and database(bot, owed) == [(0,)])
    assert shown(bot.person("Ben"), "MISS") == 0
    assert len(bot.playground.asked(CHANNEL_MESSAGE)) == 1


async def test_a_run_that_ended_before_the_answer_is_made_good_by_the_next(tmp_path: Path) -> None:
    file = tmp_path / "bot.sqlite3"
    async with stand_in() as playground:
        async with connected(playground, file, Stopped()) as bot:
            await skirmish(bot)
            playground.faults.drop(CALLBACK)
            await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7", wait=False)
            await playground.until_asked(CALLBACK, 5)
            assert shown(playground.person("Ben"), "MISS") == 0
        async with connected(playground, file) as bot:
            await until_delivered(file)
        assert shown(playground.person("Ben"), "MISS") == 1
        assert playground.violations == [], playground.violations[:3]


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with stand_in() as playground:
        yield playground
        assert playground.violations == [], playground.violations[:3]


@pytest.mark.parametrize("taken", [False, True], ids=["not taken", "taken"])
async def test_killed_while_the_answer_is_on_its_way(playground: Playground, tmp_path: Path, taken: bool) -> None:
    file = tmp_path / "bot.sqlite3"
    gm, ann, ben = (playground.person(name) for name in ("GM", "Ann", "Ben"))
    async with Process(playground, file) as process:
        await skirmish(playground)
        for n in range(1, 6):
            stall = playground.faults.stall(CALLBACK, after=taken)
            await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7", wait=False)
            await stall.reached.wait()
            await process.kill()
            stall.release()
            await process.start()
            await until_delivered(file)
            assert shown(ben, "Apone fires") == n
            if n % 3 == 0:
                await gm.slash(CHANNEL, "next")


async def test_killed_at_any_moment(playground: Playground, tmp_path: Path) -> None:
    """The journal and the channel agree after kills at moments spread over commit, answer and mark."""
    file = tmp_path / "bot.sqlite3"
    gm, ben = playground.person("GM"), playground.person("Ben")
    chance = random.Random(7)
    async with Process(playground, file) as process:
        await skirmish(playground)
        for n in range(12):
            await gm.slash(CHANNEL, "adjust", who="Apone", changes=f"loaded {n}", wait=False)
            await asyncio.sleep(chance.uniform(0, 0.02))
            await process.kill()
            await process.start()
            await until_delivered(file)
            orders = ask(file, 'SELECT "order" FROM entries')
            stored = sum(b'"kind":"Adjust"' in unpacked(order) for (order,) in orders)
            assert shown(ben, "GM correction: Apone") == stored


async def test_killed_while_a_press_or_an_order_of_several_parts_is_answered(
    playground: Playground, tmp_path: Path
) -> None:
    file = tmp_path / "bot.sqlite3"
    gm, ben = playground.person("GM"), playground.person("Ben")
    async with Process(playground, file) as process:

        async def killed(deed: Callable[[], Awaitable[Answer]], taken: bool, text: str) -> None:
            stall = playground.faults.stall(CALLBACK, after=taken)
            await deed()
            await stall.reached.wait()
            await process.kill()
            stall.release()
            await process.start()
            await until_delivered(file)
            assert shown(ben, text) == 1

        await skirmish(playground)
        newcomers: list[str] = []
        for turn, taken in ((2, False), (3, True)):
            await everybody_passes(playground, *newcomers)
            last = await gm.slash(CHANNEL, "adjust", who="Apone", changes="loaded 9")
            await killed(partial(gm.click, last, "Next", wait=False), taken, f"Turn {turn}")
            window = await gm.slash(CHANNEL, "combatant add")
            lines = "\n".join(f"Private {name}{turn}: Rifleman" for name in ("Ash", "Birch", "Cedar"))
            await killed(partial(gm.submit, window, {"text": lines}, wait=False), taken, f"Ash{turn}")
            newcomers = [f"Private {name}{turn}" for name in ("Ash", "Birch", "Cedar")]
    assert ask(file, "SELECT count(*) FROM entries WHERE part = 2") == [(2,)]
