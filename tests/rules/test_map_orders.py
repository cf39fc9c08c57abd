"""A part of the map changes and the rest stays, in every rulebook."""

from __future__ import annotations

import tracemalloc
from functools import partial

import pytest

from rules.engine.conduct.conduct import resolve, stage
from rules.engine.map.map_orders import Redraw
from rules.engine.map.pieces import lay, lift
from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, NotNow, Refusal, UnknownName
from rules.engine.records.model import BattleMap, Encounter, Piece
from rules.engine.records.orders import Chart, Muster
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Part, Scene
from rules.shelf import shelf
from rules.words.maps import read_map, read_pieces, read_removed
from rules.words.places import Place

FIGHTERS = {"aliens": "rifleman", "phoenix": "M16", "savage": "Shooting d6", "space_marines": "marine, rifle"}


def many(text: str) -> frozenset[Place]:
    return frozenset(map(Place.parse, text.split()))


def ordered(state: Encounter, order: Chart | Redraw | Muster) -> tuple[Part, ...]:
    return resolve(order, Scene(state, ScriptedDice(())), shelf()[state.ruleset])


def charted(ruleset: str, battle_map: BattleMap, at: str = "A8") -> Encounter:
    book = shelf()[ruleset]
    state = ordered(stage(book), Chart(battle_map))[-1].encounter
    profile = book.profile(FIGHTERS[ruleset], {})
    return ordered(state, Muster(profile, "Ash", "", None, places=(Place.parse(at),)))[-1].encounter


def change(state: Encounter, add: str = "", remove: str = "") -> Part:
    assert state.battle_map
    [part] = ordered(state, redrawn(state.battle_map, add, remove))
    return part


def redrawn(battle_map: BattleMap, add: str = "", remove: str = "", secret: bool = False) -> Redraw:
    return Redraw(pieces=read_pieces(add, battle_map), taken=read_removed(remove, battle_map), secret=secret)


def changed(battle_map: BattleMap, add: str, remove: str = "") -> BattleMap:
    return lift(lay(battle_map, read_pieces(add, battle_map)), read_removed(remove, battle_map))


@pytest.mark.parametrize("ruleset", FIGHTERS)
def test_a_part_of_the_map_changes_in_every_rulebook(ruleset: str) -> None:
    state = charted(ruleset, read_map("12x8", "C3 D2-D6 F7"))
    part = change(state, "wall A1-D1, door D4 open", "wall C3")
    assert part.encounter.battle_map == replace(
        read_map("12x8", "A1-D1 D2 D3 D5 D6 F7"), pieces=(Piece("door", many("D4"), open=True),)
    )
    assert part.resolution.outcome == (
        "The map changes: the door at D4 opens; walls at A1, B1, C1 and D1; no more wall at C3."
    )
    assert part.encounter.combatants == state.combatants
    closed = change(part.encounter, "door D4 closed")
    assert closed.resolution.outcome == "The map changes: the door at D4 closes."
    assert closed.encounter.battle_map == replace(
        read_map("12x8", "A1-D1 D2-D6 F7"), pieces=(Piece("door", many("D4")),)
    )


def test_rough_ground_stays_under_a_door() -> None:
    state = charted("space_marines", read_map("9x8", "B1-B8", "D4 E4"))
    shut = change(state, "doors D4 B2 shut, rough F4").encounter
    assert (
        shut.battle_map
        and shut.battle_map.rough == many("D4 E4 F4")
        and Place.parse("D4") in shut.battle_map.obstructions
    )
    opened = change(shut, "door D4 open", "rough E4")
    assert opened.encounter.battle_map == replace(
        read_map("9x8", "B1-B8", "D4 F4"), pieces=(Piece("door", many("B2")), Piece("door", many("D4"), open=True))
    )
    assert opened.resolution.outcome == "The map changes: the door at D4 opens; no more rough ground at E4."


@pytest.mark.parametrize(
    ("add", "remove", "walls"),
    [
        ("A1-A3", "", "A1 A2 A3 C1"),
        ("wall A1-A8, door A4 open", "", "A1 A2 A3 A5 A6 A7 A8 C1"),
        ("door A4 open, wall A1-A8", "", "A1 A2 A3 A5 A6 A7 A8 C1"),
        ("walls a1 and b1", "c1", "A1 B1"),
        ("door B1, door B2 open B3 closed", "", "B1 B3 C1"),
        ("A1-A3", "A2", "A1 A3 C1"),
        ("", "door C1", ""),
        ("door C1 opened", "", ""),
    ],
)
def test_how_a_change_is_written(add: str, remove: str, walls: str) -> None:
    battle_map = changed(read_map("8x8", "C1"), add, remove)
    assert replace(battle_map, pieces=()) == BattleMap(8, 8, many(walls))


@pytest.mark.parametrize(
    ("add", "remove", "sentence"),
    [
        (
            "mud A1",
            "",
            "I don't understand “mud” in add. Name walls, doors and other pieces with their places, such as",
        ),
        ("wall A1 open", "", "I don't understand “open” in add. "),
        ("", "door D4 open", "I don't understand “open” in remove. .* such as wall C3, rough F4-G5."),
        ("wall A1-CU99", "", "The map ends at H8. All obstructions must be on it."),
        ("door J1 open", "", "The map ends at H8. All doors must be on it."),
        ("rough A9", "", "The map ends at H8. All rough places must be on it."),
        ("", "I1", "The map ends at H8. All obstructions must be on it."),
    ],
)
def test_what_is_refused(add: str, remove: str, sentence: str) -> None:
    with pytest.raises(Refusal, match=f"^{sentence}"):
        changed(BattleMap(8, 8), add, remove)


def test_no_wall_where_somebody_stands() -> None:
    state = charted("phoenix", BattleMap(8, 8), at="D4")
    with pytest.raises(NotNow, match="Move them away first"):
        change(state, "door D4 closed")


def test_a_change_changes_something() -> None:
    state = charted("aliens", read_map("8x8", "C1"))
    for add, remove in (("wall C1", ""), ("", "wall D1"), ("wall", "")):
        with pytest.raises(NotNow, match=r"^The map is already like that\.$"):
            change(state, add, remove)


def test_rough_ground_needs_a_rule() -> None:
    with pytest.raises(NoRule, match="has no rule for rough ground"):
        change(charted("aliens", BattleMap(8, 8)), "rough C1")


def test_without_a_map_there_is_nothing_to_change() -> None:
    with pytest.raises(NotNow, match="no map yet"):
        ordered(stage(shelf()["aliens"]), Redraw(many("A1")))


@pytest.mark.parametrize(
    "text", ["A1-CU99 " * 240, " ".join(f"A{row}-AN40" for row in range(1, 41)) + " A1-AN40" * 200]
)
def test_a_long_list_of_places_costs_little(text: str) -> None:
    """Blocks off the map are refused before they are spelled out, and those on it are spelled out once."""
    for read in (partial(read_map, "40x40", text), partial(changed, BattleMap(40, 40), text)):
        tracemalloc.start()
        try:
            read()
        except Refusal as refusal:
            assert "The map ends at AN40" in str(refusal)
        finally:
            _, peak = tracemalloc.get_traced_memory()
            tracemalloc.stop()
        assert peak < 500_000


def test_a_door_or_window_has_a_bar_on_the_side_that_the_gm_names() -> None:
    state = charted("phoenix", read_map("12x8", ""))
    text = "door oak B2 barred, door F2 barred on the south side, windows C5 C8 barred east D8 closed"
    laid = change(state, text)
    assert laid.encounter.battle_map and {
        (str(place), piece.words, piece.bar) for piece in laid.encounter.battle_map.pieces for place in piece.places
    } == {
        ("B2", "oak", "barred"),
        ("F2", "", "south"),
        ("C5", "", "east"),
        ("C8", "", "east"),
        ("D8", "", ""),
    }
    assert laid.resolution.outcome == (
        "The map changes: a barred door (bar to the south) at F2; a barred door (oak) at B2; a window at D8;"
        " barred windows (bar to the east) at C5 and C8."
    )
    turned = change(laid.encounter, "door B2 barred north-east F2 open, window C5, window D8 barred")
    assert turned.resolution.outcome == (
        "The map changes: the door at F2 opens; the door at B2 is barred, bar to the north-east; the window at C5 is no"
        " longer barred; the window at D8 is barred."
    )


@pytest.mark.parametrize(
    "text", ["door oak barred south B2", "door oak B2 barred south", "door barred from the south oak B2"]
)
def test_the_state_of_a_door_may_come_before_its_place(text: str) -> None:
    battle_map = lay(BattleMap(9, 9), read_pieces(text, BattleMap(9, 9)))
    assert battle_map.pieces == (Piece("door", many("B2"), "oak", bar="south"),)


@pytest.mark.parametrize("text", ["wall B2 barred", "door B2 barred sideways", "door B2 open south", "door B2 south"])
def test_only_doors_and_windows_have_bars_and_only_on_sides_of_the_compass(text: str) -> None:
    with pytest.raises(UnknownName, match=r"I don't understand “(barred|sideways|south)” in add"):
        read_pieces(text, BattleMap(9, 9))
