"""Phases and impulses: whose actions there are, who is waited for, how far time goes on."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.books.events import Foresee
from rules.engine.conduct import conduct
from rules.engine.records.agenda import Clock
from rules.engine.records.errors import Refusal
from rules.engine.records.orders import Act, Aim, CombatantOrder, Move, Muster, Next, Pass, Reload, Target
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Scene
from rules.phoenix.basics.soldier import Knockout, Soldier
from rules.phoenix.basics.times import after, between, clocked, lasting
from rules.phoenix.harm.fitness import share
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, names, phoenix

BOOK = phoenix().book


def fighting(actions: int = 8, left: int = 2) -> Soldier:
    return Soldier(actions=actions, left=left, sal=14)


@pytest.mark.parametrize(
    ("actions", "impulses"),
    [
        (0, [0, 0, 0, 0]),
        (1, [1, 0, 0, 0]),
        (4, [1, 1, 1, 1]),
        (6, [2, 1, 2, 1]),
        (8, [2, 2, 2, 2]),
        (21, [6, 5, 5, 5]),
        (22, [6, 5, 6, 5]),
        (23, [6, 5, 6, 6]),
        (24, [6, 6, 6, 6]),
    ],
)
def test_actions_are_split_over_four_impulses(actions: int, impulses: list[int]) -> None:
    assert [share(actions, impulse, BOOK) for impulse in (1, 2, 3, 4)] == impulses


@given(st.integers(0, 60))
def test_no_action_is_lost_in_the_split(actions: int) -> None:
    assert sum(share(actions, impulse, BOOK) for impulse in (1, 2, 3, 4)) == actions


def test_unused_actions_are_lost() -> None:
    skirmish = Skirmish()
    skirmish.join("Trent", fighting(8))
    skirmish.make("Trent", left=1)
    skirmish.next()
    assert skirmish.encounter.clock == Clock(1, 2)
    assert skirmish.state("Trent").left == 2


def test_impulses_in_which_nobody_has_actions_go_by() -> None:
    skirmish = Skirmish()
    skirmish.join("Slow", fighting(1, left=0))
    skirmish.next()
    assert skirmish.encounter.clock == Clock(2, 1)
    assert names(skirmish, phoenix().awaited(skirmish.encounter)) == ["Slow"]


def test_who_has_passed_is_waited_for_again_in_the_next_impulse() -> None:
    skirmish = Skirmish()
    trent = skirmish.join("Trent", fighting())
    skirmish.join("Axly", fighting())
    skirmish.order(Pass(trent))
    assert names(skirmish, phoenix().awaited(skirmish.encounter)) == ["Axly"]
    skirmish.next()
    assert names(skirmish, phoenix().awaited(skirmish.encounter)) == ["Trent", "Axly"]


def test_an_hour_goes_by_at_once() -> None:
    skirmish = Skirmish()
    skirmish.join("Trent", fighting())
    [part] = skirmish.next(seconds=3600)
    assert skirmish.encounter.clock == Clock(1801, 1)
    assert part.resolution.outcome == "It is Phase 1801, Impulse 1."


def test_who_is_out_has_no_actions_until_he_comes_round() -> None:
    skirmish = Skirmish()
    skirmish.join("Trent", fighting())
    skirmish.join("Axly", fighting())
    skirmish.make("Trent", knockout=Knockout(Clock(1, 1), 5, 0, Clock(2, 2)))
    assert names(skirmish, phoenix().awaited(skirmish.encounter)) == ["Trent", "Axly"], "until the impulse ends"
    skirmish.next()
    assert names(skirmish, phoenix().awaited(skirmish.encounter)) == ["Axly"]
    assert skirmish.state("Trent").left == 0


@pytest.mark.parametrize("seconds", [-1, -3600, 10 * 366 * 86_400])
def test_time_does_not_go_back_nor_on_for_ever(seconds: int) -> None:
    skirmish = Skirmish()
    with pytest.raises(Refusal, match="Give a time such as 30 seconds or 2 hours"):
        skirmish.next(seconds=seconds)


@given(st.integers(1, 10**6), st.integers(1, 4), st.integers(0, 10**6))
def test_phases_between_two_clocks(turn: int, impulse: int, phases: int) -> None:
    earlier = Clock(turn, impulse)
    assert between(earlier, after(earlier, phases=phases)) == phases
    assert after(earlier, 2 * phases) == after(earlier, phases=phases)


@pytest.mark.parametrize(
    ("phases", "said"),
    [
        (0, "no time"),
        (1, "1 phase"),
        (31, "31 phases"),
        (150, "150 phases"),
        (749, "25 minutes"),
        (164, "5 minutes"),
        (1800 * 5, "5 hours"),
        (43_200 * 18 + 90, "18 days 3 minutes"),
    ],
)
def test_lengths_of_time_in_words(phases: int, said: str) -> None:
    assert lasting(phases) == said
    assert clocked(Clock(3, 2)) == "Phase 3, Impulse 2"


def test_with_nobody_left_to_act_one_impulse_goes_by() -> None:
    skirmish = Skirmish()
    skirmish.join("Corpse", fighting(left=0))
    skirmish.make("Corpse", died=Clock(0, 4))
    skirmish.next()
    assert skirmish.encounter.clock == Clock(1, 2)


def test_who_lies_unconscious_and_is_killed_is_out_of_play_when_the_impulse_ends() -> None:
    skirmish = Skirmish()
    skirmish.join("Trent", fighting())
    skirmish.join("Axly", fighting())
    skirmish.make("Trent", knockout=Knockout(Clock(0, 4), 5, 0, Clock(9, 1)), died=Clock(1, 1))
    assert skirmish.one("Trent").present
    skirmish.next()
    assert not skirmish.one("Trent").present


def test_so_many_are_at_work_that_time_stops_short_of_what_was_asked_for() -> None:
    skirmish = Skirmish()
    profile = phoenix().profile("CA 4, SAL 10", {})
    skirmish.order(Muster(profile, "Digger", "", None, 60))
    for digger in skirmish.encounter.combatants:
        skirmish.order(Act(digger.id, "digs", 1_000))
    [part] = skirmish.next(seconds=600)
    assert skirmish.encounter.clock == Clock(44, 1)
    assert part.resolution.outcome == (
        "It is Phase 44, Impulse 1. Stopped with 9 minutes of the requested time left. Use /next to continue."
    )


def test_a_long_time_stops_after_about_100_parts_and_the_next_one_continues_there() -> None:
    skirmish, told = Skirmish(), list[str]()
    skirmish.order(Foresee("shell {n}", 2, every=1))
    until, rest = after(skirmish.encounter.clock, 500), 500
    while skirmish.encounter.clock < until:
        parts = skirmish.next(seconds=rest)
        assert len(parts) <= 102
        *shells, last = (part.resolution.outcome for part in parts)
        told += [shell.rpartition("shell ")[2] for shell in shells]
        rest = 2 * between(skirmish.encounter.clock, until)
        stopped = (
            f" Stopped with {lasting(rest // 2)} of the requested time left. Use /next to continue." if rest else ""
        )
        assert last == f"It is {clocked(skirmish.encounter.clock)}.{stopped}"
    assert told == [f"{n}." for n in range(1, 251)]
    assert skirmish.encounter.clock == until


@pytest.mark.parametrize(
    ("order", "state"),
    [
        (Act("c1", "dances on the roof of the truck", 1_000), {}),
        (Act("c1", "look over cover", 1_000), {"exposure": "hidden"}),
        (Act("c1", "turn to south", 1_000), {}),
        (Move("c1", Place(60, 60), 1_000, "running, uphill"), {}),
        (Move("c1", Place(60, 60), None, "backward"), {}),
        (Aim("c1", (Target("c2"),), 30, range=10), {"actions": 1}),
        (Reload("c1"), {"actions": 1}),
    ],
)
def test_an_impulse_of_long_work_is_little_work(order: CombatantOrder, state: dict[str, Any]) -> None:
    """Counted in calls of functions, for a Next may let hundreds of them go by."""
    skirmish = Skirmish()
    skirmish.map(60, 60)
    skirmish.sheet("Trent", "CA 4, SAL 14, M16 loaded 1", at="A1")
    skirmish.sheet("Guard", "KV 10", at="C9")
    skirmish.make("Trent", **state)
    skirmish.order(order)
    calls = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += event == "call"

    begun = skirmish.encounter.clock
    scene = Scene(skirmish.encounter, ScriptedDice(()))
    sys.setprofile(count)
    try:
        now = conduct.resolve(Next(), scene, phoenix())[-1].encounter.clock
    finally:
        sys.setprofile(None)
    impulses = 4 * (now.turn - begun.turn) + now.impulse - begun.impulse
    assert impulses >= 16
    assert calls < 500 * impulses


def test_who_is_knocked_out_on_his_way_does_not_take_it_up_again() -> None:
    skirmish = Skirmish()
    skirmish.join("Trent", fighting(), at="E9")
    skirmish.make("Trent", left=2)
    skirmish.order(Move("c1", Place.parse("E4")))
    assert skirmish.state("Trent").course is not None
    skirmish.make("Trent", knockout=Knockout(Clock(1, 1), 5, 0, Clock(9, 1)))
    skirmish.next()
    assert (skirmish.state("Trent").course, skirmish.encounter.task("c1")) == (None, None)


def test_nobody_waits_for_the_reserve_off_the_map() -> None:
    skirmish = Skirmish()
    skirmish.map(5, 5)
    skirmish.join("Trent", fighting(), at="A1")
    skirmish.join("Axly", fighting())
    skirmish.join("Reserve", fighting(), owner=None)
    assert names(skirmish, phoenix().awaited(skirmish.encounter)) == ["Trent", "Axly"]
