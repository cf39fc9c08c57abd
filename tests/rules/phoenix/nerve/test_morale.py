"""Morale Rolls for shots that miss closely, and the Tripled Morale Roll under cover (5.6)."""

from __future__ import annotations

import pytest

from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered
from rules.engine.records.orders import Answer, Burst, Fire, Next, Reload, Switch, Target, Throw
from rules.engine.records.steps import Note, Ruling, Sum
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.soldier import Knockout, Soldier, Wound
from rules.phoenix.optional.records import Nerve, Plan
from rules.words.places import Place
from tests.rules.phoenix.nerve.shaking import NEAR, answers, asked, broken, comrade, opposed, shoot, side
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, rolls, total

TAKES_COVER = Nerve("taking cover")


def about_nerve(told: Resolution) -> list[str]:
    """Return the steps about nerve."""
    labels = [step.label for step in told.steps if not isinstance(step, Ruling)]
    return [label for label in labels if label in ("Morale", "Missed by", "Near miss", "Critical Distance")]


@pytest.mark.parametrize(
    ("kv", "critical"),
    [
        *((0, 6), (1, 6), (4, 6), (5, 5), (9, 5), (10, 4), (19, 4), (20, 3), (29, 3), (30, 2), (39, 2), (40, 1)),
        *((49, 1), (50, 1), (79, 1), (80, 1), (98, 1)),
    ],
)
def test_a_miss_matters_within_the_critical_distance(kv: int, critical: int) -> None:
    """4G, single shots: at EAL 17 a roll of 47 misses by 1, 53 by 2, 60 by 3, 67 by 4, 74 by 5, 80 by 6, 86 by 7."""
    for by, roll in enumerate((47, 53, 60, 67, 74, 80, 86), 1):
        skirmish = opposed(kv=f"KV {kv}")
        if by <= critical:
            told = shoot(skirmish, roll, kv)
            assert [(one.label, one.needed) for one in rolls(told)][1:] == [("Morale", f"{kv:02} or less (KV {kv})")]
        else:
            told = shoot(skirmish, roll)
        assert total(told, "Missed by") == by
        assert skirmish.state("Donovan").nerve is None


@pytest.mark.parametrize(("roll", "nerve"), [(15, None), (16, TAKES_COVER), (99, TAKES_COVER), (0, None)])
def test_the_morale_roll_is_up_to_the_knockout_value(roll: int, nerve: Nerve | None) -> None:
    skirmish = opposed()
    shoot(skirmish, NEAR, roll)
    assert skirmish.state("Donovan").nerve == nerve


def test_whoever_cannot_fail_throws_nothing() -> None:
    told = shoot(opposed(kv="KV 99"), NEAR)
    assert note(told, "Morale") == "Donovan’s Morale Roll: KV 99 cannot fail, no roll"
    assert len(rolls(shoot(opposed(kv="KV 98"), NEAR, 98))) == 2


def test_far_misses_are_told_in_the_details_alone() -> None:
    told = shoot(opposed(), 90)
    assert [step.detail for step in told.steps if isinstance(step, Sum) and step.label == "Missed by"] == [True]
    [said] = [step for step in told.steps if isinstance(step, Note) and step.label == "Morale"]
    assert (said.text, said.detail) == ("farther from Donovan than their Critical Distance of 4", True)
    assert told.outcome == "Opponent fires the M16 at Donovan, 39 hexes: MISS."


def test_the_switch_is_off_by_default() -> None:
    skirmish = opposed()
    skirmish.order(Switch("morale", "off"))
    told = shoot(skirmish, NEAR)
    assert about_nerve(told) == []
    assert skirmish.state("Donovan").nerve is None


@pytest.mark.parametrize("exposure", ["looking", "firing", "dug in"])
def test_whoever_is_around_cover_ducks_behind_it(exposure: str) -> None:
    skirmish = opposed()
    skirmish.make("Donovan", exposure=exposure, facing=270)
    told = shoot(skirmish, NEAR, 67, mod="+4" if exposure != "firing" else "")
    assert told.outcome.endswith("MISS; Donovan must duck behind cover or go Low Prone.")
    assert skirmish.id("Donovan") in told.concerned
    state = skirmish.state("Donovan")
    assert (state.nerve, state.hides, state.ducked) == (TAKES_COVER, Clock(1, 1), Clock(1, 1))
    assert answers(skirmish, "duck").outcome == "Donovan ducks behind cover."
    skirmish.next(45)
    state = skirmish.state("Donovan")
    assert (state.nerve, state.exposure, state.position) == (None, "hidden", "standing")


@pytest.mark.parametrize(("position", "mod"), [("standing", "-7"), ("kneeling", "-6"), ("prone", "-2")])
def test_whoever_is_in_the_open_goes_low_prone(position: str, mod: str) -> None:
    """The shot has EAL 17 at every size of 4E."""
    skirmish = opposed("exposed")
    skirmish.make("Donovan", position=position)
    told = shoot(skirmish, NEAR, 67, mod=mod)
    assert told.outcome.endswith("MISS; Donovan goes Low Prone.")
    assert skirmish.state("Donovan").position == position  # until the impulse ends
    parts = skirmish.next(48)
    state = skirmish.state("Donovan")
    assert (state.nerve, state.exposure, state.position) == (Nerve("broken", low=True), "exposed", "prone")
    assert parts[0].resolution.outcome == "Donovan is broken: they stay Low Prone until a comrade rallies them."


def test_low_prone_has_its_own_size() -> None:
    """4E: 1 for single shots, 0 for the height of a burst."""
    skirmish = opposed("exposed")
    skirmish.make("Donovan", nerve=Nerve("broken", low=True), position="prone")
    told = shoot(skirmish, 99)
    assert total(told, "Accuracy") == 15 - 5 + 7 + 1
    skirmish.make("Donovan", nerve=None)
    assert total(shoot(skirmish, 99), "Accuracy") == 15 - 5 + 7 + 2


def test_what_he_was_about_is_interrupted() -> None:
    skirmish = opposed()
    skirmish.order(Fire(skirmish.id("Donovan"), (skirmish.target("Opponent"),), 5))
    assert skirmish.encounter.task(skirmish.id("Donovan"))
    told = shoot(skirmish, NEAR, 67)
    assert skirmish.encounter.task(skirmish.id("Donovan")) is None
    assert skirmish.state("Donovan").aim is None
    assert note(told, "Aim") == "Donovan loses their aim of 2"
    assert skirmish.state("Donovan").firing_stance is False


@pytest.mark.parametrize(("roll", "nerve"), [(45, None), (46, Nerve("broken")), (0, None), (99, Nerve("broken"))])
def test_under_cover_he_throws_against_three_times_his_knockout_value(roll: int, nerve: Nerve | None) -> None:
    skirmish = opposed()
    [part, _] = broken(skirmish, tripled=roll)
    assert [one.needed for one in rolls(part.resolution)] == ["45 or less (3 x KV 15)"]
    assert skirmish.state("Donovan").nerve == nerve
    says = "is under cover and recovers: they can act again."
    assert part.resolution.outcome == f"Donovan {says}" if nerve is None else "is broken" in part.resolution.outcome


def test_the_tripled_roll_of_33_cannot_fail() -> None:
    skirmish = opposed(kv="KV 33")
    shoot(skirmish, NEAR, 34)
    answers(skirmish, "duck")
    [part, _] = skirmish.next()
    assert note(part.resolution, "Morale") == "Donovan’s Tripled Morale Roll: 3 x KV 33 cannot fail, no roll"
    skirmish = opposed(kv="KV 32")
    shoot(skirmish, NEAR, 33)
    answers(skirmish, "duck")
    skirmish.next(97)
    assert skirmish.state("Donovan").nerve == Nerve("broken")


@pytest.mark.parametrize(("roll", "thinks"), [(45, True), (46, False)])
def test_the_broken_forget_what_they_had_in_mind(roll: int, thinks: bool) -> None:
    skirmish = opposed()
    skirmish.order(Switch("initiative", "on"))
    skirmish.make("Donovan", isf=21, plan=Plan(8, 0, 8, 5))
    broken(skirmish, tripled=roll)
    assert (skirmish.state("Donovan").plan is not None) == thinks


def test_nobody_waits_for_the_broken() -> None:
    skirmish = opposed()
    broken(skirmish)
    assert [skirmish.encounter.combatant(id).name for id in phoenix().awaited(skirmish.encounter)] == ["Opponent"]
    skirmish.make("Opponent", nerve=Nerve("broken"))
    before = skirmish.encounter.clock
    skirmish.parts(Next())
    assert skirmish.encounter.clock == Clock(before.turn, before.impulse + 1)


def test_whoever_takes_cover_throws_in_the_next_impulse_though_nobody_else_can_act() -> None:
    skirmish = opposed()
    shoot(skirmish, NEAR, 67)
    answers(skirmish, "duck")
    skirmish.make("Opponent", knockout=Knockout(Clock(1, 1), 0, 0, Clock(9, 1)))
    skirmish.next(48)
    assert (skirmish.encounter.clock, skirmish.state("Donovan").nerve) == (Clock(1, 2), Nerve("broken"))


@pytest.mark.parametrize(
    "changes",
    [
        {"knockout_value": None},
        {"died": Clock(1, 1)},
        {"knockout": Knockout(Clock(1, 1), 0, 0, Clock(9, 1))},
        {"knockout": Knockout(Clock(0, 4), 0, 0, Clock(9, 1))},
        {"custody": "prisoner"},
        {"custody": "surrendered", "nerve": Nerve("broken", low=True)},
        {"nerve": Nerve("fleeing")},
        {"nerve": TAKES_COVER},
        {"wounds": (Wound(1, "Spine", 1, Clock(0, 4)),)},
    ],
)
def test_nothing_is_thrown_nor_said_for_whom_it_is_nothing(changes: dict[str, object]) -> None:
    skirmish = opposed()
    skirmish.make("Donovan", **changes)
    told = shoot(skirmish, NEAR)
    # By how much a shot misses is in the details of each, so that it does not tell whether somebody unknown is tested.
    assert about_nerve(told) == ["Near miss", "Missed by"]
    assert all(step.detail for step in told.steps if isinstance(step, Sum) and step.label == "Missed by")


def test_a_shot_that_hits_shakes_nobody() -> None:
    told = shoot(opposed(), 46, 10, 5)
    assert "HIT" in told.outcome
    assert not about_nerve(told)


def test_a_quick_ruling_throws_nothing() -> None:
    skirmish = opposed()
    skirmish.encounter = altered(skirmish.encounter, timed=False)
    assert len(rolls(shoot(skirmish, NEAR))) == 1


def test_by_the_basic_game() -> None:
    """2A, 11 to 20 hexes: SA 9 is 67, SA 10 is 74, 13 is 90, 14 is 94."""
    for roll, by, dice in ((68, 1, (67,)), (90, 5, ()), (89, 4, (10,))):
        skirmish = Skirmish()
        skirmish.order(Switch("morale", "on"))
        skirmish.sheet("Opponent", "SAL 14, CA 24, M16")
        skirmish.sheet("Donovan", "CA 5, KV 15, firing over cover")
        order = Fire(skirmish.id("Opponent"), (skirmish.target("Donovan"),), 6, range=20)
        told = skirmish.order(order, roll, *dice)
        assert (total(told, "Accuracy"), total(told, "Missed by")) == (9, by)
        assert bool(skirmish.state("Donovan").nerve) is (dice == (67,))


def test_a_burst_that_goes_too_high_shakes_everybody_in_its_arc() -> None:
    """The elevation roll misses them all. 4G, bursts: EAL 18 is 73, 19 is 77."""
    skirmish = opposed("exposed", preset="phoenix-advanced")
    comrade(skirmish, "Ash", "CA 5, KV 10, exposed", "AN6")
    comrade(skirmish, "Bea", "CA 5, KV 10, exposed", "AM6")
    comrade(skirmish, "Cole", "CA 5, exposed", "AN6")
    order = Burst(skirmish.id("Opponent"), (skirmish.target("Donovan"),), 6, mod="-13")
    told = skirmish.order(order, 74, 67, 11, 10)
    assert (total(told, "Accuracy"), total(told, "Missed by")) == (18, 1)
    assert [(one.why, one.value) for one in rolls(told)[1:]] == [
        ("Donovan’s Morale Roll", 67),
        ("Bea’s Morale Roll", 11),
        ("Ash’s Morale Roll", 10),
    ]
    assert told.outcome.endswith("MISS, too high or too low; Donovan goes Low Prone; Bea goes Low Prone.")


def test_by_how_much_a_shot_misses_is_in_its_details() -> None:
    """By 2 levels: within Donovan’s 4, not within Ash’s 1."""
    skirmish = opposed("exposed", preset="phoenix-advanced")
    comrade(skirmish, "Ash", "CA 5, KV 60, exposed", "AN6")
    order = Burst(skirmish.id("Opponent"), (skirmish.target("Donovan"),), 6, mod="-13")
    told = skirmish.order(order, 81, 15)
    assert (total(told, "Missed by"), len(rolls(told))) == (2, 2)
    assert [step.detail for step in told.steps if isinstance(step, Sum) and step.label == "Missed by"] == [True]


def test_whoever_hides_already_ducks_behind_his_cover() -> None:
    """The fighter hid in this impulse, and is seen until it ends (O33)."""
    skirmish = opposed()
    skirmish.make("Donovan", hides=Clock(1, 1))
    assert shoot(skirmish, NEAR, 67).outcome.endswith("MISS; Donovan ducks behind cover.")


def test_who_is_missed_after_the_height_was_right_is_not_shaken() -> None:
    skirmish = opposed("exposed", preset="phoenix-advanced")
    told = skirmish.order(Burst(skirmish.id("Opponent"), (skirmish.target("Donovan"),), 6, mod="-13"), 73, 99)
    assert [one.label for one in rolls(told)] == ["Elevation", "Donovan"]


def test_a_sweep_of_the_basic_game_shakes_the_whole_hex() -> None:
    skirmish = Skirmish()
    skirmish.order(Switch("morale", "on"))
    skirmish.map(40, 12)
    skirmish.sheet("Opponent", "SAL 14, CA 24, M16", "A6")
    for name in ("Donovan", "Ash"):
        skirmish.sheet(name, "CA 5, KV 10, exposed", "K6")
    order = Burst(skirmish.id("Opponent"), (Target(place=Place.parse("K6")),), 5, mod="-9")
    told = skirmish.order(order, 40, 11, 10)
    assert [one.why for one in rolls(told)[1:]] == ["Donovan’s Morale Roll", "Ash’s Morale Roll"]
    assert (skirmish.state("Donovan").nerve, skirmish.state("Ash").nerve) == (TAKES_COVER, None)


def test_shot_that_spreads_shakes_as_its_one_throw_misses() -> None:
    skirmish = opposed("exposed", preset="phoenix-advanced")
    skirmish.sheet("Hunter", "SAL 15, CA 24, Remington M870 Shot", "AL6")
    side(skirmish, "Hunter", "Guards")
    comrade(skirmish, "Ash", "CA 5, KV 10, exposed", "AN6")
    order = Fire(skirmish.id("Hunter"), (skirmish.target("Donovan"), skirmish.target("Ash")), 2, mod="-20")
    told = skirmish.order(order, 54, 15, 11)
    assert (total(told, "Accuracy"), total(told, "Missed by")) == (18, 1)
    assert told.outcome.endswith("MISS; Ash goes Low Prone.")
    assert skirmish.state("Donovan").nerve is None


@pytest.mark.parametrize(
    ("choice", "roll", "nerve"),
    [
        ("duck", 48, Nerve("broken")),
        ("low prone", 48, Nerve("broken", low=True)),
        ("duck", 0, None),
        ("low prone", 0, None),
    ],
)
def test_with_declared_fire_the_tripled_roll_waits_for_the_answer(choice: str, roll: int, nerve: Nerve | None) -> None:
    """O83: the question is asked as the impulse ends, and the roll that it precedes is thrown after the answer."""
    skirmish = opposed("loaded 5, firing over cover")
    skirmish.order(Switch("fire", "declared"))
    skirmish.order(Fire(skirmish.id("Opponent"), (skirmish.target("Donovan"),), 6))
    skirmish.order(Reload(skirmish.id("Donovan")))
    assert skirmish.encounter.task(skirmish.id("Donovan"))
    parts = skirmish.next(NEAR, 67)
    assert parts[0].resolution.outcome == (
        "Opponent fires the M16 at Donovan, 39 hexes: MISS; Donovan must duck behind cover or go Low Prone."
    )
    waiting = skirmish.state("Donovan").nerve
    assert waiting and waiting.state == "taking cover" and asked(skirmish)
    said, thrown = skirmish.parts(Answer(skirmish.id("Donovan"), choice), roll)
    assert ("ducks behind cover" if choice == "duck" else "goes Low Prone behind cover") in said.resolution.outcome
    assert ("is broken" if nerve else "recovers") in thrown.resolution.outcome
    state = skirmish.state("Donovan")
    assert (state.nerve, state.exposure) == (nerve, "hidden") and not asked(skirmish)
    assert skirmish.encounter.task(skirmish.id("Donovan")) is None


def test_without_the_switch_nobody_is_broken_any_more() -> None:
    skirmish = opposed()
    broken(skirmish)
    skirmish.order(Switch("morale", "off"))
    assert skirmish.state("Donovan").nerve is None


def test_it_joins_another_encounter_steady() -> None:
    skirmish = opposed()
    broken(skirmish)
    left = phoenix().carried_over(skirmish.one("Donovan"), skirmish.encounter)
    assert isinstance(left, Soldier)
    again = opposed()
    again.join("Donovan again", left)
    assert again.state("Donovan again").nerve is None


@pytest.mark.parametrize(
    ("roll", "dice", "told"), [(83, (67,), True), (83, (15,), False), (98, (), False), (82, (99,), False)]
)
def test_cover_fire_that_misses_shakes_opponents_in_its_hexes(roll: int, dice: tuple[int, ...], told: bool) -> None:
    """SAL 14, aim 1 -22, 8 hexes +18, size +10: EAL 20, Burst Elevation 82. 83 misses by 1; 82 hits, but nobody."""
    skirmish = Skirmish()
    for name in ("cover fire", "accuracy", "damage", "automatic fire", "morale"):
        skirmish.order(Switch(name, "on"))
    skirmish.map(20, 14)
    skirmish.sheet("Trent", "SAL 14, CA 4, M16A1, facing north", "D12")
    people = (("Guard", "D4", "Red"), ("Far", "D6", "Red"), ("Friend", "D4", "Blue"), ("Unseen", "D4", "Red"))
    for name, at, of in people:
        skirmish.sheet(name, "CA 4, KV 15" + ", hidden" * (name == "Unseen"), at)
        side(skirmish, name, of)
    side(skirmish, "Trent", "Blue")
    order = Burst(skirmish.id("Trent"), (Target(place=Place.parse("D4")),), 1, how="cover fire")
    resolution = skirmish.parts(order, roll, *dice)[0].resolution
    assert resolution.outcome.endswith("MISS; Guard goes Low Prone.") is told
    assert [name for name, *_ in people if skirmish.state(name).nerve] == ["Guard"] * told


def blasted(weapon: str, *lines: str, preset: str = "phoenix-basic") -> Skirmish:
    """Return Trent with something that explodes, and guards ten hexes away."""
    skirmish = Skirmish(preset)
    skirmish.order(Switch("morale", "on"))
    skirmish.map(40, 12)
    skirmish.sheet("Trent", f"SAL 14, CA 24, {weapon}", "A6")
    for number, line in enumerate(lines, 1):
        skirmish.sheet(f"Guard {number}", line, "K6")
    skirmish.make("Trent", left=20)
    return skirmish


def test_a_launcher_that_misses_closely_shakes_its_target() -> None:
    """SA 7 is 86 at 10 hexes: 92 misses by 2 rows of 2A, which is a hex long. Both guards are hurt and stay up."""
    skirmish = blasted("M79", "CA 5, KV 10, exposed", "CA 5, KV 10, exposed")
    shot = Fire(skirmish.id("Trent"), (skirmish.target("Guard 1"),), 4, mod="-8")
    told = skirmish.order(shot, 92, 7, 99, 99, 11)
    assert (total(told, "Accuracy"), total(told, "Missed by")) == (7, 2)
    assert [one.why for one in rolls(told) if one.label == "Morale"] == ["Guard 1’s Morale Roll"]
    assert told.outcome.endswith("Guard 1 goes Low Prone.")
    assert (skirmish.state("Guard 1").nerve, skirmish.state("Guard 2").nerve) == (TAKES_COVER, None)


def test_a_grenade_that_misses_closely_shakes_everybody_in_the_hex() -> None:
    skirmish = blasted("M 67 3", "CA 5, KV 10, exposed", "CA 5, KV 10, exposed", "CA 5, exposed")
    thrown = Throw(skirmish.id("Trent"), (Target(place=Place.parse("K6")),), aim=4, mod="-8")
    told = skirmish.order(thrown, 90, 7, 99, 99, 11, 10)
    assert [one.why for one in rolls(told) if one.label == "Morale"] == [
        "Guard 1’s Morale Roll",
        "Guard 2’s Morale Roll",
    ]
    assert [skirmish.state(f"Guard {number}").nerve for number in (1, 2, 3)] == [TAKES_COVER, None, None]


def test_a_burst_of_a_launcher_that_misses_closely_shakes_as_well() -> None:
    skirmish = blasted("M19", "CA 5, KV 10, exposed")
    fired = Burst(skirmish.id("Trent"), (skirmish.target("Guard 1"),), 4, mod="-8")
    told = skirmish.order(fired, 30, 9, 99, 11)
    assert [one.label for one in rolls(told)][-1] == "Morale"
    assert skirmish.state("Guard 1").nerve == TAKES_COVER


def test_a_blast_that_hits_its_hex_shakes_nobody() -> None:
    skirmish = blasted("M 67 3", "CA 5, KV 10, exposed")
    thrown = Throw(skirmish.id("Trent"), (Target(place=Place.parse("K6")),), aim=4)
    told = skirmish.order(thrown, 99)
    assert "Morale" not in [one.label for one in rolls(told)]
