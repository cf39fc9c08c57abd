"""Messages, channels, servers and tokens that are gone when the bot comes to them: nothing is lost or retried for
ever.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.chat.outgoing import messages
from bot.host.logs import leave_out_the_foreseen
from standin.driver import Answer
from standin.faults import CALLBACK, CHANNEL_MESSAGE, EDIT_ORIGINAL, Fault, Faults
from tests.bot.owed import database, gave_up, shown, sweeping_when_told, swept, unanswered, until_idle
from tests.served import CHANNEL, Served, everybody_passes
from tests.waiting import patience

OTHER = "quiet-ruins"
EDIT_MESSAGE = "PATCH /webhooks/*/*/messages/*"


@pytest.fixture
async def bot(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Served]:
    """No traceback for what is foreseen, in any of these tests."""
    async with sweeping_when_told(tmp_path / "bot.sqlite3") as bot:
        yield bot
    assert not [record for record in caplog.get_records("call") if record.exc_info]


def delete(bot: Served, answer: Answer) -> None:
    found = bot.playground.world.find_message(answer.message["id"])
    assert found is not None
    bot.playground.world.delete(found)


async def fires(bot: Served) -> Answer:
    answer = await bot.person("Ben").slash(CHANNEL, "fire", target="Alien 2", range=1, dice="9")
    await until_idle(bot)
    return answer


async def reached(stall: Fault) -> None:
    async with asyncio.timeout(patience()):
        await stall.reached.wait()


# --- messages


async def test_a_message_deleted_while_its_button_is_answered(bot: Served) -> None:
    answer = await fires(bot)
    await everybody_passes(bot)
    stall = bot.playground.faults.stall(CALLBACK)
    turn = await bot.person("GM").click(answer, "Next", wait=False)
    await reached(stall)
    delete(bot, answer)
    stall.release()
    await turn.settle()
    assert "Turn 2" in turn.content


async def test_an_old_message_deleted_before_its_buttons_are_taken_away(bot: Served) -> None:
    answer = await fires(bot)
    await bot.person("GM").slash(CHANNEL, "next")
    stall = bot.playground.faults.stall(CALLBACK)
    old = await bot.person("GM").click(answer, "Next", wait=False)
    await reached(stall)
    delete(bot, answer)
    stall.release()
    await old.settle()
    assert old.ephemeral
    assert old.content == "That button is old: it is Turn 2 now. Nothing has changed; use the newest answer."


async def test_a_form_deleted_while_it_is_drawn_anew_is_one_sentence(bot: Served) -> None:
    form = await bot.person("Ann").slash(CHANNEL, "fire")
    stall = bot.playground.faults.stall(CALLBACK)
    chosen = await bot.person("Ann").select(form, "Target", "Alien 2", wait=False)
    await reached(stall)
    delete(bot, form)
    stall.release()
    await chosen.settle()
    assert chosen.ephemeral
    assert chosen.content == "Discord won't let me do that here: the message is gone."


async def test_a_form_deleted_before_it_is_put_away_is_let_go(bot: Served) -> None:
    form = await bot.person("Ann").slash(CHANNEL, "fire", range=2)
    await bot.person("Ann").select(form, "Target", "Alien 1")
    stall = bot.playground.faults.stall(EDIT_MESSAGE)
    shot = await bot.person("Ann").click(form, "Fire")
    await reached(stall)
    delete(bot, form)
    stall.release()
    await until_idle(bot)
    assert "Apone fires" in shot.content


async def test_an_answer_deleted_before_it_was_noted_is_shown_once_more_and_no_more(bot: Served) -> None:
    answer = await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7")
    token = answer.interaction.token
    await until_idle(bot)
    await bot.client.delivery.flush()
    # As after a crash before the mark.
    database(bot, "UPDATE entries SET message_id = NULL, token = ? WHERE seq = (SELECT max(seq) FROM entries)", token)
    delete(bot, answer)
    assert [await swept(bot) for _ in range(3)] == [1, 0, 0]
    assert shown(bot) == 1


async def test_an_answer_that_is_waited_for_and_deleted_is_followed_up_all_the_same(bot: Served) -> None:
    stall = bot.playground.faults.stall(EDIT_ORIGINAL)
    answer = await bot.person("GM").slash(CHANNEL, "export", wait=False)
    await reached(stall)
    delete(bot, answer)
    stall.release()
    await answer.until(lambda a: bool(a.followups))
    assert len(answer.followups[0]["attachments"]) == 1


# --- channels and servers


def channel(bot: Served) -> str:
    return bot.person("GM").channel_id(CHANNEL)


async def test_a_channel_deleted_before_its_result_is_posted(bot: Served) -> None:
    await unanswered(bot)
    id = channel(bot)
    bot.playground.world.delete_channel(id)
    assert [await swept(bot) for _ in range(3)] == [0, 0, 0]
    assert gave_up(bot) == ["the channel is gone"]
    assert len(bot.playground.asked(CHANNEL_MESSAGE)) == 1
    # Nothing of it is lost, and nothing of it is in anybody's way.
    kept = await bot.store.journal.open_encounter(id)
    assert kept is not None and len(await bot.store.journal.entries(kept.id)) == 5
    begun = await bot.person("GM").slash(OTHER, "encounter start", ruleset="aliens")
    assert not begun.ephemeral and begun.followups == []


async def test_what_belongs_to_a_deleted_channel_is_exported_elsewhere_by_its_gm_alone(bot: Served) -> None:
    gm = bot.person("GM")
    kept = await bot.store.journal.open_encounter(channel(bot))
    assert kept is not None
    bot.playground.world.delete_channel(channel(bot))
    (choice,) = await gm.autocomplete(OTHER, "export", focused="encounter")
    assert choice["value"] == kept.id and kept.started_at.strftime("%Y-%m-%d") in choice["name"]
    exported = await gm.slash(OTHER, "export", encounter=kept.id)
    assert exported.ephemeral
    assert [a["filename"] for a in exported.message["attachments"]] == [f"encounter-{kept.id}.json"]

    assert await bot.person("Ann").autocomplete(OTHER, "export", focused="encounter") == []
    for who, id in (("Ann", kept.id), ("GM", "nothing")):
        refused = await bot.person(who).slash(OTHER, "export", encounter=id)
        assert "You have no such encounter" in refused.content and refused.message["attachments"] == []


async def test_what_another_server_played_is_exported_there_alone(bot: Served) -> None:
    kept = await bot.store.journal.open_encounter(channel(bot))
    assert kept is not None
    database(bot, "DELETE FROM seeds")
    database(bot, "UPDATE encounters SET guild_id = '1'")
    assert await bot.person("GM").autocomplete(OTHER, "export", focused="encounter") == []
    refused = await bot.person("GM").slash(OTHER, "export", encounter=kept.id)
    assert "You have no such encounter" in refused.content


async def test_a_channel_deleted_while_an_order_is_answered(bot: Served) -> None:
    id = channel(bot)
    stall = bot.playground.faults.stall(CALLBACK)
    await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7", wait=False)
    await reached(stall)
    bot.playground.world.delete_channel(id)
    stall.release()
    await until_idle(bot)
    assert [await swept(bot) for _ in range(2)] == [0, 0]
    assert gave_up(bot) == ["the channel is gone"]


async def test_a_channel_deleted_while_a_question_is_answered(bot: Served) -> None:
    asked = len(bot.playground.asked(CALLBACK))
    stall = bot.playground.faults.stall(CALLBACK)
    await bot.person("Ann").slash(CHANNEL, "log", wait=False)
    await reached(stall)
    bot.playground.world.delete_channel(channel(bot))
    stall.release()
    # The answer, and the sentence that cannot be told either.
    await bot.playground.until_asked(CALLBACK, asked + 2)
    begun = await bot.person("GM").slash(OTHER, "encounter start", ruleset="aliens")
    assert not begun.ephemeral


async def test_a_server_that_the_bot_was_removed_from(bot: Served) -> None:
    await unanswered(bot)
    world = bot.playground.world
    world.remove_guild(world.home.id)
    assert [await swept(bot) for _ in range(3)] == [0, 0, 0]
    assert len(gave_up(bot)) == 1
    assert len(bot.playground.asked(CHANNEL_MESSAGE)) == 1


# --- tokens


@pytest.mark.parametrize("code", [10015, 50027])
async def test_a_token_that_has_expired_when_the_file_is_there(
    bot: Served, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    asked = len(bot.playground.asked(EDIT_ORIGINAL))
    stall = bot.playground.faults.stall(EDIT_ORIGINAL)
    answer = await bot.person("GM").slash(CHANNEL, "export", wait=False)
    await reached(stall)
    bot.playground.expire(answer, code)
    stall.release()
    await bot.playground.until_asked(EDIT_ORIGINAL, asked + 1)
    again = await bot.person("GM").slash(CHANNEL, "export")
    assert "the token for the answer has expired" in caplog.text and "Traceback" not in caplog.text
    assert len(again.message["attachments"]) == 1
    assert len(bot.playground.asked(EDIT_ORIGINAL)) == asked + 2


@pytest.mark.parametrize("code", [10015, 50027])
async def test_a_token_that_has_expired_when_the_form_is_put_away(bot: Served, code: int) -> None:
    form = await bot.person("Ann").slash(CHANNEL, "fire", range=2)
    await bot.person("Ann").select(form, "Target", "Alien 1")
    stall = bot.playground.faults.stall(EDIT_MESSAGE)
    shot = await bot.person("Ann").click(form, "Fire")
    await reached(stall)
    bot.playground.expire(shot, code)
    stall.release()
    await until_idle(bot)
    await bot.client.delivery.flush()
    assert await swept(bot) == 0
    assert shown(bot) == 1


async def test_nobody_waits_for_the_answer_to_a_question_any_more(bot: Served) -> None:
    asked = len(bot.playground.asked(CALLBACK))
    bot.playground.faults.answer(CALLBACK, 404, code=10062)
    await bot.person("Ann").slash(CHANNEL, "log", wait=False)
    await bot.playground.until_asked(CALLBACK, asked + 1)
    log = await bot.person("Ann").slash(CHANNEL, "log")
    assert "Log, page 1" in json.dumps(log.message)
    assert len(bot.playground.asked(CALLBACK)) == asked + 2


async def test_suggestions_that_come_too_late_are_nobodys_fault(bot: Served) -> None:
    leave_out_the_foreseen()
    bot.playground.invoker.time_limit = 0.3
    bot.playground.faults.answer(CALLBACK, 404, code=10062)
    assert await bot.person("Ann").autocomplete(CHANNEL, "fire", focused="target") == []
    choices = await bot.person("Ann").autocomplete(CHANNEL, "fire", focused="target")
    assert choices[0]["value"] == "Alien 1"


OUTAGES: dict[str, Callable[[Faults], object]] = {
    "nothing": lambda faults: faults.drop(CALLBACK),
    "too often": lambda faults: faults.ban(CALLBACK),
    "a page": lambda faults: faults.outage(CALLBACK, 403),
    "again and again": lambda faults: faults.outage(CALLBACK, times=5),
    "for long": lambda faults: faults.stall(CALLBACK),
}


@pytest.mark.parametrize("outage", OUTAGES)
async def test_an_outage_while_a_question_is_answered_is_one_sentence(
    bot: Served, outage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "_LONGEST_ANSWER", 0.5)
    monkeypatch.setattr(bot.playground.invoker, "time_limit", patience())
    OUTAGES[outage](bot.playground.faults)
    answer = await bot.person("Ann").slash(CHANNEL, "log")
    assert answer.ephemeral
    assert answer.content == "I could not send the answer to Discord. Try again."
