"""Encounters in which nobody orders any more: announced once, kept open by their players, ended once, never deleted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.chat.background.inactive import Inactive
from bot.chat.outgoing.controls import keep_open_id, keep_open_row
from bot.chat.outgoing.messages import message_parts
from bot.chat.outgoing.rows import Rows
from bot.chat.render import Reply
from bot.game.entries.entries import Entry
from bot.game.store import Store
from bot.game.store.rows import to_moment, to_text
from rules.shelf import Shelf, shelf
from standin.driver import Answer, Person
from standin.faults import CALLBACK, CHANNEL_MESSAGE
from standin.server import Playground
from standin.world.scenery import Json
from tests import forks
from tests.bot.owed import database, gave_up, shown, swept, until_idle
from tests.clocks import Put
from tests.homes import ask
from tests.served import CHANNEL, Process, Served, connected, served, skirmish, stand_in
from tests.waiting import until

NOTICE = "has had no order since"
ENDS = "The encounter ends: no order for"


@asynccontextmanager
async def skirmished(file: Path, days: int = 30) -> AsyncIterator[Served]:
    """A skirmish that was laid out just now; the bot looks for inactive ones when it is told to."""
    async with served(file, Put(), inactive_days=days) as bot:
        await skirmish(bot)
        await noted(bot)
        yield bot


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    async with skirmished(tmp_path / "bot.sqlite3") as bot:
        yield bot


async def noted(bot: Served) -> None:
    await until_idle(bot)
    await bot.client.delivery.flush()


def later(bot: Served, **by: float) -> None:
    """So much time passes, and a second: all that is stored happened so much earlier."""
    clock = bot.client.clock.machine
    assert isinstance(clock, Put)
    clock.forward(seconds=1)
    aged(bot.store, **by)


def aged(place: Path | Store, **by: float) -> None:
    for table, columns in (("entries", ["at"]), ("notices", ["made_at", "told_at", "kept_at", "ending_at"])):
        for column in columns:
            # The earliest first, so that no time is changed twice.
            times = ask(place, f"SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL ORDER BY {column}")
            for (text,) in times:
                moment = to_text(to_moment(text) - timedelta(**by))
                ask(place, f"UPDATE {table} SET {column} = ? WHERE {column} = ?", moment, text)


async def looked(bot: Served) -> int:
    """Look for inactive encounters, then post what came of it; about how many something was done."""
    looked_at = await bot.client.inactive.once()
    await swept(bot)
    return looked_at


def notices(bot: Served) -> list[Json]:
    return [message for message in bot.person("Ben").sees(CHANNEL) if NOTICE in message["content"]]


async def head(bot: Served) -> Entry:
    row = await bot.store.journal.last_encounter(bot.person("GM").channel_id(CHANNEL))
    assert row is not None
    bot.client.referee.journal.forget(row.id)
    entry = await bot.client.referee.journal.head(row.id)
    assert entry is not None
    return entry


async def announced(bot: Served) -> Json:
    later(bot, days=24)
    assert await looked(bot) == 1
    (notice,) = notices(bot)
    return notice


# --- the usual course


async def test_a_week_before_it_is_announced_once_and_then_it_ends_once(bot: Served) -> None:
    later(bot, days=22, hours=23)
    assert await looked(bot) == 0
    later(bot, hours=2)
    assert [await looked(bot) for _ in range(3)] == [1, 0, 0]
    (notice,) = notices(bot)
    assert notice["content"].endswith(bot.person("GM").mention)
    assert "Nothing is deleted: its GM can reopen it with /undo." in notice["content"]
    assert [user["id"] for user in notice["mentions"]] == [bot.person("GM").id]

    later(bot, days=6, hours=22)
    assert await looked(bot) == 0
    later(bot, hours=3)
    seqs = await bot.seqs()
    assert [await looked(bot) for _ in range(3)] == [1, 0, 0]
    last = await head(bot)
    assert last.state.ended and last.seq == seqs[-1] + 1
    assert (last.user, last.interaction_id) == ("clock", f"clock:{last.encounter_id}:idle:{seqs[-1]}")
    assert last.message_id and last.token is None
    assert shown(bot, f"{ENDS} 30 days.") == 1
    assert len(notices(bot)) == 1
    log = await bot.person("Ben").slash(CHANNEL, "log")
    assert "by itself" in json.dumps(log.message)


async def test_it_ends_as_by_its_gm_and_its_gm_reopens_it(bot: Served) -> None:
    await announced(bot)
    later(bot, days=7)
    await looked(bot)
    ended = await head(bot)
    assert [p.name for p in await bot.store.shelf.profiles(bot.playground.world.home.id, owner_id=bot.person("Ann").id)]
    # Everybody may check it now. The times were put back in the database, and the hashes tell.
    assert "entry 1: its content does not match its hash" in told(await bot.person("Ben").slash(CHANNEL, "dice verify"))
    assert (await bot.person("Ann").slash(CHANNEL, "undo")).ephemeral
    reopened = await bot.person("GM").slash(CHANNEL, "undo")
    assert not reopened.ephemeral and not (await head(bot)).state.ended
    assert (await head(bot)).state.commitment != ended.state.commitment
    # It counts from the undo.
    await noted(bot)
    assert await looked(bot) == 0
    later(bot, days=22)
    assert await looked(bot) == 0
    later(bot, days=2)
    assert await looked(bot) == 1 and len(notices(bot)) == 2
    later(bot, days=8)
    await looked(bot)
    assert (await head(bot)).state.ended and shown(bot, "Undone: " + ENDS) == 1 and shown(bot, ENDS) == 3


def told(answer: Answer) -> str:
    return json.dumps(answer.message)


@pytest.mark.parametrize(("days", "notice"), [(1, 0.5), (10, 5), (20, 7)])
async def test_the_notice_is_a_week_or_half_the_time(tmp_path: Path, days: int, notice: float) -> None:
    async with skirmished(tmp_path / "bot.sqlite3", days) as bot:
        later(bot, days=days - notice, minutes=-5)
        assert await looked(bot) == 0
        later(bot, minutes=10)
        assert await looked(bot) == 1
        later(bot, days=notice, minutes=-15)
        assert await looked(bot) == 0
        later(bot, minutes=30)
        assert await looked(bot) == 1
        assert (await head(bot)).state.ended
        assert shown(bot, f"{ENDS} {days} day{'' if days == 1 else 's'}.") == 1


async def test_one_of_a_missing_rulebook_gets_no_notice_and_stays_open(
    bot: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    seqs, books = await bot.seqs(), Shelf({id: book for id, book in shelf().items() if id != "aliens"}, {})
    with monkeypatch.context() as without:
        without.setattr(bot.client.library, "shelf", books)
        later(bot, days=24)
        # The first look puts it aside, so that it takes the place of no other.
        assert [await bot.client.inactive.once() for _ in range(2)] == [1, 0]
    assert not notices(bot) and await bot.seqs() == seqs
    # The next start finds the rulebook again.
    again = Inactive(bot.client, bot.client.referee, bot.client.clock, 30)
    assert await again.once() == 1 and len(notices(bot)) == 1
    later(bot, days=8)
    without_book = Inactive(bot.client, bot.client.referee, bot.client.clock, 30)
    with monkeypatch.context() as without:
        without.setattr(bot.client.library, "shelf", books)
        assert [await without_book.once() for _ in range(2)] == [1, 0]
    # Nobody has been kept from keeping it open meanwhile.
    assert ask(bot.store, "SELECT count(*) FROM notices WHERE ending_at IS NOT NULL") == [(0,)]


async def test_with_0_days_nothing_ends(tmp_path: Path) -> None:
    async with skirmished(tmp_path / "bot.sqlite3", 0) as bot:
        later(bot, days=3000)
        assert await looked(bot) == 0 and notices(bot) == []
        assert bot.client.inactive._periodic._running is None


async def test_after_a_long_stop_of_the_bot_people_are_told_first_and_have_the_whole_week(bot: Served) -> None:
    later(bot, days=300)
    assert [await looked(bot) for _ in range(2)] == [1, 0]
    assert not (await head(bot)).state.ended
    later(bot, days=6)
    assert await looked(bot) == 0
    later(bot, days=1, hours=1)
    await looked(bot)
    assert (await head(bot)).state.ended and shown(bot, f"{ENDS} 307 days") == 1


async def test_it_looks_by_itself(tmp_path: Path) -> None:
    async with stand_in() as playground:
        async with connected(playground, tmp_path / "bot.sqlite3", Put(), inactive_days=30) as bot:
            await skirmish(bot)
            later(bot, days=24)
        async with connected(playground, tmp_path / "bot.sqlite3", Put(), inactive_days=30) as bot:
            await playground.until_asked(CHANNEL_MESSAGE, 1)
            await bot.playground.world.until(lambda: bool(notices(bot)))


# --- what keeps it open


async def test_an_order_keeps_it_open(bot: Served) -> None:
    await announced(bot)
    await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7")
    await noted(bot)
    later(bot, days=8)
    assert await looked(bot) == 0
    later(bot, days=16)
    assert await looked(bot) == 1
    assert len(notices(bot)) == 2 and not (await head(bot)).state.ended


@pytest.mark.parametrize("who", ["GM", "Ann"])
async def test_its_players_and_gms_keep_it_open_by_the_button(bot: Served, who: str) -> None:
    notice = await announced(bot)
    seqs = await bot.seqs()
    person = bot.person(who)
    await person.click(notice, "Keep open")
    (message,) = [m for m in person.sees(CHANNEL) if m["id"] == notice["id"]]
    assert message["content"].endswith(f"stays open: {person.mention} kept it.") and message["components"] == []
    assert message["mentions"] == [] or who == "Ann" or person.id in str(message["mentions"])
    assert await bot.seqs() == seqs
    later(bot, days=20)
    assert await looked(bot) == 0
    # The time counts from the press, and then all of it comes again.
    later(bot, days=4)
    assert [await looked(bot) for _ in range(2)] == [1, 0]
    assert len(notices(bot)) == 1
    later(bot, days=8)
    assert await looked(bot) == 1
    assert (await head(bot)).state.ended


async def test_a_spectator_does_not_keep_it_open(bot: Served) -> None:
    stranger = bot.person("Cleo")
    notice = await announced(bot)
    refused = await stranger.click(notice, "Keep open")
    assert refused.ephemeral and refused.content.startswith("Only the players and GMs of this encounter")
    assert len(notices(bot)) == 1
    later(bot, days=7)
    await looked(bot)
    assert (await head(bot)).state.ended


async def test_the_button_is_pressed_twice_at_once_and_again(bot: Served) -> None:
    notice = await announced(bot)
    ann, ben = bot.person("Ann"), bot.person("Ben")
    stall = bot.playground.faults.stall(CALLBACK)
    first = await ann.click(notice, "Keep open", wait=False)
    await stall.reached.wait()
    second = await ben.click(notice, "Keep open")
    assert second.ephemeral and second.content.startswith("This encounter is already kept open")
    stall.release()
    await first.settle()
    bot.playground.invoker.redeliver(first.interaction)
    await until_idle(bot)
    assert shown(bot, f"stays open: {ann.mention} kept it.") == 1
    assert database(bot, "SELECT count(*) FROM notices WHERE kept_at IS NOT NULL") == [(1,)]


async def test_a_button_of_an_encounter_that_has_ended_says_so(bot: Served) -> None:
    notice = await announced(bot)
    later(bot, days=7)
    await looked(bot)
    refused = await bot.person("Ann").click(notice, "Keep open")
    assert refused.ephemeral and refused.content == "This encounter has ended. Its GM can reopen it with /undo."


# --- at the same moment


async def test_an_order_that_arrives_while_it_is_ended_wins_or_comes_too_late(
    bot: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    await announced(bot)
    later(bot, days=7)
    ending = bot.store.notices.ending

    async def ordered_meanwhile(*claimed: Any) -> bool:
        shot = await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, dice="7")
        assert not shot.ephemeral
        return await ending(*claimed)

    monkeypatch.setattr(bot.store.notices, "ending", ordered_meanwhile)
    await looked(bot)
    assert not (await head(bot)).state.ended and shown(bot) == 1
    monkeypatch.undo()
    assert await looked(bot) == 0


async def test_many_orders_and_the_end_at_once_leave_one_story(bot: Served) -> None:
    await announced(bot)
    later(bot, days=7)
    shots = [
        bot.person(name).slash(CHANNEL, "fire", target=f"Alien {n}", range=2, dice="99")
        for n, name in enumerate(("Ann", "Ben"), 1)
    ]
    await asyncio.gather(*shots, bot.client.inactive.once())
    await noted(bot)
    await swept(bot)
    last = await head(bot)
    entries = await bot.store.journal.entries(last.encounter_id, limit=1000)
    assert [e.seq for e in entries] == [*range(1, len(entries) + 1)]
    assert sum(e.actor == "clock" for e in entries) == int(last.state.ended)
    assert all(e.message_id for e in entries)


async def test_a_press_while_it_is_ended_comes_too_late_and_is_told_so(
    bot: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    notice = await announced(bot)
    later(bot, days=7)
    ending = bot.store.notices.ending
    pressed: list[Answer] = []

    async def press_meanwhile(*claimed: Any) -> bool:
        done = await ending(*claimed)
        pressed.append(await bot.person("Ann").click(notice, "Keep open"))
        return done

    monkeypatch.setattr(bot.store.notices, "ending", press_meanwhile)
    await looked(bot)
    assert pressed[0].ephemeral and (await head(bot)).state.ended


async def test_two_runs_on_one_database_announce_and_end_once(tmp_path: Path) -> None:
    file = tmp_path / "bot.sqlite3"
    async with stand_in() as playground, connected(playground, file, Put(), inactive_days=30) as one:
        await skirmish(one)
        await noted(one)
        async with connected(playground, file, Put(), inactive_days=30) as two:
            for days in (24, 7):
                later(one, days=days)
                await asyncio.gather(*(run.client.inactive.once() for run in (one, two, one, two)))
                await asyncio.gather(swept(one), swept(two))
            assert len(notices(one)) == 1 and shown(one, ENDS) == 1
            last = await head(one)
            assert last.state.ended and last == await head(two)
            entries = await one.store.journal.entries(last.encounter_id, limit=1000)
            assert sum(e.actor == "clock" for e in entries) == 1


async def test_two_processes_killed_and_started_again_announce_and_end_once(tmp_path: Path) -> None:
    file = tmp_path / "bot.sqlite3"
    async with stand_in() as playground:
        async with connected(playground, file, Put(), inactive_days=30) as bot:
            await skirmish(bot)
            await noted(bot)
            gm = bot.person("GM")
        ben = playground.person("Ben")

        def told_of(text: str) -> int:
            return sum(text in message["content"] for message in ben.sees(CHANNEL))

        for days, text in ((24, NOTICE), (7, ENDS)):
            aged(file, days=days)
            stall = playground.faults.stall(CHANNEL_MESSAGE, after=True)
            async with Process(playground, file) as one, Process(playground, file) as two:
                await stall.reached.wait()
                # It is in the channel, and nobody knows yet.
                for run in (one, two):
                    assert run._process is not None
                    await forks.end(run._process)
                await playground.offline()
            playground.faults.clear()
            async with Process(playground, file):
                await until(lambda: not owed(file))
            assert told_of(text) == 1
        assert (await reopened(playground, file, gm)).startswith("Undone: The encounter ends")
        assert playground.violations == []


def owed(file: Path) -> int:
    """Return how many notices and entries are not noted as shown."""
    return sum(
        ask(file, f"SELECT count(*) FROM {table} WHERE {column} IS NULL")[0][0]
        for table, column in (("notices", "told_at"), ("entries", "message_id"))
    )


async def reopened(playground: Playground, file: Path, gm: Person) -> str:
    """Return the outcome of the GM's /undo after another start."""
    async with connected(playground, file, Put()):
        return (await gm.slash(CHANNEL, "undo")).content


# --- crashes, outages, refusals


async def restarted(bot: Served) -> None:
    """As after a crash and a restart: nothing that was in memory is left, and the nonces are forgotten."""
    client = bot.client
    client.inactive = Inactive(client, client.referee, client.inactive._clock, 30)
    client.referee.journal._heads.clear()
    bot.playground.world._by_nonce.clear()


async def test_a_crash_before_the_notice_was_posted_and_one_before_that_was_noted(bot: Served) -> None:
    later(bot, days=24)
    bot.playground.faults.drop(CHANNEL_MESSAGE)
    assert await looked(bot) == 0 and notices(bot) == []
    await restarted(bot)
    bot.playground.faults.drop(CHANNEL_MESSAGE, after=True)
    assert await looked(bot) == 0 and len(notices(bot)) == 1
    for n in range(130):
        bot.person("Ben").say(CHANNEL, f"Game over, man! {n}")
    await restarted(bot)
    assert [await looked(bot) for _ in range(2)] == [1, 0]
    assert len(notices(bot)) == 1


async def test_a_crash_after_the_end_was_stored_and_before_it_was_posted(
    bot: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    await announced(bot)
    later(bot, days=7)
    assert await bot.client.inactive.once() == 1
    await restarted(bot)
    assert await looked(bot) == 0
    assert shown(bot, ENDS) == 1 and (await head(bot)).message_id


async def test_a_crash_between_the_claim_and_the_end(bot: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    await announced(bot)
    later(bot, days=7)

    async def died(*_: Any, **__: Any) -> None:
        raise KeyError("killed")

    with monkeypatch.context() as killed:
        killed.setattr(bot.client.referee, "carry_out", died)
        await looked(bot)
    assert not (await head(bot)).state.ended
    assert await looked(bot) == 0
    await restarted(bot)
    assert await looked(bot) == 1
    assert (await head(bot)).state.ended and shown(bot, ENDS) == 1


async def test_an_outage_is_waited_for_and_the_week_begins_when_people_are_told(bot: Served) -> None:
    later(bot, days=24)
    bot.playground.faults.answer(CHANNEL_MESSAGE, 503, times=None)
    assert await looked(bot) == 0
    later(bot, days=10)
    assert await looked(bot) == 0 and not (await head(bot)).state.ended
    bot.playground.faults.clear()
    assert [await looked(bot) for _ in range(2)] == [1, 0]
    assert len(notices(bot)) == 1 and not (await head(bot)).state.ended
    later(bot, days=7)
    await looked(bot)
    assert (await head(bot)).state.ended


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (403, 50001), (404, 10003), (400, 50035)])
async def test_where_nobody_may_post_it_ends_all_the_same(bot: Served, status: int, code: int) -> None:
    later(bot, days=24)
    bot.playground.faults.answer(CHANNEL_MESSAGE, status, code=code, times=None)
    assert [await looked(bot) for _ in range(2)] == [1, 0]
    assert len(bot.playground.asked(CHANNEL_MESSAGE)) == 1
    later(bot, days=7)
    assert await looked(bot) == 1
    assert (await head(bot)).state.ended and notices(bot) == []


async def test_the_encounter_of_a_deleted_channel_ends_and_stays_stored(bot: Served) -> None:
    gm = bot.person("GM")
    kept = await bot.store.journal.open_encounter(gm.channel_id(CHANNEL))
    assert kept is not None
    bot.playground.world.delete_channel(kept.channel_id)
    later(bot, days=24)
    await looked(bot)
    later(bot, days=7)
    await looked(bot)
    last = await bot.client.referee.journal.head(kept.id)
    assert last is not None and last.state.ended
    assert gave_up(bot) == ["the channel is gone"]
    exported = await gm.slash("quiet-ruins", "export", encounter=kept.id)
    assert [a["filename"] for a in exported.message["attachments"]] == [f"encounter-{kept.id}.json"]


async def test_what_cannot_be_ended_is_left_alone_and_holds_up_nobody(
    bot: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = "guild_id, channel_id, ruleset, title, started_at, open"
    shift = "guild_id, '9' || n, ruleset, title, started_at, 1"
    rows = "guild_id, seq, parent, origin, kind, NULL, part, actor, '2020-01-01T00:00:00.000000+00:00', ended, schema"
    up = "WITH RECURSIVE up(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM up WHERE n < 40)"
    database(bot, f"{up} INSERT INTO encounters (id, {columns}) SELECT 'b' || n, {shift} FROM up, encounters")
    database(
        bot,
        f"{up} INSERT INTO entries (encounter_id, guild_id, seq, parent, origin, kind, interaction_id, part, actor, "
        'at, ended, schema, rules_version, private, channel_id, "order", resolution) '
        f"SELECT 'b' || n, {rows}, rules_version, private, '9' || n, ?1, ?1 FROM up, entries "
        "WHERE seq = 1",
        b"{}",
    )
    later(bot, days=24)
    looked_at = [await bot.client.inactive.once() for _ in range(4)]
    assert looked_at == [20, 20, 1, 0] and len(notices(bot)) == 1


async def test_a_notice_is_deleted_with_its_encounter(bot: Served) -> None:
    await announced(bot)
    id = (await head(bot)).encounter_id
    await bot.store.erasure.delete_entries(id, 1000)
    await bot.store.erasure.delete_encounter(id)
    assert database(bot, "SELECT count(*) FROM notices") == [(0,)] and await looked(bot) == 0


async def test_a_notice_counts_no_orders_and_one_of_an_earlier_release_still_works(bot: Served) -> None:
    await noted(bot)
    notice = await announced(bot)
    [(encounter, seq, made_at)] = database(bot, "SELECT encounter_id, seq, made_at FROM notices")
    made = to_moment(made_at)
    assert notice["components"][0]["components"][0]["custom_id"] == f"sri:{encounter}:{int(made.timestamp())}"
    channel = bot.client.get_partial_messageable(int(notice["channel_id"]))
    older = keep_open_row(keep_open_id(encounter, made, seq))
    await channel.send(**message_parts(Reply("An earlier notice"), Rows([older])))
    await bot.person("Ann").click(bot.person("Ann").sees(CHANNEL)[-1], "Keep open")
    assert database(bot, "SELECT kept_at IS NOT NULL FROM notices") == [(1,)]
