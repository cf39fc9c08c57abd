"""Fighters knocked off balance or down, the causes, and how they get up again (5.12), against the book's tables."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.agenda import Clock, Task
from rules.engine.records.errors import NoRule, NotNow
from rules.engine.records.orders import Act, Aim, Duck, Reload, Switch, Throw
from rules.engine.records.steps import Note
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.blasts.concussion import KNOCKS
from rules.phoenix.book import Scene
from rules.phoenix.harm.damage import STRIKES
from rules.phoenix.harm.hit_records import CONCUSSION, Knock, Struck
from rules.phoenix.harm.wounds import hurt, take_damage
from rules.phoenix.optional.injury.knock_down import blast, column, hitting
from rules.phoenix.optional.records import Footing
from rules.words.places import Place
from tests.reading import told
from tests.rules.phoenix.shooting.duel import duel, fire, gun
from tests.rules.phoenix.skirmish import Skirmish, phoenix

PROJECTILE = {
    "Head": (2, 3, 4, 10),
    "Body": (11, 14, 17, 19),
    "Arm": (2, 3, 4, 16),
    "Leg": (3, 4, 5, 6),
}
EXPLOSIVE = {
    "": (50, 66, 82, 90),
    "In Light Power Armor": (270, 350, 440, 480),
    "In Medium Power Armor": (520, 700, 860, 950),
    "In Heavy Power Armor": (770, 1020, 1260, 1390),
}
EFFECTS = ("1 action", "2 actions", "4 actions", "down")
LOCATION = {"Head": "Forehead", "Body": "Chest", "Arm": "Hand", "Leg": "Shin - Foot"}
AXLY = Soldier(actions=8, knockout_value=22)


def skirmish(switch: str = "knock down", **values: Any) -> Skirmish:
    """Axly with two actions in Phase 1, Impulse 1."""
    made = Skirmish()
    if switch:
        made.order(Switch(switch, "on"))
    made.join("Axly", replace(AXLY, **values), gun("M16"))
    return made


def hit(made: Skirmish, force: int | None, location: str = "Forehead", **struck: Any) -> Resolution:
    """A stopped hit of a weapon of this KD."""
    struck = {"points": 0, "stopped": True, **struck}
    one = hitting(Struck(location=location, **struck), force, made.encounter)
    scene = Scene(made.encounter, ScriptedDice(()), phoenix().book)
    scene.conclude(hurt(made.id("Axly"), (one,), scene))
    made.encounter = scene.encounter
    return told(scene.parts[0].resolution, scene.encounter)


def knocked(resolution: Resolution) -> str:
    """Return the effect of the hit, in a word."""
    outcome = resolution.outcome
    return next((effect for effect in EFFECTS if f"({effect})" in outcome or f"knocked {effect}" in outcome), "")


@pytest.mark.parametrize(("place", "row"), [(place, row) for place in PROJECTILE for row in range(4)])
def test_each_figure_of_the_projectile_table_is_the_least_that_does_so(place: str, row: int) -> None:
    least = PROJECTILE[place][row]
    assert knocked(hit(skirmish(), least, LOCATION[place])) == EFFECTS[row]
    assert knocked(hit(skirmish(), least - 1, LOCATION[place])) == ("" if row == 0 else EFFECTS[row - 1])


@pytest.mark.parametrize(("worn", "row"), [(worn, row) for worn in EXPLOSIVE for row in range(4)])
def test_each_figure_of_the_explosive_table_likewise(worn: str, row: int) -> None:
    for force, effect in ((EXPLOSIVE[worn][row], EFFECTS[row]), (EXPLOSIVE[worn][row] - 1, ("", *EFFECTS)[row])):
        made = skirmish(knockout_value=None)
        scene = Scene(made.encounter, ScriptedDice(()), phoenix().book)
        knock = blast(force, worn, made.encounter)
        scene.conclude("Axly: " + take_damage(made.id("Axly"), 1, CONCUSSION, scene, knock=knock))
        assert knocked(scene.parts[0].resolution) == effect


def test_power_armor_of_which_nothing_more_is_said_is_light_and_a_combat_suit_none() -> None:
    made = skirmish()
    assert blast(52, "In Power Armor", made.encounter) == Knock("explosive_knock_down", "Power Armor Light", 52)
    assert blast(52, "In Combat Suit", made.encounter) == Knock("explosive_knock_down", "Normal Infantry", 52)
    assert blast(None, "", made.encounter) is None


@pytest.mark.parametrize(
    ("name", "locations"),
    [
        ("Head", ("Head Glance", "Forehead", "Eye-Nose", "Eye - Nose", "Mouth", "Neck Flesh", "Neck Spine")),
        (
            "Arm",
            (
                *("Arm Glance", "Shoulder", "Upper Arm - Flesh", "Upper Arm - Bone", "Forearm - Flesh"),
                *("Forearm - Bone", "Hand", "Shoulder Glance", "Arm Flesh", "Arm Bone", "Elbow", "Forearm Flesh"),
                "Forearm Bone",
            ),
        ),
        (
            "Body",
            (
                *("Body Glance", "Chest", "Base of Neck", "Heart", "Spine", "Abdomen", "Pelvis", "Torso Glance"),
                *("Lung - Rib", "Lung", "Liver - Rib", "Liver", "Stomach - Rib", "Stomach", "Stomach-Spleen"),
                *("Stomach-Kidney", "Liver - Kidney", "Liver - Spine", "Intestines"),
            ),
        ),
        (
            "Leg",
            (
                *("Leg Glance", "Thigh - Flesh", "Thigh - Bone", "Shin - Foot", "Thigh Flesh", "Thigh Bone", "Knee"),
                *("Shin Flesh", "Shin Bone", "Ankle - Foot"),
            ),
        ),
        ("", ("Weapon", "Weapon Critical")),
    ],
)
def test_the_column_of_each_location(name: str, locations: tuple[str, ...]) -> None:
    assert {column(location) for location in locations} == {name}


def test_every_location_of_3a_and_6a_is_among_them() -> None:
    known = {label for id in ("3a_roll", "6a_roll") for label in phoenix().book.tables.by_id[id].rows.labels}
    assert len(known) == 51
    assert {column(location) for location in known} == {"Head", "Body", "Arm", "Leg", ""}


def test_with_the_switch_off_nothing_is_known_of_it() -> None:
    made = skirmish("")
    assert hitting not in STRIKES.under(made.encounter)
    assert blast not in KNOCKS.under(made.encounter)
    assert hit(made, 25).outcome == "forehead, stopped by armor"
    assert made.state("Axly").footing is None
    with pytest.raises(NoRule, match="counts only with the switch “knock down”"):
        made.order(Act(made.id("Axly"), "roll over"))


def test_a_weapon_without_kd_and_a_hit_on_the_weapon_knock_nobody() -> None:
    made = skirmish()
    assert hitting(Struck(0, "Forehead"), None, made.encounter).knock is None
    assert hitting(Struck(0, "Weapon", weapon_critical=True), 25, made.encounter).knock is None


def test_the_penalty_is_taken_of_this_impulse_first_then_of_those_that_follow() -> None:
    made = skirmish()
    assert hit(made, 4).outcome == "forehead, stopped by armor; Axly is knocked off balance (4 actions)"
    assert (made.state("Axly").left, made.state("Axly").footing) == (0, Footing(2, None, Clock(1, 1), 4))
    with pytest.raises(NotNow, match="Axly is off balance and needs 2 actions more"):
        made.order(Reload(made.id("Axly")))
    made.next()
    assert made.encounter.clock == Clock(1, 3)  # in Impulse 2 there is nothing to do
    assert (made.state("Axly").left, made.state("Axly").footing) == (2, None)


def test_what_is_left_of_the_impulse_is_his() -> None:
    made = skirmish()
    hit(made, 2)
    assert made.state("Axly").left == 1
    made.order(Act(made.id("Axly"), "brace a weapon", 1))
    made.next()
    assert made.state("Axly").footing is None
    assert made.state("Axly").left == 2


@pytest.mark.parametrize(
    ("first", "second", "owes", "told"),
    [(2, 4, 2, "4 actions"), (4, 2, 2, ""), (3, 3, 0, ""), (3, 4, 2, "4 actions")],
)
def test_of_several_in_an_impulse_the_worst_counts(first: int, second: int, owes: int, told: str) -> None:
    made = skirmish()
    hit(made, first)
    again = hit(made, second)
    assert knocked(again) == told
    notes = [step.text for step in again.steps if isinstance(step, Note)]
    assert ("they are off balance at least as long anyway" in notes) is (told == "")
    footing = made.state("Axly").footing
    assert footing is not None and footing.owes == owes


def test_in_a_later_impulse_the_longer_of_both_counts() -> None:
    made = skirmish(actions=4)  # one action in each impulse
    hit(made, 4)
    assert made.state("Axly").footing == Footing(3, None, Clock(1, 1), 4)
    made.join("Guard", AXLY)
    made.next()
    assert made.state("Axly").footing == Footing(2, None, Clock(1, 1), 4)
    assert knocked(hit(made, 3)) == ""
    assert made.state("Axly").footing == Footing(2, None, Clock(1, 2), 2)
    assert knocked(hit(made, 4)) == "4 actions"
    assert made.state("Axly").footing == Footing(4, None, Clock(1, 2), 4)


def test_work_and_aim_wait_and_are_not_lost() -> None:
    made = duel()
    made.order(Switch("knock down", "on"))
    made.order(Aim(made.id("Guard 1"), (made.target("Trent"),), aim=6, range=10))
    assert made.encounter.task(made.id("Guard 1")) is not None
    one = hitting(Struck(0, "Hand", stopped=True), 4, made.encounter)
    scene = Scene(made.encounter, ScriptedDice(()), phoenix().book)
    hurt(made.id("Guard 1"), (one,), scene)
    made.encounter = scene.encounter
    made.next()
    task = made.encounter.task(made.id("Guard 1"))
    assert task is not None and task.spent == 2
    aim = made.state("Guard 1").aim
    assert aim is not None and aim.actions == 2


def test_nobody_fires_off_balance_though_he_has_aimed() -> None:
    made = duel()
    made.order(Switch("knock down", "on"))
    made.order(Aim(made.id("Trent"), (made.target("Guard 1"),), aim=2, range=10))
    one = hitting(Struck(0, "Hand", stopped=True), 2, made.encounter)
    scene = Scene(made.encounter, ScriptedDice(()), phoenix().book)
    hurt(made.id("Trent"), (one,), scene)
    made.encounter = scene.encounter
    with pytest.raises(NotNow, match="off balance and needs 1 action more"):
        made.order(fire(made, aim=2))


def test_whoever_is_knocked_down_gets_up_by_and_by() -> None:
    made = skirmish(actions=12)  # three actions in each impulse
    assert hit(made, 10).outcome == "forehead, stopped by armor; Axly is knocked down"
    state = made.state("Axly")
    assert (state.left, state.position, state.footing) == (0, "standing", Footing(fell=Clock(1, 1)))
    for order in (Act(made.id("Axly"), "roll over"), Duck(made.id("Axly"))):
        with pytest.raises(NotNow, match=r"is knocked off their feet and cannot act before Phase 1, Impulse 3\. "):
            made.order(order)
    made.next()
    assert (made.encounter.clock, made.state("Axly").left, made.state("Axly").position) == (Clock(1, 3), 3, "prone")
    for other in (Reload(made.id("Axly")), Act(made.id("Axly"), "stand up"), Duck(made.id("Axly"))):
        with pytest.raises(
            NotNow,
            match=r"Axly is knocked down and cannot use their hands\. Use /act"
            r" roll over \(3 actions\) first",
        ):
            made.order(other)
    rolled = made.order(Act(made.id("Axly"), "Roll over."))
    assert rolled.outcome == "Axly rolls over and can use their hands (3 actions)."
    assert (made.state("Axly").left, made.state("Axly").footing) == (0, None)
    made.next()
    assert made.order(Act(made.id("Axly"), "stand up")).outcome == "Axly stands up (3 actions)."


def test_to_his_knees_it_takes_two() -> None:
    made = skirmish(actions=12)
    hit(made, 10)
    made.next()
    made.order(Act(made.id("Axly"), "get his hands free"))
    made.next()
    assert made.order(Act(made.id("Axly"), "kneel")).outcome == "Axly kneels (2 actions)."


def test_rolling_over_takes_as_many_impulses_as_it_takes() -> None:
    made = skirmish()
    hit(made, 10)
    made.next()
    assert made.order(Act(made.id("Axly"), "roll over")).outcome.startswith("Axly rolls over: 2 of 3 actions")
    made.next()
    assert (made.state("Axly").footing, made.state("Axly").left) == (None, 1)


def test_who_has_not_been_knocked_down_does_not_roll_over() -> None:
    with pytest.raises(NotNow, match="Axly is not knocked down"):
        made = skirmish()
        made.order(Act(made.id("Axly"), "roll over"))


def test_knocked_down_he_loses_aim_work_and_stance() -> None:
    made = duel()
    made.order(Switch("knock down", "on"))
    made.order(Aim(made.id("Trent"), (made.target("Guard 1"),), aim=6, range=10))
    one = hitting(Struck(0, "Chest", stopped=True), 25, made.encounter)
    scene = Scene(made.encounter, ScriptedDice(()), phoenix().book)
    hurt(made.id("Trent"), (one,), scene)
    state = scene.combatant(made.id("Trent")).condition
    assert isinstance(state, Soldier)
    assert (state.aim, state.firing_stance, state.left) == (None, False, 0)
    assert not any(isinstance(item, Task) for item in scene.encounter.agenda)


def test_who_lies_cannot_fall() -> None:
    made = skirmish(position="prone")
    told = hit(made, 25)
    assert knocked(told) == "4 actions"
    assert "Knock Down they are already" in " ".join(step.text for step in told.steps if isinstance(step, Note))


def test_the_dead_and_those_who_are_out_are_knocked_no_more() -> None:
    made = skirmish()
    assert (
        hit(made, 25, location="Heart", dead=True, stopped=False).outcome
        == "heart; Axly is dead when this impulse ends"
    )
    fallen = skirmish()
    hit(fallen, 25)
    assert hit(fallen, 25).outcome == "forehead, stopped by armor"


def test_a_target_on_the_spot_is_told() -> None:
    made = skirmish()
    scene = Scene(made.encounter, ScriptedDice(()), phoenix().book)
    one = hitting(Struck(0, "Forehead", stopped=True), 3, made.encounter)
    assert hurt("", (one,), scene) == ("forehead, stopped by armor; knocked off balance (2 actions)")


def test_without_counted_actions_it_is_told_and_no_more() -> None:
    made = skirmish(actions=None)
    assert knocked(hit(made, 3)) == "2 actions"
    assert made.state("Axly").footing is None


def test_a_shot_brings_the_kd_of_its_weapon() -> None:
    made = duel(gun("M92F"))
    made.order(Switch("knock down", "on"))
    made.make("Guard 1", armor=replace(made.state("Guard 1").armor, helm=60))
    made.make("Trent", left=20)
    told = made.order(fire(made, aim=8), 0, 1)
    assert told.outcome.endswith("Guard 1 is knocked off balance (2 actions).")


def test_a_blast_knocks_by_the_concussion_of_the_page_in_the_basic_game_too() -> None:
    made = Skirmish()
    made.order(Switch("knock down", "on"))
    made.sheet("Thrower", "SAL 20, 3 M 26 A2 (USA), facing south", at="C3")
    made.sheet("Axly", "CA 8, KV 210", at="C8")
    order = Throw(made.id("Thrower"), (replace(made.target("Axly"), id="", place=Place.parse("C6")),), aim=3)
    told = made.order(order, 99)
    assert "Axly: 50 PD, knocked off balance (1 action)" in told.outcome


@pytest.mark.parametrize(("kind", "effect"), [("heavy", ""), ("medium", "2 actions"), ("light", "down"), ("", "down")])
def test_how_heavy_power_armor_is_decides_how_a_blast_knocks(kind: str, effect: str) -> None:
    made = Skirmish("phoenix-advanced")
    made.sheet("Thrower", "SAL 20, 3 M 26 A2 (USA), facing south", at="C3")
    made.sheet("Axly", "CA 8, KV 210", at="C6")
    order = Throw(made.id("Thrower"), (made.target("Axly"),), aim=3, how=f"{kind} power armor")
    if kind:
        with pytest.raises(NoRule, match="counts only with the switch “knock down”"):
            made.order(order)
    made.order(Switch("knock down", "on"))
    told = made.order(order, 0, 97, 53, 99)  # a Base Concussion of 704; 7 PD of it, and 50 of shrapnel, get through
    assert "Axly: ankle/foot and concussion, 57 PD" in told.outcome
    assert knocked(told) == effect


@given(st.lists(st.integers(1, 25), min_size=1, max_size=5), st.integers(0, 24))
def test_whatever_hits_in_an_impulse_it_is_over_within_the_worst_of_it(forces: list[int], actions: int) -> None:
    made = skirmish(actions=actions)
    before = made.state("Axly").left
    for force in forces:
        hit(made, force)
    state = made.state("Axly")
    if state.footing is None or state.footing.fell:
        return
    paid = before - state.left
    assert paid + state.footing.owes == {2: 1, 3: 2}.get(max(forces), 4)
    assert 0 <= state.left <= before


def test_the_board_and_the_status_sheet_tell_it() -> None:
    made = skirmish()
    hit(made, 4)
    assert "off balance 2" in phoenix().summary(made.one("Axly"), made.encounter).short
    assert ("Footing", "off balance: 2 actions to regain it") in phoenix().summary(
        made.one("Axly"), made.encounter
    ).lines
    made.next()
    hit(made, 25)
    assert "falling" in phoenix().summary(made.one("Axly"), made.encounter).short
    made.next()
    lines = phoenix().summary(made.one("Axly"), made.encounter).lines
    assert ("Footing", "knocked down: 3 actions to roll over, then to their knees or feet") in lines


def test_the_act_is_suggested_to_those_who_lie_so_and_once() -> None:
    made = skirmish()
    made.order(Switch("heroes", "on"))

    def suggested() -> list[str]:
        return [name for name, _ in phoenix().acts(made.encounter, made.id("Axly")) if name.startswith("Roll")]

    assert suggested() == []
    hit(made, 25)
    assert suggested() == ["Roll Over to Use the Hands"]
