"""Shock and the disabling injuries of the Advanced Rules (3.3; 6C, 7A): the example, knockouts, who can do what."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.entries.names import refusals_named
from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Act, Adjust, Duck, Fire, Heal, Move
from rules.engine.records.steps import Ruling
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.effects import Ticked
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.soldier import Soldier, Wound
from rules.phoenix.basics.times import after
from rules.phoenix.book import Scene
from rules.phoenix.harm.fitness import (
    check_able,
    disabled_arms,
    disabled_leg,
    disabled_spine,
    injuries,
    one_handed,
)
from rules.phoenix.harm.hit_records import Struck
from rules.phoenix.harm.wounds import hurt, knockout_total
from rules.phoenix.people.summary import summary
from rules.phoenix.shooting.aim.preparation import check_shooter
from rules.phoenix.shooting.carrying import kit
from rules.words.places import Place
from tests.reading import told
from tests.rules.phoenix.shooting.duel import gun
from tests.rules.phoenix.skirmish import Skirmish, names, note, phoenix, rolls

NOW = Clock(3, 2)
LATER = after(NOW, impulses=1)
ABOVE, BELOW = "Disabling Injury above Waist", "Disabling Injury below Waist"

ARMS = (
    "Shoulder Glance",
    "Shoulder",
    "Arm Glance",
    "Arm Flesh",
    "Arm Bone",
    "Elbow",
    "Forearm Flesh",
    "Forearm Bone",
    "Hand",
)
LEGS = ("Leg Glance", "Thigh Flesh", "Thigh Bone", "Knee", "Shin Flesh", "Shin Bone", "Ankle - Foot")
SPINES = ("Mouth", "Neck Spine", "Base of Neck", "Heart", "Liver - Spine", "Spine")
NEITHER = (
    *("Head Glance", "Forehead", "Eye - Nose", "Neck Flesh", "Weapon Critical", "Torso Glance", "Lung - Rib", "Lung"),
    *("Liver - Rib", "Liver", "Stomach - Rib", "Stomach", "Stomach-Spleen", "Stomach-Kidney", "Liver - Kidney"),
    *("Intestines", "Pelvis"),
)


def skirmish(**values: Any) -> Skirmish:
    """Trent in the Advanced Game, in Phase 3, Impulse 2, with the M16A1 and a pistol, and a guard."""
    made = Skirmish("phoenix-advanced")
    made.map(30, 30)
    made.join("Trent", Soldier(actions=8, sal=10, **values), gun("M16A1"), gun("M1911A1"), at="K10")
    made.join("Guard", Soldier(actions=8), gun("AKM 47"), at="K11")
    made.encounter = Ticked(NOW).on(made.encounter)
    made.make("Trent", left=8, facing=180)
    return made


def suffer(on: Skirmish, *struck: Struck, dice: tuple[int, ...] = ()) -> Resolution:
    script = ScriptedDice(dice)
    scene = Scene(on.encounter, script, phoenix().book)
    scene.conclude(hurt(on.id("Trent"), struck, scene))
    assert script.unused == ()
    on.encounter = scene.encounter
    return told(scene.parts[0].resolution, scene.encounter)


def needed(done: Resolution) -> str:
    """Return the number that the knockout throw needed."""
    return next(roll.needed for roll in rolls(done) if roll.label == "Knockout")


BROKEN_ARM = Struck(5, "Arm Bone", disabling=1, shock=20)
"""The book's example: EPEN 3, DC 2."""


def test_the_book_s_example() -> None:
    fight = skirmish(knockout_value=24)
    done = suffer(fight, BROKEN_ARM, dice=(24, 2))
    assert needed(done) == "25 or more to stay up: 5 PD + shock 20 (6C) = 25 is over KV 24"
    assert done.outcome == "arm (bone), 5 PD; Trent is out when this impulse ends"
    state = fight.state("Trent")
    assert state.wounds == (Wound(5, "Arm Bone", 1, NOW, 20),)
    assert (state.physical_damage, state.shock(NOW), state.shock(LATER)) == (5, 20, 0)


def test_without_shock_the_same_throw_is_withstood() -> None:
    fight = skirmish(knockout_value=24)
    done = suffer(fight, Struck(5, "Arm Bone", disabling=1), dice=(24,))
    assert needed(done) == "10 or more to stay up: 5 PD is over 1/10 of KV 24"
    assert done.outcome == "arm (bone), 5 PD, arm disabled"


def test_shock_is_of_its_impulse_alone() -> None:
    fight = skirmish(knockout_value=24)
    suffer(fight, BROKEN_ARM, dice=(99,))
    later = suffer(fight, Struck(2, "Hand"))
    assert note(later, "Knockout") == (
        "rolled 99 earlier in this impulse, needed 25 or more to stay up: 7 PD + shock 20 (6C) = 27 is over KV 24"
    )
    fight.encounter = Ticked(LATER).on(fight.encounter)
    done = suffer(fight, Struck(2, "Hand"), dice=(50,))
    assert needed(done) == "10 or more to stay up: 9 PD is over 1/10 of KV 24"


def test_a_later_hit_reads_the_kept_throw_against_the_total_with_shock() -> None:
    fight = skirmish(knockout_value=24)
    suffer(fight, Struck(5, "Forehead"), dice=(20,))
    done = suffer(fight, BROKEN_ARM, dice=(2,))
    assert [roll.why for roll in rolls(done)] == ["how long Trent is out"]
    assert "O22" in [step.id for step in done.steps if isinstance(step, Ruling)]
    assert done.outcome.endswith("Trent is out when this impulse ends")


def test_shock_of_several_hits_adds_up_for_the_throw_and_not_for_the_time() -> None:
    fight = skirmish(knockout_value=200)
    spine = Struck(200, "Spine", disabling=1, shock=400)
    done = suffer(fight, spine, BROKEN_ARM, dice=(97, 1))
    assert needed(done) == "98 or more to stay up: 205 PD + shock 420 (6C) = 625 is over 3 x KV 200"
    # 8B's line 200, not 600: 11m for a throw of 1.
    assert note(done, "Knockout") == "out for 11 minutes (8B)"


def test_the_time_out_goes_by_the_damage_without_shock() -> None:
    """31 PD and shock 20 against KV 24: over 2 x KV with the shock; 8B's line 0 without it (3.3, O68)."""
    fight = skirmish(knockout_value=24)
    done = suffer(fight, Struck(31, "Arm Bone", disabling=1, shock=20), dice=(74, 8))
    assert needed(done) == "75 or more to stay up: 31 PD + shock 20 (6C) = 51 is over 2 x KV 24"
    assert note(done, "Knockout") == "out for 6 phases (8B)"
    assert [step.text for step in done.steps if isinstance(step, Ruling) and step.id == "O68"] == [
        "shock counts in the knockout roll only, not on table 8B"
    ]
    knockout = fight.state("Trent").knockout
    assert knockout and knockout.until == after(NOW, phases=6, impulses=1)


def test_shock_below_a_tenth_of_the_knockout_value_is_told_as_well() -> None:
    fight = skirmish(knockout_value=300)
    done = suffer(fight, BROKEN_ARM)
    assert note(done, "Knockout") == "5 PD + shock 20 (6C) = 25 is not over 1/10 of KV 300: no roll"


def test_survival_and_recovery_go_by_the_damage_alone() -> None:
    fight, plain = skirmish(knockout_value=24), skirmish(knockout_value=24)
    suffer(fight, BROKEN_ARM, dice=(99,))
    suffer(plain, Struck(5, "Arm Bone", disabling=1), dice=(99,))
    assert fight.encounter.agenda == plain.encounter.agenda
    aid = Heal(fight.id("Guard"), (fight.target("Trent"),), "first aid")
    assert fight.order(aid).outcome == plain.order(aid).outcome


@given(st.lists(st.tuples(st.integers(1, 600), st.integers(0, 400), st.integers(0, 2)), max_size=6))
def test_the_total_is_all_damage_and_the_shock_of_now(wounds: list[tuple[int, int, int]]) -> None:
    state = Soldier(wounds=tuple(Wound(p, "Spine", 0, Clock(3, 1 + at), shock) for p, shock, at in wounds))
    assert state.physical_damage == sum(points for points, _, _ in wounds)
    assert knockout_total(state, NOW) == state.physical_damage + sum(shock for _, shock, at in wounds if at == 1)


@pytest.mark.parametrize(
    ("locations", "arms", "leg", "spine"),
    [(ARMS, 1, False, False), (LEGS, 0, True, False), (SPINES, 0, False, True), (NEITHER, 0, False, False)],
)
def test_every_location_of_6a(locations: tuple[str, ...], arms: int, leg: bool, spine: bool) -> None:
    for location in locations:
        state = Soldier(wounds=(Wound(10, location, 1, NOW),))
        found = disabled_arms(state, LATER), disabled_leg(state, LATER), disabled_spine(state, LATER)
        assert found == (arms, leg, spine), location
        now = disabled_arms(state, NOW), disabled_leg(state, NOW), disabled_spine(state, NOW)
        assert now == (0, False, False), "it bites at the impulse's end"


def test_no_location_of_6a_is_left_out() -> None:
    known = phoenix().book.tables.by_id["6a_roll"].rows.labels
    assert sorted((*ARMS, *LEGS, *SPINES, *NEITHER)) == sorted(known)
    disabling = phoenix().book.tables.by_id["6a_disabling"].rows.labels
    assert {*disabling} <= {*ARMS, *LEGS, *SPINES}


def test_drugged_only_double_injuries_are_felt() -> None:
    state = Soldier(drugged=True, wounds=(Wound(10, "Spine", 1, NOW), Wound(10, "Thigh Bone", 2, NOW)))
    assert (disabled_spine(state, LATER), disabled_leg(state, LATER)) == (False, True)


@pytest.mark.parametrize(
    ("locations", "rows"),
    [
        ((), ()),
        (("Hand",), (ABOVE,)),
        (("Shoulder", "Elbow"), (ABOVE,)),
        (("Knee",), (BELOW,)),
        (("Knee", "Thigh Bone", "Hand"), (ABOVE, BELOW)),
    ],
)
def test_each_row_of_7a_counts_once(locations: tuple[str, ...], rows: tuple[str, ...]) -> None:
    state = Soldier(wounds=tuple(Wound(10, location, 1, NOW) for location in locations))
    assert injuries(state, LATER) == rows
    assert injuries(state, NOW) == ()


def disabled(*locations: str) -> Skirmish:
    """Trent with these disabling wounds, an impulse later."""
    fight = skirmish()
    fight.make("Trent", wounds=tuple(Wound(10, location, 1, NOW) for location in locations))
    fight.encounter = Ticked(LATER).on(fight.encounter)
    fight.make("Trent", left=8)
    return fight


@pytest.mark.parametrize("location", SPINES)
def test_a_disabled_spine_forbids_moving_firing_and_throwing(location: str) -> None:
    fight = disabled(location)
    trent, to = fight.id("Trent"), Place.parse("K9")
    for order, what in (
        (Move(trent, to, None, "belly crawl"), "move"),
        (Fire(trent, (fight.target("Guard"),)), "fire"),
        (Act(trent, "go prone"), "do that"),
        (Act(trent, "turn to east"), "do that"),
        (Duck(trent), "duck"),
    ):
        with pytest.raises(
            NotNow, match=f"Trent's spine is disabled. They cannot {what} until it heals .3.3, ruling O45."
        ):
            fight.order(order)
    with pytest.raises(NotNow, match="cannot throw"):
        check_able(fight.one("Trent"), fight.encounter, "throw")
    assert ("Disabled", "spine") in lines(fight)
    assert fight.order(Act(trent, "calls for help", 1)).outcome == "Trent: calls for help (1 action)."


@pytest.mark.parametrize(("location", "ducks"), [("Spine", False), ("Knee", True)])
def test_a_disabled_spine_does_not_duck(location: str, ducks: bool) -> None:
    fight = disabled(location)
    fight.make("Trent", duck="when fired upon")
    fight.make("Guard", left=2, facing=0, sal=10)
    fight.order(Fire(fight.id("Guard"), (fight.target("Trent"),), aim=1), 99)
    assert (fight.state("Trent").ducked is not None) is ducks


def test_nobody_waits_for_a_disabled_spine() -> None:
    fight = disabled("Spine")
    assert names(fight, phoenix().awaited(fight.encounter)) == ["Guard"]
    fight.make("Guard", wounds=(Wound(10, "Spine", 1, NOW),))
    fight.next()
    assert fight.encounter.clock == after(LATER, impulses=1)
    assert phoenix().awaited(fight.encounter) == ()
    assert fight.state("Trent").left == 2


def test_what_a_disabled_spine_leaves_him_goes_on() -> None:
    fight = disabled("Spine")
    fight.make("Guard", wounds=(Wound(10, "Spine", 1, NOW),))
    fight.order(Act(fight.id("Trent"), "calls for help", 12))
    assert fight.next()[0].resolution.outcome == "Trent: calls for help (12 actions)."


def test_he_may_still_act_in_the_impulse_in_which_he_was_hit() -> None:
    fight = skirmish()
    suffer(fight, Struck(10, "Spine", disabling=1, shock=400))
    fight.order(Move(fight.id("Trent"), Place.parse("K9"), None, ""))
    assert fight.one("Trent").place == Place.parse("K9")


def test_what_he_was_about_ends_with_the_impulse_in_which_his_spine_was_hit() -> None:
    fight = skirmish()
    fight.make("Trent", left=1)
    fight.order(Move(fight.id("Trent"), Place.parse("K5"), None, "facing south"))
    suffer(fight, Struck(10, "Spine", disabling=1, shock=400))
    done = fight.next()
    assert fight.encounter.task(fight.id("Trent")) is None
    assert any("Trent's spine is disabled" in str(part.resolution) for part in done)


@pytest.mark.parametrize(("locations", "hand"), [((), False), (("Hand",), True), (("Hand", "Elbow"), False)])
def test_one_arm_left(locations: tuple[str, ...], hand: bool) -> None:
    fight = disabled(*locations)
    assert one_handed(fight.state("Trent"), fight.encounter.clock) is hand


def test_with_one_arm_a_rifle_is_fired_with_one_hand() -> None:
    fight = disabled("Arm Bone")
    arm = kit.held(fight.one("Trent"))
    assert check_shooter(fight.one("Trent"), arm, fight.encounter).name == "M16A1"
    basic = Skirmish()
    basic.join("Trent", fight.state("Trent"), gun("M16A1"))
    basic.encounter = Ticked(LATER).on(basic.encounter)
    refused = pytest.raises(NotNow, match=r"One of Trent's arms is disabled\. They can fire one-handed weapons")
    with refused, refusals_named(basic.encounter):
        check_shooter(basic.one("Trent"), arm, basic.encounter)


def test_with_no_arm_nothing_is_fired() -> None:
    fight = disabled("Arm Bone", "Shoulder")
    with pytest.raises(NotNow, match="Both of Trent's arms are disabled"):
        fight.order(Fire(fight.id("Trent"), (fight.target("Guard"),)))


def test_healing_by_the_gm_ends_it() -> None:
    fight = disabled("Spine", "Knee")
    fight.order(Adjust(fight.id("Trent"), "heal all"))
    fight.order(Move(fight.id("Trent"), Place.parse("K9"), None, ""))


def lines(fight: Skirmish) -> tuple[tuple[str, str], ...]:
    return summary(fight.one("Trent"), fight.encounter, phoenix().book).lines
