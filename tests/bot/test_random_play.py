"""Anybody saying anything in any order: whatever comes of it, the journal and the dice hold together."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Coroutine
from datetime import UTC, datetime
from functools import reduce
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from bot import codec, exports, fairness
from bot.errors import ChannelTaken
from bot.journal import Entry, Group, Journal
from bot.library import Library
from bot.occasion import Occasion
from bot.referee import Referee
from bot.store import Store
from bot.wishes import (
    Attacking,
    Charting,
    Doing,
    Incomplete,
    Moving,
    Mustering,
    Pasted,
    Plain,
    Wish,
    adjusting,
    appointing,
    dismissing,
    handing_over,
    renaming,
    switching,
)
from rules import conduct
from rules.aliens.card import fighter
from rules.errors import DiceWanted, Refusal
from rules.orders import Act, Aim, Burst, Duck, Fire, Heal, Next, Pass, Reload, Throw
from rules.shelf import shelf
from rules.steps import Note

T = TypeVar("T")
USERS = ("100", "101", "102", "999")
NOTHING_DONE = (Refusal, Incomplete, DiceWanted, ChannelTaken)
_numbers = count(1)

words = st.one_of(st.just(""), st.sampled_from(["hip", "x" * 201, "\u200b", "@everyone", "**", "🔥"]))
names = st.sampled_from(
    ["Apone", "Rifleman", "Rifleman 2", "Alien", "Alien 1", "alien 2", "Alien 3", "Al", "1", "c1", "", "a,b", "-", "é"]
)
whom = st.one_of(st.just(""), names)
places = st.one_of(
    st.sampled_from(["A1", "B2", "C3", "D4", "E5", "A9", "Z99", "", "nowhere", "A1 A2"]),
    st.builds(lambda column, row: f"{column}{row}", st.sampled_from("ABCDE"), st.integers(0, 6)),
)
numbers = st.sampled_from([None, None, None, 1, 1, 2, 2, 3, 5, 0, -1, 10, 999, 1000, 2**53])
sheets = st.sampled_from(
    [
        "apone",
        "Rifleman",
        "rifleman, pistol, loaded 1, spares 1",
        "Rifleman, actions 9",
        "alien",
        "alien, loaded 3",
        "?",
    ]
)
changes = st.sampled_from(
    ["dead", "alive", "at B2", "at Z9", "off the map", "actions 0", "actions 2", "loaded 0", "loaded 99", "loaded 5",
     "spares 1", "unlimited", "weapon 1", "weapon 2", "stop reloading", "flying", "", "loaded 2, dead, actions 1"]
)  # fmt: skip
owners = st.sampled_from([None, *USERS])
attacks: st.SearchStrategy[Wish] = st.builds(
    Attacking, st.sampled_from([Fire, Fire, Fire, Burst, Throw, Aim]), names, numbers,
    st.sampled_from(["", "", "Pistol", "pulse", "Smartgun"]), numbers, words, words, whom,
)  # fmt: skip
deeds: st.SearchStrategy[Wish] = st.one_of(
    st.builds(
        Attacking, st.just(Fire), st.sampled_from(["Alien 1", "Alien 2"]), st.just(1), range=st.just(2), who=whom
    ),
    st.builds(Doing, st.sampled_from([Reload, Pass, Act, Duck, Heal]), whom, how=words, cost=numbers),
    st.builds(Doing, st.just(Reload), st.sampled_from(["Rifleman", ""]), weapon=st.sampled_from(["", "pistol"])),
    st.builds(Moving, places, whom, numbers),
    st.just(Plain(Next())),
)
table_work: st.SearchStrategy[Wish] = st.one_of(
    st.builds(Mustering, whom, sheets, st.sampled_from([1, 1, 2, 0, -1, 99]), words, places, owners),
    st.builds(Pasted, st.sampled_from(["alien\nBig: alien", "Rifleman", "nonsense\nalien", ""]), owner=owners),
    st.builds(adjusting, names, changes),
    st.builds(renaming, names, st.sampled_from(["Hicks", "Apone", "x" * 41]), words),
    st.builds(dismissing, names),
    st.builds(handing_over, names, owners),
    st.builds(
        switching, st.sampled_from(["ammunition", "next", "typed dice", "?"]), st.sampled_from(["on", "off", "gm"])
    ),
    st.builds(appointing, st.sampled_from(USERS)),
    st.builds(Charting, st.sampled_from(["5x6", "12x8", "41x1", "x"]), st.sampled_from(["", "C3 B2-B4", "Z9", "?"])),
)
typed = st.sampled_from(["", "", "", "", "3", "0", "9 9", "17", "abc", "?"])


class RandomPlay(RuleBasedStateMachine):
    """One channel, four people; every deed is checked against the entry before it."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.store = self.run(Store.open(Path(self.folder.name) / "referee.sqlite3"))
        self.referee = Referee(Library(self.store, shelf(), "aliens"))
        self.run(self.referee.start(self.occasion("100")))
        for user, wish in (
            ("100", Mustering(sheet="apone", owner="101")),
            ("100", Mustering(sheet="rifleman", owner="102")),
            ("100", Mustering(sheet="alien", count=3)),
        ):
            self.run(self.referee.carry_out(self.occasion(user), wish))

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    def occasion(self, user: str) -> Occasion:
        return Occasion(str(next(_numbers)), user, f"user {user}", "1", "10", "token", datetime.now(UTC))

    def head(self) -> Entry:
        """The channel's last entry as it is stored, read without what the referee keeps in memory."""
        id = self.run(self.referee.current(self.occasion("100"), ended_too=True))
        head = self.run(Journal(self.store).head(id))
        assert head is not None
        return head

    def attempt(self, work: Coroutine[Any, Any, Group]) -> Group:
        """Do it, or see that a refusal left nothing behind; what was done is checked."""
        before = self.head()
        try:
            group = self.run(work)
        except NOTHING_DONE as no:
            assert str(no) or isinstance(no, Incomplete)
            assert self.head() == before
            return ()
        self.check(before, group)
        return group

    def check(self, before: Entry, group: Group) -> None:
        if group[0].kind == "ruling":
            assert self.head() == before
            return
        stored = self.head()
        assert (stored.seq, stored.state, stored.order) == (group[-1].seq, group[-1].state, group[-1].order)
        assert stored.resolution == group[-1].resolution
        for combatant in stored.state.combatants:
            state = fighter(combatant)
            assert 0 <= state.left <= state.actions
            for carried in combatant.carried:
                assert carried.ammunition is not None
                assert 0 <= carried.ammunition.loaded <= carried.ammunition.capacity
        assert len({c.name.casefold() for c in stored.state.combatants}) == len(stored.state.combatants)
        if group[0].kind != "order":
            return
        acted_on = conduct.UNOPENED if group[0].parent is None else before.state
        state_so_far = acted_on
        for entry in group:
            state_so_far = reduce(lambda state, effect: effect.on(state), entry.resolution.effects, state_so_far)
            assert state_so_far == entry.state
        book = self.referee.library.shelf[stored.state.ruleset]
        again = conduct.replay(stored.order, acted_on, [e.resolution for e in group], book)
        assert [part.encounter for part in again] == [entry.state for entry in group]
        for part, entry in zip(again, group, strict=True):
            surplus = [s for s in entry.resolution.steps if isinstance(s, Note) and "not needed" in s.text]
            assert [*part.resolution.steps, *surplus] == list(entry.resolution.steps)
            assert part.resolution.outcome == entry.resolution.outcome

    @rule(user=st.sampled_from(USERS), wish=deeds, dice=typed)
    def does(self, user: str, wish: Wish, dice: str) -> None:
        self.attempt(self.referee.carry_out(self.occasion(user), wish, dice))

    @rule(user=st.sampled_from(USERS), wish=attacks, dice=typed)
    def attacks(self, user: str, wish: Wish, dice: str) -> None:
        self.attempt(self.referee.carry_out(self.occasion(user), wish, dice))

    @rule(user=st.sampled_from(USERS), wish=table_work)
    def sets_the_table(self, user: str, wish: Wish) -> None:
        self.attempt(self.referee.carry_out(self.occasion(user), wish))

    @rule(wish=st.one_of(deeds, table_work))
    def gm_does(self, wish: Wish) -> None:
        self.attempt(self.referee.carry_out(self.occasion(self.head().state.gms[0]), wish))

    @rule(user=st.sampled_from(USERS), wish=deeds)
    def is_delivered_twice(self, user: str, wish: Wish) -> None:
        occasion = self.occasion(user)
        first = self.attempt(self.referee.carry_out(occasion, wish))
        if first:
            head = self.head()
            second = self.run(self.referee.carry_out(occasion, wish))
            assert [(e.seq, e.resolution, e.state) for e in second] == [(e.seq, e.resolution, e.state) for e in first]
            assert self.head() == head

    @rule(user=st.sampled_from(USERS), back=st.integers(0, 6))
    def again(self, user: str, back: int) -> None:
        head = self.head()
        self.attempt(self.referee.again(self.occasion(user), head.encounter_id, max(1, head.seq - back)))

    @rule(user=st.sampled_from(USERS))
    def undo(self, user: str) -> None:
        self.attempt(self.referee.undo(self.occasion(user)))

    @rule(user=st.sampled_from(USERS))
    def redo(self, user: str) -> None:
        self.attempt(self.referee.redo(self.occasion(user)))

    @precondition(lambda self: not self.head().state.ended)
    @rule(times=st.integers(1, 4))
    def undo_and_redo(self, times: int) -> None:
        gm, states = self.head().state.gms[0], [self.head().state]
        for _ in range(times):
            if not self.attempt(self.referee.undo(self.occasion(gm))):
                break
            states.append(self.head().state)
            gm = states[-1].gms[0]
        while len(states) > 1:
            states.pop()
            assert self.attempt(self.referee.redo(self.occasion(gm)))
            assert self.head().state == states[-1]

    @rule(user=st.sampled_from(USERS))
    def start(self, user: str) -> None:
        self.attempt(self.referee.start(self.occasion(user)))

    @rule(user=st.sampled_from(USERS))
    def end(self, user: str) -> None:
        group = self.attempt(self.referee.end(self.occasion(user)))
        if group:
            self.run(self.referee.settle(group))
            self.verify(group[-1].encounter_id)

    def verify(self, encounter: str) -> None:
        """The export of an ended encounter satisfies the witness, and its journal is whole."""
        row = self.run(self.store.encounter(encounter))
        assert row is not None
        entries = self.run(self.referee.journal.whole(encounter))
        assert entries[-1].state == self.head().state
        document = exports.document(row, entries, self.run(self.store.seeds_of(encounter)))
        report = fairness.verify(json.loads(codec.pretty(document)))
        assert report.problems == ()
        assert report.checked + report.typed == sum(
            type(step).__name__ == "Roll" for entry in entries for step in entry.resolution.steps
        )

    def teardown(self) -> None:
        head = self.head()
        if not head.state.ended:
            self.run(self.referee.end(self.occasion(head.state.gms[0])))
            self.verify(head.encounter_id)
        self.run(self.store.close())
        self.runner.close()
        self.folder.cleanup()


TestRandomPlay = RandomPlay.TestCase
TestRandomPlay.settings = settings(
    max_examples=15,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
