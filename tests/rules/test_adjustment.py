"""A GM's corrections in any rulebook."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.game.entries.names import refusals_named
from rules.engine.records.errors import BadSheet, NotNow
from rules.engine.records.model import BattleMap, Combatant, Spare
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.effects import Charted, Drawn
from rules.engine.scene.scene import Scene
from rules.engine.sharing import adjustment
from rules.words.places import Place
from rules.words.sheet import read
from tests.rules.test_effects import BASE, FULL


def adjusted(line: str, *, battle_map: BattleMap | None = None, in_hand: int = 0) -> tuple[Combatant, list[str]]:
    scene = Scene(BASE, ScriptedDice(()))
    if battle_map:
        scene.do(Charted(battle_map))
    scene.do(Drawn("c1", in_hand))
    said = adjustment.apply(read(line, adjustment.TERMS), "c1", scene)
    return scene.combatant("c1"), said


def test_place() -> None:
    combatant, said = adjusted("at C4")
    assert (combatant.place, said) == (Place(3, 4), ["at C4"])
    combatant, said = adjusted("off the map")
    assert (combatant.place, said) == (None, ["off the map"])


@pytest.mark.parametrize("place", ["D1", "A4", "B2"])
def test_no_ground_to_stand_on(place: str) -> None:
    battle_map = BattleMap(3, 3, frozenset({Place(2, 2)}))
    with pytest.raises(NotNow, match=place):
        adjusted(f"at {place}", battle_map=battle_map)
    assert adjusted("at C3", battle_map=battle_map)[0].place == Place(3, 3)


@pytest.mark.parametrize(("line", "present"), [("dead", False), ("gone", False), ("alive", True), ("in play", True)])
def test_presence(line: str, present: bool) -> None:
    assert adjusted(line)[0].present is present


def test_ammunition() -> None:
    combatant, said = adjusted("loaded 3, spares 1")
    assert combatant.carried[0].ammunition == replace(FULL, loaded=3, spares=(Spare(16),))
    assert said == ["Rifle 3 of 16 boxes, spare loads: 1"]
    assert adjusted("ammo 3")[0].carried[0].ammunition == replace(FULL, loaded=3)
    combatant, said = adjusted("unlimited")
    assert combatant.carried[0].ammunition == replace(FULL, spares=None)
    assert said == ["Rifle 16 of 16 boxes, spare loads: unlimited"]


@pytest.mark.parametrize("words", ["spares 0", "no spares"])
def test_no_spares(words: str) -> None:
    combatant, said = adjusted(words)
    assert combatant.carried[0].ammunition == replace(FULL, spares=())
    assert said == ["Rifle 16 of 16 boxes, spare loads: 0"]


def test_spares_of_a_weapon_that_is_loaded_round_by_round() -> None:
    scene = Scene(BASE, ScriptedDice(()))
    adjustment.apply(read("spares 9", adjustment.TERMS), "c1", scene, size=1)
    assert scene.combatant("c1").carried[0].ammunition == replace(FULL, spares=(Spare(1, 9),))


def test_too_much() -> None:
    with pytest.raises(NotNow, match="The Rifle holds at most 16 boxes"):
        adjusted("loaded 17")


def test_a_weapon_that_counts_none() -> None:
    with pytest.raises(NotNow, match=r"One has no weapon in hand with counted ammunition\."), refusals_named(BASE):
        adjusted("loaded 3", in_hand=1)


def test_the_weapon_in_hand() -> None:
    combatant, said = adjusted("weapon 2")
    assert (combatant.in_hand, said) == (1, ["Knife in hand"])
    with pytest.raises(NotNow, match="The weapons of One are: 1 Rifle, 2 Knife"), refusals_named(BASE):
        adjusted("weapon 3")


def test_several_at_once() -> None:
    combatant, said = adjusted("back, at B1, loaded 2")
    assert (combatant.place, combatant.present) == (Place(2, 1), True)
    assert said == ["at B1", "in play", "Rifle 2 of 16 boxes, spare loads: 2"]


@pytest.mark.parametrize("line", ["at C4, off the map", "dead, alive", "spares 2, unlimited", "loaded 1, loaded 2"])
def test_contradictions(line: str) -> None:
    with pytest.raises(BadSheet, match="contradicts"):
        adjusted(line)
