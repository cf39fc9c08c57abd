"""Time that continues by itself waits for the GM where a fight is over: who is asked, where, and what answers do."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from rules.engine.records.agenda import Clock
from rules.engine.records.model import Encounter
from standin.driver import Answer
from tests.bot.test_auto_pace import entries, later, runs, settled
from tests.clocks import Moved
from tests.cogs.conftest import told
from tests.cogs.test_start import guided, labels
from tests.homes import ask
from tests.served import CHANNEL, Served, served

SHEET = "CA 8, SAL 14, KV 10, M16"
QUESTION = "Red is down. Guard wakes up in Phase 3, Impulse 2. Continue, or end?"
OF_THE_DEAD = "Red is down. Continue, or end?"
READY = "Time continues when the GM is ready."


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    """Ann's Trent of Blue and the GM's Guard of Red; time continues by itself."""
    async with served(tmp_path / "bot.sqlite3", Moved(), "phoenix") as bot:
        gm = bot.person("GM")
        await gm.slash(CHANNEL, "encounter start", ruleset="phoenix-advanced", title="The yard")
        for name, value in (("joining", "open"), ("delay", "5"), ("pace", "auto")):
            await gm.slash(CHANNEL, "encounter options", name=name, value=value)
        await bot.person("Ann").slash(CHANNEL, "combatant add", name="Trent", side="Blue", sheet=SHEET)
        await gm.slash(CHANNEL, "combatant add", name="Guard", side="Red", sheet=SHEET)
        yield bot


async def state(bot: Served) -> Encounter:
    head = await bot.client.referee.journal.head((await entries(bot))[0].encounter_id)
    assert head is not None
    return head.state


def posts(bot: Served, who: str = "Ann") -> list[dict[str, Any]]:
    return [message for message in bot.person(who).sees(CHANNEL) if "sru:" not in str(message["components"])]


async def shot_dead(bot: Served) -> None:
    """Trent's shot kills Guard when the impulse ends; then everyone passes, and time continues by itself."""
    ann = bot.person("Ann")
    shot = await ann.slash(CHANNEL, "fire", who="Trent", target="Guard", aim=1, range=4, dice="01 16 07 5")
    assert "Guard is out when this impulse ends" in told(shot)
    for who, name in (("Ann", "Trent"), ("GM", "Guard")):
        await bot.person(who).slash(CHANNEL, "pass", who=name)
    await later(bot)


async def test_a_run_in_which_a_side_goes_down_waits_for_the_gm(bot: Served) -> None:
    await shot_dead(bot)
    assert len(await runs(bot)) == 1
    last = posts(bot)[-1]
    assert READY in last["content"] and QUESTION not in str(posts(bot))
    assert "gm" in [user["username"] for user in last["mentions"]]
    assert "For the GM" in labels(last)
    await bot.person("Ann").slash(CHANNEL, "pass", who="Trent")
    await later(bot, 600)
    assert len(await runs(bot)) == 1, "no order of a player lets time run on"


async def asked(bot: Served) -> Answer:
    """Return the answer that the GM reads behind the button in the channel."""
    [post] = [message for message in posts(bot, "GM") if "For the GM" in labels(message)]
    answer = await bot.person("GM").click(post, "For the GM")
    assert answer.ephemeral and answer.content == QUESTION and labels(answer) == ["Continue", "End"]
    return answer


async def test_the_gm_continues(bot: Served) -> None:
    await shot_dead(bot)
    question, before = await asked(bot), (await state(bot)).clock
    answer = await bot.person("GM").click(question, "Continue")
    assert "It is Phase 1, Impulse 3" in answer.content and (await state(bot)).clock > before
    assert "time continues in" not in f"{told(answer)} {posts(bot)}".lower()
    late = await bot.person("GM").click(question, "Continue")
    assert "That button is old" in str(await guided(late))
    assert (await state(bot)).clock == Clock(1, 3)


async def test_the_gm_ends_the_fight(bot: Served) -> None:
    await shot_dead(bot)
    question = await asked(bot)
    ended = await bot.person("GM").click(question, "End")
    assert "The encounter ends" in ended.content
    assert await bot.store.journal.open_encounter(bot.person("GM").channel_id(CHANNEL)) is None
    again = await bot.person("GM").click(question, "End")
    assert "That button is old" in str(await guided(again))


async def test_a_gm_in_their_thread_reads_that_time_waits_for_them(bot: Served) -> None:
    gm, world = bot.person("GM"), bot.playground.world
    world.overwrite(gm.channel_id(CHANNEL), world.bot["id"], allow=("create_private_threads",))
    await gm.slash(CHANNEL, "encounter options", name="fog", value="sides")
    await gm.slash(CHANNEL, "encounter threads")
    await gm.slash(CHANNEL, "adjust", who="Guard", changes="dead")
    await bot.person("Ann").slash(CHANNEL, "pass", who="Trent", until="for 30 phases")
    await settled(bot)
    [thread] = [id for reader, id in ask(bot.store, "SELECT reader, channel_id FROM threads") if reader == "gm"]
    for _ in range(2):
        last = [message for message in gm.sees(thread) if OF_THE_DEAD in message["content"]][-1]
        assert "time continues in" not in str(last).lower()
        await gm.click(last, "Continue")
        await settled(bot)
    assert (await state(bot)).clock == Clock(1, 3)


async def test_an_end_that_was_undone_cannot_end_the_fight(bot: Served) -> None:
    gm = bot.person("GM")
    await shot_dead(bot)
    question, clock = await asked(bot), (await state(bot)).clock
    for _ in range(4):
        await gm.slash(CHANNEL, "undo")
    await gm.slash(CHANNEL, "next")
    assert (await state(bot)).clock == clock
    assert "That button is old" in str(await guided(await gm.click(question, "End")))
    assert not (await state(bot)).ended


async def test_players_are_asked_nothing(bot: Served) -> None:
    await shot_dead(bot)
    [post] = [message for message in posts(bot) if "For the GM" in labels(message)]
    answer = await bot.person("Ann").click(post, "For the GM")
    assert answer.ephemeral and QUESTION not in answer.content and "Continue" not in labels(answer)


async def test_a_gm_who_lets_it_come_to_this_is_asked_in_private(bot: Served) -> None:
    answer = await bot.person("GM").slash(CHANNEL, "adjust", who="Guard", changes="dead")
    await settled(bot)
    assert READY in answer.content and OF_THE_DEAD not in answer.content
    [private] = [message for message in answer.followups if OF_THE_DEAD in str(message["content"])]
    assert "Continue" in labels(private) and "End" in labels(private)
    board = await bot.person("GM").slash(CHANNEL, "encounter show")
    assert OF_THE_DEAD in board.content and {"Continue", "End"} <= {*labels(board)}
    assert OF_THE_DEAD not in (await bot.person("Ann").slash(CHANNEL, "encounter show")).content


async def test_the_gms_thread_has_the_question_and_its_buttons(bot: Served) -> None:
    gm = bot.person("GM")
    granted = ("create_private_threads", "send_messages_in_threads")
    bot.playground.world.overwrite(gm.channel_id(CHANNEL), bot.playground.world.bot["id"], allow=granted)
    await gm.slash(CHANNEL, "encounter threads")
    await shot_dead(bot)
    threads = dict(ask(bot.store, "SELECT reader, channel_id FROM threads"))
    [post] = [message for message in gm.sees(threads["gm"]) if QUESTION in message["content"]]
    assert {"Continue", "End"} <= {*labels(post)}
    ended = await gm.click(post, "End")
    await settled(bot)
    assert ended.ephemeral
    assert await bot.store.journal.open_encounter(gm.channel_id(CHANNEL)) is None


@pytest.mark.parametrize("pace", ["auto", "sealed"])
async def test_nobody_runs_on_to_a_recovery_roll_hours_later(bot: Served, pace: str) -> None:
    """Both are unconscious and bleed: a Timer is due, and time does not jump to it by itself."""
    gm = bot.person("GM")
    await gm.slash(CHANNEL, "encounter options", name="pace", value=pace)
    for name in ("Trent", "Guard"):
        await gm.slash(CHANNEL, "adjust", who=name, changes="PD 300")
        await gm.slash(CHANNEL, "adjust", who=name, changes="unconscious")
    await later(bot, 3_600)
    assert (await state(bot)).clock == Clock(1, 1) and await runs(bot) == []
    answer = await gm.slash(CHANNEL, "encounter show")
    assert "Both sides are down. Continue to the next Recovery Roll, or end?" in answer.content
    onward = await gm.click(answer, "Continue")
    assert (await state(bot)).clock.turn > 12
    assert "Both sides are down" not in onward.content
