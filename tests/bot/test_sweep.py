"""The entries that the sweep finds, posts, leaves alone and gives up, over the real protocol."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.chat.background.clock import Clock
from bot.chat.background.sweep import Sweep
from bot.errors import StoreUnavailable
from bot.game.store import EntryRow, ShardScope
from bot.game.store.home.shard_scope import EVERYWHERE
from standin.faults import CALLBACK, CHANNEL_MESSAGE, GET_ORIGINAL
from tests.bot.owed import AT_ONCE, database, gave_up, shown, sweeping_when_told, swept, unanswered, until_idle
from tests.served import CHANNEL, Served

HISTORY = "GET /channels/*/messages"


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    async with sweeping_when_told(tmp_path / "bot.sqlite3") as bot:
        yield bot


def impatient(bot: Served) -> Sweep:
    """A sweep that tries again at once."""
    return Sweep(bot.client, bot.client.referee, bot.client.delivery, 0.0, Clock())


async def test_what_is_being_answered_is_left_alone(bot: Served) -> None:
    stall = bot.playground.faults.stall(CALLBACK)
    answer = await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7", wait=False)
    await stall.reached.wait()
    assert await swept(bot) == 0
    assert not bot.playground.asked(GET_ORIGINAL) and not bot.playground.asked(CHANNEL_MESSAGE)
    stall.release()
    await answer.settle()
    assert shown(bot) == 1


async def test_a_quick_ruling_that_another_process_may_be_answering_is_left_alone(
    bot: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot.store.look_after(ShardScope(2, frozenset({0})))
    append, swept_in_between = bot.store.journal.append, []

    async def append_and_sweep(entries: list[EntryRow], **besides: Any) -> None:
        await append(entries, **besides)
        # What this process has in hand, the other one does not know.
        with monkeypatch.context() as other:
            other.setattr(bot.client.delivery, "_in_hand", set[str]())
            swept_in_between.append(await bot.client.sweep.once(AT_ONCE))

    monkeypatch.setattr(bot.store.journal, "append", append_and_sweep)
    answer = await bot.person("Ann").slash(CHANNEL, "rule", text="M16 at guard 40m aim 4", ruleset="phoenix")
    assert swept_in_between == [0]
    assert not answer.failed and not bot.playground.asked(CHANNEL_MESSAGE)
    bot.store.look_after(EVERYWHERE)


async def test_what_is_stored_and_about_to_be_answered_is_left_alone(
    bot: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    append, swept_in_between = bot.store.journal.append, []

    async def append_and_sweep(entries: list[EntryRow], **besides: Any) -> None:
        await append(entries, **besides)
        swept_in_between.append(await bot.client.sweep.once(AT_ONCE))

    monkeypatch.setattr(bot.store.journal, "append", append_and_sweep)
    answer = await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7")
    assert swept_in_between == [0]
    assert not answer.failed and shown(bot) == 1
    assert not bot.playground.asked(CHANNEL_MESSAGE)


@pytest.mark.parametrize("code", [10015, 50027])
async def test_an_expired_token_leads_to_the_channel(bot: Served, code: int) -> None:
    bot.playground.expire(await unanswered(bot), code)
    assert await swept(bot) == 1
    assert await swept(bot) == 0
    assert shown(bot) == 1


async def test_an_answer_that_is_too_late_leads_to_the_channel(bot: Served) -> None:
    bot.playground.faults.answer(CALLBACK, 404, code=10062)
    await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7", wait=False)
    await bot.playground.until_asked(CALLBACK, 5)
    await until_idle(bot)
    assert await swept(bot) == 1
    assert shown(bot) == 1


@pytest.mark.parametrize("late", [False, True], ids=["right after the order", "long after it"])
async def test_a_message_is_found_however_much_was_said(bot: Served, late: bool) -> None:
    def chat() -> None:
        for n in range(130):
            bot.person("Ben").say(CHANNEL, f"Game over, man! {n}")

    if late:
        await unanswered(bot)
        chat()
        assert await swept(bot) == 1
    else:
        await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7")
        chat()
    await until_idle(bot)
    await bot.client.delivery.flush()
    # As after a crash before the mark, when the token and the nonce are long forgotten.
    database(bot, "UPDATE entries SET message_id = NULL, token = NULL WHERE seq = (SELECT max(seq) FROM entries)")
    bot.playground.world._by_nonce.clear()
    assert await swept(bot) == 1
    assert shown(bot) == 1


async def test_what_is_deleted_after_it_was_listed_is_left(
    bot: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await unanswered(bot)
    undelivered = bot.store.outbox.undelivered

    async def deleted_meanwhile(limit: int = 50) -> tuple[EntryRow, ...]:
        rows = await undelivered(limit)
        database(bot, "DELETE FROM entries")
        return rows

    monkeypatch.setattr(bot.store.outbox, "undelivered", deleted_meanwhile)
    assert await swept(bot) == 0 and shown(bot) == 0
    assert [record for record in caplog.records if record.name == "bot.chat.background.sweep"] == []


async def test_without_the_history_it_is_posted(bot: Served) -> None:
    await unanswered(bot)
    bot.playground.faults.answer(HISTORY, 403, code=50001)
    assert await swept(bot) == 1
    assert shown(bot) == 1


@pytest.mark.parametrize(
    ("status", "code", "reason"),
    [
        (403, 50013, "I lack a permission"),
        (403, 50001, "I lack View Channel"),
        (403, 40001, "Trouble on demand"),
        (404, 10003, "the channel is gone"),
        (400, 50083, "the thread is archived"),
        (400, 160005, "the thread is locked"),
    ],
)
async def test_where_nobody_may_post_the_entry_stays_in_the_log(
    bot: Served, status: int, code: int, reason: str
) -> None:
    await unanswered(bot)
    bot.playground.faults.answer(CHANNEL_MESSAGE, status, code=code, times=None)
    assert await swept(bot) == 0
    assert gave_up(bot) == [reason]
    assert await swept(bot) == 0
    assert len(bot.playground.asked(CHANNEL_MESSAGE)) == 1
    log = await bot.person("Ann").slash(CHANNEL, "log")
    assert "Apone fires" in json.dumps(log.message)


async def test_what_was_meant_for_one_never_gets_to_the_channel(bot: Served) -> None:
    await unanswered(bot)
    database(bot, "UPDATE entries SET private = TRUE WHERE message_id IS NULL")
    assert await swept(bot) == 0
    assert gave_up(bot) == ["the private answer did not get through"]
    assert shown(bot) == 0


async def test_what_cannot_be_read_blocks_nobody_and_is_given_up(bot: Served, caplog: pytest.LogCaptureFixture) -> None:
    same = "guild_id, kind, actor, ended, schema, rules_version, private, channel_id"
    database(
        bot,
        "WITH RECURSIVE up(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM up WHERE n < 120) "
        f'INSERT INTO entries (encounter_id, seq, origin, interaction_id, part, at, "order", resolution, {same}) '
        f"SELECT ?1 || n, 1, 1, ?1 || n, 0, '2020-01-01', ?2, ?2, {same} FROM up, entries WHERE seq = 2",
        "broken",
        b"{}",
    )
    await unanswered(bot)
    sweep = impatient(bot)
    with caplog.at_level(logging.WARNING):
        for _ in range(9):
            await sweep.once(AT_ONCE)
    assert shown(bot) == 1
    assert len(gave_up(bot)) == 120
    assert sum(record.exc_info is not None for record in caplog.records) == 120


async def test_what_cannot_be_drawn_is_given_up(bot: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    await unanswered(bot)

    def broken(*_: object) -> None:
        raise ZeroDivisionError("no such dice")

    monkeypatch.setattr("bot.chat.outgoing.delivery.render.answer", broken)
    sweep = impatient(bot)
    for _ in range(5):
        assert await sweep.once(AT_ONCE) == 0
    assert gave_up(bot) == ["the bot failed on it"]


async def test_what_discord_will_not_take_is_given_up(bot: Served) -> None:
    await unanswered(bot)
    bot.playground.faults.answer(CHANNEL_MESSAGE, 400, code=50035, times=None)
    sweep = impatient(bot)
    for _ in range(5):
        await sweep.once(AT_ONCE)
    assert len(bot.playground.asked(CHANNEL_MESSAGE)) == 3
    assert gave_up(bot) == ["Discord refuses it"]


@pytest.mark.parametrize("status", [403, 404, 429])
@pytest.mark.parametrize("route", [GET_ORIGINAL, HISTORY, CHANNEL_MESSAGE])
async def test_a_page_without_a_number_is_no_word_of_discords(bot: Served, route: str, status: int) -> None:
    await unanswered(bot)
    bot.playground.faults.outage(route, status, times=4)
    sweep = impatient(bot)
    for _ in range(4):
        assert await sweep.once(AT_ONCE) == 0
        assert gave_up(bot) == []
    assert await sweep.once(AT_ONCE) == 1
    assert shown(bot) == 1


async def test_an_outage_is_waited_for(bot: Served) -> None:
    await unanswered(bot)
    bot.playground.faults.drop(CHANNEL_MESSAGE, times=7)
    sweep = impatient(bot)
    for _ in range(7):
        assert await sweep.once(AT_ONCE) == 0
    assert await sweep.once(AT_ONCE) == 1
    assert shown(bot) == 1 and gave_up(bot) == []


async def test_a_failure_is_not_tried_again_at_once(bot: Served) -> None:
    await unanswered(bot)
    bot.playground.faults.drop(CHANNEL_MESSAGE)
    assert [await swept(bot) for _ in range(3)] == [0, 0, 0]
    assert len(bot.playground.asked(CHANNEL_MESSAGE)) == 1


@pytest.mark.sqlite
async def test_a_mark_that_cannot_be_stored_is_kept_and_nobody_is_asked_meanwhile(bot: Served) -> None:
    stall = bot.playground.faults.stall(CALLBACK)
    answer = await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7", wait=False)
    await stall.reached.wait()
    await bot.store._database.write("PRAGMA query_only = ON")
    stall.release()
    await answer.settle()
    await until_idle(bot)
    assert [await swept(bot) for _ in range(3)] == [0, 0, 0]
    assert not bot.playground.asked(GET_ORIGINAL)
    await bot.store._database.write("PRAGMA query_only = OFF")
    await swept(bot)
    assert database(bot, "SELECT count(*) FROM entries WHERE message_id IS NULL") == [(0,)]
    assert shown(bot) == 1


async def test_an_end_is_shown_even_if_the_roster_cannot_be_written_yet(
    bot: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = bot.client.library

    async def unavailable(*_: object) -> None:
        raise StoreUnavailable("The journal's disk is full, so nothing can be stored until it has room.")

    with monkeypatch.context() as full:
        full.setattr(library.rosters, "write_back", unavailable)
        answer = await bot.person("GM").slash(CHANNEL, "encounter end")
        assert "ends" in answer.content and not answer.ephemeral
        with pytest.raises(StoreUnavailable):
            await swept(bot)
    assert await swept(bot) == 1
    ann = bot.person("Ann")
    (kept,) = await bot.store.shelf.profiles(bot.playground.world.home.id, owner_id=ann.id)
    assert kept.name == "Sgt. Apone" or "Apone" in kept.name
    assert shown(bot, "The encounter ends") == 1
