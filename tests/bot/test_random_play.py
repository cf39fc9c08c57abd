"""Anybody saying anything in any order: whatever comes of it, the journal and the dice hold together."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
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
from bot.replay import replay
from bot.store import Store
from bot.wishes import (
    Answering,
    Attacking,
    Charting,
    Doing,
    Elapsing,
    Incomplete,
    Moving,
    Mustering,
    Pasted,
    Plain,
    Switching,
    Wish,
    adjusting,
    appointing,
    dismissing,
    handing_over,
    renaming,
)
from rules import conduct
from rules.aliens.card import fighter
from rules.errors import DiceWanted, Refusal
from rules.model import Combatant
from rules.orders import Act, Aim, Attack, Burst, Duck, Fire, Heal, Next, Pass, Reload, Throw
from rules.phoenix.soldier import soldier
from rules.shelf import shelf, volumes
from rules.steps import Note

T = TypeVar("T")
USERS = ("100", "101", "102", "999")
NOTHING_DONE = (Refusal, Incomplete, DiceWanted, ChannelTaken)
_numbers = count(1)

words = st.one_of(st.just(""), st.sampled_from(["hip", "x" * 201, "\u200b", "@everyone", "**", "🔥"]))
places = st.one_of(
    st.sampled_from(["A1", "B2", "C3", "D4", "E5", "A9", "Z99", "", "nowhere", "A1 A2"]),
    st.builds(lambda column, row: f"{column}{row}", st.sampled_from("ABCDE"), st.integers(0, 6)),
)
numbers = st.sampled_from([None, None, None, 1, 1, 2, 2, 3, 5, 0, -1, 10, 999, 1000, 2**53])
owners = st.sampled_from([None, *USERS])
typed = st.sampled_from(["", "", "", "", "3", "0", "9 9", "17", "abc", "?", "50 7 4 0 0"])


@dataclass(frozen=True)
class Game:
    """What is said in one rulebook's encounters: attacks, deeds, work of the GM; what holds for each combatant."""

    ruleset: str
    begin: tuple[Mustering, ...]
    attacks: st.SearchStrategy[Wish]
    deeds: st.SearchStrategy[Wish]
    table_work: st.SearchStrategy[Wish]
    check: Callable[[Combatant], None]


def game(
    ruleset: str,
    begin: Sequence[Mustering],
    names: Sequence[str],
    weapons: Sequence[str],
    sheets: Sequence[str],
    changes: Sequence[str],
    check: Callable[[Combatant], None],
    hows: st.SearchStrategy[str] = words,
    switches: Sequence[str] = (),
    more: Sequence[st.SearchStrategy[Wish]] = (),
) -> Game:
    """A rulebook's wishes, from its words."""
    someone = st.sampled_from([*names, "Al", "1", "c1", "", "a,b", "-", "é"])
    whom = st.one_of(st.just(""), someone)
    weapon = st.sampled_from(["", "", *weapons])
    verbs: list[type[Attack]] = [Fire, Fire, Fire, Burst, Throw, Aim]
    return Game(
        ruleset,
        tuple(begin),
        st.builds(Attacking, st.sampled_from(verbs), someone, numbers, weapon, numbers, hows, words, whom),
        st.one_of(
            st.builds(Attacking, st.just(Fire), st.sampled_from(names[-2:]), st.just(1), range=st.just(2), who=whom),
            st.builds(Doing, st.sampled_from([Reload, Pass, Act, Duck, Heal]), whom, whom, how=hows, cost=numbers),
            st.builds(Doing, st.just(Reload), st.sampled_from([names[1], ""]), weapon=weapon),
            st.builds(Moving, places, whom, numbers),
            st.just(Plain(Next())),
            *more,
        ),
        st.one_of(
            st.builds(Mustering, whom, st.sampled_from(sheets), st.sampled_from([1, 1, 2, 0, -1, 99]), words, places,
                      owners),
            st.builds(Pasted, st.sampled_from([f"{sheets[0]}\nBig: {sheets[1]}", sheets[1], f"nonsense\n{sheets[0]}",
                                               ""]), owner=owners),
            st.builds(adjusting, someone, st.sampled_from(changes)),
            st.builds(renaming, someone, st.sampled_from(["Hicks", names[0], "x" * 41]), words),
            st.builds(dismissing, someone),
            st.builds(handing_over, someone, owners),
            st.builds(Switching, st.sampled_from(["next", "typed dice", "?", *switches]),
                      st.sampled_from(["on", "off", "gm"])),
            st.builds(appointing, st.sampled_from(USERS)),
            st.builds(Charting, st.sampled_from(["5x6", "12x8", "41x1", "x"]), st.sampled_from(["", "C3 B2-B4", "?"])),
        ),
        check,
    )  # fmt: skip


def check_fighter(combatant: Combatant) -> None:
    state = fighter(combatant)
    assert 0 <= state.left <= state.actions
    assert all(carried.ammunition is not None for carried in combatant.carried)


def check_soldier(combatant: Combatant) -> None:
    state = soldier(combatant)
    assert state.left >= 0
    assert state.physical_damage >= 0


GAMES = {
    "aliens": game(
        "aliens",
        (
            Mustering(sheet="apone", owner="101"),
            Mustering(sheet="rifleman", owner="102"),
            Mustering(sheet="alien", count=3),
        ),
        names=["Apone", "Rifleman", "Rifleman 2", "Alien", "alien 2", "Alien 3", "Alien 1", "Alien 2"],
        weapons=["Pistol", "pulse", "Smartgun"],
        sheets=["apone", "alien", "Rifleman", "rifleman, pistol, loaded 1, spares 1", "Rifleman, actions 9",
                "alien, loaded 3", "?"],
        changes=["dead", "alive", "at B2", "at Z9", "off the map", "actions 0", "actions 2", "loaded 0", "loaded 99",
                 "loaded 5", "spares 1", "unlimited", "weapon 1", "weapon 2", "stop reloading", "flying", "",
                 "loaded 2, dead, actions 1"],
        check=check_fighter,
        switches=["ammunition"],
    ),
    "phoenix": game(
        "phoenix",
        (
            Mustering("Trent", "skill 8, STR 16, M16, 2 M 67, duck ask, facing north", at="A1", owner="101"),
            Mustering("Axly", "elite, M249, FR F2, exposed", at="B2", owner="102"),
            Mustering("Guard", "green, AKM 47, RPG 7V", 3, at="C3 D4 E5"),
        ),
        names=["Trent", "Axly", "Axly 2", "Guard", "D4", "Trent, Axly", "Guard 3", "Guard 1", "Guard 2"],
        weapons=["M16", "M 67", "rpg", "FR F2", "Uzi"],
        sheets=["line, Uzi", "SAL 12, CA 8, M79, hidden", "rolled, skill 3, Remington M870 loaded 1", "skill 21",
                "KV 20, unspotted, duck when fired upon", "elite, M16 AP 2 magazines", "?"],
        changes=["dead", "alive", "at B2", "at Z9", "off the map", "actions 0", "actions left 2", "loaded 0",
                 "loaded 99", "loaded 5", "spares 1", "unlimited", "weapon 1", "weapon 2", "PD 120", "heal all",
                 "unconscious 3", "awake", "duck ask", "hidden", "exposed", "gone, PD 3000", "weapon broken", ""],
        check=check_soldier,
        hows=st.one_of(words, st.sampled_from(["hip", "sweep", "called shot", "hex", "kneel", "duck back", "ask",
                                               "when fired upon", "first aid", "AP", "turn to north", "running"])),
        switches=["modifiers"],
        more=(
            st.builds(Elapsing, st.sampled_from(["", "", "3 s", "2 h", "40 days", "11 years", "-1 s"])),
            st.builds(Answering, st.sampled_from(["duck", "stay", "perhaps"]), st.sampled_from(["", "Trent"])),
            st.builds(Attacking, st.sampled_from([Fire, Burst]), st.sampled_from(["Guard 1", "Guard 2", "Trent"]),
                      st.sampled_from([None, 2, 4]), who=st.sampled_from(["Trent", "Axly", "Guard 3"])),
            st.builds(Doing, st.just(Act), st.sampled_from(["Trent", "Axly", "Guard 1"]),
                      how=st.sampled_from(["kneel", "duck back", "fire over cover", "firing stance", "unload"])),
        ),
    ),
    "phoenix-advanced": game(
        "phoenix-advanced",
        (
            Mustering("Trent", "skill 8, STR 16, M16, 2 M 67, facing north, firing over cover", at="A1", owner="101"),
            Mustering("Axly", "elite, SPAS 12 Shot, M249, exposed", at="B2", owner="102"),
            Mustering("Guard", "green, AKM 47, M79, behind interior wood door", 3, at="C3 D4 E5"),
        ),
        names=["Trent", "Axly", "Axly 2", "Guard", "D4", "Trent, Axly", "Guard 3", "Guard 1", "Guard 2"],
        weapons=["M16", "M 67", "M79", "SPAS", "Uzi"],
        sheets=["line, Uzi", "SAL 12, CA 8, M79, hidden", "skill 3, Remington M870 Shot loaded 1", "cover PF 4, KV 20",
                "elite, 2 lb TNT 2, behind brick wall 6 inch, duck ask", "armored line, M16 AP, behind wood 2 inches"],
        changes=["dead", "alive", "at B2", "off the map", "actions left 2", "loaded 1", "spares 1", "hidden",
                 "weapon 2", "PD 120", "heal all", "awake", "duck ask", "exposed", "behind cinder block wall",
                 "no cover", "cover PF 4", "weapon broken", "prone", "dug in"],
        check=check_soldier,
        hows=st.one_of(words, st.sampled_from(["head", "legs", "hip", "arc 3", "arc 1", "braced", "haze", "one hand",
                                               "fuse 2", "speed 1", "target speed 2", "behind wood 2 inches", "hex",
                                               "take cover behind cinder block wall", "Shot", "light brush",
                                               "belly crawl", "into a light, body", "small room"])),
        switches=["accuracy", "damage", "disabling", "movement", "automatic fire", "shotguns", "explosives",
                  "target sizes", "cover", "stray fire", "modifiers"],
        more=(
            st.builds(Elapsing, st.sampled_from(["", "", "", "3 s", "2 h"])),
            st.builds(Answering, st.sampled_from(["duck", "stay"]), st.sampled_from(["", "Trent"])),
            st.builds(Switching, st.sampled_from(["light", "pellets", "fragments", "walls"]),
                      st.sampled_from(["dusk", "no moon", "separate", "together", "grouped", "solid"])),
            st.builds(Attacking, st.sampled_from([Fire, Burst]), st.sampled_from(["Guard 1", "Guard 2", "Trent"]),
                      st.sampled_from([None, 2, 4]), who=st.sampled_from(["Trent", "Axly", "Guard 3"])),
            st.builds(Doing, st.just(Act), st.sampled_from(["Trent", "Axly", "Guard 1"]),
                      how=st.sampled_from(["duck back", "fire over cover behind automobile door", "firing stance"])),
        ),
    ),
}  # fmt: skip


class RandomPlay(RuleBasedStateMachine):
    """One channel, four people; every deed is checked against the entry before it."""

    game: Game

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.open()
        self.run(self.referee.start(self.occasion("100"), ruleset=self.game.ruleset))
        for wish in self.game.begin:
            self.run(self.referee.carry_out(self.occasion("100"), wish))

    def open(self) -> None:
        """The bot as it comes up, with nothing in memory."""
        self.store = self.run(Store.open(Path(self.folder.name) / "referee.sqlite3"))
        self.referee = Referee(Library(self.store, shelf(), self.game.ruleset))

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
            self.game.check(combatant)
            for carried in combatant.carried:
                inside = carried.ammunition
                assert inside is None or 0 <= inside.loaded <= inside.capacity
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

    @rule(user=st.sampled_from(USERS), said=st.data(), dice=typed)
    def does(self, user: str, said: st.DataObject, dice: str) -> None:
        self.attempt(self.referee.carry_out(self.occasion(user), said.draw(self.game.deeds), dice))

    @rule(user=st.sampled_from(USERS), said=st.data(), dice=typed)
    def attacks(self, user: str, said: st.DataObject, dice: str) -> None:
        self.attempt(self.referee.carry_out(self.occasion(user), said.draw(self.game.attacks), dice))

    @rule(user=st.sampled_from(USERS), said=st.data())
    def sets_the_table(self, user: str, said: st.DataObject) -> None:
        self.attempt(self.referee.carry_out(self.occasion(user), said.draw(self.game.table_work)))

    @rule(said=st.data())
    def gm_does(self, said: st.DataObject) -> None:
        wish = said.draw(st.one_of(self.game.deeds, self.game.table_work))
        self.attempt(self.referee.carry_out(self.occasion(self.head().state.gms[0]), wish))

    @rule()
    def is_started_anew(self) -> None:
        before = self.head()
        self.run(self.store.close())
        self.open()
        assert self.head() == before

    @rule(user=st.sampled_from(USERS), said=st.data())
    def is_delivered_twice(self, user: str, said: st.DataObject) -> None:
        occasion, wish = self.occasion(user), said.draw(self.game.deeds)
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
        found = replay(entries, self.referee.library.shelf)
        assert (found.newer, found.alarms) == ((), ())
        assert found.same == tuple(e.seq for e in entries if e.kind == "order" and e.part == 0)

    def teardown(self) -> None:
        head = self.head()
        if not head.state.ended:
            self.run(self.referee.end(self.occasion(head.state.gms[0])))
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


def test_every_rulebook_and_preset_is_played() -> None:
    assert set(volumes(shelf())) - {"phoenix-basic"} == set(GAMES)


FEW = settings(
    max_examples=12,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
TestAliens, TestPhoenix, TestPhoenixAdvanced = Aliens.TestCase, Phoenix.TestCase, PhoenixAdvanced.TestCase
TestAliens.settings = TestPhoenix.settings = TestPhoenixAdvanced.settings = FEW
