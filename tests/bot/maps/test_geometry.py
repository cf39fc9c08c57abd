"""The places of things in a picture of the map: sides of spaces, the size of spaces, shapes of fighters."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.maps import Highlights, Window
from bot.game.maps.lattice import Lattice
from bot.game.maps.markers import Dot, Piece, _badges, _form, marker
from bot.game.maps.marks import _arrow_tip
from bot.game.maps.materials import marks, nailed_planks
from bot.game.maps.shapes import Shape
from bot.game.maps.window import MARGIN, RIM, WIDTH, Frame, framed
from rules.engine.books.markers import Marker
from rules.engine.records.model import BattleMap, Combatant, Encounter
from rules.grid import hexes
from rules.phoenix.basics.soldier import Soldier
from rules.words.places import Place

PLACES = st.builds(Place, st.integers(2, 30), st.integers(2, 30))


def between(one: Dot, other: Dot) -> Dot:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


@given(st.booleans(), PLACES)
def test_a_side_is_halfway_to_the_space_behind_it(on_hexes: bool, place: Place) -> None:
    lattice = Lattice(on_hexes, 30, Place(1, 1), RIM, RIM)
    sides = [*lattice.beside(place)]
    for ends, other in sides:
        assert between(*ends) == pytest.approx(between(lattice.center(place), lattice.center(other)))
    column, row = place
    cross = (Place(column, row - 1), Place(column + 1, row), Place(column, row + 1), Place(column - 1, row))
    assert {other for _, other in sides} == {*(hexes.around(place) if on_hexes else cross)}


@pytest.mark.parametrize(
    ("corner", "opposite", "cropped"),
    [("A1", "F8", False), ("A1", "F7", True), ("A1", "E8", True), ("B1", "F8", True), ("A2", "F8", True)],
)
def test_a_part_is_cropped_if_anything_of_the_map_is_left_out(corner: str, opposite: str, cropped: bool) -> None:
    lattice = Lattice(True, 30, Place(1, 1))
    assert Frame(BattleMap(6, 8), Place.parse(corner), Place.parse(opposite), lattice).cropped is cropped


@given(st.booleans(), st.integers(1, 11), st.integers(1, 22))
def test_the_spaces_of_a_whole_map_are_as_large_as_a_phone_allows(on_hexes: bool, columns: int, rows: int) -> None:
    """At most 390 pixels across and 700 down, with columns 30 to 46 pixels apart, by steps of a pixel or of 1.5."""
    step = 1.5 if on_hexes else 1
    battle_map = BattleMap(columns, rows)
    state = Encounter("e", "t", "phoenix", "", (), "", battle_map=battle_map)
    frame = framed(state, on_hexes, Highlights(), Window(whole=True))

    def fits(pitch: float) -> bool:
        lattice = Lattice(on_hexes, pitch, Place(1, 1))
        # The rows of hexes are drawn half a hex lower in every second column; heights are rounded to whole pixels.
        height = lattice.side * 3**0.5 * (rows + 0.5) if on_hexes else pitch * rows
        across = pitch * (columns + 1 / 3) if on_hexes else pitch * columns
        return across <= WIDTH - RIM - MARGIN and height <= 700

    pitch = frame.lattice.pitch
    assert 30 <= pitch <= 46 and pitch % step == 0
    assert pitch == 30 or fits(pitch)
    assert pitch + step > 46 or not fits(pitch + step)


def shape(**how: object) -> list[Dot]:
    fighter = Combatant("c1", "Red", "Red", "Red", (), Soldier())
    return _form(Piece(fighter, "R1", 0, Marker(**how), False), 100, 100, 10)  # type: ignore[arg-type]


def height(of: list[Dot]) -> float:
    return max(y for _, y in of) - min(y for _, y in of)


def width(of: list[Dot]) -> float:
    return max(x for x, _ in of) - min(x for x, _ in of)


@pytest.mark.parametrize("how", [{"stance": "prone"}, {"fate": "dead"}])
def test_a_fighter_on_the_ground_is_drawn_flat(how: dict[str, str]) -> None:
    assert height(shape(**how)) < height(shape(stance="kneeling")) < height(shape())
    assert width(shape(**how)) > width(shape())


@pytest.mark.parametrize(("facing", "long"), [(0, height), (180, height), (90, width), (None, width)])
def test_a_vehicle_is_drawn_along_its_facing(facing: int | None, long: object) -> None:
    jeep = shape(vehicle=True, facing=facing)
    assert max((height, width), key=lambda measured: measured(jeep)) is long


def test_the_wings_of_a_fighter_who_flies_are_above_them() -> None:
    [wings] = _badges(Marker(flying=True), 100, 100, 10, 0)
    left, middle, right = wings[1]
    assert left[1] == right[1] < 100 and middle[1] < left[1]
    assert left[0] < middle[0] == 100 < right[0]


MATERIALS = ("brick", "sandbag", "hedge", "wood", "stone", "steel")


def dots_of(shape: Shape) -> list[Dot]:
    """Return the points of a line, or the ends of a circle."""
    if shape[0] == "line":
        return [(x, y) for x, y in shape[1]]
    _, x, y, radius, *_ = shape
    return [(x - radius, y), (x + radius, y), (x, y - radius), (x, y + radius)]


@pytest.mark.parametrize("on_hexes", [False, True])
@pytest.mark.parametrize("what", [*MATERIALS, "boarded"])
def test_the_marks_of_a_space_are_within_it(on_hexes: bool, what: str) -> None:
    lattice, place = Lattice(on_hexes, 30, Place(1, 1)), Place(4, 5)
    drawn = nailed_planks(lattice, place) if what == "boarded" else marks(lattice, place, what, "ink")
    x, y = lattice.center(place)
    dots = [dot for shape in drawn for dot in dots_of(shape)]
    assert dots and all(abs(a - x) <= lattice.pitch / 2 and abs(b - y) <= lattice.height / 2 for a, b in dots)


@pytest.mark.parametrize("how", [{}, {"stance": "prone"}, {"stance": "kneeling"}, {"vehicle": True}])
def test_a_fighter_is_drawn_around_their_place(how: dict[str, object]) -> None:
    form = shape(**how)
    assert min(x for x, _ in form) < 100 < max(x for x, _ in form)
    assert min(y for _, y in form) < 100 < max(y for _, y in form)


def test_a_line_is_under_a_fighter_who_kneels() -> None:
    fighter = Combatant("c1", "Red", "Red", "Red", (), Soldier())
    drawn = [*marker(Piece(fighter, "R1", 0, Marker(stance="kneeling"), False), 100, 100, 10)]
    [(left, low), (right, also_low)] = next(one[1] for one in drawn if one[0] == "line")
    assert low == also_low > 100 and left < 100 < right and 100 - left == right - 100


def test_the_tip_of_an_arrow_is_as_wide_on_both_sides() -> None:
    [(_, [finish, one, other], *_)] = _arrow_tip((10, 20), (40, 60), "fire")
    assert finish == [40, 60] and math.dist(finish, one) == pytest.approx(math.dist(finish, other), abs=0.1)
    assert between(one, other) == pytest.approx((40 - 7 * 0.6, 60 - 7 * 0.8), abs=0.1)
