"""The round: who is waited for, the next one, moving, anything else; what the text has no rule for."""

from __future__ import annotations

import pytest

from rules.engine.books.events import Foresee
from rules.engine.records.agenda import Clock, Question
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.model import BattleMap
from rules.engine.records.orders import (
    Act,
    Adjust,
    Aim,
    Burst,
    Chart,
    Duck,
    Fire,
    Heal,
    Move,
    Next,
    Pass,
    Reload,
    Throw,
)
from rules.engine.records.records import Order
from rules.engine.scene.effects import Planned
from rules.savage.shooting.how_words import ShotOptions, read_how
from rules.words.places import Place
from tests.rules.savage.skirmish import SAVAGE, Skirmish, names, note


def awaited(skirmish: Skirmish) -> list[str]:
    return names(skirmish, SAVAGE.awaited(skirmish.encounter))


def test_whoever_acts_or_passes_is_no_longer_waited_for() -> None:
    skirmish = Skirmish("Shooting d8, magazine 30, loaded 1")
    assert awaited(skirmish) == ["Ash", "Thug 1", "Thug 2", "Thug 3"]
    skirmish.fire(4)
    skirmish.order(Pass(skirmish.id("Thug 1")))
    skirmish.order(Adjust(skirmish.id("Thug 2"), "dead"))
    assert awaited(skirmish) == ["Thug 3"]
    skirmish.order(Act(skirmish.id("Thug 3"), "shouts"))
    assert awaited(skirmish) == []


def test_the_next_round() -> None:
    skirmish = Skirmish()
    skirmish.fire(4, 4)
    skirmish.order(Pass("c2"))
    skirmish.order(Adjust("c3", "dead"))
    begun = skirmish.order(Next())
    assert begun.outcome == "Round 2 begins."
    assert (skirmish.encounter.clock, SAVAGE.clock(skirmish.encounter)) == (Clock(2), "Round 2")
    assert note(begun, "To act") == "Ash, Thug 1 and Thug 3"
    assert names(skirmish, begun.concerned) == ["Ash", "Thug 1", "Thug 3"]
    assert not skirmish.state.acted


def test_no_round_begins_while_somebody_is_asked() -> None:
    skirmish = Skirmish()
    skirmish.encounter = Planned((Question("c1", "For how long?", ("lifetime",), ()),)).on(skirmish.encounter)
    assert awaited(skirmish) == ["Ash"]
    with pytest.raises(NotNow, match="Ash must answer first: lifetime"):
        skirmish.order(Next())


def test_acting_again_is_for_the_group() -> None:
    skirmish = Skirmish()
    skirmish.fire(4, 4)
    assert note(skirmish.fire(4, 4), "Actions").startswith("acts again this round")


def test_moving_is_free() -> None:
    skirmish = Skirmish()
    skirmish.order(Chart(BattleMap(10, 10, frozenset({Place(5, 5)}))))
    assert skirmish.order(Move("c1", Place(1, 1))).outcome == "Ash moves to A1."
    assert skirmish.order(Move("c1", Place(9, 9))).outcome == "Ash moves from A1 to I9."
    assert not skirmish.state.acted
    for to, said in (
        (Place(9, 9), "Ash is already at I9"),
        (Place(5, 5), "obstruction"),
        (Place(11, 1), "off the map"),
    ):
        with pytest.raises(NotNow, match=said):
            skirmish.order(Move("c1", to))
    with pytest.raises(NotNow, match="Ash is at I9"):
        skirmish.order(Move("c2", Place(9, 9)))
    with pytest.raises(NoRule, match="Leave cost: out"):
        skirmish.order(Move("c1", Place(1, 1), cost=2))
    with pytest.raises(NoRule, match="Leave how: out"):
        skirmish.order(Move("c1", Place(1, 1), how="running"))


def test_anything_else() -> None:
    skirmish = Skirmish()
    assert skirmish.order(Act("c1", "  kicks the door  in. ")).outcome == "Ash: kicks the door in."
    assert skirmish.state.acted
    with pytest.raises(NoRule, match="Leave cost: out"):
        skirmish.order(Act("c1", "waits", 2))
    for what in ("", "...", "a" * 201):
        with pytest.raises(Refusal, match="1 to 200 characters"):
            skirmish.order(Act("c1", what))


@pytest.mark.parametrize(("order", "said"), [(Duck("c1"), "mod: -2 cover"), (Heal("c1"), "/adjust")])
def test_what_is_in_the_groups_own_book(order: Order, said: str) -> None:
    with pytest.raises(NoRule, match=said):
        Skirmish().order(order)
    with pytest.raises(NoRule, match=said):
        SAVAGE.check_verb(type(order))


def test_seconds() -> None:
    with pytest.raises(NoRule, match="Leave time: out"):
        Skirmish().order(Next(6))


def test_words() -> None:
    encounter = Skirmish("Shooting d8, pistol, AP supply").encounter
    assert "rapid attack 2" in SAVAGE.words_for(Fire)
    assert "automatic" in SAVAGE.words_for(Burst, encounter)
    assert SAVAGE.words_for(Reload, encounter) == ("AP",)
    for verb in (Fire, Burst, Throw, Aim):
        for words in SAVAGE.words_for(verb):
            assert read_how(words) != ShotOptions()


def test_events_of_a_scenario() -> None:
    skirmish = Skirmish()
    skirmish.order(Foresee("the reactor blows", 2))
    assert skirmish.order(Next()).outcome == "Round 2 begins. Event: the reactor blows."
