"""The people called to decide, the places, and the words of a mention: in hidden games everyone who takes part is
called in every window, in the same words, whether or not their fighters are hidden."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.game.sight.destinations import CHANNEL as PUBLIC
from standin.faults import CHANNEL_MESSAGE
from tests.bot.owed import board_of, database, swept
from tests.bot.test_auto_pace import later, settled
from tests.clocks import Moved
from tests.served import CHANNEL, Served, served

RIFLEMAN = "CA 3, M16A1"
PLAYERS = {"Ann": "Trent", "Ben": "Zorro", "Cleo": "Yara"}
GRANTED = ("create_private_threads", "send_messages_in_threads")


async def laid_out(
    bot: Served, pace: str = "auto", fog: str = "sides", guard: str = "GM", sheet: str = RIFLEMAN, **settings: str
) -> None:
    """Ann's Trent is known to all, Ben's Zorro and Cleo's Yara are secret; so is Guard, unless Guard has no owner."""
    gm = bot.person("GM")
    bot.playground.world.overwrite(gm.channel_id(CHANNEL), bot.playground.world.bot["id"], allow=GRANTED)
    await gm.slash(CHANNEL, "encounter start", ruleset="phoenix", title="The yard")
    for name, value in {"fog": fog, "joining": "open", "delay": "5", "pace": pace, **settings}.items():
        await gm.slash(CHANNEL, "encounter options", name=name, value=value)
    await gm.slash(CHANNEL, "combatant add", name="Trent", side="Blue", sheet=RIFLEMAN, owner=bot.person("Ann"))
    for who, name, side in (("Ben", "Zorro", "Red"), ("Cleo", "Yara", "Red")):
        owner = bot.person(who)
        await gm.slash(CHANNEL, "combatant add", name=name, side=side, sheet=sheet, owner=owner, secret=True)
    if guard:
        await gm.slash(CHANNEL, "combatant add", name="Guard", side="Red", sheet=sheet, secret=True)
    await settled(bot)


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path / "bot.sqlite3", Moved(), "phoenix") as bot:
        await laid_out(bot)
        yield bot


async def pass_all(bot: Served, *but: str) -> None:
    """Everyone who plays passes, except these, and time continues."""
    for who, fighter in (*PLAYERS.items(), ("GM", "Guard")):
        if who not in but:
            await bot.person(who).slash(CHANNEL, "pass", who=fighter)
            await settled(bot)
    await later(bot)
    await settled(bot)


def posts(bot: Served, channel: str = CHANNEL, who: str = "GM") -> list[dict[str, Any]]:
    """The messages of a channel but the live board."""
    return [m for m in bot.person(who).sees(channel) if "sru:" not in str(m["components"])]


async def board(bot: Served, reader: str = PUBLIC) -> str:
    """Return the live board of the channel, or of another reader."""
    row = await bot.store.journal.open_encounter(bot.person("GM").channel_id(CHANNEL))
    assert row is not None
    head = await bot.client.referee.journal.head(row.id)
    assert head is not None
    return await board_of(bot, head, reader)


def mentioned(message: dict[str, Any]) -> list[str]:
    return sorted(user["global_name"] for user in message["mentions"])


def direct(bot: Served, who: str, gains: bool = False) -> list[dict[str, Any]]:
    """The direct messages that somebody got: of fighters who are theirs now (`gains`), or all others."""
    person = bot.person(who)
    sent = person.sees(bot.playground.world.direct(person.id)["id"])
    return [message for message in sent if ("is yours now" in message["content"]) == gains]


@pytest.mark.parametrize("pace", ["auto", "sealed"])
async def test_each_window_calls_everyone_who_takes_part_in_one_line(tmp_path: Path, pace: str) -> None:
    async with served(tmp_path / "bot.sqlite3", Moved(), "phoenix") as bot:
        await laid_out(bot, pace)
        for _ in range(3):
            await pass_all(bot)
            last = posts(bot)[-1]
            assert mentioned(last) == ["Ann", "Ben", "Cleo"]
            [line] = [line for line in last["content"].split("\n") if "<@" in line and "Still" not in line]
            assert re.fullmatch(r"(<@\d+> ?){3}", line)


async def test_the_board_says_who_still_decides_and_then_the_same_whether_or_not_a_gm_does(tmp_path: Path) -> None:
    shown = []
    for guard in ("GM", ""):
        async with served(tmp_path / f"{guard or 'nobody'}.sqlite3", Moved(), "phoenix") as bot:
            await laid_out(bot, guard=guard, delay="60")
            for who in ("Ann", "Ben"):
                await bot.person(who).slash(CHANNEL, "pass", who=PLAYERS[who])
            await settled(bot)
            text = await board(bot)
            cleo, ann, ben = (bot.person(name).mention for name in ("Cleo", "Ann", "Ben"))
            assert f"**Still to act** {cleo}" in text and f"**Ready** {ann}, {ben}" in text
            await bot.person("Cleo").slash(CHANNEL, "pass", who="Yara")
            await settled(bot)
            shown.append(await board(bot))
    assert "Time continues when the GM is ready." in shown[0]
    assert shown[0] == shown[1]


async def test_who_fell_unperceived_is_ready_in_every_window(bot: Served) -> None:
    await bot.person("GM").slash(CHANNEL, "adjust", who="Zorro", changes="dead")
    await pass_all(bot, "Ben")
    assert mentioned(posts(bot)[-1]) == ["Ann", "Cleo"]
    assert f"**Ready** {bot.person('Ben').mention}" in await board(bot)


async def test_a_channel_that_knows_no_fighter_says_so_whether_or_not_there_are_any(tmp_path: Path) -> None:
    async with served(tmp_path / "bot.sqlite3", Moved(), "phoenix") as bot:
        gm = bot.person("GM")
        await gm.slash(CHANNEL, "encounter start", ruleset="phoenix", title="The yard")
        await gm.slash(CHANNEL, "encounter options", name="fog", value="sides")
        await settled(bot)
        nobody = "Nobody is in sight. `/combatant add` brings somebody in."
        assert nobody in await board(bot)
        await gm.slash(CHANNEL, "combatant add", name="Guard", side="Red", sheet=RIFLEMAN, secret=True)
        assert nobody in await board(bot) and "No fighters" not in await board(bot)
        answer = await bot.person("Ann").slash(CHANNEL, "encounter show")
        assert nobody in answer.content


async def test_the_gm_is_called_for_hidden_fighters_where_nobody_else_reads_it(bot: Served) -> None:
    await pass_all(bot)
    assert [message["content"] for message in direct(bot, "GM")] == [
        f"Your decision is due in **The yard**, <#{bot.person('GM').channel_id(CHANNEL)}>: Phase 1, Impulse 2.\n"
        "**Last** It is Phase 1, Impulse 2."
    ]
    assert not any("GM" in mentioned(message) for message in posts(bot))
    await bot.person("GM").slash(CHANNEL, "encounter threads")
    await pass_all(bot)
    [thread] = [id for reader, id in database(bot, "SELECT reader, channel_id FROM threads") if reader == "gm"]
    assert mentioned(posts(bot, thread)[-1]) == ["GM"]
    assert len(direct(bot, "GM")) == 1


async def test_the_first_window_calls_everyone_whose_fighter_came_unseen(tmp_path: Path) -> None:
    """Ben's fighter joins unseen by all other sides, and is in sight before the first window."""
    async with served(tmp_path / "bot.sqlite3", Moved(), "phoenix") as bot:
        gm = bot.person("GM")
        await gm.slash(CHANNEL, "encounter start", ruleset="phoenix", title="The yard")
        await gm.slash(CHANNEL, "encounter options", name="fog", value="sides")
        await gm.slash(CHANNEL, "encounter map", size="12x12")
        for who, name, side, at in (("Ben", "Zorro", "Blue", "B4"), ("Cleo", "Yara", "Red", "J4")):
            sheet = f"{RIFLEMAN}, facing {90 if side == 'Blue' else 270}"
            owner = bot.person(who)
            await gm.slash(CHANNEL, "combatant add", name=name, side=side, owner=owner, at=at, sheet=sheet)
        await gm.slash(CHANNEL, "encounter options", name="pace", value="auto")
        await settled(bot)
        assert sorted(name for message in posts(bot) for name in mentioned(message)) == [
            "Ben",
            "Cleo",
            "Cleo",  # who was called when her fighter came into sight
        ]


@pytest.mark.parametrize("pace", ["auto", "sealed"])
async def test_where_time_waits_for_an_order_everyone_is_called_and_reads_it(tmp_path: Path, pace: str) -> None:
    """All have passed for long, so nobody has anything to decide."""
    async with served(tmp_path / "bot.sqlite3", Moved(), "phoenix") as bot:
        await laid_out(bot, pace)
        for who, fighter in (*PLAYERS.items(), ("GM", "Guard")):
            await bot.person(who).slash(CHANNEL, "pass", who=fighter, until="for 30 phases")
        for _ in range(13):
            await later(bot)
        await settled(bot)
        last = posts(bot)[-1]
        assert "Time waits because nobody has given an order for a while." in last["content"]
        assert last["content"].count("It is Phase 4, Impulse 1.") == 1
        assert mentioned(last) == ["Ann", "Ben", "Cleo"]
        assert "Time waits: give an order, or `/next`." in await board(bot)
        shown = await bot.person("Ann").slash(CHANNEL, "encounter show")
        assert "give an order, or /next" in shown.content
        assert "Time waits: give an order, or `/next`." in await board(bot, "gm")


async def test_a_side_is_called_in_its_thread_if_its_players_are_there(bot: Served) -> None:
    await bot.person("GM").slash(CHANNEL, "encounter threads")
    threads = dict(database(bot, "SELECT reader, channel_id FROM threads"))
    red = threads["side:Red"]
    world = bot.playground.world
    world.join(red, bot.person("Cleo").id, joined=False)
    await pass_all(bot)
    assert mentioned(posts(bot)[-1]) == ["Cleo"]
    assert mentioned(posts(bot, red)[-1]) == ["Ben"]
    assert mentioned(posts(bot, threads["side:Blue"])[-1]) == ["Ann"]
    # A mention would have brought Cleo back.
    assert bot.person("Cleo").id not in world.joined[red]


async def test_direct_messages_are_for_those_who_choose_them(bot: Served) -> None:
    answer = await bot.person("Ben").slash(CHANNEL, "my set", notify="direct")
    assert answer.ephemeral and "Called: in direct messages" in answer.content
    await pass_all(bot)
    assert mentioned(posts(bot)[-1]) == ["Ann", "Cleo"]
    [message] = direct(bot, "Ben")
    assert "Your decision is due in **The yard**" in message["content"]
    back = await bot.person("Ben").slash(CHANNEL, "my set", notify="channel")
    assert "Called: in the encounter's channel" in back.content
    await pass_all(bot)
    assert mentioned(posts(bot)[-1]) == ["Ann", "Ben", "Cleo"] and len(direct(bot, "Ben")) == 1


async def test_a_refused_direct_message_is_remembered_and_called_in_the_channel(bot: Served) -> None:
    ben = bot.person("Ben")
    await ben.slash(CHANNEL, "my set", notify="direct")
    bot.playground.world.closed.add(ben.id)
    await pass_all(bot)
    await settled(bot)
    called, told = posts(bot)[-2:]
    assert mentioned(called) == ["Ann", "Cleo"] and mentioned(told) == ["Ben"]
    assert told["content"].startswith(f"{ben.mention}: your decision is due in **The yard**: Phase 1, Impulse 2. Give")
    assert "Discord refused" in (await ben.slash(CHANNEL, "my show")).content
    tried = len(bot.playground.asked("POST /users/@me/channels"))
    await pass_all(bot)
    assert mentioned(posts(bot)[-1]) == ["Ann", "Ben", "Cleo"]
    assert len(bot.playground.asked("POST /users/@me/channels")) == tried + (not direct(bot, "GM"))
    await ben.slash(CHANNEL, "my set", notify="direct")
    bot.playground.world.closed.clear()
    await pass_all(bot)
    assert len(direct(bot, "Ben")) == 1


@pytest.mark.parametrize("after", [False, True])
async def test_a_direct_message_that_fails_is_sent_once(bot: Served, after: bool) -> None:
    ben = bot.person("Ben")
    await ben.slash(CHANNEL, "my set", notify="direct")
    channel = bot.playground.world.direct(ben.id)["id"]
    bot.playground.faults.drop(CHANNEL_MESSAGE.replace("*", channel), after=after)
    await pass_all(bot)
    for _ in range(3):
        await swept(bot)
    assert len(direct(bot, "Ben")) == 1
    assert database(bot, "SELECT * FROM owed") == []


async def test_a_press_in_a_direct_message_counts_as_in_the_channel_of_a_member(bot: Served) -> None:
    ben, world = bot.person("Ben"), bot.playground.world
    await ben.slash(CHANNEL, "my set", notify="direct")
    await pass_all(bot)
    [message] = direct(bot, "Ben")
    form = await ben.click(message, "Order")
    assert form.ephemeral and "Zorro" in str(form.message)
    passed = await ben.click(message, "Pass")
    assert passed.ephemeral and "Zorro is done for now" in passed.content
    assert f"**Ready** {ben.mention}" in await board(bot)
    # What follows from the answer counts there as well, and tells the channel nothing.
    details = await ben.click(passed, "Details")
    assert details.ephemeral and "Zorro" in str(details.message)
    undone = await ben.click(passed, "Undo")
    assert undone.ephemeral and "Undone" in undone.content
    assert "Zorro" not in str(posts(bot, who="Ann"))
    world.overwrite(ben.channel_id(CHANNEL), ben.id, deny=("view_channel",))
    refused = await ben.click(message, "Pass")
    assert "can no longer read the channel" in refused.content
    world.overwrite(ben.channel_id(CHANNEL), ben.id)
    world.remove_member(ben.id)
    refused = await ben.click(message, "Pass")
    assert "can no longer read the channel" in refused.content


@pytest.mark.parametrize("pace", ["auto", "sealed"])
async def test_a_call_passes_for_its_own_window_alone(tmp_path: Path, pace: str) -> None:
    """A second press, or one on an older message, decides nothing in the windows that follow."""
    async with served(tmp_path / "bot.sqlite3", Moved(), "phoenix") as bot:
        await laid_out(bot, pace)
        ben = bot.person("Ben")
        await ben.slash(CHANNEL, "my set", notify="direct")
        await pass_all(bot)
        first = direct(bot, "Ben")[-1]
        assert not (await ben.click(first, "Pass")).content.startswith("That decision")
        await pass_all(bot, "Ben")
        second = direct(bot, "Ben")[-1]
        again = await ben.click(first, "Pass")
        assert again.ephemeral and again.content == "That decision is already made. Nothing has changed."
        assert f"**Ready** {ben.mention}" not in await board(bot)
        await ben.click(second, "Pass")
        assert f"**Ready** {ben.mention}" in await board(bot)


async def test_reminders_and_time_outs_reach_people_in_direct_messages(bot: Served, tmp_path: Path) -> None:
    gm, ben = bot.person("GM"), bot.person("Ben")
    clock = bot.client.clock.machine
    assert isinstance(clock, Moved)
    await ben.slash(CHANNEL, "my set", notify="direct", pings="all")
    await gm.slash(CHANNEL, "encounter options", name="timeout", value="pass")
    await gm.slash(CHANNEL, "encounter deadline", time="24h")
    await bot.person("Ann").slash(CHANNEL, "pass", who="Trent")
    await gm.slash(CHANNEL, "pass", who="Guard")
    clock.forward(hours=37)
    await bot.client.timekeeper.once()
    reminder = posts(bot)[-1]
    # No call has come before the first window, so its first reminder mentions people.
    assert ben.mention not in reminder["content"] and mentioned(reminder) == ["Cleo"]
    assert "Your decision in **The yard**" in direct(bot, "Ben")[-1]["content"]
    clock.forward(hours=36)
    await bot.client.timekeeper.once()
    await settled(bot)
    [told] = [m for m in posts(bot) if "Time is up" in m["content"]]
    assert ben.mention in told["content"] and bot.person("Cleo").mention in told["content"]
    assert "GM" not in told["content"] and mentioned(told) == []
    assert direct(bot, "Ben")[-1]["content"].split("\n")[1:] == ["Zorro is done for now."]


async def test_a_thread_reads_of_a_time_out_before_what_follows_from_it(bot: Served) -> None:
    gm, clock = bot.person("GM"), bot.client.clock.machine
    assert isinstance(clock, Moved)
    await gm.slash(CHANNEL, "encounter threads")
    [thread] = [id for reader, id in database(bot, "SELECT reader, channel_id FROM threads") if reader == "side:Red"]
    await gm.slash(CHANNEL, "encounter options", name="timeout", value="pass")
    await gm.slash(CHANNEL, "encounter deadline", time="24h")
    clock.forward(hours=73)
    await bot.client.timekeeper.once()
    await later(bot)
    await settled(bot)
    for _ in range(2):
        await swept(bot)
    read = "".join(message["content"] for message in posts(bot, thread))
    assert 0 < read.index("done for now") < read.index("It is Phase 1, Impulse 2.")


@pytest.mark.parametrize("fog", ["hidden", "sides"])
async def test_calls_tell_nothing_about_what_hidden_fighters_can_do(tmp_path: Path, fog: str) -> None:
    """Everything that Ann gets is the same whether Zorro and Guard are able or not, and fall or not."""
    seen = []
    for sheet, changes in (("CA 8, M16A1", "stand"), ("CA 3, M16A1", "prone")):
        async with served(tmp_path / f"{sheet[:4]}.sqlite3", Moved(), "phoenix") as bot:
            await laid_out(bot, fog=fog, sheet=sheet)
            got = []
            for _ in range(3):
                for who in ("Zorro", "Guard"):
                    await bot.person("GM").slash(CHANNEL, "adjust", who=who, changes=changes)
                await pass_all(bot)
                got.append(await board(bot))
                got += [f"{m['content']} {mentioned(m)}" for m in posts(bot, who="Ann")]
            seen.append([without_chance(text) for text in got])
    assert seen[0] == seen[1]
    assert any("Ben" in text and "Cleo" in text for text in seen[0])


def without_chance(text: str) -> str:
    return re.sub(r"[0-9a-f]{64}|\d{17,}", "", text)
