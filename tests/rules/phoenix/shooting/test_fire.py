"""Aiming and firing: what comes before a shot, what it takes, the throws, what is left; the book's examples."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered
from rules.engine.records.errors import NoRule, NotNow, RangeWanted, Refusal
from rules.engine.records.model import Carried, Profile
from rules.engine.records.orders import Answer, Fire, Move, Switch, Target
from rules.engine.records.steps import LEFT, Lookup, Ruling
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.soldier import Aimed, Soldier, Wound
from rules.phoenix.shooting.aim.preparation import aimed
from rules.words.places import Place
from tests.examples import examples
from tests.rules.phoenix.shooting.duel import GUARD, TRENT, aim, duel, fire, gun, rounds
from tests.rules.phoenix.skirmish import note, phoenix, rolls, total

EXAMPLES: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[3] / "golden/phoenix/fire.toml").read_text(encoding="utf-8")
)
MISS = 99


def rulings(resolution: Resolution) -> set[str]:
    return {step.id for step in resolution.steps if isinstance(step, Ruling)}


def odds(resolution: Resolution) -> str:
    [cell] = [step.value for step in resolution.steps if isinstance(step, Lookup) and step.label == "Odds"]
    return cell


@pytest.mark.parametrize("example", EXAMPLES["examples"], ids=lambda example: example["id"])
def test_examples_of_the_book(example: dict[str, Any]) -> None:
    trent, guard = EXAMPLES["trent"], EXAMPLES["guard"]
    skirmish = duel(
        gun(trent["weapon"]),
        shooter=Soldier(
            sal=trent["sal"], skill=trent["skill"], actions=trent["actions"], left=2, knockout_value=trent["kv"]
        ),
        guard=Soldier(knockout_value=guard["kv"], actions=guard["actions"], left=2),
    )
    for _ in range(1, example["impulse"]):
        skirmish.next()
    if "so_far" in example:
        skirmish.make("Trent", aim=Aimed(skirmish.id("Guard 1"), example["so_far"]))
    skirmish.make("Guard 1", **example.get("target", {}))
    order = fire(skirmish, aim=example["aim"], range=example["range"])
    parts = skirmish.parts(order, *(example["dice"] if not example["waits"] else []))
    for wait in range(1, example["waits"] + 1):
        assert not rolls(parts[0].resolution)
        parts = skirmish.next(*(example["dice"] if wait == example["waits"] else []))
    shot = parts[0].resolution
    assert skirmish.encounter.clock == Clock(*example["fired"])
    assert total(shot, "Accuracy") == example["accuracy"]
    assert odds(shot) == example["needed"]
    assert [roll.value for roll in rolls(shot)] == example["dice"]
    assert rolls(shot)[0].needed == f"{example['needed']} or less"
    assert shot.verdict == example["verdict"]
    assert skirmish.state("Guard 1").physical_damage == example.get("damage", 0)
    assert rounds(skirmish) == 29
    assert skirmish.state("Trent").aim is None


def test_aim_while_moving_as_in_the_book() -> None:
    example = EXAMPLES["moving"]
    skirmish = duel(gun(EXAMPLES["trent"]["weapon"]))
    skirmish.put("Trent", example["places"][0])
    skirmish.put("Guard 1", example["guard"])
    skirmish.make("Trent", facing=180)
    for number, place in enumerate(example["places"][1:], 1):
        skirmish.order(Move(skirmish.id("Trent"), Place.parse(place)))
        skirmish.order(aim(skirmish))
        assert skirmish.state("Trent").aim == Aimed(skirmish.id("Guard 1"), number)
        assert skirmish.state("Trent").left == 0
        if number < example["aim"]:
            skirmish.next()
    shot = skirmish.order(fire(skirmish, range=None), MISS)
    assert (total(shot, "Accuracy"), odds(shot)) == (example["accuracy"], example["needed"])


def test_shot_accuracy_of_figure_1() -> None:
    weapon = gun(EXAMPLES["trent"]["weapon"]).weapon
    assert isinstance(weapon, Gun)
    listed = EXAMPLES["figure1"]["accuracy"]
    found = {str(n): EXAMPLES["trent"]["sal"] + aimed(weapon, n, 0).value for n in range(1, 13)}
    assert {n: found[n] for n in listed} == listed
    assert (found["9"], found["11"]) == (found["8"], found["10"])


def test_the_outcome_stands_alone_and_says_what_is_left() -> None:
    skirmish = duel(shooter=altered(TRENT, left=4))
    shot = skirmish.order(fire(skirmish, aim=4), 62, 9, 4, 40, 0)
    assert shot.outcome == (
        "Trent fires the M16A1 at Guard 1, 10 hexes: HIT, shoulder, 1,000 PD; Guard 1 is out when this impulse ends."
    )
    assert note(shot, LEFT) == "29 of 30 rounds, 2 magazines; no actions this impulse"
    assert shot.concerned == (skirmish.id("Guard 1"),)


def test_who_is_hit_may_still_fire_in_this_impulse() -> None:
    skirmish = duel(shooter=altered(TRENT, left=4))
    skirmish.order(fire(skirmish, aim=4), 62, 9, 4, 40, 0)
    back = Fire(skirmish.id("Guard 1"), (skirmish.target("Trent"),), aim=2)
    assert skirmish.order(back, MISS).verdict == "miss"
    skirmish.next()
    with pytest.raises(NotNow, match="incapacitated"):
        skirmish.order(back)


def test_without_aim_a_snap_shot() -> None:
    skirmish = duel()
    shot = skirmish.order(fire(skirmish), 7, 0, 9, 0, 0)
    assert total(shot, "Accuracy") == 14 - 22
    assert odds(shot) == "07"
    assert skirmish.state("Trent").left == 1


def test_each_shot_takes_its_own_aim() -> None:
    skirmish = duel(shooter=altered(TRENT, left=3))
    for left in (2, 1, 0):
        skirmish.order(fire(skirmish, aim=1), MISS)
        assert skirmish.state("Trent").left == left
    assert rounds(skirmish) == 27
    waits = skirmish.order(fire(skirmish, aim=1))
    assert "aims at Guard 1: 0 of 1 action" in waits.outcome
    assert rounds(skirmish) == 27


def test_a_new_order_uses_what_was_aimed_so_far() -> None:
    skirmish = duel()
    skirmish.order(fire(skirmish, aim=6))
    skirmish.next()
    shot = skirmish.order(fire(skirmish), 99)
    assert total(shot, "Accuracy") == 14 - 7
    assert skirmish.encounter.task(skirmish.id("Trent")) is None


def test_aim_at_another_is_given_up() -> None:
    skirmish = duel()
    skirmish.join("Guard 2", GUARD)
    skirmish.order(aim(skirmish))
    assert skirmish.state("Trent").aim == Aimed(skirmish.id("Guard 1"), 2)
    skirmish.next()
    skirmish.order(aim(skirmish, "Guard 2"))
    assert skirmish.state("Trent").aim == Aimed(skirmish.id("Guard 2"), 2)


def test_aim_adds_up_and_says_what_it_is_worth() -> None:
    skirmish = duel()
    assert "for 2 actions: Shot Accuracy 2, 53 or less at 10 hexes" in skirmish.order(aim(skirmish, range=10)).outcome
    skirmish.next()
    assert "for 4 actions: Shot Accuracy 7, 86 or less at 10 hexes" in skirmish.order(aim(skirmish)).outcome
    with pytest.raises(NotNow, match="no actions left"):
        skirmish.order(aim(skirmish))


def test_aim_up_to_a_number() -> None:
    skirmish = duel()
    assert "2 of 3 actions" in skirmish.order(aim(skirmish, aim=3)).outcome
    [told, _] = skirmish.next()
    assert told.resolution.outcome == "Trent has aimed the M16A1 at Guard 1 for 3 actions: Shot Accuracy 5."
    assert skirmish.state("Trent").left == 1


def test_aim_for_the_rest_of_an_impulse_that_has_none() -> None:
    skirmish = duel(shooter=altered(TRENT, firing_stance=False))
    told = skirmish.order(aim(skirmish, how="stance")).outcome
    assert told == "Trent has the M16A1 ready but no action left to aim it at Guard 1 in this impulse."
    assert skirmish.state("Trent").firing_stance


@pytest.mark.parametrize("given", [0, -1, 31, 9999])
def test_absurd_aim(given: int) -> None:
    skirmish = duel()
    for order in (fire(skirmish, aim=given), aim(skirmish, aim=given)):
        with pytest.raises(Refusal, match="1 to"):
            skirmish.order(order)


def test_aim_between_and_beyond_the_listed_times() -> None:
    skirmish = duel(gun("M16"), shooter=altered(TRENT, left=40))
    shot = skirmish.order(fire(skirmish, aim=9, range=100), MISS)
    assert total(shot, "Accuracy") == 11
    assert "O15" in rulings(shot)
    assert total(skirmish.order(fire(skirmish, aim=30, range=100), MISS), "Accuracy") == 14


def test_who_moves_has_one_impulses_worth_of_aim() -> None:
    skirmish = duel()
    skirmish.make("Trent", aim=Aimed(skirmish.id("Guard 1"), 6), moved=1, left=1)
    shot = skirmish.order(fire(skirmish, aim=6), MISS)
    assert total(shot, "Accuracy") == 14 - 12 - 10
    assert "O24" in rulings(shot)


@pytest.mark.parametrize(("said", "left"), [("while moving", 14 - 12 - 10), ("shooter ducking", 14 - 5 - 10)])
def test_whoever_says_that_he_moves_has_no_more(said: str, left: int) -> None:
    skirmish = duel()
    skirmish.make("Trent", aim=Aimed(skirmish.id("Guard 1"), 6), left=1)
    assert total(skirmish.order(fire(skirmish, aim=6, how=said), MISS), "Accuracy") == left


def test_who_moves_with_less_aim_has_all_of_it() -> None:
    skirmish = duel()
    skirmish.make("Trent", aim=Aimed(skirmish.id("Guard 1"), 1), moved=1, left=1)
    shot = skirmish.order(fire(skirmish, aim=2), MISS)
    assert total(shot, "Accuracy") == 14 - 12 - 10
    assert "O24" not in rulings(shot)


def test_who_moves_now_may_have_stopped_by_the_time_he_fires() -> None:
    skirmish = duel()
    skirmish.make("Trent", moved=1, left=1)
    assert "1 of 2 actions" in skirmish.order(fire(skirmish, aim=2, range=40)).outcome
    shot = skirmish.next(MISS)[0].resolution
    assert (shot.verdict, total(shot, "Accuracy")) == ("miss", 2)


def test_aim_taken_while_moving_adds_up_to_one_impulses_worth() -> None:
    skirmish = duel()
    for _ in range(2):
        skirmish.make("Trent", left=1, moved=1)
        skirmish.order(aim(skirmish))
        skirmish.next()
    assert skirmish.state("Trent").aim == Aimed(skirmish.id("Guard 1"), 2)


def test_hit_and_miss_regions_throw_nothing() -> None:
    skirmish = duel(shooter=altered(TRENT, left=12, sal=20))
    sure = skirmish.order(fire(skirmish, aim=11, range=4), 9, 4, 40, 0)
    assert rolls(sure)[0].why.startswith("where")
    assert sure.verdict == "hit"
    assert "O26" in rulings(sure)


def test_where_there_is_no_chance_nothing_is_spent() -> None:
    skirmish = duel()
    before = skirmish.encounter
    for range_, told in ((301, "0 to 300 hexes"), (300, "no chance at 300")):
        with pytest.raises(Refusal, match=told):
            skirmish.order(fire(skirmish, aim=1, range=range_))
    assert skirmish.encounter == before


def test_a_duck_can_leave_no_chance_and_the_round_is_gone() -> None:
    skirmish = duel(guard=altered(GUARD, duck="when fired upon"))
    shot = skirmish.order(fire(skirmish, aim=1, range=40), *())
    assert shot.verdict == "miss"
    assert rolls(shot) == []
    assert rounds(skirmish) == 29


def test_who_ducks_is_harder_to_hit() -> None:
    skirmish = duel(guard=altered(GUARD, duck="when fired upon"))
    shot = skirmish.order(fire(skirmish, aim=2), MISS)
    assert total(shot, "Accuracy") == 2 - 5


def test_a_target_that_is_asked_is_fired_at_after_the_answer() -> None:
    skirmish = duel(guard=altered(GUARD, duck="ask"))
    asked = skirmish.order(fire(skirmish, aim=2))
    assert "does Guard 1 duck?" in asked.outcome
    assert rounds(skirmish) == 30
    parts = skirmish.parts(Answer(skirmish.id("Guard 1"), "stay"), MISS)
    assert total(parts[-1].resolution, "Accuracy") == 2
    assert rounds(skirmish) == 29


def test_a_called_shot_takes_the_column_around_cover_for_an_action_of_aim() -> None:
    skirmish = duel(shooter=altered(TRENT, left=5))
    shot = skirmish.order(fire(skirmish, aim=5, how="called shot"), 62, 62, 4, 40, 0)
    assert total(shot, "Accuracy") == 7
    assert "HIT, shoulder" in shot.outcome


def test_called_shots_that_are_none() -> None:
    skirmish = duel()
    with pytest.raises(Refusal, match="2 to"):
        skirmish.order(fire(skirmish, aim=1, how="called shot"))
    skirmish.make("Guard 1", exposure="firing")
    with pytest.raises(Refusal, match="in the open"):
        skirmish.order(fire(skirmish, aim=2, how="called shot"))


def test_a_firing_stance_comes_before_the_aim() -> None:
    skirmish = duel(shooter=altered(TRENT, firing_stance=False))
    waits = skirmish.order(fire(skirmish, aim=2, how="stance"))
    assert waits.outcome == "Trent aims at Guard 1: 2 of 4 actions, done in Phase 1, Impulse 2."
    assert skirmish.state("Trent").firing_stance
    shot = skirmish.next(MISS)[0].resolution
    assert total(shot, "Accuracy") == 2


def test_from_the_hip_without_a_stance() -> None:
    skirmish = duel(shooter=altered(TRENT, firing_stance=False))
    assert total(skirmish.order(fire(skirmish, aim=2), MISS), "Accuracy") == 2 - 6


def test_who_looks_over_cover_comes_up_to_fire() -> None:
    skirmish = duel(shooter=altered(TRENT, left=3, exposure="looking"))
    skirmish.order(fire(skirmish, aim=1, range=2), MISS)
    assert skirmish.state("Trent").exposure == "firing"
    assert skirmish.state("Trent").left == 0
    skirmish.make("Trent", exposure="hidden", left=2)
    with pytest.raises(NotNow, match="/act fire over cover"):
        skirmish.order(fire(skirmish, aim=1, range=2))


def test_another_weapon_is_drawn_first() -> None:
    skirmish = duel(gun("M16A1"), gun("M1911A1"), shooter=altered(TRENT, left=5))
    skirmish.make("Trent", aim=Aimed(skirmish.id("Guard 1"), 9))
    shot = skirmish.order(fire(skirmish, aim=2, weapon="m1911"), MISS)
    assert skirmish.one("Trent").in_hand == 1
    assert skirmish.state("Trent").left == 0
    [cost] = [step for step in shot.steps if isinstance(step, Lookup) and step.label == "Weapon"]
    assert (cost.at[0][1], cost.value) == ("Draw a Pistol from a Belt Holster", "3")
    assert (rounds(skirmish, slot=0), rounds(skirmish, slot=1)) == (30, 6)


@pytest.mark.parametrize(("name", "chamber"), [("FR F2", 3), ("Remington M870", 2)])
def test_bolt_and_pump_are_worked_before_the_next_shot(name: str, chamber: int) -> None:
    skirmish = duel(gun(name, loaded=3), shooter=altered(TRENT, left=2 + chamber))
    skirmish.order(fire(skirmish, aim=1, range=4), MISS)
    assert skirmish.state("Trent").unworked == (0,)
    skirmish.order(fire(skirmish, aim=1, range=4), MISS)
    assert skirmish.state("Trent").left == 0
    waits = skirmish.order(fire(skirmish, aim=1, range=4))
    assert waits.outcome.startswith(
        f"Trent works the action of the {name}, then aims at Guard 1: 0 of {chamber + 1} actions"
    )


def test_after_the_last_round_there_is_nothing_to_chamber() -> None:
    skirmish = duel(gun("FR F2", loaded=1))
    skirmish.order(fire(skirmish, aim=1, range=4), MISS)
    assert skirmish.state("Trent").unworked == ()
    with pytest.raises(NotNow, match="/reload"):
        skirmish.order(fire(skirmish, aim=1, range=4))
    assert rounds(skirmish) == 0


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"broken": (0,)}, "out of action"),
        ({"wounds": (Wound(5, "Forearm - Bone", 1, Clock(0, 1)),)}, "One of Trent's arms is disabled"),
        (
            {"wounds": (Wound(5, "Hand", 1, Clock(0, 1)), Wound(5, "Shoulder", 1, Clock(0, 1)))},
            "Both of Trent's arms are disabled",
        ),
        ({"exposure": "hidden"}, "Trent is behind cover and sees nothing"),
        ({"died": Clock(0, 1)}, "Trent is dead and cannot act"),
    ],
)
def test_who_is_not_able_to_fire(changes: dict[str, Any], told: str) -> None:
    skirmish = duel()
    skirmish.make("Trent", **changes)
    before = skirmish.encounter
    with pytest.raises(NotNow, match=told):
        skirmish.order(fire(skirmish))
    assert skirmish.encounter == before


def test_a_pistol_is_fired_with_one_arm() -> None:
    skirmish = duel(gun("M1911A1"))
    skirmish.make("Trent", wounds=(Wound(5, "Hand", 1, Clock(0, 1)),))
    assert skirmish.order(fire(skirmish, aim=1), MISS).verdict == "miss"


@pytest.mark.parametrize("changes", [{"exposure": "hidden"}, {"spotted": False}])
def test_nobody_fires_at_what_he_does_not_see(changes: dict[str, Any]) -> None:
    skirmish = duel()
    skirmish.make("Guard 1", **changes)
    with pytest.raises(NotNow):
        skirmish.order(fire(skirmish))


def test_who_fires_is_spotted() -> None:
    skirmish = duel()
    skirmish.make("Trent", spotted=False)
    shot = skirmish.order(fire(skirmish, aim=1), MISS)
    assert skirmish.state("Trent").spotted
    assert "spotted" in note(shot, "Seen")


def test_orders_that_are_refused() -> None:
    skirmish = duel()
    actor = skirmish.id("Trent")
    with pytest.raises(RangeWanted):
        skirmish.order(Fire(actor, (skirmish.target("Guard 1"),)))
    with pytest.raises(NoRule, match="/burst"):
        skirmish.order(Fire(actor, (Target(place=Place.parse("D7")),), range=10))
    with pytest.raises(Refusal, match="/burst"):
        skirmish.order(fire(skirmish, how="sweep"))
    with pytest.raises(NoRule, match="explosive weapons"):
        skirmish.order(fire(skirmish, how="window"))
    with pytest.raises(Refusal, match="modifier"):
        skirmish.order(fire(skirmish, mod="much"))
    grenade = next(arm for arm in phoenix().book.arms.values() if arm.group == "grenades")
    skirmish.join("Thrower", TRENT, Carried(grenade))
    with pytest.raises(NoRule, match="/throw"):
        skirmish.order(Fire(skirmish.id("Thrower"), (skirmish.target("Guard 1"),), range=5))
    skirmish.join("Unarmed", TRENT)
    with pytest.raises(Refusal, match="carries no weapon"):
        skirmish.order(Fire(skirmish.id("Unarmed"), (skirmish.target("Guard 1"),), range=5))


def test_modifiers_of_the_gm_count() -> None:
    skirmish = duel()
    assert total(skirmish.order(fire(skirmish, aim=2, mod="-3 dusk, +1"), MISS), "Accuracy") == 2 - 3 + 1


def test_a_target_described_on_the_spot() -> None:
    skirmish = duel()
    sentry = Target(profile=Profile("sentry", "", (), Soldier()))
    shot = skirmish.order(Fire(skirmish.id("Trent"), (sentry,), aim=2, range=10), 0, 9, 4)
    assert shot.outcome == "Trent fires the M16A1 at sentry, 10 hexes: HIT, shoulder, 1,000 PD."


def test_a_quick_ruling_counts_no_actions() -> None:
    skirmish = duel(shooter=Soldier(sal=14))
    skirmish.encounter = altered(skirmish.encounter, timed=False)
    shot = skirmish.order(fire(skirmish, aim=6), MISS)
    assert total(shot, "Accuracy") == 9
    assert note(shot, LEFT) == "29 of 30 rounds, 2 magazines"


def test_without_modifiers_motion_and_exposure_count_for_nothing() -> None:
    skirmish = duel()
    skirmish.order(Switch("modifiers", "off"))
    skirmish.make("Guard 1", moved=2, exposure="exposed")
    assert total(skirmish.order(fire(skirmish, aim=2), MISS), "Accuracy") == 2


def test_shot_counts_as_one_hit() -> None:
    skirmish = duel(gun("Franchi SPAS 12", sort="Shot"))
    shot = skirmish.order(fire(skirmish, aim=2, range=20), 0, 20, 9, 99)
    assert "O43" in rulings(shot) and "O28" in rulings(shot)
    assert len([roll for roll in rolls(shot) if roll.why.startswith("where")]) == 1


@examples(40)
@given(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 99)), min_size=1, max_size=12))
def test_rounds_never_go_below_zero(shots: list[tuple[int, int]]) -> None:
    skirmish = duel(gun("M1911A1", loaded=3))
    for aim_, roll in shots:
        skirmish.make("Trent", left=aim_)
        before = rounds(skirmish)
        described = Target(profile=Profile("sentry", "", (), Soldier()))
        order = Fire(skirmish.id("Trent"), (described,), aim=aim_, range=300 if roll > 50 else 200)
        try:
            skirmish.order(order, *((MISS,) if before else ()))
        except Refusal:
            assert rounds(skirmish) == before
        else:
            assert rounds(skirmish) == before - 1


def test_who_moves_may_have_too_little_aim_for_a_called_shot() -> None:
    """4 Combat Actions are one an impulse, and a called shot takes two of aim."""
    slow = Soldier(sal=14, skill=8, actions=4, left=1)
    skirmish = duel(shooter=slow)
    skirmish.make("Trent", moved=1, aim=Aimed("c2", 3))
    before = skirmish.encounter
    with pytest.raises(
        NotNow,
        match=r"Trent moves in this impulse, so at most 1 action of aim"
        r" count\. That is too few for this",
    ):
        skirmish.order(fire(skirmish, how="called shot"))
    assert skirmish.encounter is before
