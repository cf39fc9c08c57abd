"""Anybody saying anything in any order: whatever comes of it, the journal and the dice hold together."""

from __future__ import annotations

import asyncio
import random
import re
import tempfile
from collections.abc import Coroutine
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from bot import fairness
from bot.errors import ChannelTaken
from bot.game.entries.entries import Entry, Group
from bot.game.entries.invocation import Invocation
from bot.game.files import imports
from bot.game.files.library import Library
from bot.game.journal.journal import Journal
from bot.game.journal.replay import replay
from bot.game.pages.export_replay import resolve_again
from bot.game.referee.referee import Referee
from bot.game.requests import Incomplete
from bot.game.requests.order_questions import AskFirst
from bot.game.store import Store
from rules.engine.conduct import conduct
from rules.engine.records.errors import DiceWanted, Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.steps import Note, Roll
from rules.engine.scene import dice_keys
from rules.shelf import books_by_name, shelf
from tests.bot.said_at_random import GAMES, USERS, Game, offered, typed
from tests.bot.table import document
from tests.examples import examples

T = TypeVar("T")
NOTHING_DONE = (Refusal, Incomplete, DiceWanted, ChannelTaken)
TYPED = re.compile("typed but not needed|kept for later throws|was typed for another die")
"""Notes on typed dice, which a replay does not have."""
ENOUGH = 30
"""Entries that a fight has at least, before it may be ended."""
_numbers = count(1)


async def _confirmed(asked: AskFirst, invocation: Invocation) -> Group:
    return await asked.choices[0].carry_out(invocation, "")


class RandomPlay(RuleBasedStateMachine):
    """One channel, four people; every deed is checked against the entry before it."""

    game: Game

    def __init__(self) -> None:
        super().__init__()
        self.left: dict[str, dict[int, Encounter]] = {}
        """The state that each entry left, by encounter and number."""
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.thrown: dict[object, list[tuple[int, int, int]]] = {}
        """The throws for the same order by the same actor at the same clock and count, the longest row."""
        self.open()
        self.note(self.run(self.referee.start(self.invocation("100"), ruleset=self.game.ruleset)))
        for request in self.game.begin:
            self.note(self.run(self.referee.carry_out(self.invocation("100"), request)))

    def open(self) -> None:
        """The bot as it comes up, with nothing in memory."""
        self.store = self.run(Store.open(Path(self.folder.name) / "referee.sqlite3"))
        self.referee = Referee(Library(self.store, shelf(), self.game.ruleset))

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    def invocation(self, user: str) -> Invocation:
        return Invocation(str(next(_numbers)), user, f"user {user}", "1", "10", "token", datetime.now(UTC))

    def head(self) -> Entry:
        """The channel's last entry as it is stored, read without what the referee keeps in memory."""
        id = self.run(self.referee.current(self.invocation("100"), ended_too=True))
        head = self.run(Journal(self.store).head(id))
        assert head is not None
        return head

    def gm(self) -> Invocation:
        """The GM says something."""
        return self.invocation(self.head().state.gms[0])

    def attempt(self, work: Coroutine[Any, Any, Group]) -> Group:
        """Do it, or see that a refusal left nothing behind; what was done is checked. Cautions are confirmed."""
        before = self.head()
        try:
            group = self.run(work)
        except AskFirst as asked:
            assert str(asked)
            assert self.head() == before
            # What is delivered twice is the question, not the order that is confirmed.
            self.attempt(_confirmed(asked, self.gm()))
            return ()
        except NOTHING_DONE as no:
            assert str(no) or isinstance(no, Incomplete)
            assert self.head() == before
            return ()
        self.check(before, group)
        return group

    def note(self, group: Group) -> None:
        self.left.setdefault(group[0].encounter_id, {}).update((entry.seq, entry.state) for entry in group)

    def check(self, before: Entry, group: Group) -> None:
        self.note(group)
        if group[0].kind == "ruling":
            assert self.head() == before
            return
        stored = self.head()
        assert (stored.seq, stored.state, stored.order) == (group[-1].seq, group[-1].state, group[-1].order)
        assert stored.resolution == group[-1].resolution
        for combatant in stored.state.combatants:
            self.game.check(combatant)
            for carried in combatant.carried:
                inside = carried.ammunition
                assert inside is None or 0 <= inside.loaded <= inside.capacity
        assert len({c.name.casefold() for c in stored.state.combatants}) == len(stored.state.combatants)
        if group[0].kind != "order":
            return
        acted_on = conduct.UNOPENED if group[0].parent is None else before.state
        self.check_throws(acted_on, group)
        state_so_far = acted_on
        for entry in group:
            state_so_far = reduce(lambda state, effect: effect.on(state), entry.resolution.effects, state_so_far)
            assert state_so_far == entry.state
        book = self.referee.library.shelf[stored.state.ruleset]
        again = conduct.replay(stored.order, acted_on, [e.resolution for e in group], book)
        assert [part.encounter for part in again] == [entry.state for entry in group]
        for part, entry in zip(again, group, strict=True):
            steps = [s for s in entry.resolution.steps if not (isinstance(s, Note) and TYPED.search(s.text))]
            assert list(part.resolution.steps) == steps
            assert part.resolution.outcome == entry.resolution.outcome

    def check_throws(self, acted_on: Encounter, group: Group) -> None:
        """No undo, end, idle edit or restart gives the same order other dice, as far as it throws the same ones."""
        steps = (step for entry in group for step in entry.resolution.steps)
        new = [(roll.low, roll.high, roll.value) for roll in steps if isinstance(roll, Roll) and not roll.typed_by]
        order, end = group[0].order, group[0].state
        key = (end.id, acted_on.commitment or end.commitment, *dice_keys.key(order, acted_on), group[0].written)
        old = self.thrown.get(key, [])
        for one, other in zip(old, new, strict=False):
            assert one[:2] != other[:2] or one == other, key
        self.thrown[key] = max(old, new, key=len)

    @rule(user=st.sampled_from(USERS), said=st.data(), dice=typed)
    def does(self, user: str, said: st.DataObject, dice: str) -> None:
        self.attempt(self.referee.carry_out(self.invocation(user), said.draw(self.game.deeds), dice))

    @rule(user=st.sampled_from(USERS), said=st.data(), dice=typed)
    def attacks(self, user: str, said: st.DataObject, dice: str) -> None:
        self.attempt(self.referee.carry_out(self.invocation(user), said.draw(self.game.attacks), dice))

    @rule(user=st.sampled_from(USERS), said=st.data())
    def sets_the_table(self, user: str, said: st.DataObject) -> None:
        self.attempt(self.referee.carry_out(self.invocation(user), said.draw(self.game.table_work)))

    @rule(said=st.data())
    def gm_does(self, said: st.DataObject) -> None:
        request = said.draw(st.one_of(self.game.deeds, self.game.table_work))
        self.attempt(self.referee.carry_out(self.gm(), request))

    @rule(seed=st.integers(0, 2**32), times=st.integers(4, 12))
    def gm_plays(self, seed: int, times: int) -> None:
        """Make a fight of it: answer the questions, and let fighters who can act do what the bot offers."""
        luck = random.Random(seed)
        for _ in range(times):
            state = self.head().state
            request = offered(self.game, state, self.referee.library.shelf[state.ruleset], luck)
            self.attempt(self.referee.carry_out(self.gm(), request))

    @rule()
    def is_started_anew(self) -> None:
        before = self.head()
        self.run(self.store.close())
        self.open()
        assert self.head() == before

    @rule(back=st.integers(0, 60))
    def is_tidied(self, back: int) -> None:
        """States are dropped and packed; what an entry left is the same, whichever way it is read."""
        head = self.head()
        self.run(self.referee.journal.tidy(datetime.now(UTC), datetime.now(UTC) - timedelta(days=7)))
        assert self.head() == head
        self.recall(head.encounter_id, max(1, head.seq - back))

    def recall(self, encounter: str, seq: int) -> None:
        journal, left = Journal(self.store), self.left[encounter]
        one = self.run(journal.entry(encounter, seq))
        group = self.run(journal.group(encounter, seq))
        assert one is not None and one.state == left[seq] and one in group
        read = self.run(journal.entries(encounter, max(1, seq - 5), seq + 5))
        assert [entry.state for entry in (*group, *read)] == [left[entry.seq] for entry in (*group, *read)]

    @rule(user=st.sampled_from(USERS), said=st.data())
    def is_delivered_twice(self, user: str, said: st.DataObject) -> None:
        invocation, request = self.invocation(user), said.draw(self.game.deeds)
        first = self.attempt(self.referee.carry_out(invocation, request))
        if first:
            head = self.head()
            second = self.run(self.referee.carry_out(invocation, request))
            assert [(e.seq, e.resolution, e.state) for e in second] == [(e.seq, e.resolution, e.state) for e in first]
            assert self.head() == head

    @rule(user=st.sampled_from(USERS), back=st.integers(0, 6))
    def again(self, user: str, back: int) -> None:
        head = self.head()
        self.attempt(self.referee.again(self.invocation(user), head.encounter_id, max(1, head.seq - back)))

    @rule(user=st.sampled_from(USERS))
    def undo(self, user: str) -> None:
        self.attempt(self.referee.undo(self.invocation(user)))

    @rule(user=st.sampled_from(USERS))
    def redo(self, user: str) -> None:
        self.attempt(self.referee.redo(self.invocation(user)))

    @rule(times=st.integers(1, 4))
    def undo_and_redo(self, times: int) -> None:
        # No precondition: the dice are drawn from a secret, and Hypothesis wants to come by the same rules again.
        if self.head().state.ended:
            return
        gm, states = self.head().state.gms[0], [self.head().state]
        for _ in range(times):
            if not self.attempt(self.referee.undo(self.invocation(gm))):
                break
            states.append(self.head().state)
            gm = states[-1].gms[0]
        while len(states) > 1:
            states.pop()
            assert self.attempt(self.referee.redo(self.invocation(gm)))
            assert self.head().state == states[-1]

    @rule(user=st.sampled_from(USERS))
    def start(self, user: str) -> None:
        self.attempt(self.referee.start(self.invocation(user)))

    @rule(user=st.sampled_from(USERS))
    def end(self, user: str) -> None:
        if self.head().seq < ENOUGH:
            return
        group = self.attempt(self.referee.end(self.invocation(user)))
        if group:
            self.run(self.referee.settle(group))
            self.verify(group[-1].encounter_id)

    def verify(self, encounter: str) -> None:
        """The export of an ended encounter satisfies the witness, and its journal is whole."""
        row = self.run(self.store.journal.encounter(encounter))
        assert row is not None
        entries = self.run(self.referee.journal.whole(encounter))
        assert {entry.seq: entry.state for entry in entries} == self.left[encounter]
        self.is_tidied(0)
        for seq in self.left[encounter]:
            self.recall(encounter, seq)
        exported = document(row, entries, self.run(self.store.journal.seeds_of(encounter)))
        report = fairness.verify(exported)
        assert report.problems == ()
        self.check_import(exported, entries[-1].state)
        assert report.checked + report.typed == sum(
            type(step).__name__ == "Roll" for entry in entries for step in entry.resolution.steps
        )
        found = replay(entries, self.referee.library.shelf)
        assert (found.newer, found.alarms) == ((), ())
        assert found.same == tuple(e.seq for e in entries if e.kind == "order" and e.part == 0)
        assert resolve_again(exported, self.referee.library.shelf) == ((len(found.same), 0, 0), [])

    def check_import(self, exported: dict[str, Any], last: Encounter) -> None:
        """Whatever was played can be imported, and begins as it was, except for people and what they typed."""
        begun = imports.found(exported, self.referee.library.shelf).encounter
        for part in ("title", "switches", "clock", "battle_map", "ranges", "passed", "mustered", "sightings", "notes"):
            assert getattr(begun, part) == getattr(last, part), part
        assert [type(item) for item in begun.agenda] == [type(item) for item in last.agenda]
        assert begun.combatants == tuple(
            replace(one, owner=None, keeper="", roster="", kept="") for one in last.combatants
        )

    def teardown(self) -> None:
        head = self.head()
        if not head.state.ended:
            self.note(self.run(self.referee.end(self.invocation(head.state.gms[0]))))
            self.verify(head.encounter_id)
        self.run(self.store.close())
        self.runner.close()
        self.folder.cleanup()


class Aliens(RandomPlay):
    game = GAMES["aliens"]


class Phoenix(RandomPlay):
    game = GAMES["phoenix"]


class PhoenixAdvanced(RandomPlay):
    game = GAMES["phoenix-advanced"]


class PhoenixOptional(RandomPlay):
    game = GAMES["phoenix-optional"]


class PhoenixTournament(RandomPlay):
    game = GAMES["phoenix-tournament"]


class Marines(RandomPlay):
    game = GAMES["space-marines"]


class MarinesOutdoors(RandomPlay):
    game = GAMES["space-marines-outdoors"]


class Savage(RandomPlay):
    game = GAMES["savage"]


def test_every_rulebook_and_preset_is_played() -> None:
    named = {(book.id, preset) for book, preset in map(books_by_name(shelf()).__getitem__, GAMES)}
    assert named == {(book.id, preset) for book in shelf().values() for preset in book.presets}


FEW = settings(
    examples(9),
    stateful_step_count=40,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
TestAliens, TestPhoenix, TestPhoenixAdvanced = Aliens.TestCase, Phoenix.TestCase, PhoenixAdvanced.TestCase
TestPhoenixOptional, TestPhoenixTournament = PhoenixOptional.TestCase, PhoenixTournament.TestCase
TestMarines, TestMarinesOutdoors, TestSavage = Marines.TestCase, MarinesOutdoors.TestCase, Savage.TestCase
TestAliens.settings = TestPhoenix.settings = TestPhoenixAdvanced.settings = FEW
TestPhoenixOptional.settings = TestPhoenixTournament.settings = FEW
TestMarines.settings = TestMarinesOutdoors.settings = TestSavage.settings = FEW
