"""A map's effects follow from its pieces, and secret pieces show nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.conduct.conduct import resolve, stage
from rules.engine.map.map_orders import Redraw
from rules.engine.map.pieces import (
    BARRED,
    DENSITIES,
    DEPTHS,
    KINDS,
    OPENINGS,
    concealed,
    hidden,
    lay,
    layers,
    lift,
    revealed,
    secrets,
)
from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, NotNow, Refusal, UnknownName
from rules.engine.records.model import BattleMap, Piece
from rules.engine.records.references import GMS
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Scene
from rules.shelf import shelf
from rules.words.grids import draw_grid, read_grid
from rules.words.maps import read_map, read_pieces
from rules.words.places import Place

SIDE = 3
NAMELESS = ("rough", "bridge", "stairs", "sand", "ice", "wire")
EVERYWHERE = frozenset(Place(column, row) for column in range(1, SIDE + 1) for row in range(1, SIDE + 1))


def many(text: str) -> frozenset[Place]:
    return frozenset(map(Place.parse, text.split()))


def laid(text: str, battle_map: BattleMap | None = None) -> BattleMap:
    battle_map = battle_map or BattleMap(8, 8)
    return lay(battle_map, read_pieces(text, battle_map))


def places() -> st.SearchStrategy[frozenset[Place]]:
    return st.frozensets(st.sampled_from(sorted(EVERYWHERE)), min_size=1, max_size=4)


def pieces(secret: bool | None = None) -> st.SearchStrategy[Piece]:
    """Pieces as they can be written."""

    def piece(kind: str, at: frozenset[Place], words: str, density: str, depth: str, state: str, kept: bool) -> Piece:
        named = {"brush": density, "rubble": density, "water": depth}
        words = "" if kind in NAMELESS else named.get(kind, words) or "mill" * (kind == "label")
        state = state if kind in OPENINGS else ""
        return Piece(kind, at, words, state == "open", kept, "" if state == "open" else state)

    return st.builds(
        piece,
        st.sampled_from(KINDS),
        places(),
        st.sampled_from(["", "brick", "boarded"]),
        st.sampled_from(["", *DENSITIES]),
        st.sampled_from(["", "", *DEPTHS]),
        st.sampled_from(["", "open", BARRED, "south", "north-east"]),
        st.booleans() if secret is None else st.just(secret),
    )


def battle_maps(secret: bool | None = None) -> st.SearchStrategy[BattleMap]:
    return st.lists(pieces(secret), max_size=8).map(_one_by_one)


def _one_by_one(laid: list[Piece]) -> BattleMap:
    battle_map = BattleMap(SIDE, SIDE)
    for piece in laid:
        battle_map = lay(battle_map, [piece])
    return battle_map


def as_built(battle_map: BattleMap) -> tuple[frozenset[Place], frozenset[Place]]:
    """Return the spaces that obstruct and those that bar, place by place."""
    obstructs, bars = set[Place](), set[Place]()
    for place in EVERYWHERE:
        there = {layer.kind: layer for layer, at in layers(battle_map).items() if place in at}
        window = there.get("window")
        if "wall" in there or ("door" in there and not there["door"].open):
            obstructs.add(place)
        elif window and not window.open:
            (obstructs if "boarded" in window.words else bars).add(place)
        elif "water" in there and not there["water"].words and "bridge" not in there:
            bars.add(place)
    return frozenset(obstructs), frozenset(bars)


@given(battle_maps(secret=False))
def test_what_a_map_does_follows_from_its_pieces(battle_map: BattleMap) -> None:
    assert (battle_map.obstructions, battle_map.barred) == as_built(battle_map)
    assert battle_map.open is battle_map and not secrets(battle_map)
    for kinds in ({"wall", "door", "window"}, *({kind} for kind in KINDS)):
        found = [at for layer, at in layers(battle_map).items() if layer.kind in kinds]
        assert sum(map(len, found)) == len(frozenset[Place]().union(*found)), "one at each place"


@given(battle_maps(), places())
def test_what_was_secret_and_is_shown_is_as_if_it_had_never_been_secret(
    battle_map: BattleMap, at: frozenset[Place]
) -> None:
    shown = revealed(battle_map, EVERYWHERE)
    assert not secrets(shown) and shown.open is shown
    assert (shown.obstructions, shown.barred, shown.rough) == (
        battle_map.obstructions,
        battle_map.barred,
        battle_map.rough,
    )
    assert not hidden(revealed(battle_map, at)) & at
    kept = concealed(shown, at)
    assert kept.open.obstructions == shown.obstructions - at and not any(
        piece.places & at for piece in kept.open.pieces
    )
    assert revealed(kept, EVERYWHERE) == shown


@given(battle_maps(), pieces())
def test_a_secret_piece_shows_nowhere_or_is_refused(battle_map: BattleMap, piece: Piece) -> None:
    book = shelf()["space_marines"]
    order = Redraw(pieces=(piece,), secret=True)
    try:
        [part] = resolve(order, Scene(replace(stage(book), battle_map=battle_map), ScriptedDice(())), book)
    except (NotNow, NoRule):
        return
    assert part.encounter.battle_map and part.encounter.battle_map.open == battle_map.open
    assert {clause.about for clause in part.resolution.clauses} == {GMS}


@given(battle_maps(), pieces(secret=False), places())
def test_what_is_laid_openly_is_known_and_what_is_lifted_is_gone(
    battle_map: BattleMap, piece: Piece, at: frozenset[Place]
) -> None:
    open_ = lay(battle_map, [piece]).open
    found = {layer.kind: places for layer, places in layers(open_).items() if places >= piece.places}
    assert piece.kind in found
    bare = lift(battle_map, [Piece("", at)])
    assert not any(places & at for places in layers(bare).values())
    assert lift(battle_map, [Piece("", EVERYWHERE)]) == BattleMap(SIDE, SIDE)


@pytest.mark.parametrize(
    ("text", "obstructions", "barred"),
    [
        ("wall brick A1-B1, door B1", "A1 B1", ""),
        ("door B1 open, wall brick A1-C1", "A1 C1", ""),
        ("window E4, window F4 open", "", "E4"),
        ("window boarded E4 F4 open, window boarded G4", "G4", ""),
        ("door A1 barred B1 open C1 barred south, window E4 barred, window boarded G4 barred", "A1 C1 G4", "E4"),
        ("water B2-C3, bridge C3", "", "B2 B3 C2"),
        ("bridge C3, water B3-D3", "", "B3 D3"),
        ("cover log timber wall B3, hill F6", "", ""),
    ],
)
def test_what_stops_a_fighter(text: str, obstructions: str, barred: str) -> None:
    battle_map = laid(text)
    assert (battle_map.obstructions, battle_map.barred) == (many(obstructions), many(barred))


def test_pieces_as_they_are_written() -> None:
    battle_map = laid(
        'Wall Brick wall 6 inch A1 B1, cover of log B3 C4, label "The Mill, old" C3, label Ford C5, hills F6'
    )
    assert battle_map.pieces == (
        Piece("wall", many("A1 B1"), "brick wall 6 inch"),
        Piece("hill", many("F6")),
        Piece("cover", many("B3 C4"), "log"),
        Piece("label", many("C5"), "Ford"),
        Piece("label", many("C3"), "The Mill, old"),
    )
    assert read_map("8x8", "C3", "D4", "water A1").barred == many("A1")


def test_ground_is_a_material_where_a_material_is_expected() -> None:
    battle_map = laid("cover rubble B3, wall sand 6 inches A1, brush light C1, rubble C2")
    assert {(piece.kind, piece.words) for piece in battle_map.pieces} == {
        ("cover", "rubble"),
        ("wall", "sand 6 inches"),
        ("brush", "light"),
        ("rubble", ""),
    }
    assert read_grid(draw_grid(battle_map)) == battle_map


def test_materials_and_labels_have_nothing_that_deceives() -> None:
    battle_map = laid('wall "Brick" A1, cover log\u202e" C3, label "\u202eThe\x00 Mill 👨\u200d👩" C3')
    assert battle_map.pieces == (
        Piece("wall", many("A1"), "brick"),
        Piece("cover", many("C3"), "log"),
        Piece("label", many("C3"), "The Mill 👨\u200d👩"),
    )
    assert read_grid(draw_grid(battle_map)) == battle_map


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("wall A1-", "Where is the wall “a1-”"),
        ('label "\u202e" C3', "What does the label say?"),
        ("label C3", "What does the label say?"),
        ("cover log", "Where is the cover “log”?"),
        ("wall A1 mud", "I don't understand “mud” in add"),
        ("water deep A1", "I don't understand “deep” in add"),
        ('"Mill" C3', "I don't understand “.*Mill.*” in add"),
        ("window I1", "The map ends at H8. All windows must be on it."),
        (f"label {'long ' * 9} C3", r"is too long\. A material or label has at most 40 characters\."),
    ],
)
def test_pieces_that_are_refused(text: str, sentence: str) -> None:
    with pytest.raises((Refusal, UnknownName), match=sentence):
        laid(text)


def test_pieces_of_one_look_are_one() -> None:
    battle_map = laid("cover log B3")
    battle_map = laid("cover log D5, door A1", battle_map)
    assert battle_map.pieces == (Piece("cover", many("B3 D5"), "log"), Piece("door", many("A1")))
    assert laid("cover brick D5", battle_map).pieces[:2] == (
        Piece("cover", many("D5"), "brick"),
        Piece("cover", many("B3"), "log"),
    )
    assert replace(battle_map, pieces=()) == BattleMap(8, 8, many("A1"))
