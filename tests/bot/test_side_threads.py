"""`/encounter threads`: each side reads in a thread of its own what is theirs, the GM everything, and nobody else."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from standin.faults import CHANNEL_MESSAGE
from tests.bot.owed import database, sweeping_when_told, swept, until_idle
from tests.cogs.conftest import told
from tests.served import CHANNEL, Process, Served, skirmish, stand_in
from tests.waiting import until

GRANTED = ("create_private_threads", "send_messages_in_threads")


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    """A skirmish with the fog on: Ann and Ben are Marines, the Aliens are the GM's."""
    async with sweeping_when_told(tmp_path / "bot.sqlite3") as bot:
        gm = bot.person("GM")
        bot.playground.world.overwrite(gm.channel_id(CHANNEL), bot.playground.world.bot["id"], allow=GRANTED)
        await gm.slash(CHANNEL, "encounter options", name="fog", value="sides")
        await settled(bot)
        yield bot


async def settled(bot: Served) -> None:
    await until_idle(bot)
    await bot.client.delivery.flush()


def threads(bot: Served) -> dict[str, str]:
    """The channels of the threads by reader."""
    return dict(database(bot, "SELECT reader, channel_id FROM threads"))


def made(bot: Served) -> list[dict[str, Any]]:
    channel = bot.person("GM").channel_id(CHANNEL)
    return [thread for thread in bot.playground.world.threads(channel) if thread["type"] == 12]


def in_thread(bot: Served, reader: str, text: str) -> int:
    """In how many messages of a reader's thread the text is; the GM is in all of them."""
    return sum(text in message["content"] for message in bot.person("GM").sees(threads(bot)[reader]))


def members(bot: Served, reader: str) -> set[str]:
    """The people in a reader's thread, by name; the bot is in all of them."""
    names = {bot.person(name).id: name for name in ("GM", "Ann", "Ben", "Cleo")}
    return {names[id] for id in bot.playground.world.joined[threads(bot)[reader]] if id in names}


async def test_a_thread_for_the_gm_and_one_for_each_side_once(bot: Served) -> None:
    for _ in range(2):
        answer = await bot.person("GM").slash(CHANNEL, "encounter threads")
        assert answer.ephemeral, told(answer)
    assert set(threads(bot)) == {"gm", "side:Marines", "side:Aliens"}
    assert len(made(bot)) == 3
    assert not any(thread["thread_metadata"]["invitable"] for thread in made(bot))
    assert {thread["thread_metadata"]["auto_archive_duration"] for thread in made(bot)} == {7 * 24 * 60}
    assert members(bot, "gm") == {"GM"} and members(bot, "side:Marines") == {"GM", "Ann", "Ben"}
    assert members(bot, "side:Aliens") == {"GM"}


async def test_a_thread_that_was_made_just_before_a_crash_is_known_again(bot: Served) -> None:
    await bot.person("GM").slash(CHANNEL, "encounter threads")
    database(bot, "DELETE FROM threads")
    await bot.person("GM").slash(CHANNEL, "encounter threads")
    assert len(made(bot)) == 3 and len(threads(bot)) == 3


async def test_who_joins_is_added_and_who_changes_sides_is_taken_out(bot: Served) -> None:
    gm = bot.person("GM")
    await gm.slash(CHANNEL, "encounter threads")
    await gm.slash(CHANNEL, "combatant add", sheet="rifleman", name="Hicks", side="Marines", owner=bot.person("Cleo"))
    await settled(bot)
    assert members(bot, "side:Marines") == {"GM", "Ann", "Ben", "Cleo"}
    await gm.slash(CHANNEL, "combatant edit", who="Rifleman", side="Aliens")
    await settled(bot)
    assert members(bot, "side:Marines") == {"GM", "Ann", "Cleo"}
    assert members(bot, "side:Aliens") == {"GM", "Ben"}
    await gm.slash(CHANNEL, "undo")
    await settled(bot)
    assert members(bot, "side:Marines") == {"GM", "Ann", "Ben", "Cleo"}
    assert members(bot, "side:Aliens") == {"GM"}


async def test_an_order_goes_to_each_thread_once_by_its_reader(bot: Served) -> None:
    await bot.person("GM").slash(CHANNEL, "encounter threads")
    answer = await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2)
    await settled(bot)
    assert answer.ephemeral
    assert [in_thread(bot, reader, "Apone fires") for reader in ("gm", "side:Marines", "side:Aliens")] == [1, 1, 1]
    assert await swept(bot) == 0 and database(bot, "SELECT * FROM owed") == []


@pytest.mark.parametrize("after", [False, True])
async def test_a_post_in_a_thread_that_fails_is_there_once(bot: Served, after: bool) -> None:
    await bot.person("GM").slash(CHANNEL, "encounter threads")
    marines = threads(bot)["side:Marines"]
    bot.playground.faults.drop(CHANNEL_MESSAGE.replace("*", marines), after=after)
    await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2)
    await settled(bot)
    for _ in range(3):
        await swept(bot)
    assert [in_thread(bot, reader, "Apone fires") for reader in ("gm", "side:Marines", "side:Aliens")] == [1, 1, 1]


async def test_orders_may_be_given_in_a_thread(bot: Served) -> None:
    await bot.person("GM").slash(CHANNEL, "encounter threads")
    answer = await bot.person("Ann").slash(threads(bot)["side:Marines"], "fire", target="Alien 1", range=2)
    await settled(bot)
    assert answer.ephemeral and "Apone fires" in answer.content
    assert in_thread(bot, "side:Marines", "Apone fires") == 1
    assert sum("Apone fires" in m["content"] for m in bot.person("Ben").sees(CHANNEL)) == 1
    begun = await bot.person("Ann").slash(threads(bot)["side:Marines"], "encounter start", ruleset="aliens")
    assert begun.ephemeral and "already has an open encounter" in begun.content


async def test_a_thread_that_is_deleted_leaves_private_answers_and_the_gm_hears_of_it(bot: Served) -> None:
    gm, ann = bot.person("GM"), bot.person("Ann")
    await gm.slash(CHANNEL, "encounter threads")
    bot.playground.world.delete_channel(threads(bot)["side:Marines"])
    answer = await ann.slash(CHANNEL, "fire", target="Alien 1", range=2)
    await settled(bot)
    assert "Apone fires" in answer.content
    assert "side:Marines" not in threads(bot)
    assert not any("could not be posted" in message["content"] for message in ann.sees(CHANNEL))
    await gm.slash(CHANNEL, "next")
    await settled(bot)
    assert sum("the channel is gone" in message["content"] for message in gm.sees(CHANNEL)) == 1


async def test_without_the_permission_nothing_is_made_and_it_is_named(bot: Served) -> None:
    bot.playground.world.forbid(bot.person("GM").channel_id(CHANNEL), "create_private_threads")
    answer = await bot.person("GM").slash(CHANNEL, "encounter threads")
    assert "I lack Create Private Threads" in answer.content
    assert threads(bot) == {} and made(bot) == []


async def test_a_thread_that_is_locked_keeps_its_results_in_the_log_and_one_that_is_archived_opens(bot: Served) -> None:
    gm = bot.person("GM")
    await gm.slash(CHANNEL, "encounter threads")
    bot.playground.world.archive(threads(bot)["side:Aliens"])
    bot.playground.world.archive(threads(bot)["side:Marines"], locked=True)
    await gm.slash(CHANNEL, "next")
    await settled(bot)
    assert not bot.playground.world.archived(threads(bot)["side:Aliens"])
    assert [in_thread(bot, reader, "Turn 2") for reader in ("gm", "side:Marines", "side:Aliens")] == [1, 0, 1]
    assert len(database(bot, "SELECT gave_up FROM owed WHERE reader = 'side:Marines' AND gave_up IS NOT NULL")) == 1
    assert sum("could not be posted" in message["content"] for message in gm.sees(CHANNEL)) == 1


async def test_elsewhere_channels_are_named(bot: Served) -> None:
    gm = bot.person("GM")
    refusals: list[tuple[str, dict[str, Any]]] = [
        ("Name one of the sides: GM, Marines or Aliens.", {"side": "Predators", "channel": "quiet-ruins"}),
        ("Name both a side and a channel", {"side": "Marines"}),
        ("a channel of its own for each", {"side": "Marines", "channel": CHANNEL}),
    ]
    for wanted, options in refusals:
        answer = await gm.slash(CHANNEL, "encounter threads", **options)
        assert answer.ephemeral and wanted in answer.content, answer.content
    assert threads(bot) == {}
    answer = await gm.slash(CHANNEL, "encounter threads", side="marines", channel="quiet-ruins")
    assert "Everyone who can open that channel reads it" in answer.content
    answer = await gm.slash(CHANNEL, "encounter threads", side="Aliens", channel="quiet-ruins")
    assert "a channel of its own for each" in answer.content
    await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2)
    await settled(bot)
    assert sum("Apone fires" in message["content"] for message in bot.person("Cleo").sees("quiet-ruins")) == 1


async def test_the_gm_learns_who_opens_all_private_threads(bot: Served) -> None:
    gm, ben = bot.person("GM"), bot.person("Ben")
    bot.playground.world.overwrite(gm.channel_id(CHANNEL), ben.id, allow=("manage_threads",))
    answer = await gm.slash(CHANNEL, "encounter threads")
    assert f"<@{ben.id}> can open all private threads" in answer.content


async def test_buttons_work_in_a_thread(bot: Served) -> None:
    ann = bot.person("Ann")
    await bot.person("GM").slash(CHANNEL, "encounter threads")
    await ann.slash(CHANNEL, "fire", target="Alien 1", range=2)
    await settled(bot)
    message = ann.sees(threads(bot)["side:Marines"])[-1]
    details = await ann.click(message, "Details")
    assert details.ephemeral and "Apone" in details.content


async def test_killed_between_any_two_posts_each_thread_gets_it_once(tmp_path: Path) -> None:
    file = tmp_path / "bot.sqlite3"
    nothing = (
        "SELECT (SELECT count(*) FROM owed) "
        "+ (SELECT count(*) FROM entries WHERE coalesce(message_id, gave_up) IS NULL)"
    )

    def asked(sql: str) -> list[Any]:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
            return connection.execute(sql).fetchall()

    async with stand_in() as playground:
        playground.rate_limits.enforced = False
        async with Process(playground, file) as process:
            await skirmish(playground)
            gm, ann = playground.person("GM"), playground.person("Ann")
            playground.world.overwrite(gm.channel_id(CHANNEL), playground.world.bot["id"], allow=GRANTED)
            await gm.slash(CHANNEL, "combatant add", sheet="alien", count=5, side="Aliens")
            await gm.slash(CHANNEL, "encounter options", name="fog", value="sides")
            await gm.slash(CHANNEL, "encounter threads")
            places = [CHANNEL, *(id for (id,) in asked("SELECT channel_id FROM threads"))]
            for n, (place, after) in enumerate(product(places, (False, True)), 1):
                stall = playground.faults.stall(CHANNEL_MESSAGE.replace("*", gm.channel_id(place)), after=after)
                await ann.slash(CHANNEL, "fire", target=f"Alien {n}", range=2, wait=False)
                await stall.reached.wait()
                await process.kill()
                stall.release()
                await process.start()
                await until(lambda: asked(nothing) == [(0,)])
                public = [[m for m in gm.sees(one) if not m["flags"] & 64] for one in places]
                assert [sum("Apone fires" in m["content"] for m in ms) for ms in public] == [n] * 4, (place, after)
                await gm.slash(CHANNEL, "next")
                await until(lambda: asked(nothing) == [(0,)])
        assert playground.violations == [], playground.violations[:3]
