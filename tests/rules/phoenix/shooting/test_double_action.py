"""Single and Double Action: what has to be cocked, what cocks itself, what a shot costs and how well it goes (5.11)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.errors import BadSheet, NoRule, NotNow
from rules.engine.records.model import Ammunition, Carried
from rules.engine.records.orders import Act, Adjust, Fire, Switch
from rules.engine.records.steps import Note, Ruling, Sum
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.arms import Handgun, SmallArm
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.optional.gunnery.double_action import single_only
from rules.phoenix.weapons.armory import read_record
from rules.phoenix.weapons.weapon_pages import weapon_pages
from tests.examples import examples
from tests.rules.phoenix.shooting.duel import duel, gun
from tests.rules.phoenix.skirmish import Skirmish, phoenix

MISS = 99
PAGE: dict[str, Any] = {
    "group": "pistols",
    "name": "Revolver",
    "L": "9",
    "W": "2",
    "RT": 12,
    "ROF": "1",
    "Cap": 6,
    "feed": "Rnd",
    "aim": {"1": -16, "2": -11, "3": -10},
    "ranges": [10, 20, 40],
    "FMJ": {"PEN": ["2", "1.9", "1.6"], "DC": ["3", "3", "2"]},
}


def revolver(**page: Any) -> Carried:
    weapon, _ = read_record({**PAGE, **page})
    return Carried(weapon, Ammunition("rounds", 6, 6))


def fight(*carried: Carried, preset: str = "phoenix-basic", actions: int = 20, switch: str = "on") -> Skirmish:
    skirmish = Skirmish(preset)
    skirmish.order(Switch("double action", switch))
    skirmish.join("Axly", Soldier(sal=14, actions=actions), *(carried or (revolver(action="double"),)))
    skirmish.join("Guard", Soldier(sal=10, actions=8), gun("M16A1"))
    return skirmish


def shot(skirmish: Skirmish, how: str = "", dice: tuple[int, ...] = (MISS,), **options: Any) -> Resolution:
    order = Fire(skirmish.id("Axly"), (skirmish.target("Guard"),), **{"aim": 1, "range": 40, "how": how, **options})
    return skirmish.order(order, *dice)


def penalty(resolution: Resolution) -> int:
    [total] = [step for step in resolution.steps if isinstance(step, Sum) and step.label == "Accuracy"]
    return sum(term.value for term in total.terms if term.label == "double action")


@pytest.mark.parametrize("preset", ["phoenix-basic", "phoenix-advanced"])
def test_uncocked_it_is_fired_double_action_at_a_penalty_never_counted_twice(preset: str) -> None:
    skirmish = fight(preset=preset)
    assert penalty(first := shot(skirmish)) == -3
    assert "Hammer" in [step.label for step in first.steps if isinstance(step, Note)]
    assert penalty(shot(skirmish, "double action")) == -3
    assert penalty(shot(fight(preset=preset), "cocked")) == 0


def test_the_first_shot_has_no_rate_of_fire_the_next_one_takes_1_to_prepare() -> None:
    skirmish = fight()
    shot(skirmish)
    assert skirmish.state("Axly").left == 4  # 5 in the first impulse
    shot(skirmish, "double action")
    assert skirmish.state("Axly").left == 2


def test_cocked_first_it_takes_2_and_1_to_aim_and_fire() -> None:
    skirmish = fight()
    shot(skirmish)
    resolution = shot(skirmish, "cocked")
    assert (skirmish.state("Axly").left, penalty(resolution)) == (1, 0)


def test_a_double_action_revolver_is_not_cocked_once_it_is_fired() -> None:
    skirmish = fight()
    done = skirmish.order(Act(skirmish.id("Axly"), "cock"))
    assert skirmish.state("Axly").cocked == (0,)
    assert "O17" in {step.id for step in done.steps if isinstance(step, Ruling)}
    assert penalty(shot(skirmish)) == 0
    assert skirmish.state("Axly").cocked == ()
    assert skirmish.state("Axly").unworked == (0,)
    skirmish.next()
    skirmish.order(Act(skirmish.id("Axly"), "cock"))
    assert skirmish.state("Axly").unworked == ()


@pytest.mark.parametrize("page", [{"action": "single", "ROF": "2"}, {"ROF": "2"}, {"action": "single", "ROF": "-"}])
def test_a_single_action_weapon_is_cocked_for_each_shot(page: dict[str, Any]) -> None:
    skirmish = fight(revolver(**page), actions=12)
    assert penalty(shot(skirmish)) == 0
    assert skirmish.state("Axly").left == 0
    skirmish.next()
    assert penalty(shot(skirmish)) == 0
    assert skirmish.state("Axly").left == 0
    with pytest.raises(NoRule, match="Single Action"):
        shot(skirmish, "double action", ())


def test_what_loads_itself_cocks_itself() -> None:
    skirmish = fight(gun("M92F"))
    assert penalty(shot(skirmish)) == -3
    assert skirmish.state("Axly").cocked == (0,)
    assert penalty(shot(skirmish)) == 0
    assert skirmish.state("Axly").left == 3
    with pytest.raises(NotNow, match="is cocked"):
        shot(skirmish, "double action", ())


def test_a_single_action_automatic_is_cocked_by_hand_but_once() -> None:
    skirmish = fight(revolver(action="single", ROF="*", feed="Mag"))
    shot(skirmish)
    shot(skirmish)
    assert skirmish.state("Axly").left == 1  # 2 + 1, then 1


def test_each_pistol_has_its_own_hammer() -> None:
    skirmish = fight(gun("M92F"), revolver(action="double"))
    shot(skirmish)
    skirmish.make("Axly", left=20)
    assert penalty(shot(skirmish, weapon="Revolver", how="firing stance")) == -3
    assert skirmish.state("Axly").cocked == (0,)


def test_aiming_cocks_what_has_to_be_cocked() -> None:
    skirmish = fight(revolver(action="single"))
    skirmish.order(Fire(skirmish.id("Axly"), (skirmish.target("Guard"),), aim=4, range=40))
    assert skirmish.state("Axly").cocked == (0,)


def test_the_gm_sets_it_right_and_the_sheet_shows_it() -> None:
    skirmish = fight()
    skirmish.order(Adjust(skirmish.id("Axly"), "cocked"))
    assert skirmish.state("Axly").cocked == (0,)
    lines = dict(phoenix().summary(skirmish.one("Axly"), skirmish.encounter).lines)
    assert lines["In hand"].startswith("Revolver, cocked, ")
    skirmish.order(Adjust(skirmish.id("Axly"), "not cocked"))
    lines = dict(phoenix().summary(skirmish.one("Axly"), skirmish.encounter).lines)
    assert lines["In hand"].startswith("Revolver, not cocked, ")


def test_refusals_name_what_counts() -> None:
    skirmish = fight(gun("M92F"), gun("M16A1"))
    axly = skirmish.id("Axly")
    with pytest.raises(NoRule, match="cocked or Double Action"):
        shot(skirmish, "cocked, double action", ())
    with pytest.raises(NoRule, match="for pistols"):
        shot(skirmish, "cocked", (), weapon="M16A1")
    with pytest.raises(NoRule, match="/act cock"):
        skirmish.order(Act(axly, "work the bolt"))
    skirmish.order(Act(axly, "cock"))
    with pytest.raises(NotNow, match="The M92F is already cocked"):
        skirmish.order(Act(axly, "cock"))
    skirmish.order(Act(axly, "grab M16A1", 0))
    with pytest.raises(NoRule, match="Only pistols and revolvers can be cocked"):
        skirmish.order(Act(axly, "cock"))


def test_without_the_switch_everything_is_as_it_was() -> None:
    skirmish = fight(gun("M92F"), switch="off")
    assert penalty(shot(skirmish)) == 0
    assert skirmish.state("Axly").cocked == ()
    skirmish.order(Act(skirmish.id("Axly"), "cock"))
    skirmish.order(Act(skirmish.id("Axly"), "cock"))
    assert skirmish.state("Axly").cocked == ()
    for how in ("cocked", "double action"):
        with pytest.raises(NoRule):
            shot(skirmish, how, ())
    with pytest.raises(NotNow, match="double action"):
        skirmish.order(Adjust(skirmish.id("Axly"), "cocked"))
    advanced = fight(gun("M92F"), preset="phoenix-advanced", switch="off")
    assert penalty(shot(advanced, "double action")) == -3  # the row of 4B


def test_a_page_may_say_how_it_is_cocked() -> None:
    weapon, record = read_record({**PAGE, "action": "single"})
    assert isinstance(weapon, Handgun)
    assert record["action"] == "single"
    assert any("Single Action" in str(line) for line in weapon_pages({weapon.name: weapon})[weapon.name].notes)
    assert type(read_record(PAGE)[0]) is SmallArm
    with pytest.raises(BadSheet, match="action"):
        read_record({**PAGE, "action": "triple"})
    with pytest.raises(BadSheet, match="action"):
        read_record({**PAGE, "group": "rifles", "action": "single"})


@pytest.mark.parametrize("name", [name for name, arm in phoenix().book.arms.items() if arm.group == "pistols"])
def test_every_pistol_of_the_book_can_be_fired_either_way(name: str) -> None:
    assert not single_only(phoenix().book.arms[name])
    assert penalty(shot(fight(gun(name)))) == -3
    assert penalty(shot(fight(gun(name)), "cocked")) == 0


@examples(60)
@given(st.lists(st.sampled_from(["", "cocked", "double action", "cock", "next"]), max_size=8), st.booleans())
def test_whatever_is_done_a_cocked_pistol_has_no_penalty_and_an_uncocked_one_has(
    deeds: list[str], self_loading: bool
) -> None:
    skirmish = fight(gun("M92F") if self_loading else revolver(), actions=200)
    for deed in deeds:
        was = skirmish.state("Axly").cocked == (0,)
        try:
            if deed == "next":
                skirmish.next()
            elif deed == "cock":
                skirmish.order(Act(skirmish.id("Axly"), "cock"))
                assert skirmish.state("Axly").cocked == (0,)
            else:
                assert penalty(shot(skirmish, deed)) == (0 if was or deed == "cocked" else -3)
                assert skirmish.state("Axly").cocked == ((0,) if self_loading else ())
        except NotNow as refusal:
            assert "cocked" in str(refusal) or "empty" in str(refusal)


def test_a_duel_by_the_book_is_not_touched() -> None:
    skirmish = duel(gun("M92F"))
    skirmish.order(Fire(skirmish.id("Trent"), (skirmish.target("Guard 1"),), aim=1, range=40), MISS)
    assert skirmish.state("Trent").cocked == ()
