"""The turn: actions, moving, other deeds, who is waited for, the next turn."""

from __future__ import annotations

import pytest

from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.orders import Act, Adjust, Answer, Burst, Duck, Heal, Move, Next, Pass, Switch, Throw
from rules.engine.records.records import Order
from rules.words.places import Place
from tests.rules.aliens.skirmish import Skirmish, names, note


def at(text: str) -> Place:
    return Place.parse(text)


def test_next_gives_all_actions_back() -> None:
    skirmish = Skirmish("Apone", "Rifleman")
    skirmish.fire("Apone", "Alien 1", 9, range=2)
    skirmish.order(Pass(skirmish.id("Rifleman")))
    turn = skirmish.order(Next())
    assert turn.outcome == "Turn 2 begins."
    assert (skirmish.state("Apone").left, skirmish.state("Rifleman").left) == (3, 2)
    assert names(skirmish, turn.concerned) == ["Apone", "Rifleman", "Alien 1", "Alien 2"]
    assert skirmish.encounter.passed == ()
    assert skirmish.ruleset.clock(skirmish.encounter) == "Turn 2"


def test_who_is_waited_for() -> None:
    skirmish = Skirmish("Apone", "Rifleman")

    def awaited() -> list[str]:
        return names(skirmish, skirmish.ruleset.awaited(skirmish.encounter))

    assert awaited() == ["Apone", "Rifleman", "Alien 1", "Alien 2"]
    skirmish.order(Act(skirmish.id("Alien 1"), "hisses"))
    assert awaited() == ["Apone", "Rifleman", "Alien 2"]
    skirmish.order(Switch("aliens", "skipped"))
    assert awaited() == ["Apone", "Rifleman"]
    skirmish.order(Pass(skirmish.id("Apone")))
    assert awaited() == ["Rifleman"]
    skirmish.order(Act(skirmish.id("Rifleman"), "waits", 2))
    assert awaited() == []
    skirmish.order(Next())
    skirmish.order(Adjust(skirmish.id("Apone"), "dead"))
    assert awaited() == ["Rifleman"]


def test_who_passed_may_still_act() -> None:
    skirmish = Skirmish("Apone")
    skirmish.order(Pass(skirmish.id("Apone")))
    assert skirmish.fire("Apone", "Alien 1", 0, range=2).verdict == "hit"


def test_a_move_costs_an_action_a_square() -> None:
    skirmish = Skirmish("Apone")
    skirmish.map(12, 8, Apone="B2")
    moved = skirmish.order(Move(skirmish.id("Apone"), at("D3")))
    assert moved.outcome == "Apone moves from B2 to D3, 2 squares (2 actions)."
    assert note(moved, "Left") == "1 of 3 actions"
    assert skirmish.one("Apone").place == at("D3")
    with pytest.raises(NotNow, match=r"Apone has 1 of 3 actions left this turn\. Moving 2 squares takes 2"):
        skirmish.order(Move(skirmish.id("Apone"), at("F3")))
    skirmish.order(Move(skirmish.id("Apone"), at("F3"), cost=1))
    assert skirmish.state("Apone").left == 0


def test_moves_before_between_and_after_shots() -> None:
    skirmish = Skirmish("Apone")
    skirmish.map(12, 8, Apone="B2", Alien_1="E2", Alien_2="F2")
    skirmish.order(Move(skirmish.id("Apone"), at("C2")))
    skirmish.fire("Apone", "Alien 1", 6)
    skirmish.order(Move(skirmish.id("Apone"), at("D2")))
    assert skirmish.state("Apone").left == 0


def test_coming_onto_the_map_is_free() -> None:
    skirmish = Skirmish("Apone")
    assert skirmish.order(Move(skirmish.id("Apone"), at("D3"))).outcome == "Apone moves to D3 (0 actions)."
    assert skirmish.state("Apone").left == 3


def test_aliens_move_as_the_gm_likes() -> None:
    skirmish = Skirmish("Apone")
    skirmish.map(12, 8, Alien_1="L8")
    moved = skirmish.order(Move(skirmish.id("Alien 1"), at("A1")))
    assert moved.outcome == "Alien 1 moves from L8 to A1, 11 squares."
    with pytest.raises(NoRule, match="Leave cost: out"):
        skirmish.order(Move(skirmish.id("Alien 1"), at("A2"), cost=1))


@pytest.mark.parametrize(
    ("to", "said"),
    [
        ("M2", "M2 is off the map, which goes from A1 to L8."),
        ("B9", "B9 is off the map, which goes from A1 to L8."),
        ("D2", "There is an obstruction at D2. Choose another place."),
        ("C2", "Alien 1 is at C2. Choose a free place."),
        ("B2", "Apone is already at B2."),
    ],
)
def test_squares_that_cannot_be_entered(to: str, said: str) -> None:
    skirmish = Skirmish("Apone")
    skirmish.map(12, 8, "D2", Apone="B2", Alien_1="C2")
    before = skirmish.encounter
    with pytest.raises(NotNow) as caught:
        skirmish.order(Move(skirmish.id("Apone"), at(to)))
    assert str(caught.value) == said
    assert skirmish.encounter == before


def test_the_removed_hold_no_square() -> None:
    skirmish = Skirmish("Apone")
    skirmish.map(12, 8, Apone="B2", Alien_1="C2")
    skirmish.fire("Apone", "Alien 1", 0)
    skirmish.order(Move(skirmish.id("Apone"), at("C2")))
    assert skirmish.one("Apone").place == at("C2")


def test_other_deeds() -> None:
    skirmish = Skirmish("Apone")
    deed = skirmish.order(Act(skirmish.id("Apone"), " opens  the door. ", 2))
    assert deed.outcome == "Apone: opens the door (2 actions)."
    assert skirmish.state("Apone").left == 1
    assert skirmish.order(Act(skirmish.id("Alien 1"), "hisses")).outcome == "Alien 1: hisses."


@pytest.mark.parametrize(
    ("order", "kind", "said"),
    [
        (Act("c1", "opens the door"), NoRule, "Aliens has no list of other actions"),
        (Act("c1", "opens the door", 4), NotNow, "Apone has 3 of 3 actions left this turn. That takes 4."),
        (Act("c1", "opens the door", -1), Refusal, "Cost is 0 to 9 actions, not -1."),
        (Act("c1", "opens the door", 10**9), Refusal, "Cost is 0 to 9"),
        (Act("c1", "  ", 1), Refusal, "Describe what happens in 1 to 200 characters"),
        (Act("c1", "x" * 201, 1), Refusal, "Describe what happens in 1 to 200 characters"),
        (Act("c2", "hisses", 1), NoRule, "Leave cost: out"),
        (Burst("c1"), NoRule, "/fire"),
        (Throw("c1"), NoRule, "/fire"),
        (Duck("c1"), NoRule, "/move"),
        (Heal("c1"), NoRule, "/adjust"),
        (Answer("c1", "yes"), NotNow, "Apone has no question to answer"),
        (Move("c1", at("C4"), how="crawling"), NoRule, "Leave how: out"),
        (Next(30), NoRule, "A turn of Aliens has no seconds"),
    ],
)
def test_refused(order: Order, kind: type[Refusal], said: str) -> None:
    skirmish = Skirmish("Apone")
    before = skirmish.encounter
    with pytest.raises(kind) as caught:
        skirmish.order(order)
    assert said in str(caught.value)
    assert skirmish.encounter == before
