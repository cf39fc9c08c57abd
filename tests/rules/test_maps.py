"""Maps as they are written: size, walls and rough ground, places and blocks of them."""

from __future__ import annotations

import pytest

from rules.engine.records.errors import Refusal, UnknownName
from rules.engine.records.model import BattleMap
from rules.words.maps import read_map, read_pieces, read_places
from rules.words.places import Place


def many(text: str) -> frozenset[Place]:
    return frozenset(map(Place.parse, text.split()))


def test_walls_and_rough_ground() -> None:
    assert read_map("12x8", "") == BattleMap(12, 8)
    assert read_map("6x5", "C3 D4-E5", "A1, B2-a1 F1") == BattleMap(
        6, 5, many("C3 D4 D5 E4 E5"), many("A1 A2 B1 B2 F1")
    )


def test_a_wall_is_not_rough() -> None:
    assert read_map("3x3", "B1-B3", "A2-C2") == BattleMap(3, 3, many("B1 B2 B3"), many("A2 C2"))


@pytest.mark.parametrize(
    ("walls", "rough", "what"), [("E1", "", "obstructions"), ("", "A5", "rough places"), ("A5", "E1", "obstructions")]
)
def test_all_of_it_lies_on_the_map(walls: str, rough: str, what: str) -> None:
    with pytest.raises(Refusal, match=f"^The map ends at D4. All {what} must be on it\\.$"):
        read_map("4x4", walls, rough)


def test_rough_places_are_written_like_others() -> None:
    with pytest.raises(UnknownName, match="“mud” is not a place"):
        read_map("4x4", "", "mud")


@pytest.mark.parametrize(
    "text",
    ["A1-L1", "A1 - L1", "A1:L1", "A1 : L1", "A1–L1", "A1 — L1", "A1..L1", "A1 to L1", "a1 -l1", "A1-L1;", "L1:A1"],
)
def test_the_corners_of_a_block_are_written_in_many_ways(text: str) -> None:
    block = read_places("A1-L1")
    assert len(block) == 12
    assert read_places(text) == block
    assert read_places(f"C3, {text}; D4") == block | read_places("C3 D4")
    battle_map = read_map("12x8", text, "C3")
    assert battle_map.obstructions == block
    assert read_pieces(f"wall brick {text}, door C2 open", battle_map) == read_pieces(
        "wall brick A1-L1, door C2 open", battle_map
    )


def test_the_words_of_a_label_are_kept_as_they_are() -> None:
    (piece,) = read_pieces('label "A1 - B2" C3', read_map("12x8", ""))
    assert piece.words == "A1 - B2"
