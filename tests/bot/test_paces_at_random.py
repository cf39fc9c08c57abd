"""Fights of all books in which time goes on by itself, with passes and plans at random, by two runs of the bot."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from bot.chat.background.auto_pace import AutoPace
from bot.chat.outgoing.delivery import Delivery
from bot.errors import StoreError
from bot.game.entries.entries import Entry, Group
from bot.game.entries.invocation import CLOCK
from bot.game.files.library import Library
from bot.game.flow.pace import MOST_WINDOWS
from bot.game.referee.referee import Referee
from bot.game.requests import DirectRequest
from bot.game.requests.order_questions import AskFirst
from bot.game.store import Store
from rules.engine.flow.run import windows
from rules.engine.records.agenda import AT, CONTACT, ELSE, EMPTY, HIT, THEM, Clock, Line, Question, When
from rules.engine.records.errors import DiceWanted, Refusal
from rules.engine.records.orders import Answer, Duck, Fire, Next, Pass, Reload, SetPlan, Switch, Target
from rules.engine.records.records import Order
from rules.shelf import shelf
from tests.bot.said_at_random import GAMES
from tests.bot.table import GM, invocation
from tests.clocks import Moved
from tests.waiting import until

FIGHTS = [(book, seed) for book in GAMES for seed in range(5)]
STEPS = 15


class Shown:
    """Delivery that remembers what it was given."""

    def __init__(self) -> None:
        self.groups: list[Group] = []

    @contextmanager
    def handling(self, interaction: str) -> Iterator[bool]:
        yield True

    async def show(self, group: Group) -> None:
        self.groups.append(group)


class Run:
    """One of two runs of the bot on a database."""

    def __init__(self, store: Store, ruleset: str) -> None:
        self.referee = Referee(Library(store, shelf(), ruleset))
        self.shown, self.clock = Shown(), Moved()
        self.pacing = AutoPace(self.referee, cast(Delivery, self.shown), self.clock)

    async def later(self, seconds: float) -> None:
        await until(lambda: self.pacing.idle)
        self.clock.forward(seconds=seconds)
        for _ in range(5):
            await asyncio.sleep(0)
        await until(lambda: self.pacing.idle)


def an_order(head: Entry, luck: random.Random) -> Order:
    """Something that a person orders: an answer, a pass, a pass until, a plan."""
    state = head.state
    if questions := [item for item in state.agenda if isinstance(item, Question)]:
        return Answer(questions[0].to, luck.choice(questions[0].choices))
    who = luck.choice([fighter.id for fighter in state.combatants if fighter.present] or ["c1"])
    lines = [
        Line("fire at whoever shows", (Fire(who, (Target(THEM),), aim=1),), When(CONTACT)),
        Line("duck", (Duck(who),), When(HIT)),
        Line("reload", (Reload(who),), When(EMPTY)),
        Line("reload", (Reload(who),)),
        Line("stay", (), When(ELSE)),
    ]
    later = When(AT, at=Clock(state.clock.turn + luck.randint(1, 30)))
    planned = SetPlan(who, tuple(luck.sample(lines, luck.randint(1, 4))), GM)
    return luck.choice([Pass(who), Pass(who, later), planned, planned, Next()])


async def ordered(run: Run, order: Order) -> None:
    try:
        await run.referee.carry_out(invocation(GM), DirectRequest(order))
    except (Refusal, AskFirst, DiceWanted, StoreError):
        return


async def the_head(run: Run) -> Entry:
    head = await run.referee.journal.head(await run.referee.current(invocation(), ended_too=True))
    assert head is not None
    return head


def check(entries: Sequence[Entry]) -> None:
    """Nothing is lost, and time ran once after each entry at most, right after it, for so long at most."""
    assert [e.seq for e in entries] == [*range(1, len(entries) + 1)]
    book = shelf()[entries[0].state.ruleset]
    begun = [e for e in entries if e.user == CLOCK and e.part == 0]
    assert [e.interaction_id for e in begun] == [f"clock:{e.encounter_id}:{e.parent}" for e in begun]
    person = entries[0].state.clock
    for entry in entries:
        if entry.user != CLOCK:
            person = entry.state.clock
        elif isinstance(entry.order, Next):
            assert windows(person, entry.state.clock, book) <= MOST_WINDOWS


@pytest.mark.parametrize(("ruleset", "seed"), FIGHTS)
async def test_time_goes_on_once_for_each_entry_and_comes_to_rest(ruleset: str, seed: int, tmp_path: Path) -> None:
    luck, file = random.Random(f"{ruleset} {seed}"), tmp_path / "referee.sqlite3"
    async with await Store.open(file) as first, await Store.open(file) as second:
        runs = [Run(store, ruleset) for store in (first, second)]
        one = runs[0]
        await one.referee.start(invocation(GM), ruleset=ruleset)
        for request in GAMES[ruleset].begin:
            await one.referee.carry_out(invocation(GM), request)
        for name, value in (
            ("fog", luck.choice(["off", "hidden"])),
            ("delay", str(luck.choice([0, 5]))),
            ("pace", "auto"),
        ):
            await ordered(one, Switch(name, value))
        for run in runs:
            run.pacing.start()
        try:
            await _play(runs, luck)
        finally:
            for run in runs:
                await run.pacing.close()
        head = await the_head(one)
        entries = await one.referee.journal.whole(head.encounter_id)
        check(entries)
        stored = [e.interaction_id for e in entries if e.user == CLOCK and e.part == 0]
        posted = [group[0].interaction_id for run in runs for group in run.shown.groups]
        assert {*posted} == {*stored}


async def _play(runs: Sequence[Run], luck: random.Random) -> None:
    for _ in range(STEPS):
        run = luck.choice(runs)
        head = await the_head(run)
        for fighter in head.state.combatants if luck.random() < 0.4 else ():
            await ordered(run, Pass(fighter.id, luck.choice([None, When(AT, at=Clock(head.state.clock.turn + 9))])))
        await ordered(run, an_order(await the_head(run), luck))
        await asyncio.gather(*(each.later(luck.choice([3, 5, 70])) for each in runs))
    last: Any = None
    for _ in range(4 * MOST_WINDOWS):
        await asyncio.gather(*(each.later(70) for each in runs))
        seq = (await the_head(runs[0])).seq
        if seq == last:
            return
        last = seq
    raise AssertionError("time never comes to rest")
