"""A round that is planned: a fighter moves once and acts once."""

from __future__ import annotations

from rules.engine.records.agenda import ELSE, Clock, When
from rules.engine.records.model import BattleMap
from rules.engine.records.orders import Chart, Fire, Move
from rules.engine.scene.effects import Placed
from rules.words.places import Place
from tests.rules.planning import Planned, line
from tests.rules.savage.skirmish import Skirmish

STAY = line(when=When(ELSE))


def street() -> Planned[Skirmish]:
    """Ash at B2, the Thugs far off; the Thugs stay."""
    skirmish = Skirmish("Shooting d8, Wild Card, magazine 100, ROF 4")
    skirmish.order(Chart(BattleMap(30, 10)))
    for name, at in (("Ash", "B2"), ("Thug 1", "T2"), ("Thug 2", "T4"), ("Thug 3", "T6")):
        skirmish.encounter = Placed(skirmish.id(name), Place.parse(at)).on(skirmish.encounter)
    played = Planned(skirmish)
    for n in (1, 2, 3):
        played.plan(f"Thug {n}", STAY)
    return played


def test_a_round_has_a_move_and_an_attack() -> None:
    played = street()
    ash = played.skirmish.id("Ash")
    played.plan("Ash", line(Move(ash, Place.parse("B4"))), line(Fire(ash, (played.skirmish.target("Thug 1"),))), STAY)
    outcomes = [text for _, text in played.steps()]
    assert "moves" in outcomes[0]
    assert "fires" in outcomes[1]
    assert played.skirmish.encounter.clock == Clock(2)


def test_a_plan_moves_once_a_round() -> None:
    played = street()
    played.plan("Ash", line(played.nearer("Ash", 3), when=When(ELSE)))
    assert played.when("moves", 2) == [1, 2, 3]


def test_a_second_attack_waits_for_the_next_round() -> None:
    played = street()
    ash = played.skirmish.id("Ash")
    fire = Fire(ash, (played.skirmish.target("Thug 1"),))
    played.plan("Ash", line(fire), line(fire), line(fire), STAY)
    assert played.when("fires", 2) == [1, 2, 3]
