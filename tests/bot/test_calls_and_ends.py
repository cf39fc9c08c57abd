"""The fighters shown as holding time up in the fog, and the texts as a fight ends."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.game.sight.destinations import reader_of
from tests.bot.test_auto_pace import later, settled
from tests.bot.test_mention_routes import GRANTED, board, direct, mentioned, posts
from tests.clocks import Moved
from tests.cogs.test_start import labels
from tests.homes import ask
from tests.served import CHANNEL, Served, served

SHEET = "CA 8, SAL 14, KV 10, M16"
EVERYONE = "Time continues when the GM is ready."


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    """Ann's Trent, known to all, and her Moss, known only to Blue; Ben's Volk of Red; a thread for each side."""
    async with served(tmp_path / "bot.sqlite3", Moved(), "phoenix") as bot:
        gm = bot.person("GM")
        bot.playground.world.overwrite(gm.channel_id(CHANNEL), bot.playground.world.bot["id"], allow=GRANTED)
        await gm.slash(CHANNEL, "encounter start", ruleset="phoenix", title="The yard")
        for name, side, who in (("Trent", "Blue", "Ann"), ("Moss", "Blue", "Ann"), ("Volk", "Red", "Ben")):
            hidden = name == "Moss"
            await gm.slash(
                CHANNEL, "combatant add", name=name, side=side, sheet=SHEET, owner=bot.person(who), secret=hidden
            )
        for name, value in (("fog", "hidden"), ("delay", "60")):
            await gm.slash(CHANNEL, "encounter options", name=name, value=value)
        await gm.slash(CHANNEL, "encounter threads")
        await settled(bot)
        yield bot


def threads(bot: Served) -> dict[str, str]:
    return dict(ask(bot.store, "SELECT reader, channel_id FROM threads"))


async def paced(bot: Served, pace: str) -> None:
    await bot.person("GM").slash(CHANNEL, "encounter options", name="pace", value=pace)
    await settled(bot)


@pytest.mark.parametrize("pace", ["auto", "sealed"])
@pytest.mark.parametrize("left", ["Trent", "Moss"])
async def test_who_has_not_decided_is_named_whether_or_not_the_fighter_is_seen(
    bot: Served, pace: str, left: str
) -> None:
    await paced(bot, pace)
    ann, ben = bot.person("Ann"), bot.person("Ben")
    for who, name in (("Ann", "Trent"), ("Ann", "Moss"), ("Ben", "Volk")):
        if name != left:
            await bot.person(who).slash(CHANNEL, "pass", who=name)
    await settled(bot)
    red = reader_of("Red")
    for text in (await board(bot), await board(bot, red)):
        assert f"**Still to act** {ann.mention}" in text and f"**Ready** {ben.mention}" in text
    await ann.slash(CHANNEL, "pass", who=left)
    await settled(bot)
    for text in (await board(bot), await board(bot, red)):
        assert EVERYONE in text


async def test_the_beginning_of_a_game_that_runs_by_itself_calls_everyone_with_what_to_do(bot: Served) -> None:
    before = {reader: len(bot.person("GM").sees(id)) for reader, id in threads(bot).items()}
    await paced(bot, "sealed")
    called = set[str]()
    for reader, id in threads(bot).items():
        for message in bot.person("GM").sees(id)[before[reader] :]:
            if mentioned(message):
                called |= {*mentioned(message)}
                assert "your decision is due" in message["content"] and "Undo" not in str(message["components"])
    for message in posts(bot):
        called |= {*mentioned(message)} & {"Ann", "Ben"}
    assert called == {"Ann", "Ben"} and not [one for one in direct(bot, "Ann") if "due" in one["content"]]


async def test_a_player_cannot_let_time_pass_once_the_gm_is_asked_whether_to_continue(bot: Served) -> None:
    await paced(bot, "auto")
    await bot.person("GM").slash(CHANNEL, "adjust", who="Volk", changes="dead")
    await settled(bot)
    refused = await bot.person("Ann").slash(CHANNEL, "next")
    assert refused.ephemeral and refused.content == "Red is down. The GM decides whether to continue or to end."
    assert "Red is down. The GM decides whether to continue or to end." in await board(bot)
    await later(bot, 300)
    assert str([*map(str, posts(bot))]).count("Continue, or end?") <= 1


async def test_each_fall_is_told_once_as_it_happens(bot: Served) -> None:
    gm = bot.person("GM")
    await gm.slash(CHANNEL, "encounter options", name="joining", value="open")
    shot = await gm.slash(CHANNEL, "fire", who="Trent", target="Volk", aim=1, range=4, dice="01 50 07 05 3 3 3")
    assert "Volk" in shot.content and "when this impulse ends" in shot.content, shot.content
    for _ in range(3):
        await gm.slash(CHANNEL, "next")
        await settled(bot)
    told = [message["content"] for message in posts(bot) if "**Volk** is out" in message["content"]]
    assert len(told) == 1


async def test_the_end_offers_each_side_its_own_fighters_and_nothing_that_can_only_refuse(bot: Served) -> None:
    gm, ann = bot.person("GM"), bot.person("Ann")
    for number in range(1, 6):
        await gm.slash(CHANNEL, "combatant add", name=f"Cole {number}", side="Blue", sheet=SHEET, owner=ann)
    ended = await gm.slash(CHANNEL, "encounter end")
    await settled(bot)
    assert "Keep my fighters" in labels(ended) and not [one for one in labels(ended) if one.startswith("Keep Trent")]
    kept = {
        reader: [one for one in labels(bot.person("GM").sees(id)[-1]) if one.startswith("Keep")]
        for reader, id in threads(bot).items()
    }
    blue = ["Keep Trent", "Keep Moss", *(f"Keep Cole {number}" for number in range(1, 6))]
    assert kept == {"gm": [], reader_of("Blue"): blue, reader_of("Red"): ["Keep Volk"]}
    own = await ann.click(ended.message, "Keep my fighters")
    assert own.ephemeral and labels(own) == blue
    assert "Moss is on your roster now." in (await ann.click(own, "Keep Moss")).content
    refused = await bot.person("Cleo").click(ended.message, "Keep my fighters")
    assert refused.content == "You have no fighter here that is not on a roster already."


async def test_the_owner_is_told_of_a_fighter_that_the_channel_does_not_know(bot: Served) -> None:
    gm, ben = bot.person("GM"), bot.person("Ben")
    answer = await gm.slash(CHANNEL, "combatant add", name="Zorro", side="Red", sheet=SHEET, owner=ben, secret=True)
    await settled(bot)
    assert not [one for one in labels(answer) if one.startswith("Keep")]
    post = gm.sees(threads(bot)[reader_of("Red")])[-1]
    assert mentioned(post) == ["Ben"] and "Keep Zorro" in labels(post)
    await ben.slash(CHANNEL, "my set", notify="direct")
    await gm.slash(CHANNEL, "combatant add", name="Yara", side="Red", sheet=SHEET, owner=ben, secret=True)
    await settled(bot)
    [message] = direct(bot, "Ben", gains=True)
    place = gm.channel_id(CHANNEL)
    assert message["content"] == f"Yara is yours now in **The yard**, <#{place}>." and labels(message) == ["Keep Yara"]
    await ben.click(message, "Keep Yara")
    assert "is on the roster" in (await ben.click(message, "Keep Yara")).content


async def test_a_player_who_asks_for_help_in_a_fight_reads_of_their_fighters(bot: Served) -> None:
    ann = bot.person("Ann")
    assert "Your first fire fight" in (await bot.person("Cleo").slash(CHANNEL, "help")).content
    helped = await ann.slash(CHANNEL, "help")
    assert helped.content.startswith("**What can I do now?**") and "Trent** can act" in helped.content
    assert "Pass" not in labels(helped) and "Help: pass" in labels(helped)
    lost = await ann.slash(CHANNEL, "help", topic="all my fighters are down, how do I give up")
    assert "When your fighters are down" in lost.content and "the GM is asked" in lost.content


async def test_orders_of_somebody_marked_away_say_so_once_with_a_way_back(bot: Served) -> None:
    ann = bot.person("Ann")
    await ann.slash(CHANNEL, "my away", until="3 days")
    first = await ann.slash(CHANNEL, "pass", who="Trent")
    await first.until(lambda answer: bool(answer.followups))
    [told] = [one for one in first.followups if "still marked away until" in one["content"]]
    again = await ann.slash(CHANNEL, "pass", who="Moss")
    assert "marked away" not in str(again.followups)
    assert "Away: no" in (await ann.click(told, "I am back")).content


async def test_a_plan_or_a_pass_offers_no_pass_for_another_fighter(bot: Served) -> None:
    ann = bot.person("Ann")
    await ann.slash(CHANNEL, "plan set", who="Trent", lines="go prone")
    await settled(bot)
    planned = next(one for one in ann.sees(threads(bot)[reader_of("Blue")]) if "Trent has a plan" in one["content"])
    assert "Done" not in labels(planned)


async def test_small_answers(bot: Served) -> None:
    gm = bot.person("GM")
    threads_again = await gm.slash(CHANNEL, "encounter threads")
    assert threads_again.content.startswith("Results are posted in these threads from now on")
    await gm.slash(CHANNEL, "encounter map", size="12x12")
    hill = await gm.slash(CHANNEL, "encounter map", add='hill 1 "Knoll" I3')
    assert "a hill (1 “Knoll”) at I3" in hill.content
    assert "/encounter deadline time: 24h" in (await gm.slash(CHANNEL, "encounter deadline")).content
    exported = await gm.slash(CHANNEL, "export", encounter="The yard")
    assert "no such encounter" not in exported.content
    await gm.slash(CHANNEL, "adjust", who="Trent", changes="at C3")
    stance = await bot.person("Ann").slash(CHANNEL, "act", who="Trent", what="hip firing stance")
    stance = await bot.person("Ann").slash(CHANNEL, "act", who="Trent", what="firing stance")
    await gm.slash(CHANNEL, "next", run=True)
    await settled(bot)
    posted = str([bot.person("Ann").sees(id)[-1]["content"] for reader, id in threads(bot).items() if "Blue" in reader])
    assert "sees 60 degrees to the front" in f"{stance.content} {posted}"


async def test_nobody_passes_for_the_unconscious_by_keeping_their_plan(bot: Served) -> None:
    ann = bot.person("Ann")
    await ann.slash(CHANNEL, "plan set", who="Trent", lines="go prone")
    await bot.person("GM").slash(CHANNEL, "adjust", who="Trent", changes="unconscious")
    passed = await ann.slash(CHANNEL, "pass", who="Trent")
    assert "keeps the plan" not in passed.content
