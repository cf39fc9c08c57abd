"""Declared fire goes as the impulse ends, count by count; a fighter who is shot first fires worse, or not at all
(5.7).
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.game.entries import codec
from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Act, Adjust, Dismiss, Move, Reload, Switch
from rules.engine.records.steps import Sum
from rules.engine.scene.scene import Part
from rules.phoenix.basics.arms import Dropped, Gun
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.optional.records import Footing, Harmed, Nerve
from rules.phoenix.optional.timing.declared import pending
from rules.words.places import Place
from tests.rules.phoenix.shooting.duel import gun
from tests.rules.phoenix.timing.declaring import DOWN, HIT, MISS, THIGH, UP, Exchange, order, outcomes


def terms(part: Part) -> dict[str, int]:
    """The terms of the accuracy that come from 5.7."""
    sums = [step for step in part.resolution.steps if isinstance(step, Sum) and step.label == "Accuracy"]
    return {term.label: term.value for one in sums for term in one.terms if term.source == "5.7"}


def exchange(donovan: int, first: int, guard: int, second: int, *dice: int) -> tuple[Exchange, tuple[Part, ...]]:
    """Both fire, Donovan after `first` actions of aim, Guard after `second`, of so many Combat Actions an impulse."""
    fight = Exchange(4 * donovan, 4 * guard)
    fight.fire("Guard", "Donovan", aim=second, range=20)
    fight.fire("Donovan", "Guard", aim=first)
    return fight, fight.next(*dice)


def test_the_example_of_the_book_the_lower_count_fires_first() -> None:
    """Two actions against one: MPC 2 against MPC 3; a fighter knocked out on 2 fires on 3 at -20."""
    fight, parts = exchange(2, 1, 1, 1, *THIGH, DOWN, 9)
    assert order(parts) == ["Donovan", "Guard"]
    assert terms(parts[0]) == {}
    assert terms(parts[1]) == {"knocked out on MPC 2": -20}
    assert fight.rounds("Guard") == 29
    assert fight.state("Guard").out(fight.encounter.clock)


def test_who_is_hit_and_stays_up_fires_at_10_less() -> None:
    _, parts = exchange(2, 1, 1, 1, *HIT, UP)
    assert terms(parts[1]) == {"hit on MPC 2": -10}


def test_a_hit_that_armor_stops_is_one_all_the_same() -> None:
    fight = Exchange()
    fight.order(Adjust(fight.id("Guard"), "armor 60"))
    fight.fire("Guard", "Donovan", range=20)
    fight.fire("Donovan", "Guard")
    parts = fight.next(0, 30)
    assert "stopped by armor" in outcomes(parts)[0]
    assert terms(parts[1]) == {"hit on MPC 2": -10}


def test_a_disabling_injury_is_as_bad_as_a_knockout() -> None:
    _, parts = exchange(2, 1, 1, 1, *THIGH, UP)
    assert terms(parts[1]) == {"disabled on MPC 2": -20}


def test_who_fires_first_is_not_disturbed() -> None:
    """One action, on 3, against the second of two, on 4."""
    _, parts = exchange(2, 2, 1, 1, MISS, *HIT[1:], UP)
    assert order(parts) == ["Guard", "Donovan"]
    assert terms(parts[0]) == terms(parts[1]) == {}


def test_the_same_count_is_simultaneous() -> None:
    fight = Exchange(8, 8)
    fight.fire("Donovan", "Guard")
    fight.fire("Guard", "Donovan")
    parts = fight.next(*THIGH, DOWN, 0, *THIGH, DOWN, 0)
    assert order(parts)[:2] == ["Donovan", "Guard"]
    assert terms(parts[1]) == {}
    assert all("HIT" in outcome for outcome in outcomes(parts)[:2])


@pytest.mark.parametrize(
    ("actions", "aim", "count", "fires"), [(3, 2, 3, True), (4, 3, 4, True), (3, 3, 5, False), (5, 5, 5, False)]
)
def test_more_than_three_counts_after_it_nobody_fires(actions: int, aim: int, count: int, fires: bool) -> None:
    """Donovan's first of three actions is on 1: fire on 4 still goes, fire on 5 does not."""
    fight = Exchange(12, 4 * actions)
    fight.fire("Donovan", "Guard")
    fight.fire("Guard", "Donovan", aim=aim, range=20)
    assert fight.declared == [("Donovan", 1), ("Guard", count)]
    parts = fight.next(*THIGH, DOWN, 9)
    if fires:
        assert terms(parts[1]) == {"knocked out on MPC 1": -20}
        return
    told = f"Guard does not fire on MPC {count}: they were knocked out on MPC 1, more than 3 before."
    assert outcomes(parts)[1] == told
    assert fight.id("Guard") in parts[1].resolution.concerned
    assert fight.rounds("Guard") == 30


def test_a_hit_on_1_is_10_less_on_5_as_well() -> None:
    fight = Exchange(12, 20)
    fight.fire("Donovan", "Guard")
    fight.fire("Guard", "Donovan", aim=5, range=20)
    parts = fight.next(*HIT, UP, MISS)
    assert terms(parts[1]) == {"hit on MPC 1": -10}


def test_the_dead_fire_within_three_counts_too() -> None:
    fight = Exchange()
    fight.fire("Donovan", "Guard")
    fight.fire("Guard", "Donovan", range=20)
    parts = fight.next(0, 1, 9)
    told = outcomes(parts)
    assert "is dead when this impulse ends" in told[0]
    assert terms(parts[1]) == {"killed on MPC 2": -20}


def test_two_who_hit_him_first_the_worse_counts() -> None:
    fight = Exchange(12, 16)
    fight.fire("Donovan", "Guard")
    fight.fire("Donovan", "Guard")
    fight.fire("Guard", "Donovan", aim=3, range=20)
    assert fight.declared == [("Donovan", 1), ("Donovan", 3), ("Guard", 4)]
    parts = fight.next(*HIT, UP, *THIGH)
    assert terms(parts[2]) == {"disabled on MPC 3": -20}


def test_a_hit_on_a_lower_count_counts_though_it_is_resolved_later() -> None:
    """Cover fire goes at once: what it does is done on the count that its victim has reached."""
    fight = Exchange()
    fight.fire("Guard", "Donovan", range=20)
    fight.fire("Donovan", "Guard")
    fight.make("Guard", harmed=Harmed(fight.encounter.clock, 4))
    parts = fight.next(*HIT, UP)
    assert terms(parts[1]) == {"hit on MPC 2": -10}


def test_hit_before_and_disabled_as_he_fires_the_hit_alone_counts() -> None:
    fight = Exchange(12, 16)
    fight.join("Trent", Soldier(sal=14, actions=16, knockout_value=15), gun("M16A1"))
    fight.fire("Donovan", "Guard")
    fight.fire("Trent", "Guard", aim=3, range=20)
    fight.fire("Guard", "Donovan", aim=3, range=20)
    assert fight.declared == [("Donovan", 1), ("Trent", 4), ("Guard", 4)]
    parts = fight.next(*HIT, UP, *THIGH, MISS)
    assert terms(parts[2]) == {"hit on MPC 1": -10}


def test_he_fires_what_he_had_in_hand() -> None:
    fight = Exchange()
    fight.fire("Donovan", "Guard")
    one = fight.one("Donovan")
    fight.encounter = fight.encounter.with_combatant(altered(one, carried=(*one.carried, gun("M92F")), in_hand=1))
    assert outcomes(fight.next(MISS))[0].startswith("Donovan fires the M16A1 at Guard")
    assert fight.one("Donovan").in_hand == 1


def test_a_shot_that_is_not_fired_is_none_to_the_next() -> None:
    """By 5.8 another shot into the same hex would have an action of aim more."""
    fight = Exchange()
    fight.order(Switch("second shot", "on"))
    fight.fire("Donovan", "Guard")
    fight.fire("Donovan", "Guard")
    first, second = pending(fight.encounter)
    assert (first.then.last_shot is None, second.then.last_shot is None) == (True, False)
    fight.make("Guard", exposure="hidden")
    parts = fight.next()
    assert [outcome.split(":")[0] for outcome in outcomes(parts)[:2]] == [
        "Donovan does not fire on MPC 2",
        "Donovan does not fire on MPC 4",
    ]
    state = fight.state("Donovan")
    assert (state.last_shot, state.fired) == (None, None)


def test_those_whose_actions_nobody_counts_fire_as_often_as_they_like() -> None:
    """All of it on 3, one after the other; of what is given up nothing is left."""
    fight = Exchange()
    fight.make("Donovan", actions=None)
    for at in ("Guard", "Guard"):
        fight.fire("Donovan", at)
    assert fight.declared == [("Donovan", 3), ("Donovan", 3)]
    assert order(fight.next(MISS, MISS)) == ["Donovan", "Donovan"]
    for at in ("Guard", "Guard"):
        fight.fire("Donovan", at)
    fight.order(Dismiss(fight.id("Guard")))
    parts = fight.next()
    assert [outcome.split(":")[0] for outcome in outcomes(parts)[:2]] == ["Donovan does not fire on MPC 3"] * 2
    assert fight.rounds() == 28


def test_what_happened_in_the_impulse_before_is_forgotten() -> None:
    fight, _ = exchange(2, 1, 1, 1, *HIT, UP)
    fight.fire("Guard", "Donovan")
    [shot, _] = fight.next(MISS)
    assert terms(shot) == {}


def test_ammunition_is_spent_as_it_goes() -> None:
    fight = Exchange()
    fight.burst("Donovan", "Guard", range=20)
    assert fight.rounds() == 30
    fight.next(MISS)
    weapon = fight.one("Donovan").carried[0].weapon
    assert isinstance(weapon, Gun)
    assert fight.rounds() == 30 - weapon.rate.automatic


def test_he_fires_from_where_and_as_he_was() -> None:
    """Moved, kneeling and with another facing since: none of that is in the shot."""
    fight = Exchange(donovan=40)
    fight.map(12, 12)
    fight.put("Donovan", "A1")
    fight.put("Guard", "A5")
    fight.fire("Donovan", "Guard", range=None, aim=2)
    fight.order(Move(fight.id("Donovan"), Place.parse("B1")))
    fight.order(Act(fight.id("Donovan"), "kneel"))
    [shot, _] = fight.next(MISS)
    [total] = [s for s in shot.resolution.steps if isinstance(s, Sum) and s.label == "Accuracy"]
    assert {term.label for term in total.terms} == {"SAL", "aim 2"}
    assert "4 hexes" in shot.resolution.outcome
    assert fight.one("Donovan").place == Place.parse("B1")
    assert fight.state("Donovan").position == "kneeling"


def test_a_target_that_goes_away_is_fired_at_where_it_is() -> None:
    """A target seen at the declaration is seen until the impulse ends, even behind a wall (O33)."""
    fight = Exchange(guard=40)
    fight.map(12, 12, "B4")
    fight.put("Donovan", "A1")
    fight.put("Guard", "A5")
    fight.fire("Donovan", "Guard", range=None)
    fight.order(Move(fight.id("Guard"), Place.parse("B6")))
    [shot, _] = fight.next(MISS)
    assert "MISS" in shot.resolution.outcome


def test_a_target_that_has_left_costs_no_round() -> None:
    fight = Exchange()
    fight.fire("Donovan", "Guard")
    fight.order(Dismiss(fight.id("Guard")))
    assert outcomes(fight.next())[0] == "Donovan does not fire on MPC 2: the target has left the encounter."
    assert fight.rounds() == 30
    assert fight.state("Donovan").aim is not None


def test_a_target_that_the_gm_takes_out_of_play_costs_no_round() -> None:
    fight = Exchange()
    fight.fire("Donovan", "Guard")
    fight.order(Adjust(fight.id("Guard"), "gone"))
    told = outcomes(fight.next())[0]
    assert told.startswith("Donovan does not fire on MPC 2: Guard is already out of play")
    assert fight.rounds() == 30


def test_a_weapon_that_is_hit_fires_no_more() -> None:
    fight = Exchange()
    fight.fire("Donovan", "Guard")
    fight.fire("Guard", "Donovan")
    fight.make("Guard", broken=(0,))
    parts = fight.next(MISS)
    assert outcomes(parts)[1] == "Guard does not fire on MPC 3: the M16A1 was hit and is out of action."


@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"footing": Footing(fell=Clock(1, 1))}, "they have been knocked off their feet"),
        ({"nerve": Nerve("taking cover")}, "they take cover"),
        ({"custody": "frozen"}, "they have frozen"),
        ({"dropped": (Dropped(0),)}, "the M16A1 is on the ground"),
    ],
)
def test_what_keeps_him_from_it_costs_no_round(state: dict[str, Any], why: str) -> None:
    fight = Exchange()
    fight.fire("Donovan", "Guard")
    fight.make("Donovan", **state)
    assert outcomes(fight.next())[0] == f"Donovan does not fire on MPC 2: {why}."
    assert fight.rounds() == 30


def test_who_takes_cover_on_the_count_on_which_he_fires_still_fires() -> None:
    fight = Exchange(8, 8)
    fight.order(Switch("morale", "on"))
    fight.fire("Donovan", "Guard", aim=2, range=20)
    fight.fire("Guard", "Donovan", aim=2, range=20)
    parts = fight.next(26, 99, MISS, 45)
    assert [outcome.split(":")[1] for outcome in outcomes(parts)[:2]] == [" MISS; Guard goes Low Prone.", " MISS."]


def test_magazines_changed_meanwhile_keep_all_rounds() -> None:
    fight = Exchange(donovan=200, arm=gun("M16A1", 3))
    fight.fire("Donovan", "Guard")
    fight.order(Reload(fight.id("Donovan")))
    before = total(fight.encounter, fight.id("Donovan"))
    fight.next(MISS)
    assert total(fight.encounter, fight.id("Donovan")) == before - 1


def total(encounter: Encounter, id: str) -> int:
    inside = encounter.combatant(id).carried[0].ammunition
    assert inside
    return inside.loaded + sum(spare.count * spare.number for spare in inside.spares or ())


def test_what_waits_is_stored_and_read_again() -> None:
    fight = Exchange()
    fight.fire("Donovan", "Guard")
    fight.fire("Guard", "Donovan")
    read = codec.state(codec.dump_state(fight.encounter), codec.SCHEMA)
    assert read == fight.encounter
    fight.encounter = read
    assert order(fight.next(MISS, MISS)) == ["Donovan", "Guard"]


@pytest.mark.parametrize("preset", ["phoenix-advanced", "phoenix-optional"])
def test_the_advanced_rules_take_it_off_the_effective_accuracy_level(preset: str) -> None:
    fight = Exchange(preset=preset)
    for name in ("morale", "spotting", "initiative"):
        fight.order(Switch(name, "off"))
    fight.fire("Donovan", "Guard")
    fight.fire("Guard", "Donovan")
    fight.make("Guard", harmed=Harmed(fight.encounter.clock, 2))
    parts = fight.next(MISS, MISS)
    assert terms(parts[1]) == {"hit on MPC 2": -10}
