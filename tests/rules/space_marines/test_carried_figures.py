"""Figures carried by others, where the scenario allows it (MOVEMENT, OTHER ACTIONS)."""

from __future__ import annotations

import pytest

from rules.engine.records.errors import Refusal
from rules.engine.records.orders import Dismiss
from rules.space_marines.figures.figure import DONE, PLACED
from tests.rules.space_marines.skirmish import Skirmish, note


def squad(carrying: str = "on") -> Skirmish:
    """Ann and Ben beside each other, a bug far away."""
    skirmish = Skirmish(carrying=carrying, bad_guys="people")
    skirmish.map(12, 6)
    skirmish.muster("Marine, rifle, grenade", "B3", "Ann")
    skirmish.muster("Marine, rifle", "C3", "Ben")
    skirmish.muster("Marine, rifle", "B6", "Col")
    skirmish.muster("bug", "L3", "Bug")
    return skirmish


def refusal(skirmish: Skirmish, who: str, what: str) -> str:
    before = skirmish.encounter
    with pytest.raises(Refusal) as refused:
        skirmish.act(who, what)
    assert skirmish.encounter == before
    return str(refused.value)


def test_a_figure_is_picked_up_carried_and_put_down() -> None:
    skirmish = squad()
    picked = skirmish.act("Ann", "pick up Ben")
    assert picked.outcome == "Ann picks up Ben (0 Points)."
    assert skirmish.state("Ann").stage == DONE and skirmish.place("Ben") == ""
    assert skirmish.id("Ben") in picked.concerned
    skirmish.next()
    skirmish.next()
    assert "Ann carries Ben" in refusal(skirmish, "Ben", "weld the door")
    # Where Ben stood is free, and Ann passes with Ben.
    skirmish.move("Ann", "D3")
    assert "Where?" in refusal(skirmish, "Ann", "put down Ben")
    assert "not adjacent" in refusal(skirmish, "Ann", "put down Ben at H3")
    down = skirmish.act("Ann", "put down Ben at E3", cost=1)
    assert down.outcome == "Ann puts Ben down at E3 (1 Point)."
    assert skirmish.place("Ben") == "E3"
    # Like a reinforcement: may act at once, not move.
    assert skirmish.state("Ben").stage == PLACED
    skirmish.fire("Ben", "Bug", dice=(3, 4, 2))


def test_who_is_carried_is_not_waited_for_and_cannot_be_attacked() -> None:
    skirmish = squad()
    skirmish.act("Ann", "pick up Ben")
    assert {skirmish.encounter.combatant(id).name for id in skirmish.ruleset.awaited(skirmish.encounter)} == {"Col"}
    skirmish.next()
    with pytest.raises(Refusal, match="Ann carries Ben"):
        skirmish.fire("Bug", "Ben")


def test_where_the_bearer_falls_the_carried_figure_stands_again() -> None:
    skirmish = squad()
    skirmish.act("Ann", "pick up Ben")
    skirmish.next()
    skirmish.adjust("Bug", "at C3")
    # Two attacks, each 1/2d: 3 wounds kill.
    skirmish.fire("Bug", "Ann", dice=(6, 6, 5))
    assert not skirmish.one("Ann").present
    assert skirmish.place("Ben") == "B3"
    assert not skirmish.state("Ann").carrying


def test_where_the_bearer_leaves_the_encounter_the_carried_figure_stands_again() -> None:
    skirmish = squad()
    skirmish.act("Ann", "pick up Ben")
    left = skirmish.order(Dismiss(skirmish.id("Ann")))
    assert left.outcome == "Ann leaves the encounter."
    assert note(left, "Carried") == "Ben is on their feet at B3 again"
    assert skirmish.place("Ben") == "B3" and skirmish.id("Ben") in left.concerned


def test_only_friends_beside_it_and_the_helpless_can_be_picked_up() -> None:
    skirmish = squad()
    skirmish.muster("bug brain", "A3", "Brain")
    assert "not adjacent" in refusal(skirmish, "Ann", "pick up Col")
    assert "enemy" in refusal(skirmish, "Ann", "pick up Bug")
    assert "another figure" in refusal(skirmish, "Ann", "pick up Ann")
    offered = [what for what, _ in skirmish.ruleset.acts(skirmish.encounter, skirmish.id("Ann"))]
    assert offered == ["pick up Ben", "pick up Brain"]
    skirmish.act("Ann", "pick up Brain")
    assert "already" in refusal(skirmish, "Ben", "carry Brain")
    assert "Ann is carrying a figure and cannot be picked up" in refusal(skirmish, "Ben", "pick up Ann")


def test_without_the_scenarios_option_nobody_is_carried() -> None:
    skirmish = squad(carrying="off")
    assert "switch “carrying”" in refusal(skirmish, "Ann", "pick up Ben")
    assert skirmish.ruleset.acts(skirmish.encounter, skirmish.id("Ann")) == ()
    # Objects are the players' own affair.
    assert skirmish.act("Ann", "pick up the bomb", cost=1).outcome == "Ann: pick up the bomb (1 Point)."


def test_the_gm_can_part_them() -> None:
    skirmish = squad()
    skirmish.act("Ann", "pick up Ben")
    skirmish.adjust("Ben", "at D4")
    assert (skirmish.place("Ben"), skirmish.state("Ann").carrying) == ("D4", "")
    skirmish = squad()
    skirmish.act("Ann", "pick up Ben")
    assert "no longer carrying Ben" in skirmish.adjust("Ann", "stop carrying").outcome
    assert (skirmish.place("Ben"), skirmish.state("Ann").carrying) == ("", "")


def test_nobody_takes_off_with_a_load() -> None:
    skirmish = Skirmish(outdoors=True, carrying="on", bad_guys="people")
    skirmish.map(8, 8)
    skirmish.muster("Marine", "H8")
    skirmish.muster("bot scout", "C3", "Scout")
    skirmish.muster("bot", "C4", "Bot")
    skirmish.next()
    skirmish.act("Scout", "pick up Bot")
    skirmish.next()
    skirmish.next()
    with pytest.raises(Refusal, match="cannot take off"):
        skirmish.move("Scout", "E3", how="fly")
