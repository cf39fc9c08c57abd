"""The effects of wounds: knockout and for how long, death, a weapon out of action (2.7), against the book."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules.engine.records.agenda import Clock, Timer
from rules.engine.records.copies import altered
from rules.engine.records.model import Carried
from rules.engine.records.private_text import outward, whole
from rules.engine.records.steps import Note, Roll, Ruling
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.effects import Ticked
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.soldier import Knockout, Wound
from rules.phoenix.basics.soldier import Soldier as Kept
from rules.phoenix.book import Scene
from rules.phoenix.harm.hit_records import Struck
from rules.phoenix.harm.wounds import hurt, take_damage
from rules.phoenix.turn.due_timers import Wake
from tests.reading import told
from tests.rules.phoenix.skirmish import Skirmish, phoenix, rolls

GOLDEN: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[3] / "golden/phoenix/damage.toml").read_text(encoding="utf-8")
)
NOW = Clock(3, 2)
NAME = "Guard 2"


def guard(**values: Any) -> Skirmish:
    """A skirmish with Guard 2 in it, at Phase 3, Impulse 2."""
    skirmish = Skirmish()
    arms = phoenix().book.arms
    skirmish.join(NAME, Kept(**values), Carried(arms["M16"]), Carried(arms["AKM 47"]))
    skirmish.encounter = Ticked(NOW).on(skirmish.encounter)
    return skirmish


def hit(skirmish: Skirmish, *dice: int, **struck: Any) -> Resolution:
    """One more hit; the outcome is what `hurt` says."""
    return hits(skirmish, Struck(**{"points": 0, "location": "Chest", **struck}), dice=dice)


def hits(skirmish: Skirmish, *struck: Struck, dice: tuple[int, ...] = ()) -> Resolution:
    """Hits of one order; all dice must be thrown."""
    script = ScriptedDice(dice)
    scene = Scene(skirmish.encounter, script, phoenix().book)
    scene.conclude(hurt(skirmish.id(NAME), struck, scene))
    assert script.unused == ()
    skirmish.encounter = scene.encounter
    return told(scene.parts[0].resolution, scene.encounter)


def go_on(skirmish: Skirmish, clock: Clock) -> None:
    skirmish.encounter = Ticked(clock).on(skirmish.encounter)


def wakes(skirmish: Skirmish) -> list[Clock]:
    """Return when the fighter wakes."""
    waking = Wake(skirmish.id(NAME))
    return [m.at for m in skirmish.encounter.agenda if isinstance(m, Timer) and m.order == waking]


def needed(resolution: Resolution) -> str:
    """Return the number that the knockout throw needed."""
    return next(roll.needed for roll in rolls(resolution) if roll.label == "Knockout")


@pytest.mark.parametrize(("low", "high", "chance"), GOLDEN["knockout"]["bands"])
def test_knockout_bands(low: int, high: int, chance: int) -> None:
    for total in (low, high):
        if not chance:
            skirmish = guard(knockout_value=GOLDEN["knockout"]["value"])
            assert rolls(hit(skirmish, points=total)) == []
            assert skirmish.state(NAME).knockout is None
            continue
        up = guard(knockout_value=GOLDEN["knockout"]["value"])
        stays = hit(up, chance, points=total)
        assert needed(stays).startswith(f"{chance} or more to stay up: {total:,} PD is over ")
        assert up.state(NAME).knockout == Knockout(NOW, chance)
        assert not up.state(NAME).out(Clock(3, 3))
        assert stays.outcome == f"chest, {total:,} PD"
        down = guard(knockout_value=GOLDEN["knockout"]["value"])
        falls = hit(down, chance - 1, 0, points=total)
        assert falls.outcome == f"chest, {total:,} PD; Guard 2 is out when this impulse ends"
        assert down.state(NAME).out(Clock(3, 3))


def test_the_check_is_made_on_the_total() -> None:
    more = GOLDEN["more"]
    earlier = Wound(more["before"], "Abdomen", 0, Clock(1, 1))
    skirmish = guard(knockout_value=48)
    skirmish.make(NAME, wounds=(earlier,))
    thrown = hit(skirmish, 25, points=more["now"], location="Shoulder", disabling=1)
    assert needed(thrown) == f"{more['chance']} or more to stay up: 56 PD is over KV 48"
    assert skirmish.state(NAME).wounds == (earlier, Wound(21, "Shoulder", 1, NOW))
    assert skirmish.state(NAME).physical_damage == 56


@pytest.mark.parametrize("time", GOLDEN["times"], ids=lambda time: time["title"])
def test_incapacitation_time(time: dict[str, Any]) -> None:
    skirmish = guard(knockout_value=4)
    hit(skirmish, 0, time["roll"], points=time["total"])
    end = Clock(3 + time["phases"], 3)
    assert wakes(skirmish) == [end]
    state = skirmish.state(NAME)
    assert state.knockout is not None and state.knockout.time == time["roll"]
    assert not state.out(NOW)
    assert state.out(Clock(3, 3))
    assert state.out(Clock(end.turn, 2))
    assert not state.out(end)


def test_one_throw_an_impulse_read_again_on_the_grown_total() -> None:
    skirmish = guard(knockout_value=48)
    assert hit(skirmish, 40, points=30).outcome == "chest, 30 PD"
    second = hit(skirmish, points=30)
    assert rolls(second) == []
    assert [s.text for s in second.steps if isinstance(s, Note) and s.label == "Knockout"] == [
        "rolled 40 earlier in this impulse, needed 25 or more to stay up: 60 PD is over KV 48"
    ]
    assert "O22" in [s.id for s in second.steps if isinstance(s, Ruling)]
    assert not skirmish.state(NAME).out(Clock(3, 3))
    third = hit(skirmish, 3, points=60)
    assert [roll.why for roll in rolls(third)] == ["how long Guard 2 is out"]
    assert third.outcome.endswith("; Guard 2 is out when this impulse ends")
    assert wakes(skirmish) == [Clock(3 + 5 * 30, 3)]
    fourth = hit(skirmish, points=100)
    assert rolls(fourth) == []
    assert wakes(skirmish) == [Clock(3 + 21 * 30, 3)]
    assert skirmish.state(NAME).knockout == Knockout(NOW, 40, 3, Clock(3 + 21 * 30, 3))


def test_a_new_impulse_has_a_new_throw_on_the_total() -> None:
    skirmish = guard(knockout_value=48)
    hit(skirmish, 99, points=100)
    go_on(skirmish, Clock(3, 3))
    assert needed(hit(skirmish, 98, points=100)) == "98 or more to stay up: 200 PD is over 3 x KV 48"
    assert skirmish.state(NAME).knockout == Knockout(Clock(3, 3), 98)


def test_who_is_out_can_only_stay_out_longer() -> None:
    skirmish = guard(knockout_value=4)
    hit(skirmish, 0, 2, points=60)
    first = Clock(3 + 15, 3)
    assert wakes(skirmish) == [first]
    go_on(skirmish, Clock(4, 1))
    assert hit(skirmish, 99, points=1).outcome == "chest, 1 PD"
    assert wakes(skirmish) == [first]
    assert skirmish.state(NAME).out(Clock(4, 1)) and skirmish.state(NAME).out(Clock(18, 2))
    assert not skirmish.state(NAME).out(first)
    go_on(skirmish, Clock(4, 2))
    hit(skirmish, 5, 0, points=1)
    assert wakes(skirmish) == [first]
    again = hit(skirmish, points=40)
    assert again.outcome == "chest, 40 PD; Guard 2 stays out"
    assert wakes(skirmish) == [Clock(4 + 25, 3)]
    assert skirmish.state(NAME).out(Clock(4, 2))


def test_who_has_woken_falls_anew() -> None:
    skirmish = guard(knockout_value=4)
    hit(skirmish, 0, 0, points=30)
    go_on(skirmish, Clock(9, 1))
    assert hit(skirmish, 0, 1, points=1).outcome == "chest, 1 PD; Guard 2 is out when this impulse ends"
    state = skirmish.state(NAME)
    assert not state.out(Clock(9, 1))
    assert state.out(Clock(9, 2))
    assert state.knockout == Knockout(Clock(9, 1), 0, 1, Clock(10, 2))


def test_without_a_knockout_value_nobody_is_knocked_out() -> None:
    skirmish = guard()
    resolution = hit(skirmish, points=100_000)
    assert rolls(resolution) == []
    assert [s for s in resolution.steps if isinstance(s, Note) and s.label == "Knockout"] == []
    assert skirmish.state(NAME).wounds == (Wound(100_000, "Chest", 0, NOW),)


def test_a_knockout_value_of_0_is_exceeded_three_times_by_any_wound() -> None:
    assert needed(hit(guard(knockout_value=0), 98, points=1)) == "98 or more to stay up: 1 PD is over 3 x KV 0"


@pytest.mark.parametrize(("total", "thrown"), [(2, 0), (3, 0), (4, 1), (30, 1)])
def test_exactly_a_tenth_is_no_check(total: int, thrown: int) -> None:
    assert len(rolls(hit(guard(knockout_value=30), *[99] * thrown, points=total))) == thrown


def test_without_a_clock_he_is_out_at_once() -> None:
    skirmish = guard(knockout_value=4)
    skirmish.encounter = altered(skirmish.encounter, timed=False)
    assert hit(skirmish, 0, 0, points=30).outcome == "chest, 30 PD; Guard 2 is out"
    assert hit(skirmish, dead=True, location="Heart").outcome == "heart; Guard 2 is dead"


def test_the_dead_die_when_the_impulse_ends() -> None:
    skirmish = guard(knockout_value=48)
    resolution = hit(skirmish, location="Heart", dead=True)
    assert resolution.outcome == "heart; Guard 2 is dead when this impulse ends"
    assert resolution.concerned == (skirmish.id(NAME),)
    state = skirmish.state(NAME)
    assert (state.died, state.wounds) == (NOW, ())
    assert not state.out(NOW)
    assert state.out(Clock(3, 3))
    assert hit(skirmish, points=300).outcome == "chest, 300 PD"
    assert skirmish.state(NAME).died == NOW


def test_a_burst_is_one_total_with_one_throw() -> None:
    skirmish = guard(knockout_value=48)
    burst = (
        Struck(30, "Body Glance"),
        Struck(0, "Chest", stopped=True),
        Struck(20, "Thigh - Flesh", 1),
    )
    resolution = hits(skirmish, *burst, dice=(24, 1))
    assert resolution.outcome == (
        "body glance, chest and thigh (flesh), 50 PD, 1 of 3 stopped by armor; Guard 2 is out when this impulse ends"
    )
    thrown: list[Roll] = rolls(resolution)
    assert [roll.needed for roll in thrown] == ["25 or more to stay up: 50 PD is over KV 48", ""]
    assert skirmish.state(NAME).wounds == (Wound(30, "Body Glance", 0, NOW), Wound(20, "Thigh - Flesh", 1, NOW))


def test_a_hit_that_disables_is_told_to_the_own_side_once() -> None:
    skirmish = guard(knockout_value=1000)
    scene = Scene(skirmish.encounter, ScriptedDice([]), phoenix().book)
    words = hurt(skirmish.id(NAME), [Struck(20, "Forearm - Bone", 1)], scene, unnamed=True)
    assert whole(words) == "forearm (bone), 20 PD, arm disabled"
    assert outward(words) == "forearm (bone)"
    skirmish.encounter = scene.encounter
    again = hit(skirmish, points=20, location="Forearm - Bone", disabling=1).outcome
    assert again == "forearm (bone), 20 PD, 2 arms disabled"
    last = hit(skirmish, points=20, location="Forearm - Bone", disabling=1).outcome
    assert last == "forearm (bone), 20 PD", "both are disabled already"


def test_armor_that_stops_it_leaves_no_wound() -> None:
    skirmish = guard(knockout_value=0)
    before = skirmish.state(NAME)
    assert hit(skirmish, stopped=True).outcome == "chest, stopped by armor"
    assert skirmish.state(NAME) == before


def test_weapon_critical_breaks_the_weapon_in_hand_once() -> None:
    skirmish = guard(knockout_value=4)
    resolution = hit(skirmish, location="Weapon", weapon_critical=True)
    assert resolution.outcome == "weapon; Guard 2’s M16 is out of action"
    assert skirmish.state(NAME).broken == (0,)
    assert hit(skirmish, location="Weapon", weapon_critical=True).outcome == "weapon"
    assert skirmish.state(NAME).broken == (0,)


def test_of_a_target_nobody_keeps_only_the_damage_is_told() -> None:
    scene = Scene(Skirmish().encounter, ScriptedDice([]), phoenix().book)
    struck = hurt("", [Struck(1000, "Shoulder", 2)], scene)
    assert (whole(struck), outward(struck)) == ("shoulder, 1,000 PD", "shoulder")
    assert hurt("", [Struck(0, "Heart", dead=True)], scene) == "heart; dies at once"
    critical = hurt("", [Struck(0, "Weapon", weapon_critical=True)], scene)
    assert critical == "weapon; the weapon in hand is out of action"


def test_concussion_is_a_wound_like_any_other() -> None:
    skirmish = guard(knockout_value=48)
    scene = Scene(skirmish.encounter, ScriptedDice([99]), phoenix().book)
    harm = take_damage(skirmish.id(NAME), 50, "Concussion", scene)
    assert (whole(harm), outward(harm)) == ("50 PD", "hurt")
    skirmish.encounter = scene.encounter
    assert skirmish.state(NAME).wounds == (Wound(50, "Concussion", 0, NOW),)
    scene = Scene(guard(knockout_value=48).encounter, ScriptedDice([1, 0]), phoenix().book)
    felled = take_damage(skirmish.id(NAME), 1950, "Concussion", scene)
    assert whole(felled) == "1,950 PD, out when this impulse ends"
