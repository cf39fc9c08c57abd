"""Drawings of the map: what is on them, what is not, and what the words beside them say."""

from __future__ import annotations

import io
import json
import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bench.contact_sheet import sheet
from bot.chat.maps.painter import MOST, painted
from bot.game.maps import PALETTES, Drawing, Highlights, Shape, Shot, Window, drawing
from bot.game.maps.markers import numbered
from bot.game.maps.shapes import circle, polygon
from bot.game.maps.window import RIM
from bot.game.maps.words import MOST_ALT, blocks
from bot.game.sight import PUBLIC, Viewer, contacts, view
from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import FOG, HIDDEN
from rules.engine.map.pieces import SIDES
from rules.engine.records.copies import replace
from rules.engine.records.model import BattleMap, Combatant, Encounter, Piece
from rules.phoenix.basics.soldier import Aimed, Soldier
from rules.shelf import shelf
from rules.words.maps import read_places
from rules.words.places import Place

PLACES = st.builds(Place, st.integers(1, 40), st.integers(1, 40))
SHEET = sheet()
NOTHING, PART = Highlights(), Window()


def encounter(*combatants: Combatant, battle_map: BattleMap | None = None) -> Encounter:
    switches = ((FOG, HIDDEN),)
    return Encounter(
        "e1", "Test", "phoenix", "phoenix-basic", ("1",), "", switches, tuple(combatants), battle_map=battle_map
    )


def fighter(n: int, side: str, place: Place | None, **fields: Any) -> Combatant:
    return Combatant(f"c{n}", f"{side} {n}", side, side, (), Soldier(facing=60 * (n % 6)), place=place, **fields)


def as_seen(truth: Encounter, viewer: Viewer, highlights: Highlights = NOTHING, window: Window = PART) -> Drawing:
    book = shelf()["phoenix"]
    return drawing(view(truth, book, viewer), book, contacts(truth, book, viewer), highlights, window)


def codes_in(shapes: tuple[Shape, ...]) -> dict[str, tuple[float, float]]:
    """The bold texts of a drawing, which are the codes of fighters, with where they are."""
    return {shape[3]: (shape[1], shape[2]) for shape in shapes if shape[0] == "text" and shape[7]}


@pytest.mark.parametrize("name", SHEET)
@pytest.mark.parametrize("theme", PALETTES)
def test_every_kind_of_thing_is_a_small_picture_of_roles_that_have_colors(name: str, theme: str) -> None:
    drawn, palette = SHEET[name], PALETTES[theme]
    shapes = json.loads(json.dumps(drawn.shapes))
    colors = {
        color
        for shape in shapes
        for color in (shape[2:4] if shape[0] == "polygon" else [shape[-3] if shape[0] == "text" else None])
    }
    assert {color for color in colors if color} <= palette.keys()
    picture = painted({"width": drawn.width, "height": drawn.height, "palette": palette, "shapes": shapes})
    assert picture.startswith(b"\x89PNG") and len(picture) <= MOST
    assert 0 < len(drawn.alt) <= MOST_ALT and drawn.places


def test_both_palettes_have_the_same_roles() -> None:
    assert PALETTES["dark"].keys() == PALETTES["light"].keys()


@given(st.lists(PLACES, min_size=1, max_size=12, unique=True), PLACES, st.booleans())
def test_a_picture_is_the_same_without_whom_its_viewer_may_not_know(
    places: list[Place], hidden: Place, in_play: bool
) -> None:
    known = [fighter(n, ("Red", "Blue")[n % 2], place) for n, place in enumerate(places)]
    battle_map = BattleMap(40, 40, read_places("C3-C5"))
    zorro = fighter(99, "Blue", hidden, secret=True, present=in_play)
    secret = Piece("cover", frozenset({hidden}), "log", secret=True)
    truth = encounter(*known, zorro, battle_map=BattleMap(40, 40, battle_map.obstructions, pieces=(secret,)))
    for viewer in (PUBLIC, Viewer(frozenset({"Red"}))):
        assert as_seen(truth, viewer) == as_seen(encounter(*known, battle_map=battle_map), viewer)
    assert as_seen(truth, Viewer(everything=True)) != as_seen(encounter(*known, battle_map=battle_map), PUBLIC)


@given(st.lists(PLACES, min_size=1, max_size=40, unique=True))
def test_what_the_words_say_of_places_is_what_is_drawn(places: list[Place]) -> None:
    truth = encounter(*(fighter(n, "Red", place) for n, place in enumerate(places)), battle_map=BattleMap(40, 40))
    drawn = as_seen(truth, PUBLIC, window=Window(whole=True))
    at = codes_in(drawn.shapes)
    said = dict(re.findall(r"^(\w\w) Red \d+ at (\w+)", drawn.places, re.MULTILINE))
    assert sorted(said.values()) == sorted(map(str, places))
    # Two who are further along the rows or columns are so in the picture.
    for (code, place), (other, spot) in zip(said.items(), [*said.items()][1:], strict=False):
        a, b = Place.parse(place), Place.parse(spot)
        assert (at[code][0] < at[other][0]) == (a.column < b.column)
        if a.column == b.column:
            assert (at[code][1] < at[other][1]) == (a.row < b.row)


@given(st.lists(PLACES, min_size=2, max_size=40, unique=True))
def test_everybody_is_in_the_part_that_is_shown_or_beside_it(places: list[Place]) -> None:
    truth = encounter(*(fighter(n, "Red", place) for n, place in enumerate(places)), battle_map=BattleMap(40, 40))
    drawn = as_seen(truth, PUBLIC)
    assert drawn.width == 390
    listed = " ".join(shape[3] for shape in drawn.shapes if shape[0] == "text")
    shown = codes_in(drawn.shapes)
    for line in drawn.places.splitlines():
        if match := re.match(r"(\w\w) Red \d+ at (\w+)", line):
            assert match[1] in shown or f"{match[1]} {match[2]}" in listed or "more in the list" in listed


@given(st.lists(PLACES, max_size=40, unique=True), st.sampled_from(["phoenix", "aliens"]))
def test_spaces_are_large_enough_where_a_phone_shows_a_message(places: list[Place], book: str) -> None:
    people = tuple(fighter(n, "Red", place) for n, place in enumerate(places))
    state = replace(
        encounter(*people, battle_map=BattleMap(40, 40)), ruleset=book, combatants=() if book == "aliens" else people
    )
    drawn = drawing(state, shelf()[book], {}, Highlights(places=tuple(places[:1])), PART)
    letters = sorted(shape[1] for shape in drawn.shapes if shape[0] == "text" and shape[2] == RIM / 2)
    assert len(letters) > 5
    # A message is 322 pixels wide on a phone of 390.
    assert all((b - a) * 322 / drawn.width >= 24 for a, b in pairwise(letters))


def test_those_out_of_play_are_a_mark_where_they_were() -> None:
    there = fighter(0, "Red", Place(2, 3))
    gone, nowhere = (fighter(n, "Blue", place, present=False) for n, place in ((1, Place(5, 4)), (2, None)))
    drawn, before = (
        as_seen(encounter(*all, battle_map=BattleMap(9, 9)), PUBLIC) for all in ([there, gone, nowhere], [there])
    )
    more = [shape for shape in drawn.shapes if shape not in before.shapes]
    assert [shape[0] for shape in more] == ["line"] * 4 and more[-1][2] == "side0"
    assert "Blue 1 at E4, out of play" in drawn.places and "Blue 1 at E4, out of play." in drawn.alt
    assert "Blue 2" not in drawn.places


@pytest.mark.parametrize(("side", "words"), [(270, "the west"), (90, "the east")])
def test_cover_is_drawn_on_its_side_and_told_in_words(side: int, words: str) -> None:
    """Whatever way the fighter faces: here to the north."""
    state = Soldier(facing=0, exposure="firing", cover_side=side)
    truth = encounter(replace(fighter(0, "Red", Place(3, 3)), condition=state), battle_map=BattleMap(5, 5))
    truth = replace(truth, switches=(*truth.switches, ("side of cover", "one side")))
    drawn = as_seen(truth, PUBLIC)
    [arc] = [shape[1] for shape in drawn.shapes if shape[0] == "line" and shape[2] == "cover mark"]
    [(x, _)] = codes_in(drawn.shapes).values()
    assert all((dot[0] < x) is (side == 270) for dot in arc)
    assert f"at cover to {words}" in drawn.places
    hidden = replace(truth, combatants=(replace(truth.combatants[0], condition=replace(state, exposure="hidden")),))
    assert f"behind cover to {words}" in as_seen(hidden, Viewer(everything=True)).places


def test_a_boarded_window_is_no_glass_and_no_door() -> None:
    def window(words: str, kind: str = "window", open: bool = False) -> list[Shape]:
        piece = Piece(kind, frozenset({Place(3, 3)}), words, open=open)
        return list(as_seen(encounter(battle_map=BattleMap(5, 5, pieces=(piece,))), PUBLIC).shapes)

    boarded = window("boarded")
    assert boarded not in (window(""), window("", "door"), window("", "wall"))
    assert not [shape for shape in boarded if "glass" in shape]
    assert [shape for shape in boarded if shape[0] == "line" and "wood" in shape]
    # The bars of a pane cross in its middle.
    bars = [shape[1] for shape in window("") if shape[0] == "line" and shape[2:4] == ["ink", 0.8]]
    (x, y), (other_x, other_y) = ([(a + b) / 2 for a, b in zip(*ends, strict=True)] for ends in bars)
    assert (x, y) == pytest.approx((other_x, other_y)) and bars[0] != bars[1]
    # Opened, it is an opening like any other.
    assert window("boarded", open=True) == window("", open=True)


@pytest.mark.parametrize("kind", ["door", "window"])
def test_a_bar_is_drawn_on_its_side_and_told_in_words(kind: str) -> None:
    def drawn(bar: str) -> Drawing:
        piece = Piece(kind, frozenset({Place(3, 3)}), "oak", bar=bar)
        return as_seen(encounter(battle_map=BattleMap(5, 5, pieces=(piece,))), PUBLIC)

    shut, middle = drawn(""), drawn("barred")
    more = [shape for shape in middle.shapes if shape not in shut.shapes]
    assert [shape[0] for shape in more] == ["line", "line"]
    across = sum(y for _, y in more[-1][1]) / 2
    sides = {side: [one for one in drawn(side).shapes if one not in shut.shapes][-1][1] for side in SIDES}
    assert len({str(ends) for ends in sides.values()}) == len(SIDES)
    assert all(y > across for _, y in sides["south"]) and all(y < across for _, y in sides["north"])
    what = kind.capitalize()
    assert f"{what} closed (oak): C3" in shut.places.splitlines()
    assert f"{what} barred (oak): C3" in middle.places.splitlines()
    assert f"{what} barred (oak): C3, bar to the north-west" in drawn("north-west").places.splitlines()


@given(PLACES, PLACES)
def test_what_a_picture_is_about_is_inside(start: Place, end: Place) -> None:
    truth = encounter(fighter(0, "Red", start), fighter(1, "Blue", end), battle_map=BattleMap(40, 40))
    highlights = Highlights(shots=(Shot(start, end, True),))
    shown = codes_in(as_seen(truth, PUBLIC, highlights).shapes)
    assert start == end or len(shown) == 2


@given(st.frozensets(st.builds(Place, st.integers(1, 9), st.integers(1, 9)), max_size=30))
def test_blocks_name_all_places_and_no_others(places: frozenset[Place]) -> None:
    assert read_places(blocks(places)) == places


@pytest.mark.parametrize("book", ["aliens", "space_marines", "savage", "phoenix"])
def test_every_book_is_drawn(book: str) -> None:
    rules: Ruleset = shelf()[book]
    battle_map = BattleMap(6, 5, read_places("C3"))
    drawn = drawing(
        Encounter("e", "t", book, "", (), "", battle_map=battle_map), rules, {}, Highlights(), Window(grid=True)
    )
    assert "Walls: C3" in drawn.places


def test_aim_at_a_fighter_who_is_out_of_play_is_no_place() -> None:
    aims = Combatant("c1", "Ash", "Ash", "Blue", (), Soldier(facing=0, aim=Aimed("c4", 3)), place=Place(1, 1))
    gone = replace(fighter(4, "Red", Place(5, 5)), present=False)
    for others in ((gone,), ()):
        drawn = as_seen(encounter(aims, *others, battle_map=BattleMap(10, 10)), Viewer(everything=True))
        assert "aims at" not in drawn.alt + drawn.places
        assert not [shape for shape in drawn.shapes if shape[0] == "line" and shape[-1] == [2, 4]]
    at_place = replace(aims, condition=Soldier(facing=0, aim=Aimed("C4", 3)))
    assert "aims at C4" in as_seen(encounter(at_place, battle_map=BattleMap(10, 10)), Viewer(everything=True)).places


@pytest.mark.parametrize(
    ("sides", "numbers"),
    [
        (("Red", "Blue", "Green", "Yellow"), (5, 0, 2, 4)),
        (("The Reds", "Squad", "team purple"), (5, 0, 3)),
        (("Squad", "Blue", "Navy"), (1, 0, 2)),
        (("Hired guns", "Bredon"), (0, 1)),
    ],
)
def test_a_side_called_by_a_color_has_the_nearest_one(sides: tuple[str, ...], numbers: tuple[int, ...]) -> None:
    state = encounter(*(fighter(n, side, Place(n, 1)) for n, side in enumerate(sides, 1)))
    assert tuple(numbered(state).values()) == numbers


def test_a_shot_at_somebody_in_the_same_space_is_drawn() -> None:
    truth = encounter(*(fighter(n, side, Place(3, 3)) for n, side in enumerate(("Red", "Blue"))))
    drawn = as_seen(truth, PUBLIC, Highlights(shots=(Shot(Place(3, 3), Place(3, 3), True),)))
    assert len(drawn.shapes) > len(as_seen(truth, PUBLIC).shapes)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_up_to_four_fighters_in_a_space_are_drawn_one_by_one(number: int) -> None:
    here = encounter(*(fighter(n, "Red", Place(2, 2)) for n in range(number)), battle_map=BattleMap(4, 4))
    assert len(codes_in(as_seen(here, PUBLIC).shapes)) == number


def test_five_fighters_in_a_space_are_a_pile_with_their_number() -> None:
    here = encounter(*(fighter(n, "Red", Place(2, 2)) for n in range(5)), battle_map=BattleMap(4, 4))
    assert [*codes_in(as_seen(here, PUBLIC).shapes)] == ["×5"]


def pixels(*shapes: Shape, **colors: str) -> Image.Image:
    """Return the picture of these shapes, 40 wide and 30 high, with some colors of the palette changed."""
    palette = {**PALETTES["dark"], **colors}
    data = painted({"width": 40, "height": 30, "palette": palette, "shapes": shapes})
    return Image.open(io.BytesIO(data)).convert("RGB")


def test_a_picture_has_two_pixels_for_each_of_a_phone() -> None:
    assert pixels(circle(20, 15, 9, "ink")).size == (80, 60)


def test_edges_are_smooth() -> None:
    colors = pixels(circle(20, 15, 9, "ink")).getcolors()
    assert colors is not None and len(colors) > 2


def test_a_translucent_color_is_a_blend_with_what_is_under_it() -> None:
    """Red at an opacity of 0x80 over black is 128 of 255."""
    square = [(0, 0), (40, 0), (40, 30), (0, 30)]
    image = pixels(polygon(square, "ground"), polygon(square, "veil"), ground="#000000", veil="#ff000080")
    assert image.getpixel((40, 30)) == (128, 0, 0)
