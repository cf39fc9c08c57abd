"""Orders to comrades (5.5)."""

from __future__ import annotations

import pytest

from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NotNow, UnknownName
from rules.engine.records.orders import Adjust, Dismiss, Rename
from rules.phoenix.basics.soldier import Knockout
from rules.phoenix.optional.records import Plan
from tests.rules.phoenix.nerve.planners import act, move, plan, planners
from tests.rules.phoenix.skirmish import Skirmish, total


def squad(line: str = "SAL 10, ISF 21, CA 8, M16") -> Skirmish:
    """Donovan, with Axly and three more."""
    skirmish = planners(line)
    for name in ("Bert", "Cole", "Dent"):
        skirmish.sheet(name, "SAL 10, ISF 11, CA 5, M16", "C3")
        skirmish.order(Rename(skirmish.id(name), side="Blue"))
    return skirmish


def test_four_orders_take_64_actions() -> None:
    skirmish = squad()
    [part] = act(skirmish, "order Axly, Bert, Cole and Dent to storm the House")
    assert total(part.resolution, "Orders") == 64
    task = skirmish.encounter.task(skirmish.id("Donovan"))
    assert task is not None
    assert (task.spent, task.cost) == (2, 64)


def test_each_has_his_as_soon_as_it_is_given() -> None:
    """CA 8 are 2 an impulse: 16 actions are two phases."""
    skirmish = squad()
    act(skirmish, "order Axly, Bert: hold the Door")
    while skirmish.encounter.clock < Clock(2, 4):
        assert skirmish.state("Axly").plan is None
        skirmish.next()
    assert plan(skirmish, "Axly") == Plan(0, 5, 0, 5, "ready", "hold the Door")
    assert skirmish.state("Bert").plan is None
    while skirmish.encounter.clock < Clock(4, 4):
        parts = skirmish.next()
    assert parts[0].resolution.outcome == "Donovan orders Bert: hold the Door (5 actions)."
    assert plan(skirmish, "Bert").left == 5
    assert skirmish.encounter.task(skirmish.id("Donovan")) is None


def test_who_is_ordered_needs_not_think() -> None:
    skirmish = squad()
    act(skirmish, "tell Axly to look around the corner", 0)
    act(skirmish, "look around the corner", who="Axly")
    assert plan(skirmish, "Axly").left == 4


def test_a_leader_who_thinks_at_once_takes_8_for_each() -> None:
    skirmish = squad("SAL 10, ISF 40, CA 8, M16")
    [part] = act(skirmish, "order Axly and Bert to go")
    assert total(part.resolution, "Orders") == 16


def test_all_of_his_side() -> None:
    skirmish = squad()
    parts = act(skirmish, "order everybody to go", 0)
    assert [part.resolution.outcome.split(":")[0] for part in parts] == [
        f"Donovan orders {name}" for name in ("Axly", "Bert", "Cole", "Dent")
    ]


def test_a_leader_does_not_think_of_his_own_meanwhile() -> None:
    skirmish = squad()
    act(skirmish, "plan")
    act(skirmish, "order Axly to go")
    assert plan(skirmish).thinking == 8
    skirmish.next()
    assert plan(skirmish).thinking == 8


def test_another_order_begins_anew() -> None:
    """With other words, or at another cost, which may be less than what was spent on the first."""
    skirmish = squad()
    act(skirmish, "order Axly to go", 10)
    skirmish.make("Donovan", left=2)
    for what, cost in (("order Axly to stay", 10), ("order Axly to stay", 3)):
        [part] = act(skirmish, what, cost)
        assert part.resolution.outcome.startswith(f"Donovan gives orders to Axly: 2 of {cost} actions")
        skirmish.make("Donovan", left=2)
    act(skirmish, "order Axly to stay", 3)
    assert plan(skirmish, "Axly").text == "stay"


def test_whom_he_cannot_order() -> None:
    skirmish = squad()
    with pytest.raises(UnknownName, match="I don't know the comrade"):
        act(skirmish, "order Guard to go")
    with pytest.raises(UnknownName, match="I don't know the comrade"):
        act(skirmish, "order Donovan to go")
    skirmish.order(Adjust(skirmish.id("Bert"), "gone"))
    with pytest.raises(UnknownName, match="I don't know the comrade"):
        act(skirmish, "order Bert to go")
    skirmish.make("Axly", knockout=Knockout(Clock(0, 1), 99, until=Clock(9, 1)))
    with pytest.raises(NotNow, match="Axly is incapacitated"):
        act(skirmish, "order Axly to go")
    for name in ("Axly", "Bert", "Cole", "Dent"):
        skirmish.order(Dismiss(skirmish.id(name)))
    with pytest.raises(NotNow, match="Donovan has no comrades in play to order"):
        act(skirmish, "order all to go")


def test_an_order_given_up_halfway_is_none() -> None:
    skirmish = squad()
    act(skirmish, "order Axly to go")
    skirmish.order(move(skirmish, "B3", "into cover"))
    skirmish.next()
    assert skirmish.state("Axly").plan is None
