"""`/encounter threads`: each side reads in a thread of its own what is theirs, the GM everything, and nobody else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from standin.driver import Person
from standin.faults import CHANNEL_MESSAGE
from standin.world.scenery import GUILD_ID
from tests.bot.owed import database, sweeping_when_told, swept, until_idle
from tests.clocks import Stopped
from tests.cogs.conftest import told
from tests.homes import ask
from tests.served import CHANNEL, Process, Served, connected, skirmish, stand_in
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


async def test_sides_without_fighters_get_their_threads_later_and_the_gm_reads_so(tmp_path: Path) -> None:
    async with sweeping_when_told(tmp_path / "bot.sqlite3") as bot:
        gm = bot.person("GM")
        bot.playground.world.overwrite(gm.channel_id(CHANNEL), bot.playground.world.bot["id"], allow=GRANTED)
        await gm.slash(CHANNEL, "encounter end")
        await gm.slash(CHANNEL, "encounter start", ruleset="aliens", title="The hive")
        again = "Use /encounter threads again once they have."
        assert f"No side has fighters yet. {again}" in told(await gm.slash(CHANNEL, "encounter threads"))
        for side in ("Marines", "Aliens"):
            await gm.slash(CHANNEL, "encounter side", name=side)
        answer = told(await gm.slash(CHANNEL, "encounter threads"))
        assert f"Marines and Aliens have no fighters yet. {again}" in answer
        await gm.slash(CHANNEL, "combatant add", sheet="apone", side="Marines")
        assert f"Aliens has no fighters yet. {again}" in told(await gm.slash(CHANNEL, "encounter threads"))
        await gm.slash(CHANNEL, "combatant add", sheet="alien", side="Aliens")
        assert again not in told(await gm.slash(CHANNEL, "encounter threads"))
        assert set(threads(bot)) == {"gm", "side:Marines", "side:Aliens"}


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


TROUBLES = ("429", "banned", "500", "500 after", "outage", "outage after", "dropped after", "403")


@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize("reader", ["gm", "side:Marines"])
async def test_trouble_in_one_thread_keeps_nothing_from_the_others_and_repeats_nothing(
    bot: Served, trouble: str, reader: str
) -> None:
    await bot.person("GM").slash(CHANNEL, "encounter threads")
    there, faults = threads(bot), bot.playground.faults
    route, after = CHANNEL_MESSAGE.replace("*", there[reader]), trouble.endswith("after")
    match trouble.split()[0]:
        case "429":
            faults.rate_limit(route, times=3)
        case "banned":
            faults.ban(route)
        case "500":
            faults.answer(route, 500, after=after, times=6)
        case "outage":
            faults.outage(route, after=after, times=6)
        case "dropped":
            faults.drop(route, after=after)
        case "403":
            faults.answer(route, 403, code=50013, times=None)
    await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2)
    await settled(bot)
    for _ in range(4):
        bot.client.sweep._retries.clear()
        await swept(bot)
    wanted = [int(one != reader or trouble != "403") for one in there]
    assert [in_thread(bot, one, "Apone fires") for one in there] == wanted
    assert sum("Apone fires" in m["content"] for m in bot.person("Cleo").sees(CHANNEL)) == 1
    waiting = [reader for (reader,) in database(bot, "SELECT reader FROM owed")]
    heard = {"gm": ["GM"], "side:Marines": ["GM", "Ben"]}[reader] if trouble == "403" else []
    assert sorted(waiting) == sorted(f"person:{bot.person(name).id}" for name in heard)
    # What a thread refuses, the user whose order it was gets whole.
    assert hidden(bot.person("Ann"), "Apone fires") == (trouble == "403" and reader == "side:Marines")


async def test_orders_may_be_given_in_a_thread(bot: Served) -> None:
    await bot.person("GM").slash(CHANNEL, "encounter threads")
    answer = await bot.person("Ann").slash(threads(bot)["side:Marines"], "fire", target="Alien 1", range=2)
    await settled(bot)
    assert answer.ephemeral and answer.content == "The result is posted below."
    assert in_thread(bot, "side:Marines", "Apone fires") == 1
    assert sum("Apone fires" in m["content"] for m in bot.person("Ben").sees(CHANNEL)) == 1
    begun = await bot.person("Ann").slash(threads(bot)["side:Marines"], "encounter start", ruleset="aliens")
    assert begun.ephemeral and "already has an open encounter" in begun.content


def hidden(person: Person, text: str, place: str = CHANNEL) -> int:
    """In how many private messages a person reads this."""
    return sum(text in message["content"] for message in person.sees(place) if message["flags"] & 64)


async def test_a_private_answer_leads_to_the_thread_in_which_it_is_whole(bot: Served) -> None:
    gm, ann, ben = bot.person("GM"), bot.person("Ann"), bot.person("Ben")
    await gm.slash(CHANNEL, "encounter threads")
    there = threads(bot)
    answer = await ann.slash(CHANNEL, "fire", target="Alien 1", range=2)
    await settled(bot)
    assert answer.ephemeral and answer.content == f"The result is in <#{there['side:Marines']}>."
    assert hidden(ann, "Apone fires") == 0 and in_thread(bot, "side:Marines", "Apone fires") == 1
    assert "Apone" in (await ann.click(answer, "Details")).content
    # A GM's own thread tells them more than that of a side.
    for place in (CHANNEL, there["side:Marines"]):
        answer = await gm.slash(place, "next")
        assert answer.ephemeral and answer.content == f"The result is in <#{there['gm']}>."
    assert (await gm.slash(there["gm"], "next")).content == "The result is posted below."
    # No thread tells all that a player of two sides knows.
    await gm.slash(CHANNEL, "combatant add", sheet="alien", name="Queen", side="Aliens", owner=ben)
    answer = await ben.slash(CHANNEL, "fire", who="Rifleman", target="Alien 2", range=2)
    assert answer.ephemeral and "Rifleman fires" in answer.content


async def test_a_thread_that_is_deleted_leaves_private_answers_and_its_people_hear_of_it(bot: Served) -> None:
    gm, ann, ben = bot.person("GM"), bot.person("Ann"), bot.person("Ben")
    await gm.slash(CHANNEL, "encounter threads")
    bot.playground.world.delete_channel(threads(bot)["side:Marines"])
    await ann.slash(CHANNEL, "fire", target="Alien 1", range=2)
    await settled(bot)
    assert hidden(ann, "Apone fires") == 1
    assert "side:Marines" not in threads(bot)
    for _ in range(2):
        await ann.slash(CHANNEL, "encounter show")
        await ben.slash(CHANNEL, "encounter show")
        await gm.slash(CHANNEL, "next")
        await settled(bot)
    await until(lambda: [hidden(person, "the channel is gone") for person in (gm, ann, ben)] == [1, 0, 1])
    assert database(bot, "SELECT * FROM owed") == []
    answer = await ann.slash(CHANNEL, "fire", target="Alien 2", range=2)
    assert answer.ephemeral and "Apone fires" in answer.content


async def test_what_could_not_be_posted_is_told_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "bot.sqlite3"
    async with stand_in() as playground:
        gm, ann, ben, cleo = (playground.person(name) for name in ("GM", "Ann", "Ben", "Cleo"))
        async with connected(playground, file, Stopped()) as bot:
            await skirmish(bot)
            playground.world.overwrite(gm.channel_id(CHANNEL), playground.world.bot["id"], allow=GRANTED)
            await gm.slash(CHANNEL, "encounter options", name="fog", value="sides")
            await gm.slash(CHANNEL, "encounter threads")
            marines = threads(bot)["side:Marines"]
            playground.world.archive(marines, locked=True)
            await gm.slash(CHANNEL, "combatant add", sheet="rifleman", name="Burke", side="Aliens", owner=cleo)
            await settled(bot)
            playground.world.forbid(gm.channel_id(CHANNEL))
            await ann.slash(CHANNEL, "fire", target="Alien 1", range=2)
            await settled(bot)
        async with connected(playground, file, Stopped()) as bot:
            await bot.client.sweep.once(timedelta(0))
            for _ in range(2):
                for person in (ann, ben):
                    await person.slash(CHANNEL, "encounter show")
            await until(lambda: [hidden(one, "the thread is locked") for one in (gm, ann, ben, cleo)] == [1, 1, 1, 0])
            # Ann had the second whole, and Ben hears of both.
            assert hidden(ann, "Apone fires") == 1
            assert hidden(ann, f"1 result could not be posted in <#{marines}>") == 1
            assert hidden(ben, f"2 results could not be posted in <#{marines}>") == 1
            await gm.slash(CHANNEL, "next")
            await settled(bot)
            await until(lambda: hidden(gm, "the thread is locked") == 2)
            assert hidden(gm, f"2 results could not be posted in <#{marines}>") == 1
            # What the channel lacks is told to those who order.
            assert [hidden(one, "I lack Send Messages") for one in (gm, ann, ben, cleo)] == [1, 1, 0, 0]


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
    waiting = "SELECT reader FROM owed WHERE gave_up = 'the thread is locked' ORDER BY reader"
    assert database(bot, waiting) == [(f"person:{bot.person(name).id}",) for name in ("Ann", "Ben")]
    assert sum("could not be posted" in message["content"] for message in gm.sees(CHANNEL)) == 1


async def test_elsewhere_channels_are_named(bot: Served) -> None:
    gm = bot.person("GM")
    refusals: list[tuple[str, dict[str, Any]]] = [
        ("Name a side: GM, Marines or Aliens.", {"side": "Predators", "channel": "quiet-ruins"}),
        ("Give both side: and channel:", {"side": "Marines"}),
        ("An encounter or a side already uses that channel", {"side": "Marines", "channel": CHANNEL}),
    ]
    for wanted, options in refusals:
        answer = await gm.slash(CHANNEL, "encounter threads", **options)
        assert answer.ephemeral and wanted in answer.content, answer.content
    assert threads(bot) == {}
    answer = await gm.slash(CHANNEL, "encounter threads", side="marines", channel="quiet-ruins")
    assert "Everyone who can open that channel can read it" in answer.content
    answer = await gm.slash(CHANNEL, "encounter threads", side="Aliens", channel="quiet-ruins")
    assert "An encounter or a side already uses that channel" in answer.content
    await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2)
    await settled(bot)
    assert sum("Apone fires" in message["content"] for message in bot.person("Cleo").sees("quiet-ruins")) == 1


async def test_the_gm_learns_who_opens_all_private_threads(bot: Served) -> None:
    gm, ben = bot.person("GM"), bot.person("Ben")
    bot.playground.world.overwrite(gm.channel_id(CHANNEL), ben.id, allow=("manage_threads",))
    answer = await gm.slash(CHANNEL, "encounter threads")
    assert f"<@{ben.id}> can open all private threads" in answer.content


async def test_private_answers_are_there_instead_of_threads_that_others_open(bot: Served) -> None:
    gm, ann, ben = bot.person("GM"), bot.person("Ann"), bot.person("Ben")
    bot.playground.world.overwrite(gm.channel_id(CHANNEL), ben.id, allow=("manage_threads",))
    answer = await gm.slash(CHANNEL, "encounter threads")
    assert "`/encounter threads private: True`" in answer.content
    kept = threads(bot)
    answer = await gm.slash(CHANNEL, "encounter threads", side="gm", private=True)
    assert f"I no longer post in <#{kept['gm']}>." in answer.content
    assert set(threads(bot)) == {"side:Marines", "side:Aliens"}
    refused = await gm.slash(CHANNEL, "encounter threads", side="GM", private=True)
    assert "Name a side: Aliens or Marines." in refused.content
    refused = await ann.slash(CHANNEL, "encounter threads", private=True)
    assert "Only the GM" in refused.content and set(threads(bot)) == {"side:Marines", "side:Aliens"}
    await gm.slash(CHANNEL, "encounter threads", private=True)
    assert threads(bot) == {}
    answer = await ann.slash(CHANNEL, "fire", target="Alien 1", range=2)
    await settled(bot)
    assert answer.ephemeral and "Apone fires" in answer.content
    assert not any("Apone fires" in m["content"] for one in kept.values() for m in gm.sees(one))
    assert sum("Apone fires" in m["content"] for m in ben.sees(CHANNEL)) == 1
    assert "no threads" in (await gm.slash(CHANNEL, "encounter threads", private=True)).content


async def test_a_later_encounter_of_the_channel_has_threads_of_its_own(bot: Served) -> None:
    gm, ann, cleo = bot.person("GM"), bot.person("Ann"), bot.person("Cleo")
    await gm.slash(CHANNEL, "encounter threads")
    await gm.slash(CHANNEL, "encounter threads", side="Aliens", channel="quiet-ruins")
    await gm.slash(CHANNEL, "encounter end")
    await settled(bot)
    earlier = {thread["id"] for thread in made(bot)}
    before = {id: len(gm.sees(id)) for id in (*earlier, gm.channel_id("quiet-ruins"))}
    await gm.slash(CHANNEL, "encounter start", ruleset="aliens")
    await gm.slash(CHANNEL, "combatant add", sheet="apone", side="Marines", owner=cleo)
    await gm.slash(CHANNEL, "combatant add", sheet="alien", side="Aliens")
    answer = await gm.slash(CHANNEL, "encounter threads")
    await gm.slash(CHANNEL, "next")
    await settled(bot)
    mine = dict(
        database(bot, "SELECT reader, t.channel_id FROM threads t JOIN encounters e ON id = encounter_id AND open = 1")
    )
    assert set(mine) == {"gm", "side:Marines", "side:Aliens"} and not earlier & {*mine.values()}, told(answer)
    joined = bot.playground.world.joined[mine["side:Marines"]]
    assert cleo.id in joined and ann.id not in joined
    assert {id: len(gm.sees(id)) for id in before} == before
    # The channel that the earlier one has named is free again.
    answer = await gm.slash(CHANNEL, "encounter threads", side="Aliens", channel="quiet-ruins")
    assert "Everyone who can open that channel can read it" in answer.content
    await gm.slash(CHANNEL, "next")
    await settled(bot)
    assert len(gm.sees("quiet-ruins")) == before[gm.channel_id("quiet-ruins")] + 1


async def test_a_channel_in_which_another_encounter_is_played_is_not_taken(bot: Served) -> None:
    gm = bot.person("GM")
    await gm.slash("quiet-ruins", "encounter start", ruleset="aliens")
    answer = await gm.slash(CHANNEL, "encounter threads", side="Marines", channel="quiet-ruins")
    assert "An encounter or a side already uses that channel" in answer.content
    assert threads(bot) == {}
    bot.playground.world.forbid(gm.channel_id("quick-rulings"))
    answer = await gm.slash(CHANNEL, "encounter threads", side="Marines", channel="quick-rulings")
    assert "I lack Send Messages" in answer.content and threads(bot) == {}


async def test_only_a_channel_is_named_where_the_user_reads_and_writes(bot: Served) -> None:
    """Everyone who begins an encounter is a GM, and could write through the bot where they may not."""
    gm, ann, world = bot.person("GM"), bot.person("Ann"), bot.playground.world
    await gm.slash(CHANNEL, "encounter gm", user=ann)
    ruins = gm.channel_id("quiet-ruins")
    silent, unseen = world.add_channel("silent")["id"], world.add_channel("unseen")["id"]
    world.overwrite(silent, ann.id, deny=("send_messages",))
    world.overwrite(unseen, ann.id, deny=("view_channel",))
    private = world.open_thread(ruins, "Private", gm.id, private=True)["id"]
    world.join(private, world.bot["id"])
    guild = world.add_guild("Elsewhere")
    elsewhere = next(c["id"] for c in world.channels.values() if c.get("guild_id") == guild.id)
    for person, channel in ((ann, silent), (ann, unseen), (ann, private), (ann, elsewhere), (gm, elsewhere)):
        answer = await person.slash(CHANNEL, "encounter threads", side="Marines", channel=channel)
        assert answer.ephemeral and answer.content.startswith("You cannot read and write in that channel"), channel
    assert threads(bot) == {}
    world.join(private, ann.id)
    answer = await ann.slash(CHANNEL, "encounter threads", side="Marines", channel=private)
    assert "Everyone who can open that channel can read it" in answer.content
    answer = await gm.slash(CHANNEL, "encounter threads", side="Aliens", channel=silent)
    assert "Everyone who can open that channel can read it" in answer.content


async def test_who_manages_only_a_sides_channel_has_no_power_over_the_encounter(bot: Served) -> None:
    gm, ben, cleo, world = bot.person("GM"), bot.person("Ben"), bot.person("Cleo"), bot.playground.world
    world.give_role(ben.id, world.add_role("Moderator", "manage_threads")["id"])
    world.overwrite(gm.channel_id("quiet-ruins"), cleo.id, allow=("manage_channels",))
    await gm.slash(CHANNEL, "encounter threads")
    marines = threads(bot)["side:Marines"]
    await gm.slash(CHANNEL, "encounter threads", side="Aliens", channel="quiet-ruins")
    seqs = await bot.seqs()
    for person, place in ((ben, marines), (cleo, "quiet-ruins")):
        for command in ("encounter takeover", "encounter end"):
            answer = await person.slash(place, command)
            assert answer.ephemeral and answer.content.startswith("Only "), answer.content
    assert await bot.seqs() == seqs
    # What is about that channel alone is theirs.
    answer = await cleo.slash("quiet-ruins", "channel set", detail="full")
    assert not answer.content.startswith("Only "), answer.content


async def test_a_thread_that_is_named_may_rest_and_may_not_be_locked_or_closed_to_the_bot(bot: Served) -> None:
    gm, world = bot.person("GM"), bot.playground.world
    ruins = gm.channel_id("quiet-ruins")
    den = world.open_thread(ruins, "Den", gm.id)["id"]
    world.archive(den)
    closed = world.open_thread(ruins, "Closed", gm.id, private=True)["id"]
    locked = world.open_thread(ruins, "Locked", gm.id)["id"]
    world.archive(locked, locked=True)
    voice = world.add_channel("talk", kind=2)["id"]
    for channel, wanted in (
        (closed, "I cannot open that channel."),
        (locked, "That thread is locked."),
        (voice, "a text channel or a thread"),
    ):
        answer = await gm.slash(CHANNEL, "encounter threads", side="Marines", channel=channel)
        assert answer.ephemeral and wanted in answer.content, answer.content
    assert threads(bot) == {}
    answer = await gm.slash(CHANNEL, "encounter threads", side="Marines", channel=den)
    assert "Everyone who can open that channel can read it" in answer.content
    await gm.slash(CHANNEL, "next")
    await settled(bot)
    assert in_thread(bot, "side:Marines", "Turn 2") == 1 and not world.archived(den)


async def test_a_channel_that_was_named_and_is_deleted_leaves_private_answers(bot: Served) -> None:
    gm = bot.person("GM")
    await gm.slash(CHANNEL, "encounter threads", side="Marines", channel="quiet-ruins")
    bot.playground.world.delete_channel(gm.channel_id("quiet-ruins"))
    await gm.slash(CHANNEL, "next")
    await settled(bot)
    assert threads(bot) == {}
    assert sum("the channel is gone" in message["content"] for message in gm.sees(CHANNEL)) == 1


async def test_who_has_left_the_server_is_named_and_the_others_are_invited(bot: Served) -> None:
    gm, ben = bot.person("GM"), bot.person("Ben")
    del bot.playground.world.guild(GUILD_ID).members[ben.id]
    answer = await gm.slash(CHANNEL, "encounter threads")
    assert f"I could not add <@{ben.id}>." in answer.content, answer.content
    assert set(threads(bot)) == {"gm", "side:Marines", "side:Aliens"}
    assert members(bot, "side:Marines") == {"GM", "Ann"}


async def test_threads_in_the_archive_are_opened_and_lead_in_who_is_missing(bot: Served) -> None:
    gm = bot.person("GM")
    await gm.slash(CHANNEL, "encounter threads")
    marines = threads(bot)["side:Marines"]
    bot.playground.world.join(marines, bot.person("Ann").id, joined=False)
    bot.playground.world.archive(marines)
    answer = await gm.slash(CHANNEL, "encounter threads")
    assert f"<#{marines}>" in answer.content and len(made(bot)) == 3
    assert members(bot, "side:Marines") == {"GM", "Ann", "Ben"}


async def test_who_changes_sides_while_the_thread_rests_is_taken_out_before_the_next_post(bot: Served) -> None:
    gm = bot.person("GM")
    await gm.slash(CHANNEL, "encounter threads")
    for reader in ("side:Marines", "side:Aliens"):
        bot.playground.world.archive(threads(bot)[reader])
    await gm.slash(CHANNEL, "combatant edit", who="Rifleman", side="Aliens")
    await settled(bot)
    assert members(bot, "side:Marines") == {"GM", "Ann"}
    assert members(bot, "side:Aliens") == {"GM", "Ben"}


async def test_a_new_gm_is_led_into_every_thread_and_out_again(bot: Served) -> None:
    gm, cleo = bot.person("GM"), bot.person("Cleo")
    await gm.slash(CHANNEL, "encounter threads")
    await gm.slash(CHANNEL, "encounter gm", user=cleo)
    await settled(bot)
    assert all("Cleo" in members(bot, reader) for reader in threads(bot))
    await gm.slash(CHANNEL, "undo")
    await settled(bot)
    assert not any("Cleo" in members(bot, reader) for reader in threads(bot))


async def test_the_gms_thread_says_which_new_side_has_none(bot: Served) -> None:
    gm = bot.person("GM")
    await gm.slash(CHANNEL, "encounter threads")
    await gm.slash(CHANNEL, "combatant add", sheet="rifleman", name="Hunter", side="Predators")
    await settled(bot)
    assert in_thread(bot, "gm", "Predators has no thread: `/encounter threads` makes one.") == 1
    assert in_thread(bot, "side:Marines", "has no thread") == 0
    await gm.slash(CHANNEL, "encounter threads")
    assert members(bot, "side:Predators") == {"GM"}
    # A side that is renamed is a new side.
    await gm.slash(CHANNEL, "combatant edit", who="Hunter", side="Yautja")
    await settled(bot)
    assert in_thread(bot, "gm", "Yautja has no thread: `/encounter threads` makes one.") == 1
    await gm.slash(CHANNEL, "next")
    await settled(bot)
    assert in_thread(bot, "gm", "has no thread") == 2


async def test_with_the_fog_off_threads_get_what_all_read_once(bot: Served) -> None:
    gm = bot.person("GM")
    await gm.slash(CHANNEL, "encounter threads")
    await gm.slash(CHANNEL, "encounter options", name="fog", value="off")
    await settled(bot)
    answer = await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2)
    await settled(bot)
    assert not answer.ephemeral and "Apone fires" in answer.content
    assert [in_thread(bot, reader, "Apone fires") for reader in ("gm", "side:Marines", "side:Aliens")] == [1, 1, 1]
    assert sum("Apone fires" in m["content"] for m in bot.person("Ben").sees(CHANNEL)) == 1


async def test_buttons_work_in_a_thread(bot: Served) -> None:
    ann = bot.person("Ann")
    await bot.person("GM").slash(CHANNEL, "encounter threads")
    await ann.slash(CHANNEL, "fire", target="Alien 1", range=2)
    await settled(bot)
    message = ann.sees(threads(bot)["side:Marines"])[-1]
    details = await ann.click(message, "Details")
    assert details.ephemeral and "Apone" in details.content


async def test_killed_while_threads_are_made_each_is_made_once(tmp_path: Path) -> None:
    file = tmp_path / "bot.sqlite3"
    async with stand_in() as playground, Process(playground, file) as process:
        await skirmish(playground)
        gm = playground.person("GM")
        channel = gm.channel_id(CHANNEL)
        playground.world.overwrite(channel, playground.world.bot["id"], allow=GRANTED)
        for after in (False, True, True):
            stall = playground.faults.stall(f"POST /channels/{channel}/threads", after=after)
            await gm.slash(CHANNEL, "encounter threads", wait=False)
            await stall.reached.wait()
            await process.kill()
            playground.faults.clear()
            await process.start()
        await gm.slash(CHANNEL, "encounter threads")
        private = [t for t in playground.world.threads(channel) if t["type"] == 12]
        assert sorted(t["name"].split(" · ")[1] for t in private) == ["Aliens", "GM", "Marines"]
        stored = {id for (id,) in ask(file, "SELECT channel_id FROM threads")}
        assert stored == {t["id"] for t in private}


async def test_killed_between_any_two_posts_each_thread_gets_it_once(tmp_path: Path) -> None:
    file = tmp_path / "bot.sqlite3"
    nothing = (
        "SELECT (SELECT count(*) FROM owed) "
        "+ (SELECT count(*) FROM entries WHERE coalesce(message_id, gave_up) IS NULL)"
    )

    def asked(sql: str) -> list[Any]:
        return ask(file, sql)

    async with stand_in() as playground:
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
