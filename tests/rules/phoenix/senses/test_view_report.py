"""Fighters who come into view are reported by the order that brings it about (5.1, 5.2)."""

from __future__ import annotations

import pytest

from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered
from rules.engine.records.orders import Act, Move, Rename, Switch
from rules.engine.scene.dice import ScriptedDice
from rules.phoenix.basics.soldier import Knockout, Soldier, soldier
from rules.phoenix.book import Scene
from rules.phoenix.optional.senses import view_report
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, names, phoenix


def hall(walls: str = "") -> Skirmish:
    """Return Donovan at K10, facing up, and Axly of the same side beside; a guard at K15, behind them."""
    played = Skirmish()
    played.order(Switch("field of view", "on"))
    played.map(30, 30, walls)
    for name, at, side in (("Donovan", "K10", "A"), ("Axly", "L10", "A"), ("Guard", "K15", "B")):
        played.sheet(name, "CA 16, from the hip, facing north", at=at)
        [one] = [c for c in played.encounter.combatants if c.name == name]
        played.encounter = played.encounter.with_combatant(type(one)(**{**one.__dict__, "side": side}))
    return played


def move(played: Skirmish, who: str, to: str, how: str = "") -> list[str]:
    parts = played.parts(Move(played.id(who), Place.parse(to), how=how))
    return [part.resolution.outcome for part in parts[1:]]


def act(played: Skirmish, who: str, what: str) -> list[str]:
    return [part.resolution.outcome for part in played.parts(Act(played.id(who), what))[1:]]


def test_whoever_comes_into_view_is_told_with_those_who_see_him() -> None:
    played = hall()
    assert move(played, "Guard", "K13", "facing north") == []
    played.put("Guard", "P14")
    played.make("Guard", left=8)
    parts = played.parts(Move(played.id("Guard"), Place.parse("P8"), how="facing east"))
    assert [part.resolution.outcome for part in parts[1:]] == ["Guard comes into the view of Donovan and Axly."]
    assert names(played, parts[1].resolution.concerned) == ["Donovan", "Axly"]


def test_whoever_turns_sees_what_is_there() -> None:
    played = hall()
    [_, noticed] = played.parts(Act(played.id("Donovan"), "turn to south"))
    assert noticed.resolution.outcome == "Donovan has Guard in view now."
    assert names(played, noticed.resolution.concerned) == ["Donovan"]
    assert act(played, "Donovan", "turn to north") == []
    assert act(played, "Donovan", "watch all around") == ["Donovan has Guard in view now."]
    assert act(played, "Donovan", "watch ahead") == []


def test_behind_a_wall_nobody_sees_him_come() -> None:
    played = hall("K12 L12 J12 L11 J11 K11")
    played.make("Donovan", facing=180)
    played.make("Axly", facing=180)
    assert move(played, "Guard", "K13") == []


def test_out_of_hiding_he_comes_into_view() -> None:
    for way in ("look over cover", "step out"):
        played = hall()
        played.make("Guard", exposure="hidden")
        played.make("Axly", facing=180)
        assert act(played, "Guard", way) == ["Guard comes into the view of Axly and has Donovan and Axly in view now."]


def test_what_several_see_at_once_is_told_whole() -> None:
    played = hall()
    played.order(Switch("spotting", "on"))
    played.make("Guard", exposure="hidden")
    for name, other in (("Donovan", "Donovan of the Second"), ("Axly", "Axly of the Second")):
        played.order(Rename(played.id(name), other))
    assert act(played, "Guard", "look over cover") == [
        "Guard spots Donovan of the Second and Axly of the Second at once."
    ]


def test_whoever_is_out_sees_nobody() -> None:
    played = hall()
    played.make("Axly", facing=180, knockout=Knockout(Clock(0, 1), 0, until=Clock(9, 1)))
    played.make("Guard", exposure="hidden", facing=180)
    assert act(played, "Guard", "look over cover") == []


@pytest.mark.parametrize("switch", ["field of view", "spotting"])
def test_nothing_is_told_while_both_switches_are_off(switch: str) -> None:
    played = hall()
    played.order(Switch("field of view", "off"))
    if switch == "spotting":
        played.order(Switch("spotting", "on"))
    told = act(played, "Donovan", "turn to south")
    assert told == (["Donovan spots Guard at once."] if switch == "spotting" else [])


def test_comrades_are_no_news() -> None:
    played = hall()
    played.put("Axly", "K12")
    assert all("Axly" not in told for told in act(played, "Donovan", "turn to south"))


def test_a_stranger_to_everybody_without_sides() -> None:
    played = Skirmish()
    played.order(Switch("field of view", "on"))
    played.map(20, 20)
    played.join("Trent", Soldier(actions=8, facing=0, firing_stance=False), at="K10")
    played.join("Axly", Soldier(actions=8, facing=0, firing_stance=False), at="K12")
    assert act(played, "Trent", "turn to south") == ["Trent has Axly in view now."]


def test_many_orders_of_one_next_are_looked_at_with_the_fighters_as_they_are_then() -> None:
    """The results of a Next are kept, each for the state in which the two fighters were."""
    played = hall()
    scene = Scene(played.encounter, ScriptedDice(()), phoenix().book)
    donovan, reports = played.id("Donovan"), list[int]()
    for facing in (180, 0, 180, 0):
        before = scene.encounter
        scene.change(donovan, altered(soldier(scene.combatant(donovan)), facing=facing))
        scene.conclude(scene.clauses("Donovan turns."), "done")
        turned = len(scene.parts)
        view_report.follow(Act(donovan, "turn"), before, scene)
        reports.append(len(scene.parts) - turned)
    assert reports == [1, 0, 1, 0]
