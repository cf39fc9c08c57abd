"""The people who still have to decide: owners of fighters who hold time up; in the fog everyone with a fighter in
play.
"""

from __future__ import annotations

import pytest

from bot.game.sight.mentions import mentioned_sides
from bot.game.sight.undecided import still_asked, to_decide
from rules.engine.records.agenda import Line, Plan
from rules.engine.records.copies import replace
from rules.engine.records.orders import Act, Adjust, Next, Pass, Switch
from rules.engine.records.references import GMS
from rules.engine.scene.effects import Registered
from rules.phoenix.basics.soldier import soldier
from tests.rules.phoenix.senses.test_glimpses import field, join
from tests.rules.phoenix.skirmish import Skirmish

HASTY, SLOW = "CA 8, M16A1", "CA 3, M16A1"
"""Two actions in each impulse; one in each but the second."""


def played(fog: str, *fighters: tuple[str, str, str | None]) -> Skirmish:
    """A fight between these, by name, sheet and owner, after the first impulse has begun."""
    fight = Skirmish()
    for name, sheet, owner in fighters:
        fight.sheet(name, sheet, owner=owner)
    fight.order(Switch("fog", fog))
    return fight


def asked(fight: Skirmish) -> set[str]:
    return {*still_asked(fight.encounter, fight.ruleset)}


@pytest.mark.parametrize("fog", ["off", "hidden", "sides"])
def test_everyone_is_asked_until_they_have_passed(fog: str) -> None:
    fight = played(fog, ("Ann's", HASTY, "ann"), ("Ben's", HASTY, "ben"), ("Guard", HASTY, None))
    assert asked(fight) == {"ann", "ben", GMS}
    fight.order(Pass(fight.id("Ann's")))
    assert asked(fight) == {"ben", GMS}
    assert to_decide(fight.encounter, fight.ruleset, "ben") == (fight.id("Ben's"),)
    fight.order(Pass(fight.id("Guard")))
    assert asked(fight) == {"ben"}


@pytest.mark.parametrize(("fog", "wanted"), [("off", set[str]()), ("hidden", {"ann"}), ("sides", {"ann"})])
def test_in_the_fog_a_fighter_who_cannot_act_is_passed_for(fog: str, wanted: set[str]) -> None:
    fight = played(fog, ("Ann's", SLOW, "ann"), ("Ben's", HASTY, "ben"))
    fight.parts(Next())
    assert fight.encounter.clock.impulse == 2 and soldier(fight.one("Ann's")).left == 0
    assert asked(fight) == {*wanted, "ben"}
    fight.order(Pass(fight.id("Ann's")))
    assert asked(fight) == {"ben"}


@pytest.mark.parametrize("fog", ["off", "sides"])
def test_one_who_has_acted_and_has_nothing_left_needs_no_pass(fog: str) -> None:
    fight = played(fog, ("Ann's", HASTY, "ann"))
    left = soldier(fight.one("Ann's")).left
    fight.order(Act(fight.id("Ann's"), "look about", left - 1))
    assert asked(fight) == {"ann"}
    fight.order(Act(fight.id("Ann's"), "wave", 1))
    assert asked(fight) == set()
    fight.parts(Next())
    assert asked(fight) == {"ann"}


@pytest.mark.parametrize("fog", ["off", "sides"])
def test_work_under_way_and_plans_are_decisions(fog: str) -> None:
    fight = played(fog, ("Ann's", HASTY, "ann"), ("Ben's", HASTY, "ben"))
    fight.order(Act(fight.id("Ann's"), "dig", 40))
    plan = Plan(fight.id("Ben's"), (Line("stay"),), "ben")
    fight.encounter = replace(fight.encounter, agenda=(*fight.encounter.agenda, plan))
    assert asked(fight) == set()


@pytest.mark.parametrize("fog", ["off", "sides"])
def test_who_is_out_is_not_asked_and_in_a_pause_nobody_is(fog: str) -> None:
    fight = played(fog, ("Ann's", HASTY, "ann"), ("Ben's", HASTY, "ben"))
    fight.order(Adjust(fight.id("Ann's"), "dead"))
    fight.parts(Next())
    assert asked(fight) == {"ben"}
    fight.encounter = replace(fight.encounter, paused=True)
    assert asked(fight) == set()


def test_the_gms_reserve_is_not_waited_for() -> None:
    fight = Skirmish()
    fight.map(9, 7)
    fight.sheet("Ann's", HASTY, at="A1", owner="ann")
    fight.sheet("Reserve", HASTY, owner=None)
    assert asked(fight) == {"ann"}


@pytest.mark.parametrize(
    ("owner", "openly", "apart"), [("A", ("A",), ("B",)), ("B", ("B",), ("B",))], ids=["a known one too", "no other"]
)
def test_the_side_of_a_fighter_that_the_channel_does_not_know_is_called_apart(
    owner: str, openly: tuple[str, ...], apart: tuple[str, ...]
) -> None:
    fight = field("hidden")
    join(fight, "Zorro", "K17", "B", "facing south, unspotted, hidden")
    fight.encounter = Registered(fight.id("Zorro"), "Zorro", "B", owner).on(fight.encounter)
    called = [mentioned_sides(owner, fight.encounter, fight.ruleset, apart=each) for each in (False, True)]
    assert called == [openly, apart]
