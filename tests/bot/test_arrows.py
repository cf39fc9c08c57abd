"""The arrows that are offered for a move lead to the spaces around that are on the map."""

from __future__ import annotations

import pytest

from bot.chat.views.buttons.moves import place_rows
from bot.game.pages.move_choices import choice
from bot.game.referee.rehearsal import _around
from bot.game.requests import OrderContext
from rules.engine.records.copies import altered
from rules.engine.records.model import BattleMap
from rules.engine.records.orders import Chart
from rules.engine.scene.effects import Placed
from rules.words.places import Place
from tests.rules import skirmish
from tests.rules.phoenix.skirmish import Skirmish as Phoenix
from tests.rules.savage.skirmish import Skirmish as Savage


def arrows(fight: skirmish.Skirmish, name: str, at: str) -> set[str]:
    fight.order(Chart(BattleMap(4, 3)))
    fight.encounter = Placed(fight.id(name), Place.parse(at)).on(fight.encounter)
    offered = choice(name, "", OrderContext(fight.encounter, fight.ruleset, {}, "gm"))
    return {str(step.to) for step in offered.arrows.values()}


@pytest.mark.parametrize(
    ("at", "around"),
    [
        ("B2", "A1 B1 C1 A2 C2 A3 B3 C3"),
        ("A1", "B1 A2 B2"),
        ("D1", "C1 C2 D2"),
        ("A3", "A2 B2 B3"),
        ("D3", "C2 D2 C3"),
    ],
)
def test_on_squares(at: str, around: str) -> None:
    assert arrows(Savage(), "Ash", at) == {*around.split()}


@pytest.mark.parametrize(
    ("at", "around"),
    [
        # Every second column is half a hex lower.
        ("B2", "B1 C2 C3 B3 A3 A2"),
        ("A1", "B1 A2"),
        ("D3", "D2 C3"),
        ("D1", "C1 C2 D2"),
        ("A3", "A2 B2 B3"),
    ],
)
def test_on_hexes(at: str, around: str) -> None:
    fight = Phoenix()
    fight.sheet("Trent", "skill 6, CA 6, M16")
    fight.make("Trent", left=6)
    assert arrows(fight, "Trent", at) == {*around.split()}


@pytest.mark.parametrize(("size", "number"), [((4, 3), 12), ((12, 12), 60)])
def test_of_a_map_sixty_places_are_tried_for_a_fighter_who_has_none(size: tuple[int, int], number: int) -> None:
    fight = Phoenix()
    fight.order(Chart(BattleMap(*size)))
    actor = fight.sheet("Trent", "SL 5, M16")
    context = OrderContext(fight.encounter, fight.ruleset, {}, "gm")
    assert [*_around(actor, context)] == [Place(1 + n // size[1], 1 + n % size[1]) for n in range(number)]


def test_the_buttons_of_a_move_are_arranged_like_the_spaces_around() -> None:
    fight = Savage()
    fight.order(Chart(BattleMap(4, 3)))
    here = altered(Placed(fight.id("Ash"), Place(2, 2)).on(fight.encounter), id="0123456789")
    context = OrderContext(here, fight.ruleset, {}, "gm")
    drawn = place_rows(choice("Ash", "", context), context).to_components()
    rows = [[str(button["custom_id"]).split(":")[6] for button in row["components"]] for row in drawn[:3]]
    assert rows == [["A1", "B1", "C1"], ["A2", "C2"], ["A3", "B3", "C3"]]
