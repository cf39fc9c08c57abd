"""Pieces of the map with a material of table 7C: cover that somebody moves into, walls that stray rounds pass."""

from __future__ import annotations

import pytest

from rules.engine.map.map_orders import Redraw
from rules.engine.records.orders import Move
from rules.phoenix.basics.soldier import Cover
from rules.words.maps import read_pieces
from rules.words.places import Place
from tests.rules.phoenix.shooting.test_stray_fire import FOREHEAD, shot, street
from tests.rules.phoenix.skirmish import Skirmish


def lay(skirmish: Skirmish, text: str) -> None:
    assert skirmish.encounter.battle_map
    skirmish.order(Redraw(pieces=read_pieces(text, skirmish.encounter.battle_map)))


@pytest.mark.parametrize(
    ("preset", "piece", "how", "cover"),
    [
        ("phoenix-advanced", "cover log timber wall B4", "into cover", Cover("Log Timber Wall", "22")),
        ("phoenix-advanced", "cover wood 2 inches B4", "into cover", Cover("Wood 2 inches", "4")),
        ("phoenix-advanced", "cover log timber wall B4", "", None),
        ("phoenix-advanced", "cover crates B4", "into cover", None),
        ("phoenix-basic", "cover log timber wall B4", "into cover", None),
    ],
)
def test_a_move_into_cover_ends_behind_its_material(preset: str, piece: str, how: str, cover: Cover | None) -> None:
    skirmish = Skirmish(preset)
    skirmish.map(8, 8)
    lay(skirmish, piece)
    skirmish.sheet("Trent", "CA 8, SAL 10, M16, exposed", at="B3")
    skirmish.make("Trent", left=8)
    moved = skirmish.order(Move(skirmish.id("Trent"), Place.parse("B4"), None, how))
    assert "from B3 to B4 (cover: " in moved.outcome
    assert skirmish.state("Trent").cover == cover


@pytest.mark.parametrize(
    ("piece", "points"),
    [("wall exterior stucco wall A7", "10,000"), ("door interior wood door A7", "20,000"), ("wall rocks A7", "20,000")],
)
def test_a_wall_of_its_own_material_takes_its_own_protection_off(piece: str, points: str) -> None:
    skirmish = street()
    lay(skirmish, piece)
    result = shot(skirmish, 99, 99, 0, FOREHEAD, 99)
    assert f"hits Civ, forehead, {points} PD" in result.outcome


def test_a_wall_that_is_strong_enough_ends_the_line() -> None:
    skirmish = street()
    lay(skirmish, "wall brick wall 6 inch A7")
    assert "MISS." in shot(skirmish, 99, 99).outcome
