"""Plans that do no more than their players mean: cautions, reactions that change nothing, orders under way."""

from __future__ import annotations

import pytest

from rules.engine.flow.fighters import _brief
from rules.engine.flow.plans import lines_done, plan_of
from rules.engine.records.agenda import CONTACT, DOWN, FIRED_UPON, HIT, Clock, When
from rules.engine.records.copies import replace
from rules.engine.records.orders import Act, Aim, Burst, Duck, Fire, Pass, Rename, SetPlan, Switch, Target
from rules.engine.records.references import put_names
from rules.phoenix.basics.soldier import soldier
from tests.rules.test_flow import GUARD, STAY, Fight, line, waiting
from tests.rules.test_plans_over_time import Misses, begun, heard

ASKED = "This attack can hit Mara, on Trent’s own side."


def with_a_comrade(at: str, gap: int = 12) -> Fight:
    """Return Trent at C3, Guard south of Trent and Trent's comrade Mara at a place; Guard and Mara do nothing."""
    fight = Fight(gap=gap)
    fight.sheet("Mara", GUARD, at=at, owner="ann")
    for name, side in (("Trent", "Blue"), ("Guard", "Red"), ("Mara", "Blue")):
        fight.give(Rename(fight.id(name), side=side))
    fight.make("Trent", facing=180)
    waiting(fight)
    fight.give(Pass(fight.id("Mara"), until=When(HIT)))
    return fight


def read(fight: Fight, steps: int) -> list[str]:
    """The outcomes of so many Nexts, with names."""
    return [put_names(text, lambda id: fight.encounter.combatant(id).name) for text in heard(fight, steps)]


def burst(fight: Fight, aim: int = 2) -> Burst:
    return Burst(fight.trent, (Target(fight.guard),), aim)


@pytest.mark.parametrize("pace", ["turns", "sealed"])
def test_a_plan_does_not_do_what_a_player_would_be_asked_about(pace: str) -> None:
    fight = with_a_comrade("C9")
    if pace == "sealed":
        fight.give(Switch("pace", pace))
    fight.plan(replace(line(burst(fight), text="burst at Guard"), until=DOWN), line(Act(fight.trent, "go prone")), STAY)
    outcomes = read(fight, 6)
    assert begun(outcomes, "Trent fires") == []
    told = f"Trent skips line 1 (burst at Guard): {ASKED} Write “anyway” at the end of the line to do it all the same."
    assert sum(told in text for text in outcomes) == 1
    assert begun(outcomes, "Trent goes prone"), "the lines after it are carried out"


def test_a_plan_does_it_anyway_if_its_line_says_so() -> None:
    fight = with_a_comrade("C9")
    fight.plan(replace(line(burst(fight)), anyway=True), STAY)
    assert len(begun(read(fight, 4), "Trent fires a burst")) == 1


def test_a_plan_fires_once_the_comrade_is_out_of_the_way() -> None:
    fight = with_a_comrade("C9")
    fight.plan(line(burst(fight)), STAY)
    assert begun(read(fight, 3), "Trent fires") == []
    fight.put("Mara", "M9")
    assert len(begun(read(fight, 6), "Trent fires a burst")) == 1


@pytest.mark.parametrize("pace", ["turns", "sealed"])
def test_a_comrade_who_comes_into_the_line_of_an_aim_is_not_fired_at(pace: str) -> None:
    fight = with_a_comrade("M9")
    if pace == "sealed":
        fight.give(Switch("pace", pace))
    fight.plan(line(burst(fight, 8)), STAY)
    assert begun(read(fight, 2), "Trent fires") == []
    fight.put("Mara", "C9")
    outcomes = read(fight, 6)
    assert begun(outcomes, "Trent fires") == []
    assert len(begun(outcomes, ASKED)) == 1
    fight.put("Mara", "M9")
    assert len(begun(read(fight, 8), "Trent fires a burst")) == 1, "the line is carried out later"


def test_a_shot_at_somebody_who_hides_is_not_fired_past_a_comrade() -> None:
    fight = with_a_comrade("C6", gap=6)
    fight.make("Guard", exposure="firing")
    fight.put("Mara", "M6")
    fight.plan(line(burst(fight, 9)), STAY)
    heard(fight, 1)
    assert soldier(fight.one("Trent")).aim
    fight.put("Mara", "C6")
    fight.give(SetPlan(fight.guard, (line(Act(fight.guard, "duck back")), STAY), "gm"))
    outcomes = read(fight, 3)
    assert begun(outcomes, "Trent fires") == []
    assert begun(outcomes, ASKED)


def test_a_line_may_give_up_an_aim() -> None:
    fight = with_a_comrade("M9")
    fight.make("Mara", exposure="exposed")
    fight.sheet("Other", GUARD, at="F15", owner=None)
    other = fight.id("Other")
    fight.give(Rename(other, side="Red"))
    fight.give(Pass(other, until=When(HIT)))
    shot = Fire(fight.trent, (Target(other),), 1)
    fight.plan(line(Aim(fight.trent, (Target(fight.guard),), 3)), line(shot), STAY)
    outcomes = read(fight, 6)
    assert begun(outcomes, "has aimed the M16 at Guard") and begun(outcomes, "Trent fires the M16 at Other")


def fired_upon(fight: Fight) -> None:
    fight.give(SetPlan(fight.guard, (line(Fire(fight.guard, (Target(fight.trent),), aim=1)), STAY), "gm"))


def test_a_duck_that_changes_nothing_is_there_for_the_next_shot() -> None:
    fight = Fight(gap=20)
    fight.make("Trent", facing=180, exposure="exposed")
    fight.dice = Misses(0)
    fight.plan(line(Duck(fight.trent)), line(Duck(fight.trent), when=When(FIRED_UPON)), STAY)
    fired_upon(fight)
    first = heard(fight, 1)
    assert begun(first, "Trent ducks") and begun(first, "Guard fires"), first
    plan = plan_of(fight.encounter, fight.trent)
    assert plan is not None and lines_done(plan, fight.encounter) == (True, False, False)
    heard(fight, 2)
    fired_upon(fight)
    before = soldier(fight.one("Trent")).ducked
    heard(fight, 3)
    after = soldier(fight.one("Trent")).ducked
    plan = plan_of(fight.encounter, fight.trent)
    assert after != before and plan is not None and lines_done(plan, fight.encounter) == (True, True, False)


def test_each_shot_uses_up_one_line_to_duck() -> None:
    fight = Fight(gap=20)
    fight.make("Trent", facing=180, exposure="exposed")
    fight.dice = Misses(0)
    ducks = line(Duck(fight.trent), when=When(FIRED_UPON))
    fight.plan(ducks, replace(ducks, times=2), STAY)
    for done in ((True, False), (True, False), (True, True)):
        fired_upon(fight)
        heard(fight, 4)
        plan = plan_of(fight.encounter, fight.trent)
        assert plan is not None and lines_done(plan, fight.encounter)[:2] == done


def test_a_reaction_to_a_shot_that_changes_nothing_is_there_for_the_next_one() -> None:
    fight = Fight(gap=20)
    fight.make("Trent", facing=180, position="prone", exposure="exposed")
    fight.dice = Misses(0)
    fight.plan(line(Act(fight.trent, "go prone"), when=When(FIRED_UPON)), STAY)
    fired_upon(fight)
    heard(fight, 4)
    plan = plan_of(fight.encounter, fight.trent)
    assert plan is not None and not plan.lines[0].done
    fight.make("Trent", position="standing")
    fired_upon(fight)
    assert begun(heard(fight, 6), "Trent goes prone")


def showing(after: bool) -> list[str]:
    """The outcomes while Guard shows during Trent's move and Trent's plan has a line for that."""
    fight = with_a_comrade("M9", gap=20)
    fight.make("Guard", exposure="hidden", facing=0)
    fight.give(Switch("fog", "sides"))
    fight.give(fight.to("C8"))
    assert fight.encounter.task(fight.trent)
    lines = (line(Act(fight.trent, "kneel")), line(Fire(fight.trent, (Target("them"),), 1), when=When(CONTACT)), STAY)
    fight.give(SetPlan(fight.trent, lines, "ann", after))
    fight.give(SetPlan(fight.guard, (line(Act(fight.guard, "step out of cover")), STAY), "gm"))
    return read(fight, 8)


def test_a_plan_after_an_order_begins_when_that_order_is_done() -> None:
    outcomes = showing(after=True)
    arrives, fires = (next(n for n, text in enumerate(outcomes) if words in text) for words in ("to C8", "Trent fires"))
    assert arrives < fires
    at_once = showing(after=False)
    assert not begun(at_once, "to C8, 5 hexes") and begun(at_once, "Trent fires"), "a plan interrupts the move"


def test_a_plan_after_an_order_does_not_duck_before_that_is_done() -> None:
    fight = Fight(gap=20)
    fight.make("Trent", facing=180, exposure="exposed")
    fight.dice = Misses(0)
    fight.give(Act(fight.trent, "waves", 6))
    fight.give(SetPlan(fight.trent, (line(Duck(fight.trent), when=When(FIRED_UPON)), STAY), "ann", True))
    fired_upon(fight)
    outcomes = heard(fight, 1)
    assert begun(outcomes, "Guard fires")
    assert soldier(fight.one("Trent")).ducked is None and fight.encounter.task(fight.trent)
    heard(fight, 5)
    fired_upon(fight)
    heard(fight, 4)
    ducked = soldier(fight.one("Trent")).ducked
    assert ducked is not None and ducked > Clock(1, 1)


@pytest.mark.parametrize("length", [160, 161])
def test_a_plan_keeps_a_reason_of_at_most_160_characters(length: int) -> None:
    reason = f"{'It fails '.ljust(length - 1, 'x')}."
    assert _brief(f"{reason} Try something else.") == (reason if length == 160 else "It is not possible now.")
