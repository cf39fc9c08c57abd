"""The orders that need a Course of Action, and those that use up an action of it (5.5)."""

from __future__ import annotations

import pytest

from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Act, Aim, Burst, CombatantOrder, Duck, Fire, Heal, Reload, Switch, Target
from rules.phoenix.optional.nerve import courses
from rules.phoenix.optional.records import Nerve, Plan
from rules.words.places import Place
from tests.rules.phoenix.nerve.planners import act, has_course, move, plan, planners
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix

NEEDED = (
    *("look around the corner", "fire over cover", "hip stance over cover", "step out", "firing stance"),
    *("open a door", "kick the door open", "climb through a window", "break the glass", "throw a small object"),
    *("force the door", "open a door quietly", "lead Guard to B4"),
)
FREE = (
    *("turn to north", "turn around", "look to Guard", "kneel", "go prone", "lower the weapon", "hold still"),
    *("duck back", "work the bolt", "unload", "draw a pistol", "take a magazine", "set down the weapon", "safety"),
    *("gas mask: in", "take the M16 in hand", "spot Guard", "listen for steps", "rally", "plan", "new plan: wait"),
    *("order Axly to hold the door", "fire at Guard", "dances"),
)


def _needs(skirmish: Skirmish, order: CombatantOrder) -> bool:
    return courses.needs(order, skirmish.one("Donovan"), skirmish.encounter, phoenix().book)


@pytest.mark.parametrize("what", NEEDED)
def test_what_exposes_him_needs_a_course(what: str) -> None:
    skirmish = planners()
    with pytest.raises(NotNow, match=r"has no Course of Action\. Use /act plan to think of one \(8 actions"):
        act(skirmish, what)


@pytest.mark.parametrize("what", FREE)
def test_what_does_not_needs_none(what: str) -> None:
    skirmish = planners()
    assert not _needs(skirmish, Act(skirmish.id("Donovan"), what))


@pytest.mark.parametrize("what", ["firing stance", "fire over cover", "kneel"])
def test_who_is_in_the_open_can_be_exposed_no_more(what: str) -> None:
    skirmish = planners()
    skirmish.make("Donovan", exposure="exposed", firing_stance=False)
    act(skirmish, what)


@pytest.mark.parametrize(
    ("exposure", "what", "needed"),
    [
        *(("looking", "firing stance", True), ("looking", "look over cover", False)),
        *(("firing", "firing stance", False), ("firing", "look over cover", False)),
        *(("", "firing stance", False), ("", "look over cover", True)),
    ],
)
def test_who_shows_his_head_alone_can_be_exposed_more(exposure: str, what: str, needed: bool) -> None:
    skirmish = planners()
    skirmish.make("Donovan", exposure=exposure)
    assert _needs(skirmish, Act(skirmish.id("Donovan"), what)) is needed


def test_an_act_of_any_other_kind_needs_one() -> None:
    skirmish = planners()
    with pytest.raises(NotNow, match="no Course of Action"):
        act(skirmish, "arm the charge", 3)


def test_a_move_needs_one_but_for_flight_into_cover() -> None:
    skirmish = planners()
    with pytest.raises(NotNow, match="no Course of Action"):
        skirmish.order(move(skirmish, "B5"))
    with pytest.raises(NotNow, match="no Course of Action"):
        skirmish.order(move(skirmish, "B3", "flee"))
    skirmish.order(move(skirmish, "B3", "flee to cover"))
    assert skirmish.one("Donovan").place == Place.parse("B3")


def test_who_has_lost_his_nerve_flees_without_one() -> None:
    skirmish = planners()
    skirmish.make("Donovan", nerve=Nerve("fleeing"))
    assert not _needs(skirmish, move(skirmish, "B1"))


def test_what_he_does_without_his_nerve_is_no_part_of_his_plan() -> None:
    skirmish = planners()
    has_course(skirmish)
    skirmish.make("Donovan", nerve=Nerve("broken"))
    act(skirmish, "kneel")
    assert plan(skirmish).left == 5


def test_an_enemy_is_a_threat_and_needs_no_thought() -> None:
    skirmish = planners()
    me = skirmish.id("Donovan")
    place = Target(place=Place.parse("B7"))
    assert not _needs(skirmish, Fire(me, (skirmish.target("Guard"),)))
    assert not _needs(skirmish, Aim(me, (skirmish.target("Guard"), place)))
    assert _needs(skirmish, Fire(me, (skirmish.target("Axly"),)))
    assert _needs(skirmish, Burst(me, (place, skirmish.target("Guard"))))
    described = Target(profile=phoenix().profile("standing", {}))
    assert not _needs(skirmish, Fire(me, (described,)))
    assert not _needs(skirmish, Fire(me, ()))


def test_reloading_healing_and_ducking_need_none() -> None:
    skirmish = planners()
    me = skirmish.id("Donovan")
    assert not any(_needs(skirmish, order) for order in (Reload(me), Heal(me), Duck(me), Duck(me, "back")))


def test_each_action_uses_one_and_the_answer_to_a_threat_none() -> None:
    skirmish = planners()
    has_course(skirmish)
    [part] = act(skirmish, "step out")
    assert note(part.resolution, "Course of Action") == "4 of 5 actions left"
    act(skirmish, "turn to south")
    skirmish.order(Fire(skirmish.id("Donovan"), (skirmish.target("Guard"),), aim=1), 99)
    assert plan(skirmish).left == 4
    assert plan(skirmish).stage == "under way"
    skirmish.next()
    act(skirmish, "kneel")
    assert plan(skirmish).left == 3


def test_what_goes_on_over_impulses_counts_once() -> None:
    skirmish = planners()
    has_course(skirmish)
    skirmish.order(move(skirmish, "B6"))
    for _ in range(3):
        skirmish.next()
    assert skirmish.one("Donovan").place == Place.parse("B6")
    assert plan(skirmish).left == 4


def test_what_a_duck_interrupts_counts_once() -> None:
    skirmish = planners()
    has_course(skirmish)
    act(skirmish, "climb through the window")
    skirmish.next()
    before = skirmish.state("Donovan").progress
    skirmish.order(Duck(skirmish.id("Donovan")))
    after = skirmish.state("Donovan").progress
    assert before and after and 0 < after.spent < before.spent  # that of the last impulse alone is lost (O81)
    act(skirmish, "climb through the window")
    assert plan(skirmish).left == 4


def test_what_the_answer_to_a_threat_interrupts_counts_once() -> None:
    skirmish = planners()
    has_course(skirmish)
    skirmish.make("Donovan", exposure="exposed", facing=180)
    act(skirmish, "climb through the window")
    skirmish.make("Donovan", left=1)
    skirmish.order(Fire(skirmish.id("Donovan"), (skirmish.target("Guard"),), aim=1), 99)
    assert skirmish.state("Donovan").progress is None
    act(skirmish, "climb through the window")
    assert plan(skirmish).left == 4


def test_the_same_again_is_another_action() -> None:
    skirmish = planners()
    has_course(skirmish)
    act(skirmish, "dances", 1)
    act(skirmish, "dances", 1)
    assert plan(skirmish).left == 3


def test_a_grenade_is_taken_and_armed_in_one() -> None:
    skirmish = planners()
    has_course(skirmish)
    act(skirmish, "take a grenade", 1)
    act(skirmish, "arm the grenade", 1)
    assert plan(skirmish).left == 4
    skirmish.next()
    act(skirmish, "toss the grenade", 1)
    assert plan(skirmish).left == 3
    skirmish.next()
    act(skirmish, "take a grenade", 1)
    assert plan(skirmish).left == 2


def test_another_grenade_is_another_action() -> None:
    skirmish = planners()
    has_course(skirmish)
    act(skirmish, "take a grenade", 1)
    act(skirmish, "take a grenade", 1)
    assert plan(skirmish).left == 3


def test_a_second_burst_at_a_place_is_another_action() -> None:
    skirmish = planners("SAL 10, ISF 21, CA 12, M16")
    has_course(skirmish)
    skirmish.make("Donovan", exposure="exposed", facing=180)
    for left in (4, 3):
        skirmish.order(Burst(skirmish.id("Donovan"), (Target(place=Place.parse("B7")),), aim=1, how="sweep"), 99)
        assert plan(skirmish).left == left
        skirmish.next()


def test_aim_at_a_place_and_the_burst_are_one() -> None:
    skirmish = planners("SAL 10, ISF 21, CA 12, M16")
    has_course(skirmish)
    skirmish.make("Donovan", exposure="exposed", facing=180)
    place = (Target(place=Place.parse("B7")),)
    skirmish.order(Aim(skirmish.id("Donovan"), place, aim=2))
    assert plan(skirmish).left == 4
    skirmish.order(Burst(skirmish.id("Donovan"), place, aim=3, how="sweep"), 99)
    assert plan(skirmish).left == 4


def test_a_course_that_is_used_up_is_no_more() -> None:
    skirmish = planners()
    has_course(skirmish, 1)
    act(skirmish, "step out")
    with pytest.raises(
        NotNow,
        match=r"Donovan has used the 5 actions of their Course of Action\. Use"
        r" /act plan to think of one \(8 actions\)",
    ):
        skirmish.order(move(skirmish, "B5"))
    act(skirmish, "kneel")  # needs none
    assert plan(skirmish).left == 0


def test_the_last_action_may_be_gone_on_with() -> None:
    skirmish = planners()
    has_course(skirmish, 1)
    skirmish.order(move(skirmish, "B6"))
    skirmish.order(Duck(skirmish.id("Donovan")))
    skirmish.order(move(skirmish, "B6"))
    assert plan(skirmish).left == 0


def test_who_thinks_at_once_always_has_one() -> None:
    skirmish = planners("SAL 10, ISF 40, CA 5, M16")
    skirmish.order(move(skirmish, "B4"))
    assert skirmish.state("Donovan").plan is None


def test_with_the_switch_off_nothing_is_asked() -> None:
    skirmish = planners()
    skirmish.order(Switch("initiative", "off"))
    skirmish.make("Donovan", plan=Plan(3, 5, 8, 5))
    skirmish.order(move(skirmish, "B4"))
    skirmish.next()
    assert plan(skirmish) == Plan(3, 5, 8, 5)
