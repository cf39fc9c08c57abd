"""Decisions that are due: people are reminded once, who is late is passed for or the GM is called once, and nothing of
it comes twice or at night, whatever dies, waits or jumps meanwhile."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.chat.background import deadlines
from bot.chat.background.clock import Clock, Steady
from bot.chat.render.notices import deadlines as words
from bot.game.entries.entries import Entry
from bot.game.sight.undecided import still_asked
from bot.game.store import DeadlineRow
from rules.engine.flow.plans import plans
from rules.shelf import Shelf, shelf
from standin.driver import Person
from standin.faults import CALLBACK
from standin.world.scenery import Json
from tests.bot.owed import database, swept, until_idle
from tests.clocks import Moved, Put
from tests.cogs.conftest import meant
from tests.served import CHANNEL, Served, connected, served, skirmish, stand_in
from tests.waiting import patience

ALIENS = ("Alien 1", "Alien 2", "Alien 3")
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


class Set(Put):
    """A clock that shows noon at first, whose monotonic part can be told apart from its wall."""

    def __init__(self) -> None:
        super().__init__()
        self.time = NOON
        self.elapsed = 0.0

    def monotonic(self) -> float:
        """Seconds that have truly gone by."""
        return self.elapsed

    def forward(self, **by: float) -> None:
        """Let so much time go by."""
        super().forward(**by)
        self.elapsed += timedelta(**by).total_seconds()

    def jump(self, **by: float) -> None:
        """Put the wall clock elsewhere without any time going by."""
        self.time += timedelta(**by)


@asynccontextmanager
async def skirmished(file: Path, clock: Set, *typed: tuple[str, dict[str, Any]]) -> AsyncIterator[Served]:
    async with served(file, clock) as bot:
        await skirmish(bot)
        for command, options in typed:
            answer = await bot.person("GM").slash(CHANNEL, command, **options)
            assert not answer.content.startswith("I don't"), answer.content
        yield bot


@pytest.fixture
def clock() -> Set:
    return Set()


@pytest.fixture
async def bot(tmp_path: Path, clock: Set) -> AsyncIterator[Served]:
    """A skirmish with 24 hours for each decision, 72 for the first."""
    async with skirmished(tmp_path / "bot.sqlite3", clock, ("encounter deadline", {"time": "24h"})) as bot:
        yield bot


async def looked(bot: Served) -> None:
    """Look for what is due, and post what came of it."""
    await until_idle(bot)
    await bot.client.timekeeper.once()
    await swept(bot)


async def head(bot: Served) -> Entry:
    row = await bot.store.journal.last_encounter(bot.person("GM").channel_id(CHANNEL))
    assert row is not None
    bot.client.referee.journal.forget(row.id)
    entry = await bot.client.referee.journal.head(row.id)
    assert entry is not None
    return entry


def posts(bot: Served, words: str) -> list[Json]:
    return [message for message in bot.person("Ben").sees(CHANNEL) if words in message["content"]]


def pinged(message: Json) -> set[str]:
    return {user["id"] for user in message["mentions"]}


def ids(bot: Served, *names: str) -> set[str]:
    return {bot.person(name).id for name in names}


async def passes(bot: Served, *fighters: str) -> None:
    for fighter in fighters:
        await bot.person("GM").slash(CHANNEL, "pass", who=fighter)


async def test_it_is_shown_to_all_and_the_first_has_three_times_as_long(bot: Served, clock: Set) -> None:
    (shown,) = posts(bot, "Deadline: 24 h for each decision.")
    due = int((NOON + timedelta(hours=72)).timestamp())
    assert f"<t:{due}:f> (<t:{due}:R>). The first decision has three times as long." in shown["content"]
    answer = await bot.person("Ann").slash(CHANNEL, "encounter deadline")
    assert answer.ephemeral and f"<t:{due}:f>" in answer.content
    refused = await bot.person("Ann").slash(CHANNEL, "encounter deadline", time="1h")
    assert refused.ephemeral and "Only the GM" in refused.content


async def test_everyone_is_reminded_twice_and_only_those_are_pinged_who_want_it(bot: Served, clock: Set) -> None:
    await bot.person("Ann").slash(CHANNEL, "my set", pings="all")
    clock.forward(hours=35)
    await looked(bot)
    assert posts(bot, "due <t:") == posts(bot, "Deadline:")
    clock.forward(hours=1)
    for _ in range(3):
        await looked(bot)
    (reminder,) = posts(bot, "decisions in")
    assert all(bot.person(name).mention in reminder["content"] for name in ("Ann", "Ben", "GM"))
    assert pinged(reminder) == ids(bot, "Ann")
    labels = [button["label"] for button in reminder["components"][0]["components"]]
    assert labels == ["Order", "Pass", "No more reminders this turn"]
    clock.forward(hours=22)
    for _ in range(3):
        await looked(bot)
    assert len(posts(bot, "decisions in")) == 2


async def test_a_reminder_in_a_direct_message_says_what_happened_when_time_passed_last(bot: Served, clock: Set) -> None:
    ann, ben = bot.person("Ann"), bot.person("Ben")
    await ben.slash(CHANNEL, "my set", notify="direct")
    await bot.person("GM").slash(CHANNEL, "next")
    await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, dice="9")
    await looked(bot)
    clock.forward(hours=13)
    await looked(bot)
    *_, message = ben.sees(bot.playground.world.direct(ben.id)["id"])
    assert message["content"].startswith("Your decision in")
    assert message["content"].split("\n")[-1] == "**Last** Turn 2 begins."


async def test_what_shows_the_deadline_follows_when_it_changes_and_only_then(bot: Served, clock: Set) -> None:
    await looked(bot)
    changed: list[str] = []
    bot.client.timekeeper.on_changed = changed.append
    clock.forward(hours=1)
    await looked(bot)
    assert changed == []
    await passes(bot, *ALIENS, "Apone", "Rifleman")
    await bot.person("GM").slash(CHANNEL, "next")
    await looked(bot)
    assert {*changed} == {(await head(bot)).encounter_id}


async def test_the_buttons_of_a_reminder(bot: Served, clock: Set) -> None:
    clock.forward(hours=36)
    await looked(bot)
    (reminder,) = posts(bot, "decisions in")
    ann, ben = bot.person("Ann"), bot.person("Ben")
    form = await ann.click(reminder, "Order")
    assert form.ephemeral and form.components
    stopped = await ben.click(reminder, "No more reminders this turn")
    assert stopped.ephemeral and "not remind you of this decision again" in stopped.content
    passed = await ann.click(reminder, "Pass")
    assert "is done for now" in passed.content
    again = await ann.click(reminder, "Pass")
    assert again.ephemeral and "None of your fighters" in again.content
    clock.forward(hours=23)
    await looked(bot)
    # Ann has decided and Ben wants no more.
    (_, second) = posts(bot, " in **")[-2:]
    assert second["content"].startswith(bot.person("GM").mention) and "your decision in" in second["content"]


async def test_the_buttons_of_a_reminder_are_about_its_decision(bot: Served, clock: Set) -> None:
    clock.forward(hours=36)
    await looked(bot)
    (reminder,) = posts(bot, "decisions in")
    await passes(bot, *ALIENS, "Apone", "Rifleman")
    await bot.person("GM").slash(CHANNEL, "next")
    await looked(bot)
    before = await head(bot)
    for label in ("Pass", "No more reminders this turn"):
        old = await bot.person("Ann").click(reminder, label)
        assert old.ephemeral and old.content == "That decision is already made. Nothing has changed."
    assert await head(bot) == before


async def test_the_gm_is_called_once_and_passes_for_those_who_are_late(bot: Served, clock: Set) -> None:
    await passes(bot, *ALIENS, "Apone")
    clock.forward(hours=73)
    for _ in range(3):
        await looked(bot)
    (call,) = posts(bot, "time is up")
    assert bot.person("Ben").mention in call["content"] and bot.person("Ann").mention not in call["content"]
    assert pinged(call) == ids(bot, "GM")
    refused = await bot.person("Ann").click(call, "Pass for them")
    assert refused.ephemeral and "Only the GM" in refused.content
    done = await bot.person("GM").click(call, "Pass for them")
    assert "Rifleman is done for now" in done.content
    assert not {*still_asked((await head(bot)).state, bot.client.library.shelf["aliens"])}


async def test_the_clock_passes_for_those_who_are_late_once(bot: Served, clock: Set) -> None:
    await bot.person("GM").slash(CHANNEL, "encounter options", name="timeout", value="pass")
    await passes(bot, *ALIENS, "Apone")
    seqs = await bot.seqs()
    clock.forward(hours=73)
    for _ in range(3):
        await looked(bot)
    last = await head(bot)
    assert last.seq == seqs[-1] + 1
    assert (last.user, last.interaction_id) == ("clock", f"clock:{last.encounter_id}:due:1")
    assert len(posts(bot, "Rifleman is done for now")) == 1
    assert posts(bot, "decision") == posts(bot, "Deadline:")


async def test_an_order_in_time_makes_it_void(bot: Served, clock: Set) -> None:
    await bot.person("GM").slash(CHANNEL, "encounter options", name="timeout", value="pass")
    clock.forward(hours=71)
    await looked(bot)
    await passes(bot, *ALIENS, "Apone", "Rifleman")
    seqs = await bot.seqs()
    clock.forward(hours=5)
    await looked(bot)
    assert await bot.seqs() == seqs


async def test_grace_and_extension_and_hold(bot: Served, clock: Set) -> None:
    gm = bot.person("GM")
    await gm.slash(CHANNEL, "encounter options", name="timeout", value="hold")
    assert "with 2 h grace" in (await gm.slash(CHANNEL, "encounter deadline", time="grace 2h")).content
    clock.forward(hours=73)
    await looked(bot)
    assert not posts(bot, "Time is up")
    clock.forward(hours=2)
    for _ in range(2):
        await looked(bot)
    (held,) = posts(bot, "Time is up")
    assert pinged(held) == set()
    await gm.slash(CHANNEL, "encounter deadline", time="extend 12h")
    await looked(bot)
    clock.forward(hours=15)
    await looked(bot)
    assert len(posts(bot, "Time is up")) == 2


async def test_two_misses_leave_a_tenth_of_the_time_until_an_order(bot: Served, clock: Set) -> None:
    await bot.person("GM").slash(CHANNEL, "encounter options", name="timeout", value="pass")
    for hours in (73, 25):
        await passes(bot, *ALIENS, "Apone")
        await looked(bot)
        clock.forward(hours=hours)
        await looked(bot)
        await bot.person("GM").slash(CHANNEL, "next")
        await looked(bot)
    # Three hours are more than a tenth of 24.
    clock.forward(hours=3)
    await looked(bot)
    state = (await head(bot)).state
    assert [state.combatant(id).name for id in state.passed] == ["Rifleman"]
    await bot.person("Ben").slash(CHANNEL, "move", to="B2", who="Rifleman")
    await bot.person("Ben").slash(CHANNEL, "fire", target="Alien 1", range=2)
    await looked(bot)
    assert database(bot, "SELECT * FROM misses") == []


@pytest.mark.parametrize("hours", [9, -9, 200, -200])
async def test_a_wall_clock_that_jumps_does_no_harm(bot: Served, clock: Set, hours: int) -> None:
    await bot.person("GM").slash(CHANNEL, "encounter options", name="timeout", value="pass")
    clock.forward(hours=1)
    await looked(bot)
    clock.jump(hours=hours)
    seqs = await bot.seqs()
    for _ in range(2):
        await looked(bot)
    assert await bot.seqs() == seqs and not posts(bot, "decisions in")
    clock.forward(hours=35)
    await looked(bot)
    assert len(posts(bot, "decisions in")) == 1
    clock.forward(hours=37)
    await looked(bot)
    assert (await head(bot)).user == "clock"


async def test_nine_hours_without_the_bot_bring_one_thing_and_no_storm(tmp_path: Path, clock: Set) -> None:
    file = tmp_path / "bot.sqlite3"
    async with stand_in() as playground:
        async with connected(playground, file, clock) as bot:
            await skirmish(bot)
            await bot.person("GM").slash(CHANNEL, "encounter deadline", time="3h")
            await bot.person("GM").slash(CHANNEL, "encounter options", name="timeout", value="pass")
            await looked(bot)
        clock.forward(hours=9, minutes=1)
        async with connected(playground, file, clock) as bot:
            for _ in range(3):
                await looked(bot)
            assert not posts(bot, "decisions in")
            last = await head(bot)
            assert last.user == "clock" and last.part == 4


async def test_two_runs_on_one_database_do_each_thing_once(tmp_path: Path, clock: Set) -> None:
    file = tmp_path / "bot.sqlite3"
    async with stand_in() as playground, connected(playground, file, clock) as one:
        await skirmish(one)
        await one.person("GM").slash(CHANNEL, "encounter deadline", time="24h")
        async with connected(playground, file, clock) as two:
            for hours in (36, 37):
                clock.forward(hours=hours)
                await asyncio.gather(*(run.client.timekeeper.once() for run in (one, two, one, two)))
                await asyncio.gather(*(run.client.timekeeper.once() for run in (one, two)))
            await swept(one)
            assert len(posts(one, "decisions in")) == 1 and len(posts(one, "time is up")) == 1


@pytest.mark.parametrize(("minutes", "wanted"), [(1, (21, 59)), (60, (7, 0))])
async def test_quiet_hours_are_quiet(bot: Served, clock: Set, minutes: int, wanted: tuple[int, int]) -> None:
    # The half of the first deadline is at midnight UTC, which is two o'clock in Berlin: Ann is reminded in the evening
    # or, by a bot that was busy then, in the morning.
    ann = bot.person("Ann")
    await ann.slash(CHANNEL, "my set", quiet="22-7", zone="Europe/Berlin", pings="all")
    await passes(bot, *ALIENS, "Rifleman")
    clock.forward(hours=31)
    while not posts(bot, "your decision in"):
        clock.forward(minutes=minutes)
        await looked(bot)
    berlin = clock.time + timedelta(hours=2)
    assert (berlin.hour, berlin.minute) == wanted


async def test_whom_the_decision_could_not_mention_the_first_reminder_does(bot: Served, clock: Set) -> None:
    await bot.person("Ann").slash(CHANNEL, "my set", quiet="10-14", zone="UTC")
    await bot.person("Ben").slash(CHANNEL, "my set", quiet="10-14", zone="UTC", pings="none")
    for hours in (36, 22):
        clock.forward(hours=hours)
        await looked(bot)
    assert [pinged(reminder) for reminder in posts(bot, "decisions in")] == [ids(bot, "Ann"), set()]


async def test_whom_no_call_could_reach_the_first_reminder_mentions(bot: Served, clock: Set) -> None:
    await passes(bot, *ALIENS, "Apone", "Rifleman")
    gm, world = bot.person("GM"), bot.playground.world
    channel, asked = gm.channel_id(CHANNEL), len(bot.playground.asked(CALLBACK))
    bot.playground.faults.drop(CALLBACK)
    await gm.slash(CHANNEL, "next", wait=False)
    await bot.playground.until_asked(CALLBACK, asked + 1)
    world.forbid(channel)
    for _ in range(2):
        await until_idle(bot)
        await swept(bot)
    world.overwrite(channel, world.bot["id"])
    assert database(bot, "SELECT count(*) FROM entries WHERE gave_up IS NOT NULL AND calls IS NOT NULL") != [(0,)]
    await looked(bot)
    for hours in (13, 8):
        clock.forward(hours=hours)
        await looked(bot)
    assert [pinged(reminder) for reminder in posts(bot, "decisions in")] == [ids(bot, "Ann", "Ben"), set()]


@pytest.mark.parametrize("fog", ["off", "hidden"])
async def test_a_substitute_is_called_and_reminded_where_they_may_order(bot: Served, clock: Set, fog: str) -> None:
    ann, cleo = bot.person("Ann"), bot.person("Cleo")
    await bot.person("GM").slash(CHANNEL, "encounter options", name="fog", value=fog)
    await ann.slash(CHANNEL, "my substitute", who=cleo)
    await ann.slash(CHANNEL, "my away", until="9 days")
    await cleo.slash(CHANNEL, "my set", pings="all")
    instead = {cleo.id} if fog == "off" else set()
    turn = await bot.person("GM").slash(CHANNEL, "next")
    turn = await meant(bot.person("GM"), turn)
    assert pinged(turn.message) == ids(bot, "Ben") | instead
    await looked(bot)
    clock.forward(hours=13)
    await looked(bot)
    (reminder,) = posts(bot, "decisions in")
    assert pinged(reminder) == instead and ann.mention not in reminder["content"]


def test_a_steady_clock_follows_small_steps_and_no_jumps() -> None:
    clock = Set()
    steady = Steady(clock)
    clock.jump(seconds=5)
    assert steady.now() == NOON + timedelta(seconds=5)
    clock.jump(days=3)
    clock.forward(hours=1)
    assert steady.now() == NOON + timedelta(seconds=5, hours=1)
    clock.jump(days=-9)
    assert steady.now() == NOON + timedelta(seconds=5, hours=1)
    assert isinstance(steady, Clock)


async def test_what_people_set_is_shown_forgotten_and_theirs_alone(bot: Served) -> None:
    ann, ben = bot.person("Ann"), bot.person("Ben")
    assert "Time zone: Europe/Berlin" in (await ann.slash(CHANNEL, "my set", quiet="22-7", zone="berlin")).content
    assert "Substitute: " + ben.mention in (await ann.slash(CHANNEL, "my substitute", who=ben)).content
    assert "Away: until" in (await ann.slash(CHANNEL, "my away", until="friday")).content
    shown = await ann.slash(CHANNEL, "my show")
    assert shown.ephemeral and "Quiet hours: 22:00-07:00" in shown.content
    assert "Quiet hours: none" in (await ben.slash(CHANNEL, "my show")).content
    kept = await ben.slash(CHANNEL, "privacy show")
    assert "players you are the substitute for" in json.dumps(kept.message) or kept.message
    asked = await ann.slash(CHANNEL, "privacy forget")
    await ann.click(asked, "Forget me")
    assert database(bot, "SELECT * FROM people") == []


@pytest.mark.parametrize(
    ("fog", "end"), [("off", ""), ("hidden", " With `fog` on they cannot order your fighters there.")]
)
async def test_a_substitute_of_the_other_side_is_warned_of(bot: Served, fog: str, end: str) -> None:
    ann, ben, gm = bot.person("Ann"), bot.person("Ben"), bot.person("GM")
    await gm.slash(CHANNEL, "encounter options", name="fog", value=fog)
    assert "plays for" not in (await ann.slash(CHANNEL, "my substitute", who=ben)).content
    await gm.slash(CHANNEL, "combatant edit", who="Rifleman", side="Company")
    warned = await ann.slash(CHANNEL, "my substitute", who=ben)
    first, second, *_ = warned.content.split("\n")
    assert first == f"{ben.mention} plays for the other side (Company) in **{(await head(bot)).state.title}**.{end}"
    assert second == "Quiet hours: none" and f"Substitute: {ben.mention}" in warned.content


async def orders(person: Person, fighter: str) -> str:
    return (await person.slash(CHANNEL, "pass", who=fighter)).content


async def test_a_substitute_orders_while_somebody_is_away(bot: Served) -> None:
    ann, ben = bot.person("Ann"), bot.person("Ben")
    assert "not yours to order" in await orders(ben, "Apone")
    await ann.slash(CHANNEL, "my substitute", who=ben)
    assert "not yours to order" in await orders(ben, "Apone")
    await ann.slash(CHANNEL, "my away", until="3 days")
    assert "is done for now" in await orders(ben, "Apone")
    renamed = await ben.slash(CHANNEL, "combatant edit", who="Apone", name="Mine")
    assert "not yours to order" in renamed.content
    await ann.slash(CHANNEL, "my away", until="off")
    await bot.person("GM").slash(CHANNEL, "undo")
    assert "not yours to order" in await orders(ben, "Apone")


# --- interrupted


@pytest.mark.parametrize("rule", ["pass", "ask", "hold"])
@pytest.mark.parametrize("method", ["finish_reminders", "remind", "advance"])
@pytest.mark.parametrize("first", [True, False])
async def test_a_run_that_dies_between_a_deadline_and_its_effect_leaves_it_to_the_next(
    tmp_path: Path, clock: Set, monkeypatch: pytest.MonkeyPatch, method: str, first: bool, rule: str
) -> None:
    """It dies as it writes to the database: before that, or right after it."""
    file = tmp_path / "bot.sqlite3"
    async with stand_in() as playground:
        async with connected(playground, file, clock) as bot:
            await skirmish(bot)
            await bot.person("GM").slash(CHANNEL, "encounter deadline", time="24h")
            await bot.person("GM").slash(CHANNEL, "encounter options", name="timeout", value=rule)
            await passes(bot, *ALIENS, "Apone")
            await looked(bot)
            clock.forward(hours=73)
            write = getattr(bot.store.deadlines, method)

            async def dies(*args: Any, **options: Any) -> None:
                if not first:
                    await write(*args, **options)
                raise asyncio.CancelledError

            with monkeypatch.context() as patched:
                patched.setattr(bot.store.deadlines, method, dies)
                with pytest.raises(asyncio.CancelledError):
                    await bot.client.timekeeper.once()
        async with connected(playground, file, clock) as bot:
            for _ in range(3):
                clock.forward(seconds=31)
                await looked(bot)
            words = {"pass": "Rifleman is done for now", "ask": "time is up", "hold": "Time is up"}[rule]
            assert len(posts(bot, words)) == 1
            assert len(posts(bot, "ime is up")) == 1
            assert database(bot, "SELECT number FROM misses") == [(1,)]
            assert database(bot, "SELECT count(*) FROM reminders WHERE done_at IS NULL") == [(0,)]


async def test_a_bot_that_is_killed_before_the_clock_s_order_is_posted_posts_it_once(
    tmp_path: Path, clock: Set
) -> None:
    file = tmp_path / "bot.sqlite3"
    async with stand_in() as playground:
        async with connected(playground, file, clock) as bot:
            await skirmish(bot)
            await bot.person("GM").slash(CHANNEL, "encounter deadline", time="24h")
            await bot.person("GM").slash(CHANNEL, "encounter options", name="timeout", value="pass")
            await passes(bot, *ALIENS, "Apone")
            clock.forward(hours=73)
            await bot.client.timekeeper.once()
            seqs = await bot.seqs()
        async with connected(playground, file, clock) as bot:
            for _ in range(3):
                await looked(bot)
            assert await bot.seqs() == seqs
            assert len(posts(bot, "Rifleman is done for now")) == 1


# --- in the fog


async def fogged(bot: Served) -> None:
    gm = bot.person("GM")
    await gm.slash(CHANNEL, "encounter start", ruleset="phoenix", title="The yard")
    for name, owner, secret in (("Trent", "Ann", False), ("Zorro", "Ben", True)):
        added = await gm.slash(
            CHANNEL, "combatant add", sheet="SAL 10, CA 8, M16A1", name=name, side=name, secret=secret
        )
        assert "joins" in json.dumps(added.message), added.content
        await gm.slash(CHANNEL, "combatant owner", who=name, user=bot.person(owner))
    await gm.slash(CHANNEL, "encounter options", name="fog", value="hidden")
    await gm.slash(CHANNEL, "encounter options", name="timeout", value="pass")
    await gm.slash(CHANNEL, "encounter deadline", time="24h")


async def test_in_the_fog_people_are_named_and_a_hidden_fighter_passes_in_silence(tmp_path: Path, clock: Set) -> None:
    async with served(tmp_path / "bot.sqlite3", clock) as bot:
        await fogged(bot)
        clock.forward(hours=37)
        await looked(bot)
        (reminder,) = posts(bot, "decisions in")
        ann, ben = bot.person("Ann"), bot.person("Ben")
        assert ann.mention in reminder["content"] and ben.mention in reminder["content"]
        await ann.slash(CHANNEL, "pass", who="Trent")
        before = len(ann.sees(CHANNEL))
        told = f"Time is up in **The yard** for {ben.mention}. The clock decided for them."
        clock.forward(hours=36)
        for _ in range(3):
            await looked(bot)
        last = await head(bot)
        assert last.user == "clock" and [last.state.combatant(id).name for id in last.state.passed][-1] == "Zorro"
        # Everyone reads whose time was up, and nobody what was done for a hidden fighter.
        assert [message["content"] for message in ann.sees(CHANNEL)[before:]] == [told]
        assert pinged(ann.sees(CHANNEL)[-1]) == set()
        done = await ben.click(ann.sees(CHANNEL)[-1], "Done for me")
        assert done.ephemeral and done.content == "Zorro is done for now."
        nothing = await ann.click(ann.sees(CHANNEL)[-1], "Done for me")
        assert nothing.ephemeral and nothing.content == "The clock did nothing for you."
        assert not [message for message in ann.sees(CHANNEL) if "Zorro" in json.dumps(message)]
        # Nor does the next answer say that something could not be shown.
        board = await ann.slash(CHANNEL, "encounter show")
        assert "Zorro" not in json.dumps(board.message) and not board.followups


async def test_in_the_fog_only_a_player_of_the_same_side_stands_in(tmp_path: Path, clock: Set) -> None:
    async with served(tmp_path / "bot.sqlite3", clock) as bot:
        await fogged(bot)
        await bot.person("Ann").slash(CHANNEL, "my substitute", who=bot.person("Ben"))
        await bot.person("Ann").slash(CHANNEL, "my away", until="3 days")
        assert "not yours to order" in await orders(bot.person("Ben"), "Trent")


async def test_a_substitute_of_another_side_passes_for_themselves_alone(tmp_path: Path, clock: Set) -> None:
    async with served(tmp_path / "bot.sqlite3", clock) as bot:
        await fogged(bot)
        ann, ben = bot.person("Ann"), bot.person("Ben")
        await ann.slash(CHANNEL, "my substitute", who=ben)
        await ann.slash(CHANNEL, "my away", until="9 days")
        await looked(bot)
        clock.forward(hours=37)
        await looked(bot)
        reminder = posts(bot, "due <t:")[-1]
        passed = await ben.click(reminder, "Pass")
        assert "is done for now" in passed.content and "Trent" not in passed.content


# --- plans, questions, newcomers

YARD = (
    "/encounter start ruleset: phoenix title: The yard",
    "/encounter options name: fog value: off",
    "/encounter map size: 40x20",
    "/combatant add sheet: SAL 6, CA 8, KV 40, M16A1, facing 180, exposed name: Trent at: D4 side: Squad owner: @Ann",
    "/combatant add sheet: SAL 6, CA 8, KV 40, M16A1, facing 180, exposed name: Axly at: J4 side: Squad owner: @Ben",
    "/combatant add sheet: SAL 1, CA 8, KV 40, AKM 47, facing 0, exposed name: Guard at: D18 side: Guards",
    "/encounter deadline time: 24h",
)


async def fired_upon(bot: Served, rule: str) -> None:
    """Trent has a plan and was fired upon: time waits for a second thought of Ann's."""
    for line in (*YARD, f"/encounter options name: timeout value: {rule}"):
        answer = await bot.person("GM").types(CHANNEL, line)
        assert not answer.ephemeral, answer.content
    for name, line in (
        ("Ann", "/plan set who: Trent lines: else: stay and watch"),
        ("Ben", "/pass who: Axly until: for 90 phases"),
        ("GM", "/plan set who: Guard lines: " + "; ".join(["fire at Trent aim 2"] * 3) + "; else: stay and watch"),
        ("GM", "/next run: True"),
    ):
        await bot.person(name).types(CHANNEL, line)
    await looked(bot)
    state = (await head(bot)).state
    assert [plan.alert for plan in plans(state)] == [True, False, False], state.agenda


@pytest.mark.parametrize("rule", ["ask", "hold"])
async def test_at_time_out_a_plan_is_kept_whatever_the_switch_says(tmp_path: Path, clock: Set, rule: str) -> None:
    async with served(tmp_path / "bot.sqlite3", clock, "phoenix") as bot:
        await fired_upon(bot, rule)
        clock.forward(hours=73)
        for _ in range(3):
            await looked(bot)
        last = await head(bot)
        assert last.user == "clock" and last.resolution.outcome.endswith("keeps the plan.")
        assert not still_asked(last.state, bot.client.library.shelf["phoenix"])
        (told,) = posts(bot, "ime is up")
        assert (
            told["content"]
            == f"Time is up in **The yard** for {bot.person('Ann').mention}. The clock decided for them."
        )


async def test_the_gm_is_called_for_those_without_a_plan_alone(tmp_path: Path, clock: Set) -> None:
    async with served(tmp_path / "bot.sqlite3", clock, "phoenix") as bot:
        await fired_upon(bot, "ask")
        await bot.person("Ben").slash(CHANNEL, "plan clear", who="Axly")
        await looked(bot)
        clock.forward(hours=73)
        for _ in range(3):
            await looked(bot)
        (call,) = posts(bot, "time is up")
        decided, asked = call["content"].split("\n")
        ann, ben = bot.person("Ann").mention, bot.person("Ben").mention
        assert ann in decided and ben not in decided and ben in asked and ann not in asked


async def test_who_comes_after_a_time_out_has_a_deadline_of_their_own(bot: Served, clock: Set) -> None:
    await bot.person("GM").slash(CHANNEL, "encounter options", name="timeout", value="pass")
    clock.forward(hours=73)
    for _ in range(2):
        await looked(bot)
    await bot.person("GM").slash(CHANNEL, "combatant add", sheet="rifleman", name="Hicks", owner=bot.person("Ben"))
    for hours, asked in ((0, True), (23, True), (2, False)):
        clock.forward(hours=hours)
        await looked(bot)
        last = await head(bot)
        assert bool(still_asked(last.state, bot.client.library.shelf["aliens"])) == asked
    assert last.interaction_id == f"clock:{last.encounter_id}:due:2"


async def test_who_is_late_after_others_about_one_decision_is_passed_for_as_well(bot: Served, clock: Set) -> None:
    await bot.person("GM").slash(CHANNEL, "encounter options", name="timeout", value="pass")
    database(
        bot,
        "INSERT INTO misses (encounter_id, guild_id, user_id, number) SELECT id, guild_id, ?, 2 FROM encounters",
        bot.person("Ben").id,
    )
    await looked(bot)
    for hours, passed in ((8, 1), (66, 5)):
        clock.forward(hours=hours)
        await looked(bot)
        last = await head(bot)
        assert (last.user, len(last.state.passed)) == ("clock", passed)
    assert last.interaction_id == f"clock:{last.encounter_id}:due:1:2"


async def test_many_deadlines_at_once_are_handled_in_one_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "_BATCH", 2)
    clock = Moved()
    async with served(tmp_path / "bot.sqlite3", clock, deadline_seconds=1000) as bot:
        channels = [bot.playground.world.add_channel(f"front-{n}")["id"] for n in range(5)]
        for channel in channels:
            await skirmish(bot, channel)
            await bot.person("GM").slash(channel, "encounter deadline", time="24h")
        await bot.client.timekeeper.once()

        def reminded() -> int:
            ben = bot.person("Ben")
            return sum("decisions in" in message["content"] for channel in channels for message in ben.sees(channel))

        clock.forward(hours=37)
        began = clock.now()
        async with asyncio.timeout(patience()):
            while reminded() < len(channels):
                clock.forward(seconds=0.5)
                await asyncio.sleep(0.02)
        assert clock.now() - began < timedelta(seconds=1000)


async def test_the_answer_repeats_the_zone_and_the_moment(bot: Served) -> None:
    """An offset is east of Greenwich as it is written, and has no summer time."""
    gm, ann = bot.person("GM"), bot.person("Ann")
    await gm.slash(CHANNEL, "encounter start", ruleset="aliens")
    said = (await gm.slash(CHANNEL, "encounter deadline", time="every day at 8pm GMT+2")).content
    match = re.search(r"daily 20:00 UTC\+02:00 \(no summer time\)\. This decision is due <t:(\d+):f>", said)
    assert match, said
    assert datetime.fromtimestamp(int(match[1]), UTC).strftime("%H:%M") == "18:00"
    row = DeadlineRow("", "", "", "0,1,2,3,4,5,6 1200 Europe/Berlin")
    assert words.deadline(row, NOON, asked=False) == (
        "Deadline: daily 20:00 Europe/Berlin (UTC+02:00 now)."
        f" The next one is {words.moment(NOON + timedelta(hours=6))}. Nobody needs to decide now."
    )
    said = (await ann.slash(CHANNEL, "my set", zone="EST", quiet="10pm–7am")).content
    assert "Time zone: UTC-05:00 (no summer time); it is " in said
    match = re.search(r"Quiet hours: 22:00-07:00 \(<t:(\d+):t> to <t:(\d+):t> for you\)", said)
    assert match, said
    assert [datetime.fromtimestamp(int(one), UTC).hour for one in match.groups()] == [3, 12]
    said = (await ann.slash(CHANNEL, "my away", until="12/11")).content
    assert "12/11 can be 12 November or 11 December" in said


async def test_the_deadlines_of_a_missing_rulebook_keep_nothing_else_waiting(
    bot: Served, clock: Set, monkeypatch: pytest.MonkeyPatch
) -> None:
    await looked(bot)
    before, seqs = database(bot, "SELECT * FROM deadlines"), await bot.seqs()
    books = Shelf({id: book for id, book in shelf().items() if id != "aliens"}, {})
    monkeypatch.setattr(bot.client.library, "shelf", books)
    clock.forward(hours=73)
    assert [await bot.client.timekeeper.once() for _ in range(2)] == [1, 0]
    assert database(bot, "SELECT * FROM deadlines") == before and await bot.seqs() == seqs
