"""The Combat Actions that wounds leave, and the limbs they disable (2.7, 2.10)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.entries.names import refusals_named
from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Adjust
from rules.engine.scene.dice import ScriptedDice
from rules.phoenix.basics.soldier import Care, Characteristics, Knockout, Soldier, Wound, soldier
from rules.phoenix.basics.times import after
from rules.phoenix.book import Scene
from rules.phoenix.harm.fitness import (
    allotment,
    check_able,
    combat_actions,
    days_felt,
    disabled_arms,
    disabled_leg,
    one_handed,
    penalty,
)
from rules.phoenix.harm.hit_records import Struck
from rules.phoenix.harm.wounds import hurt
from tests.rules.phoenix.skirmish import Skirmish, phoenix

BOOK = phoenix().book
GOLDEN = tomllib.loads((Path(__file__).parents[3] / "golden" / "phoenix" / "medicine.toml").read_text(encoding="utf-8"))
START = Clock(10, 1)
HOUR, DAY = 3_600, 86_400


def hit(points: int, location: str = "Chest", disabling: int = 0, at: Clock = START) -> Wound:
    return Wound(points, location, disabling, at)


def wounded(*wounds: Wound, actions: int | None = 8, health: int = 10, **kept: Any) -> Soldier:
    return Soldier(actions=actions, characteristics=Characteristics(health=health), wounds=wounds, **kept)


@pytest.mark.parametrize("case", GOLDEN["penalty"], ids=lambda case: case["title"])
def test_the_book_s_penalties(case: dict[str, Any]) -> None:
    knockout = Knockout(START, 0, 2, after(START, 2)) if case["woken"] else None
    state = wounded(*(hit(points) for points in case["wounds"]), health=case["health"], knockout=knockout)
    clock = after(START, case["days"] * DAY + (4 if case["woken"] else HOUR))
    assert days_felt(state, clock, BOOK) == case["left"]
    assert penalty(state, clock, BOOK) == case["penalty"]
    assert combat_actions(state, clock, BOOK) == 8 - case["penalty"]


def test_who_stays_up_feels_nothing_for_an_hour() -> None:
    state = wounded(hit(30))
    assert combat_actions(state, after(START, HOUR - 1), BOOK) == 8
    assert combat_actions(state, after(START, HOUR), BOOK) == 6


def test_a_fresh_wound_does_not_make_old_ones_unfelt() -> None:
    later = after(START, 2 * DAY)
    state = wounded(hit(30), hit(500, at=later))
    assert days_felt(state, after(later, 60), BOOK) == 39
    assert days_felt(state, after(later, HOUR), BOOK) == 70


def test_wounds_after_one_has_come_round_are_felt_in_an_hour() -> None:
    later = after(START, 600)
    state = wounded(hit(30), hit(70, at=later), knockout=Knockout(START, 0, 2, after(START, 2)))
    assert days_felt(state, after(later, 60), BOOK) == 41
    stood = Knockout(later, 99, None, after(START, 2))  # the second hit knocked nobody out
    assert days_felt(wounded(hit(30), hit(70, at=later), knockout=stood), after(later, 60), BOOK) == 41
    assert days_felt(state, after(later, HOUR), BOOK) == 53


def test_a_knockout_goes_on_being_felt_when_the_next_is_withstood() -> None:
    skirmish = Skirmish()
    woken = Knockout(Clock(1, 1), 0, 2, Clock(1, 2))
    skirmish.join("Trent", wounded(hit(30, at=Clock(1, 1)), knockout=woken, knockout_value=20))
    skirmish.next()
    scene = Scene(skirmish.encounter, ScriptedDice((50, 5)), BOOK)

    hurt(skirmish.id("Trent"), (Struck(5, "Chest"),), scene)
    state, now = soldier(scene.combatant(skirmish.id("Trent"))), scene.encounter.clock
    assert [state.out(clock) for clock in (now, after(now, impulses=1))] == [False, False]
    assert penalty(state, now, BOOK) == 2

    hurt(skirmish.id("Trent"), (Struck(500, "Chest"),), scene)
    state = soldier(scene.combatant(skirmish.id("Trent")))
    assert [state.out(clock) for clock in (now, after(now, impulses=1))] == [False, True]


def test_what_is_left_is_split_anew() -> None:
    state = wounded(hit(30))
    clocks = [after(START, HOUR, impulses=n) for n in range(4)]
    assert [allotment(state, clock, BOOK) for clock in clocks] == [2, 1, 2, 1]


@pytest.mark.parametrize("actions", [None, 0, 1, 3])
def test_actions_never_fall_below_none(actions: int | None) -> None:
    state = wounded(hit(5_000), actions=actions)
    assert combat_actions(state, after(START, HOUR), BOOK) == 0


@given(
    points=st.lists(st.integers(1, 200_000), min_size=1, max_size=4),
    health=st.integers(1, 21),
    days=st.integers(0, 130),
    care=st.sampled_from(
        [Care(), Care("Trauma Center", 13, START), Care("Trauma Center", 13, START, Clock(500_000, 1))]
    ),
)
def test_penalties_never_rise_as_days_go_by(points: list[int], health: int, days: int, care: Care) -> None:
    state = wounded(*map(hit, points), health=health, care=care)
    today = penalty(state, after(START, days * DAY + HOUR), BOOK)
    tomorrow = penalty(state, after(START, (days + 1) * DAY + HOUR), BOOK)
    assert today >= tomorrow >= 0


@pytest.mark.parametrize(
    ("location", "arms", "leg"),
    [
        ("Arm Glance", 1, False),
        ("Shoulder", 1, False),
        ("Upper Arm - Bone", 1, False),
        ("Forearm - Flesh", 1, False),
        ("Hand", 1, False),
        ("Leg Glance", 0, True),
        ("Thigh - Bone", 0, True),
        ("Shin - Foot", 0, True),
        ("Pelvis", 0, False),
        ("Head Glance", 0, False),
    ],
)
def test_disabling_wounds_by_location(location: str, arms: int, leg: bool) -> None:
    state, clock = wounded(hit(20, location, 1)), after(START, impulses=1)
    assert (disabled_arms(state, clock), disabled_leg(state, clock)) == (arms, leg)
    assert (disabled_arms(state, START), disabled_leg(state, START)) == (0, False), "it bites at the impulse's end"
    harmless = wounded(hit(20, location, 0))
    assert (disabled_arms(harmless, clock), disabled_leg(harmless, clock)) == (0, False)


def test_every_location_that_can_be_disabled_is_an_arm_or_a_leg() -> None:
    table = BOOK.tables.by_id["3a"]
    clock = after(START, impulses=1)
    for location, printed in zip(table.rows.labels, table.printed, strict=True):
        state = wounded(hit(1, location, 2))
        limb = disabled_arms(state, clock) == 1 or disabled_leg(state, clock)
        assert limb is any("*" in cell for cell in printed), location


def test_each_disabling_wound_takes_another_arm() -> None:
    clock = after(START, impulses=1)
    assert disabled_arms(wounded(hit(20, "Hand", 1), hit(60, "Shoulder", 2)), clock) == 2
    assert disabled_arms(wounded(*[hit(20, "Hand", 1)] * 3), clock) == 2
    assert [one_handed(wounded(*[hit(20, "Hand", 1)] * number), clock) for number in range(3)] == [False, True, False]


def test_only_two_asterisks_disable_the_drugged() -> None:
    clock = after(START, impulses=1)
    state = wounded(hit(20, "Hand", 1), hit(100, "Thigh - Bone", 1), drugged=True)
    assert (disabled_arms(state, clock), disabled_leg(state, clock)) == (0, False)
    state = wounded(hit(500, "Shoulder", 2), hit(400, "Thigh - Bone", 2), drugged=True)
    assert (disabled_arms(state, clock), disabled_leg(state, clock)) == (1, True)


def test_the_dead_and_the_incapacitated_can_do_nothing() -> None:
    skirmish = Skirmish()
    skirmish.join("Doc", wounded())
    skirmish.join("Trent", wounded())
    check_able(skirmish.one("Trent"), skirmish.encounter, "fire")
    skirmish.make("Trent", knockout=Knockout(Clock(1, 1), 0, 2, Clock(5, 1)))
    check_able(skirmish.one("Trent"), skirmish.encounter, "fire")
    skirmish.next()
    with pytest.raises(NotNow, match="Trent is incapacitated and cannot fire"), refusals_named(skirmish.encounter):
        check_able(skirmish.one("Trent"), skirmish.encounter, "fire")
    skirmish.make("Trent", died=Clock(1, 1))
    with pytest.raises(NotNow, match="Trent is dead and cannot fire"), refusals_named(skirmish.encounter):
        check_able(skirmish.one("Trent"), skirmish.encounter, "fire")


def test_whom_the_gm_lays_out_comes_round_with_his_wounds() -> None:
    skirmish = Skirmish()
    skirmish.join("Trent", Soldier(actions=8))
    skirmish.order(Adjust(skirmish.id("Trent"), "PD 30, unconscious 1"))
    woken = [part.resolution.outcome for part in skirmish.next(seconds=4)]
    assert woken[0] == "Trent wakes up; Combat Actions 8 - 2 = 6 (HT 41 / 20)."
