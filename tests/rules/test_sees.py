"""A fighter's own line of sight in each book, by which enemies show (`Ruleset.sees`)."""

from __future__ import annotations

import pytest

from rules.engine.records.agenda import CONTACT, ELSE, THEM, Line, Plan, When
from rules.engine.records.copies import replace
from rules.engine.records.model import BattleMap
from rules.engine.records.orders import Chart, Nearer, Next, SetPlan
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Scene
from rules.words.places import Place
from tests.bot.test_plan_words import FIGHTERS, FOE, ME, world
from tests.reading import resolve
from tests.rules.skirmish import Skirmish

WALLS = tuple(Place.parse(f"F{row}") for row in range(1, 8))


def walled(preset: str) -> Skirmish:
    """Axly at B4 and Guard 1 at H4; a wall between them leaves F8 free."""
    skirmish = world(preset)
    battle_map = skirmish.encounter.battle_map
    assert battle_map is not None
    skirmish.order(Chart(BattleMap(battle_map.width, battle_map.height, frozenset(WALLS))))
    return skirmish


@pytest.mark.parametrize("preset", FIGHTERS)
def test_a_wall_hides_where_the_book_has_lines_of_sight(preset: str) -> None:
    for skirmish, clear in ((world(preset), True), (walled(preset), preset == "savage")):
        encounter, book = skirmish.encounter, skirmish.ruleset
        axly, guard = encounter.combatant(ME), encounter.combatant(FOE)
        assert book.sees(axly, guard, encounter) is clear
        assert not book.sees(axly, replace(guard, present=False), encounter)
        assert not book.sees(replace(axly, place=None), guard, encounter), "on a map, no place means not seen"


@pytest.mark.parametrize("preset", [preset for preset in FIGHTERS if preset != "savage"])
def test_an_enemy_behind_a_wall_does_not_show(preset: str) -> None:
    for make, shows in ((walled, False), (world, True)):
        skirmish = make(preset)
        plan = SetPlan(ME, (Line("x", (Nearer(ME, 1, THEM),), When(CONTACT)), Line("stay", (), When(ELSE))), "ann")
        skirmish.encounter = resolve(plan, Scene(skirmish.encounter, SeededDice(1)), skirmish.ruleset)[-1].encounter
        # An enemy who was in sight when the plan was given does not show; this plan has seen nobody yet.
        agenda = tuple(replace(item, seen=()) if isinstance(item, Plan) else item for item in skirmish.encounter.agenda)
        scene = Scene(replace(skirmish.encounter, agenda=agenda), SeededDice(1))
        # Bugs of the bot's move as time continues.
        first, *_ = resolve(Next(), scene, skirmish.ruleset)
        assert ("Axly moves" in first.resolution.outcome) is shows
